package recorder

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"plotline/internal/durable"
)

// writeBrief writes what an agent is told at the start of a session in a workspace's project, or removes the file if that is
// nothing. The caller holds the lock of the state.
func (r *Recorder) writeBrief(workspace string) error {
	lessons := r.home.openLessons(workspace)
	if err := lessons.refresh(); err != nil {
		return err
	}
	entries := make([]entry, 0, len(lessons.byKey))
	for _, e := range lessons.byKey {
		if e.Episode != "" {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(b.Started, a.Started), cmp.Compare(a.Key, b.Key)) })
	lines := []string{}
	path := BriefFile(r.DataDir, workspace)
	if len(lines) == 0 {
		return durable.Remove(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return durable.Write(path, []byte(fenced(lines)+"\n"), 0o600)
}
