package scenes_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/scenes/tsx"
)

// TestExample checks that every scene of the example compiles, and has the duration that its code exports.
func TestExample(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := scenes.CreateProjectInput{ProjectID: scenes.ExampleID, Example: true}
	made, err := w.CreateProject(t.Context(), agent, in)
	must(t, err)
	same(t, "scenes", 5, len(made.Scenes))
	total := 0
	for _, row := range made.Scenes {
		got := w.get(t, scenes.ExampleID, row.SceneID)
		compiled, err := tsx.Compile(got.TSXCode)
		must(t, err)
		same(t, row.SceneName, compiled.Frames, row.Duration)
		total += row.Duration
		if got.IsWelcome || got.Versions[0].Reasoning == "" || !strings.Contains(got.TSXCode, `from "remotion"`) {
			t.Errorf("%s is %+v", row.SceneName, got)
		}
	}
	if seconds := total / tsx.FPS; seconds < 20 || seconds > 60 {
		t.Errorf("the example lasts %d s", seconds)
	}
	_, err = w.CreateProject(t.Context(), agent, in)
	fails(t, err, fault.AlreadyExists, scenes.ExampleID+" already exists")
	episodes, _ := w.remembered(t)
	same(t, "episodes", 0, len(episodes))
}
