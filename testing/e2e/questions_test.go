package e2e_test

import (
	"strings"
	"testing"
)

// TestInterruptedQuestions checks that Ctrl-C ends every question at once, and that nothing is deleted.
func TestInterruptedQuestions(t *testing.T) {
	t.Parallel()
	c, _ := newChain(t)
	for question, command := range map[string][]string{
		"[y/N] ":                  {"episodes", "delete", "1"},
		"name of the workspace: ": {"workspace", "delete", "default"},
	} {
		s := open(t, 200, c.env, append(append([]string{binary}, command...), c.args...)...)
		s.shows(question)
		s.types("\x03")
		s.shows("plotline: stopped: nothing was deleted")
		s.ended(1)
	}
	if got := c.json("episodes")["total_count"]; got != 3.0 {
		t.Errorf("%v episodes are left", got)
	}
}

// TestEmptyAndBeyond checks what people read when there is nothing to list.
func TestEmptyAndBeyond(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	says := func(want string, command ...string) {
		t.Helper()
		if got := c.run(command...); got.Status != 0 || got.Out != "" || !strings.Contains(got.Err, want) {
			t.Errorf("%v: %+v, want %s", command, got, want)
		}
	}
	for _, command := range [][]string{{"episodes"}, {"recall", "anything"}, {"graph", "order"}} {
		says("run: plotline import git . --data-dir", command...)
	}
	must(t, plotline(t, c.env, append([]string{"episodes", "create", "Elsewhere", "--reward", "1", "--workspace", "other"}, c.args...)...))
	says("plotline workspace list shows those that have some", "episodes")
	c.create("Alpha")
	says("--offset 5 is beyond the end of 1 episode.", "episodes", "--offset", "5")
}

// TestCreateNamesTheNumber checks that a terminal shows the number of a new episode, and that a pipe gets the id alone.
func TestCreateNamesTheNumber(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	text, status := c.shown(window{80, 50}, nil, "episodes", "create", "What?", "--name", "Alpha", "--reward", "0")
	if lines := strings.Split(strings.TrimSpace(text), "\n"); status != 0 || len(lines) != 2 || !uuids.MatchString(lines[0]) || lines[1] != "Created episode 1, “Alpha”." {
		t.Errorf("a terminal shows\n%s", text)
	}
	if got := c.run("episodes", "create", "What?", "--reward", "0"); got.Err != "" || strings.Count(got.Out, "\n") != 1 {
		t.Errorf("a pipe gets %+v", got)
	}
}
