package e2e_test

import "testing"

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
