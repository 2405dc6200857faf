package recorder

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"time"

	"plotline/internal/git"
	"plotline/internal/recording/spool"
)

// Bounds of a look at the log of a project.
const (
	outsideWithin  = 90 * 24 * time.Hour // age of the tasks whose commits are looked for
	outsideCommits = 1000                // the newest of the log
	outsideBytes   = 4 << 20
	outsideTime    = 3 * time.Second
)

// undoOutside lowers the rewards of tasks whose commits were reverted without a recorded task: by the person in a terminal, or in
// work that was fetched. What git cannot tell changes nothing. It looks once at each commit that the lines of a session name as
// checked out, and is repeatable at any step.
func (w *writing) undoOutside(ctx context.Context, tasks []done, lines []spool.Line) error {
	head := checkedOut(lines)
	since := w.r.Now().Add(-outsideWithin)
	var candidates []entry
	oldest := w.r.Now()
	for _, e := range w.lessons.byKey {
		started := time.UnixMilli(e.Started)
		if len(e.Commits) > 0 && e.Episode != "" && e.Undone == "" && e.Facts.Reverted == "" && started.After(since) {
			candidates = append(candidates, e)
			if started.Before(oldest) {
				oldest = started
			}
		}
	}
	if head == "" || len(candidates) == 0 || w.r.looked[w.s.Project] == head {
		return nil
	}
	taken, err := revertedSince(ctx, w.s.Project, head, oldest)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		w.r.Logger.DebugContext(ctx, "the log of a project cannot be read", "error", err)
	}
	for _, r := range taken {
		if w.ran(tasks, r.at) { // that task has judged it
			continue
		}
		for _, e := range candidates {
			if !e.made(r.commit) || w.lessons.byKey[e.Key].Undone != "" {
				continue
			}
			if err := w.undoOne(ctx, e, taker{key: "commit " + r.by}, r.by); err != nil {
				return err
			}
		}
	}
	w.r.looked[w.s.Project] = head
	return w.lessons.add(w.takeAdded()...)
}

// checkedOut returns the hash of the commit that the lines of a session name last while no task was running.
func checkedOut(lines []spool.Line) string {
	head, last := "", int64(0)
	for _, line := range lines {
		names := line.Kind == spool.Session || line.Kind == spool.End && line.How != spool.Paused
		if names && isHash(line.Head) && line.T >= last {
			head, last = line.Head, line.T
		}
	}
	return head
}

// ran reports whether a recorded task of the project was running at a time, in Unix seconds.
func (w *writing) ran(tasks []done, at int64) bool {
	within := func(began, ended int64) bool { return began/1000 <= at && at <= ended/1000+1 }
	for _, t := range tasks {
		if within(t.task.Started, t.task.Ended) {
			return true
		}
	}
	for _, e := range w.lessons.byKey {
		if e.Episode != "" && within(e.Started, e.Facts.Ended) {
			return true
		}
	}
	return false
}

// reversion is a commit that takes another one back.
type reversion struct {
	commit string // the hash of the one that was taken back
	by     string // the hash of the one that did
	at     int64  // when, in Unix seconds
}

// reverting matches what git writes into the message of a revert.
var reverting = regexp.MustCompile(`(?m)^This reverts commit ([0-9a-f]{7,64})\b`)

// revertedSince lists the commits that the log of a commit takes back since a time, and that were not put back.
func revertedSince(ctx context.Context, project, head string, since time.Time) ([]reversion, error) {
	ctx, cancel := context.WithTimeout(ctx, outsideTime)
	defer cancel()
	cmd, complaint := git.Command(ctx, project, "log", "-z", "--no-notes", "--format=%H%n%ct%n%B", "--max-count="+strconv.Itoa(outsideCommits),
		"--since="+since.UTC().Format(time.RFC3339), head, "--")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(out, outsideBytes))
	if err == nil && len(raw) < outsideBytes {
		err = cmd.Wait()
	} else { // what is older does not count
		cancel()
		_ = cmd.Wait()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	return reversions(bytes.Split(raw, []byte{0})), nil
}

// reversions reads a log, the newest commit first: hash, time and message of each. A revert of a revert puts the commit back.
func reversions(log [][]byte) []reversion {
	var taken []reversion
	for _, text := range slices.Backward(log) {
		hash, rest, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
		when, message, _ := bytes.Cut(rest, []byte("\n"))
		at, err := strconv.ParseInt(string(when), 10, 64)
		if err != nil {
			continue
		}
		for _, m := range reverting.FindAllSubmatch(message, -1) {
			before := len(taken)
			taken = slices.DeleteFunc(taken, func(r reversion) bool { return bytes.HasPrefix([]byte(r.by), m[1]) })
			if len(taken) == before {
				taken = append(taken, reversion{string(m[1]), string(hash), at})
			}
		}
	}
	return taken
}
