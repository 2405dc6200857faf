//go:build unix

package plans_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"plotline/plans"
	"plotline/testing/kit/reexec"
)

// taskVariable makes this test binary run the task that it contains, and perhaps kill itself.
const taskVariable = "PLOTLINE_TEST_PLANS_TASK"

func TestMain(m *testing.M) {
	reexec.RunTask(taskVariable, func(k task) error { return k.do(context.Background()) })
	goleak.VerifyTestMain(m)
}

// task is what another process does with a plan.
type task struct {
	What  string // apply, undo, decide or add
	Base  string // parent of the data folder and the media folder
	Plan  string
	DieAt int // the step at which it kills itself; 0 means never
	Count int // number of entries to add
	Name  string
}

func (k task) do(ctx context.Context) error {
	s := plans.NewService(settings(k.Base))
	s.OnStep(reexec.KillAt(k.DieAt))
	var err error
	switch k.What {
	case "apply":
		_, err = s.Apply(ctx, person, plans.ApplyInput{TaskID: k.Plan, Sidecars: true, Complete: true})
	case "undo":
		_, err = s.Undo(ctx, person, plans.UndoInput{TaskID: k.Plan})
	case "decide":
		_, err = s.UpdatePlan(ctx, person, plans.UpdatePlanInput{PlanID: k.Plan, Status: plans.Rejected})
	case "add":
		for n := range k.Count {
			name := filepath.Join(k.Base, "media", fmt.Sprintf("%s %d.mkv", k.Name, n))
			_, err = s.AddRename(ctx, agent, plans.AddRenameInput{TaskID: k.Plan, From: name, To: name + ".new.mkv"})
			if err != nil {
				break
			}
		}
	}
	return err
}
