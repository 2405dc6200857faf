package recorder

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
	"plotline/internal/redact"
)

// Shown is what was kept of a session, and what it was told.
type Shown struct {
	Client    string      `json:"client"`
	Session   string      `json:"session"`
	Project   string      `json:"project,omitempty"`
	Workspace string      `json:"workspace,omitempty"`
	Last      int64       `json:"last"` // Unix milliseconds
	Tasks     []ShownTask `json:"tasks"`
	Told      []ShownTold `json:"told,omitempty"`
}

// ShownTask is a task that was kept.
type ShownTask struct {
	Key     string      `json:"key"`
	Started int64       `json:"started"`           // Unix milliseconds
	Episode string      `json:"episode,omitempty"` // its id; of a repetition that of the first
	Same    bool        `json:"same,omitempty"`    // it repeats an earlier task
	Gone    bool        `json:"gone,omitempty"`    // somebody deleted the episode
	Lines   []ShownLine `json:"lines,omitempty"`   // that may be told
}

// ShownLine is a line that may be told. Its ID names it for Recorder.Pin.
type ShownLine struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Pin  Pin    `json:"pin,omitempty"`
}

// ShownTold is what was told at one prompt, or at the start of the session.
type ShownTold struct {
	At    int64    `json:"at"` // Unix milliseconds
	Start bool     `json:"start,omitempty"`
	Lines []string `json:"lines"`
}

// Show lists the sessions that did something last, the newest first, and at most most of them.
func (r *Recorder) Show(most int) ([]Shown, error) {
	all, err := r.home.sessions()
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b *session) int { return cmp.Or(cmp.Compare(b.Last, a.Last), cmp.Compare(a.Session, b.Session)) })
	shown := make([]Shown, 0, min(most, len(all)))
	for _, s := range all[:min(most, len(all))] {
		one, err := r.show(s)
		if err != nil {
			return nil, err
		}
		shown = append(shown, one)
	}
	return shown, nil
}

func (r *Recorder) show(s *session) (Shown, error) {
	one := Shown{Client: s.Client, Session: s.Session, Project: s.Project, Workspace: s.Workspace, Last: s.Last, Tasks: []ShownTask{}}
	lessons := r.home.openLessons(s.Workspace)
	if err := lessons.refresh(); err != nil {
		return one, err
	}
	for key, t := range s.Tasks {
		kept := ShownTask{Key: key, Started: t.Started, Episode: t.Episode, Gone: t.Gone, Same: t.Same != ""}
		if kept.Same {
			kept.Episode = lessons.byKey[t.Same].Episode
		}
		e := lessons.byKey[key]
		for _, line := range e.Lines {
			kept.Lines = append(kept.Lines, ShownLine{hashOf(line.Text), line.Text, e.Pins[hashOf(line.Text)]})
		}
		one.Tasks = append(one.Tasks, kept)
	}
	slices.SortFunc(one.Tasks, func(a, b ShownTask) int { return cmp.Or(cmp.Compare(a.Started, b.Started), cmp.Compare(a.Key, b.Key)) })
	told, err := r.toldOf(spool.File{Client: s.Client, Session: s.Session})
	slices.SortStableFunc(told, func(a, b telling) int { return cmp.Compare(a.T, b.T) })
	for _, t := range told {
		one.Told = append(one.Told, ShownTold{t.T, t.Start, t.Lines})
	}
	return one, err
}

// Pin keeps what the person decided about a line, in whatever workspace it is. An empty pin takes the decision back.
func (r *Recorder) Pin(ctx context.Context, line string, pin Pin) error {
	return r.locked(ctx, func() error {
		workspaces, err := r.workspaces()
		if err != nil {
			return err
		}
		found := false
		for _, workspace := range workspaces {
			has, err := r.pinIn(workspace, line, pin)
			if err != nil {
				return err
			}
			found = found || has
		}
		if !found {
			return fault.Newf(fault.NotFound, "there is no line %q; plotline record show lists them", line)
		}
		return nil
	})
}

func (r *Recorder) pinIn(workspace, line string, pin Pin) (found bool, err error) {
	lessons := r.home.openLessons(workspace)
	if err := lessons.refresh(); err != nil {
		return false, err
	}
	var changed []entry
	for _, e := range lessons.byKey {
		if !slices.ContainsFunc(e.Lines, func(one task.Lesson) bool { return hashOf(one.Text) == line }) {
			continue
		}
		pins := map[string]Pin{line: pin}
		for other, was := range e.Pins {
			if other != line {
				pins[other] = was
			}
		}
		if pin == "" {
			delete(pins, line)
		}
		e.Pins = pins
		changed = append(changed, e)
	}
	if err := lessons.add(changed...); err != nil || len(changed) == 0 {
		return false, err
	}
	return true, r.writeBrief(workspace)
}

// workspaces lists the workspaces that have lessons.
func (r *Recorder) workspaces() ([]string, error) {
	all, err := r.home.sessions()
	names := make([]string, 0, len(all))
	for _, s := range all {
		if s.Workspace != "" {
			names = append(names, s.Workspace)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// Redact replaces secrets in the episodes that were recorded, in what may be told and in what was told, by the rules of this
// program. It returns the number of episodes that changed. Episodes that others changed are redacted, too.
func (r *Recorder) Redact(ctx context.Context) (changed int, err error) {
	err = r.locked(ctx, func() error {
		workspaces, err := r.workspaces()
		if err != nil {
			return err
		}
		for _, workspace := range workspaces {
			n, err := r.redactIn(ctx, workspace)
			changed += n
			if err != nil {
				return fmt.Errorf("%s: %w", workspace, err)
			}
		}
		return r.redactTold()
	})
	return changed, err
}

func (r *Recorder) redactIn(ctx context.Context, workspace string) (changed int, err error) {
	lessons := r.home.openLessons(workspace)
	if err := lessons.refresh(); err != nil {
		return 0, err
	}
	var entries []entry
	for _, e := range lessons.byKey {
		if e.Episode == "" {
			continue
		}
		now, did, err := r.redactEpisode(ctx, workspace, e)
		if err != nil {
			return changed, errors.Join(err, lessons.replace(entries))
		}
		if did {
			changed++
		}
		entries = append(entries, now)
	}
	return changed, errors.Join(lessons.replace(entries), r.writeBrief(workspace))
}

// redactEpisode redacts an episode and what may be told of it.
func (r *Recorder) redactEpisode(ctx context.Context, workspace string, e entry) (now entry, changed bool, err error) {
	e.Lines = slices.Clone(e.Lines)
	for i, line := range e.Lines {
		if clean := redact.Text(line.Text); clean != line.Text {
			e.Pins = movePin(e.Pins, line.Text, clean)
			e.Lines[i].Text = clean
		}
	}
	for {
		there, err := r.Memory.Read(ctx, workspace, e.Episode)
		if fault.CodeOf(err) == fault.NotFound {
			return e, false, nil
		}
		if err != nil {
			return e, false, err
		}
		before := there.digest()
		there.Name, there.Query, there.Reflection = redact.Text(there.Name), redact.Text(there.Query), redact.Text(there.Reflection)
		if clean := redact.Text(string(there.Metadata)); json.Valid([]byte(clean)) {
			there.Metadata = []byte(clean)
		}
		there.Lessons = slices.Clone(there.Lessons)
		for i := range there.Lessons {
			there.Lessons[i].Text = redact.Text(there.Lessons[i].Text)
		}
		after := there.digest()
		if after == before {
			return e, false, nil
		}
		_, err = r.Memory.Update(ctx, workspace, there)
		if fault.CodeOf(err) == fault.Conflict {
			continue
		}
		if err == nil && e.Digest == before { // it is still as the recorder wrote it
			e.Digest = after
		}
		return e, err == nil, err
	}
}

func movePin(pins map[string]Pin, from, to string) map[string]Pin {
	moved := map[string]Pin{}
	for line, pin := range pins {
		if line == hashOf(from) {
			line = hashOf(to)
		}
		moved[line] = pin
	}
	return moved
}

// redactTold redacts what sessions were told.
func (r *Recorder) redactTold() error {
	return r.changeTold(func(t *telling) {
		for i, line := range t.Lines {
			t.Lines[i] = redact.Text(line)
		}
	})
}

// changeTold changes what is kept of what sessions were told.
func (r *Recorder) changeTold(change func(*telling)) error {
	files, err := r.home.toldFiles()
	for _, file := range files {
		list, failed := readLines[telling](file)
		var text bytes.Buffer
		for _, t := range list {
			change(&t)
			failed = errors.Join(failed, json.NewEncoder(&text).Encode(t))
		}
		if failed == nil {
			failed = durable.Write(file, text.Bytes(), 0o600)
		}
		err = errors.Join(err, failed)
	}
	return err
}
