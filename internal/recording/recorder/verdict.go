package recorder

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
	"plotline/internal/redact"
)

// verdict is what a person said about a task apart from its prompts, and what the rules say of it without that.
type verdict struct {
	Good    bool     `json:"good"`
	Why     string   `json:"why,omitempty"` // in the person's words
	Reward  float64  `json:"reward"`
	Because []string `json:"because,omitempty"`
}

// apply returns an episode with the reward of the verdict.
func (v verdict) apply(e Episode) Episode {
	reward, because := task.Verdict(v.Good, v.Why)
	return rewarded(e, reward, []string{because})
}

// takeBack returns an episode with the reward of the rules.
func (v verdict) takeBack(e Episode) Episode { return rewarded(e, v.Reward, v.Because) }

// renewed returns the verdict on a task that the rules reward anew.
func (v verdict) renewed(e Episode) *verdict {
	v.Reward, v.Because = e.Reward, reasonsOf(e.Metadata)
	return &v
}

func rewarded(e Episode, reward float64, because []string) Episode {
	e.Reward = reward
	e.Metadata = changeRecording(e.Metadata, func(recording map[string]any) {
		if recording[becauseField] = because; len(because) == 0 {
			delete(recording, becauseField)
		}
	})
	return e
}

// reasonsOf returns the reasons of the reward that the metadata of an episode lists.
func reasonsOf(metadata json.RawMessage) []string {
	var all struct {
		Recording struct {
			Because []string `json:"reward_because"`
		} `json:"recording"`
	}
	if json.Unmarshal(metadata, &all) != nil {
		return nil
	}
	return all.Recording.Because
}

// The verdicts on a task. NoVerdict takes one back.
const (
	Good      = "good"
	Bad       = "bad"
	NoVerdict = "none"
)

// JudgeTask keeps a person's verdict on one task, whose id Show has, however old it is. It replaces the reward of its episode until it
// is taken back, whatever the task's lines say later.
func (r *Recorder) JudgeTask(ctx context.Context, id, what, reason string) (Judged, error) {
	var out Judged
	err := r.locked(ctx, func() error {
		s, key, err := r.taskNamed(id)
		if err != nil {
			return err
		}
		out = r.judged(ctx, s, key)
		lessons := r.home.openLessons(s.Workspace)
		if err := lessons.refresh(); err != nil {
			return err
		}
		e := lessons.byKey[cmp.Or(s.Tasks[key].Same, key)] // a repetition has the episode of the first
		if e.Episode == "" {
			return goneEpisode(id)
		}
		if e, err = r.judge(ctx, s.Workspace, e, what, cleanReason(reason)); err != nil {
			if fault.CodeOf(err) == fault.NotFound {
				return goneEpisode(id)
			}
			return err
		}
		return errors.Join(lessons.add(e), r.writeBrief(s.Workspace))
	})
	return out, err
}

// cleanReason returns what is kept of a person's words: without secrets, and short.
func cleanReason(reason string) string {
	return redact.Text(spool.Clean(reason, spool.MostFirst))
}

func goneEpisode(id string) error {
	return fault.Newf(fault.NotFound, "the episode of the task %q is deleted", id)
}

// judge updates the episode of a task, and returns what the lessons then keep of it.
func (r *Recorder) judge(ctx context.Context, workspace string, e entry, what, reason string) (entry, error) {
	for {
		there, err := r.Memory.Read(ctx, workspace, e.Episode)
		if err != nil {
			return e, err
		}
		next, before := there, e.Verdict
		switch {
		case what != NoVerdict:
			v := verdict{Reward: there.Reward, Because: reasonsOf(there.Metadata)}
			if before != nil {
				v = *before
			}
			v.Good, v.Why = what == Good, reason
			next.Episode, e.Verdict = v.apply(there.Episode), &v
		case before != nil:
			next.Episode, e.Verdict = before.takeBack(there.Episode), nil
		}
		if next.digest() != there.digest() {
			_, err = r.Memory.Update(ctx, workspace, next)
		}
		if fault.CodeOf(err) == fault.Conflict {
			e.Verdict = before
			continue
		}
		if err == nil && there.digest() == e.Digest { // it is still as the recorder wrote it
			e.Digest = next.digest()
		}
		return e, err
	}
}

// taskNamed returns the session of a task, and the task's key.
func (r *Recorder) taskNamed(id string) (*session, string, error) {
	for _, s := range r.sessions() {
		for key := range s.Tasks {
			if hashOf(key) == id {
				return s, key, nil
			}
		}
	}
	return nil, "", noTask(id)
}

func noTask(id string) error {
	return fault.Newf(fault.NotFound, "there is no task %q; plotline record show lists them", id)
}

// sessions lists what is known of the sessions that may be shown. One whose file is broken does not hide the others.
func (r *Recorder) sessions() []*session {
	all, err := r.home.sessions()
	if err != nil {
		r.Logger.Warn("some recorded sessions cannot be read", "error", err)
	}
	return slices.DeleteFunc(all, func(s *session) bool { return !r.Only(s.Workspace) })
}
