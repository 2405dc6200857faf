package usecase_test

import (
	"context"
	"errors"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// TestPrecondition checks that the condition receives the current state and that its error becomes the use
// case's error.
func TestPrecondition(t *testing.T) {
	t.Parallel()
	changed := fault.New(fault.Conflict, "it has changed")
	condition := func(current any) error {
		if current != "seen" {
			return changed
		}
		return nil
	}
	ctx := usecase.WithPrecondition(t.Context(), condition)
	if err := usecase.Unchanged(ctx, func() any { return "seen" }); err != nil {
		t.Error(err)
	}
	if err := usecase.Unchanged(ctx, func() any { return "other" }); !errors.Is(err, changed) {
		t.Errorf("got %v", err)
	}
	if err := usecase.Unchanged(t.Context(), func() any { panic("nobody asked for the state") }); err != nil {
		t.Errorf("without a condition: %v", err)
	}
	b := newBench(0)
	_, err := usecase.Do(ctx, &b.Runner, someone, greet, ada, func(ctx context.Context, _ *usecase.Note) (string, error) {
		return "", usecase.Unchanged(ctx, func() any { return 7 })
	})
	if fault.CodeOf(err) != fault.Conflict || b.record(t).Outcome != "conflict" {
		t.Errorf("work under a condition gives %v", err)
	}
}
