package e2e_test

import (
	"database/sql"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // changes the store as another program would

	"plotline/testing/kit/expect"
	"plotline/testing/kit/neo4jtest"
)

// finding is doctor's result for one check.
type finding struct{ Check, State, Found, Advice string }

// findings runs doctor and returns its findings by check, and its status.
func findings(t *testing.T, env []string, args ...string) (map[string]finding, int) {
	t.Helper()
	got := plotline(t, env, append([]string{"doctor", "--json"}, args...)...)
	var list []finding
	if err := json.Unmarshal([]byte(got.Out), &list); err != nil {
		t.Fatalf("%v: %s%s", err, got.Out, got.Err)
	}
	byCheck := map[string]finding{}
	for _, f := range list {
		byCheck[f.Check] = f
	}
	return byCheck, got.Status
}

// TestDoctorFindings checks that each problem has its own finding with advice. Only what Plotline requires
// makes the command fail.
func TestDoctorFindings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		prepare       func(t *testing.T, dir string) (env, args []string)
		check, state  string
		found, advice string
	}{
		{"a file in the folder's place", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			expect.WriteFile(t, filepath.Join(dir, "file"), "")
			return nil, []string{"--data-dir", filepath.Join(dir, "file", "x")}
		}, "data folder", "bad", "file", "is not a folder; choose another with --data-dir"},
		{"a folder for everybody", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // that is the mistake
				t.Fatal(err)
			}
			return nil, nil
		}, "data folder", "note", "", "chmod 700"},
		{"a folder of its owner alone", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder has to be entered
				t.Fatal(err)
			}
			return nil, nil
		}, "data folder", "ok", "", ""},
		{"another program's file", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			expect.WriteFile(t, filepath.Join(dir, "plotline.db"), strings.Repeat("this is no database ", 99))
			return nil, nil
		}, "store", "bad", "plotline.db", "restore a backup"},
		{"a file of another schema", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			formerDatabase(t, dir)
			return nil, nil
		}, "store", "bad", "plotline.db", "export each workspace with that version"},
		{"what is there", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			must(t, plotline(t, nil, "import", "example", "--data-dir", dir))
			return nil, nil
		}, "graph", "ok", "60 episodes and 107 relationships", ""},
		{"a clock that is behind", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			must(t, plotline(t, nil, "episodes", "create", "q", "--reward", "0", "--created-at", "2999-01-01", "--data-dir", dir))
			return nil, nil
		}, "clock", "note", "", "2999-01-01"},
		{"an audit file that cannot be", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			expect.WriteFile(t, filepath.Join(dir, "file"), "")
			return nil, []string{"--audit-file", filepath.Join(dir, "file", "audit.jsonl")}
		}, "audit log", "bad", "audit.jsonl", "--audit-file"},
		{"no audit", func(*testing.T, string) ([]string, []string) { return nil, []string{"--audit", "off"} }, "audit log", "note", "off", "--audit=all"},
		{"tokens for everybody", func(t *testing.T, dir string) ([]string, []string) {
			t.Helper()
			must(t, plotline(t, nil, "token", "create", "a", "--role", "reader", "--data-dir", dir))
			if err := os.Chmod(filepath.Join(dir, "tokens.json"), 0o644); err != nil { //nolint:gosec // that is the mistake
				t.Fatal(err)
			}
			return nil, nil
		}, "tokens", "bad", "tokens.json", "chmod"},
		{"a root that is gone", func(_ *testing.T, dir string) ([]string, []string) {
			return nil, []string{"--media-root", filepath.Join(dir, "gone")}
		}, "media root", "bad", "gone", "--media-root"},
		{"a model that is away", func(*testing.T, string) ([]string, []string) {
			return []string{"PLOTLINE_AI_BASE_URL=http://127.0.0.1:1/v1"}, nil
		}, "language model", "bad", "http://127.0.0.1:1/v1", ""},
		{"a key for titles", func(*testing.T, string) ([]string, []string) {
			return []string{"PLOTLINE_TMDB_KEY=secret"}, nil
		}, "tmdb", "ok", "a key for", ""},
		{"no programs", func(*testing.T, string) ([]string, []string) { return []string{"PATH=/nowhere"}, nil }, "git", "note", "not installed", "history"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			env, args := tt.prepare(t, dir)
			got, status := findings(t, env, append([]string{"--data-dir", dir}, args...)...)
			f := got[tt.check]
			if f.State != tt.state || !strings.Contains(f.Found, tt.found) || !strings.Contains(f.Advice, tt.advice) {
				t.Errorf("found %+v", f)
			}
			if want := map[bool]int{true: 1}[tt.state == "bad"]; status != want {
				t.Errorf("status %d, want %d", status, want)
			}
			if strings.Contains(string(expect.JSON(t, got)), "secret") {
				t.Errorf("a key is shown: %+v", got)
			}
		})
	}
}

// TestDoctorRepairsOrders checks what doctor says of an order that another program changed, and that it settles it.
func TestDoctorRepairsOrders(t *testing.T) {
	t.Parallel()
	dir := privateDir(t)
	must(t, plotline(t, nil, "import", "example", "--data-dir", dir))
	check := func(want string, state string, args ...string) {
		t.Helper()
		out := must(t, plotline(t, nil, append([]string{"doctor", "--data-dir", dir}, args...)...))
		row(t, out, state, "order by follows", want)
		row(t, out, "ok", "order by causes", "kept")
	}
	byHand := func(statement string) {
		t.Helper()
		db, err := sql.Open("sqlite", filepath.Join(dir, "plotline.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	check("kept", "ok")
	byHand("INSERT INTO order_state (ordering, state) SELECT 2 * key, 1 FROM workspace")
	check("to be computed", "note")
	check("kept", "ok", "--repair")
	byHand(`INSERT INTO relationship (src, type, dst, strength, id, created_at, workspace)
		SELECT dst, 0, src, 1, '0fffffff-0000-7000-9000-00000000abcd', 0, workspace FROM relationship WHERE type = 0 LIMIT 1`)
	check("being settled, 1 note left", "note")
	check("there is a cycle", "note", "--repair")
	byHand("DELETE FROM relationship WHERE id = '0fffffff-0000-7000-9000-00000000abcd'")
	check("kept", "ok", "--repair")
}

// TestDoctorOnNeo4j checks the findings about a server. They name flags, and never show the password.
func TestDoctorOnNeo4j(t *testing.T) {
	t.Parallel()
	args, env := onNeo4j(neo4jtest.LTS).open(t)
	at, err := url.Parse(envMap(env)["NEO4J_URI"])
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name          string
		env, args     []string
		state         string
		found, advice string
	}{
		{"well", nil, nil, "ok", "neo4j 5.", ""},
		{"wrong password", []string{"NEO4J_PASSWORD=wrong-secret"}, nil, "bad", at.Host, "check --neo4j-username and --neo4j-password"},
		{"no such database", nil, []string{"--neo4j-database", "nope"}, "bad", at.Host, "correct --neo4j-database"},
		{"nobody there", []string{"NEO4J_URI=neo4j://127.0.0.1:1"}, nil, "bad", "127.0.0.1:1", "check that it runs and that --neo4j-uri is right"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, status := findings(t, slices.Concat(env, tt.env), slices.Concat(args, tt.args)...)
			f := got["store"]
			if f.State != tt.state || !strings.Contains(f.Found, tt.found) || !strings.Contains(f.Advice, tt.advice) || strings.Contains(f.Advice, "secret") {
				t.Errorf("found %+v", f)
			}
			if want := map[bool]int{true: 1}[tt.state == "bad"]; status != want {
				t.Errorf("status %d, want %d", status, want)
			}
		})
	}
}

// TestDoctorAndHelpCreateNothing checks that doctor and help create no folder.
func TestDoctorAndHelpCreateNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "b")
	out := must(t, plotline(t, nil, "doctor", "--data-dir", dir))
	row(t, out, "ok", "data folder", dir, "not made yet")
	row(t, out, "ok", "store", "plotline.db", "not made yet")
	if left, err := os.ReadDir(filepath.Dir(filepath.Dir(dir))); err != nil || len(left) > 0 {
		t.Errorf("there is %v, %v", left, err)
	}
}
