package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/api/tokens"
	"plotline/internal/access"
)

// command runs the program and returns its status and output.
func command(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = run(t.Context(), args, streams{strings.NewReader(""), &o, &e})
	return status, o.String(), e.String()
}

func TestTokenLifecycle(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "tokens.json")
	status, out, errs := command(t, "token", "create", "ci", "--role", "writer", "--workspace", "team", "--expires", "90d", "--tokens", path)
	secret := strings.TrimSuffix(out, "\n")
	if status != 0 || !strings.HasPrefix(secret, "plotline_") || strings.ContainsAny(secret, " \n") {
		t.Fatalf("status %d, out %q, err %q", status, out, errs)
	}
	for _, text := range []string{"only once", "read and write", "workspace team", "expires at 2", "plotline serve --tokens " + path} {
		if !strings.Contains(errs, text) {
			t.Errorf("create did not say %q: %s", text, errs)
		}
	}
	file, err := tokens.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	made, ok, err := file.Find(secret)
	if err != nil || !ok || made.Name != "ci" || made.Role != access.Writer || made.Workspace != "team" || made.ExpiresAt == nil {
		t.Fatalf("found %+v, %v, %v", made, ok, err)
	}

	if status, out, errs = command(t, "token", "revoke", "ci", "--tokens", path); status != 0 ||
		out != "Revoked ci ("+made.ID+"), which had the role writer in the workspace team.\n" {
		t.Errorf("revoke: status %d, out %q, err %q", status, out, errs)
	}
	if file.Valid(made.ID, "team") {
		t.Error("the token outlived its revocation")
	}
	if status, out, errs = command(t, "token", "list", "--json", "--tokens", path); status != 0 || out != "[]\n" {
		t.Errorf("list of nothing: status %d, out %q, err %q", status, out, errs)
	}
}

func TestTokenCreateTakesEveryRole(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.json")
	may := map[access.Role]string{
		access.Reader: "may read in", access.Writer: "may read and write in",
		access.Reviewer: "may read and decide on proposals in", access.Admin: "may read, write and decide on proposals in",
	}
	for _, role := range access.Roles() {
		status, _, errs := command(t, "token", "create", string(role), "--role", string(role), "--tokens", path)
		if status != 0 || may[role] == "" || !strings.Contains(errs, may[role]) || !strings.Contains(errs, "does not expire") {
			t.Errorf("%s: status %d, err %q", role, status, errs)
		}
	}
}

func TestTokenList(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.json")
	for _, args := range [][]string{{"読む人", "--role=reader"}, {"boss", "--role=admin", "--workspace=w", "--expires=9999-01-31"}} {
		if status, _, errs := command(t, append([]string{"token", "create", "--tokens", path}, args...)...); status != 0 {
			t.Fatal(errs)
		}
	}
	held, err := tokens.List(path)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := command(t, "token", "list", "--tokens", path)
	lines := strings.Split(table, "\n")
	for i, want := range [][]string{
		{"NAME", "ID", "ROLE", "WORKSPACES", "CREATED", "EXPIRES"},
		{"読む人", held[0].ID, "reader", "default", held[0].CreatedAt.Format(time.RFC3339), "never"},
		{"boss", held[1].ID, "admin", "w", held[1].CreatedAt.Format(time.RFC3339), held[1].ExpiresAt.Format(time.RFC3339)},
	} {
		if diff := cmp.Diff(want, strings.Fields(lines[i])); diff != "" {
			t.Errorf("line %d (-want +got):\n%s", i, diff)
		}
	}
	_, text, _ := command(t, "token", "list", "--json", "--tokens", path)
	var got []tokens.Token
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(held, got); diff != "" {
		t.Errorf("JSON (-held +got):\n%s", diff)
	}
	if strings.Contains(text+table, "sha256") {
		t.Errorf("a list shows hashes: %s%s", text, table)
	}
}

// TestTokenWorkspaces creates a token of several workspaces and changes them.
func TestTokenWorkspaces(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.json")
	status, secret, errs := command(t, "token", "create", "ada", "--role=reader", "--workspace=w", "--other-workspaces=a,b", "--other-workspaces", "c", "--tokens", path)
	if status != 0 || !strings.Contains(errs, "It may read in the workspace w, on the pages also in a, b, c, and does not expire.") {
		t.Fatalf("%d %s", status, errs)
	}
	made, id := strings.TrimSpace(secret), strings.Split(secret, "_")[1]
	for _, step := range []struct {
		args   []string
		prints string
		want   []string
	}{
		{[]string{"remove-workspace", "ada", "b", "a"}, "ada (" + id + ") may read in the workspace w, on the pages also in c.\n", []string{"w", "c"}},
		{[]string{"add-workspace", id, "a", "c"}, "ada (" + id + ") may read in the workspace w, on the pages also in c, a.\n", []string{"w", "c", "a"}},
		{[]string{"remove-workspace", id, "a", "c"}, "ada (" + id + ") may read in the workspace w.\n", []string{"w"}},
		{[]string{"add-workspace", id, "z", "--json"}, `"other_workspaces":["z"]`, []string{"w", "z"}},
	} {
		status, out, errs := command(t, slices.Concat([]string{"token"}, step.args, []string{"--tokens", path})...)
		if shown := strings.Join(strings.Fields(out), ""); status != 0 || !strings.Contains(shown, strings.Join(strings.Fields(step.prints), "")) {
			t.Errorf("%v: status %d, out %q, err %q", step.args, status, out, errs)
		}
		file, err := tokens.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := file.Find(made); err != nil || !slices.Equal(got.Workspaces(), step.want) {
			t.Errorf("%v: %v, %v", step.args, got.Workspaces(), err)
		}
	}
	if _, table, _ := command(t, "token", "list", "--tokens", path); !strings.Contains(table, "reader  w,z ") {
		t.Error(table)
	}
}

func TestTokenTableMarksTheExpired(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var b bytes.Buffer
	if err := tokenTable(&b, []tokens.Token{{Name: "old", ExpiresAt: &end}}, end); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(b.String(), "2026-01-02T03:04:05Z (expired)\n") {
		t.Error(b.String())
	}
}

func TestTokenErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tokens.json")
	if status, _, errs := command(t, "token", "create", "ci", "--role", "reader", "--tokens", path); status != 0 {
		t.Fatal(errs)
	}
	corrupt := filepath.Join(dir, "corrupt.json")
	if err := os.WriteFile(corrupt, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ args, want string }{
		{"create x", "--role"},
		{"create x --role boss", "--role must be one of"},
		{"create ci --role reader", `named "ci" already`},
		{"create x --role reader --expires soon", "--expires must be"},
		{"create x --role reader --expires 2020-01-31", "--expires must lie in the future"},
		{"create x --role reader --workspace A", "workspace must be"},
		{"create x --role reader --tokens " + corrupt, corrupt},
		{"create x --role reader --other-workspaces A", "workspace must be"},
		{"create x --role reader --other-workspaces default", `got "default" twice`},
		{"add-workspace ci", "workspace"},
		{"add-workspace ci A", "workspace must be"},
		{"add-workspace x a", `"ci"`},
		{"remove-workspace ci a", "it lists default"},
		{"remove-workspace ci default", "plotline token revoke"},
		{"remove-workspace ci a --tokens " + path + ".gone", "plotline token create"},
		{"revoke x", `"ci"`},
		{"revoke ci --tokens " + path + ".gone", "plotline token create"},
		{"list --tokens " + path + ".gone", "plotline token create"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"token"}, strings.Fields(tt.args)...)
			if !strings.Contains(tt.args, "--tokens") {
				args = append(args, "--tokens", path)
			}
			status, out, errs := command(t, args...)
			if status == 0 || out != "" || !strings.Contains(errs, tt.want) || strings.Count(errs, "\n") != 1 {
				t.Errorf("status %d, out %q, err %q", status, out, errs)
			}
		})
	}
}

func TestTokensFileIsInTheDataFolder(t *testing.T) {
	t.Setenv("PLOTLINE_TOKENS", "")
	dir := t.TempDir()
	if status, _, errs := command(t, "token", "create", "ci", "--role", "reader", "--data-dir", dir); status != 0 {
		t.Fatal(errs)
	}
	if _, err := os.Stat(filepath.Join(dir, "tokens.json")); err != nil {
		t.Error(err)
	}
	t.Setenv("PLOTLINE_TOKENS", filepath.Join(dir, "elsewhere.json"))
	if status, _, errs := command(t, "token", "list", "--data-dir", dir); status == 0 || !strings.Contains(errs, "elsewhere.json") {
		t.Errorf("the environment did not count: %d, %s", status, errs)
	}
}

// brokenPipe is a standard output whose writes fail.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, fs.ErrClosed }

func TestTokenPrintFails(t *testing.T) {
	t.Parallel()
	create := tokenCreate{Name: "ci", Role: access.Reader}
	create.Tokens = filepath.Join(t.TempDir(), "tokens.json")
	err := create.Run(t.Context(), &settings{Workspace: "w", Timeout: time.Minute}, streams{out: brokenPipe{}, err: &bytes.Buffer{}})
	if !errors.Is(err, fs.ErrClosed) || !strings.Contains(err.Error(), "plotline token revoke") {
		t.Error(err)
	}
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	now := time.Date(2026, 11, 21, 12, 30, 15, 500, zone)
	tests := []struct{ text, want string }{
		{"90d", "2027-02-19T12:30:15+02:00"},
		{"36500d", "2126-10-28T12:30:15+02:00"},
		{"720h", "2026-12-21T12:30:15+02:00"},
		{"1h30m", "2026-11-21T14:00:15+02:00"},
		{"2027-01-31", "2027-02-01T00:00:00+02:00"},
		{"2026-11-21", "2026-11-22T00:00:00+02:00"}, // the token is valid on this day
		{"2026-11-20", ""},
		{"36501d", ""},
		{"0d", ""},
		{"-1d", ""},
		{"-1h", ""},
		{"1ms", ""},
		{"90", ""},
		{"d", ""},
		{"2027-02-30", ""},
		{"tomorrow", ""},
	}
	for _, tt := range tests {
		got, err := expiry(tt.text, now)
		switch {
		case tt.want == "" && (err == nil || !strings.Contains(err.Error(), "--expires") || !strings.Contains(err.Error(), tt.text)):
			t.Errorf("%s: %v, %v", tt.text, got, err)
		case tt.want != "" && (err != nil || got.Format(time.RFC3339Nano) != tt.want):
			t.Errorf("%s: %v, %v", tt.text, got, err)
		}
	}
	if got, err := expiry("", now); got != nil || err != nil {
		t.Errorf("never: %v, %v", got, err)
	}
}
