package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	t.Parallel()
	const profile = "mode: atomic\n" +
		"plotline/graph/a.go:1.1,2.2 2 0\n" +
		"plotline/graph/a.go:1.1,2.2 2 3\n" + // another test binary ran it
		"plotline/graph/a.go:4.1,4.9 0 0\n" + // no statement in it
		"plotline/graph/b.go:1.1,2.2 1 0\n"
	tests := []struct{ name, list, want string }{
		{"covered by one of two binaries", "# a comment\n\ngraph/a.go\n", ""},
		{"not covered", "graph/b.go\n", "1 blocks of statements are not covered"},
		{"pattern", "graph/*.go\n", "1 blocks of statements are not covered"},
		{"stale list", "graph/a.go\ngraph/gone.go\n", "graph/gone.go: no file of the profile is called that"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			got := run([]string{write(t, dir, "profile", profile), write(t, dir, "list", tt.list)}, io.Discard)
			switch {
			case tt.want == "" && got != nil:
				t.Errorf("failed: %v", got)
			case tt.want != "" && (got == nil || !strings.Contains(got.Error(), tt.want)):
				t.Errorf("error %v, want %q", got, tt.want)
			}
		})
	}
	if run(nil, io.Discard) == nil || run([]string{"/no/such/file", "/none"}, io.Discard) == nil {
		t.Error("no arguments, or no profile, is no failure")
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
