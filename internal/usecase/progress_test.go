package usecase_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/usecase"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	usecase.Report(t.Context(), 1, 2, "to nobody")

	type report struct {
		Done, Total int
		Message     string
	}
	var got []report
	ctx := usecase.WithProgress(t.Context(), func(_ context.Context, done, total int, message string) {
		got = append(got, report{done, total, message})
	})
	b := newBench(0)
	_, err := usecase.Do(ctx, &b.Runner, someone, greet, ada, func(ctx context.Context, _ *usecase.Note) (string, error) {
		usecase.Report(ctx, 1, 2, "half")
		usecase.Report(ctx, 7, 0, "on the way")
		return "", nil
	})
	if diff := cmp.Diff([]report{{1, 2, "half"}, {7, 0, "on the way"}}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
