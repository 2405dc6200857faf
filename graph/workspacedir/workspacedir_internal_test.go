package workspacedir

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestOf checks that no two workspaces share a folder and that no name leads out of the parent folder.
func TestOf(t *testing.T) {
	t.Parallel()
	for workspace, want := range map[string]string{
		"default": "plans", "a": "workspaces/a/plans", "a.b-c_d": "workspaces/a.b-c_d/plans",
		"..": "workspaces/%2e2e/plans", "a/b": "workspaces/%612f62/plans", "A": "workspaces/%41/plans", "": "workspaces/%/plans",
	} {
		if got := filepath.ToSlash(Of(workspace, "plans")); got != want {
			t.Errorf("%q: %s, want %s", workspace, got, want)
		}
	}
	for workspace, want := range map[string]string{
		"con": "%con%", "com1.x": "%com1.x%", "a.": "%a.%", "console": "console", "a": "a",
	} {
		if got := name(workspace, true); got != want {
			t.Errorf("on Windows %q: %s, want %s", workspace, got, want)
		}
	}
}

// TestAll checks that All returns the folders of the default and of every other workspace.
func TestAll(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if all, err := All(dir, "plans"); err != nil || !slices.Equal(all, []string{"plans"}) {
		t.Errorf("an empty data folder has %v, %v", all, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "workspaces", "b", "metadata"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "workspaces", "a file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{"plans", filepath.Join("workspaces", "b", "plans")}
	if all, err := All(dir, "plans"); err != nil || !slices.Equal(all, want) {
		t.Errorf("it lists %v, %v", all, err)
	}
}
