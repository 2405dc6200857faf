package expect

import (
	"path/filepath"
	"testing"
)

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
