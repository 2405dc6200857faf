package agents

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// TestReadme plays the example of README.md with Claude Code: a task, a correction in the same session, and another session,
// which is told what the person said.
func TestReadme(t *testing.T) {
	t.Parallel()
	m := newMachine(t, agents[slices.IndexFunc(agents, func(a agent) bool { return a.name == "claude-code" })])
	m.run(t, "plotline", "setup", m.name, "--yes")
	m.session(t, rounding)
	m.ask(t, correction, m.goOn(correction))
	m.episodes(t, 2)
	request := m.session(t, later)[0]
	lines := regexp.MustCompile(`- \d{1,2} [A-Z][a-z]{2} (format\.js: .*?)\\n`).FindAllStringSubmatch(request, -1)
	readme, err := os.ReadFile("../../README.md")
	expect.NoError(t, err)
	if len(lines) == 0 {
		t.Fatalf("nothing is told: %s", request)
	}
	for _, line := range lines {
		text := strings.ReplaceAll(line[1], `\"`, `"`)
		t.Log(text)
		if !strings.Contains(string(readme), text) {
			t.Errorf("README.md does not show what is told: %s", text)
		}
	}
}
