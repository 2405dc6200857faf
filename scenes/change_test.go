package scenes_test

import (
	"fmt"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
)

// TestChangeDuration checks that seconds are rounded to frames, the code is unchanged and no model is needed.
func TestChangeDuration(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	made := w.add(t, "p", "x")
	w.begin(t, w.memory) // from here on without a model
	out, err := w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: made.SceneID, DurationSeconds: 4.55})
	must(t, err)
	want := scenes.ChangeDurationOutput{
		Success: true, SceneID: made.SceneID, OldDurationFrames: 90, NewDurationFrames: 137, OldDurationSeconds: 3, NewDurationSeconds: 137.0 / 30,
		Reasoning: out.Reasoning, ChatResponse: "“Opening” now lasts 4.57 instead of 3 seconds.",
	}
	same(t, "the answer", want, out)
	got := w.get(t, "p", made.SceneID)
	same(t, "the code", made.TSXCode, got.TSXCode)
	same(t, "the duration", 137, got.Duration)
	same(t, "the versions' durations", []int{90, 137}, []int{got.Versions[0].Duration, got.Versions[1].Duration})
	for seconds, frames := range map[float64]int{3600: 108000, 1.0 / 30: 1, 0.02: 1, 2.5: 75} {
		out, err := w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: made.SceneID, DurationSeconds: seconds})
		must(t, err)
		same(t, fmt.Sprint(seconds), frames, out.NewDurationFrames)
	}
	for _, seconds := range []float64{0, -1, 3600.01, 0.01} {
		_, err := w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: made.SceneID, DurationSeconds: seconds})
		fails(t, err, fault.InvalidArgument, "durationSeconds")
	}
}

// TestDeleteScene checks that later scenes move up.
func TestDeleteScene(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("a"))
	ids := w.addThree(t)
	out, err := w.DeleteScene(t.Context(), agent, scenes.DeleteSceneInput{
		ProjectID: "p", SceneID: ids[1], SceneName: "another name", RemainingScenes: []scenes.NamedScene{{ID: ids[0], Name: "a"}},
	})
	must(t, err)
	same(t, "the answer", scenes.DeleteSceneOutput{
		Success: true, SceneID: ids[1], DeletedSceneID: ids[1], DeletedSceneName: "a", ChatResponse: "“a” is deleted.",
		Reasoning: "Deleted with all its versions (1); scenes that remain, in their order: 2",
	}, out)
	same(t, "the scenes", 2, len(w.names(t, "p")))
	_, err = w.DeleteScene(t.Context(), agent, scenes.DeleteSceneInput{ProjectID: "p", SceneID: ids[1]})
	fails(t, err, fault.NotFound, "Scene not found in project p: "+ids[1])
}

// TestReorderScenes requires every scene exactly once.
func TestReorderScenes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	ids := w.addThree(t)
	order := func(ids ...string) (scenes.SceneList, error) {
		return w.ReorderScenes(t.Context(), agent, scenes.ReorderScenesInput{ProjectID: "p", SceneIDs: ids})
	}
	out, err := order(ids[2], ids[0], ids[1])
	must(t, err)
	got := make([]string, 0, len(out.Scenes))
	for i, row := range out.Scenes {
		same(t, "order", i, row.Order)
		got = append(got, row.SceneID)
	}
	same(t, "the new order", []string{ids[2], ids[0], ids[1]}, got)
	_, err = order(ids[0], ids[1])
	fails(t, err, fault.Conflict, "must name all 3 scenes of project p, and lacks 1")
	same(t, "what lacks", any([]string{ids[2]}), fault.From(err).Extra["missing"])
	_, err = order(ids[0], ids[1], ids[0])
	fails(t, err, fault.InvalidArgument, "sceneIds[2] occurs twice")
	_, err = order(ids[0], ids[1], "nope")
	fails(t, err, fault.NotFound, "nope")
	_, err = order()
	fails(t, err, fault.Conflict, "lacks 3")
	same(t, "and nothing of it was done", 3, len(w.names(t, "p")))
}

// TestListProjects lists this workspace only, the most recently changed first.
func TestListProjects(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	other := agent
	other.Workspace = "other"
	for _, project := range []string{"a", "b", "a"} {
		w.add(t, project, "x")
	}
	_, err := w.AddScene(t.Context(), other, scenes.AddSceneInput{ProjectID: "a", UserPrompt: "x"})
	must(t, err)
	out, err := w.ListProjects(t.Context(), agent, scenes.ListProjectsInput{})
	must(t, err)
	got := make([]string, 0, len(out.Projects))
	for _, p := range out.Projects {
		got = append(got, fmt.Sprint(p.ProjectID, " ", p.Scenes, " ", p.Duration))
	}
	same(t, "projects", []string{"a 2 180", "b 1 90"}, got)
}
