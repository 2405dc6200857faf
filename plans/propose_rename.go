package plans

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/media/recognise"
	"plotline/plans/renames"
)

// ProposeRenameInput names the folder of a plan that renames.
type ProposeRenameInput struct {
	MediaFolderPath string `json:"mediaFolderPath" maxBytes:"4096" doc:"Absolute path, POSIX or Windows"`
	ByShow          bool   `json:"byShow,omitempty" doc:"Move the videos that lie directly in the folder into a folder for each show, under the names that they have"`
}

// ProposeRename makes a plan that names the recognised files of a folder after their episodes, and ends it. The files stay in
// their folders. Example: "Show - S01E02 - Title.mkv", and for two episodes without titles "Show - S01E02-E03.mkv". By
// show, it moves videos instead: "show.s01e02.mkv" becomes "Show/show.s01e02.mkv".
func (s *Service) ProposeRename(ctx context.Context, by audit.Caller, in ProposeRenameInput) (EndOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opProposeRename, in, func(ctx context.Context, note *usecase.Note) (EndOutput, error) {
		folder, err := s.folder(by.Workspace, in.MediaFolderPath)
		if err != nil {
			return EndOutput{}, err
		}
		propose := s.byEpisode
		if in.ByShow {
			propose = s.byShow
		}
		p := newPlan(Rename, folder, by.Workspace, s.now())
		if p.Files, err = propose(ctx, by.Workspace, folder); err != nil {
			return EndOutput{}, err
		}
		p.ReadyAt = p.CreatedAt
		p.happened(Event{At: *p.ReadyAt, By: by.Actor, Did: DidPropose})
		note.IDs(p.ID)
		if err := s.create(ctx, p); err != nil {
			return EndOutput{}, err
		}
		return EndOutput{true, p.ID, len(p.Files), problemTexts(s.problems(p))}, nil
	})
}

// byEpisode names recognised files after their episodes.
func (s *Service) byEpisode(ctx context.Context, workspace string, folder media.Path) ([]Entry, error) {
	known, err := s.described(ctx, workspace, folder)
	if err != nil {
		return nil, err
	}
	entries, named := misnamed(known)
	switch {
	case named == 0:
		return nil, fault.Newf(fault.NotFound, `No file of "%s" is recognised; confirm a plan that recognises its files first`, folder)
	case len(entries) == 0:
		return nil, fault.Newf(fault.Conflict, `The %d recognised files of "%s" have the names of their episodes already`, named, folder)
	}
	return entries, nil
}

// misnamed returns the entries of the recognised files that do not have the names of their episodes, and the number of all
// recognised files.
func misnamed(known *media.Metadata) (entries []Entry, named int) {
	names := episodeNames(known)
	for _, name := range names {
		if to := name.path.Dir().Join(name.base()); to != name.path {
			entries = append(entries, Entry{From: name.path, To: to})
		}
	}
	return entries, len(names)
}

// byShow moves the videos that lie directly in a folder into folders of their shows.
func (s *Service) byShow(_ context.Context, workspace string, folder media.Path) ([]Entry, error) {
	videos, folders, err := media.Loose(s.cfg.Folders.Of(workspace), folder)
	if err != nil {
		return nil, err
	}
	shows := recognise.Shows(videos, folders)
	var entries []Entry
	for _, video := range videos {
		if show := inName(shows[video]); show != "" {
			entries = append(entries, Entry{From: folder.Join(video), To: folder.Join(show).Join(video)})
		}
	}
	if len(entries) == 0 {
		return nil, fault.Newf(fault.NotFound, `No video that lies directly in "%s" has a name that gives a show and an episode`, folder)
	}
	return entries, nil
}

// episodeName is a file with its episodes.
type episodeName struct {
	path     media.Path
	show     string
	season   int
	episodes []int
	titles   []string // each once
}

// episodeNames returns the recognised files in the order of their first episodes. One with episodes of several seasons keeps
// those of the first.
func episodeNames(known *media.Metadata) []*episodeName {
	shown := known.Joined()
	of := map[media.Path]*episodeName{}
	var names []*episodeName
	for _, e := range shown.Episodes {
		file, ok := media.ParsePath(e.VideoFilePath)
		if !ok {
			continue
		}
		name := of[file]
		if name == nil {
			name = &episodeName{path: file, show: shown.ShowName, season: e.Season}
			of[file] = name
			names = append(names, name)
		}
		if name.season == e.Season {
			name.episodes = append(name.episodes, e.Episode)
			if e.Title != "" && !slices.Contains(name.titles, e.Title) {
				name.titles = append(name.titles, e.Title)
			}
		}
	}
	return names
}

// base returns the new name. A long title is cut, so that files beside the video that are renamed with it have room too.
func (n *episodeName) base() string {
	const room = 40 // bytes, for what follows the name of the video in that of a subtitle
	numbers := make([]string, len(n.episodes))
	for i, episode := range n.episodes {
		numbers[i] = fmt.Sprintf("E%02d", episode)
	}
	text := fmt.Sprintf("%s - S%02d%s", inName(n.show), n.season, strings.Join(numbers, "-"))
	if title := inName(strings.Join(n.titles, " & ")); title != "" {
		text += " - " + title
	}
	extension := path.Ext(n.path.Base())
	return strings.TrimRight(clip.Bytes(text, renames.LongestName-len(extension)-room), " .") + extension
}

// inName returns a text without the characters that a file system may not have in a name.
func inName(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:|`, r):
			return '-'
		case strings.ContainsRune(`*?"<>`, r), unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
	return strings.Trim(strings.Join(strings.Fields(text), " "), " .")
}
