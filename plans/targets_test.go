//go:build unix

package plans_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestHostileTargets checks that a new name with invisible characters is rejected, and that the error
// escapes them.
func TestHostileTargets(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	begun, err := w.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	for _, bad := range []string{"\x1b[31m", "\n", "\r", "\u0085", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028"} {
		_, err := w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: begun.TaskID, From: w.at("a.mkv"), To: w.at("b" + bad + "vkm.mkv")})
		refuses(t, err, fault.InvalidArgument, `Destination path "`, `" is abnormal`)
		if text := fault.From(err).Details; strings.Contains(text, bad) {
			t.Errorf("%q", text)
		}
	}
	_, err = w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: begun.TaskID, From: w.at("a.mkv"), To: w.at("שלום \u200d é.mkv")})
	must(t, err)
}
