package e2e_test

import (
	"strings"
	"testing"
)

// TestPager checks that long output goes through the pager that the environment names, and short output does not.
func TestPager(t *testing.T) {
	t.Parallel()
	c, _ := newChain(t)
	const mark = "sed s/^/paged:/"
	for _, tt := range []struct {
		name  string
		rows  uint16
		env   []string
		paged bool
	}{
		{"short", 50, []string{"PAGER=" + mark}, false},
		{"long", 3, []string{"PAGER=" + mark}, true},
		{"its own first", 3, []string{"PAGER=cat", "PLOTLINE_PAGER=" + mark}, true},
		{"its own empty", 3, []string{"PAGER=" + mark, noPager}, false},
		{"cat", 3, []string{"PAGER=cat"}, false},
		{"no such program", 3, []string{"PAGER=no-such-program"}, false},
		{"dumb terminal", 3, []string{"PAGER=" + mark, "TERM=dumb"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, status := terminal{t, c.args, c.env}.shown(window{80, tt.rows}, append(tt.env, "NO_COLOR=1"), "episodes", "--limit", "2")
			want := 0
			if tt.paged {
				want = 3 // the titles and two episodes; the message about the third is no output
			}
			if status != 0 || strings.Count(text, "paged:") != want || !strings.Contains(text, "Alpha") && !strings.Contains(text, "Gamma") {
				t.Errorf("status %d:\n%s", status, text)
			}
			if !strings.HasSuffix(text, "1–2 of 3; to see more, add --offset 2.\n") {
				t.Errorf("the message is not last:\n%s", text)
			}
		})
	}
	if piped := plotline(t, append([]string{"PAGER=" + mark}, c.env...), append([]string{"--help"}, c.args...)...); strings.Contains(piped.Out, "paged:") {
		t.Errorf("a pipe was paged:\n%s", piped.Out)
	}
}

// TestPagerIsLeft checks the exit status of commands whose pager ends before the output.
func TestPagerIsLeft(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	lines := strings.Repeat(strings.Repeat("A long reflection. ", 50)+"\n", 60)
	c.says("episodes", "create", "Write much", "--reward", "1", "--reflection", lines)
	for pager, want := range map[string]int{"head -n 1": 1, "true": 0, "false": 0} {
		text, status := c.shown(window{80, 10}, []string{"PAGER=" + pager, "NO_COLOR=1"}, "episodes", "show", "1")
		if status != 0 || strings.Count(text, "\n") != want {
			t.Errorf("%s: status %d:\n%s", pager, status, text)
		}
	}
	s := open(t, 80, append([]string{"TERM=xterm", "PAGER=less", "LESS=FRX"}, c.env...), append([]string{binary, "episodes", "show", "1"}, c.args...)...)
	s.shows("Reflection")
	s.shows(":")
	s.types("q")
	s.ended(0)
}
