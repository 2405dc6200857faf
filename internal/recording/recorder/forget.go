package recorder

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/recording/spool"
)

// Selection names what to forget. All fields that are set must fit.
type Selection struct {
	Session string    // the client's id
	Project string    // the root
	Since   time.Time // the tasks that started then or later
	Last    bool      // the session that did something last
}

// Forgot says what was forgotten.
type Forgot struct {
	Sessions int `json:"sessions"`
	Episodes int `json:"episodes"`
}

// Forget deletes the episodes of the selected tasks, with their lines in the spool, what may be told of them and what was told. Their
// keys do not come back by an import. A session that goes on stays off until it ends, unless only a time was selected.
func (r *Recorder) Forget(ctx context.Context, which Selection) (Forgot, error) {
	var out Forgot
	err := r.locked(ctx, func() error {
		all, err := r.selected(which)
		if err != nil {
			return err
		}
		hidden, err := r.home.readForgotten()
		if err != nil {
			return err
		}
		changed := map[string]bool{}
		for _, s := range all {
			n, err := r.forget(ctx, s, which.Since, &hidden)
			out.Episodes += n
			if err != nil {
				return err
			}
			out.Sessions++
			changed[s.Workspace] = true
		}
		for workspace := range changed {
			err = errors.Join(err, r.writeBrief(workspace))
		}
		return err
	})
	return out, err
}

// locked calls work while no drain and no other command reads or writes the state.
func (r *Recorder) locked(ctx context.Context, work func() error) error {
	return durable.Locked(ctx, r.home.lock(), work)
}

// selected lists the sessions in which something may have to be forgotten. Those that were never drained are among them.
func (r *Recorder) selected(which Selection) ([]*session, error) {
	all, err := r.home.sessions()
	if err != nil {
		return nil, err
	}
	files, err := r.spool.Sessions()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if slices.ContainsFunc(all, func(s *session) bool { return s.Client == f.Client && s.Session == f.Session }) {
			continue
		}
		s, err := r.home.readSession(f)
		if err != nil {
			return nil, err
		}
		content, err := f.Read()
		if err != nil {
			return nil, err
		}
		s.look(content)
		all = append(all, s)
	}
	all = slices.DeleteFunc(all, func(s *session) bool {
		return s.Forgotten || which.Session != "" && spool.Name(which.Session) != s.Session ||
			which.Project != "" && which.Project != s.Project || s.Last < which.Since.UnixMilli()
	})
	if which.Last && len(all) > 1 {
		all = []*session{slices.MaxFunc(all, func(a, b *session) int { return int(a.Last - b.Last) })}
	}
	return all, nil
}

// forget forgets the tasks of a session that started at a time or later. It returns the number of episodes deleted.
func (r *Recorder) forget(ctx context.Context, s *session, since time.Time, hidden *forgotten) (int, error) {
	f := r.spool.File(s.Client, s.Session)
	lessons := r.home.openLessons(s.Workspace)
	if err := lessons.refresh(); err != nil {
		return 0, err
	}
	var gone []entry
	for key, t := range s.Tasks {
		if time.UnixMilli(t.Started).Before(since) {
			continue
		}
		hidden.Keys[hashOf(key)] = true
		gone = append(gone, entry{Key: key})
	}
	content, err := f.Read()
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	for _, line := range content.Lines { // of tasks that are not over yet
		if line.Task != "" && line.T >= since.UnixMilli() {
			hidden.Keys[hashOf(keyOf(s.Client, s.Session, line.Task))] = true
		}
	}
	// The keys come first: if the rest fails, or this process is killed, no drain brings an episode back.
	if err := writeJSON(r.home.forgotten(), hidden); err != nil {
		return 0, err
	}
	if err := r.cutSpool(f, s, since); err != nil {
		return 0, err
	}
	deleted := 0
	for _, e := range gone {
		t := s.Tasks[e.Key]
		if t.Episode != "" && !t.Gone {
			err := r.Memory.Delete(ctx, s.Workspace, t.Episode)
			if err != nil && fault.CodeOf(err) != fault.NotFound {
				return deleted, err
			}
			if err == nil {
				deleted++
			}
		}
		delete(s.Tasks, e.Key)
	}
	if err := lessons.replace(gone); err != nil {
		return deleted, err
	}
	isGone := func(key string) bool { return slices.ContainsFunc(gone, func(e entry) bool { return e.Key == key }) }
	err = r.changeTold(func(t *telling) {
		if slices.ContainsFunc(t.Keys, isGone) {
			t.Lines = nil
		}
	})
	if err != nil {
		return deleted, err
	}
	if since.IsZero() {
		if err := durable.Remove(r.home.told(f)); err != nil {
			return deleted, err
		}
	}
	if since.IsZero() && s.Closed {
		return deleted, durable.Remove(r.home.session(f))
	}
	return deleted, r.home.writeSession(f, s)
}

// cutSpool removes the lines of a session's file from a time on, or the file. What a hook adds later to a session that was forgotten
// whole is dropped by the next drains.
func (r *Recorder) cutSpool(f spool.File, s *session, since time.Time) error {
	if since.IsZero() {
		s.Forgotten = !s.Closed
		return f.Remove()
	}
	content, err := f.Read()
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	kept := slices.DeleteFunc(content.Lines, func(l spool.Line) bool {
		return l.T >= since.UnixMilli() && l.Kind != spool.Session && l.Kind != spool.Close
	})
	if err := f.Remove(); err != nil || len(kept) == 0 {
		return err
	}
	return r.spool.Append(f.Client, f.Session, kept...)
}
