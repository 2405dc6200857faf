//go:build unix

package renames_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/plans/renames"
	"plotline/testing/kit/reexec"
	"plotline/testing/kit/tier"
)

// taskVariable makes this test binary run the task that it contains, and perhaps kill itself.
const taskVariable = "PLOTLINE_TEST_RENAMES_TASK"

func TestMain(m *testing.M) {
	reexec.RunTask(taskVariable, func(todo task) error { return todo.do(reexec.KillAt(todo.DieAt)) })
	os.Exit(m.Run())
}

// task is what a process does, and the step at which it dies.
type task struct {
	What  string // apply, undo or recover
	ID    string
	Base  string // parent of the media folder, the journals and the committed file
	Moves []renames.Move
	Keep  []string // the videos that an undo leaves
	Mover string   // one of renames.Movers
	DieAt int
	// Refuse makes commit fail, so that the operation is rolled back.
	Refuse bool
}

func (k task) folder() string    { return filepath.Join(k.Base, "media") }
func (k task) committed() string { return filepath.Join(k.Base, "committed") }

// journals returns the journals of the task. step is also called by commit.
func (k task) journals(step func(string)) *renames.Journals {
	return renames.New(filepath.Join(k.Base, "journals"), slog.New(slog.DiscardHandler),
		renames.WithStep(step), renames.WithMover(renames.Movers()[k.Mover]))
}

// commit records the outcome durably, like a plan's file.
func (k task) commit(step func(string)) renames.Commit {
	return func(_ context.Context, done renames.Outcome) error {
		step("before commit")
		defer step("after commit")
		if k.Refuse {
			return errRefused
		}
		text := "applied"
		if done.Undo {
			text = "undone"
		}
		return durable.Write(k.committed(), []byte(text), 0o600)
	}
}

var errRefused = errors.New("refused")

func (k task) do(step func(string)) error {
	ctx := context.Background()
	j, commit := k.journals(step), k.commit(step)
	switch k.What {
	case "apply":
		return k.expected(j.Apply(ctx, renames.Request{ID: k.ID, Folder: k.folder(), Moves: k.Moves}, commit))
	case "undo":
		return k.expected(j.Undo(ctx, k.ID, k.Keep, nil, commit))
	default:
		all, err := j.RecoverAll(ctx, commit)
		for _, one := range all {
			err = errors.Join(err, one.Err)
		}
		return err
	}
}

// expected removes the error that the task should have.
func (k task) expected(err error) error {
	if k.Refuse && errors.Is(err, errRefused) {
		return nil
	}
	return err
}

// kill runs a task in a process that kills itself at a step, and reports whether it did.
func kill(t *testing.T, k task) (died bool) {
	t.Helper()
	died, err := reexec.Run(t.Context(), taskVariable, k)
	must(t, err)
	return died
}

// errDied is the panic value that ends a task without ending the process.
var errDied = errors.New("died")

// drop runs a task and abandons it at a step, like a crash. Only its locks are released.
func drop(t *testing.T, k task) (died bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			if r != errDied { //nolint:errorlint // a panic's value
				panic(r)
			}
			died = true
		}
	}()
	steps := 0
	must(t, k.do(func(string) {
		if steps++; steps == k.DieAt {
			panic(errDied)
		}
	}))
	return false
}

// many returns an operation with all kinds of moves.
func many() scenario {
	moves := []renames.Move{
		move("a", "b"), move("b", "a"), // a swap
		move("c", "d"), move("d", "e"), // a chain
		move("f", "g"), move("g", "h"), move("h", "f"), // a rotation
		move("one.mkv", "n/m/one.mkv"), {From: "one.srt", To: "n/m/one.srt", Sidecar: true}, // new folders
	}
	files := tree{"bystander": "stays", "n.txt": "stays"}
	for i, m := range moves {
		files[m.From] = fmt.Sprint("content ", i)
	}
	return scenario{files, moves}
}

// small returns an operation that is small enough for thousands of runs.
func small() scenario {
	return scenario{tree{"a": "1", "b": "2", "s": "s"}, []renames.Move{move("a", "b"), move("b", "n/a")}}
}

// planted prepares the files for a task. Before an undo, it applies the moves.
func planted(t *testing.T, s scenario, k task) task {
	t.Helper()
	k.Base = quickDir(t)
	return plantedAt(t, s, k)
}

func plantedAt(t *testing.T, s scenario, k task) task {
	t.Helper()
	k.ID, k.Moves = planID, s.moves
	plant(t, k.folder(), s.before)
	if k.What == "undo" {
		first := k
		first.What, first.Refuse = "apply", false
		must(t, first.do(func(string) {}))
	}
	return k
}

// everyStep interrupts a task at its first step, at its second, and so on to the end, and recovers each
// time. prepare creates each task. It returns the number of steps. The first tier tests every fourth
// step, from an offset that differs between tests, so its count may be up to three too high.
func everyStep(t *testing.T, s scenario, cut func(*testing.T, task) bool, prepare func() task) int {
	t.Helper()
	stride := tier.Pick(4, 1)
	for n := 1 + len(t.Name())%stride; ; n += stride {
		k := prepare()
		k.DieAt = n
		died := cut(t, k)
		recovered(t, k)
		settled(t, s, k)
		if t.Failed() {
			t.Fatalf("cut off at step %d", n)
		}
		if !died {
			return n - 1
		}
	}
}

func recovered(t *testing.T, k task) {
	t.Helper()
	k.What, k.Refuse = "recover", false
	must(t, k.do(func(string) {}))
}

// settled checks that all files are at the old names or all at the new, as recorded, and that no journal
// is left. It also checks that the plan can be used again.
func settled(t *testing.T, s scenario, k task) {
	t.Helper()
	raw, err := os.ReadFile(k.committed())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	want, next := s.before, "apply"
	if string(raw) == "applied" {
		want, next = s.before.moved(s.moves), "undo"
	}
	compare := func(want tree) {
		t.Helper()
		if diff := cmp.Diff(want, look(t, k.folder())); diff != "" {
			t.Errorf("%q is recorded (-want +got):\n%s", raw, diff)
		}
		if left, _ := filepath.Glob(filepath.Join(k.Base, "journals", "*.journal.json")); len(left) > 0 {
			t.Errorf("%q is recorded, and there is %v", raw, left)
		}
	}
	compare(want)
	if t.Failed() {
		return
	}
	k.What, k.Refuse = next, false
	must(t, k.do(func(string) {}))
	if next == "apply" {
		compare(s.before.moved(s.moves))
	} else {
		compare(s.before)
	}
}

// TestKilled checks that a recovery settles an apply or undo that is killed at any step.
func TestKilled(t *testing.T) {
	t.Parallel()
	s := many()
	for _, what := range []string{"apply", "undo"} {
		for _, refuse := range []bool{false, true} {
			t.Run(fmt.Sprint(what, " refused ", refuse), func(t *testing.T) {
				t.Parallel()
				steps := everyStep(t, s, kill, func() task {
					return planted(t, s, task{What: what, Mover: "own", Refuse: refuse})
				})
				if steps < 4*len(s.moves) {
					t.Errorf("only %d steps", steps)
				}
			})
		}
	}
}

// TestKilledInUndoOfSome checks that an undo of some files is settled too, if it is killed at any step: all others have
// their old names, or none.
func TestKilledInUndoOfSome(t *testing.T) {
	t.Parallel()
	s := many()
	keep := []string{"one.mkv", "f", "g", "h"}
	all, some := s.before.moved(s.moves), s.before.moved(s.moves[len(s.moves)-5:]) // the rotation, the video and its sidecar
	stride := tier.Pick(4, 1)
	for n := 2; ; n += stride {
		k := planted(t, s, task{What: "undo", Mover: "own", Keep: keep})
		k.DieAt = n
		died := kill(t, k)
		recovered(t, k)
		raw, err := os.ReadFile(k.committed())
		must(t, err)
		if string(raw) == "applied" {
			holds(t, k.folder(), all)
			k.DieAt = 0
			must(t, k.do(func(string) {}))
		}
		holds(t, k.folder(), some)
		if t.Failed() {
			t.Fatalf("cut off at step %d", n)
		}
		if !died {
			return
		}
	}
}

// TestKilledInRecovery checks that another recovery settles a recovery that is killed at any step.
func TestKilledInRecovery(t *testing.T) {
	t.Parallel()
	s := small()
	for _, what := range []string{"apply", "undo"} {
		for _, last := range []string{"before place", "after place", "before placed is written", "after placed is written", "after commit"} {
			t.Run(what+" "+last, func(t *testing.T) {
				t.Parallel()
				everyStep(t, s, kill, func() task {
					k := planted(t, s, task{What: what, Mover: "own"})
					dropAt(t, k, last)
					k.What = "recover"
					return k
				})
			})
		}
	}
}

// dropAt abandons a task at the first step with a prefix.
func dropAt(t *testing.T, k task, prefix string) {
	t.Helper()
	defer func() {
		if r := recover(); r != errDied { //nolint:errorlint // a panic's value
			t.Errorf("no step %q: %v", prefix, r)
		}
	}()
	must(t, k.do(func(step string) {
		if len(step) >= len(prefix) && step[:len(prefix)] == prefix {
			panic(errDied)
		}
	}))
}

// TestCrashDuringRecovery interrupts every operation at every step, and its recovery at every step.
func TestCrashDuringRecovery(t *testing.T) {
	t.Parallel()
	s := small()
	for _, what := range []string{"apply", "undo"} {
		for _, mover := range []string{"own", "link", "own, refused"} {
			t.Run(what+" "+mover, func(t *testing.T) {
				t.Parallel()
				mover, refuse := strings.CutSuffix(mover, ", refused")
				for n, died := 1, true; died; n++ {
					everyStep(t, s, drop, func() task {
						k := planted(t, s, task{What: what, Mover: mover, DieAt: n, Refuse: refuse})
						died = drop(t, k)
						k.What, k.Refuse = "recover", false
						return k
					})
				}
			})
		}
	}
}

// TestTwins checks plans in which two names are hard links to one file. A plan treats them as two files.
func TestTwins(t *testing.T) {
	t.Parallel()
	for _, mover := range []string{"own", "link"} {
		for name, moves := range map[string][]renames.Move{
			"swap":  {move("a", "b"), move("b", "a")},
			"chain": {move("a", "b"), move("b", "n/c")},
		} {
			t.Run(mover+" "+name, func(t *testing.T) {
				t.Parallel()
				s := scenario{tree{"a": "1", "b": "1"}, moves}
				everyStep(t, s, drop, func() task {
					k := planted(t, s, task{What: "apply", Mover: mover})
					must(t, os.Remove(filepath.Join(k.folder(), "b")))
					must(t, os.Link(filepath.Join(k.folder(), "a"), filepath.Join(k.folder(), "b")))
					return k
				})
			})
		}
	}
	for _, early := range []bool{true, false} {
		d := newDesk(t, tree{"a": "1", "b": "2"})
		link := func() { must(t, os.Link(d.path("a"), d.path("A"))) }
		step := "before stage a"
		if early {
			link()
			step = "never"
		}
		err := d.journals(at(step, link)).Apply(t.Context(), d.request(move("b", "c"), move("a", "A")), d.commit)
		refuses(t, err, fault.Conflict, `Target file "A" already exists`, "nothing was changed")
		holds(t, d.folder, tree{"a": "1", "A": "1", "b": "2"})
		d.quiet(t)
	}
}

// TestTwoNames simulates a crash between the two halves of a rename by link.
func TestTwoNames(t *testing.T) {
	t.Parallel()
	for _, last := range []string{"after stage", "after place", "before stage", "before place"} {
		t.Run(last, func(t *testing.T) {
			t.Parallel()
			s := scenario{tree{"a": "1"}, []renames.Move{move("a", "n/b")}}
			k := planted(t, s, task{What: "apply", Mover: "link"})
			dropAt(t, k, last)
			held, err := filepath.Glob(filepath.Join(k.folder(), "n", ".plotline-*"))
			must(t, err)
			old, target := filepath.Join(k.folder(), "a"), filepath.Join(k.folder(), "n", "b")
			switch last {
			case "after stage":
				must(t, os.Link(held[0], old))
			case "before place":
				must(t, os.Link(held[0], target))
			case "after place":
				journal, err := os.ReadFile(filepath.Join(k.Base, "journals", planID+".journal.json"))
				must(t, err)
				must(t, os.Link(target, filepath.Join(k.folder(), "n", hiddenName(t, journal))))
			case "before stage":
				journal, err := os.ReadFile(filepath.Join(k.Base, "journals", planID+".journal.json"))
				must(t, err)
				must(t, os.Link(old, filepath.Join(k.folder(), "n", hiddenName(t, journal))))
			}
			recovered(t, k)
			settled(t, s, k)
		})
	}
}

func hiddenName(t *testing.T, journal []byte) string {
	t.Helper()
	var content struct{ Token string }
	must(t, json.Unmarshal(journal, &content))
	return ".plotline-" + content.Token + "-0"
}
