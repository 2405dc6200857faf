package renames_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
)

// TestObstructedTargets changes files between two steps, as another program would. The operation ends, and
// no file is lost.
func TestObstructedTargets(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		step  string
		do    func(t *testing.T, d *desk)
		code  fault.Code
		words string
		after tree
	}{
		"a target appears": {
			"before place", write("n/y", "theirs"), fault.Conflict, `Target file "n/y" already exists`,
			tree{"a": "1", "b": "2", "c": "3", "n/y": "theirs"},
		},
		"a target appears late": {
			"after place", write("n/y", "theirs"), fault.Conflict, `Target file "n/y" already exists`,
			tree{"a": "1", "b": "2", "c": "3", "n/y": "theirs"},
		},
		"a target appears as a folder": {
			"before stage c", plantIn(tree{"n/y/": ""}), fault.Conflict, `Target file "n/y" already exists`,
			tree{"a": "1", "b": "2", "c": "3", "n/y/": ""},
		},
		"a source goes": {
			"before stage c", remove("c"), fault.Conflict, `Source file "c" does not exist`,
			tree{"a": "1", "b": "2"},
		},
		"a source becomes another file": {
			"before stage c", func(t *testing.T, d *desk) { t.Helper(); remove("c")(t, d); write("c", "4")(t, d) },
			fault.Conflict, `"c" was changed while`,
			tree{"a": "1", "b": "2", "c": "4"},
		},
		"a source becomes a link": {
			"before stage c", func(t *testing.T, d *desk) { t.Helper(); remove("c")(t, d); must(t, os.Symlink("a", d.path("c"))) },
			fault.Conflict, `"c" was changed while`,
			tree{"a": "1", "b": "2", "c": "-> a"},
		},
		"a source is written to": {
			"before stage c", write("c", "three"), fault.Conflict, `"c" was changed while`,
			tree{"a": "1", "b": "2", "c": "three"},
		},
		"the new folder is made by others": {
			"before make folder", plantIn(tree{"n/": ""}), "", "",
			tree{"b": "1", "a": "2", "n/y": "3"},
		},
		"the new folder becomes a file": {
			"before make folder", write("n", "theirs"), fault.Conflict, "",
			tree{"a": "1", "b": "2", "c": "3", "n": "theirs"},
		},
		"the new folder goes": {
			"before stage c", remove("n"), fault.Conflict, `The folder of target file "n/y" no longer exists`, tree{"a": "1", "b": "2", "c": "3"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tree{"a": "1", "b": "2", "c": "3"})
			j := d.journals(at(test.step, func() { test.do(t, d) }))
			err := j.Apply(t.Context(), d.request(move("a", "b"), move("b", "a"), move("c", "n/y")), d.commit)
			if test.code != "" {
				refuses(t, err, test.code, test.words, "nothing was changed")
			} else if err != nil {
				t.Error(err)
			}
			if (len(d.committed) > 0) != (test.code == "") {
				t.Errorf("committed %v", d.committed)
			}
			holds(t, d.folder, test.after)
			d.quiet(t)
		})
	}
}

func write(name, content string) func(*testing.T, *desk) {
	return func(t *testing.T, d *desk) { t.Helper(); plant(t, d.folder, tree{name: content}) }
}

func plantIn(files tree) func(*testing.T, *desk) {
	return func(t *testing.T, d *desk) { t.Helper(); plant(t, d.folder, files) }
}

func remove(name string) func(*testing.T, *desk) {
	return func(t *testing.T, d *desk) { t.Helper(); must(t, os.Remove(d.path(name))) }
}

// TestRollbackIsObstructed creates a file at the old name of a moved one, so that the rollback cannot
// finish. Both files stay, and the error says where. A later recovery moves the file back.
func TestRollbackIsObstructed(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1", "b": "2"})
	j := d.journals(at("before place", func() { plant(t, d.folder, tree{"x": "theirs", "b": "theirs too"}) }))
	err := j.Apply(t.Context(), d.request(move("a", "y"), move("b", "x")), d.commit)
	found, _ := filepath.Glob(d.path(".plotline-*-1"))
	if len(found) != 1 {
		t.Fatalf("found %v", found)
	}
	hidden := filepath.Base(found[0])
	why := fmt.Sprintf(`"b" is now at %q, since another file took its name`, hidden)
	refuses(t, err, fault.Conflict, `Target file "x" already exists`, why, "nothing was overwritten")
	if diff := cmp.Diff(map[string]any{"left": []string{why}}, fault.From(err).Extra); diff != "" {
		t.Errorf("beside the error (-want +got):\n%s", diff)
	}
	stuck := tree{"a": "1", "b": "theirs too", "x": "theirs", hidden: "2"}
	holds(t, d.folder, stuck)

	again, err := j.RecoverAll(t.Context(), d.commit)
	if err != nil || len(again) != 1 || again[0].Finished {
		t.Fatalf("recovered %v, %v", again, err)
	}
	refuses(t, again[0].Err, fault.Conflict, why)
	refuses(t, j.Apply(t.Context(), d.request(move("a", "z")), d.commit), fault.Conflict, why)
	holds(t, d.folder, stuck)

	must(t, os.Remove(d.path("b")))
	again, err = j.RecoverAll(t.Context(), d.commit)
	if err != nil || len(again) != 1 || again[0].Err != nil || again[0].Finished {
		t.Fatalf("recovered %v, %v", again, err)
	}
	holds(t, d.folder, tree{"a": "1", "b": "2", "x": "theirs"})
	d.quiet(t)
	if d.committed != nil {
		t.Errorf("committed %v", d.committed)
	}
}

// TestFileMovedMeanwhile removes or replaces a moved file during an operation. The other files are rolled
// back, and the journal stays.
func TestFileMovedMeanwhile(t *testing.T) {
	t.Parallel()
	// Where the file returns: its old name, or the new one, as if a drive had been away.
	for name, home := range map[string]string{"taken": "b", "replaced": "b", "away": "x"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tree{"a": "1", "b": "2"})
			want := tree{"a": "1", "y": "theirs", "elsewhere": "2"}
			j := d.journals(at("before placed is written", func() {
				must(t, os.Rename(d.path("x"), d.path("elsewhere")))
				plant(t, d.folder, tree{"y": "theirs"})
				if name == "replaced" {
					plant(t, d.folder, tree{"x": "another"})
					want["x"] = "another"
				}
			}))
			d.refuse = fault.New(fault.TooLarge, "no")
			err := j.Apply(t.Context(), d.request(move("b", "x"), move("a", "z")), d.commit)
			refuses(t, err, fault.TooLarge, `"b" is gone`)
			holds(t, d.folder, want)

			must(t, os.Rename(d.path("elsewhere"), d.path(home)))
			again, err := d.journals().RecoverAll(t.Context(), d.commit)
			if err != nil || len(again) != 1 || again[0].Err != nil {
				t.Fatalf("recovered %v, %v", again, err)
			}
			delete(want, "elsewhere")
			want["b"] = "2"
			holds(t, d.folder, want)
			d.quiet(t)
		})
	}
}

// TestWrittenToAtItsNewPlace checks that a file is rolled back even if it was modified at its new name.
func TestWrittenToAtItsNewPlace(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	d.refuse = fault.New(fault.TooLarge, "no")
	j := d.journals(at("before placed is written", func() { plant(t, d.folder, tree{"b": "longer"}) }))
	refuses(t, j.Apply(t.Context(), d.request(move("a", "b")), d.commit), fault.TooLarge, "nothing was changed")
	holds(t, d.folder, tree{"a": "longer"})
	d.quiet(t)
}

// TestEmptyFolderIsRemoved removes the old folder while its files have moved.
func TestEmptyFolderIsRemoved(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"old/a": "1"})
	d.refuse = fault.New(fault.TooLarge, "no")
	j := d.journals(at("before placed is written", func() { must(t, os.Remove(d.path("old"))) }))
	refuses(t, j.Apply(t.Context(), d.request(move("old/a", "b")), d.commit), fault.TooLarge, "nothing was changed")
	holds(t, d.folder, tree{"old/a": "1"})
	d.quiet(t)
}
