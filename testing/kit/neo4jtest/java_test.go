package neo4jtest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plotline/testing/kit/tier"
)

// TestStartByJava starts a separate server without Docker. A second search must find it, and Stop must end
// it and remove its files.
func TestStartByJava(t *testing.T) {
	tier.Full(t)
	jars := filepath.Join(cacheDir(), "neo4j")
	own := t.TempDir()
	if err := errors.Join(os.MkdirAll(jars, 0o700), os.Symlink(jars, filepath.Join(own, "neo4j"))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PLOTLINE_CACHE", own)
	server, err := openJava(t.Context(), LTS)
	if errors.Is(err, errAbsent) {
		t.Skipf("no server by Java here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { waitUntilGone(t) })
	if again, err := openJava(t.Context(), LTS); err != nil || again != server {
		t.Errorf("openJava again = %v, %v, want the same server %v", again, err, server)
	}
}

// waitUntilGone stops the server and waits until its folder can be removed.
func waitUntilGone(t *testing.T) {
	t.Helper()
	if err := stopProcesses(context.WithoutCancel(t.Context())); err != nil {
		t.Errorf("stop: %v", err)
	}
	for _, run := range runs(LTS.kept()) {
		for end := time.Now().Add(time.Minute); alive(run.keeper()); time.Sleep(100 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the keeper of %s still runs; log:\n%s", run, run.log())
			}
		}
		if _, err := os.Stat(filepath.Join(string(run), "home")); !os.IsNotExist(err) {
			t.Errorf("the server's data is still there: %v", err)
		}
	}
}
