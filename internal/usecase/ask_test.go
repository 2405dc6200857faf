package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/usecase"
)

// TestAsk checks that the question reaches the asker in the context and that its answer is returned.
func TestAsk(t *testing.T) {
	t.Parallel()
	question := usecase.Question{ID: "1", Message: "Rename 2 files?"}
	refusal := errors.New("the page went away")
	for _, want := range []struct {
		yes bool
		err error
	}{{true, nil}, {false, nil}, {false, refusal}, {false, usecase.ErrNoAsker}} {
		ctx := usecase.WithAsker(t.Context(), func(_ context.Context, q usecase.Question) (bool, error) {
			if diff := cmp.Diff(question, q); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			return want.yes, want.err
		})
		yes, err := usecase.Ask(ctx, question)
		if yes != want.yes || !errors.Is(err, want.err) {
			t.Errorf("got %t, %v, want %t, %v", yes, err, want.yes, want.err)
		}
	}
}

// TestNobody checks that without an asker the answer is no, with ErrNoAsker.
func TestNobody(t *testing.T) {
	t.Parallel()
	if yes, err := usecase.Ask(t.Context(), usecase.Question{}); yes || !errors.Is(err, usecase.ErrNoAsker) {
		t.Errorf("got %t, %v", yes, err)
	}
}

// TestLastAskerIsUsed checks that an inner asker replaces an outer one.
func TestLastAskerIsUsed(t *testing.T) {
	t.Parallel()
	answering := func(ctx context.Context, yes bool) context.Context {
		return usecase.WithAsker(ctx, func(context.Context, usecase.Question) (bool, error) { return yes, nil })
	}
	if yes, err := usecase.Ask(answering(answering(t.Context(), false), true), usecase.Question{}); !yes || err != nil {
		t.Errorf("got %t, %v", yes, err)
	}
}

// TestAskIsNotAFailure checks that ErrAsking is returned unchanged, audited as its own outcome and not
// logged.
func TestAskIsNotAFailure(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"bare": usecase.ErrAsking, "wrapped": fmt.Errorf("the transport ends: %w", usecase.ErrAsking)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(0)
			var observed string
			b.Observe = func(_ usecase.Op, _, outcome string, _ time.Duration) { observed = outcome }
			out, got := usecase.Do(t.Context(), &b.Runner, someone, greet, ada, failing(err))
			if out != "" || got != err { //nolint:errorlint // the very one
				t.Errorf("got %q, %v", out, got)
			}
			if rec := b.record(t); rec.Outcome != "asking" || rec.RequestID != "" || observed != "asking" {
				t.Errorf("left %+v, observed %q", rec, observed)
			}
			if b.log.Len() > 0 {
				t.Errorf("it is logged: %s", b.log.String())
			}
		})
	}
}
