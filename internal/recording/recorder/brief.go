package recorder

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

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
	lines := r.brief(lessons)
	path := spool.BriefFile(r.DataDir, workspace)
	if len(lines) == 0 {
		return durable.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return durable.Write(path, []byte(fenced(lines)+"\n"), 0o600)
}

// brief returns the lines that the person pinned, and then those that the facts of the tasks make.
func (r *Recorder) brief(lessons *ledger[entry]) []string {
	var pinned []entry
	var facts []task.Facts
	last := task.Facts{}
	for _, e := range lessons.byKey {
		if e.Episode == "" {
			continue
		}
		if len(e.pinned()) > 0 {
			pinned = append(pinned, e)
		}
		facts = append(facts, e.Facts)
		if e.Facts.Ended > last.Ended {
			last = e.Facts
		}
	}
	slices.SortFunc(pinned, func(a, b entry) int { return cmp.Or(cmp.Compare(b.Started, a.Started), cmp.Compare(a.Key, b.Key)) })
	var lines []string
	for _, e := range pinned {
		for _, line := range e.pinned() {
			lines = append(lines, e.day()+" "+line.Text)
		}
	}
	lines = append(lines, task.Brief(facts, last.Branch, r.Now().UnixMilli())...)
	for i := range lines {
		lines[i] = harmless(lines[i])
	}
	return lines[:min(len(lines), maxLines)]
}
