package renames_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/plans/renames"
)

func TestNothingToRecover(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	if found, err := d.journals().RecoverAll(t.Context(), d.commit); found != nil || err != nil {
		t.Errorf("%v, %v", found, err)
	}
	if _, err := os.Stat(d.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("looking makes the folder: %v", err)
	}
	must(t, d.journals().Apply(t.Context(), d.request(move("a", "b")), d.commit))
	if found, err := d.journals().RecoverAll(t.Context(), d.commit); found != nil || err != nil {
		t.Errorf("%v, %v", found, err)
	}
}

// cutOff leaves a journal in the state that it has when commit is called for the first time.
func cutOff(t *testing.T, d *desk) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("it was not cut off")
		}
	}()
	_ = d.journals().Apply(t.Context(), d.request(move("a", "b")), func(context.Context, renames.Outcome) error { panic("cut off") })
}

// TestForeignJournals checks that foreign journals are left alone, with a warning.
func TestForeignJournals(t *testing.T) { //nolint:tparallel // one folder for all, in turn
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	cutOff(t, d)
	file := d.unfinished(t)[0]
	whole, err := os.ReadFile(file)
	must(t, err)
	edit := func(old, changed string) string {
		t.Helper()
		if !bytes.Contains(whole, []byte(old)) {
			t.Fatalf("no %s in %s", old, whole)
		}
		return strings.ReplaceAll(string(whole), old, changed)
	}
	tests := map[string]string{
		"empty":         "",
		"cut":           string(whole[:len(whole)/2]),
		"no JSON":       "plot",
		"another kind":  `{"version":1}`,
		"newer":         edit(`"version":1`, `"version":2`),
		"unknown state": edit(`"state":"placed"`, `"state":"done"`),
		"a record":      edit(`"state":"placed"`, `"state":"applied"`),
		"too many":      edit(`"entries":[`, `"entries":[`+strings.Repeat("{},", 100_000)),
		"another id":    edit(planID, otherID),
		"a path out":    edit(`"from":"a"`, `"from":"../a"`),
		"no target":     edit(`"target":`, `"targt":`),
		"token":         edit(`"token":"`, `"token":"../`),
		"folder":        edit(`"folder":"/`, `"folder":"`),
		"made":          edit(`"version":1`, `"version":1,"made":["../x"]`),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			must(t, os.WriteFile(file, []byte(text), 0o600))
			var log bytes.Buffer
			j := renames.New(d.dir, slog.New(slog.NewTextHandler(&log, nil)))
			if found, err := j.RecoverAll(t.Context(), d.commit); found != nil || err != nil {
				t.Errorf("%v, %v", found, err)
			}
			if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), filepath.Base(file)) {
				t.Errorf("the log says %s", log.String())
			}
			refuses(t, j.Apply(t.Context(), d.request(move("b", "c")), d.commit), fault.Unavailable, "journal", "nothing was changed")
			refuses(t, j.Undo(t.Context(), planID, nil, nil, d.commit), fault.Unavailable)
			if now, err := os.ReadFile(file); err != nil || string(now) != text {
				t.Errorf("the file became %s, %v", now, err)
			}
			holds(t, d.folder, tree{"b": "1"})
		})
	}
	must(t, os.WriteFile(file, whole, 0o600))                                   //nolint:gosec // a path of this test
	must(t, os.WriteFile(filepath.Join(d.dir, "x.journal.json"), whole, 0o600)) //nolint:gosec // a path of this test
	found, err := d.journals().RecoverAll(t.Context(), d.commit)
	if err != nil || len(found) != 1 || !found[0].Finished || found[0].Err != nil {
		t.Errorf("recovered %v, %v", found, err)
	}
}

func TestForeignRecord(t *testing.T) {
	t.Parallel()
	d, j := newRenamed(t, tree{"a": "1"}, move("a", "b"))
	record := filepath.Join(d.dir, planID+".applied.json")
	for _, text := range []string{"", `{"version":1}`} {
		must(t, os.WriteFile(record, []byte(text), 0o600))
		refuses(t, j.Undo(t.Context(), planID, nil, nil, d.commit), fault.Unavailable, "record")
	}
	holds(t, d.folder, tree{"b": "1"})
}

// TestRecoverWithACommitThatFails checks that nothing is rolled back if commit fails in a recovery,
// because its first call may have taken effect.
func TestRecoverWithACommitThatFails(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	cutOff(t, d)
	d.refuse = fault.New(fault.TooLarge, "not now")
	for range 2 {
		found, err := d.journals().RecoverAll(t.Context(), d.commit)
		if err != nil || len(found) != 1 || !errors.Is(found[0].Err, d.refuse) {
			t.Fatalf("%v, %v", found, err)
		}
		holds(t, d.folder, tree{"b": "1"})
	}
	refuses(t, d.journals().Undo(t.Context(), planID, nil, nil, d.commit), fault.TooLarge)
	d.refuse = nil
	must(t, d.journals().Undo(t.Context(), planID, nil, nil, d.commit)) // settles it first
	holds(t, d.folder, tree{"a": "1"})
	d.quiet(t)
	if got := d.committed[len(d.committed)-2:]; got[0].Undo || !got[1].Undo {
		t.Errorf("committed %v", got)
	}
}

// TestRecoverLeavesToOthers checks that Recover skips an operation whose plan or media folder another
// process has locked.
func TestRecoverLeavesToOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	cutOff(t, d)
	locks, err := filepath.Glob(filepath.Join(d.dir, ".locks", "*.lock"))
	must(t, err)
	locks = slices.DeleteFunc(locks, func(path string) bool {
		return slices.Contains([]string{"hold.lock", "recording.lock"}, filepath.Base(path))
	})
	if len(locks) != 2 {
		t.Fatalf("locks: %v", locks)
	}
	for _, lock := range locks {
		release, held, err := durable.TryLock(lock)
		if err != nil || !held {
			t.Fatal(held, err)
		}
		if found, err := d.journals().RecoverAll(t.Context(), d.commit); found != nil || err != nil {
			t.Errorf("with %s: %v, %v", filepath.Base(lock), found, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		refuses(t, d.journals().Apply(ctx, d.request(move("b", "c")), d.commit), fault.From(context.Canceled).Code)
		release()
	}
}

func TestRecoverEndsWithItsContext(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	cutOff(t, d)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := d.journals().RecoverAll(ctx, d.commit)
	refuses(t, err, fault.Cancelled)
}

// TestRecoverWithoutTheFolder checks a recovery while the folder's drive is missing.
func TestRecoverWithoutTheFolder(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	cutOff(t, d)
	must(t, os.Rename(d.folder, d.folder+"-away"))
	found, err := d.journals().RecoverAll(t.Context(), d.commit)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	refuses(t, found[0].Err, fault.Conflict, d.folder)
	must(t, os.Rename(d.folder+"-away", d.folder))
	if found, err = d.journals().RecoverAll(t.Context(), d.commit); err != nil || len(found) != 1 || found[0].Err != nil {
		t.Errorf("%v, %v", found, err)
	}
	if len(d.committed) != 1 {
		t.Errorf("committed %d times", len(d.committed))
	}
}

// TestJournalBeforeTheFirstRename checks that the journal names every file before one is touched.
func TestJournalBeforeTheFirstRename(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	var content struct {
		State   string
		Note    json.RawMessage
		Entries []struct {
			From, To string
			Source   struct{ Size int64 }
		}
	}
	request := d.request(move("a", "b"))
	request.Note = json.RawMessage(`{"mine":true}`)
	j := d.journals(at("before stage", func() {
		raw, err := os.ReadFile(d.unfinished(t)[0])
		must(t, err)
		must(t, json.Unmarshal(raw, &content))
	}))
	must(t, j.Apply(t.Context(), request, d.commit))
	if content.State != "staging" || len(content.Entries) != 1 || content.Entries[0].From != "a" || content.Entries[0].To != "b" ||
		content.Entries[0].Source.Size != 1 || string(content.Note) != `{"mine":true}` {
		t.Errorf("the journal was %+v", content)
	}
}

// TestJournalFolderCannotBeCreated checks the error if the folder of journals cannot be created.
func TestJournalFolderCannotBeCreated(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a": "1"})
	must(t, os.MkdirAll(filepath.Dir(d.dir), 0o750))
	must(t, os.WriteFile(d.dir, nil, 0o600))
	refuses(t, d.journals().Apply(t.Context(), d.request(move("a", "b")), d.commit), fault.Unavailable, "journals", "nothing was changed")
	holds(t, d.folder, tree{"a": "1"})
	_, err := d.journals().RecoverAll(t.Context(), d.commit)
	refuses(t, err, fault.Unavailable, "journals")
}
