package e2e_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestMediaInTerminal works through a library with commands alone: it lists the folders, makes plans for all certain files,
// and applies those of which nothing is uncertain.
func TestMediaInTerminal(t *testing.T) {
	t.Parallel()
	data, root := t.TempDir(), t.TempDir()
	expect.WriteFiles(t, root, "Bron/Bron S01E01.mkv", "Bron/Bron S01E02.mkv", "Bron/trailer.mkv",
		"Dark/Season 1/Dark S01E11.mkv", "Dark/Disc 2/01.mkv", "Alien (1979)/Alien.mkv")
	run := func(args ...string) serving.Finished {
		t.Helper()
		return plotline(t, nil, append(append([]string{"media"}, args...), "--store", "embedded", "--data-dir", data, "--media-root", root)...)
	}
	says := func(got string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if !strings.Contains(strings.Join(strings.Fields(got), " "), line) {
				t.Errorf("it does not say %q:\n%s", line, got)
			}
		}
	}
	listed := must(t, run())
	says(listed, "3 folders: 3 certain, 1 uncertain, 2 left out, 0 recognised", "Not shown: 1 folder with nothing to do; --all shows them.",
		"1 uncertain: its folder is a disc or a part, which may count from 1 again", "1 left out: a sample, a trailer or an extra")
	if strings.Contains(listed, "Alien") || !strings.Contains(must(t, run("list", "--all")), "Alien") {
		t.Errorf("it lists\n%s", listed)
	}
	says(must(t, run("propose")), "Made 2 plans with 3 rows.")
	says(must(t, run()), "all certain "+filepath.Join(root, "Bron"), "to review "+filepath.Join(root, "Dark"))
	if got := run("confirm", filepath.Join(root, "Dark")); got.Status != 1 || !strings.Contains(got.Err, "it has no plan whose files are all certain") {
		t.Errorf("a plan with an uncertain file: %+v", got)
	}
	if got := run("propose", filepath.Join(root, "Nothing")); got.Status != 2 || !strings.Contains(got.Err, "is no media folder of this workspace") {
		t.Errorf("an unknown folder: %+v", got)
	}
	says(must(t, run("confirm")), "Applied 1 plan with 2 rows.")
	var out struct {
		MediaFolders []struct{ MediaFolderPath, ShowName string }
		TotalCount   int
	}
	if err := json.Unmarshal([]byte(must(t, run("--json"))), &out); err != nil || out.TotalCount != 3 || len(out.MediaFolders) != 3 {
		t.Errorf("the list is %+v, %v", out, err)
	}
	says(must(t, run("--all")), "3 folders: 1 certain, 1 uncertain, 2 left out, 2 recognised")
	says(must(t, run("confirm")), "Applied 0 plans with 0 rows.")

	says(must(t, run("rename")), "Made 1 plan with 2 rows.")
	says(must(t, run("rename")), "Made 0 plans with 0 rows.") // it has one that waits
	if got := run("rename", filepath.Join(root, "Dark")); got.Status != 1 || !strings.Contains(got.Err, "confirm a plan that recognises its files first") {
		t.Errorf("a folder without recognised files: %+v", got)
	}
	expect.WriteFiles(t, root, "Lost/Disc 1/01.mkv")
	if got := run("propose"); !strings.Contains(got.Err, "No plan for 1 folder with uncertain files only.") {
		t.Errorf("a folder with uncertain files only: %+v", got)
	}
}
