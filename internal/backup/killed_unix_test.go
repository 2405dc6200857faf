//go:build unix

package backup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"plotline/testing/kit/reexec"
)

// taskVariable makes this test binary restore a backup, and kill itself at a step.
const taskVariable = "PLOTLINE_TEST_RESTORE_TASK"

func TestMain(m *testing.M) {
	reexec.RunTask(taskVariable, task.run)
	os.Exit(m.Run())
}

// task is a restore, or the end of a killed one, and the step at which its process dies.
type task struct {
	Backup string // "" only settles
	Dir    string
	DieAt  int
}

func (k task) run() error {
	r := &restore{dir: k.Dir, renew: renew, step: reexec.KillAt(k.DieAt)}
	if k.Backup == "" {
		_, err := r.settle(tryLockDatabase)
		return err
	}
	_, err := r.run(context.Background(), k.Backup, knows)
	return err
}

// TestKilledRestore kills a restore at each step, and then also the process that settles it. Afterwards the folder is
// empty, or has all files. A repeated restore succeeds.
func TestKilledRestore(t *testing.T) {
	t.Parallel()
	from := newWorld(t)
	made := from.backUp(t)
	whole := from.restored()
	finished, undone := 0, 0
	for dieAt, more := 1, true; more; dieAt++ {
		for settleAt := 1; ; settleAt++ {
			dir := filepath.Join(t.TempDir(), "data")
			killed, err := reexec.Run(t.Context(), taskVariable, task{made, dir, dieAt})
			ok(t, err)
			if !killed {
				more = false
				break
			}
			again, err := reexec.Run(t.Context(), taskVariable, task{"", dir, settleAt})
			ok(t, err)
			_, err = Settle(dir)
			ok(t, err)
			got := readTree(t, dir)
			if len(got) == 0 {
				undone++
			} else {
				finished++
				same(t, fmt.Sprintf("killed at step %d and %d", dieAt, settleAt), got, whole)
			}
			if !again {
				if len(got) == 0 {
					_, err = Restore(t.Context(), made, dir, knows, renew)
					ok(t, err)
					same(t, "restored again", readTree(t, dir), whole)
				}
				break
			}
		}
	}
	if finished < 3 || undone < len(whole) {
		t.Errorf("%d restores were finished and %d undone", finished, undone)
	}
}

// TestRepeatedRestoreFinishes checks that the same command finishes a restore that was killed after the mark, and that the
// restore of another backup does not take its place.
func TestRepeatedRestoreFinishes(t *testing.T) {
	t.Parallel()
	from := newWorld(t)
	made := from.backUp(t)
	from.write(t, "plans/b.plan.json", "another plan")
	other := from.backUp(t)
	delete(from.files, "plans/b.plan.json")
	for dieAt := 1; ; dieAt++ {
		dir := t.TempDir()
		killed, err := reexec.Run(t.Context(), taskVariable, task{made, dir, dieAt})
		ok(t, err)
		if !killed {
			break
		}
		if _, err := os.Stat(filepath.Join(dir, restoring, mark)); err != nil {
			continue
		}
		elsewhere := t.TempDir()
		ok(t, os.CopyFS(elsewhere, os.DirFS(dir)))
		_, err = Restore(t.Context(), made, dir, knows, renew)
		ok(t, err)
		same(t, "finished", readTree(t, dir), from.restored())
		_, err = Restore(t.Context(), other, elsewhere, knows, renew)
		refuses(t, err, "is not empty")
		same(t, "finished before the other", readTree(t, elsewhere), from.restored())
	}
}
