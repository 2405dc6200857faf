package media_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/fault"
	"plotline/media"
)

// shelf is a library whose files and warnings can be looked at.
type shelf struct {
	*media.Library
	data string
	log  *logText
}

// logText is a log that may be written by several at once.
type logText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func newShelf(tb testing.TB) *shelf {
	tb.Helper()
	s := &shelf{data: filepath.Join(tb.TempDir(), "data"), log: &logText{}}
	s.Library = media.NewLibrary(s.data, slog.New(slog.NewTextHandler(s.log, nil)))
	return s
}

func (s *shelf) path(name string) string { return filepath.Join(s.data, "metadata", name) }

func (s *shelf) put(tb testing.TB, name, text string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(s.path(name), []byte(text), 0o644); err != nil {
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

// files lists the metadata folder, without what is hidden.
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

func TestNothingIsTouchedBeforeTheFirstWrite(t *testing.T) {
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
		m.MediaFolderPath = "/elsewhere" // which is not for changing
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

func TestFileNames(t *testing.T) {
	t.Parallel()
	long := "/" + strings.Repeat("é", 99) // 199 bytes
	for folder, want := range map[media.Path]string{
		"/media/show":              "_media_show.json",
		`/a\b:c?d*e|f<g>h"i`:       "_a_b_c_d_e_f_g_h_i.json",
		"/C:/Users/x":              "_C__Users_x.json",
		"//server/share/x":         "__server_share_x.json",
		"/caf\u00e9":               "_caf\u00e9.json",
		"/cafe\u0301":              "_cafe\u0301.json",
		media.Path(long + "a"):     "_" + strings.Repeat("é", 99) + "a.json",
		media.Path(long + "é"):     media.HashedName(media.Path(long + "é")),
		media.Path(long + "/more"): media.HashedName(media.Path(long + "/more")),
	} {
		s := newShelf(t)
		if err := s.Update(t.Context(), folder, setType("x")); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{want}, s.files(t)); diff != "" || len(want) > 205 {
			t.Errorf("%s: %d bytes\n%s", folder, len(want), diff)
		}
		if m, err := s.Read(t.Context(), folder); err != nil || m.MediaFolderPath != folder {
			t.Errorf("%v, %v", m, err)
		}
	}
}

func TestCollidingFoldersHaveFilesOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folders := []media.Path{"/a/b_c", "/a/b/c", "/a_b/c"}
	var group sync.WaitGroup
	for range 3 {
		for _, folder := range folders {
			group.Go(func() {
				if err := s.Update(t.Context(), folder, func(m *media.Metadata) error {
					m.Type += string(folder)
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	for _, folder := range folders {
		m, err := s.Read(t.Context(), folder)
		if err != nil || m.MediaFolderPath != folder || m.Type != media.TypeTVShow+strings.Repeat(string(folder), 3) {
			t.Errorf("%s: %v, %v", folder, m, err)
		}
	}
	if names := s.files(t); len(names) != 3 {
		t.Errorf("%v", names)
	}
}

func TestTheFilesOwnPathDecides(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "_m.json", `{"mediaFolderPath":"/other","type":"another"}`)
	s.put(t, "renamed by hand.json", `{"mediaFolderPath":"/m/","type":"mine"}`)
	for folder, want := range map[media.Path]string{"/m": "mine", "/other": "another"} {
		for range 2 { // from the disk, and from memory
			if m, err := s.Read(t.Context(), folder); err != nil || m.Type != want {
				t.Errorf("%s: %v, %v", folder, m, err)
			}
		}
	}
	if err := s.Update(t.Context(), "/m", setType("changed")); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "renamed by hand.json"); !strings.Contains(got, "changed") || !strings.Contains(got, `"/m/"`) {
		t.Error(got)
	}
}

// SMM writes C:\Users\x as /C/Users/x.
func TestDrivesAsSMMWritesThem(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "_C_Users_x.json", `{"mediaFolderPath":"/C/Users/x","type":"smm"}`)
	s.put(t, "_D__x.json", `{"mediaFolderPath":"/D:/x","type":"ours"}`)
	s.put(t, "odd.json", `{"mediaFolderPath":"/E/x","type":"odd"}`)
	for folder, want := range map[media.Path]string{
		"/C:/Users/x": "smm", "/C/Users/x": "smm", "/D:/x": "ours", "/D/x": "ours", "/E:/x": "odd", "/E/x": "odd",
	} {
		if m, err := s.Read(t.Context(), folder); err != nil || m.Type != want {
			t.Errorf("%s: %v, %v", folder, m, err)
		}
	}
	if err := s.Update(t.Context(), "/C:/Users/x", setType("changed")); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "_C_Users_x.json"); !strings.Contains(got, "changed") || !strings.Contains(got, `"/C/Users/x"`) {
		t.Error(got)
	}
	s.put(t, "_C__Users_x.json", `{"mediaFolderPath":"/C:/Users/x","type":"both"}`)
	if m, err := s.Read(t.Context(), "/C:/Users/x"); err != nil || m.Type != "both" {
		t.Errorf("the exact path does not come first: %v, %v", m, err)
	}
}

func TestANameThatSMMDidNotCut(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	folder := "/" + strings.Repeat("x", 230)
	s.put(t, "_"+folder[1:]+".json", fmt.Sprintf(`{"mediaFolderPath":%q,"type":"smm"}`, folder))
	if m, err := s.Read(t.Context(), media.Path(folder)); err != nil || m.Type != "smm" {
		t.Errorf("%v, %v", m, err)
	}
}

func TestACorruptFileIsReportedAndLeftAlone(t *testing.T) {
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
	if err := os.Mkdir(s.path("folder.json"), 0o755); err != nil {
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

func TestADataFolderThatCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := media.NewLibrary(file, slog.New(slog.DiscardHandler))
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
