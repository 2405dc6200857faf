//go:build linux

// Package setup_test runs the scripts of the Makefile's targets as a user's shell does.
package setup_test

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"plotline/testing/kit/expect"
)

// TestPageOpensOrSaysWhyNot checks what the end of `make run` does with the memory page, and the reason that it gives if it
// does not open it.
func TestPageOpensOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	const free = "127.0.0.1:1" // needs root, and no service uses it
	for _, tt := range []struct {
		name, listen string
		without      string // what is not there: pages, a terminal or a browser
		env          string
		want         string
		serves       bool
	}{
		{name: "all is there", listen: free, want: "The memory page opens at http://127.0.0.1:1/.", serves: true},
		{name: "no Node.js", listen: free, without: "pages", want: "There is no memory page: the program was built without it. Install Node.js 20.19"},
		{name: "port taken", listen: taken.Addr().String(), want: taken.Addr().String() + " is taken, perhaps by an earlier run."},
		{name: "no terminal", listen: free, without: "terminal", want: "does not open by itself: this is no terminal. It is at http://127.0.0.1:1/ while this runs:"},
		{name: "no browser", listen: free, without: "browser", want: "does not open by itself: there is no browser here."},
		{name: "CI", listen: free, env: "CI=1", want: "does not open by itself: CI or NO_BROWSER is set."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script, index, browser := filepath.Join(dir, "testing", "setup", "page.sh"), filepath.Join(dir, "web", "dist", "index.html"), filepath.Join(dir, "bin", "xdg-open")
			for _, file := range []string{script, index, browser} {
				expect.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
			}
			expect.WriteFile(t, script, string(expect.ReadFile(t, "page.sh")))
			if tt.without != "pages" {
				expect.WriteFile(t, index, "")
			}
			expect.WriteFile(t, browser, "#!/bin/sh\n")
			if err := os.Chmod(browser, 0o700); err != nil { //nolint:gosec // a program
				t.Fatal(err)
			}
			display := "DISPLAY=:9"
			if tt.without == "browser" {
				display = "DISPLAY="
			}
			cmd := exec.CommandContext(t.Context(), "bash", script, "echo", "it serves", "--workspace", "bakery")
			cmd.Env = []string{"PATH=" + filepath.Dir(browser) + ":" + os.Getenv("PATH"), "PLOTLINE_LISTEN=" + tt.listen, display, tt.env}
			out := run(t, cmd, tt.without != "terminal")
			if !strings.Contains(out, tt.want) {
				t.Errorf("it says:\n%s\nwant %q", out, tt.want)
			}
			if serves := strings.Contains(out, "\nit serves --workspace bakery"); serves != tt.serves {
				t.Errorf("it serves: %t\n%s", serves, out)
			}
		})
	}
}

// run runs a command, at a terminal or not, and returns what it prints.
func run(t *testing.T, cmd *exec.Cmd, atTerminal bool) string {
	t.Helper()
	if !atTerminal {
		out, err := cmd.CombinedOutput()
		expect.NoError(t, err)
		return string(out)
	}
	terminal, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = terminal.Close() }()
	out, _ := io.ReadAll(terminal) // fails at the end of the command
	expect.NoError(t, cmd.Wait())
	return strings.ReplaceAll(string(out), "\r", "")
}
