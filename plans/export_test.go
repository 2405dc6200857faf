package plans

import (
	"context"
	"log/slog"
)

// OnStep sets a function that is called around every step of a rename that changes the disk, and where
// its outcome is half recorded.
func (s *Service) OnStep(step func(step string)) {
	s.step = step
	s.cfg.Logger = slog.New(stepHandler{s.cfg.Logger.Handler(), step})
	s.journals = s.newJournals()
}

// OnSystem makes the service behave as on another system, named as in runtime.GOOS.
func (s *Service) OnSystem(name string) { s.system = name }

// stepHandler calls a function with the step of each record that has one.
type stepHandler struct {
	slog.Handler

	step func(step string)
}

func (h stepHandler) Enabled(context.Context, slog.Level) bool { return true }

func (h stepHandler) Handle(ctx context.Context, record slog.Record) error {
	record.Attrs(func(a slog.Attr) bool {
		if a.Key == "step" {
			h.step(a.Value.String())
		}
		return true
	})
	if !h.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, record)
}

func (h stepHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return stepHandler{h.Handler.WithAttrs(attrs), h.step}
}

func (h stepHandler) WithGroup(name string) slog.Handler {
	return stepHandler{h.Handler.WithGroup(name), h.step}
}

// Decode and Encode read and write plan files.
var (
	Decode = decode
	Encode = (*Plan).encode
)

// The limits of the older tools, and of plan files.
const (
	KeepTasks = keepTasks
	KeepFor   = keepFor
	KeepBytes = keepBytes
	Largest   = largest
)

// SettleAll runs one round of the background work on episodes.
func (s *Service) SettleAll(ctx context.Context) error { return s.episodes.settleAll(ctx) }

// The limits of plans.
const (
	MaxOpen         = maxOpen
	MaxProblemBytes = maxProblemBytes
	TooManyProblems = tooManyProblems
)
