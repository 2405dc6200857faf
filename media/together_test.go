package media_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/testing/kit/expect"
)

// TestConcurrentWriter simulates SMM, which writes files in place and without a lock. Reads
// must return one whole version, and the last data that SMM wrote must not be lost.
func TestConcurrentWriter(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	text := func(n int, more string) string {
		return fmt.Sprintf(`{"mediaFolderPath":"/m","type":"smm","n":%d,"pad":%q%s}`, n, strings.Repeat("x", n*1000), more)
	}
	s.put(t, "_m.json", text(0, ""))
	const rounds = 30
	var group sync.WaitGroup
	group.Go(func() {
		for n := range rounds {
			if err := os.WriteFile(s.path("_m.json"), []byte(text(n, "")), 0o600); err != nil {
				t.Error(err)
			}
		}
	})
	for range 2 {
		group.Go(func() {
			for range rounds {
				// A writer that pauses long in the middle makes the file look corrupt.
				if m, err := s.Read(t.Context(), "/m"); !errors.Is(err, media.ErrNoMetadata) && (err != nil || m.MediaFolderPath != "/m") {
					t.Errorf("%v, %v", m, err)
				}
				err := s.Update(t.Context(), "/m", setType("ours"))
				if err != nil && fault.CodeOf(err) != fault.Conflict {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	s.put(t, "_m.json", text(1, `,"last":true`))
	if err := s.Update(t.Context(), "/m", setType("ours")); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "_m.json"); !strings.Contains(got, `"last": true`) || !strings.Contains(got, `"type": "ours"`) {
		t.Error(got)
	}
}

// TestUpdateRetriesAfterChange checks that Update starts again if the file changes after the read.
func TestUpdateRetriesAfterChange(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "_m.json", `{"mediaFolderPath":"/m","n":0}`)
	calls := 0
	if err := s.Update(t.Context(), "/m", func(m *media.Metadata) error {
		if calls++; calls <= 3 {
			s.put(t, "_m.json", fmt.Sprintf(`{"mediaFolderPath":"/m","n":%d}`, calls))
		}
		m.Type = fmt.Sprint("call ", calls)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	got := s.get(t, "_m.json")
	if calls != 4 || !strings.Contains(got, `"n": 3`) || !strings.Contains(got, `"type": "call 4"`) {
		t.Errorf("%d calls: %s", calls, got)
	}
}

func TestUpdateOfANewFolderSeesAFileThatAppears(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	calls := 0
	if err := s.Update(t.Context(), "/m", func(m *media.Metadata) error {
		if calls++; calls == 1 {
			s.put(t, "_m.json", `{"mediaFolderPath":"/m","theirs":1}`)
		}
		m.Type = "ours"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got := s.get(t, "_m.json"); !strings.Contains(got, "theirs") || !strings.Contains(got, "ours") {
		t.Error(got)
	}
}

func TestUpdateLimitsRetries(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	calls := 0
	err := s.Update(t.Context(), "/m", func(m *media.Metadata) error {
		calls++
		s.put(t, "_m.json", fmt.Sprintf(`{"mediaFolderPath":"/m","n":%d}`, calls))
		m.Type = "ours"
		return nil
	})
	if fault.CodeOf(err) != fault.Conflict || !strings.Contains(err.Error(), `"/m"`) {
		t.Error(err)
	}
	if got := s.get(t, "_m.json"); strings.Contains(got, "ours") || !strings.Contains(got, strconv.Itoa(calls)) {
		t.Error(got)
	}
	if entries, err := os.ReadDir(s.path(".locks")); err != nil || len(entries) != 1 {
		t.Errorf("what was not finished is left: %v, %v", entries, err)
	}
}

// TestPartialFileIsReadAgain checks that load waits for a half-written file as long as it grows.
func TestPartialFileIsReadAgain(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	written := 0
	more := func() {
		s.put(t, "_media_show.json", full[:written])
		written = min(written+len(full)/20, len(full))
	}
	more()
	m, err := s.Read(expect.OnWait(t.Context(), more), "/media/show")
	if err != nil || m.TMDBTvShow.Name != "Show" || s.log.String() != "" || written < len(full) {
		t.Errorf("%v, %v, %d bytes written, log %s", m, err, written, s.log)
	}
}

func TestReadIsCachedUntilChange(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.put(t, "_m.json", `{"mediaFolderPath":"/m","type":"a"}`)
	one, err := s.Read(t.Context(), "/m")
	if err != nil {
		t.Fatal(err)
	}
	if two, err := s.Read(t.Context(), "/m"); err != nil || two != one {
		t.Errorf("parsed twice: %v", err)
	}
	if err := s.Update(t.Context(), "/m", setType("b")); err != nil || one.Type != "a" {
		t.Errorf("what was given out has changed: %v, %v", one, err)
	}
	s.put(t, "_m.json", `{"mediaFolderPath":"/m","type":"c"}`) // same size
	if three, err := s.Read(t.Context(), "/m"); err != nil || three.Type != "c" {
		t.Errorf("%v, %v", three, err)
	}
}

// TestConcurrentProcesses checks that concurrent processes do not lose each other's changes.
func TestConcurrentProcesses(t *testing.T) {
	t.Parallel()
	const times, processes = 10, 3
	if data := os.Getenv("MEDIA_TEST_DATA"); data != "" {
		l := media.NewLibraries(data, slog.New(slog.DiscardHandler)).Of("default")
		for range times {
			if err := l.Update(t.Context(), "/m", func(m *media.Metadata) error {
				m.MediaFiles = append(m.MediaFiles, media.MediaFile{AbsolutePath: "/m/a.mkv"})
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	data := filepath.Join(t.TempDir(), "data")
	var group sync.WaitGroup
	for range processes {
		group.Go(func() {
			command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestConcurrentProcesses$") //nolint:gosec // this very test
			command.Env = append(os.Environ(), "MEDIA_TEST_DATA="+data)
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, bytes.TrimSpace(out))
			}
		})
	}
	group.Wait()
	m, err := media.NewLibraries(data, slog.New(slog.DiscardHandler)).Of("default").Read(t.Context(), "/m")
	if err != nil || len(m.MediaFiles) != times*processes {
		t.Errorf("%v, %v", m, err)
	}
}
