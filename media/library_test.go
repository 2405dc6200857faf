package media_test

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/media"
	"plotline/testing/kit/logbuffer"
)

// shelf is a library whose files and warnings a test can inspect.
type shelf struct {
	*media.Library
	all  *media.Libraries
	data string
	log  *logbuffer.Buffer
}

func newShelf(tb testing.TB) *shelf {
	tb.Helper()
	s := &shelf{data: filepath.Join(tb.TempDir(), "data"), log: &logbuffer.Buffer{}}
	s.all = media.NewLibraries(s.data, s.log.Logger())
	s.Library = s.all.Of(graph.DefaultWorkspace)
	return s
}

func (s *shelf) path(name string) string { return filepath.Join(s.data, "metadata", name) }

func (s *shelf) put(tb testing.TB, name, text string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o750); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(s.path(name), []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
}

func (s *shelf) get(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(s.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// files lists the metadata folder without hidden files.
func (s *shelf) files(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.data, "metadata"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	return names
}

func setType(text string) func(*media.Metadata) error {
	return func(m *media.Metadata) error {
		m.Type = text
		return nil
	}
}

func TestNothingIsCreatedBeforeFirstWrite(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	if m, err := s.Read(t.Context(), "/m"); m != nil || !errors.Is(err, media.ErrNoMetadata) {
		t.Errorf("%v, %v", m, err)
	}
	if all, err := s.List(t.Context()); len(all) != 0 || err != nil {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := os.Stat(s.data); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestUpdateMakesChangesAndKeeps(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	if err := s.Update(t.Context(), "/media/show", func(m *media.Metadata) error {
		if m.MediaFolderPath != "/media/show" || m.Type != media.TypeTVShow {
			t.Errorf("new metadata: %v", m)
		}
		m.MediaFolderPath = "/elsewhere" // must not change what others read
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"_media_show.json"}, s.files(t)); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(s.path("_media_show.json"))
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.Chmod(s.path("_media_show.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), "/media/show", setType("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.path("_media_show.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions are not kept: %v, %v", info, err)
	}
	if m, err := s.Read(t.Context(), "/media/show"); err != nil || m.Type != "x" || m.MediaFolderPath != "/media/show" {
		t.Errorf("%v, %v", m, err)
	}
}

func TestUpdateThatFailsOrChangesNothingWritesNothing(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	compact := `{"mediaFolderPath":"/m","type":"x"}`
	s.put(t, "_m.json", compact)
	refused := errors.New("no")
	if err := s.Update(t.Context(), "/m", func(m *media.Metadata) error {
		m.Type = "y"
		return refused
	}); !errors.Is(err, refused) {
		t.Error(err)
	}
	if err := s.Update(t.Context(), "/m", setType("x")); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Update(ctx, "/m", func(m *media.Metadata) error {
		m.Type = "y"
		cancel()
		return nil
	}); fault.CodeOf(err) != fault.Cancelled {
		t.Error(err)
	}
	if err := s.Update(ctx, "/m", setType("y")); fault.CodeOf(err) != fault.Cancelled {
		t.Error(err)
	}
	if got := s.get(t, "_m.json"); got != compact {
		t.Errorf("%s", got)
	}
}

func TestCorruptFileIsUnchanged(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "half": full[:200], "prose": "hello", "no path": `{"a":1}`, "a list": "[]", "not UTF-8": "\xff\xfe{",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShelf(t)
			s.put(t, "_media_show.json", text)
			for range 2 {
				if m, err := s.Read(t.Context(), "/media/show"); m != nil || !errors.Is(err, media.ErrNoMetadata) {
					t.Errorf("%v, %v", m, err)
				}
			}
			if all, err := s.List(t.Context()); len(all) != 0 || err != nil {
				t.Errorf("%v, %v", all, err)
			}
			err := s.Update(t.Context(), "/media/show", func(*media.Metadata) error {
				t.Error("it was given out")
				return nil
			})
			if details := fault.From(err).Details; fault.CodeOf(err) != fault.Conflict || !strings.Contains(details, `"/media/show"`) ||
				!strings.Contains(details, "_media_show.json") {
				t.Error(err)
			}
			if got := s.get(t, "_media_show.json"); got != text {
				t.Errorf("it was changed: %q", got)
			}
			if n := strings.Count(s.log.String(), "level=WARN"); n != 1 || !strings.Contains(s.log.String(), "_media_show.json") {
				t.Errorf("%d warnings: %s", n, s.log)
			}
		})
	}
}

func TestListLeavesOutWhatIsForeign(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "b.json", `{"mediaFolderPath":"/b"}`)
	s.put(t, "a.json", `{"mediaFolderPath":"/a","type":"by hand"}`)
	s.put(t, "_a.json", `{"mediaFolderPath":"/a","type":"ours"}`)
	s.put(t, "notes.txt", "hello")
	s.put(t, "config.json", `{"theme":"dark"}`)
	s.put(t, ".DS_Store", "x")
	if err := os.Mkdir(s.path("folder.json"), 0o750); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		all, err := s.List(t.Context())
		if err != nil || len(all) != 2 || all[0].MediaFolderPath != "/a" || all[0].Type != "ours" || all[1].MediaFolderPath != "/b" {
			t.Fatalf("%v, %v", all, err)
		}
	}
	for _, name := range []string{"notes.txt", "config.json", "folder.json"} {
		if strings.Count(s.log.String(), name) != 1 {
			t.Errorf("%s is not warned of once: %s", name, s.log)
		}
	}
	if strings.Contains(s.log.String(), ".DS_Store") {
		t.Error(s.log)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.List(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestInvalidDataFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := media.NewLibraries(file, slog.New(slog.DiscardHandler)).Of(graph.DefaultWorkspace)
	if err := l.Update(t.Context(), "/m", setType("x")); fault.CodeOf(err) != fault.Unavailable || strings.Contains(fault.From(err).Details, "mkdir") {
		t.Error(err)
	}
	if _, err := l.Read(t.Context(), "/m"); fault.CodeOf(err) != fault.Unavailable {
		t.Error(err)
	}
	if _, err := l.List(t.Context()); fault.CodeOf(err) != fault.Unavailable {
		t.Error(err)
	}
}
