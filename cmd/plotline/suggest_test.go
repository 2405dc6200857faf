package main

import (
	"strings"
	"testing"
)

// TestMisspeltCommand checks that the error of a misspelt command names it, and the command that may have been meant. A
// misspelt command is an argument of its group's default command.
func TestMisspeltCommand(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"graph oder":            `<episodes>[0] must be a UUID or a serial number, got "oder"; did you mean plotline graph order?`,
		"graph 1 relation":      `<episodes>[1] must be a UUID or a serial number, got "relation"; did you mean plotline graph relationships?`,
		"graph show nosuch":     `<episodes>[0] must be a UUID or a serial number, got "nosuch"`,
		"graph exists 1 x":      `<to> must be a UUID or a serial number, got "x"`,
		"graph exists oder 1":   `<from> must be a UUID or a serial number, got "oder"`,
		"episodes show 66ff66f": `<episode> must be a UUID or a serial number, got "66ff66f"; to find the episode of a commit, run: plotline recall 66ff66f`,
		"show 5":                "unexpected argument show; did you mean plotline episodes show?",
		"ask why":               "unknown command ask; did you mean plotline recall?",
		"order":                 "unexpected argument order; did you mean plotline graph order?",
		"nosuch":                "unknown command nosuch; plotline --help lists all",
		"remember x":            "unknown command remember; did you mean plotline episodes create?",
		"uninstall":             "unknown command uninstall; did you mean plotline setup CLIENT --remove?",
		"recall":                `say what you want to know, such as: plotline recall "What was reverted, and why?"`,
		"graph show 1 -o x.png": "--output x.png: no format has the extension .png; name a file with .svg, .mmd, .dot, .json or .txt, or choose one with --format",
		"recal foo":             "unknown command recal; did you mean plotline recall?",
		"recal":                 "unknown command recal; did you mean plotline recall?",
		"import gti .":          "unknown command import gti; did you mean plotline import git?",
		"import x .":            "unexpected argument .",
		"setup":                 `expected "<client>": one of claude-code, codex, gemini-cli, qwen-code, copilot-cli, opencode, cursor, vscode`,
		"recall --file a.c x":   `unknown flag --file; name the file in the question, such as: plotline recall "src/main.go"`,
		"recall x --author=Ada": `unknown flag --author; name the author in the question, such as: plotline recall "what did Ada fix?"`,
		"episodes --file a.c":   "unknown flag --file",
		"import exampel":        "open exampel: no such file or directory; did you mean plotline import example?",
		"import nosuch":         "open nosuch: no such file or directory",
	} {
		status, out, errs := command(t, append(strings.Fields(words), "--data-dir", t.TempDir())...)
		if status == 0 || out != "" || !strings.HasSuffix(strings.TrimSpace(errs), want) {
			t.Errorf("%s: status %d: %s", words, status, errs)
		}
	}
}
