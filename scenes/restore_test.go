package scenes_test

import (
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
)

func (w *world) restore(tb testing.TB, scene string, version int) (scenes.SceneRow, error) {
	tb.Helper()
	return w.RestoreScene(tb.Context(), agent, scenes.RestoreSceneInput{ProjectID: "p", SceneID: scene, Version: version})
}

// TestRestoreScene checks that a restored version is a new one with the old content, that nothing is lost, and that it
// becomes an episode.
func TestRestoreScene(t *testing.T) {
	t.Parallel()
	w, made := newEdited(t)
	_, err := w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: made.SceneID, DurationSeconds: 9})
	must(t, err)
	_, err = w.rename(t, made.SceneID, "Mine")
	must(t, err)
	row, err := w.restore(t, made.SceneID, 1)
	must(t, err)
	same(t, "the answer", scenes.SceneRow{SceneID: made.SceneID, SceneName: "Opening", Duration: 90, Version: 5}, row)
	got := w.get(t, "p", made.SceneID)
	same(t, "the code", made.TSXCode, got.TSXCode)
	same(t, "the layout", made.LayoutJSON, got.LayoutJSON)
	same(t, "the versions", 5, len(got.Versions))
	last := got.Versions[4]
	if last.Tool != "restore_scene" || last.Reasoning != "The same as version 1." || last.EpisodeID == "" {
		t.Errorf("the version is %+v", last)
	}
	episodes, relationships := w.remembered(t)
	same(t, "episodes", []string{"Opening v1 (0.5)", "Opening v2 (0.5)", "Opening v5 (0)", "p (0)"}, episodes)
	same(t, "relationships", []string{
		"Opening v1 part_of p", "Opening v2 part_of p", "Opening v2 refines Opening v1", "Opening v5 part_of p", "Opening v5 refines Opening v2",
	}, relationships)
	row, err = w.restore(t, made.SceneID, 4)
	must(t, err)
	same(t, "restored again", scenes.SceneRow{SceneID: made.SceneID, SceneName: "Mine", Duration: 270, Version: 6}, row)
	out, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
	must(t, err)
	if out.SceneName != "Mine" || out.Duration != 270 {
		t.Errorf("name and duration are no longer held: %+v", out)
	}
}

// TestRestoreRefuses rejects the newest version, unknown versions and unknown ids.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	made, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})
	must(t, err)
	id := made.Scenes[0].SceneID
	_, err = w.restore(t, id, 1)
	fails(t, err, fault.InvalidArgument, "version 1 is already the newest")
	_, err = w.restore(t, id, 2)
	fails(t, err, fault.NotFound, "has no version 2; it is at version 1")
	_, err = w.restore(t, id, 0)
	fails(t, err, fault.InvalidArgument, "version")
	_, err = w.restore(t, "nope", 1)
	fails(t, err, fault.NotFound, "Scene not found in project p: nope")
	_, err = w.RestoreScene(t.Context(), agent, scenes.RestoreSceneInput{ProjectID: "nope", SceneID: id, Version: 1})
	fails(t, err, fault.NotFound, "Project not found: nope")
}
