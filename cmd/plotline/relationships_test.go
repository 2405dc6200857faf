package main

import (
	"strings"
	"testing"
)

// TestRelationshipsAsSentences checks that relationships are printed with their subject.
func TestRelationshipsAsSentences(t *testing.T) {
	t.Parallel()
	memory := []string{"--data-dir", t.TempDir()}
	for _, args := range [][]string{{"episodes", "create", "Plan"}, {"episodes", "create", "Work", "--follows", "1"}} {
		if status, _, errs := command(t, append(args, memory...)...); status != 0 {
			t.Fatal(errs)
		}
	}
	for episode, want := range map[string]string{"1": "#1 came before #2  follows", "2": "#2 came after #1  follows"} {
		if _, out, errs := command(t, append([]string{"graph", "relationships", episode}, memory...)...); !strings.Contains(out, want) {
			t.Errorf("%s: %s%s", episode, out, errs)
		}
	}
}
