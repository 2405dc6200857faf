// Package expect holds the checks, and the steps that must succeed, that the tests of several packages share.
package expect

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/kit/jsonat"
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

// ReadFiles returns the contents of the files that match a pattern, by path. It ends the test if there are none.
func ReadFiles(tb testing.TB, pattern string) map[string][]byte {
	tb.Helper()
	paths, err := filepath.Glob(pattern)
	NoError(tb, err)
	if len(paths) == 0 {
		tb.Fatalf("no files match %s", pattern)
	}
	contents := make(map[string][]byte, len(paths))
	for _, path := range paths {
		contents[path] = ReadFile(tb, path)
	}
	return contents
}

// TextAt returns the text at a place in a JSON value, such as episodes.0.episode_id.
func TextAt(tb testing.TB, raw []byte, place string) string {
	tb.Helper()
	text, err := jsonat.Text(raw, place)
	NoError(tb, err)
	return text
}

type waited struct {
	context.Context //nolint:containedctx // it is one

	call func()
}

func (w waited) Done() <-chan struct{} {
	w.call()
	return w.Context.Done()
}

// OnWait returns a context that calls a function whenever code begins to wait for its end.
func OnWait(parent context.Context, call func()) context.Context { return waited{parent, call} }
