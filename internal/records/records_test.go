package records_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/internal/fault"
	"plotline/internal/records"
	"plotline/testing/kit/expect"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// counter is a value that is changed concurrently.
type counter struct {
	Name  string   `json:"name"`
	Count int      `json:"count"`
	Notes []string `json:"notes"`
}

var plainName = regexp.MustCompile(`^[a-z]+$`)

func folder(dir string, logger *slog.Logger) *records.Folder[counter] {
	return records.New(records.Config[counter]{
		Dir: dir, Suffix: ".counter.json", Noun: "counter", FileMode: 0o600, DirMode: 0o700, Largest: 1000,
		ValidID: plainName.MatchString, ID: func(c *counter) string { return c.Name },
		Decode: func(_ string, raw []byte) (*counter, error) {
			var c counter
			return &c, json.Unmarshal(raw, &c)
		},
		Encode: func(c *counter) ([]byte, error) { return json.Marshal(c) },
		Clone: func(c *counter) *counter {
			d := *c
			d.Notes = append([]string{}, c.Notes...)
			return &d
		},
		Logger: logger,
	})
}

// newFolder returns a folder that does not exist yet, as in a new data folder.
func newFolder(t *testing.T) *records.Folder[counter] {
	t.Helper()
	return folder(filepath.Join(t.TempDir(), "counters"), slog.New(slog.DiscardHandler))
}

// counts returns summaries that have the counts.
func counts(f *records.Folder[counter]) *records.Summaries[counter, int] {
	return records.NewSummaries(f, func(c *counter) int { return c.Count })
}

func all(string) bool { return true }

var must, same = expect.NoError, expect.Equal

func fresh(name string) func() *counter {
	return func() *counter { return &counter{Name: name} }
}

func more(c *counter) error {
	c.Count++
	return nil
}

// TestRecordLifecycle checks that written values can be read, listed and changed, also through another Folder on the
// same files.
func TestRecordLifecycle(t *testing.T) {
	t.Parallel()
	f, ctx := newFolder(t), t.Context()
	list, err := counts(f).All(ctx, all)
	must(t, err)
	same(t, "values of a folder that is not there", 0, len(list))
	must(t, f.Create(&counter{Name: "b"}))
	must(t, f.Create(&counter{Name: "a", Count: 7}))
	other := folder(f.Dir, slog.New(slog.DiscardHandler))
	for range 2 {
		_, err = other.Change(ctx, "a", more)
		must(t, err)
	}
	v, err := f.Read(ctx, "a")
	must(t, err)
	same(t, "the value", &counter{Name: "a", Count: 9, Notes: []string{}}, v)
	list, err = counts(f).All(ctx, all)
	must(t, err)
	size := func(id string) int64 { return f.Bytes(id) }
	same(t, "the list", []records.Summary[int]{{ID: "a", Bytes: size("a"), Of: 9}, {ID: "b", Bytes: size("b"), Of: 0}}, list)
	list, err = counts(f).All(ctx, func(id string) bool { return id == "b" })
	must(t, err)
	same(t, "matching values", 1, len(list))
}

// TestMissingFolder checks that reading creates no folder and that missing values are ErrNone.
func TestMissingFolder(t *testing.T) {
	t.Parallel()
	f, ctx := newFolder(t), t.Context()
	for _, id := range []string{"a", "../a", "", "A"} {
		_, err := f.Read(ctx, id)
		_, err2 := f.Change(ctx, id, more)
		if err != records.ErrNone || err2 != records.ErrNone { //nolint:errorlint // the very one
			t.Errorf("%q: %v, %v", id, err, err2)
		}
	}
	if _, err := os.Stat(f.Dir); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
}

// TestBroken checks that an unreadable file is logged once, left unchanged and not replaced.
func TestBroken(t *testing.T) {
	t.Parallel()
	var logged strings.Builder
	f := folder(t.TempDir(), slog.New(slog.NewTextHandler(&logged, nil)))
	must(t, f.Create(&counter{Name: "good"}))
	for name, text := range map[string]string{"bad": "{", "big": `"` + strings.Repeat("x", 2000) + `"`} {
		must(t, os.WriteFile(f.Path(name), []byte(text), 0o600))
		for range 2 {
			_, err := f.Read(t.Context(), name)
			_, err2 := f.Put(t.Context(), name, fresh(name), more)
			_, err3 := f.Change(t.Context(), name, more)
			for _, err := range []error{err, err2, err3} {
				if !errors.Is(err, records.ErrBroken) || !errors.Is(err, records.ErrNone) {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		raw, err := os.ReadFile(f.Path(name))
		must(t, err)
		same(t, name, text, string(raw))
		same(t, "warnings of "+name, 1, strings.Count(logged.String(), f.Path(name)))
	}
	must(t, os.Mkdir(f.Path("dir"), 0o700))
	list, err := counts(f).All(t.Context(), all)
	must(t, err)
	same(t, "values", 1, len(list))
}

// TestRefusedEdit checks that a failed edit changes neither the file nor returned values.
func TestRefusedEdit(t *testing.T) {
	t.Parallel()
	f, ctx := newFolder(t), t.Context()
	given, err := f.Put(ctx, "a", fresh("a"), more)
	must(t, err)
	refusal := errors.New("no")
	spoil := func(c *counter) error {
		c.Count, c.Notes = 99, append(c.Notes, "spoilt")
		return refusal
	}
	for name, change := range map[string]func() error{
		"change": func() error { _, err := f.Change(ctx, "a", spoil); return err },
		"put":    func() error { _, err := f.Put(ctx, "a", fresh("a"), spoil); return err },
		"with": func() error {
			_, err := f.ChangeWith(ctx, "a", more, func() error { return refusal })
			return err
		},
		"new":       func() error { _, err := f.Put(ctx, "b", fresh("b"), spoil); return err },
		"too large": func() error { _, err := f.Change(ctx, "a", fill); return asRefusal(err, refusal) },
	} {
		if err := change(); !errors.Is(err, refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	v, err := f.Read(ctx, "a")
	must(t, err)
	same(t, "the value", 1, v.Count)
	same(t, "the value that was given", 1, given.Count)
	entries, err := os.ReadDir(f.Dir)
	must(t, err)
	same(t, "files", []string{".locks", "a.counter.json"}, []string{entries[0].Name(), entries[1].Name()})
}

func fill(c *counter) error {
	c.Notes = append(c.Notes, strings.Repeat("x", 2000))
	return nil
}

func asRefusal(err, refusal error) error {
	if fault.CodeOf(err) == fault.TooLarge {
		return refusal
	}
	return err
}

// TestParallel checks that no concurrent change is lost, in one folder and in two that share the files.
func TestParallel(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	folders := []*records.Folder[counter]{f, folder(f.Dir, slog.New(slog.DiscardHandler))}
	const each = 25
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range each {
				if _, err := folders[i%2].Put(t.Context(), "a", fresh("a"), more); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	v, err := f.Read(t.Context(), "a")
	must(t, err)
	same(t, "changes", 8*each, v.Count)
}

// TestReadOnlyFolder checks that disk errors are unavailable, with a helpful text.
func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	blocked := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(blocked, nil, 0o600))
	f := folder(filepath.Join(blocked, "counters"), slog.New(slog.DiscardHandler))
	_, put := f.Put(t.Context(), "a", fresh("a"), more)
	_, list := counts(f).All(t.Context(), all)
	_, read := f.Read(t.Context(), "a")
	for _, err := range []error{put, f.Create(&counter{Name: "a"}), list, read} {
		if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(fault.From(err).Details, "check the data folder") {
			t.Errorf("%v", err)
		}
	}
}

// TestWatch checks that existing values are reported, and then every change by any process.
func TestWatch(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	must(t, f.Create(&counter{Name: "a", Count: 1}))
	ctx, stop := context.WithCancel(t.Context())
	changes, ended := make(chan string, 100), make(chan struct{})
	tell := func(when string) func(string, *counter) {
		return func(id string, c *counter) { changes <- fmt.Sprint(when, " ", id, " ", c.Count) }
	}
	go func() { defer close(ended); f.Watch(ctx, tell("before"), tell("changed")) }()
	same(t, "told", "before a 1", <-changes)
	other := folder(f.Dir, slog.New(slog.DiscardHandler))
	must(t, other.Create(&counter{Name: "b"}))
	_, err := other.Change(t.Context(), "a", more)
	must(t, err)
	await(t, changes, "changed b 0", "changed a 2")
	stop()
	<-ended
}

// await reads events until all wanted ones have arrived, in any order and among others.
func await(t *testing.T, events <-chan string, wanted ...string) {
	t.Helper()
	for deadline := time.After(2 * time.Minute); len(wanted) > 0; {
		select {
		case event := <-events:
			wanted = slices.DeleteFunc(wanted, func(w string) bool { return w == event })
		case <-deadline:
			t.Fatalf("never told: %v", wanted)
		}
	}
}

// TestWatchAll checks that folders may be added later and that each folder's values are reported for that
// folder.
func TestWatchAll(t *testing.T) {
	t.Parallel()
	base, cache := t.TempDir(), records.NewCache[counter]()
	var mu sync.Mutex
	var all []*records.Folder[counter]
	add := func(name string) *records.Folder[counter] {
		f := folder(filepath.Join(base, name), slog.New(slog.DiscardHandler))
		f.Cache = cache
		mu.Lock()
		defer mu.Unlock()
		all = append(all, f)
		return f
	}
	folders := func() []*records.Folder[counter] {
		mu.Lock()
		defer mu.Unlock()
		return append([]*records.Folder[counter]{}, all...)
	}
	first := add("first")
	must(t, first.Create(&counter{Name: "a"}))
	ctx, stop := context.WithCancel(t.Context())
	changes, ended := make(chan string, 100), make(chan struct{})
	tell := func(when string) func(*records.Folder[counter], string, *counter) {
		return func(f *records.Folder[counter], id string, c *counter) {
			changes <- fmt.Sprint(when, " ", filepath.Base(f.Dir), " ", id, " ", c.Count)
		}
	}
	go func() { defer close(ended); records.WatchAll(ctx, folders, tell("before"), tell("changed")) }()
	same(t, "told", "before first a 0", <-changes)
	must(t, add("second").Create(&counter{Name: "a", Count: 5})) // the same id, also in the shared cache
	_, err := first.Change(t.Context(), "a", more)
	must(t, err)
	await(t, changes, "changed first a 1", "changed second a 5")
	stop()
	<-ended
}
