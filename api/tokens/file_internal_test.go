package tokens

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"plotline/internal/access"
)

// TestUnchangedFileIsReadOnce checks that an unchanged file is read only once.
func TestUnchangedFileIsReadOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.json")
	if _, _, err := Create(t.Context(), path, Request{Name: "ci", Role: access.Reader, Workspace: "w"}); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Minute)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	first := file.latest.Load()
	if again, err := file.current(); err != nil || again != first {
		t.Errorf("it was read again: %v", err)
	}
	if err := os.Chtimes(path, old, old.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if again, err := file.current(); err != nil || again == first {
		t.Errorf("it was not read again: %v", err)
	}
}

func BenchmarkFind(b *testing.B) {
	path := filepath.Join(b.TempDir(), "tokens.json")
	_, text, err := Create(b.Context(), path, Request{Name: "ci", Role: access.Reader, Workspace: "w"})
	if err != nil {
		b.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"settled": time.Minute, "young": -time.Minute} {
		b.Run(name, func(b *testing.B) {
			changed := time.Now().Add(-age)
			if err := os.Chtimes(path, changed, changed); err != nil {
				b.Fatal(err)
			}
			file, err := Open(path)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, ok, err := file.Find(text); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}
