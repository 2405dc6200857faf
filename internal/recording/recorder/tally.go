package recorder

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plotline/internal/recording/spool"
)

// Tally counts the tasks that were kept.
type Tally struct {
	All   int
	Today []Share // by project, the one with the newest task first
}

// Share is the part of a project.
type Share struct {
	Project   string // its root
	Workspace string
	Tasks     int
	newest    int64
}

// Tally counts what is kept.
func (r *Recorder) Tally() Tally {
	var out Tally
	today, shares := r.today(), map[string]Share{}
	for _, s := range r.sessions() {
		out.All += len(s.Tasks)
		for _, t := range s.Tasks {
			if t.Started >= today {
				was := shares[s.Workspace]
				shares[s.Workspace] = Share{s.Project, s.Workspace, was.Tasks + 1, max(was.newest, t.Started)}
			}
		}
	}
	for _, one := range shares {
		out.Today = append(out.Today, one)
	}
	slices.SortFunc(out.Today, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.newest, a.newest), cmp.Compare(a.Workspace, b.Workspace))
	})
	return out
}

// today returns when this day began, in Unix milliseconds.
func (r *Recorder) today() int64 {
	year, month, day := r.Now().Date()
	return time.Date(year, month, day, 0, 0, 0, 0, r.Now().Location()).UnixMilli()
}

// Mark returns a text that differs once what Show returns, or a setting, has changed. It is never empty.
func (r *Recorder) Mark() (string, error) {
	// Lessons and briefs are files here; a session that was written makes its folder newer.
	files, err := filepath.Glob(filepath.Join(string(r.home), "*", "*"))
	if err != nil {
		return "", err
	}
	if settings, err := spool.SettingsFile(); err == nil {
		files = append(files, settings)
	}
	var mark strings.Builder
	mark.WriteString("recorded\n")
	for _, file := range files {
		workspace := ""
		if filepath.Dir(file) == filepath.Dir(r.home.lessons("")) {
			workspace = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		}
		if info, err := os.Stat(file); err == nil && r.Only(workspace) {
			fmt.Fprintln(&mark, info.ModTime().UnixNano(), info.Size())
		}
	}
	return mark.String(), nil
}
