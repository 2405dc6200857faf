package renames_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"plotline/internal/fault"
	"plotline/plans/renames"
	"plotline/testing/kit/mounts"
)

// mount mounts another file system inside the folder.
func mount(t *testing.T, folder, name string, flags uintptr, options string) (unmount func()) {
	t.Helper()
	disk := mounts.New(t, filepath.Join(folder, name), flags, options)
	return func() { disk.Unmount(t) }
}

// mixed returns a swap across file systems, a rename within the other one, and a move into a new folder
// there.
func mixed() scenario {
	return scenario{
		tree{"a": "on the first", "disk/b": "on the second, longer", "disk/c": "3", "d": "4", "s": "stays", "disk/s": "stays"},
		[]renames.Move{move("a", "disk/b"), move("disk/b", "a"), move("disk/c", "disk/e"), move("d", "disk/n/d")},
	}
}

func TestAcrossFileSystems(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	for name, mover := range renames.Movers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, nil)
			mount(t, d.folder, "disk", 0, "size=1m")
			s := mixed()
			plant(t, d.folder, s.before)
			old := time.Date(2020, 1, 2, 3, 4, 5, 678901000, time.UTC)
			must(t, os.Chmod(d.path("a"), 0o604)) //nolint:gosec // a mode like no other
			must(t, os.Chtimes(d.path("a"), old, old))
			j := d.journals(renames.WithMover(mover))
			for range 2 {
				must(t, j.Apply(t.Context(), d.request(s.moves...), d.commit))
				holds(t, d.folder, s.before.moved(s.moves))
				info, err := os.Stat(d.path("disk/b"))
				must(t, err)
				if info.Mode() != 0o604 || !info.ModTime().Equal(old) {
					t.Errorf("the copy has mode %s and time %s", info.Mode(), info.ModTime())
				}
				must(t, j.Undo(t.Context(), planID, nil, nil, d.commit))
				holds(t, d.folder, s.before)
				d.quiet(t)
			}
			d.refuse = fault.New(fault.TooLarge, "no")
			refuses(t, j.Apply(t.Context(), d.request(s.moves...), d.commit), fault.TooLarge, "nothing was changed")
			holds(t, d.folder, s.before)
			d.quiet(t)
		})
	}
}

// TestKilledAcrossFileSystems is TestKilled with files that must be copied.
func TestKilledAcrossFileSystems(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	s := mixed()
	for _, what := range []string{"apply", "undo"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			k := task{What: what, Mover: "own"}
			unmount := func() {}
			steps := everyStep(t, s, kill, func() task {
				unmount()
				k.Base = quickDir(t)
				unmount = mount(t, k.folder(), "disk", 0, "size=1m")
				return plantedAt(t, s, k)
			})
			if steps < 40 {
				t.Errorf("only %d steps", steps)
			}
		})
	}
}

// TestCrashDuringRecoveryAcrossFileSystems is TestCrashDuringRecovery with a file that must be copied.
func TestCrashDuringRecoveryAcrossFileSystems(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	s := scenario{tree{"a": "first", "disk/b": "second"}, []renames.Move{move("a", "disk/b"), move("disk/b", "disk/c")}}
	for _, what := range []string{"apply", "undo", "apply, refused"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			what, refuse := strings.CutSuffix(what, ", refused")
			unmount := func() {}
			for n, died := 1, true; died; n++ {
				everyStep(t, s, drop, func() task {
					unmount()
					k := task{What: what, Mover: "own", DieAt: n, Refuse: refuse, Base: quickDir(t)}
					unmount = mount(t, k.folder(), "disk", 0, "size=1m")
					k = plantedAt(t, s, k)
					died = drop(t, k)
					k.What, k.Refuse = "recover", false
					return k
				})
			}
		})
	}
}

// TestLostPower simulates a power loss with two file systems that are not written in a common order.
func TestLostPower(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	k := task{What: "apply", Mover: "own", Base: quickDir(t)}
	mount(t, k.folder(), "disk", 0, "size=1m")
	s := scenario{tree{"a": "1", "disk/": ""}, []renames.Move{move("a", "disk/a")}}
	k = plantedAt(t, scenario{tree{"a": "1"}, s.moves}, k)
	dropAt(t, k, "after copy")
	// The copy reached the disk; the rename of the original to its hidden name did not.
	held, err := filepath.Glob(filepath.Join(k.folder(), ".plotline-*"))
	must(t, err)
	must(t, os.Rename(held[0], filepath.Join(k.folder(), "a")))
	recovered(t, k)
	holds(t, k.folder(), s.before)
}

func TestCopyTargetExists(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	hidden := func(t *testing.T, d *desk) string {
		t.Helper()
		found, err := filepath.Glob(d.path(".plotline-*-1"))
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		return found[0]
	}
	tests := map[string]struct {
		step  string
		do    func(t *testing.T, d *desk, cancel func())
		code  fault.Code
		words string
		after tree
	}{
		"cancelled": {
			"before copy", func(_ *testing.T, _ *desk, cancel func()) { cancel() },
			fault.Cancelled, "Request was aborted; nothing was changed",
			tree{"a": "1", "b": "2", "disk/": ""},
		},
		"written to while it is copied": {
			"within a copy", func(t *testing.T, d *desk, _ func()) {
				t.Helper()
				must(t, os.WriteFile(hidden(t, d), []byte("3"), 0o600))
				must(t, os.Chtimes(hidden(t, d), time.Time{}, time.Unix(1, 0)))
			},
			fault.Conflict, `"a" was changed while`,
			tree{"a": "3", "b": "2", "disk/": ""},
		},
		"a target appears": {
			"before place", func(t *testing.T, d *desk, _ func()) { t.Helper(); plant(t, d.folder, tree{"disk/a": "theirs"}) },
			fault.Conflict, `"disk/a" already exists`,
			tree{"a": "1", "b": "2", "disk/a": "theirs"},
		},
		"the copy is written to": {
			"before placed", func(t *testing.T, d *desk, _ func()) { t.Helper(); plant(t, d.folder, tree{"disk/a": "theirs"}) },
			fault.TooLarge, "",
			tree{"a": "1", "b": "2", "disk/a": "theirs"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tree{"a": "1", "b": "2"})
			mount(t, d.folder, "disk", 0, "size=1m")
			d.refuse = fault.New(fault.TooLarge, "no")
			ctx, cancel := context.WithCancel(t.Context())
			j := d.journals(at(test.step, func() { test.do(t, d, cancel) }))
			err := j.Apply(ctx, d.request(move("b", "c"), move("a", "disk/a")), d.commit)
			cancel()
			refuses(t, err, test.code, test.words)
			holds(t, d.folder, test.after)
			d.quiet(t)
		})
	}
}

// TestOriginalIsMissing checks that a copy stays while its original is missing.
func TestOriginalIsMissing(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	d := newDesk(t, tree{"a": "1"})
	mount(t, d.folder, "disk", 0, "size=1m")
	d.refuse = fault.New(fault.TooLarge, "no")
	j := d.journals(at("before placed", func() {
		held, err := filepath.Glob(d.path(".plotline-*"))
		must(t, err)
		must(t, os.Remove(held[0]))
	}))
	err := j.Apply(t.Context(), d.request(move("a", "disk/a")), d.commit)
	kept, _ := filepath.Glob(d.path("disk/.plotline-*"))
	if len(kept) != 1 {
		t.Fatalf("%v, kept %v", err, kept)
	}
	refuses(t, err, fault.TooLarge, `"a" is now at "disk/`+filepath.Base(kept[0]))
	holds(t, d.folder, tree{"disk/" + filepath.Base(kept[0]): "1"})
}

// TestCopyIsMissing checks that an original stays while its copy is missing.
func TestCopyIsMissing(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	d := newDesk(t, tree{"a": "1"})
	unmount := mount(t, d.folder, "disk", 0, "size=1m")
	must(t, d.journals().Apply(t.Context(), d.request(move("a", "disk/a")), func(context.Context, renames.Outcome) error {
		unmount()
		return nil
	}))
	found, err := d.journals().RecoverAll(t.Context(), d.commit)
	if err != nil || len(found) != 1 || found[0].Err == nil || !found[0].Finished {
		t.Fatalf("%v, %v", found, err)
	}
	kept, err := filepath.Glob(d.path(".plotline-*"))
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	if raw, err := os.ReadFile(kept[0]); err != nil || string(raw) != "1" {
		t.Errorf("%q, %v", raw, err)
	}
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	d := newDesk(t, tree{"a": "1", "b": strings.Repeat("long", 64<<10), "c": "3"})
	mount(t, d.folder, "disk", 0, "size=64k")
	as := look(t, d.folder)
	err := d.journals().Apply(t.Context(), d.request(move("a", "disk/n/a"), move("b", "disk/n/b"), move("c", "a")), d.commit)
	refuses(t, err, fault.Unavailable, `no space left on the disk for "disk/n/b"; nothing was changed`)
	if fault.From(err).Title() != "Renaming failed" || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%s, %v", fault.From(err).Title(), err)
	}
	holds(t, d.folder, as)
	d.quiet(t)
}

func TestReadOnlyFileSystem(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	d := newDesk(t, tree{"a": "1"})
	mount(t, d.folder, "disk", unix.MS_RDONLY, "size=64k")
	as := look(t, d.folder)
	for _, to := range []string{"disk/a", "disk/n/a"} {
		err := d.journals().Apply(t.Context(), d.request(move("a", to)), d.commit)
		refuses(t, err, fault.PermissionDenied, `"disk/`, "nothing was changed")
		holds(t, d.folder, as)
		d.quiet(t)
	}
}

// TestJournalsDiskFull fills the data folder's disk during an operation.
func TestJournalsDiskFull(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	for _, step := range []string{"before staging is written", "before placing is written", "before placed is written"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, tree{"a": "1", "b": "2"})
			mount(t, filepath.Dir(d.dir), filepath.Base(d.dir), 0, "size=64k")
			filler := filepath.Join(d.dir, "filler")
			j := d.journals(at(step, func() { _ = os.WriteFile(filler, make([]byte, 64<<10), 0o600) }))
			err := j.Apply(t.Context(), d.request(move("a", "b"), move("b", "n/a")), d.commit)
			refuses(t, err, fault.Unavailable, "journal", "nothing was changed")
			holds(t, d.folder, tree{"a": "1", "b": "2"})
			must(t, os.Remove(filler))
			if found, err := d.journals().RecoverAll(t.Context(), d.commit); err != nil || len(found) > 0 && found[0].Err != nil {
				t.Errorf("%v, %v", found, err)
			}
			holds(t, d.folder, tree{"a": "1", "b": "2"})
			d.quiet(t)
		})
	}
}

// TestRollbackFails makes the data folder read-only while commit fails. A rollback must not begin if the
// journal cannot be written.
func TestRollbackFails(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	d := newDesk(t, tree{"a": "1", "b": "2"})
	mount(t, filepath.Dir(d.dir), filepath.Base(d.dir), 0, "size=1m")
	moves := []renames.Move{move("a", "b"), move("b", "a")}
	err := d.journals().Apply(t.Context(), d.request(moves...), func(context.Context, renames.Outcome) error {
		must(t, unix.Mount("", d.dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
		return fault.New(fault.TooLarge, "no")
	})
	must(t, unix.Mount("", d.dir, "", unix.MS_REMOUNT, ""))
	refuses(t, err, fault.TooLarge, "the files are at their new names")
	if !errors.Is(err, fault.ErrOutcomeUnknown) {
		t.Error(err)
	}
	after := tree{"a": "2", "b": "1"}
	holds(t, d.folder, after)
	found, err := d.journals().RecoverAll(t.Context(), d.commit)
	if err != nil || len(found) != 1 || !found[0].Finished || found[0].Err != nil {
		t.Errorf("%v, %v", found, err)
	}
	holds(t, d.folder, after)
	d.quiet(t)
}

// TestNoPermission runs as another user if the tests run as root, to which permissions do not apply.
func TestNoPermission(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1", "b": "2", "closed/c": "3"})
	open := filepath.Dir(d.folder)
	must(t, os.MkdirAll(d.dir, 0o700))
	for _, dir := range []string{open, filepath.Dir(open)} {
		must(t, os.Chmod(dir, 0o755)) //nolint:gosec // another user has to get through
	}
	if os.Getuid() == 0 {
		must(t, filepath.WalkDir(open, func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(path, 65534, 65534)) //nolint:gosec // nobody else is in this folder
		}))
	}
	must(t, os.Chmod(d.path("closed"), 0o555))                       //nolint:gosec // readable is what the test is about
	t.Cleanup(func() { must(t, os.Chmod(d.path("closed"), 0o700)) }) //nolint:gosec // so that it can be removed
	as := look(t, d.folder)
	errs := make(chan error, 3)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if os.Getuid() == 0 {
			_ = unix.Setfsuid(65534)
		}
		for _, m := range []renames.Move{move("a", "closed/a"), move("a", "closed/n/a"), move("closed/c", "c")} {
			errs <- d.journals().Apply(context.Background(), d.request(move("b", "x"), m), d.commit) //nolint:usetesting // not ended with the test
		}
	}()
	for range 3 {
		refuses(t, <-errs, fault.PermissionDenied, "Plotline may not rename or write", "nothing was changed")
	}
	holds(t, d.folder, as)
	d.quiet(t)
}
