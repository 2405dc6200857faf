package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// TestPlanScreens checks the plans of folders whose paths differ only at their ends: the list shows the ends, and ids
// that are short and work in a command.
func TestPlanScreens(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	above := filepath.Join(t.TempDir(), strings.Repeat("a long way down/", 8))
	s := serve(t, c.env, append(c.args, "--toolsets", "all")...)
	ids := make([]string, 2)
	for i, show := range []string{"First Show", "Second Show"} {
		folder := filepath.Join(above, show)
		expect.WriteFiles(t, folder, strings.ReplaceAll(show, " ", ".")+".S01E01.mkv", "The.Long.Name.Of.An.Episode.That.Nobody.Wrote.S01E02.1080p.WEB.mkv")
		ids[i], _ = s.call("proposeRecognizePlan", map[string]any{"mediaFolderPath": folder})["taskId"].(string)
	}
	if piped := c.says("plans"); !strings.Contains(piped, ids[0]+"  ") || !strings.Contains(piped, filepath.Join(above, "First Show")) {
		t.Errorf("a pipe gets\n%s", piped)
	}
	for _, columns := range []uint16{80, 140} {
		list, status := c.shown(window{columns, 50}, []string{noPager, "NO_COLOR=1"}, "plans")
		fits(t, list, columns)
		if status != 0 || strings.Contains(list, ids[0]) || !strings.Contains(list, "/First Show\n") || !strings.Contains(list, "/Second Show\n") {
			t.Errorf("status %d, %d columns:\n%s", status, columns, list)
		}
		for line := range strings.Lines(list) {
			id, _, _ := strings.Cut(line, " ")
			if id == "PLAN" {
				continue
			}
			page, status := c.shown(window{columns, 50}, []string{noPager, "NO_COLOR=1"}, "plans", "show", id)
			fits(t, page, columns)
			if status != 0 || !strings.Contains(page, "S01E01") {
				t.Errorf("status %d, plan %s:\n%s", status, id, page)
			}
		}
	}
	if got := c.run("plans", "show", "ffffffff"); got.Status != 1 || !strings.Contains(got.Err, "ffffffff") {
		t.Errorf("an unknown id gives %+v", got)
	}
	if got := c.run("plans", "reject", strings.ToUpper(ids[1][:30]), "--reason", "no"); got.Status != 0 {
		t.Errorf("a decision by a short id gives %+v", got)
	}
}
