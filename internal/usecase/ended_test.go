package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// waiting returns work that waits for the end of its context and then returns an error as a store might.
func waiting(answer func(ended error) error) func(context.Context, *usecase.Note) (string, error) {
	return func(ctx context.Context, _ *usecase.Note) (string, error) {
		<-ctx.Done()
		return "", answer(ctx.Err())
	}
}

// TestContextErrorReason checks that the client learns why the context ended, even if a store returns an
// error of its own. The log has the store's error.
func TestContextErrorReason(t *testing.T) {
	t.Parallel()
	const late = "The time limit ran out before the work was done; ask for less, or try again"
	stores := map[string]struct {
		answer func(ended error) error
		logged string
	}{
		"marked":              {func(ended error) error { return fault.Database(ended) }, "context"},
		"interrupted, marked": {func(error) error { return fault.Database(errors.New("interrupted (9)")) }, "interrupted (9)"},
		"as it is":            {func(ended error) error { return ended }, "context"},
		"wrapped":             {func(ended error) error { return fmt.Errorf("query: %w", ended) }, "query"},
		"interrupted":         {func(error) error { return errors.New("interrupted (9)") }, "interrupted (9)"},
		"unavailable":         {func(error) error { return fault.New(fault.Unavailable, "connection reset") }, "connection reset"},
		"mixed up":            {func(error) error { return context.Canceled }, "context canceled"},
		"in doubt": {func(error) error {
			return fault.New(fault.Unavailable, "lost").Because(fault.ErrOutcomeUnknown)
		}, "lost"},
		"upside down": {func(error) error { return fault.New(fault.Timeout, "pool") }, "pool"},
	}
	callers := map[string]struct {
		timeout time.Duration
		leave   func(ctx context.Context) (context.Context, context.CancelFunc)
		code    fault.Code
		details string
	}{
		"our limit ran out": {time.Second, context.WithCancel, fault.Timeout, late},
		"the caller's limit ran out": {time.Hour, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Second)
		}, fault.Timeout, late},
		"the caller left": {time.Hour, leaving, fault.Cancelled, "Request was aborted"},
		"the caller left, without a limit by Plotline": {0, leaving, fault.Cancelled, "Request was aborted"},
	}
	for who, caller := range callers {
		for how, store := range stores {
			t.Run(who+", "+how, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					b := newBench(caller.timeout)
					ctx, cancel := caller.leave(t.Context())
					defer cancel()
					_, err := usecase.Do(ctx, &b.Runner, someone, greet, ada, waiting(store.answer))
					got := fault.From(err)
					want, title := caller.details, caller.code.Title()
					if strings.HasSuffix(how, "marked") && caller.code == fault.Timeout {
						want, title = fault.DatabaseTimeout, "Database operation failed"
					}
					if how == "in doubt" {
						want = caller.code.Title() + ": " + fault.ErrOutcomeUnknown.Error()
					}
					if got.Code != caller.code || got.Details != want {
						t.Errorf("got %s %q, want %s %q", got.Code, got.Details, caller.code, want)
					}
					if got.Title() != title {
						t.Errorf("title = %q, want %q", got.Title(), title)
					}
					if rec := b.record(t); rec.Outcome != string(caller.code) {
						t.Errorf("outcome = %q", rec.Outcome)
					}
					if logged := b.log.String(); caller.code == fault.Timeout && !strings.Contains(logged, store.logged) {
						t.Errorf("the log does not hold what the store said: %s", logged)
					}
				})
			})
		}
	}
}

func leaving(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(time.Second, cancel)
	return ctx, cancel
}

// TestErrorAfterDeadline checks that an error about the request is kept even if the context ended
// meanwhile.
func TestErrorAfterDeadline(t *testing.T) {
	t.Parallel()
	for _, code := range fault.Codes() {
		b := newBench(0)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := usecase.Do(ctx, &b.Runner, someone, greet, ada, failing(fault.New(code, "verdict")))
		want := code
		switch code { //nolint:exhaustive // what the context itself may have caused
		case fault.Internal, fault.Unavailable, fault.Timeout, fault.Cancelled:
			want = fault.Cancelled
		}
		if got := fault.CodeOf(err); got != want {
			t.Errorf("%s after the end: %s, want %s", code, got, want)
		}
	}
}

// TestSuccessAfterDeadline checks that completed work counts as a success even if the client has left.
func TestSuccessAfterDeadline(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	ctx, cancel := context.WithCancel(t.Context())
	got, err := usecase.Do(ctx, &b.Runner, someone, greet, ada, func(context.Context, *usecase.Note) (string, error) {
		cancel()
		return "done", nil
	})
	if got != "done" || err != nil || b.record(t).Outcome != "ok" {
		t.Errorf("Do = %q, %v", got, err)
	}
}

func TestNoLimit(t *testing.T) {
	t.Parallel()
	b := newBench(0)
	_, err := usecase.Do(t.Context(), &b.Runner, someone, greet, ada, func(ctx context.Context, _ *usecase.Note) (string, error) {
		if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) < time.Second {
			t.Errorf("without a limit the work has until %v", deadline)
		}
		return "", nil
	})
	if err != nil {
		t.Error(err)
	}
}
