//go:build unix

package plans_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"plotline/internal/fault"
	"plotline/plans"
)

// shelve writes a plan into a folder of the data folder.
func (w *world) shelve(t *testing.T, inside, id string, raw []byte) {
	t.Helper()
	other := *w
	other.shelf = filepath.Join(w.config.DataDir, inside)
	other.write(t, id, string(raw))
}

// TestPlansAreSeparateByWorkspace checks that a plan in the folder of another workspace belongs to
// neither, and that broken folders of other workspaces do not affect a list.
func TestPlansAreSeparateByWorkspace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	own := w.ready(t, plans.Rename, row{from: "a.mkv", to: "x.mkv"})
	dir := filepath.Join(w.config.DataDir, "workspaces", otherTenant.Workspace, "plans")
	raw, err := os.ReadFile(w.planFile(own))
	must(t, err)
	w.shelve(t, filepath.Join("workspaces", otherTenant.Workspace, "plans"), own, raw)
	out, err := w.ListPlans(t.Context(), otherTenant, plans.ListInput{})
	must(t, err)
	same(t, "plans of the other tenant", 0, len(out.Plans))
	_, err = w.GetPlan(t.Context(), otherTenant, plans.TaskInput{TaskID: own})
	fails(t, err, fault.NotFound, "Plan not found: "+own)
	must(t, os.RemoveAll(dir)) // a folder that cannot be listed
	must(t, os.WriteFile(dir, nil, 0o600))
	out, err = w.ListPlans(t.Context(), person, plans.ListInput{})
	must(t, err)
	same(t, "own plans", []string{own}, ids(out.Plans))
	if _, err := w.ListPlans(t.Context(), otherTenant, plans.ListInput{}); fault.CodeOf(err) != fault.Unavailable {
		t.Errorf("a folder that is a file: %v", err)
	}
	must(t, w.decide(t, own, plans.Rejected, ""))
	w.running(t)
	same(t, "episodes", 1, len(w.story(t, agent).episodes))
}

// TestWatchSeesEveryWorkspace checks that Watch reports all workspaces, also new ones, and the path of
// the file.
func TestWatchSeesEveryWorkspace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	changes := w.watching(t)
	changes.started(t, w)
	for _, by := range []string{"later", "default"} {
		caller := admin
		caller.Workspace = by
		out, err := w.BeginRename(t.Context(), caller, plans.BeginInput{MediaFolderPath: w.folder})
		must(t, err)
		file := filepath.Join(w.config.DataDir, "plans", out.TaskID+".plan.json")
		if by != "default" {
			file = filepath.Join(w.config.DataDir, "workspaces", by, "plans", out.TaskID+".plan.json")
		}
		changes.next(t, out.TaskID, "pending in "+file+" of "+by)
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}

// TestDecisionLeavesOtherWorkspaces checks that a decision leaves interrupted operations of other
// workspaces alone, unless they are in the same media folder. A start settles all.
func TestDecisionLeavesOtherWorkspaces(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		w, interrupted := interruptedScene(t)
		other := *w
		other.folder = filepath.Join(w.base, "elsewhere")
		if shared {
			other.folder = w.folder
		}
		must(t, os.MkdirAll(other.folder, 0o750))
		decided, err := other.BeginRename(t.Context(), otherTenant, plans.BeginInput{MediaFolderPath: other.folder})
		must(t, err)
		before := w.journals(t)
		_, err = other.UpdatePlan(t.Context(), otherTenant, plans.UpdatePlanInput{PlanID: decided.TaskID, Status: plans.Rejected})
		must(t, err)
		if after := w.journals(t); slices.Equal(before, after) == shared {
			t.Errorf("in the same folder %t: journals before %v, after %v", shared, before, after)
		}
		must(t, w.Recover(t.Context(), otherTenant.Workspace))
		if after := w.journals(t); !shared && !slices.Equal(before, after) {
			t.Errorf("journals before %v, after %v", before, after)
		}
		ctx, stop := context.WithCancel(t.Context())
		var over sync.WaitGroup
		over.Go(func() { w.Run(ctx) })
		for deadline := time.Now().Add(patience); len(w.journals(t)) > 0 && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		stop()
		over.Wait()
		w.agree(t, interrupted, "apply")
	}
}

// interruptedScene returns a world in which a process was killed during an apply.
func interruptedScene(t *testing.T) (*world, string) {
	t.Helper()
	for n := 3; ; n++ {
		w, id := scene(t)
		died, err := (task{What: "apply", Base: w.base, Plan: id, DieAt: n}).start(t)
		must(t, err)
		if !died {
			t.Fatal("no step leaves a journal")
		}
		if len(w.journals(t)) > 0 {
			return w, id
		}
	}
}

// journals lists the running and interrupted operations.
func (w *world) journals(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.config.DataDir, "plans", ".journal", "*.journal.json"))
	must(t, err)
	return found
}
