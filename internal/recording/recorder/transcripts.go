package recorder

import (
	"context"
	"slices"

	"plotline/internal/recording/spool"
	"plotline/internal/recording/transcript"
)

// The sources of the uses of tools.
const (
	fromHook       = "hook"
	fromTranscript = "transcript"
)

// withTranscript adds what the client's own record says of the tasks in the spool. Where that cannot be read, or less than half of
// it is understood, the spool is all there is, and the status says so.
func (p *pass) withTranscript(ctx context.Context, s *session, k known, lines []spool.Line) ([]spool.Line, string, error) {
	s.Unread = false
	if k.transcript == "" || s.Client != transcript.Claude && s.Client != transcript.Codex || len(lines) == 0 {
		return lines, fromHook, nil
	}
	tasks, waiting := asked(lines)
	if len(tasks) == 0 {
		return lines, fromHook, nil
	}
	own, err := transcript.Read(ctx, s.Client, k.transcript, transcript.Options{
		Project: s.Project, Folder: k.folder, Rules: p.settings.Rules(s.Project), Tasks: tasks, Waiting: waiting, Since: lines[0].T, Closed: s.Closed,
	})
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil || own.Unknown() {
		s.Unread = true
		p.r.Logger.DebugContext(ctx, "a transcript says nothing", "path", k.transcript, "error", err)
		return lines, fromHook, nil
	}
	lines = slices.DeleteFunc(slices.Clone(lines), func(line spool.Line) bool { return slices.Contains(own.Waited, line) })
	return append(lines, own.Lines...), fromTranscript, nil // package task knows what both have
}

// asked lists the tasks that have a prompt and are to be kept, and the further prompts under the id of a task: Claude Code calls
// its hook when a person types, also while the agent works.
func asked(lines []spool.Line) (tasks []string, waiting []spool.Line) {
	skipped := map[string]bool{}
	for _, line := range lines {
		if line.Kind == spool.Skip {
			skipped[line.Task] = true
		}
	}
	for _, line := range lines {
		switch {
		case line.Kind != spool.Prompt || line.Task == "" || skipped[line.Task]:
		case slices.Contains(tasks, line.Task):
			waiting = append(waiting, line)
		default:
			tasks = append(tasks, line.Task)
		}
	}
	return tasks, waiting
}
