// Package expect holds the checks, and the steps that must succeed, that the tests of several packages share.
package expect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// NoError ends the test on an error.
func NoError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Equal reports how two values differ.
func Equal(tb testing.TB, what string, want, got any) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// JSON encodes a value.
func JSON(tb testing.TB, value any) []byte {
	tb.Helper()
	raw, err := json.Marshal(value)
	NoError(tb, err)
	return raw
}

// ReadFile returns a file's content.
func ReadFile(tb testing.TB, path string) []byte {
	tb.Helper()
	raw, err := os.ReadFile(path)
	NoError(tb, err)
	return raw
}

// WriteFile writes a file that only this user may read, in a folder that exists.
func WriteFile(tb testing.TB, path, text string) {
	tb.Helper()
	NoError(tb, os.WriteFile(path, []byte(text), 0o600))
}

// WriteNew is WriteFile for a folder that may be missing. It creates it.
func WriteNew(tb testing.TB, path, text string) {
	tb.Helper()
	NoError(tb, os.MkdirAll(filepath.Dir(path), 0o750))
	WriteFile(tb, path, text)
}

// WriteFiles creates a folder, if it is missing, and files in it. Each file contains its own name, which may have
// folders before it.
func WriteFiles(tb testing.TB, folder string, names ...string) {
	tb.Helper()
	NoError(tb, os.MkdirAll(folder, 0o750))
	for _, name := range names {
		WriteNew(tb, filepath.Join(folder, name), name)
	}
}
