package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"plotline/internal/usecase"
)

// bar shows on a terminal how far work is, and nothing elsewhere.
type bar struct {
	shown *progressbar.ProgressBar // nil where there is no terminal
	bytes bool                     // of what is read; else of what is done
	start time.Time
}

// newBar makes a bar of as many bytes as are to be read; −1 is not known, and then what is done is
// counted.
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
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSpinnerType(14))
	}
	return &bar{shown: progressbar.NewOptions64(size, options...), bytes: size > 0, start: time.Now()}
}

// under has the work tell the bar how far it is.
func (b *bar) under(ctx context.Context) context.Context {
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
		_ = b.shown.Set(done) // a bar that cannot be drawn is no failure of the work
	})
}

// over has the bar count what is read.
func (b *bar) over(r io.Reader) io.Reader {
	if b.shown == nil || !b.bytes {
		return r
	}
	read := progressbar.NewReader(r, b.shown)
	return &read
}

// end takes the bar off the screen.
func (b *bar) end() {
	if b.shown != nil {
		_ = b.shown.Clear()
	}
}
