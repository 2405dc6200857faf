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
	"plotline/plans/renames"
)

// ProposeRename makes a plan that names the recognised files of a folder after their episodes, and ends it. The files stay in
// their folders. Example: "Show - S01E02 - Title.mkv", and for two episodes without titles "Show - S01E02-E03.mkv".
func (s *Service) ProposeRename(ctx context.Context, by audit.Caller, in BeginInput) (EndOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opProposeRename, in, func(ctx context.Context, note *usecase.Note) (EndOutput, error) {
		folder, err := s.folder(by.Workspace, in.MediaFolderPath)
		if err != nil {
			return EndOutput{}, err
		}
		known, err := s.described(ctx, by.Workspace, folder)
		if err != nil {
			return EndOutput{}, err
		}
		p := newPlan(Rename, folder, by.Workspace, s.now())
		recognised := 0
		for _, name := range episodeNames(known) {
			recognised++
			if to := name.path.Dir().Join(name.base()); to != name.path {
				p.Files = append(p.Files, Entry{From: name.path, To: to})
			}
		}
		switch {
		case recognised == 0:
			return EndOutput{}, fault.Newf(fault.NotFound, `No file of "%s" is recognised; confirm a plan that recognises its files first`, folder)
		case len(p.Files) == 0:
			return EndOutput{}, fault.Newf(fault.Conflict, `The %d recognised files of "%s" have the names of their episodes already`, recognised, folder)
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
