package e2e_test

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // registers the driver

	"plotline/testing/kit/expect"
)

// refusal is what a program says of a store with the schema of another version.
const refusal = "of another version of Plotline and was not changed; export each workspace with that version (plotline export), " +
	"and import it with this one (plotline import file) into a new data folder or database"

// formerDatabase puts into a data folder the database that the last program before the digest of schemas wrote. It has two
// episodes and a relationship. testdata/former/export.jsonl is that program's export of it.
func formerDatabase(t *testing.T, dir string) {
	t.Helper()
	packed, err := gzip.NewReader(bytes.NewReader(expect.ReadFile(t, "testdata/former/plotline.db.gz")))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	expect.WriteFile(t, filepath.Join(dir, "plotline.db"), string(content))
}

// TestFolderOfFormerSchema checks that every command refuses a database of another schema and leaves it as it is, and that
// the way which the refusal names works: the old program's export, imported into a new folder.
func TestFolderOfFormerSchema(t *testing.T) {
	t.Parallel()
	dir := privateDir(t)
	formerDatabase(t, dir)
	before := contentOf(t, dir)["plotline.db"]
	for _, command := range [][]string{
		{"episodes"},
		{"doctor"},
		{"export"},
		{"recall", "orders"},
		{"import", "example"},
		{"backup", filepath.Join(t.TempDir(), "b")},
		{"workspace", "list"},
		{"workspace", "delete", "default", "--yes"},
		{"episodes", "create", "new", "--reward", "0"},
	} {
		got := plotline(t, nil, append(command, "--store", "embedded", "--data-dir", dir)...)
		if said := strings.Join(strings.Fields(got.Out+got.Err), " "); got.Status == 0 || !strings.Contains(said, "plotline.db has the schema 9 "+refusal) {
			t.Errorf("%v: status %d, %s%s", command, got.Status, got.Out, got.Err)
		}
	}
	if contentOf(t, dir)["plotline.db"] != before {
		t.Error("the database was changed")
	}
	fresh := []string{"--store", "embedded", "--data-dir", privateDir(t)}
	must(t, plotline(t, nil, append([]string{"import", "file", "testdata/former/export.jsonl"}, fresh...)...))
	if found := must(t, plotline(t, nil, append([]string{"recall", "orders twice"}, fresh...)...)); !strings.Contains(found, "Give every order a key") {
		t.Errorf("the import has %s", found)
	}
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
				formerDatabase(t, dir)
				changeDatabase(t, dir, "PRAGMA user_version = 1000")
			},
			[]string{"episodes"},
			"plotline.db has the schema 1000 " + refusal,
		},
		"database in a backup": {
			func(t *testing.T, dir string) {
				t.Helper()
				formerDatabase(t, dir)
				changeDatabase(t, dir, "PRAGMA user_version = 1000")
			},
			[]string{"backup", filepath.Join(t.TempDir(), "b")},
			"plotline.db has the schema 1000 " + refusal,
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
