package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestPlansInTerminal checks that a plan can be corrected, applied without its bad rows, listed and undone with commands
// alone, also while a server runs on the same data folder.
func TestPlansInTerminal(t *testing.T) {
	t.Parallel()
	s := embedded().serve(t, false)
	show := filepath.Join(t.TempDir(), "Show")
	expect.WriteFiles(t, show, "Show.S01E01.mkv", "Show.S01E02.mkv", "finale.mkv")
	run := func(args ...string) serving.Finished {
		t.Helper()
		return plotline(t, nil, append(append([]string{"plans"}, args...), "--store", "embedded", "--data-dir", s.dir)...)
	}
	id := s.post(t, "/api/v1/plans/recognitions/propose", map[string]any{"mediaFolderPath": show})["taskId"].(string)
	must(t, run("edit", id, "--rows", "0-1", "--shift-episode", "4"))
	twice := must(t, run("edit", id, "--row", "1", "--season", "1", "--episode", "5"))
	if want := "Problems:\n  row 1: Season 1 episode 5 is given to two files: \"Show.S01E01.mkv\" and \"Show.S01E02.mkv\"\n"; !strings.Contains(twice, want) {
		t.Errorf("it does not show %q:\n%s", want, twice)
	}
	must(t, run("edit", id, "--row", "1", "--season", "2"))
	shown := must(t, run("edit", id, "--add", "finale.mkv", "--season", "1", "--episode", "9"))
	for _, line := range []string{"S01E05", "edited, was S01E01", "S02E05", "finale.mkv", "added"} {
		if !strings.Contains(shown, line) {
			t.Errorf("it does not show %q:\n%s", line, shown)
		}
	}
	wrong := func(id, want string, flags ...string) {
		t.Helper()
		if got := run(append([]string{"edit", id}, flags...)...); got.Status != 2 || !strings.Contains(got.Err, want) {
			t.Errorf("%q: status %d, %s, want %s", flags, got.Status, got.Err, want)
		}
	}
	wrong(id, `--rows must be rows and ranges such as 3-9,12, got "2-1"`, "--rows", "2-1", "--shift-episode", "4")
	wrong(id, "--row and --add exclude each other", "--row", "0", "--add", "x.mkv")
	wrong(id, "--add needs --season and --episode", "--add", "x.mkv")
	wrong(id, "--season, --episode and --to need --row or --add", "--season", "2")
	wrong(id, "give --row, --rows, --add, --up or --remember")
	wrong(id, "--rows needs --shift-season or --shift-episode", "--rows", "0")
	wrong(id, "--shift-season and --shift-episode need --rows", "--shift-season", "1")
	wrong(id, "--season must be at least 0, got -1", "--row", "0", "--season", "-1")
	wrong(id, "--row must be at least 0, got -2", "--row", "-2", "--season", "1")
	wrong(id, "give --season, --episode or --to", "--row", "0")
	wrong(id, "give --season or --episode", "--row", "0", "--to", "a.mkv")
	wrong(id, "the row is 9, but the plan has 3 rows", "--row", "9", "--season", "1")
	must(t, run("edit", id, "--row", "0", "--season", "1", "--episode", "1")) // as it was
	if shown := must(t, run("edit", id, "--row", "1", "--season", "1", "--episode", "2")); !strings.Contains(shown, "Not shown: 2 rows without edits or problems.") {
		t.Errorf("it does not count the other rows:\n%s", shown)
	}
	must(t, run("apply", id))

	expect.WriteFile(t, filepath.Join(show, "late.mkv"), "late")
	rename := s.post(t, "/api/v1/plans/renames", map[string]any{"mediaFolderPath": show})["taskId"].(string)
	for _, names := range [][2]string{{"finale.mkv", "Show.S01E09.mkv"}, {"gone.mkv", "Show.S01E10.mkv"}, {"late.mkv", "Show.S01E11.mkv"}} {
		s.post(t, "/api/v1/plans/renames/"+rename+"/files", map[string]any{"from": show + "/" + names[0], "to": show + "/" + names[1]})
	}
	if listed := must(t, run()); !strings.Contains(listed, "being written") {
		t.Errorf("the plans:\n%s", listed)
	}
	s.post(t, "/api/v1/plans/renames/"+rename+"/end", nil)
	wrong(rename, "has no season and episode; give --to", "--row", "0", "--season", "2")
	wrong(rename, "--rows is for recognitions", "--rows", "0", "--shift-season", "2")
	const gone = "Source file \"gone.mkv\" does not exist in the media folder"
	if got := run("apply", rename); got.Status == 0 || !strings.Contains(got.Err, "add --skip-problems, or --exclude 1:\n  row 1: "+gone) || strings.Contains(got.Err, show) {
		t.Errorf("it was applied: %s %s", got.Out, got.Err)
	}
	for _, all := range []string{"0,1,2", "0,1,2,3"} {
		if got := run("apply", rename, "--exclude", all); got.Status != 2 || strings.Contains(got.Err, "entr") {
			t.Errorf("--exclude %s: %s %s", all, got.Out, got.Err)
		}
	}
	if applied := must(t, run("apply", rename, "--skip-problems")); !strings.Contains(applied, "Left out:\n  row 1: "+gone+"\nDone: ") {
		t.Errorf("it does not say what is left out:\n%s", applied)
	}
	if names := namesIn(t, show); !slices.Contains(names, "Show.S01E09.mkv") {
		t.Errorf("the folder has %q", names)
	}
	if err := os.Remove(filepath.Join(show, "Show.S01E11.mkv")); err != nil {
		t.Fatal(err)
	}
	const changed = `"Show.S01E11.mkv" is gone`
	if got := run("undo", rename); got.Status == 0 || !strings.Contains(got.Err, changed) || !strings.Contains(got.Err, "add --skip-changed") {
		t.Errorf("it was undone: %s %s", got.Out, got.Err)
	}
	if undone := must(t, run("undo", rename, "--skip-changed")); !strings.Contains(undone, "Left out:\n  row 2: "+changed+"\nThe other files in ") {
		t.Errorf("it does not say what stays:\n%s", undone)
	}
	if names := namesIn(t, show); !slices.Contains(names, "finale.mkv") {
		t.Errorf("the folder has %q", names)
	}
	var undone struct {
		Plans []struct{ ID string }
	}
	if err := json.Unmarshal([]byte(must(t, run("list", "--status", "undone", "--json"))), &undone); err != nil || len(undone.Plans) != 1 || undone.Plans[0].ID != rename {
		t.Errorf("the undone plans are %+v, %v", undone, err)
	}
}

// TestUncertainInTerminal checks that uncertain files and the reasons for the others are shown, moved up and remembered.
func TestUncertainInTerminal(t *testing.T) {
	t.Parallel()
	s := embedded().serve(t, false)
	show := filepath.Join(t.TempDir(), "Show")
	expect.WriteFiles(t, show, "Show.S01E04.mkv", "Show - 04 - OVA.mkv", "Show - 05 - OVA.mkv", "trailer.mkv")
	run := func(args ...string) serving.Finished {
		t.Helper()
		return plotline(t, nil, append(append([]string{"plans"}, args...), "--store", "embedded", "--data-dir", s.dir)...)
	}
	propose := func() string {
		return s.post(t, "/api/v1/plans/recognitions/propose", map[string]any{"mediaFolderPath": show})["taskId"].(string)
	}
	id := propose()
	shows := func(out string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if !strings.Contains(out, line+"\n") {
				t.Errorf("it does not show %q:\n%s", line, out)
			}
		}
	}
	const why = "its name says that it is a special, but not which"
	shows(must(t, run("show", id)),
		"Uncertain (move them up with 'plotline plans edit --up'):",
		"  Show - 04 - OVA.mkv: S00E04? "+why, "  Show - 05 - OVA.mkv: S00E05? "+why,
		"Not recognised (add one with 'plotline plans edit --add'):", "  trailer.mkv: a sample, a trailer or an extra")
	for want, flags := range map[string][]string{
		"--alike needs --up":                           {"--alike", "--row", "0", "--season", "1"},
		"--up excludes --row and --add":                {"--up", "x.mkv", "--row", "0"},
		"is not an uncertain file of the plan":         {"--up", "trailer.mkv"},
		"to add another file, give --add":              {"--up", "trailer.mkv"},
		"--remember must be one of":                    {"--remember", "everything"},
		"--season, --episode and --to need --row or -": {"--up", "x.mkv", "--to", "y.mkv"},
	} {
		if got := run(append([]string{"edit", id}, flags...)...); got.Status != 2 || !strings.Contains(got.Err, want) {
			t.Errorf("%q: status %d, %s, want %s", flags, got.Status, got.Err, want)
		}
	}
	moved := must(t, run("edit", id, "--up", "Show - 04 - OVA.mkv", "--alike", "--remember", "specials"))
	shows(moved, "Once applied, the folder remembers: specials")
	if strings.Count(moved, "added") != 2 {
		t.Errorf("it does not show both files:\n%s", moved)
	}
	must(t, run("apply", id))
	shown := must(t, run("show", propose()))
	if strings.Contains(shown, "Uncertain (move") || !strings.Contains(shown, "S00E05") {
		t.Errorf("the folder does not remember:\n%s", shown)
	}
}
