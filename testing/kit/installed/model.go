package installed

import (
	"os"
	"path/filepath"
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
