package neo4jtest

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestConcurrentStartsWriteScripts checks concurrent starts in one process, including the first on a machine.
// One round showed the race in two runs of five.
func TestConcurrentStartsWriteScripts(t *testing.T) {
	for range 20 {
		t.Setenv("PLOTLINE_CACHE", t.TempDir())
		startAtOnce(t)
		left, err := filepath.Glob(filepath.Join(cacheDir(), "neo4jtest", "scripts", "*", "*"))
		if err != nil || len(left) != 4 {
			t.Fatalf("the folder holds %v, %v, want the four scripts alone", left, err)
		}
	}
}

func startAtOnce(t *testing.T) {
	t.Helper()
	begin := make(chan struct{})
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			<-begin
			script, err := writeScripts()
			if err != nil {
				t.Error(err)
				return
			}
			checkScripts(t, filepath.Dir(script))
		})
	}
	close(begin)
	group.Wait()
}

// checkScripts checks that every script is complete and executable.
func checkScripts(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"build.sh", "entrypoint.sh", "process.sh", "recipe.sh"} {
		want, err := scripts.ReadFile("image/" + name)
		if err != nil {
			t.Error(err)
		}
		path := filepath.Join(dir, name)
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s has %d bytes, %v, want %d", name, len(got), err, len(want))
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v, want it executable", name, info, err)
		}
	}
}
