package e2e_test

import (
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // registers the driver

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestFolderOfFormerVersion opens a data folder as older versions left it: a database of the first schema, the plans of all
// workspaces in one folder, and tokens of one workspace each.
func TestFolderOfFormerVersion(t *testing.T) {
	t.Parallel()
	dir := privateDir(t)
	firstSchema(t, dir)
	const id = "0b8f2c1e-6d0c-4d0a-9b59-3f6f0f3a7a11"
	show := filepath.Join(t.TempDir(), "Show")
	expect.WriteFiles(t, show, "Show.S01E01.mkv")
	if err := os.Mkdir(filepath.Join(dir, "plans"), 0o700); err != nil {
		t.Fatal(err)
	}
	expect.WriteFile(t, filepath.Join(dir, "plans", id+".plan.json"), `{"id": "`+id+`", "task": "recognize-media-file", "status": "pending",
		"mediaFolderPath": "`+show+`", "workspace": "other", "createdAt": "2026-01-02T03:04:05Z", "readyAt": "2026-01-02T03:04:06Z",
		"files": [{"season": 1, "episode": 1, "path": "`+show+`/Show.S01E01.mkv"}]}`)
	secret := serving.Token(t, binary, filepath.Join(dir, "tokens.json"), "default")
	if raw := string(expect.ReadFile(t, filepath.Join(dir, "tokens.json"))); !strings.Contains(raw, `"version": 1`) {
		t.Errorf("a token of one workspace has the version of %s", raw)
	}
	flags := []string{"--store", "embedded", "--data-dir", dir}[:4:4]
	file := filepath.Join(t.TempDir(), "before-the-upgrade")
	must(t, plotline(t, nil, append([]string{"backup", file}, flags...)...))
	if shown := must(t, plotline(t, nil, "backup", "show", file)); !strings.Contains(shown, "schema 1\n") || !strings.Contains(shown, "default: 1 episode and") {
		t.Errorf("the backup before the upgrade has %s", shown)
	}
	if doctor := must(t, plotline(t, nil, append([]string{"doctor"}, flags...)...)); !strings.Contains(doctor, "the next call migrates it to schema") {
		t.Errorf("doctor said %s", doctor)
	}
	server := serving.Start(t, binary, nil, append(flags, "--tokens", filepath.Join(dir, "tokens.json"), "--media-root", "other="+show)...)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/v1/episodes", strings.NewReader(`{"query": "written by the new version", "reward": 0}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+secret)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("with a token of version 1: %v, %v", answer, err)
	}
	_ = answer.Body.Close()
	list := must(t, plotline(t, nil, append([]string{"episodes"}, flags...)...))
	if !strings.Contains(list, "written by the old version") || !strings.Contains(list, "written by the new version") {
		t.Errorf("the episodes are %s", list)
	}
	plans := must(t, plotline(t, nil, append([]string{"plans", "--workspace", "other"}, flags...)...))
	if !strings.Contains(plans, id[:8]) {
		t.Errorf("the plans of the other workspace are %s", plans)
	}
}

// firstSchema makes a database as the first version did, with one episode.
func firstSchema(t *testing.T, dir string) {
	t.Helper()
	schema := string(expect.ReadFile(t, "../../graph/sqlitestore/migrations/0001_graph.sql"))
	changeDatabase(t, dir, schema, `PRAGMA application_id = 0x504c4f54`, `PRAGMA user_version = 1`,
		`INSERT INTO workspace (key, name, serial, episodes) VALUES (1, 'default', 1, 1)`,
		`INSERT INTO episode (key, workspace, id, serial, created_at, updated_at, reward, name, tags, retry_key, digest, query, reflection)
			VALUES (1, 1, '00000001-0000-7000-8000-000000000000', 1, 1, 1, 0, 'written by the old version', NULL, '', '', 'q', '')`)
}

func changeDatabase(t *testing.T, dir string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "plotline.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFolderOfNewerVersion checks that each kind of file of a newer version is rejected with a text that says so, and is
// not changed.
func TestFolderOfNewerVersion(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make    func(t *testing.T, dir string)
		command []string
		text    string
	}{
		"database": {
			func(t *testing.T, dir string) {
				t.Helper()
				firstSchema(t, dir)
				changeDatabase(t, dir, "PRAGMA user_version = 1000")
			},
			[]string{"episodes"},
			"plotline.db was written by a newer Plotline (schema 1000, this one knows ",
		},
		"database in a backup": {
			func(t *testing.T, dir string) {
				t.Helper()
				firstSchema(t, dir)
				changeDatabase(t, dir, "PRAGMA user_version = 1000")
			},
			[]string{"backup", filepath.Join(t.TempDir(), "b")},
			"plotline.db was written by a newer Plotline (schema 1000",
		},
		"tokens": {
			func(t *testing.T, dir string) {
				t.Helper()
				expect.WriteFile(t, filepath.Join(dir, "tokens.json"), `{"version": 3, "tokens": [], "more": true}`)
			},
			[]string{"token", "list"},
			"has version 3, but this program reads only versions 1 and 2; use the program that wrote it",
		},
		"folder": {
			func(t *testing.T, dir string) {
				t.Helper()
				expect.WriteFile(t, filepath.Join(dir, "format.json"), `{"format": 2, "because": "plans have another form"}`)
			},
			[]string{"plans"},
			"was written by a newer Plotline (format 2, this one knows 1); update Plotline or name another folder",
		},
		"folder, damaged": {
			func(t *testing.T, dir string) {
				t.Helper()
				expect.WriteFile(t, filepath.Join(dir, "format.json"), `{`)
			},
			[]string{"serve"},
			"cannot be read; restore it from a backup",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := privateDir(t)
			c.make(t, dir)
			before := contentOf(t, dir)
			got := plotline(t, nil, append(c.command, "--store", "embedded", "--data-dir", dir)...)
			if got.Status == 0 || !strings.Contains(got.Err, c.text) {
				t.Errorf("it said %s%s", got.Out, got.Err)
			}
			for file, text := range contentOf(t, dir) {
				if was, there := before[file]; there && was != text {
					t.Errorf("%s was changed", file)
				}
			}
		})
	}
}

// contentOf returns the files at the top of a folder.
func contentOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			all[entry.Name()] = string(expect.ReadFile(t, filepath.Join(dir, entry.Name())))
		}
	}
	return all
}
