package plans

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/media/recognise"
)

// LibraryInput selects a part of the list.
type LibraryInput struct {
	Limit  int `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"100"`
	Offset int `json:"offset,omitempty" minimum:"0" default:"0"`
}

// LibraryOutput is a part of the list, sorted by path.
type LibraryOutput struct {
	MediaFolders []LibraryFolder `json:"mediaFolders"`
	TotalCount   int             `json:"totalCount" doc:"Number of folders in all parts"`
	MixedFolders []MixedFolder   `json:"mixedFolders" doc:"Folders that have media folders and also videos of their own; a rename by show sorts these videos"`
	Warnings     []string        `json:"warnings" doc:"What could not be read"`
}

// LibraryFolder says what a recognition would find in a media folder. Each video counts once: as recognised, certain,
// uncertain or left out.
type LibraryFolder struct {
	MediaFolderPath media.Path    `json:"mediaFolderPath"`
	ShowName        string        `json:"showName,omitempty"`
	Type            string        `json:"type,omitempty" doc:"Of the metadata, if there is any"`
	FileCount       int           `json:"fileCount" doc:"Number of videos"`
	RecognisedCount int           `json:"recognisedCount" doc:"Videos with season and episode in the metadata"`
	CertainCount    int           `json:"certainCount" doc:"Videos whose names give an episode for certain"`
	UncertainCount  int           `json:"uncertainCount" doc:"Videos with a guess only"`
	LeftOutCount    int           `json:"leftOutCount" doc:"Videos without an episode"`
	Reasons         []ReasonCount `json:"reasons" doc:"Why videos are uncertain or left out, the most frequent first"`
	RenameCount     int           `json:"renameCount" doc:"Recognised videos that do not have the names of their episodes"`
	SortCount       int           `json:"sortCount" doc:"Videos that a rename by show would move; 0 unless videos of several shows lie directly in the folder, and none of its own"`
	Plan            *LibraryPlan  `json:"plan,omitempty" doc:"The newest recognition that waits for a decision"`
	RenamePlan      *LibraryPlan  `json:"renamePlan,omitempty" doc:"The newest rename that waits for a decision"`
	Problem         string        `json:"problem,omitempty" doc:"Why the folder could not be read"`
}

// ReasonCount counts the videos with the same reason.
type ReasonCount struct {
	Reason    string `json:"reason" doc:"Numbers of episodes are left out: S…E…"`
	Uncertain bool   `json:"uncertain,omitempty" doc:"Whether these videos are uncertain; otherwise they are left out"`
	FileCount int    `json:"fileCount"`
}

// MixedFolder is a folder whose own videos belong to none of the media folders in it.
type MixedFolder struct {
	FolderPath media.Path   `json:"folderPath"`
	FileCount  int          `json:"fileCount" doc:"Number of videos that lie directly in it"`
	SortCount  int          `json:"sortCount" doc:"Videos that a rename by show would move"`
	Unsorted   []string     `json:"unsorted" doc:"Names of the videos that it would leave, the first 100"`
	RenamePlan *LibraryPlan `json:"renamePlan,omitempty" doc:"The newest rename that waits for a decision"`
}

// mostUnsorted bounds the names of videos that are listed for a folder.
const mostUnsorted = 100

// LibraryPlan is a plan that waits.
type LibraryPlan struct {
	TaskID     string `json:"taskId"`
	FileCount  int    `json:"fileCount" doc:"Number of entries"`
	Ready      bool   `json:"ready" doc:"Whether it was submitted"`
	AllCertain bool   `json:"allCertain" doc:"Of a recognition: whether the names give each of its entries for certain, no video of the folder is uncertain, nobody edited it, and no recognised video changes; of a rename: whether each of its entries is the name of an episode, and nobody edited it"`
}

// Library lists the media folders below the media roots, and those with metadata, with what a recognition of each would
// find. It makes no plan.
func (s *Service) Library(ctx context.Context, by audit.Caller, in LibraryInput) (LibraryOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opLibrary, in, func(ctx context.Context, _ *usecase.Note) (LibraryOutput, error) {
		summaries, err := s.cfg.Libraries.Of(by.Workspace).List(ctx)
		if err != nil {
			return LibraryOutput{}, err
		}
		known := make([]media.Path, len(summaries))
		for i := range summaries {
			known[i] = summaries[i].MediaFolderPath
		}
		found, err := media.Discover(ctx, s.cfg.Folders.Of(by.Workspace), known)
		if err != nil {
			return LibraryOutput{}, err
		}
		recognitions, err := s.waiting(ctx, by.Workspace, Recognise)
		if err != nil {
			return LibraryOutput{}, err
		}
		renames, err := s.waiting(ctx, by.Workspace, Rename)
		if err != nil {
			return LibraryOutput{}, err
		}
		from := min(in.Offset, len(found.Folders))
		part := found.Folders[from:min(from+in.Limit, len(found.Folders))]
		out := LibraryOutput{
			MediaFolders: make([]LibraryFolder, 0, len(part)), TotalCount: len(found.Folders),
			MixedFolders: make([]MixedFolder, 0, len(found.Mixed)), Warnings: append([]string{}, found.Warnings...),
		}
		for i, path := range part {
			usecase.Report(ctx, i, len(part), "reading the names in media folders")
			chain := chainOf(&Plan{Workspace: by.Workspace, MediaFolderPath: path})
			one, err := s.survey(ctx, by.Workspace, path, recognitions[chain], renames[chain])
			if err != nil {
				return LibraryOutput{}, err
			}
			out.MediaFolders = append(out.MediaFolders, one)
		}
		for _, mixed := range found.Mixed {
			one, err := s.surveyMixed(ctx, by.Workspace, mixed, renames[chainOf(&Plan{Workspace: by.Workspace, MediaFolderPath: mixed.FolderPath})])
			if err != nil {
				return LibraryOutput{}, err
			}
			out.MixedFolders = append(out.MixedFolders, one)
		}
		return out, nil
	})
}

// waiting returns the id of the newest plan of each folder that waits for a decision.
func (s *Service) waiting(ctx context.Context, workspace string, task Task) (map[chainName]string, error) {
	found, err := s.shelves.of(workspace).all(ctx, func(s summary) bool { return s.is(task, Pending) })
	if err != nil {
		return nil, err
	}
	waiting := make(map[chainName]string, len(found))
	for _, one := range found { // oldest first
		waiting[one.Of.chain] = one.ID
	}
	return waiting, nil
}

// survey counts the videos of a folder, as Propose would find them now. The ids are those of the plans that wait, or "".
func (s *Service) survey(ctx context.Context, workspace string, path media.Path, recognition, rename string) (LibraryFolder, error) {
	about := LibraryFolder{MediaFolderPath: path, Reasons: []ReasonCount{}}
	videos, _, err := media.Videos(ctx, s.cfg.Folders.Of(workspace), path)
	if ctx.Err() != nil {
		return about, ctx.Err()
	}
	if err != nil {
		about.Problem = fault.From(err).Details
		return about, nil
	}
	known, err := s.described(ctx, workspace, path)
	if err != nil {
		return about, err
	}
	found, err := recognised(ctx, path, videos, known)
	if err != nil {
		return about, err
	}
	about.Type = known.Type
	if known.TMDBTvShow != nil {
		about.ShowName = known.TMDBTvShow.Name
	}
	has := numbersIn(known)
	about.count(found, has)
	if slices.ContainsFunc(about.Reasons, func(why ReasonCount) bool { return why.Reason == string(recognise.Several) }) {
		about.SortCount = s.sortCount(workspace, path)
	}
	about.Plan, err = s.waits(ctx, workspace, recognition, func(p *Plan) bool { return about.UncertainCount == 0 && p.isCertain(found, has) })
	if err != nil {
		return about, err
	}
	entries, _ := misnamed(known)
	about.RenameCount = len(entries)
	about.RenamePlan, err = s.waits(ctx, workspace, rename, func(p *Plan) bool { return p.namesEpisodes(entries) })
	return about, err
}

// sortCount counts the videos that a rename by show would move out of a folder that is no show's own.
func (s *Service) sortCount(workspace string, folder media.Path) int {
	videos, folders, err := media.Loose(s.cfg.Folders.Of(workspace), folder)
	if err != nil {
		return 0
	}
	of := recognise.Shows(videos, folders)
	shows := map[string]bool{}
	for video, show := range of {
		if recognise.IsNamed(video, folder.Base()) {
			return 0
		}
		shows[show] = true
	}
	if len(shows) < 2 {
		return 0
	}
	return len(of)
}

// surveyMixed counts the videos beside the media folders in a folder. The id is that of the rename that waits, or "".
func (s *Service) surveyMixed(ctx context.Context, workspace string, mixed media.Mixed, rename string) (MixedFolder, error) {
	about := MixedFolder{FolderPath: mixed.FolderPath, FileCount: mixed.FileCount, Unsorted: []string{}}
	videos, folders, err := media.Loose(s.cfg.Folders.Of(workspace), mixed.FolderPath)
	if err != nil {
		return about, ctx.Err() // the list of warnings has what cannot be read
	}
	of := recognise.Shows(videos, folders)
	about.SortCount = len(of)
	for _, video := range videos {
		if of[video] == "" && len(about.Unsorted) < mostUnsorted {
			about.Unsorted = append(about.Unsorted, video)
		}
	}
	about.RenamePlan, err = s.waits(ctx, workspace, rename, func(*Plan) bool { return false })
	return about, err
}

// waits describes a plan that waits, or returns nil. The id may be "".
func (s *Service) waits(ctx context.Context, workspace, id string, isCertain func(*Plan) bool) (*LibraryPlan, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // none waits
	}
	p, err := s.find(ctx, workspace, asPlan, id)
	if err != nil || p.Status != Pending {
		return nil, ctx.Err() // it was decided meanwhile
	}
	return &LibraryPlan{
		TaskID: id, FileCount: len(p.Files), Ready: p.ReadyAt != nil && p.AppliedAt == nil,
		AllCertain: p.isUntouched() && isCertain(p),
	}, nil
}

// numbers are the episodes of files, and the files of episodes.
type numbers struct {
	episodes map[media.Path]map[[2]int]bool
	files    map[[2]int]media.Path
}

// numbersIn returns the numbers in the metadata of a folder.
func numbersIn(known *media.Metadata) numbers {
	n := numbers{map[media.Path]map[[2]int]bool{}, map[[2]int]media.Path{}}
	for i := range known.MediaFiles {
		f := &known.MediaFiles[i]
		if !f.Numbered() {
			continue
		}
		if n.episodes[f.AbsolutePath] == nil {
			n.episodes[f.AbsolutePath] = map[[2]int]bool{}
		}
		episode := [2]int{*f.SeasonNumber, *f.EpisodeNumber}
		n.episodes[f.AbsolutePath][episode] = true
		n.files[episode] = f.AbsolutePath
	}
	return n
}

// changes reports whether an entry would change what the metadata says.
func (n numbers) changes(e Entry) bool {
	episode := [2]int{*e.Season, *e.Episode}
	own, recognised := n.episodes[e.Path]
	other, taken := n.files[episode]
	return recognised && !own[episode] || taken && other != e.Path
}

// isUntouched reports whether a plan was submitted with entries, and neither edited nor applied since.
func (p *Plan) isUntouched() bool {
	return p.ReadyAt != nil && p.AppliedAt == nil && len(p.review.Edited) == 0 && len(p.Files) > 0
}

// namesEpisodes reports whether a rename has only entries that files get by their episodes.
func (p *Plan) namesEpisodes(entries []Entry) bool {
	given := make(map[media.Path]media.Path, len(entries))
	for _, e := range entries {
		given[e.From] = e.To
	}
	return !slices.ContainsFunc(p.Files, func(e Entry) bool { return given[e.From] != e.To })
}

// isCertain reports whether a recognition has only entries that the names give, and changes no recognised file.
func (p *Plan) isCertain(found recognise.Result, has numbers) bool {
	given := make(map[string]bool, len(found.Matches))
	for _, m := range found.Matches {
		given[Entry{Season: &m.Season, Episode: &m.Episode, Path: p.MediaFolderPath.Join(m.Path)}.key()] = true
	}
	return !slices.ContainsFunc(p.Files, func(e Entry) bool { return !given[e.key()] || has.changes(e) })
}

// count counts the videos that a plan would have, and those that are recognised already.
func (f *LibraryFolder) count(found recognise.Result, has numbers) {
	counted := make(map[string]bool, len(found.Matches)) // a double episode has two matches
	reasons := map[ReasonCount]int{}
	see := func(name string, count *int, why ReasonCount) {
		switch {
		case counted[name]:
			return
		case has.episodes[f.MediaFolderPath.Join(name)] != nil:
			f.RecognisedCount++
		default:
			*count++
			reasons[why]++
		}
		counted[name] = true
		f.FileCount++
	}
	for _, m := range found.Matches {
		see(m.Path, &f.CertainCount, ReasonCount{})
	}
	for _, u := range found.Uncertain {
		see(u.Path, &f.UncertainCount, ReasonCount{Reason: withoutNumbers(u.Why), Uncertain: true})
	}
	for _, u := range found.Unrecognised {
		see(u.Path, &f.LeftOutCount, ReasonCount{Reason: withoutNumbers(u.Reason)})
	}
	delete(reasons, ReasonCount{}) // those of certain files
	f.Reasons = SortReasons(reasons)
}

// SortReasons returns counts of files by reason, the most frequent first.
func SortReasons(files map[ReasonCount]int) []ReasonCount {
	sorted := make([]ReasonCount, 0, len(files))
	for why, n := range files {
		why.FileCount = n
		sorted = append(sorted, why)
	}
	slices.SortFunc(sorted, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.FileCount, a.FileCount), cmp.Compare(a.Reason, b.Reason))
	})
	return sorted
}

// written matches episodes in a reason.
var written = regexp.MustCompile(`S[0-9]+(?:E[0-9]+)+`)

// withoutNumbers returns a reason that files with other episodes share.
func withoutNumbers(reason recognise.Reason) string {
	return written.ReplaceAllString(string(reason), "S…E…")
}
