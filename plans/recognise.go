package plans

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/media/recognise"
)

// ProposeOutput lists the files without an entry: uncertain and unrecognised ones.
type ProposeOutput struct {
	Success      bool         `json:"success"`
	TaskID       string       `json:"taskId"`
	FileCount    int          `json:"fileCount" doc:"Number of entries in the plan"`
	Uncertain    []Uncertain  `json:"uncertain" doc:"Videos whose episode is only a guess; a person may move them into the plan"`
	Unrecognised []media.Path `json:"unrecognised" doc:"Videos left out: extras, second copies, episodes that the show does not have, names without an episode"`
	Reasons      []string     `json:"reasons" doc:"Why each of unrecognised was left out"`
	Warnings     []string     `json:"warnings"`
}

// Propose makes a plan from file names alone, and ends it.
func (s *Service) Propose(ctx context.Context, by audit.Caller, in BeginInput) (ProposeOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opPropose, in, func(ctx context.Context, note *usecase.Note) (ProposeOutput, error) {
		path, err := s.folder(by.Workspace, in.MediaFolderPath)
		if err != nil {
			return ProposeOutput{}, err
		}
		usecase.Report(ctx, 0, 2, "looking for videos")
		videos, left, err := media.Videos(ctx, s.cfg.Folders.Of(by.Workspace), path)
		if err != nil {
			return ProposeOutput{}, err
		}
		usecase.Report(ctx, 1, 2, fmt.Sprintf("reading the names of %d videos", len(videos)))
		known, err := s.described(ctx, by.Workspace, path)
		if err != nil {
			return ProposeOutput{}, err
		}
		p := newPlan(Recognise, path, by.Workspace, s.now())
		if err := p.fill(ctx, videos, known); err != nil {
			return ProposeOutput{}, err
		}
		if len(p.Files)+len(p.review.Uncertain) == 0 {
			return ProposeOutput{}, fault.From(emptyError(Recognise)).With("problems", s.whyNothing(ctx, p, left))
		}
		p.ReadyAt = p.CreatedAt
		p.happened(Event{At: *p.ReadyAt, By: by.Actor, Did: DidPropose})
		out := ProposeOutput{
			true, p.ID, len(p.Files), p.uncertain(known), p.review.Unrecognised, p.review.Reasons,
			slices.Concat(p.warnings(known), s.displacing(p, known), left),
		}
		if err := sharing.Hold(ctx, by.Workspace, out); err != nil { // the plan must not exist if the caller gets no answer
			return ProposeOutput{}, err
		}
		note.IDs(p.ID)
		if err := s.create(ctx, p); err != nil {
			return ProposeOutput{}, err
		}
		usecase.Report(ctx, 2, 2, "the plan waits for a person")
		return out, nil
	})
}

// recognised returns what the names of videos and their NFO files say, with paths relative to the media folder.
func recognised(ctx context.Context, folder media.Path, videos []media.Path, known *media.Metadata) (recognise.Result, error) {
	given, has := known.NFOEpisodes(), numbersIn(known)
	named := make([]recognise.File, 0, len(videos))
	for _, video := range videos {
		if rel, inside := folder.Rel(video); inside {
			named = append(named, recognise.File{
				Path: rel, Season: given[rel].Season, Episodes: given[rel].Episodes, Confirmed: slices.Collect(maps.Keys(has.episodes[video])),
			})
		}
	}
	return recognise.Files(ctx, named, showOf(folder, known))
}

// fill adds entries for the videos whose names give an episode, and lists the others.
func (p *Plan) fill(ctx context.Context, videos []media.Path, known *media.Metadata) error {
	found, err := recognised(ctx, p.MediaFolderPath, videos, known)
	if err != nil {
		return err
	}
	for _, m := range found.Matches {
		p.Files = append(p.Files, Entry{Season: &m.Season, Episode: &m.Episode, Path: p.MediaFolderPath.Join(m.Path)})
	}
	slices.SortStableFunc(p.Files, func(a, b Entry) int { // sorted for review: gaps and duplicates are visible
		return cmp.Or(cmp.Compare(*a.Season, *b.Season), cmp.Compare(*a.Episode, *b.Episode))
	})
	p.keepOthers(found)
	return nil
}

// described returns the metadata of a folder, which is empty if there is none. Its episodes are needed to interpret dates
// and absolute numbers.
func (s *Service) described(ctx context.Context, workspace string, path media.Path) (*media.Metadata, error) {
	known, err := s.cfg.Libraries.Of(workspace).Read(ctx, path)
	switch {
	case errors.Is(err, media.ErrNoMetadata):
		return &media.Metadata{}, nil
	case err != nil:
		return nil, fault.From(err)
	}
	return known, nil
}

// showOf returns what the metadata of a folder has of the show.
func showOf(path media.Path, known *media.Metadata) recognise.Show {
	show := recognise.Show{Names: []string{path.Base()}, Absolute: known.Numbering.Absolute, Specials: known.Numbering.Specials}
	if known.TMDBTvShow == nil {
		return show
	}
	show.Names = append(show.Names, known.TMDBTvShow.Name)
	for _, season := range known.TMDBTvShow.Seasons {
		of := recognise.Season{Number: season.SeasonNumber, Partial: season.Partial}
		for _, e := range season.Episodes {
			of.Episodes = append(of.Episodes, recognise.Episode{Number: e.EpisodeNumber, AirDate: e.AirDate, Title: e.Name})
		}
		show.Seasons = append(show.Seasons, of)
	}
	return show
}
