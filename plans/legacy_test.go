//go:build unix

package plans_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/plans"
	"plotline/testing/kit/tier"
)

// old begins a task of the older tools and adds the given entries.
func (w *world) old(t *testing.T, rows ...row) string {
	t.Helper()
	out, err := w.BeginOldRename(t.Context(), admin, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	for _, r := range rows {
		done, err := w.AddOldRename(t.Context(), admin, plans.AddRenameInput{TaskID: out.TaskID, From: w.at(r.from), To: w.at(r.to)})
		must(t, err)
		if !done.Success {
			t.Error("no success and no error")
		}
	}
	return out.TaskID
}

// answering returns a context whose client answers every question.
func answering(ctx context.Context, yes bool, err error) context.Context {
	return usecase.WithAsker(ctx, func(context.Context, usecase.Question) (bool, error) { return yes, err })
}

// paging returns a world with a page that answers every question.
func (w *world) paging(answer func(ctx context.Context, q usecase.Question) (bool, error)) *world {
	return w.with(func(c *plans.Config) {
		c.Ask = func(ctx context.Context, _ string, q usecase.Question) (bool, error) { return answer(ctx, q) }
	})
}

// TestOldRename checks that `end` asks an open page, or else the client. After a yes it renames as safely
// as apply. The task lives in memory.
func TestOldRename(t *testing.T) {
	t.Parallel()
	yes := func(context.Context, usecase.Question) (bool, error) { return true, nil }
	no := func(context.Context, usecase.Question) (bool, error) { return false, nil }
	nobody := func(context.Context, usecase.Question) (bool, error) { return false, usecase.ErrNoAsker }
	for name, c := range map[string]struct {
		page   func(ctx context.Context, q usecase.Question) (bool, error)
		client func(ctx context.Context) context.Context
		want   bool
	}{
		"the page says yes":                     {yes, nil, true},
		"the page says no":                      {no, func(ctx context.Context) context.Context { return answering(ctx, true, nil) }, false},
		"no page, the client says yes":          {nil, func(ctx context.Context) context.Context { return answering(ctx, true, nil) }, true},
		"no page is open, the client says no":   {nobody, func(ctx context.Context) context.Context { return answering(ctx, false, nil) }, false},
		"the page says yes, the client nothing": {yes, func(ctx context.Context) context.Context { return answering(ctx, false, nil) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "a.srt", "b.mkv")
			w.remember(t, row{path: "a.mkv", season: 1, episode: 1})
			if c.page != nil {
				w = w.paging(c.page)
			}
			id := w.old(t, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "c.mkv"})
			ctx := t.Context()
			if c.client != nil {
				ctx = c.client(ctx)
			}
			out, err := w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id})
			must(t, err)
			if !out.Success || out.Confirmed != c.want || out.Renamed == nil || out.Failed == nil || len(out.Failed) > 0 || len(out.Renamed) > 0 != c.want {
				t.Errorf("it says %+v", out)
			}
			if c.want {
				w.holds(t, map[string]string{"b.mkv": "a.mkv", "b.srt": "a.srt", "c.mkv": "b.mkv"})
				same(t, "the metadata say", map[string]string{"b.mkv": "[1,1]"}, w.remembered(t))
			} else {
				w.holds(t, as("a.mkv", "a.srt", "b.mkv"))
			}
			_, err = w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id})
			fails(t, err, fault.NotFound, "Task not found: "+id)
			list, err := w.ListPlans(t.Context(), admin, plans.ListInput{})
			must(t, err)
			if len(list.Plans) > 0 {
				t.Errorf("plans %v: the task lives in memory", list.Plans)
			}
		})
	}
}

// TestTheQuestion checks that the page gets the files and their problems, and that a client gets text.
func TestTheQuestion(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	var asked []usecase.Question
	w = w.paging(func(_ context.Context, q usecase.Question) (bool, error) { asked = append(asked, q); return false, nil })
	rows := append(make([]row, 0, 26), row{from: "a.mkv", to: "s/b.mkv"})
	for n := range 25 {
		rows = append(rows, row{from: fmt.Sprint("gone", n, ".mkv"), to: fmt.Sprint("new", n, ".mkv")})
	}
	_, err := w.EndOldRename(t.Context(), admin, plans.TaskInput{TaskID: w.old(t, rows...)})
	must(t, err)
	for _, words := range []string{"Rename 26 files in " + w.folder + "?", "\na.mkv → s/b.mkv\n", "\n… and 6 more"} {
		if !strings.Contains(asked[0].Message, words) {
			t.Errorf("the message %q does not say %q", asked[0].Message, words)
		}
	}
	shown, err := asked[0].Details(t.Context())
	must(t, err)
	if details := fmt.Sprintf("%s", shown); !strings.Contains(details, w.at("a.mkv")) || strings.Count(details, "does not exist") != 25 {
		t.Errorf("the page is shown %s", details)
	}
}

// TestNobodyToAsk checks the error if no one can be asked; the task remains. If the caller may not
// decide, its own client's answer does not count.
func TestNobodyToAsk(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.old(t, row{from: "a.mkv", to: "b.mkv"})
	_, err := w.EndOldRename(t.Context(), admin, plans.TaskInput{TaskID: id})
	refuses(t, err, fault.Conflict, "Nobody could be asked", "Nothing was renamed")
	_, err = w.EndOldRename(answering(t.Context(), true, nil), agent, plans.TaskInput{TaskID: id})
	refuses(t, err, fault.Conflict, "Nobody could be asked", "writer")
	_, err = w.EndOldRename(answering(t.Context(), false, usecase.ErrAsking), admin, plans.TaskInput{TaskID: id})
	if !errors.Is(err, usecase.ErrAsking) {
		t.Errorf("a transport that has to end its call gets %v", err)
	}
	w.holds(t, as("a.mkv"))
	_, err = w.EndOldRename(answering(t.Context(), true, nil), admin, plans.TaskInput{TaskID: id})
	must(t, err)
	w.holds(t, map[string]string{"b.mkv": "a.mkv"})
}

// TestNoAnswer checks that a person has at most five minutes to answer.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.old(t, row{from: "a.mkv", to: "b.mkv"})
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx := usecase.WithAsker(t.Context(), func(ctx context.Context, _ usecase.Question) (bool, error) {
			<-ctx.Done()
			return false, ctx.Err()
		})
		_, err := w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id})
		refuses(t, err, fault.Timeout, "Nobody answered within five minutes")
		if waited := time.Since(start); waited != 5*time.Minute {
			t.Errorf("it waited %s", waited)
		}
		gone, leave := context.WithCancel(ctx)
		go func() { time.Sleep(time.Minute); leave() }()
		_, err = w.EndOldRename(gone, admin, plans.TaskInput{TaskID: id})
		refuses(t, err, fault.Cancelled, "Request was aborted")
	})
	w.holds(t, as("a.mkv"))
}

// TestConcurrentAdd checks that files added after the question are not renamed.
func TestConcurrentAdd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	id := w.old(t, row{from: "a.mkv", to: "1.mkv"})
	var questions []string
	ctx := usecase.WithAsker(t.Context(), func(ctx context.Context, q usecase.Question) (bool, error) {
		if questions = append(questions, q.ID); len(questions) == 1 {
			_, err := w.AddOldRename(ctx, admin, plans.AddRenameInput{TaskID: id, From: w.at("b.mkv"), To: w.at("2.mkv")})
			must(t, err)
		}
		return true, nil
	})
	_, err := w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id})
	refuses(t, err, fault.Conflict, "Files were added to the task")
	w.holds(t, as("a.mkv", "b.mkv"))
	out, err := w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id})
	must(t, err)
	if len(out.Renamed) != 2 || questions[0] == questions[1] {
		t.Errorf("renamed %v, asked %v", out.Renamed, questions)
	}
}

// TestOldFailures checks that either all files are renamed or none, and that each failed file is listed
// with a reason.
func TestOldFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "taken.mkv")
	id := w.old(t, row{from: "a.mkv", to: "new.mkv"}, row{from: "b.mkv", to: "taken.mkv"}, row{from: "gone.mkv", to: "x.mkv"})
	out, err := w.EndOldRename(answering(t.Context(), true, nil), admin, plans.TaskInput{TaskID: id})
	must(t, err)
	if out.Success || !out.Confirmed || len(out.Renamed) != 0 || len(out.Failed) != 3 {
		t.Fatalf("it says %+v", out)
	}
	for i, words := range []string{"Plan cannot be applied", `"` + w.at("taken.mkv") + `" already exists`, `"` + w.at("gone.mkv") + `" does not exist`} {
		if !strings.Contains(out.Failed[i].Error, words) {
			t.Errorf("of %s it says %q, not %q", out.Failed[i].Path, out.Failed[i].Error, words)
		}
	}
	w.holds(t, as("a.mkv", "b.mkv", "taken.mkv"))
}

// TestOldRefusals checks that the validation is the same as for V2, and the errors for a task that is
// unknown, empty or of another workspace.
func TestOldRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.old(t)
	_, err := w.EndOldRename(t.Context(), admin, plans.TaskInput{TaskID: id})
	fails(t, err, fault.InvalidArgument, "No files in task")
	for _, c := range []struct {
		in   plans.AddRenameInput
		code fault.Code
		text string
	}{
		{plans.AddRenameInput{TaskID: id, From: "a", To: w.at("b.mkv")}, fault.InvalidArgument, `Source path "a" is abnormal`},
		{plans.AddRenameInput{TaskID: id, From: w.at("a.mkv"), To: "/b"}, fault.PermissionDenied, `Target path "/b" is outside the media folder "` + w.folder + `"`},
		{plans.AddRenameInput{TaskID: unknown, From: w.at("a.mkv"), To: w.at("b.mkv")}, fault.NotFound, "Task not found: " + unknown},
	} {
		_, err := w.AddOldRename(t.Context(), admin, c.in)
		fails(t, err, c.code, c.text)
	}
	add := plans.AddRenameInput{TaskID: strings.ToUpper(id), From: w.at("a.mkv"), To: w.at("b.mkv")}
	_, err = w.AddOldRename(t.Context(), otherTenant, add)
	fails(t, err, fault.NotFound, "Task not found: "+add.TaskID)
	_, err = w.AddOldRename(t.Context(), admin, add)
	must(t, err)
	add.To = w.at("c.mkv")
	_, err = w.AddOldRename(t.Context(), admin, add)
	fails(t, err, fault.AlreadyExists, fmt.Sprintf(`Source file "%s" appears multiple times in the batch`, w.at("a.mkv")))
	_, err = w.AddRename(t.Context(), admin, add) // unknown to V2
	fails(t, err, fault.NotFound, "Task not found: "+add.TaskID)
	must(t, os.Remove(w.at("a.mkv")))
	w.holds(t, as())
}

// TestConcurrentOldEnds checks that only one of two concurrent calls renames, though both ask.
func TestConcurrentOldEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.old(t, row{from: "a.mkv", to: "b.mkv"})
	var asked, all sync.WaitGroup
	asked.Add(2)
	ctx := usecase.WithAsker(t.Context(), func(context.Context, usecase.Question) (bool, error) {
		asked.Done()
		asked.Wait()
		return true, nil
	})
	errs := make([]error, 2)
	for i := range errs {
		all.Go(func() { _, errs[i] = w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id}) })
	}
	all.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Fatalf("they get %v", errs)
	}
	fails(t, errors.Join(errs...), fault.NotFound, "Task not found: "+id)
	w.holds(t, map[string]string{"b.mkv": "a.mkv"})
}

// TestOldTasksAreBounded checks that each workspace drops its least recently used task if it has too
// many, and tasks older than a day.
func TestOldTasksAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	clock := newClock()
	w = w.with(func(c *plans.Config) { c.Now = clock.look; c.Logger = slog.New(slog.DiscardHandler) })
	others, err := w.BeginOldRename(t.Context(), otherTenant, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	first, second := w.old(t), w.old(t)
	for range plans.KeepTasks - 2 {
		w.old(t)
	}
	add := func(by audit.Caller, task, from string) error {
		_, err := w.AddOldRename(t.Context(), by, plans.AddRenameInput{TaskID: task, From: w.at(from), To: w.at("z" + from)})
		return err
	}
	must(t, add(admin, first, "a.mkv")) // so that the second is the least recently used
	w.old(t)
	fails(t, add(admin, second, "a.mkv"), fault.NotFound, "Task not found: "+second)
	must(t, add(admin, first, "b.mkv"))
	must(t, add(otherTenant, others.TaskID, "a.mkv"))
	clock.now = clock.now.Add(plans.KeepFor)
	w.old(t)
	fails(t, add(admin, first, "c.mkv"), fault.NotFound, "Task not found: "+first)
	must(t, add(otherTenant, others.TaskID, "b.mkv"))
}

// TestOldTasksAreBoundedInBytes checks that other tasks of the workspace are dropped first, and that a
// task then takes no more entries.
func TestOldTasksAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	tier.Full(t) // fills the limit with the longest names
	w := newWorld(t)
	other, id := w.old(t), w.old(t)
	var held int
	name := strings.Repeat(strings.Repeat("x", 240)+"/", 8)
	for n := 0; ; n++ {
		from, to := w.at(fmt.Sprint(name, n, ".mkv")), w.at(fmt.Sprint(name, n, "z.mkv"))
		_, err := w.AddOldRename(t.Context(), admin, plans.AddRenameInput{TaskID: id, From: from, To: to})
		if err != nil {
			refuses(t, err, fault.TooLarge, "beginRenameFilesTaskV2")
			break
		}
		if held += len(from) + len(to); held > plans.KeepBytes {
			t.Fatalf("a task holds %d bytes", held)
		}
	}
	_, err := w.EndOldRename(t.Context(), admin, plans.TaskInput{TaskID: other})
	fails(t, err, fault.NotFound, "Task not found: "+other)
	_, err = w.BeginOldRename(t.Context(), otherTenant, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
}

// TestAskedTasksAreKept checks that a task is not dropped while a person is asked about it.
func TestAskedTasksAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.old(t, row{from: "a.mkv", to: "b.mkv"})
	ctx := usecase.WithAsker(t.Context(), func(context.Context, usecase.Question) (bool, error) {
		for range plans.KeepTasks + 1 {
			w.old(t) //nolint:contextcheck // which has the context of the test
		}
		return true, nil
	})
	_, err := w.EndOldRename(ctx, admin, plans.TaskInput{TaskID: id})
	must(t, err)
	w.holds(t, map[string]string{"b.mkv": "a.mkv"})
}
