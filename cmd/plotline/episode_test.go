package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestCreateForPeople checks that a terminal shows the number of a new episode, and that its title is cut.
func TestCreateForPeople(t *testing.T) {
	t.Parallel()
	args := []string{"episodes", "create", strings.Repeat("long ", 30), "--data-dir", t.TempDir(), "--embeddings", "off"}
	var out, errs bytes.Buffer
	std := streams{strings.NewReader(""), &screen{Writer: &out, width: 200}, &screen{Writer: &errs, width: 200}}
	if status := run(t.Context(), args, std); status != 0 || !strings.HasPrefix(out.String(), "#1  ") || !strings.Contains(errs.String(), " long…”.") {
		t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
	}
	if status, out, errs := command(t, args...); status != 0 || len(out) != len("00000000-0000-0000-0000-000000000000\n") || errs != "" {
		t.Errorf("in a pipe: status %d, %q, %q", status, out, errs)
	}
}
