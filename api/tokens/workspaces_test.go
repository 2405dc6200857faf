package tokens_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

// several creates a token of the workspaces w, a and b.
func several(t *testing.T, path string) (tokens.Token, string) {
	t.Helper()
	made, secret, err := tokens.Create(t.Context(), path, tokens.Request{
		Name: "several", Role: access.Writer, Workspace: "w", Others: []string{"a", "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return made, secret
}

// TestSeveralWorkspaces checks what a token of several workspaces lists, and that a running server sees each change.
func TestSeveralWorkspaces(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	made, secret := several(t, path)
	create(t, path, "one")
	file := open(t, path)
	lists := func(want ...string) {
		t.Helper()
		got, ok, err := file.Find(secret)
		if !ok || err != nil {
			t.Fatal(got, ok, err)
		}
		if diff := cmp.Diff(want, got.Workspaces()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, workspace := range []string{"w", "a", "b", "c", ""} {
			listed := strings.Contains(" "+strings.Join(want, " ")+" ", " "+workspace+" ")
			if got.Lists(workspace) != listed || file.Valid(made.ID, workspace) != listed {
				t.Errorf("%q: lists %v, valid %v", workspace, got.Lists(workspace), file.Valid(made.ID, workspace))
			}
		}
	}
	lists("w", "a", "b")
	for _, step := range []struct {
		change     func(name string, workspaces ...string) (tokens.Token, error)
		workspaces []string
		want       []string
	}{
		{remove(t, path), []string{"a"}, []string{"w", "b"}},
		{add(t, path), []string{"b", "w", "c", "c"}, []string{"w", "b", "c"}},
		{remove(t, path), []string{"c", "b"}, []string{"w"}},
		{add(t, path), []string{"a", "b"}, []string{"w", "a", "b"}},
	} {
		name := made.Name
		if len(step.workspaces) == 1 {
			name = made.ID
		}
		got, err := step.change(name, step.workspaces...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, got.Workspaces()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", step.workspaces, diff)
		}
		lists(step.want...)
	}
}

func add(t *testing.T, path string) func(string, ...string) (tokens.Token, error) {
	t.Helper()
	return func(name string, workspaces ...string) (tokens.Token, error) {
		return tokens.AddWorkspaces(t.Context(), path, name, workspaces)
	}
}

func remove(t *testing.T, path string) func(string, ...string) (tokens.Token, error) {
	t.Helper()
	return func(name string, workspaces ...string) (tokens.Token, error) {
		return tokens.RemoveWorkspaces(t.Context(), path, name, workspaces)
	}
}

// TestWorkspaceChangesRefuse checks that each mistake is an error, and that the file then stays unchanged.
func TestWorkspaceChangesRefuse(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	made, _ := several(t, path)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	many := make([]string, 62) // with w, a and b one too many
	for i := range many {
		many[i] = fmt.Sprint("many", i)
	}
	creating := func(others ...string) error {
		_, secret, err := tokens.Create(t.Context(), path, tokens.Request{Name: "x", Role: access.Reader, Workspace: "w", Others: others})
		if secret != "" {
			t.Errorf("%v made a token", others)
		}
		return err
	}
	second := func(_ tokens.Token, err error) error { return err }
	for want, err := range map[string]error{
		`there is no token named "x"; there are "several"`:                                                        second(add(t, path)("x", "c")),
		`there is no token named "y"; there are "several"`:                                                        second(remove(t, path)("y", "a")),
		`workspace must be 1–64 of a–z, 0–9, '.', '_' and '-', starting with a letter or digit: "C"`:              second(add(t, path)("several", "C")),
		`a token may list at most 64 workspaces, got 65; create another token for the rest`:                       second(add(t, path)("several", many...)),
		`"w" is the token's own workspace, which it keeps; to withdraw it, run: plotline token revoke ` + made.ID: second(remove(t, path)("several", "a", "w")),
		`the token "several" does not list the workspace "c"; it lists w, b`:                                      second(remove(t, path)("several", "a", "c")),
		`a token may list each workspace once, got "w" twice`:                                                     creating("a", "w"),
		`a token may list each workspace once, got "a" twice`:                                                     creating("a", "a"),
		`workspace must be 1–64 of a–z, 0–9, '.', '_' and '-', starting with a letter or digit: "../other"`:       creating("../other"),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file changed: %s, %v", after, err)
	}
	if _, err := add(t, path)("several", many[1:]...); err != nil {
		t.Errorf("64 workspaces: %v", err)
	}
}

// TestFileVersions checks that the file has version 2, which older programs reject, only while a token lists several
// workspaces.
func TestFileVersions(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	version := func(want string) {
		t.Helper()
		raw, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(raw), "{\n  \"version\": "+want+",\n") {
			t.Errorf("want version %s: %s, %v", want, raw, err)
		}
	}
	create(t, path, "one")
	version("1")
	several(t, path)
	version("2")
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), `"other_workspaces": [
        "a",
        "b"
      ],`) {
		t.Errorf("%s, %v", raw, err)
	}
	if _, err := remove(t, path)("several", "a"); err != nil {
		t.Fatal(err)
	}
	version("2")
	if _, err := remove(t, path)("several", "b"); err != nil {
		t.Fatal(err)
	}
	version("1")
	emptied := strings.Replace(strings.Replace(whole, `"version": 1`, `"version": 2`, 1), `"workspace": "w", `, `"workspace": "w", "other_workspaces": [], `, 1)
	expect.WriteFile(t, path, emptied)
	if _, err := tokens.Revoke(t.Context(), path, "two"); err != nil {
		t.Fatal(err)
	}
	version("1")
}

// TestInvalidWorkspacesInFile checks that one invalid list makes the whole file invalid.
func TestInvalidWorkspacesInFile(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		`["W"]`: "workspace must be", `["w"]`: `each workspace once, got "w" twice`, `["a","a"]`: `each workspace once, got "a" twice`,
		`[null]`: "workspace must be", `"a"`: "not a tokens file of Plotline", `["*"]`: "workspace must be", `[""]`: "workspace must be",
	} {
		path := filepath.Join(t.TempDir(), "tokens.json")
		expect.WriteFile(t, path, strings.Replace(strings.Replace(whole, `"version": 1`, `"version": 2`, 1), `"role": "admin"`, `"role": "admin", "other_workspaces": `+list, 1))
		if _, err := tokens.Open(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", list, err)
		}
	}
}
