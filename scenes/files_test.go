package scenes_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
)

// ofWorkspace matches the part of a file name that older versions did not write.
var ofWorkspace = regexp.MustCompile(`--[0-9a-f]{16}-`)

// TestFilesOfOlderVersions checks that a project whose file name does not say its workspace is listed, read and changed in
// place, and that no other workspace has it.
func TestFilesOfOlderVersions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	files := func() []string {
		t.Helper()
		paths, err := filepath.Glob(filepath.Join(w.dir, "projects", "*.project.json"))
		must(t, err)
		return paths
	}
	list := func(by string) (names []string) {
		t.Helper()
		caller := agent
		caller.Workspace = by
		out, err := w.ListProjects(t.Context(), caller, scenes.ListProjectsInput{})
		must(t, err)
		for _, row := range out.Projects {
			names = append(names, row.ProjectID)
		}
		slices.Sort(names)
		return names
	}
	made, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "old"})
	must(t, err)
	now := files()[0]
	if !ofWorkspace.MatchString(now) {
		t.Fatalf("the file is %s", now)
	}
	old := ofWorkspace.ReplaceAllString(now, "-")
	must(t, os.Rename(now, old))
	_, err = w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "old"})
	fails(t, err, fault.AlreadyExists, "old")
	_, err = w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "new"})
	must(t, err)
	same(t, "projects", []string{"new", "old"}, list("w"))
	same(t, "projects of another workspace", 0, len(list("v")))
	_, err = w.RenameScene(t.Context(), agent, scenes.RenameSceneInput{ProjectID: "old", SceneID: made.Scenes[0].SceneID, SceneName: "Renamed"})
	must(t, err)
	same(t, "scenes", []string{"Renamed"}, w.names(t, "old"))
	same(t, "the old file stays", true, slices.Contains(files(), old))
	same(t, "files", 2, len(files()))
}
