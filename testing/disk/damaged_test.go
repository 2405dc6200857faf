package disk_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"plotline/testing/kit/ledger"
	"plotline/testing/kit/tier"
)

const damageAdvice = "restore a backup"

// damages are kinds of damage to a file.
func damages() map[string]func(raw []byte) []byte {
	return map[string]func(raw []byte) []byte{
		"another header": func(raw []byte) []byte { return append(garbage(16), raw[16:]...) },
		"a page in the middle": func(raw []byte) []byte {
			at := len(raw) / 2 / 4096 * 4096
			return slicesOf(raw[:at], garbage(len(raw)/4), raw[at+len(raw)/4:])
		},
		"all but the first page": func(raw []byte) []byte { return slicesOf(raw[:4096], garbage(len(raw)-4096)) },
		"cut in half":            func(raw []byte) []byte { return raw[:len(raw)/2/4096*4096] },
		"cut in a page":          func(raw []byte) []byte { return raw[:4096+100] },
		"another file":           func([]byte) []byte { return []byte("Dear diary,\n") },
	}
}

func slicesOf(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// garbage returns the same random bytes each time.
func garbage(n int) []byte {
	random := rand.NewChaCha8([32]byte{7})
	raw := make([]byte, n)
	_, _ = random.Read(raw)
	return raw
}

// TestDamagedDatabaseIsReported checks that any damage is reported and the file is left unchanged. After a
// backup is restored, the next start finds everything.
func TestDamagedDatabaseIsReported(t *testing.T) {
	t.Parallel()
	good := goodFile(t)
	for name, damage := range damages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			bad := damage(bytes.Clone(good))
			writeDatabase(t, database(data), bad)
			p := serve(t, data)
			order := map[string]any{"limit": 1}
			p.expectError(t, "get_topological_order", order, damageAdvice) // this reads the whole file
			p.expectError(t, "get_topological_order", order, damageAdvice)
			expectFailure(t, data, damageAdvice, "graph", "order")
			p.end(t)
			if left, err := os.ReadFile(database(data)); err != nil || !bytes.Equal(left, bad) {
				t.Errorf("the damaged file was changed: %v", err)
			}
			writeDatabase(t, database(data), good)
			p = serve(t, data)
			var list struct {
				Total int `json:"total_count"`
			}
			p.must(t, "get_topological_order", order, &list)
			if list.Total != 600 {
				t.Errorf("%d episodes in the backup, want 600", list.Total)
			}
		})
	}
}

// goodFile returns a database of a few hundred pages.
func goodFile(t *testing.T) []byte {
	t.Helper()
	data := t.TempDir()
	p := serve(t, data)
	for i := range 3 {
		episodes, links := make([]any, 200), []any{}
		for n := range episodes {
			episodes[n] = map[string]any{"query": fmt.Sprint("Question ", i, n), "reward": 0, "reflection": fmt.Sprint("Because of ", n)}
			if n > 0 {
				links = append(links, map[string]any{"from": fmt.Sprint("#", n-1), "to": fmt.Sprint("#", n), "relationship_type": "follows"})
			}
		}
		p.must(t, "create_episodes", map[string]any{"episodes": episodes, "relationships": links}, nil)
	}
	p.end(t) // leaves all data in one file
	raw, err := os.ReadFile(database(data))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func writeDatabase(t *testing.T, path string, raw []byte) {
	t.Helper()
	for _, beside := range []string{"-wal", "-shm"} {
		_ = os.Remove(path + beside)
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestGarbageInWriteAheadLog appends garbage after the last change in SQLite's log file, as a crash might. No
// acknowledged change may be lost.
func TestGarbageInWriteAheadLog(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	path := database(data) + "-wal"
	for round, size := range tier.Pick([]int{1, 5000}, []int{0, 1, 24, 5000, 100_000}) {
		p := serve(t, data)
		writers := []*ledger.Writer{ledger.New(fmt.Sprint("ann", round), p, 5)}
		write(t, writers, 15)
		p.kill(t)
		file, err := os.OpenFile(filepath.Clean(path), os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(garbage(size)); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		p = serve(t, data)
		writers[0].Client = p
		settle(t, writers)
		write(t, writers, 5)
		settle(t, writers)
		p.end(t)
		if err := os.WriteFile(path, garbage(size), 0o600); err != nil { // a log of no process
			t.Fatal(err)
		}
		p = serve(t, data)
		writers[0].Client = p
		settle(t, writers)
		p.end(t)
	}
}
