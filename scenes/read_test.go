package scenes_test

import (
	"context"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/testing/kit/aiserver"
)

// TestAnalyzeImage parses the model's description in several formats.
func TestAnalyzeImage(t *testing.T) {
	t.Parallel()
	urls := []string{"https://example.org/a.png", "data:image/png;base64,iVBORw0KGgo="}
	w := newWorld(t, aiserver.Text(aiserver.Analysis()), aiserver.Prose(aiserver.Analysis()), aiserver.Text("A red circle."), aiserver.Fault(400, "no images here"))
	for range 2 {
		out, err := w.AnalyzeImage(t.Context(), agent, scenes.AnalyzeImageInput{ImageURLs: urls, AnalysisPrompt: "the colours"})
		must(t, err)
		same(t, "colours", []string{"#ff0000", "#ffffff"}, out.Analysis.Colors)
		same(t, "animations", []string{"scale in"}, out.Analysis.SuggestedAnimations)
	}
	asked := w.ai.Requests()[0]
	same(t, "images", urls, asked.Messages[len(asked.Messages)-1].Images)
	if text := asked.Text(); !strings.Contains(text, "these 2 images") || !strings.Contains(text, "the colours") {
		t.Errorf("the model was asked %q", text)
	}
	out, err := w.AnalyzeImage(t.Context(), agent, scenes.AnalyzeImageInput{ImageURLs: urls})
	must(t, err)
	same(t, "description", "A red circle.", out.Analysis.Description)
	_, err = w.AnalyzeImage(t.Context(), agent, scenes.AnalyzeImageInput{ImageURLs: urls})
	fails(t, err, fault.Unavailable, "whether the model accepts images")
	same(t, "files", map[string]string{}, w.folder(t))
}

// TestPreview returns a script for each version.
func TestPreview(t *testing.T) {
	t.Parallel()
	w, made := newEdited(t)
	for version, text := range map[int]string{0: "Edited", 1: "Hello Opening", 2: "Edited"} {
		out, err := w.PreviewScene(t.Context(), reader, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID, Version: version})
		must(t, err)
		if !strings.Contains(out.Script, text) || strings.Contains(out.Script, "import ") || out.FPS != 30 || out.Width != 1920 || out.Height != 1080 || out.Duration != 90 {
			t.Errorf("version %d: %+v", version, out)
		}
	}
}

// TestWatch reports changes of this and other processes, and no project that existed before.
func TestWatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	w.add(t, "before", "x")
	ctx, stop := context.WithCancel(t.Context())
	changes, ended := make(chan string, 100), make(chan struct{})
	go func() {
		defer close(ended)
		w.Watch(ctx, func(workspace, project string) { changes <- workspace + " " + project })
	}()
	later(t, "the first word", func() bool {
		w.add(t, "after", "x") // the watch may not have started yet
		select {
		case word := <-changes:
			return word == "w after" // a change just before the start is reported again
		default:
			return false
		}
	})
	stop()
	<-ended
}

// TestRoles checks that readers can read and change nothing.
func TestRoles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	made := w.add(t, "p", "x")
	before := w.folder(t)
	_, err := w.AddScene(t.Context(), reader, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
	fails(t, err, fault.PermissionDenied, "may not call addScene")
	_, err = w.DeleteScene(t.Context(), reader, scenes.DeleteSceneInput{ProjectID: "p", SceneID: made.SceneID})
	fails(t, err, fault.PermissionDenied, "may not call deleteScene")
	_, err = w.GetScene(t.Context(), reader, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID})
	must(t, err)
	same(t, "files", before, w.folder(t))
}
