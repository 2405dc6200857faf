package e2e_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/mattn/go-runewidth"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// window is the size of a terminal.
type window struct{ columns, rows uint16 }

// shown runs a command to its end in a terminal, and returns what it wrote and its exit status.
func (c terminal) shown(size window, env []string, command ...string) (text string, status int) {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), binary, append(command, c.args...)...) //nolint:gosec // the test's own words
	cmd.Dir = c.t.TempDir()
	cmd.Env = append(append(append(serving.Environ(), "HOME="+cmd.Dir, "XDG_DATA_HOME=", "TERM=xterm", "LC_ALL=C.UTF-8", "PATH="+os.Getenv("PATH")), c.env...), env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: size.rows, Cols: size.columns})
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = tty.Close() }()
	raw, _ := io.ReadAll(tty) // the end of a terminal is an error
	_ = cmd.Wait()
	return strings.ReplaceAll(string(raw), "\r\n", "\n"), cmd.ProcessState.ExitCode()
}

var (
	colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	uuids   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7`)
)

// fits checks that no line is wider than the window, except a suggested command, which a person pastes.
func fits(t *testing.T, text string, columns uint16) {
	t.Helper()
	for line := range strings.Lines(colours.ReplaceAllString(text, "")) {
		if line = strings.TrimRight(line, "\n"); runewidth.StringWidth(line) > int(columns) && !strings.HasPrefix(line, "  plotline ") {
			t.Errorf("%d columns: %s", runewidth.StringWidth(line), line)
		}
	}
}

// noPager prevents a pager.
const noPager = "PLOTLINE_PAGER="

// readable returns a graph of long names, and commands that show it.
func readable(t *testing.T) (c terminal, commands [][]string) {
	t.Helper()
	c = newTerminal(t)
	c.create(strings.Repeat("a name that is long ", 8)+"終", strings.Repeat("終わり", 30))
	ids := c.chain()
	return c, [][]string{
		{},
		{"help"},
		{"--help"},
		{"help", "episodes", "list"},
		{"help", "serve"},
		{"episodes"},
		{"episodes", "--limit", "2"},
		{"episodes", "search", "long"},
		{"episodes", "show", "1"},
		{"episodes", "show", "4"},
		{"episodes", "related", ids[0]},
		{"recall", "a name that is long"},
		{"graph", "order"},
		{"graph", "relationships", "3"},
		{"graph", "exists", "3", "4"},
		{"graph", "cycles", "5", "3"},
		{"doctor"},
		{"plans"},
		{"token", "list"},
		{"episodes", "show", "99"},
		{"episodes", "--limit", "101"},
		{"episodes", "search", "nothing"},
	}
}

// TestScreensFit checks that nothing is wider than the window, and that output to a pipe is complete and has no
// colours.
func TestScreensFit(t *testing.T) {
	t.Parallel()
	c, commands := readable(t)
	for _, command := range commands {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			t.Parallel()
			c := terminal{t, c.args, c.env}
			for _, columns := range []uint16{40, 80, 140} {
				if help := len(command) > 0 && strings.Contains(command[0], "help"); help && columns == 40 {
					continue // kong's columns of flags need more
				}
				text, _ := c.shown(window{columns, 50}, []string{noPager}, command...)
				fits(t, text, columns)
				if strings.Count(text, "\n") > 3 && !strings.Contains(text, "\x1b[") {
					t.Errorf("%d columns: no colours in\n%s", columns, text)
				}
			}
			if text, _ := c.shown(window{80, 50}, []string{noPager, "NO_COLOR=1"}, command...); strings.Contains(text, "\x1b") {
				t.Errorf("NO_COLOR=1: %q", text)
			}
			if piped := c.run(command...); strings.Contains(piped.Out+piped.Err, "\x1b") || !strings.Contains(strings.Join(command, " "), "help") && strings.Contains(piped.Out, "…") {
				t.Errorf("a pipe gets %s%s", piped.Out, piped.Err)
			}
		})
	}
}

// TestTablesAreForPeople checks numbers in place of ids, and ages in place of times.
func TestTablesAreForPeople(t *testing.T) {
	t.Parallel()
	c, _ := newChain(t)
	for _, command := range [][]string{
		{"episodes"},
		{"episodes", "search", "it"},
		{"episodes", "related", "1"},
		{"graph", "order"},
		{"graph", "relationships", "1"},
		{"graph", "exists", "1", "2"},
		{"graph", "cycles", "3", "1"},
	} {
		text, status := c.shown(window{80, 50}, []string{noPager}, command...)
		if status != 0 || uuids.MatchString(text) || uuids.MatchString(c.says(command...)) {
			t.Errorf("%v: status %d\n%s", command, status, text)
		}
	}
	if text, _ := c.shown(window{80, 50}, nil, "episodes"); !strings.Contains(text, " ago") && !strings.Contains(text, "now") {
		t.Errorf("the list has no ages:\n%s", text)
	}
	if text, _ := c.shown(window{80, 50}, []string{"TERM=dumb"}, "episodes"); strings.Contains(text, "\x1b") {
		t.Errorf("a terminal without colours gets %q", text)
	}
	if piped := c.says("episodes"); !strings.Contains(piped, ":") || strings.Contains(piped, "ago") {
		t.Errorf("a pipe has no times:\n%s", piped)
	}
	forced := must(t, plotline(t, append([]string{"CLICOLOR_FORCE=1"}, c.env...), append([]string{"episodes"}, c.args...)...))
	if !strings.Contains(forced, "\x1b[31m-0.5\x1b[0m") {
		t.Errorf("the failed episodes are not red: %q", forced)
	}
}

// TestTerminalGetsNoRawControls checks that no text of an episode reaches a terminal with a character that moves the cursor,
// changes the terminal or turns the writing direction, in any form. A file gets the text as it is.
func TestTerminalGetsNoRawControls(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	const hostile = "a\u202eb\u2066c\u009b31md\u200fe\u007f"
	first := c.create(hostile)[0]
	second := strings.TrimSpace(c.says("episodes", "create", "next", "--reward", "0", "--name", hostile+"2", "--metadata", `{"k":"`+hostile+`"}`))
	path := filepath.Join(t.TempDir(), "relationships.jsonl")
	expect.WriteFile(t, path, `{"type":"relationship","id":"019a0000-0000-7000-9000-000000000001","from_episode_id":"`+first+
		`","to_episode_id":"`+second+`","relationship_type":"follows","created_at":"2026-09-01"}`+"\n")
	c.says("import", "file", path)
	raw := regexp.MustCompile("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
	for _, command := range [][]string{
		{"episodes"},
		{"episodes", "--json"},
		{"episodes", "show", "1"},
		{"episodes", "show", "2", "--json"},
		{"episodes", "search", "next"},
		{"recall", "next"},
		{"recall", "next", "--json"},
		{"graph", "show"},
		{"graph", "show", "--format", "mermaid"},
		{"graph", "show", "--format", "graphviz"},
		{"graph", "show", "--format", "svg"},
		{"graph", "show", "--json"},
		{"graph", "order"},
		{"graph", "relationships", "1"},
		{"graph", "cycles", "2", "1"},
		{"graph", "cycles", "2", "1", "--json"},
		{"export"},
	} {
		text, status := c.shown(window{80, 50}, []string{noPager, "NO_COLOR=1"}, command...)
		if status != 0 {
			t.Errorf("%v: status %d\n%s", command, status, text)
		}
		if found := raw.FindString(text); found != "" {
			t.Errorf("%v: %q in %q", command, found, text)
		}
	}
	if exported := c.says("export"); !strings.Contains(exported, hostile) {
		t.Errorf("a pipe gets\n%s", exported)
	}
}
