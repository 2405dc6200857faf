package recorder

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"time"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// Selection names what to forget. All fields that are set must fit.
type Selection struct {
	Task    string    // the id of one task, as Show has it
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
// keys do not come back by an import. A session that goes on stays off until it ends, unless one task or a time was
// selected.
func (r *Recorder) Forget(ctx context.Context, which Selection) (Forgot, error) {
	var out Forgot
	err := r.locked(ctx, func() error {
		all, err := r.selected(which)
		if err != nil {
			return err
		}
		if which.Task != "" && len(all) == 0 {
			return noTask(which.Task)
		}
		hidden, err := r.home.readForgotten()
		if err != nil {
			return err
		}
		changed := map[string]bool{}
		for _, s := range all {
			changed[s.Workspace] = true
			var n int
			n, err = r.forget(ctx, s, which, &hidden)
			out.Episodes += n
			if err != nil {
				break // the briefs must not tell what is forgotten already
			}
			out.Sessions++
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
	if which.Task != "" {
		return slices.DeleteFunc(r.sessions(), func(s *session) bool { return s.Forgotten || len(s.picked(which)) == 0 }), nil
	}
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
		return s.Forgotten || !r.Only(s.Workspace) || which.Session != "" && spool.Name(which.Session) != s.Session ||
			which.Project != "" && which.Project != s.Project || s.Last < which.Since.UnixMilli()
	})
	if which.Last && len(all) > 1 {
		all = []*session{slices.MaxFunc(all, func(a, b *session) int { return int(a.Last - b.Last) })}
	}
	return all, nil
}

// whole reports whether the selection is of whole sessions.
func (which Selection) whole() bool { return which.Task == "" && which.Since.IsZero() }

// picked returns the keys of the tasks of a session that are selected.
func (s *session) picked(which Selection) []string {
	var keys []string
	for key, t := range s.Tasks {
		if !time.UnixMilli(t.Started).Before(which.Since) && (which.Task == "" || hashOf(key) == which.Task) {
			keys = append(keys, key)
		}
	}
	return keys
}

// forget forgets the selected tasks of a session. It returns the number of episodes deleted.
func (r *Recorder) forget(ctx context.Context, s *session, which Selection, hidden *forgotten) (int, error) {
	f := r.spool.File(s.Client, s.Session)
	lessons := r.home.openLessons(s.Workspace)
	if err := lessons.refresh(); err != nil {
		return 0, err
	}
	var gone []entry
	for _, key := range s.picked(which) {
		hidden.Keys[hashOf(key)] = true
		gone = append(gone, entry{Key: key})
	}
	content, err := f.Read()
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	for _, line := range content.Lines { // of tasks that are not over yet
		if which.Task == "" && line.Task != "" && line.T >= which.Since.UnixMilli() {
			hidden.Keys[hashOf(keyOf(s.Client, s.Session, line.Task))] = true
		}
	}
	// The keys come first: if the rest fails, or this process is killed, no drain brings an episode back.
	if err := writeJSON(r.home.forgotten(), hidden); err != nil {
		return 0, err
	}
	if err := r.cutSpool(f, s, which); err != nil {
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
	err = r.changeTold(func(file string, t *telling) {
		own := file == r.home.told(f) && isGone(keyOf(s.Client, s.Session, t.Task))
		// A brief does not say which tasks its lines are of.
		if own || slices.ContainsFunc(t.Keys, isGone) || t.Start && len(gone) > 0 && t.Workspace == s.Workspace {
			t.Lines = nil
		}
	})
	if err != nil {
		return deleted, err
	}
	if err := r.dropBriefs(s.Workspace); err != nil {
		return deleted, err
	}
	if which.whole() {
		if err := durable.Remove(r.home.told(f)); err != nil {
			return deleted, err
		}
	}
	if which.whole() && s.Closed {
		return deleted, durable.Remove(r.home.session(f))
	}
	return deleted, r.home.writeSession(f, s)
}

// dropBriefs removes from the spool what the sessions of a workspace were told at their starts, because that may be what is forgotten.
func (r *Recorder) dropBriefs(workspace string) error {
	files, err := r.spool.Sessions()
	for _, f := range files {
		if s, unread := r.home.readSession(f); unread != nil || s.Workspace == workspace {
			err = errors.Join(err, f.DropBriefs())
		}
	}
	return err
}

// cutSpool removes the file of a session, or the lines of what is forgotten. What a hook adds later to a session that was forgotten
// whole is dropped by the next drains.
func (r *Recorder) cutSpool(f spool.File, s *session, which Selection) error {
	if which.whole() {
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
	kept := content.Lines
	if which.Task != "" {
		kept = r.withoutTask(s, redacted(kept), which.Task)
	}
	kept = slices.DeleteFunc(kept, func(l spool.Line) bool {
		return which.Task == "" && l.T >= which.Since.UnixMilli() && !frames(l)
	})
	if err := f.Remove(); err != nil || len(kept) == 0 {
		return err
	}
	return r.spool.Append(f.Client, f.Session, kept...)
}

// frames reports whether a line is of the session, and of none of its tasks.
func frames(l spool.Line) bool { return l.Kind == spool.Session || l.Kind == spool.Close }

// withoutTask returns the lines of a session without those of a task. A skip stands in their place, so that the next prompt does not go
// on with the task before. A prompt without an id of the client stays, because the keys of equal prompts count them.
func (r *Recorder) withoutTask(s *session, lines []spool.Line, id string) []spool.Line {
	for _, t := range task.Build(lines, task.Options{Client: s.Client, Session: s.Session, Ordinals: s.Ordinals, Now: r.Now().UnixMilli()}) {
		if hashOf(t.Key) != id {
			continue
		}
		kept, at := make([]spool.Line, 0, len(lines)+1), 0
		for _, l := range lines {
			within := t.Started <= l.T && l.T <= t.Ended
			if counts := l.Kind == spool.Prompt && l.Task == ""; !within || frames(l) || counts {
				kept = append(kept, l)
			}
			if within {
				at = len(kept)
			}
		}
		return slices.Insert(kept, at, spool.Line{T: t.Ended, Kind: spool.Skip})
	}
	return lines
}

// forgotten is what must not come back: hashes of the keys of tasks.
type forgotten struct {
	V    int             `json:"v"`
	Keys map[string]bool `json:"keys,omitempty"` // by hashOf
}

// hashOf returns twelve hex digits of a key.
func hashOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:6])
}

func (f forgotten) has(key string) bool { return f.Keys[hashOf(key)] }

func (h home) readForgotten() (forgotten, error) {
	f := forgotten{V: 1}
	err := readJSON(h.forgotten(), &f)
	if f.Keys == nil {
		f.Keys = map[string]bool{}
	}
	return f, err
}
