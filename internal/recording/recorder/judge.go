package recorder

import (
	"context"
	"slices"
	"strings"
	"time"

	"plotline/internal/fault"
	"plotline/internal/recording/spool"
)

// The beginnings of prompts that judge the task before.
const (
	goodPrompt = "#good"
	badPrompt  = "#bad"
)

// Judged names the session whose last task was judged.
type Judged struct {
	Client  string `json:"client"`
	Session string `json:"session"`
}

// Judge keeps a person's verdict on the last task in a project: it is a prompt of that session, as #good and #bad are.
func (r *Recorder) Judge(ctx context.Context, root string, good bool, reason string) (Judged, error) {
	files, err := r.spool.Sessions()
	if err != nil {
		return Judged{}, err
	}
	slices.SortFunc(files, func(a, b spool.File) int { return b.Modified.Compare(a.Modified) })
	for _, f := range files {
		if start, is := f.Start(); !is || start.Project != root {
			continue
		}
		text := badPrompt
		if good {
			text = goodPrompt
		}
		text = strings.TrimSpace(text + " " + spool.Clean(reason, spool.MostText))
		if err := r.spool.Append(f.Client, f.Session, spool.Line{T: r.Now().UnixMilli(), Kind: spool.Prompt, Text: text}); err != nil {
			return Judged{}, err
		}
		return Judged{f.Client, f.Session}, r.Flush(ctx)
	}
	return Judged{}, fault.Newf(fault.NotFound, "no task of the last 24 hours in %s is known", root)
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
