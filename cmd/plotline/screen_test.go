package main

import (
	"testing"
)

// TestSuggestedCommandIsWhole checks that a terminal shows a suggested command on a line of its own.
func TestSuggestedCommandIsWhole(t *testing.T) {
	t.Parallel()
	s := &screen{width: 60}
	for text, want := range map[string]string{
		`The workspace is shop. To ask it, run: plotline recall --workspace auto "what was reverted, and why?"`: "The workspace is shop. To ask it, run:\n" +
			`  plotline recall --workspace auto "what was reverted, and why?"`,
		"plotline: no server answers at 127.0.0.1:7333; to start one, run: plotline serve --workspace shop": "plotline: no server answers at 127.0.0.1:7333; to start one,\nrun:\n" +
			"  plotline serve --workspace shop",
		"There are no episodes at all. To make some, run: plotline import git . --workspace auto or plotline import example": "There are no episodes at all. To make some, run:\n" +
			"  plotline import git . --workspace auto\nor:\n  plotline import example",
		"another program wrote it; to see it, run: plotline graph order --type x; then remove it": "another program wrote it; to see it, run:\n" +
			"  plotline graph order --type x\nthen remove it",
		"plotline: unknown command import gti; did you mean plotline import git?": "plotline: unknown command import gti; did you mean\n  plotline import git",
		"To ask it, run: plotline recall":                                         "To ask it, run: plotline recall",
		"A text about running: plotline is a program that many people can use.":   "A text about running: plotline is a program that many people\ncan use.",
	} {
		if got := s.wrapped(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
