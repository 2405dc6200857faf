package recorder

import (
	"context"
	"slices"
	"strings"
	"time"

	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// The beginnings of prompts that judge the task before.
const (
	goodPrompt = "#good"
	badPrompt  = "#bad"
)

// Judged names the task that was judged.
type Judged struct {
	Client  string `json:"client"`
	Session string `json:"session"`
	Task    string `json:"task"`           // its id
	Name    string `json:"name,omitempty"` // of its episode
}

// Judge keeps a person's verdict on the last task in a project that was kept. If its session has no later prompt, the verdict is a prompt
// of that session, as #good and #bad are.
func (r *Recorder) Judge(ctx context.Context, root, what, reason string) (Judged, error) {
	if err := r.Flush(ctx); err != nil {
		return Judged{}, err
	}
	s, key := r.lastKept(root)
	if s == nil {
		return Judged{}, fault.Newf(fault.NotFound, "no task in %s was kept; plotline record show lists what was", root)
	}
	f := r.spool.File(s.Client, s.Session)
	if !endsWith(f, s, key, r.Now()) {
		return r.JudgeTask(ctx, hashOf(key), what, reason)
	}
	text := strings.TrimSpace("#" + what + " " + spool.Clean(reason, spool.MostText))
	if err := r.spool.Append(f.Client, f.Session, spool.Line{T: r.Now().UnixMilli(), Kind: spool.Prompt, Text: text}); err != nil {
		return Judged{}, err
	}
	return r.judged(ctx, s, key), r.Flush(ctx)
}

// judged names a task.
func (r *Recorder) judged(ctx context.Context, s *session, key string) Judged {
	out := Judged{Client: s.Client, Session: s.Session, Task: hashOf(key)}
	if there, err := r.Memory.Read(ctx, s.Workspace, s.Tasks[key].Episode); err == nil {
		out.Name = there.Name
	}
	return out
}

// lastKept returns the task in a project that began last, of those that have an episode, with its session.
func (r *Recorder) lastKept(root string) (in *session, key string) {
	began := int64(-1)
	for _, s := range r.sessions() {
		for k, t := range s.Tasks {
			if s.Project == root && t.Episode != "" && !t.Gone && t.Started > began {
				in, key, began = s, k, t.Started
			}
		}
	}
	return in, key
}

// endsWith reports whether a task is the last one in the file of its session.
func endsWith(f spool.File, s *session, key string, now time.Time) bool {
	content, err := f.Read()
	if err != nil {
		return false
	}
	tasks := task.Build(redacted(content.Lines), task.Options{Client: s.Client, Session: s.Session, Ordinals: s.Ordinals, Now: now.UnixMilli()})
	return len(tasks) > 0 && tasks[len(tasks)-1].Key == key
}

// judges reports whether an agent judges its own work with a command.
func judges(command string) bool {
	_, rest, is := strings.Cut(command, "plotline")
	return is && strings.Contains(rest, "verdict")
}

// withoutOwnVerdicts drops the verdicts that an agent gave on itself: those beside a call of its own.
func withoutOwnVerdicts(lines []spool.Line) []spool.Line {
	var calls []int64
	for _, line := range lines {
		if line.Kind == spool.Tool && judges(line.Command) {
			calls = append(calls, line.T)
		}
	}
	const beside = time.Minute
	return slices.DeleteFunc(lines, func(line spool.Line) bool {
		verdict := line.Kind == spool.Prompt && line.Task == "" && (strings.HasPrefix(line.Text, goodPrompt) || strings.HasPrefix(line.Text, badPrompt))
		return verdict && slices.ContainsFunc(calls, func(t int64) bool { return (time.Duration(line.T-t) * time.Millisecond).Abs() < beside })
	})
}
