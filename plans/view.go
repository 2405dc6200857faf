package plans

import (
	"context"
	"fmt"
	"strings"

	"plotline/media"
	"plotline/media/recognise"
)

// View is a plan with its current problems.
type View struct {
	Plan     Plan     `json:"plan"`
	Problems []string `json:"problems" doc:"What would prevent applying it now"`
	// ProblemRows has the index in Plan.Files for each of Problems.
	ProblemRows  []int        `json:"problemRows" doc:"For each problem the index of its entry, from 0; -1: the whole plan"`
	Edited       []EditedRow  `json:"edited,omitempty" doc:"What a person changed"`
	History      []Event      `json:"history,omitempty" doc:"What happened to the plan, oldest first"`
	LeftOut      []LeftOut    `json:"leftOut,omitempty" doc:"Why entries could not be applied"`
	Uncertain    []Uncertain  `json:"uncertain,omitempty" doc:"Videos whose episode is only a guess; a person may move them into the plan"`
	Unrecognised []media.Path `json:"unrecognised,omitempty"`
	Reasons      []string     `json:"reasons,omitempty" doc:"Why each of unrecognised was left out"`
	Remember     []Remember   `json:"remember,omitempty" doc:"What the folder will remember about numbers in its file names"`
	Guesses      []Guess      `json:"guesses,omitempty" doc:"Of unrecognised files, where there is one"`
	Titles       []string     `json:"titles,omitempty" doc:"Of each entry's episode, if known"`
	Warnings     []string     `json:"warnings,omitempty"`
}

func (s *Service) view(ctx context.Context, p *Plan) View {
	return s.viewOf(ctx, p, s.problems(p))
}

func (s *Service) viewOf(ctx context.Context, p *Plan, found []problem) View {
	v := View{
		Plan: *p, Problems: problemTexts(found), ProblemRows: problemRows(found),
		Edited: p.review.Edited, History: p.review.History, LeftOut: p.review.LeftOut,
		Unrecognised: p.review.Unrecognised, Reasons: p.review.Reasons, Remember: p.review.Remember,
	}
	if p.Task == Recognise {
		known := s.known(ctx, p)
		v.Titles, v.Warnings, v.Guesses = p.titles(known), append(p.warnings(known), s.displacing(p, known)...), p.guesses(known)
		v.Uncertain = p.uncertain(known)
	} else {
		v.Warnings = p.renameWarnings(s.known(ctx, p))
	}
	return v
}

// Guess is what a file without an entry may be.
type Guess struct {
	Path    media.Path `json:"path"`
	Season  int        `json:"season"`
	Episode int        `json:"episode"`
}

// mostGuesses limits the names that a view reads.
const mostGuesses = 200

// guesses returns guesses for the first unrecognised files of a plan that waits for a decision. An episode that an entry
// has is no guess.
func (p *Plan) guesses(known *media.Metadata) []Guess {
	if !p.waits() || len(p.review.Unrecognised) == 0 {
		return nil
	}
	given := make(map[[2]int]bool, len(p.Files))
	for _, e := range p.Files {
		given[[2]int{*e.Season, *e.Episode}] = true
	}
	var all []Guess
	guesser := recognise.NewGuesser(showOf(p.MediaFolderPath, known))
	for _, path := range p.review.Unrecognised[:min(len(p.review.Unrecognised), mostGuesses)] {
		name, _ := p.MediaFolderPath.Rel(path)
		season, episode, ok := guesser.Guess(name)
		if ok && !given[[2]int{season, episode}] {
			all = append(all, Guess{path, season, episode})
		}
	}
	return all
}

// known returns the metadata of a plan's folder. It is empty if there is none, or if it cannot be read.
func (s *Service) known(ctx context.Context, p *Plan) *media.Metadata {
	known, err := s.cfg.Libraries.Of(p.owner()).Read(ctx, p.MediaFolderPath)
	if err != nil {
		return &media.Metadata{}
	}
	return known
}

// titles returns the title of each entry's episode from the folder's metadata, or nil if it has none of them.
func (p *Plan) titles(known *media.Metadata) []string {
	if known.TMDBTvShow == nil {
		return nil
	}
	names := map[[2]int]string{}
	for _, season := range known.TMDBTvShow.Seasons {
		for _, e := range season.Episodes {
			names[[2]int{season.SeasonNumber, e.EpisodeNumber}] = e.Name
		}
	}
	titles, found := make([]string, len(p.Files)), false
	for i, e := range p.Files {
		titles[i] = names[[2]int{*e.Season, *e.Episode}]
		found = found || titles[i] != ""
	}
	if !found {
		return nil
	}
	return titles
}

// displacing returns the warnings of Plan.displacing, with a look at the plan's folder.
func (s *Service) displacing(p *Plan, known *media.Metadata) []string {
	where := s.openPlanFolder(p)
	defer where.close()
	return p.displacing(known, where)
}

// noEpisodesWarning says how to find the episodes of a show.
const noEpisodesWarning = "The episodes of this show are not known, so there are no titles, and absolute numbers and dates in names could not be used. " +
	"open-media-folder finds them if PLOTLINE_TMDB_KEY is set, or if the folder has NFO files."

// warnings says what would have made a recognition better. A decided plan has none.
func (p *Plan) warnings(known *media.Metadata) []string {
	if !p.waits() || known.TMDBTvShow != nil && len(known.TMDBTvShow.Seasons) > 0 {
		return []string{}
	}
	return []string{noEpisodesWarning}
}

// namesShown is how many file names an explanation lists.
const namesShown = 5

// whyNothing explains for a plan without entries why no file was recognised. The warnings say what of the folder is left out.
func (s *Service) whyNothing(ctx context.Context, p *Plan, left []string) []string {
	if len(p.review.Unrecognised) == 0 {
		return append([]string{fmt.Sprintf(`Media folder "%s" has no video files`, p.MediaFolderPath)}, left...)
	}
	known := s.known(ctx, p)
	if known.Type == media.TypeMovie {
		return []string{fmt.Sprintf(`Media folder "%s" is a movie, and movies have no episodes; to change the names of its files, `+
			`propose a rename with beginRenameFilesTaskV2`, p.MediaFolderPath)}
	}
	names := make([]string, 0, namesShown)
	for i, path := range p.review.Unrecognised[:min(len(p.review.Unrecognised), namesShown)] {
		rel, _ := p.MediaFolderPath.Rel(path)
		names = append(names, fmt.Sprintf(`"%s" (%s)`, rel, p.review.Reasons[i]))
	}
	if more := len(p.review.Unrecognised) - namesShown; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	why := []string{"No file name gives a season and an episode that the show has: " + strings.Join(names, ", ")}
	if len(p.review.Unrecognised) == 1 {
		why = append(why, "If the folder holds a movie, it has no episodes to recognise")
	}
	return append(append(why, p.warnings(known)...),
		"If you know which file is which episode, propose it with beginRecognizeTask and addRecognizedMediaFile")
}
