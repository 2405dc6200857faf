package installed

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Model returns the file of the embedding model. `make model` and the set-up of `make test-all` put it in
// bin/ of the checkout that the test runs in.
func Model(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for parent := filepath.Dir(dir); parent != dir; dir, parent = parent, filepath.Dir(parent) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	path := filepath.Join(dir, "bin", "bge-small-en-v1.5.model")
	if _, err := os.Stat(path); err != nil {
		Missing(tb, "the embedding model is not there: run `make model`")
	}
	return path
}

// ModelJar returns the jar that the model is made from, which the same set-up keeps in the cache.
func ModelJar(tb testing.TB) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	script := filepath.Join(filepath.Dir(here), "..", "..", "setup", "model.sh")
	out, err := exec.CommandContext(tb.Context(), script, "--here").Output()
	if err != nil {
		Missing(tb, "the jar with the embedding model is not there: run `make model`")
	}
	return strings.TrimSpace(string(out))
}
