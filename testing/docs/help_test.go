package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const listHelp = `Usage: plotline list [flags]

List things.

Flags:
  -h, --help     Show context-sensitive help.

      --limit=N  Lines at most.

Media files:
  --root=DIR  A folder.

"plotline --help" has the flags of every command.
`

const serveHelp = `Usage: plotline serve [flags]

Flags:
  -h, --help    Show context-sensitive help.

Media files:
  --root=DIR  A folder.
  --url=URL   A server.
`

const groupHelp = `Usage: plotline media <command>

Media files:
  media list    List files.
`

// TestSharedFlags checks that flags of several commands are described once, at their longest, and that each
// command keeps its own.
func TestSharedFlags(t *testing.T) {
	t.Parallel()
	pages := []helpPage{parseHelp(listHelp), parseHelp(serveHelp), parseHelp(groupHelp)}
	shared := sharedSections(pages)
	if got, want := joinSections(shared), "Media files:\n  --root=DIR  A folder.\n  --url=URL   A server."; got != want {
		t.Errorf("shared:\n%s", cmp.Diff(want, got))
	}
	for i, want := range []struct{ text, note string }{
		{
			"Usage: plotline list [flags]\n\nList things.\n\nFlags:\n      --limit=N  Lines at most.",
			"Also takes flags of [several commands](#flags-of-several-commands): Media files (only `--root`).",
		},
		{"Usage: plotline serve [flags]", "Also takes flags of [several commands](#flags-of-several-commands): Media files."},
		{"Usage: plotline media <command>\n\nMedia files:\n  media list    List files.", ""},
	} {
		own, note := pages[i].withoutShared(shared)
		if diff := cmp.Diff(want.text, joinSections(own)) + cmp.Diff(want.note, note); diff != "" {
			t.Errorf("page %d: %s", i, diff)
		}
	}
}
