package asking_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plotline/internal/usecase"
	"plotline/plans/asking"
)

// serving runs a server whose page answers questions of the workspace "w".
func serving(t *testing.T, dir string, answer asking.Asker) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		asking.New(dir, slog.New(slog.DiscardHandler)).Serve(ctx, func(workspace string) bool { return workspace == "w" }, answer)
	}()
	t.Cleanup(func() { stop(); <-ended })
	await(t, func() bool { _, err := os.Stat(filepath.Join(dir, "questions")); return err == nil })
}

func await(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come to be")
		}
	}
}

// left returns the number of questions in the folder.
func left(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "questions", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

func question() usecase.Question {
	return usecase.Question{About: "task", Message: "Rename?", Details: func(context.Context) (any, error) {
		return map[string]string{"taskId": "task"}, nil
	}}
}

// TestAsk checks that an answer from another process's page arrives, that questions of other workspaces
// are not shown, and that no file remains.
func TestAsk(t *testing.T) {
	t.Parallel()
	closed := usecase.ErrNoAsker
	for name, c := range map[string]struct {
		workspace string
		yes       bool
		err, want error
	}{
		"yes":                  {"w", true, nil, nil},
		"no":                   {"w", false, nil, nil},
		"the page is closed":   {"w", false, closed, closed},
		"of another workspace": {"other", true, nil, closed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			serving(t, dir, func(_ context.Context, workspace string, q usecase.Question) (bool, error) {
				if workspace != "w" || q.About != "task" || q.Message != "Rename?" {
					t.Errorf("%s is asked %+v", workspace, q)
				}
				return c.yes, c.err
			})
			yes, err := asking.New(dir, slog.New(slog.DiscardHandler)).Ask(t.Context(), c.workspace, question())
			if !errors.Is(err, c.want) || yes != (c.yes && c.want == nil) {
				t.Errorf("it says %t, %v", yes, err)
			}
			if n := left(t, dir); n != 0 {
				t.Errorf("%d questions are left", n)
			}
		})
	}
}

// TestNoServer checks that Ask fails and writes nothing if no server has run.
func TestNoServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := asking.New(dir, slog.New(slog.DiscardHandler)).Ask(t.Context(), "w", question()); !errors.Is(err, usecase.ErrNoAsker) {
		t.Errorf("got %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("it leaves %v, %v", entries, err)
	}
}

// TestAskerCancels checks that the page withdraws the question if its asker stops waiting.
func TestAskerCancels(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	asked, withdrawn := make(chan struct{}), make(chan struct{})
	serving(t, dir, func(ctx context.Context, _ string, _ usecase.Question) (bool, error) {
		close(asked)
		<-ctx.Done()
		close(withdrawn)
		return false, ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-asked; leave() }()
	if _, err := asking.New(dir, slog.New(slog.DiscardHandler)).Ask(ctx, "w", question()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-withdrawn
	await(t, func() bool { return left(t, dir) == 0 })
}

// TestQuestionOfDeadProcess checks that a question is removed without being shown if its process is
// dead.
func TestQuestionOfDeadProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const id = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"
	if err := os.MkdirAll(filepath.Join(dir, "questions", ".locks"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "questions", id+".question.json")
	if err := os.WriteFile(file, []byte(`{"id":"`+id+`","workspace":"w","message":"?"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	serving(t, dir, func(context.Context, string, usecase.Question) (bool, error) {
		t.Error("it is asked")
		return false, nil
	})
	await(t, func() bool { return left(t, dir) == 0 })
}
