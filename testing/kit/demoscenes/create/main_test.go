package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun creates the project once, and leaves it alone the second time.
func TestRun(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "my data")
	for _, want := range []string{"  1. Morning            4.0 s\n", "already exists"} {
		var out strings.Builder
		if err := run(t.Context(), []string{"-data", data}, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{want, "--data-dir '" + data + "'", "http://127.0.0.1:7333/projects/what-a-memory-is"} {
			if !strings.Contains(out.String(), part) {
				t.Errorf("%q is missing in:\n%s", part, out.String())
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(data, "projects", "what-a-memory-is-*.project.json"))
	if err != nil || len(files) != 1 {
		t.Errorf("the files are %v, %v", files, err)
	}
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"-data", t.TempDir(), "more"}, {"-what"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q was accepted", args)
		}
	}
}
