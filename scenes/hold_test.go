package scenes_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/scenes/tsx"
	"plotline/testing/kit/aiserver"
)

// renamed answers an edit with a new name and another duration.
func renamed() aiserver.Step {
	return aiserver.Text(aiserver.Scene("The model's name", strings.Replace(aiserver.GoodTSX, "= 90", "= 210", 1)))
}

func (w *world) rename(tb testing.TB, scene, name string) (scenes.SceneRow, error) {
	tb.Helper()
	return w.RenameScene(tb.Context(), agent, scenes.RenameSceneInput{ProjectID: "p", SceneID: scene, SceneName: name})
}

// TestSetNameStays checks that the model may rename a scene until RenameScene has set the name.
func TestSetNameStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), renamed())
	made := w.add(t, "p", "x")
	out, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
	must(t, err)
	same(t, "the name before", "The model's name", out.SceneName)
	row, err := w.rename(t, made.SceneID, "  My   title ")
	must(t, err)
	same(t, "the answer", scenes.SceneRow{SceneID: made.SceneID, SceneName: "My title", Order: 0, Duration: 210, Version: 3}, row)
	same(t, "the code", out.TSXCode, w.get(t, "p", made.SceneID).TSXCode)
	for range 2 { // the flag passes on from version to version
		out, err = w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
		must(t, err)
		same(t, "the name after an edit", "My title", out.SceneName)
	}
	fixed, err := w.FixBrokenScene(t.Context(), agent, broken("p", made.SceneID, aiserver.BrokenTSX))
	must(t, err)
	same(t, "the name after a repair", "My title", fixed.SceneName)
	row, err = w.rename(t, made.SceneID, "Scene3_outro")
	must(t, err)
	same(t, "a generated name", "Scene 3", row.SceneName)
}

// TestRenameRefuses rejects empty and long names, and unknown ids.
func TestRenameRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	made, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})
	must(t, err)
	for _, name := range []string{"", " \n", strings.Repeat("x", 101)} {
		_, err := w.rename(t, made.Scenes[0].SceneID, name)
		fails(t, err, fault.InvalidArgument, "sceneName")
	}
	_, err = w.rename(t, "nope", "x")
	fails(t, err, fault.NotFound, "Scene not found in project p: nope")
	_, err = w.RenameScene(t.Context(), agent, scenes.RenameSceneInput{ProjectID: "nope", SceneID: "x", SceneName: "x"})
	fails(t, err, fault.NotFound, "Project not found: nope")
}

// TestSetDurationStays checks that the model's duration counts until ChangeDuration has set another one. The edit says
// that it stays.
func TestSetDurationStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), renamed())
	made := w.add(t, "p", "x")
	set := func(seconds float64) {
		t.Helper()
		_, err := w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: made.SceneID, DurationSeconds: seconds})
		must(t, err)
	}
	out, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
	must(t, err)
	same(t, "the duration before", 210, out.Duration)
	set(4)
	for range 2 {
		before := len(w.ai.Requests())
		out, err = w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
		must(t, err)
		same(t, "the duration after an edit", 120, out.Duration)
		same(t, "what changed", []string{"The duration stays at 120 frames, as changeDuration set it; the code exports 210"}, out.Changes)
		if asked := w.ai.Requests()[before].Text(); !strings.Contains(asked, "durationInFrames = 120") || strings.Contains(asked, "unless another length is asked for") {
			t.Errorf("the model was asked %q", asked)
		}
	}
	set(2)
	fixed, err := w.FixBrokenScene(t.Context(), agent, broken("p", made.SceneID, aiserver.BrokenTSX))
	must(t, err)
	same(t, "the duration after a repair", 60, fixed.Duration)
	w.ai.Answer(func(aiserver.Request) aiserver.Step { return aiserver.Nothing() })
	safe, err := w.FixBrokenScene(t.Context(), agent, broken("p", made.SceneID, aiserver.BrokenTSX))
	must(t, err)
	compiled, err := tsx.Compile(safe.TSXCode)
	must(t, err)
	same(t, "the duration of the safe scene and of its code", []int{60, 60}, []int{safe.Duration, compiled.Frames})
}
