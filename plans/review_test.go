//go:build unix

package plans_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/plans"
)

// TestUpdatePlan checks that only a pending plan can be updated, also before its end, and that only the
// status changes.
func TestUpdatePlan(t *testing.T) {
	t.Parallel()
	for _, status := range []plans.Status{plans.Completed, plans.Rejected} {
		for _, ended := range []bool{true, false} {
			w := newWorld(t, "a.mkv")
			id := w.begun(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
			if ended {
				_, err := w.end(t, id, plans.Rename)
				must(t, err)
			}
			before := w.view(t, id).Plan
			must(t, w.decide(t, id, status, "  because  "))
			after := w.view(t, id).Plan
			if after.Status != status || after.Reason != "because" || after.AppliedAt != nil {
				t.Errorf("it is %+v", after)
			}
			before.Status, before.Reason = after.Status, after.Reason
			if len(after.Files) != 1 || *after.CreatedAt != *before.CreatedAt || (after.ReadyAt == nil) != (before.ReadyAt == nil) {
				t.Errorf("more than the status changed: %+v", after)
			}
			w.holds(t, as("a.mkv"))
			for _, again := range []plans.Status{plans.Completed, plans.Rejected} {
				fails(t, w.decide(t, id, again, ""), fault.Conflict, "Plan cannot be updated: status is "+string(status))
			}
		}
	}
}

// TestUpdatePlanRefuses checks for `Plan not found: <id>`, for invalid_argument with another status, and
// that an applied plan can be completed but not rejected.
func TestUpdatePlanRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	for _, id := range []string{unknown, "no uuid", ""} {
		fails(t, w.decide(t, id, plans.Rejected, ""), fault.NotFound, "Plan not found: "+id)
	}
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	_, err := w.UpdatePlan(t.Context(), otherTenant, plans.UpdatePlanInput{PlanID: id, Status: plans.Rejected})
	fails(t, err, fault.NotFound, "Plan not found: "+id)
	for _, status := range []plans.Status{plans.Pending, "done", ""} {
		refuses(t, w.decide(t, id, status, ""), fault.InvalidArgument, "status must be one of rejected, completed")
	}
	_, err = w.apply(t, id, pending)
	must(t, err)
	refuses(t, w.decide(t, id, plans.Rejected, ""), fault.Conflict, "it was applied")
	must(t, w.decide(t, id, plans.Completed, "good"))
	if p := w.view(t, id).Plan; p.Status != plans.Completed || p.Reason != "good" || p.AppliedAt == nil {
		t.Errorf("it is %+v", p)
	}
}

// TestConcurrentDecisionsOneWins checks that one of several concurrent decisions, in several processes, succeeds. The others
// are a conflict.
func TestConcurrentDecisionsOneWins(t *testing.T) {
	withBothTasks(t, func(t *testing.T, task plans.Task) {
		t.Helper()
		w := newWorld(t, "a.mkv")
		w = w.with(func(c *plans.Config) { c.Memory = nil })
		other := w.with(func(*plans.Config) {})
		id := w.ready(t, task, rowOf(task, "a.mkv"))
		deciders := []func() error{
			func() error { return w.decide(t, id, plans.Completed, "") },
			func() error { return other.decide(t, id, plans.Rejected, "") },
			func() error { _, err := w.apply(t, id); return err },
			func() error { _, err := other.apply(t, id); return err },
		}
		errs := make([]error, 4*len(deciders))
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { errs[i] = deciders[i%len(deciders)]() })
		}
		all.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else if fault.CodeOf(err) != fault.Conflict {
				t.Errorf("a loser got %v", err)
			}
		}
		if won != 1 {
			t.Errorf("%d won", won)
		}
		p := w.view(t, id).Plan
		if moved := len(w.files(t)["new a.mkv"]) > 0; task == plans.Rename && moved != (p.AppliedAt != nil) {
			t.Errorf("the file moved: %t, and the plan is %+v", moved, p)
		}
	})
}

// TestConcurrentDecisionTimesOut checks that a decision waits only for a limited time for another one.
func TestConcurrentDecisionTimesOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	release, err := durable.Lock(t.Context(), w.shelf+"/.locks/"+id+".decision.lock")
	must(t, err)
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = w.Apply(ctx, person, plans.ApplyInput{TaskID: id})
	if fault.CodeOf(err) != fault.Cancelled {
		t.Errorf("who left gets %v", err)
	}
	_, err = w.apply(t, id)
	refuses(t, err, fault.Conflict, "Another user is deciding")
	w.holds(t, as("a.mkv"))
	if errors.Is(w.decide(t, unknown, plans.Completed, ""), context.DeadlineExceeded) {
		t.Error("an unknown plan waits")
	}
}

// TestLists checks the lists. getPendingPlans has every pending plan by kind, ended or not.
// list-pending-plans filters by task, the list of plans by task and status. All are ordered by createdAt
// and omit other workspaces.
func TestLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	begun := w.begun(t, plans.Rename)
	recognition := w.ready(t, plans.Recognise, row{path: "a.mkv"})
	rename := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	rejected := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	must(t, w.decide(t, rejected, plans.Rejected, ""))
	done := w.ready(t, plans.Recognise, row{path: "a.mkv"})
	must(t, w.decide(t, done, plans.Completed, ""))
	_, err := w.BeginRename(t.Context(), otherTenant, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)

	for _, c := range []struct {
		in   plans.ListInput
		want []string
	}{
		{plans.ListInput{}, []string{begun, recognition, rename, rejected, done}},
		{plans.ListInput{Task: plans.Rename}, []string{begun, rename, rejected}},
		{plans.ListInput{Status: plans.Pending}, []string{begun, recognition, rename}},
		{plans.ListInput{Status: plans.Rejected}, []string{rejected}},
		{plans.ListInput{Task: plans.Recognise, Status: plans.Completed}, []string{done}},
		{plans.ListInput{Task: plans.Recognise, Status: plans.Rejected}, []string{}},
	} {
		out, err := w.ListPlans(t.Context(), person, c.in)
		must(t, err)
		same(t, string(c.in.Task+" ")+string(c.in.Status), c.want, ids(out.Plans))
	}
	for task, want := range map[plans.Task][]string{
		"": {begun, recognition, rename}, plans.Rename: {begun, rename}, plans.Recognise: {recognition},
	} {
		out, err := w.ListPending(t.Context(), agent, plans.ListPendingInput{Task: task})
		must(t, err)
		same(t, "list-pending-plans "+string(task), want, ids(out.Plans))
	}
	out, err := w.PendingPlans(t.Context(), person, plans.PendingPlansInput{})
	must(t, err)
	same(t, "data", []string{recognition}, ids(out.Data))
	same(t, "renamePlans", []string{begun, rename}, ids(out.RenamePlans))
	_, err = w.ListPlans(t.Context(), person, plans.ListInput{Task: "other"})
	refuses(t, err, fault.InvalidArgument, "task must be one of")
}

// TestEmptyLists checks that empty lists are lists and not null.
func TestEmptyLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out, err := w.PendingPlans(t.Context(), person, plans.PendingPlansInput{})
	must(t, err)
	if out.Data == nil || out.RenamePlans == nil {
		t.Errorf("got %+v", out)
	}
	p := w.view(t, w.begin(t, plans.Rename))
	if p.Plan.Files == nil || p.Problems == nil || p.ProblemRows == nil {
		t.Errorf("got %+v", p)
	}
}

func ids(list []plans.Plan) []string {
	found := make([]string, 0, len(list))
	for _, p := range list {
		found = append(found, p.ID)
	}
	return found
}
