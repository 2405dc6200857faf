package neo4jtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

func TestLease(t *testing.T) {
	t.Setenv("PLOTLINE_CACHE", t.TempDir())
	if err := lease("neo4j://localhost:7687"); err != nil {
		t.Fatal(err)
	}
	if leased("7687") {
		t.Error("leased by this process alone = true, want false")
	}

	other := exec.CommandContext(t.Context(), "sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	dir, err := stateDir("leases", "7687")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, strconv.Itoa(other.Process.Pid))
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !leased("7687") {
		t.Error("leased by a living process = false, want true")
	}

	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // The error says that it was killed.
	if leased("7687") {
		t.Error("leased by a dead process = true, want false")
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the dead process's lease is still there: %v", err)
	}
}

// TestHold checks that exactly the servers named in the environment are leased.
func TestHold(t *testing.T) {
	t.Setenv("PLOTLINE_CACHE", t.TempDir())
	t.Setenv(EnvURI, "neo4j://localhost:7687")
	t.Setenv(EnvNextURI, "")
	if err := Hold(); err != nil {
		t.Fatal(err)
	}
	leases, err := filepath.Glob(filepath.Join(cacheDir(), "neo4jtest", "leases", "*", "*"))
	want := filepath.Join(cacheDir(), "neo4jtest", "leases", "7687", strconv.Itoa(os.Getpid()))
	if err != nil || len(leases) != 1 || leases[0] != want {
		t.Errorf("the leases are %v, %v, want %s", leases, err, want)
	}
}
