//go:build unix

package renames_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"plotline/internal/fault"
	"plotline/plans/renames"
)

// TestTwoProcesses runs two plans for the same files in two processes. Either one fails and changes
// nothing, or both succeed one after the other.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	for range 4 {
		s := many()
		first := planted(t, s, task{What: "apply", Mover: "own"})
		second := first
		second.ID, second.Moves = otherID, []renames.Move{move("a", "x/a"), move("b", "x/b"), move("e0", "x/c")}
		plant(t, first.folder(), tree{"e0": "kept"})
		self, err := os.Executable()
		must(t, err)
		errs := make([]error, 2)
		var group sync.WaitGroup
		for n, k := range []task{first, second} {
			raw, err := json.Marshal(k)
			must(t, err)
			group.Go(func() {
				child := exec.CommandContext(t.Context(), self)
				child.Env = append(os.Environ(), taskVariable+"="+string(raw))
				if out, err := child.CombinedOutput(); err != nil {
					errs[n] = fmt.Errorf("%w: %s", err, out)
				}
			})
		}
		group.Wait()
		files := maps.Clone(s.before)
		files["e0"] = "kept"
		switch {
		case errs[0] == nil && errs[1] == nil:
			// The first swaps a and b, after which the second still finds both names.
			holds(t, first.folder(), files.moved(s.moves).moved(second.Moves))
		case errs[1] == nil:
			holds(t, first.folder(), files.moved(second.Moves))
		default:
			t.Fatalf("%v; %v", errs[0], errs[1])
		}
	}
}

// TestManyAtOnce checks that one succeeds of many plans with the same target or source, and of many calls
// for one plan.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	const many = 8
	files := tree{"shared": "s"}
	for n := range many {
		files[fmt.Sprint("file", n)] = strconv.Itoa(n)
	}
	for name, request := range map[string]func(d *desk, n int) renames.Request{
		"one target": func(d *desk, n int) renames.Request {
			r := d.request(move(fmt.Sprint("file", n), "target"))
			r.ID = fmt.Sprintf("0b8f2c1e-6d0c-4d0a-9b59-3f6f0f3a7a%02d", n)
			return r
		},
		"one source": func(d *desk, n int) renames.Request {
			r := d.request(move("shared", fmt.Sprint("target", n)))
			r.ID = fmt.Sprintf("0b8f2c1e-6d0c-4d0a-9b59-3f6f0f3a7a%02d", n)
			return r
		},
		"one plan": func(d *desk, n int) renames.Request { return d.request(move(fmt.Sprint("file", n), "target")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, files)
			var won atomic.Int32
			var winner renames.Request
			errs := make([]error, many)
			var group sync.WaitGroup
			for n := range many {
				group.Go(func() {
					r := request(d, n)
					if errs[n] = d.journals().Apply(t.Context(), r, d.commit); errs[n] == nil {
						won.Add(1)
						winner = r
					}
				})
			}
			group.Wait()
			if won.Load() != 1 || len(d.committed) != 1 {
				t.Fatalf("%d won, %d were committed", won.Load(), len(d.committed))
			}
			for _, err := range slices.DeleteFunc(errs, func(err error) bool { return err == nil }) {
				refuses(t, err, fault.Conflict, "nothing was changed")
			}
			holds(t, d.folder, files.moved(winner.Moves))
			d.quiet(t)
		})
	}
}

// TestNestedFolders runs operations in a folder and in one inside it. Their locks differ, so the renames
// themselves must prevent conflicts.
func TestNestedFolders(t *testing.T) {
	t.Parallel()
	for range 10 {
		d := newDesk(t, tree{"show/a": "1", "show/b": "2"})
		inner := renames.Request{ID: otherID, Folder: d.path("show"), Moves: []renames.Move{move("b", "n/d"), move("a", "n/c")}}
		errs := make([]error, 2)
		var group sync.WaitGroup
		group.Go(func() {
			errs[0] = d.journals().Apply(t.Context(), d.request(move("show/a", "x"), move("show/b", "y")), d.commit)
		})
		group.Go(func() { errs[1] = d.journals().Apply(t.Context(), inner, d.commit) })
		group.Wait()
		if errs[0] == nil && errs[1] == nil {
			t.Error("both won")
		}
		left := look(t, d.folder)
		var contents []string
		for name, content := range left {
			if content != "" {
				contents = append(contents, content)
			} else if name != "show/" {
				t.Errorf("%v, and there is %s", errs, name)
			}
		}
		slices.Sort(contents)
		if !slices.Equal(contents, []string{"1", "2"}) {
			t.Errorf("%v, and there is %v", errs, left)
		}
		d.quiet(t)
	}
}
