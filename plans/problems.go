package plans

import (
	"fmt"

	"plotline/media"
	"plotline/plans/renames"
)

// problem is a reason why an entry cannot be applied now. Problems are reported and shown early, because
// the disk may still change. They prevent only the apply.
type problem struct {
	entry int // index in the plan; -1 means the whole plan
	text  string
}

// problems checks entries of the plan against each other and against the disk. The places are their indices in the plan.
// With sidecars, it also checks the files that go along with the videos of a rename.
func (p *Plan) problems(where folder, entries []Entry, places []int, sidecars bool) []problem {
	var found []problem
	if text := where.problem(); text != "" {
		return append(found, problem{-1, text})
	}
	j := newChecker(p.Task, where, entries)
	var along map[media.Path][]string
	if sidecars && p.Task == Rename {
		along = p.sidecarProblems(where, entries)
	}
	bytes := 0
	for i, e := range entries {
		for _, text := range append(j.problemsOf(e), along[e.From]...) {
			if bytes += len(text); bytes > maxProblemBytes {
				text = tooManyProblems
			}
			found = append(found, problem{places[i], text})
		}
	}
	return found
}

// sidecarProblems returns the conflicts of the files that go along with the videos, by the old path of the video. If the
// entries themselves cannot be moved, there are none: they have other problems.
func (p *Plan) sidecarProblems(where folder, entries []Entry) map[media.Path][]string {
	_, conflicts, err := renames.Companions(where.root, where.moves(entries), media.IsVideo, listed(p)...)
	if err != nil {
		return nil
	}
	found := make(map[media.Path][]string, len(conflicts))
	for _, one := range conflicts {
		video := p.MediaFolderPath.Join(one.Video)
		found[video] = append(found[video], one.Text)
	}
	return found
}

const (
	// maxProblemBytes limits the texts of problems: each may name several paths, and a plan may have many entries.
	maxProblemBytes = 2 << 20
	// tooManyProblems is the text of further ones.
	tooManyProblems = "The plan has too many problems to describe this one; leave out entries with other problems first"
)

// checker checks single entries. It holds what all entries have in common.
type checker struct {
	task    Task
	where   folder
	targets *renames.Targets      // of a rename
	sources map[media.Path]int    // of a rename: how many entries have it; several if another program wrote the plan
	into    map[media.Path]int    // the same of targets
	claims  map[[2]int]media.Path // the first file that claims an episode
}

func newChecker(task Task, where folder, entries []Entry) *checker {
	j := &checker{task: task, where: where, claims: map[[2]int]media.Path{}}
	if task == Rename {
		j.sources, j.into = map[media.Path]int{}, map[media.Path]int{}
		for _, e := range entries {
			j.sources[e.From]++
			j.into[e.To]++
		}
		j.targets = renames.NewTargets(where.root, where.moves(entries))
		return j
	}
	for _, e := range entries {
		if at := [2]int{*e.Season, *e.Episode}; j.claims[at] == "" {
			j.claims[at] = e.Path
		}
	}
	return j
}

// problemsOf returns the problems of one entry.
func (j *checker) problemsOf(e Entry) []string {
	source := e.source()
	var texts []string
	info, err := j.where.root.Lstat(j.where.name(source))
	switch {
	case err != nil:
		texts = append(texts, fmt.Sprintf(`Source file "%s" does not exist in the media folder`, source))
	case j.task == Rename && !info.Mode().IsRegular(): // a link or a folder
		texts = append(texts, fmt.Sprintf(`Source "%s" is not a regular file`, source))
	}
	texts = append(texts, notVideo(source)...)
	if j.task == Recognise {
		if first := j.claims[[2]int{*e.Season, *e.Episode}]; first != source {
			texts = append(texts, fmt.Sprintf(`Season %d episode %d is given to two files: "%s" and "%s"`, *e.Season, *e.Episode, first, source))
		}
		return texts
	}
	return append(texts, j.ofTarget(e)...)
}

func notVideo(path media.Path) []string {
	if media.IsVideo(path.Base()) {
		return nil
	}
	return []string{fmt.Sprintf(`"%s" is not a video file`, path)}
}

// ofTarget returns the problems of the new name.
func (j *checker) ofTarget(e Entry) []string {
	if e.From == e.To {
		return []string{fmt.Sprintf(`Source and target are the same: "%s"`, e.From)}
	}
	texts := notVideo(e.To)
	if name := j.where.tooLong(e.To); name != "" {
		texts = append(texts, fmt.Sprintf(`Target name "%s" is too long: names may have %d bytes`, name, renames.LongestName))
	}
	if j.sources[e.From] > 1 {
		texts = append(texts, duplicateText(asSource, e.From))
	}
	if j.into[e.To] > 1 {
		texts = append(texts, duplicateText(asTarget, e.To))
	}
	// The apply reports a target that cannot be looked at, with the reason.
	if taken, err := j.targets.Taken(j.where.move(e)); err == nil && taken {
		texts = append(texts, fmt.Sprintf(`Target file "%s" already exists in the filesystem`, e.To))
	}
	return texts
}

// problemRows returns the entries of problems, never nil.
func problemRows(found []problem) []int {
	rows := make([]int, 0, len(found))
	for _, p := range found {
		rows = append(rows, p.entry)
	}
	return rows
}

// problemTexts returns the texts of problems, never nil.
func problemTexts(found []problem) []string {
	texts := make([]string, 0, len(found))
	for _, p := range found {
		texts = append(texts, p.text)
	}
	return texts
}
