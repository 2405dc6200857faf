package recorder

import (
	"cmp"
	"slices"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// writeBrief writes what an agent is told at the start of a session in a workspace's project, or removes the file if that is
// nothing. The caller holds the lock of the state.
func (r *Recorder) writeBrief(workspace string) error {
	lessons := r.home.openLessons(workspace)
	if err := lessons.refresh(); err != nil {
		return err
	}
	path := spool.BriefFile(r.DataDir, workspace)
	brief := r.brief(lessons)
	if brief.Text == "" && len(brief.Branches) == 0 {
		return durable.Remove(path)
	}
	return writeJSON(path, brief)
}

// Branches that a brief tells of.
const (
	maxBranches = 20
	noBranch    = " " // no branch has such a name
)

// brief returns what is told on any branch, and on those whose last session did not end green.
func (r *Recorder) brief(lessons *ledger[entry]) spool.Brief {
	var pinned []entry
	var facts []task.Facts
	settled := decidedLines(lessons)
	for _, e := range lessons.byKey {
		if e.Episode == "" {
			continue
		}
		if len(e.pinned()) > 0 {
			pinned = append(pinned, e)
		}
		known := e.Facts
		known.Corrections = slices.DeleteFunc(slices.Clone(known.Corrections), func(said string) bool {
			return e.isBad() || slices.ContainsFunc(settled, func(line task.Lesson) bool { return line.Says(said) })
		})
		tellable := e.tellable()
		if e.isBad() || len(tellable) < len(e.Lines) {
			known.Reverted = ""
		}
		for _, line := range tellable {
			if line.Kind == task.Worked {
				known.Worked = line.Text
			}
		}
		facts = append(facts, known)
	}
	slices.SortFunc(pinned, func(a, b entry) int { return cmp.Or(cmp.Compare(b.Started, a.Started), cmp.Compare(a.Key, b.Key)) })
	slices.SortFunc(facts, func(a, b task.Facts) int { return cmp.Compare(b.Ended, a.Ended) })
	var always []string
	for _, e := range pinned {
		for _, line := range e.pinned() {
			always = append(always, e.told(line))
		}
	}
	on := func(branch string) string {
		return briefOf(slices.Concat(always, task.Brief(facts, branch, r.Now().UnixMilli())))
	}
	out := spool.Brief{Text: on(noBranch), Branches: map[string]string{}}
	seen := map[string]bool{}
	for _, f := range facts {
		if seen[f.Branch] || len(out.Branches) == maxBranches {
			continue
		}
		seen[f.Branch] = true
		if text := on(f.Branch); text != out.Text {
			out.Branches[f.Branch] = text
		}
	}
	return out
}

// decidedLines returns the lines that a brief tells because they are pinned, and those that are never to be told.
func decidedLines(lessons *ledger[entry]) []task.Lesson {
	var decided []task.Lesson
	for _, e := range lessons.byKey {
		for _, line := range e.Lines {
			if pin := e.Pins[hashOf(line.Text)]; pin == Never || pin == Always && e.Episode != "" {
				decided = append(decided, line)
			}
		}
	}
	return decided
}

// briefOf returns lines as an agent reads them, or "" if there are none.
func briefOf(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	lines = lines[:min(len(lines), maxLines)]
	for i := range lines {
		lines[i] = harmless(lines[i])
	}
	return fenced(lines) + "\n"
}

// noteBriefs keeps what a session was told at its starts, for Show.
func (r *Recorder) noteBriefs(f spool.File, workspace string, lines []spool.Line) error {
	if !slices.ContainsFunc(lines, func(l spool.Line) bool { return l.Brief != "" }) {
		return nil
	}
	r.telling.Lock()
	defer r.telling.Unlock()
	told, err := r.toldOf(f)
	for _, line := range lines {
		known := slices.ContainsFunc(told, func(t telling) bool { return t.Start && t.T == line.T })
		if err != nil || line.Brief == "" || known {
			continue
		}
		one := telling{T: line.T, Start: true, Workspace: workspace, Size: len([]rune(line.Brief))}
		for text := range strings.Lines(line.Brief) {
			if text, is := strings.CutPrefix(strings.TrimSuffix(text, "\n"), "- "); is {
				one.Lines = append(one.Lines, text)
			}
		}
		err = appendJSON(r.home.told(f), one)
	}
	return err
}
