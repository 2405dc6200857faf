package recorder

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"plotline/internal/recording/spool"
)

// Imported is a session that a client's own record tells.
type Imported struct {
	Client  string
	Session string // the client's id
	Project string // the root
	Lines   []spool.Line
}

// Added counts what an import found.
type Added struct {
	Sessions int `json:"sessions"` // with a project
	Tasks    int `json:"tasks"`    // worth an episode, and neither recorded nor forgotten before
	Failed   int `json:"failed,omitempty"`
}

// Import writes the tasks of sessions that were not recorded, or with dry only counts them. Tasks that were recorded or forgotten
// are left alone. A session that fails does not end the import; the error then names each. The lock of the state is held for one
// session at a time, so that the recorder goes on meanwhile.
func (r *Recorder) Import(ctx context.Context, sessions iter.Seq[Imported], dry bool) (Added, error) {
	var out Added
	var failed []error
	p := r.newPass()
	for one := range sessions {
		if ctx.Err() != nil {
			break
		}
		err := r.locked(ctx, func() error {
			if err := p.begin(); err != nil {
				return err
			}
			n, is, err := p.add(ctx, one, dry)
			if out.Tasks += n; is {
				out.Sessions++
			}
			return err
		})
		if err != nil {
			out.Failed++
			failed = append(failed, fmt.Errorf("%s/%s: %w", one.Client, one.Session, err))
		}
	}
	err := r.locked(ctx, func() error { return p.end() })
	return out, errors.Join(append(failed, err, ctx.Err())...)
}

// add writes the tasks of one session. It returns their number, and whether the session has a project.
func (p *pass) add(ctx context.Context, one Imported, dry bool) (n int, is bool, err error) {
	f := p.r.spool.File(one.Client, one.Session)
	s, err := p.r.home.readSession(f)
	if err != nil {
		return 0, false, err
	}
	s.Project = one.Project
	if err := p.place(ctx, s); err != nil || s.Workspace == "" || s.Forgotten {
		return 0, false, err
	}
	last, closed := s.Last, s.Closed
	s.look(spool.Content{Lines: one.Lines})
	if f.Size > 0 { // it goes on, and the spool says more
		s.Last, s.Closed = last, closed
	}
	tasks, err := p.build(s, redacted(one.Lines), fromTranscript)
	if err != nil {
		return 0, true, err
	}
	tasks = slices.DeleteFunc(tasks, func(t done) bool { return s.Tasks[t.Key] != nil || p.hidden.has(t.Key) })
	if dry || len(tasks) == 0 {
		return len(tasks), true, nil
	}
	err = p.put(ctx, f, s, tasks, one.Lines)
	return len(tasks), true, errors.Join(err, p.r.home.writeSession(f, s))
}

// end writes the briefs of the workspaces that have changed.
func (p *pass) end() error {
	failed := make([]error, 0, len(p.changed))
	for _, workspace := range slices.Sorted(maps.Keys(p.changed)) {
		failed = append(failed, p.r.writeBrief(workspace))
	}
	return errors.Join(failed...)
}
