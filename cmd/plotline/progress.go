package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/schollz/progressbar/v3"

	"plotline/internal/usecase"
)

// bar is a progress bar. It shows nothing if there is no terminal.
type bar struct {
	shown *progressbar.ProgressBar // nil without a terminal
	bytes bool                     // counts bytes read; otherwise items done
	start time.Time
}

// newBar returns a bar for size bytes. If size is −1, the bar counts completed items.
func newBar(std streams, size int64) *bar {
	file, ok := std.err.(*os.File)
	if !ok || !isTerminal(file) {
		return &bar{}
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(file), progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(20), progressbar.OptionSetPredictTime(true),
	}
	if size > 0 {
		options = append(options, progressbar.OptionShowBytes(true))
	} else {
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionSpinnerType(14))
	}
	return &bar{shown: progressbar.NewOptions64(size, options...), bytes: size > 0, start: time.Now()}
}

// context returns a context whose work reports its progress to the bar.
func (b *bar) context(ctx context.Context) context.Context {
	if b.shown == nil {
		return ctx
	}
	return usecase.WithProgress(ctx, func(_ context.Context, done, total int, unit string) {
		if b.bytes {
			rate := float64(done) / max(time.Since(b.start).Seconds(), 0.001)
			b.shown.Describe(fmt.Sprintf("%d %s, %.0f/s", done, unit, rate))
			return
		}
		if total > 0 {
			b.shown.ChangeMax(total)
		}
		b.shown.Describe(unit)
		_ = b.shown.Set(done) // a failure to draw does not stop the work
	})
}

// reader returns a reader whose bytes the bar counts.
func (b *bar) reader(r io.Reader) io.Reader {
	if b.shown == nil || !b.bytes {
		return r
	}
	read := progressbar.NewReader(r, b.shown)
	return &read
}

// end removes the bar from the screen.
func (b *bar) end() {
	if b.shown != nil {
		_ = b.shown.Clear()
	}
}

// progressLines reports the progress of long work in lines, where a bar cannot be drawn.
type progressLines struct {
	*bar

	to   io.Writer
	next time.Time // of the next line
}

// linesEvery is the time between two lines.
const linesEvery = 10 * time.Second

// newProgress returns a bar that counts items, or lines if there is no terminal. With --json, programs get neither.
func newProgress(std streams, asJSON bool) *progressLines {
	p := &progressLines{bar: newBar(std, -1), next: time.Now().Add(linesEvery)}
	if p.shown == nil && !asJSON {
		p.to = std.err
	}
	return p
}

// context returns a context whose work reports its progress.
func (p *progressLines) context(ctx context.Context) context.Context {
	if p.to == nil {
		return p.bar.context(ctx)
	}
	return usecase.WithProgress(ctx, func(_ context.Context, done, total int, unit string) {
		now := time.Now()
		if now.Before(p.next) && done != total {
			return
		}
		p.next = now.Add(linesEvery)
		count := strconv.Itoa(done)
		if total > 0 {
			count = fmt.Sprintf("%d of %d", done, total)
		}
		_, _ = fmt.Fprintf(p.to, "plotline: %s %s\n", count, unit) // a failure to write does not stop the work
	})
}
