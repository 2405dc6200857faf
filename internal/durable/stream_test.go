package durable_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/durable"
)

func TestStream(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	put := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			if _, failed := io.WriteString(w, text); failed != nil {
				return failed
			}
			return err
		}
	}
	full := errors.New("the disk is full")
	for _, step := range []struct {
		name, path string
		write      func(io.Writer) error
		err        error
		want       string
	}{
		{"a new file", path, put("one", nil), nil, "one"},
		{"one that fails keeps the old", path, put("half", full), full, "one"},
		{"another in its place", path, put("two", nil), nil, "two"},
		{"through a link", link, put("three", nil), nil, "three"},
	} {
		if err := durable.Stream(step.path, 0o600, step.write); !errors.Is(err, step.err) {
			t.Errorf("%s: %v", step.name, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != step.want {
			t.Errorf("%s: %q, %v", step.name, got, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
	for _, bad := range []string{dir, os.DevNull} {
		if err := durable.Stream(bad, 0o600, put("x", nil)); err == nil || !strings.HasSuffix(err.Error(), "is not a file") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
