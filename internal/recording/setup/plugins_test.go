package setup

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// pluginFolders are the folders of the plugins, which cannot know where the data folder is.
var pluginFolders = map[Client]string{
	ClaudeCode: "claude-code/plugins/plotline", Codex: "codex/plugins/plotline", GeminiCLI: "gemini-cli",
}

// pluginLine is hookLine for any person: it looks for the copy in the platform's data folder, then on PATH.
func pluginLine(c Client, event string) string {
	return fmt.Sprintf(`for h in "${XDG_DATA_HOME:-$HOME/.local/share}/plotline/bin/plotline-hook" `+
		`"$HOME/Library/Application Support/Plotline/bin/plotline-hook" plotline-hook; do `+
		`command -v "$h" >/dev/null 2>&1 && { "$h" %s %s 2>/dev/null; exit 0; }; done; exit 0`, c, event)
}

// TestPlugins compares the hooks and skills of the plugins in docs/plugins with what setup writes. With UPDATE_SNAPSHOTS=1 it
// writes them.
func TestPlugins(t *testing.T) {
	t.Parallel()
	for c, folder := range pluginFolders {
		l, err := layoutOf(c, Place{Home: "/nowhere", Getenv: func(string) string { return "" }}, Wanted{DataDir: "/d"})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range l.specs {
			for _, part := range s.json {
				for _, h := range part.hooks {
					h.group.Hooks[0].Command = pluginLine(c, h.event)
				}
				if part.server == nil {
					text, _, err := spec{json: []jsonPart{part}}.add(nil)
					if err != nil {
						t.Fatal(err)
					}
					compareFile(t, filepath.Join(folder, "hooks", "hooks.json"), text)
				}
			}
		}
		compareFile(t, filepath.Join(folder, skillFile), skill)
	}
}

func compareFile(t *testing.T, name string, want []byte) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "docs", "plugins", name)
	if os.Getenv("UPDATE_SNAPSHOTS") == "1" {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, want, 0o644); err != nil { //nolint:gosec // a file of the repository
			t.Fatal(err)
		}
	}
	if has, err := os.ReadFile(path); err != nil || !bytes.Equal(has, want) {
		t.Errorf("%s differs from what setup writes, %v; to write it: UPDATE_SNAPSHOTS=1", name, err)
	}
}

// TestLines runs the lines of a shell as clients do. They end with 0 whatever the hook does, and pass on only its output.
func TestLines(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("these are lines of POSIX shells")
	}
	for _, tt := range []struct{ name, hook, out string }{
		{"answers", "cat; echo noise >&2", "payload"},
		{"panics", "echo '{'; exit 2", "{\n"},
		{"killed", "kill -9 $$", ""},
		{"missing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			data := filepath.Join(home, ".local", "share", "plotline")
			program := HookProgram(data)
			if err := os.MkdirAll(filepath.Dir(program), 0o700); err != nil {
				t.Fatal(err)
			}
			if tt.hook != "" {
				if err := os.WriteFile(program, []byte("#!/bin/sh\n"+tt.hook+"\n"), 0o700); err != nil { //nolint:gosec // a program
					t.Fatal(err)
				}
			}
			for _, line := range []string{hookLine(data, ClaudeCode, "Stop"), pluginLine(ClaudeCode, "Stop")} {
				run := exec.CommandContext(t.Context(), "/bin/sh", "-c", line)
				run.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
				run.Stdin = strings.NewReader("payload")
				var out, errs bytes.Buffer
				run.Stdout, run.Stderr = &out, &errs
				if err := run.Run(); err != nil || out.String() != tt.out || tt.hook != "" && errs.Len() > 0 {
					t.Errorf("%s: %v, %q, %q", line, err, out.String(), errs.String())
				}
			}
		})
	}
}
