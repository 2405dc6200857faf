package recorder

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

// A commit that is reverted in a later session takes this from the reward of the task that made it. Within a session, package
// task does the same.
const (
	undoneRule  = "reverted"
	undoneValue = -0.7
)

// undo lowers the rewards of tasks of earlier sessions whose commits a task of this session reverts. It is repeatable at any
// step, as write is.
func (w *writing) undo(ctx context.Context, tasks []done, lines []spool.Line) error {
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b spool.Line) int { return cmp.Compare(a.T, b.T) })
	head := ""
	for _, line := range lines {
		taken := revertedBy(line, head)
		if head = cmp.Or(line.Head, head); committed(line) || len(taken) > 0 {
			head = "" // another one, which the end of the task names
		}
		for _, hash := range taken {
			by := w.taskOf(tasks, line)
			if by == nil {
				continue
			}
			for _, e := range w.lessons.byKey {
				if !e.made(hash) || e.Episode == "" || e.Undone != "" || w.s.Tasks[e.Key] != nil { // those of this session are done already
					continue
				}
				if err := w.undoOne(ctx, e, taker{key: by.Key, words: by.Query}, hash); err != nil {
					return err
				}
			}
		}
	}
	return w.lessons.add(w.takeAdded()...)
}

// takeAdded returns the entries that are not in the file yet.
func (w *writing) takeAdded() []entry {
	added := w.added
	w.added = nil
	w.changed = w.changed || len(added) > 0
	return added
}

// revertedBy returns the hashes of the commits that a command took back. Head is the commit that was checked out, if that is known.
func revertedBy(line spool.Line, head string) []string {
	if line.Kind != spool.Tool || line.Class != spool.Shell || line.Exit != nil && *line.Exit != 0 {
		return nil
	}
	taken, _ := check.Reverts(line.Command)
	var hashes []string
	for _, name := range taken.Commits {
		if slices.Contains([]string{"HEAD", "@", "HEAD~0"}, name) {
			name = head
		}
		if isHash(name) {
			hashes = append(hashes, name)
		}
	}
	return hashes
}

// committed reports whether a command made a commit.
func committed(line spool.Line) bool {
	if line.Kind != spool.Tool || line.Class != spool.Shell {
		return false
	}
	_, made := check.Committed(line.Command, line.Exit, line.Tail)
	return made
}

// isHash reports whether a name of a commit is its hash, or the beginning of it.
func isHash(name string) bool { return len(name) >= 7 && strings.Trim(name, "0123456789abcdef") == "" }

// taskOf returns the task that was running at the time of a line.
func (w *writing) taskOf(tasks []done, line spool.Line) *done {
	for i := range tasks {
		if t := &tasks[i]; t.task.Started <= line.T && line.T <= t.task.Ended {
			return t
		}
	}
	return nil
}

// taker is who took a commit back: a recorded task, or a commit that was made without one.
type taker struct {
	key   string // of the task, or the name of the commit
	words string // the person's, if there are any
}

// made reports whether a task made a commit. One of the hashes may be shortened.
func (e entry) made(hash string) bool {
	return slices.ContainsFunc(e.Commits, func(made string) bool {
		return isHash(made) && (strings.HasPrefix(made, hash) || strings.HasPrefix(hash, made))
	})
}

// undoOne lowers the reward of one task. If another caller has changed its episode, only the reason is added.
func (w *writing) undoOne(ctx context.Context, e entry, by taker, hash string) error {
	for {
		there, err := w.r.Memory.Read(ctx, w.s.Workspace, e.Episode)
		if fault.CodeOf(err) == fault.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		next := there
		if there.digest() == e.Digest {
			if e.Verdict == nil { // which counts alone
				next.Reward = clip.Number(there.Reward+undoneValue, -1, 1)
			}
			next.Reflection = strings.TrimSpace(there.Reflection + fmt.Sprintf(" Reverted later (%s).", short(hash)))
			next.Lessons = append([]task.Lesson{{Kind: task.Reverted, Text: undoneLine(e, by, hash)}}, e.Lines...)
		}
		reason := fmt.Sprintf("%s %+.1f", undoneRule, undoneValue)
		next.Metadata = withReason(there.Metadata, reason, by.key)
		if next.digest() != there.digest() {
			_, err = w.r.Memory.Update(ctx, w.s.Workspace, next)
		}
		if fault.CodeOf(err) == fault.Conflict {
			continue
		}
		if err != nil {
			return err
		}
		if there.digest() == e.Digest {
			e.Digest, e.Lines = next.digest(), next.Lessons
		}
		e.Undone = by.key
		if e.Verdict != nil { // for the case that the person takes it back
			v := *e.Verdict
			v.Reward, v.Because = clip.Number(v.Reward+undoneValue, -1, 1), append(slices.Clone(v.Because), reason)
			e.Verdict = &v
		}
		if err := w.link(ctx, w.episode(by.key), e.Episode, "contradicts", 1); err != nil {
			return err
		}
		w.keep(e)
		return nil
	}
}

// undoneLine says that a task was taken back, and why, in the person's words.
func undoneLine(e entry, by taker, hash string) string {
	const words = 120
	files := "a commit"
	if len(e.Files) > 0 {
		files = strings.Join(e.Files[:min(2, len(e.Files))], ", ")
	}
	line := fmt.Sprintf("%s: reverted later (%s)", files, short(hash))
	if by.words == "" {
		return line + "."
	}
	return line + fmt.Sprintf(": %q", clip.Marked(strings.Join(strings.Fields(by.words), " "), words))
}

// short returns the usual form of a commit's hash.
func short(hash string) string { return hash[:min(len(hash), 7)] }

// withReason adds a reason of the reward, once for each task that is the reason.
func withReason(metadata json.RawMessage, reason, by string) json.RawMessage {
	return changeRecording(metadata, func(recording map[string]any) {
		if recording["undone_by"] == by {
			return
		}
		recording["undone_by"] = by
		reasons, _ := recording[becauseField].([]any)
		recording[becauseField] = append(reasons, reason)
	})
}
