package recorder

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
	"plotline/internal/redact"
)

// Showing says what to show. The zero value shows nothing.
type Showing struct {
	Sessions int  // at most
	Tasks    int  // no further session is shown after so many
	Bare     bool // without what the episodes say, which the store has
}

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

// ShownTask is a task that was kept. What its episode says is as it is now.
type ShownTask struct {
	ID      string      `json:"id"` // for Recorder.JudgeTask and Selection
	Key     string      `json:"key"`
	Started int64       `json:"started"`           // Unix milliseconds
	Episode string      `json:"episode,omitempty"` // its id; of a repetition that of the first
	Serial  int64       `json:"serial,omitempty"`  // its number in the workspace
	Same    bool        `json:"same,omitempty"`    // it repeats an earlier task
	Gone    bool        `json:"gone,omitempty"`    // somebody deleted the episode
	Unread  bool        `json:"unread,omitempty"`  // the episode cannot be read now
	Name    string      `json:"name,omitempty"`
	Asked   string      `json:"asked,omitempty"`   // the prompt, or its beginning
	Reward  *float64    `json:"reward,omitempty"`  // nil if there was nothing to go by
	Because []string    `json:"because,omitempty"` // the rules that made the reward
	Verdict string      `json:"verdict,omitempty"` // Good or Bad, if JudgeTask has given it
	Lines   []ShownLine `json:"lines,omitempty"`   // that may be told
}

// ShownLine is a line that may be told, or that was told. Its ID names it for Recorder.Pin; it is empty if nothing tells it any more.
type ShownLine struct {
	ID   string `json:"id,omitempty"`
	Text string `json:"text"`
	Pin  Pin    `json:"pin,omitempty"`
}

// ShownTold is what was told at one prompt, or at the start of the session.
type ShownTold struct {
	At    int64       `json:"at"` // Unix milliseconds
	Start bool        `json:"start,omitempty"`
	Task  string      `json:"task,omitempty"` // the id of the task that the prompt began, if that was kept
	Lines []ShownLine `json:"lines"`
}

// Show lists the sessions that did something last, the newest first.
func (r *Recorder) Show(ctx context.Context, what Showing) ([]Shown, error) {
	all := r.sessions()
	slices.SortFunc(all, func(a, b *session) int { return cmp.Or(cmp.Compare(b.Last, a.Last), cmp.Compare(a.Session, b.Session)) })
	shown := []Shown{}
	reads := reading{r: r, ledgers: map[string]*ledger[entry]{}, failed: map[string]bool{}, bare: what.Bare}
	for tasks := 0; len(shown) < min(what.Sessions, len(all)) && tasks < what.Tasks; {
		one, err := reads.show(ctx, all[len(shown)])
		if err != nil {
			return nil, err
		}
		tasks += len(one.Tasks)
		shown = append(shown, one)
	}
	return shown, ctx.Err()
}

// reading is one run of Show.
type reading struct {
	r       *Recorder
	ledgers map[string]*ledger[entry] // by workspace
	failed  map[string]bool           // workspaces whose episodes cannot be read
	bare    bool
}

func (r *reading) lessons(workspace string) (*ledger[entry], error) {
	if r.ledgers[workspace] == nil {
		r.ledgers[workspace] = r.r.home.openLessons(workspace)
		if err := r.ledgers[workspace].refresh(); err != nil {
			return nil, err
		}
	}
	return r.ledgers[workspace], nil
}

func (r *reading) show(ctx context.Context, s *session) (Shown, error) {
	one := Shown{Client: s.Client, Session: s.Session, Project: s.Project, Workspace: s.Workspace, Last: s.Last, Tasks: []ShownTask{}}
	lessons, err := r.lessons(s.Workspace)
	if err != nil {
		return one, err
	}
	for key, t := range s.Tasks {
		e := lessons.byKey[cmp.Or(t.Same, key)]
		kept := ShownTask{ID: hashOf(key), Key: key, Started: t.Started, Episode: t.Episode, Gone: t.Gone, Same: t.Same != ""}
		if kept.Same {
			kept.Episode = e.Episode
		}
		if v := e.Verdict; v != nil {
			kept.Verdict = map[bool]string{true: Good, false: Bad}[v.Good]
		}
		for _, line := range lessons.byKey[key].Lines {
			kept.Lines = append(kept.Lines, shownLine(lessons.byKey[key], line))
		}
		if !r.bare {
			r.read(ctx, s.Workspace, &kept)
		}
		one.Tasks = append(one.Tasks, kept)
	}
	slices.SortFunc(one.Tasks, func(a, b ShownTask) int { return cmp.Or(cmp.Compare(a.Started, b.Started), cmp.Compare(a.Key, b.Key)) })
	told, err := r.r.toldOf(spool.File{Client: s.Client, Session: s.Session})
	slices.SortStableFunc(told, func(a, b telling) int { return cmp.Compare(a.T, b.T) })
	for _, t := range told {
		if len(t.Lines) > 0 { // they are forgotten
			one.Told = append(one.Told, shownTold(s, lessons, t))
		}
	}
	return one, err
}

func shownLine(e entry, line task.Lesson) ShownLine {
	return ShownLine{hashOf(line.Text), line.Text, e.Pins[hashOf(line.Text)]}
}

// read adds what the episode of a task says now.
func (r *reading) read(ctx context.Context, workspace string, t *ShownTask) {
	if t.Gone || t.Episode == "" {
		return
	}
	if t.Unread = r.failed[workspace]; t.Unread {
		return
	}
	there, err := r.r.Memory.Read(ctx, workspace, t.Episode)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		t.Gone = true
	case err != nil: // the others of this workspace would fail, too
		r.failed[workspace], t.Unread = true, true
	default:
		t.Serial, t.Name, t.Asked, t.Because = there.Serial, there.Name, there.Query, reasonsOf(there.Metadata)
		if len(t.Because) > 0 || there.Reward != 0 {
			t.Reward = &there.Reward
		}
	}
}

// shownTold finds the lines that were told among those that may be told.
func shownTold(s *session, lessons *ledger[entry], t telling) ShownTold {
	out := ShownTold{At: t.T, Start: t.Start}
	if key := keyOf(s.Client, s.Session, t.Task); s.Tasks[key] != nil {
		out.Task = hashOf(key)
	}
	keys := t.Keys
	if len(keys) == 0 { // a brief has lines that were pinned
		keys = slices.Collect(maps.Keys(lessons.byKey))
	}
	for _, text := range t.Lines {
		shown := ShownLine{Text: text}
		for _, key := range keys {
			e := lessons.byKey[key]
			for _, line := range e.Lines {
				if e.told(line) == text {
					shown = shownLine(e, line)
					shown.Text = text
				}
			}
		}
		out.Lines = append(out.Lines, shown)
	}
	return out
}

// Pin keeps what the person decided about a line, in whatever workspace it is. An empty pin takes the decision back.
func (r *Recorder) Pin(ctx context.Context, line string, pin Pin) error {
	return r.locked(ctx, func() error {
		found := false
		for _, workspace := range r.workspaces() {
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
func (r *Recorder) workspaces() []string {
	var names []string
	for _, s := range r.sessions() {
		if s.Workspace != "" {
			names = append(names, s.Workspace)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Redact replaces secrets in the episodes that were recorded, in what may be told and in what was told, by the rules of this
// program. It returns the number of episodes that changed. Episodes that others changed are redacted, too.
func (r *Recorder) Redact(ctx context.Context) (changed int, err error) {
	err = r.locked(ctx, func() error {
		for _, workspace := range r.workspaces() {
			n, err := r.redactIn(ctx, workspace)
			changed += n
			if err != nil {
				return fmt.Errorf("%s: %w", workspace, err)
			}
		}
		_, unread := r.home.sessions()
		return errors.Join(r.redactTold(), unread)
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
	return r.changeTold(func(_ string, t *telling) {
		for i, line := range t.Lines {
			t.Lines[i] = redact.Text(line)
		}
	})
}

// changeTold changes what is kept of what sessions were told, each in its own file.
func (r *Recorder) changeTold(change func(file string, t *telling)) error {
	files, err := r.home.toldFiles()
	for _, file := range files {
		list, failed := readLines[telling](file)
		var text bytes.Buffer
		for _, t := range list {
			change(file, &t)
			failed = errors.Join(failed, json.NewEncoder(&text).Encode(t))
		}
		if failed == nil {
			failed = durable.Write(file, text.Bytes(), 0o600)
		}
		err = errors.Join(err, failed)
	}
	return err
}
