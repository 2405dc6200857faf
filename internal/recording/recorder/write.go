package recorder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"plotline/internal/fault"
	"plotline/internal/recording/spool"
)

// sameWithin is the age up to which a task counts a repetition of itself.
const sameWithin = 30 * 24 * time.Hour

// writing writes the tasks of one session.
type writing struct {
	r       *Recorder
	file    spool.File
	s       *session
	lessons *ledger[entry]
	hidden  forgotten
	added   []entry
	changed bool             // the lessons have changed
	folds   map[string]entry // by Fold, of episodes that exist
}

// write brings the episodes of a session up to date with its tasks. It may be killed at any step and repeated: a key finds
// what a create made, and a digest whether an update happened.
func (w *writing) write(ctx context.Context, tasks []done) error {
	if err := w.lessons.refresh(); err != nil {
		return err
	}
	var due []*done
	for i := range tasks {
		t := &tasks[i]
		if v := w.lessons.byKey[t.Key].Verdict; v != nil {
			t.judged = v.renewed(t.Episode)
			t.Episode = t.judged.apply(t.Episode)
		}
		if w.hidden.has(t.Key) || !w.due(t) {
			continue
		}
		due = append(due, t)
	}
	if len(due) > 0 {
		if err := w.r.home.writeSession(w.file, w.s); err != nil { // what is about to be written, before it is
			return err
		}
	}
	var failed error
	for _, t := range due {
		if failed = w.put(ctx, t); failed != nil {
			break // the others wait for the next time, too: most failures concern the whole workspace
		}
	}
	if err := w.lessons.add(w.takeAdded()...); err != nil {
		return errors.Join(failed, err)
	}
	if failed == nil {
		failed = w.relate(ctx, tasks)
	}
	return failed
}

// due reports whether a task is not written as it is now, and notes what will be written.
func (w *writing) due(t *done) bool {
	now := w.s.Tasks[t.Key]
	if now == nil {
		if same := w.repeated(t); same != nil {
			now = &written{Same: same.Key}
		} else {
			now = &written{}
		}
		now.Started = t.task.Started
		w.s.Tasks[t.Key] = now
	}
	digest := t.Episode.digest()
	if now.Gone || w.lessons.byKey[t.Key].Undone != "" || now.Digest == digest && len(now.Pending) == 0 {
		return false
	}
	if !slices.Contains(now.Pending, digest) {
		now.Pending = append(now.Pending, digest)
	}
	return true
}

// repeated returns what was written of an equal task of the last time, if there is one.
func (w *writing) repeated(t *done) *entry {
	if w.folds == nil {
		w.folds = map[string]entry{}
		for _, e := range w.lessons.byKey {
			w.fold(e)
		}
	}
	e, has := w.folds[t.task.Fold]
	if age := t.task.Started - e.Started; !has || t.task.Fold == "" || e.Key == t.Key || age < 0 || age >= sameWithin.Milliseconds() {
		return nil
	}
	return &e
}

// fold makes an episode the one that counts equal tasks, if it is the newest of them.
func (w *writing) fold(e entry) {
	if known, has := w.folds[e.Fold]; e.Episode != "" && (!has || known.Started < e.Started) {
		w.folds[e.Fold] = e
	}
}

// put writes the episode of a task.
func (w *writing) put(ctx context.Context, t *done) error {
	now := w.s.Tasks[t.Key]
	if now.Same != "" {
		if counted, err := w.count(ctx, t, now); err != nil || counted {
			return err
		}
		now.Same = "" // that episode is gone
	}
	e := t.Episode
	if earlier, has := w.lessons.byKey[t.Key]; has {
		e.Metadata = withSame(e.Metadata, earlier.Same, earlier.Last)
	}
	if now.Episode == "" {
		id, err := w.r.Memory.Create(ctx, w.s.Workspace, e)
		if there := usedBy(err); there != "" { // an earlier state of the task, whose id was lost
			id, err = there, nil
		}
		if err != nil {
			return err
		}
		now.Episode = id
	}
	return w.update(ctx, t, now, e)
}

// update makes an episode of the recorder what a task says now. If another caller has changed it, only the reasons are
// added to its metadata.
func (w *writing) update(ctx context.Context, t *done, now *written, e Episode) error {
	for {
		there, err := w.r.Memory.Read(ctx, w.s.Workspace, now.Episode)
		if fault.CodeOf(err) == fault.NotFound {
			now.Gone, now.Pending = true, nil
			w.keep(entry{Key: t.Key, Started: t.task.Started})
			return nil
		}
		if err != nil {
			return err
		}
		is := there.digest()
		if is != e.digest() {
			if is != now.Digest && is != w.lessons.byKey[t.Key].Digest && !slices.Contains(now.Pending, is) {
				now.Foreign = true
			}
			next := Stored{Episode: e, ID: there.ID, UpdatedAt: there.UpdatedAt}
			if now.Foreign {
				next.Episode = there.Episode
				next.Metadata = withReasons(there.Metadata, e.Metadata)
			}
			if !bytes.Equal(next.Metadata, there.Metadata) || !now.Foreign {
				there.UpdatedAt, err = w.r.Memory.Update(ctx, w.s.Workspace, next)
			}
			if fault.CodeOf(err) == fault.Conflict {
				continue // changed meanwhile: read it again
			}
			if err != nil {
				return err
			}
		}
		now.Digest, now.Pending, now.Updated = e.digest(), nil, there.UpdatedAt.UnixMicro()
		w.keep(w.entry(t, now))
		return nil
	}
}

// entry returns what the lessons keep of a task.
func (w *writing) entry(t *done, now *written) entry {
	e := entry{
		Lines: t.task.Lessons, Fold: t.task.Fold, Facts: t.task.Facts, Files: t.task.Metadata.Files, Commits: t.task.Metadata.Commits,
	}
	e.Key, e.Episode, e.Started, e.Digest, e.Verdict = t.Key, now.Episode, t.task.Started, now.Digest, t.judged
	if earlier, has := w.lessons.byKey[t.Key]; has {
		e.Same, e.Last, e.Pins = earlier.Same, earlier.Last, earlier.Pins
	}
	if now.Foreign {
		e.Lines = nil
	}
	return e
}

// keep adds an entry to the lessons, at once for the tasks that follow.
func (w *writing) keep(e entry) {
	w.added = append(w.added, e)
	w.lessons.byKey[e.Key] = e
	if w.folds != nil {
		w.fold(e)
	}
}

// count adds a task to the episode of an equal one. It returns false if that episode is gone.
func (w *writing) count(ctx context.Context, t *done, now *written) (bool, error) {
	first, has := w.lessons.byKey[now.Same]
	if !has || first.Episode == "" || first.Fold != t.task.Fold { // another outcome by now
		return false, nil
	}
	hash := hashOf(t.Key)
	if !slices.Contains(first.Same, hash) {
		first.Same = append(slices.Clone(first.Same), hash)
		if most := 100; len(first.Same) > most {
			first.Same = first.Same[len(first.Same)-most:]
		}
		first.Last = max(first.Last, t.task.Started)
	}
	for {
		there, err := w.r.Memory.Read(ctx, w.s.Workspace, first.Episode)
		if fault.CodeOf(err) == fault.NotFound {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		there.Metadata = withSame(there.Metadata, first.Same, first.Last)
		if _, err = w.r.Memory.Update(ctx, w.s.Workspace, there); fault.CodeOf(err) == fault.Conflict {
			continue
		}
		if err != nil {
			return false, err
		}
		now.Digest, now.Pending = t.Episode.digest(), nil
		w.keep(first)
		return true, nil
	}
}

// relate adds the relationships that are missing yet, between episodes that exist.
func (w *writing) relate(ctx context.Context, tasks []done) error {
	for i := range tasks {
		t := &tasks[i]
		now := w.s.Tasks[t.Key]
		if now == nil || now.Gone || now.Episode == "" {
			continue
		}
		for _, l := range t.task.Links {
			name := l.Type + " " + l.From + " " + l.To
			from, to := w.episode(l.From), w.episode(l.To)
			if from == "" || to == "" || slices.Contains(now.Links, name) {
				continue
			}
			if err := w.link(ctx, from, to, l.Type, l.Strength); err != nil {
				return err
			}
			now.Links = append(now.Links, name)
		}
	}
	return nil
}

// link adds a relationship, unless it exists or cannot exist any more.
func (w *writing) link(ctx context.Context, from, to, relationship string, strength float64) error {
	if from == "" || from == to { // of one repeated task
		return nil
	}
	err := w.r.Memory.Relate(ctx, w.s.Workspace, Link{From: from, To: to, Type: relationship, Strength: strength})
	switch fault.CodeOf(err) { //nolint:exhaustive // the others are failures
	case fault.AlreadyExists, fault.NotFound, fault.Cycle: // a person may have changed the graph
		return nil
	}
	return err
}

// episode returns the id of the episode of a task of this session or of an earlier one, or "".
func (w *writing) episode(key string) string {
	if now := w.s.Tasks[key]; now != nil && !now.Gone {
		if now.Same == "" {
			return now.Episode
		}
		key = now.Same
	}
	return w.lessons.byKey[key].Episode
}

// withSame adds to the metadata of an episode the hashes of the tasks that it counts, and when the last of them was.
func withSame(metadata json.RawMessage, same []string, last int64) json.RawMessage {
	if len(same) == 0 {
		return metadata
	}
	return changeRecording(metadata, func(recording map[string]any) {
		recording[sameField], recording[timesField] = same, len(same)+1
		recording[lastField] = time.UnixMilli(last).UTC().Format(time.RFC3339)
	})
}

// withReasons adds the reasons of a reward to the metadata of an episode that another caller has changed.
func withReasons(metadata, from json.RawMessage) json.RawMessage {
	var ours struct {
		Recording map[string]any `json:"recording"`
	}
	if json.Unmarshal(from, &ours) != nil || ours.Recording[becauseField] == nil {
		return metadata
	}
	return changeRecording(metadata, func(recording map[string]any) { recording[becauseField] = ours.Recording[becauseField] })
}

// changeRecording changes the object "recording" of an episode's metadata, and keeps everything else.
func changeRecording(metadata json.RawMessage, change func(recording map[string]any)) json.RawMessage {
	all := map[string]json.RawMessage{}
	if len(metadata) > 0 && json.Unmarshal(metadata, &all) != nil {
		return metadata
	}
	recording := map[string]any{}
	if raw, has := all[recordingField]; has && json.Unmarshal(raw, &recording) != nil {
		return metadata
	}
	change(recording)
	raw, err := json.Marshal(recording)
	if err != nil {
		return metadata
	}
	all[recordingField] = raw
	if raw, err = json.Marshal(all); err != nil {
		return metadata
	}
	return raw
}
