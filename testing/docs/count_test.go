package main

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/testing/kit/expect"
)

func TestCountLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, text := range map[string]string{
		"main.go": "a\nb\n", "graph/a.go": "a\n", "graph/deep/a_test.go": "a\nb\nc\n", "graph/go.mod": "a\n", "graph/a.md": "a\n",
		"graph/node_modules/x/a.go": "a\n", "bin/a.go": "a\n", ".git/a.go": "a\n",
	} {
		expect.WriteFiles(t, filepath.Dir(filepath.Join(dir, path)))
		expect.WriteFile(t, filepath.Join(dir, path), text)
	}
	got, err := countLines(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]lines{"main.go": {2, 0}, "graph": {1, 3}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(lines{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
