package tokens_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

const whole = `{"version": 1, "tokens": [
	{"id": "abcdefgh", "name": "one", "role": "reader", "workspace": "w", "created_at": "2026-11-21T12:00:00Z",
	 "sha256": "f5a38626c3e5c15a2cff599b9df69bf5aec049af099e909bb11322e11b1bd186"},
	{"id": "ijklmnop", "name": "two", "role": "admin", "workspace": "w", "created_at": "2026-11-21T12:00:00Z",
	 "expires_at": "2027-11-21T12:00:00Z", "sha256": "05a38626c3e5c15a2cff599b9df69bf5aec049af099e909bb11322e11b1bd186"}
]}`

// TestInvalidFiles checks that each mistake is an error for every reader and writer, and that the file
// stays unchanged.
func TestInvalidFiles(t *testing.T) {
	t.Parallel()
	tests := []struct{ old, changed, want string }{
		{`"version": 1`, `"version": 3`, "has version 3, but this program reads only versions 1 and 2"},
		{`"version": 1`, `"version": "1"`, "not a tokens file of Plotline"},
		{`"role": "admin", `, `"role": "admin", "other_workspaces": ["v"], `, `token 2 ("two"): other_workspaces needs version 2 of the file, not 1`},
		{`"role": "admin", `, `"role": "admin", "workspaces": ["v"], `, `"workspaces"`},
		{`"version": 1, `, ``, "version 0"},
		{`]}`, `]}{}`, "not a tokens file of Plotline"},
		{`"admin"`, `"boss"`, `token 2 ("two"): role must be one of`},
		{`"role": "admin", `, ``, `token 2 ("two"): role must be one of`},
		{`"two", "role": "admin", "workspace": "w"`, `"two", "role": "admin", "workspace": "W"`, `token 2 ("two"): workspace must be`},
		{`"ijklmnop"`, `"ijk"`, `token 2 ("two"): id must be`},
		{`"ijklmnop"`, `"abcdefgh"`, `token 2 ("two"): several tokens have the name or id "abcdefgh"`},
		{`"two"`, `"one"`, `token 2 ("one"): several tokens have the name or id "one"`},
		{`"two"`, `"abcdefgh"`, `token 2 ("abcdefgh"): several tokens have the name or id "abcdefgh"`},
		{`"two"`, `""`, `token 2 (""): the name of a token must be`},
		{`"expires_at"`, `"expires"`, `"expires"`},
		{`"2027-11-21T12:00:00Z"`, `"2027-11-21"`, "2027-11-21"},
		{`"05a3`, `"5a3`, "sha256"},
		{`, "sha256": "05a38626c3e5c15a2cff599b9df69bf5aec049af099e909bb11322e11b1bd186"`, ``, `token 2 ("two"): created_at and sha256`},
	}
	for _, tt := range tests {
		t.Run(tt.old+" to "+tt.changed, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "tokens.json")
			text := strings.Replace(whole, tt.old, tt.changed, 1)
			expect.WriteFile(t, path, text)
			_, listed := tokens.List(path)
			_, opened := tokens.Open(path)
			_, revoked := tokens.Revoke(t.Context(), path, "one")
			_, _, created := tokens.Create(t.Context(), path, tokens.Request{Name: "x", Role: access.Reader, Workspace: "w"})
			for _, err := range []error{listed, opened, revoked, created} {
				if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
					t.Errorf("got %v, want %s", err, tt.want)
				}
			}
			if raw, err := os.ReadFile(path); err != nil || string(raw) != text {
				t.Errorf("the file became %s, %v", raw, err)
			}
		})
	}
}

func TestEmptyFileAdmitsNobody(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`{"version":1}`, `{"version":1,"tokens":null}`, `{"version":1,"tokens":[]}`} {
		path := filepath.Join(t.TempDir(), "tokens.json")
		expect.WriteFile(t, path, text)
		file := open(t, path)
		if _, ok, err := file.Find("plotline_abcdefgh_" + strings.Repeat("A", 43)); ok || err != nil {
			t.Errorf("%s: %v, %v", text, ok, err)
		}
		if held := list(t, path); held == nil || len(held) != 0 {
			t.Errorf("%s: %v", text, held)
		}
	}
}

func TestFileFormat(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.json")
	expect.WriteFile(t, path, whole)
	if _, err := tokens.Revoke(t.Context(), path, "one"); err != nil {
		t.Fatal(err)
	}
	const want = `{
  "version": 1,
  "tokens": [
    {
      "id": "ijklmnop",
      "name": "two",
      "role": "admin",
      "workspace": "w",
      "created_at": "2026-11-21T12:00:00Z",
      "expires_at": "2027-11-21T12:00:00Z",
      "sha256": "05a38626c3e5c15a2cff599b9df69bf5aec049af099e909bb11322e11b1bd186"
    }
  ]
}
`
	if raw, err := os.ReadFile(path); err != nil || string(raw) != want {
		t.Errorf("got\n%s%v", raw, err)
	}
}
