package scenes_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/testing/kit/aiserver"
)

const edited = "import { AbsoluteFill } from 'remotion';\nexport default function S() { return <AbsoluteFill>{'Edited'}</AbsoluteFill>; }\n"

func (w *world) edit(tb testing.TB, in scenes.EditSceneInput) (scenes.EditOutput, error) {
	tb.Helper()
	if in.UserPrompt == "" {
		in.UserPrompt = "Make it blue"
	}
	if in.EditComplexity == "" {
		in.EditComplexity = "surgical"
	}
	return w.EditScene(tb.Context(), agent, in)
}

// TestEditScene checks that the new version is current, the old one is kept, and omitted fields keep their values.
func TestEditScene(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, []string{"It is blue"}, []string{"The title"})))
	made := w.add(t, "p", "x")
	out, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID, ChatHistory: []scenes.Said{{Role: "user", Content: "I like blue."}}})
	must(t, err)
	same(t, "changes", []string{"It is blue"}, out.Changes)
	same(t, "preserved", []string{"The title"}, out.Preserved)
	same(t, "the scene", made.SceneID, out.SceneID)
	same(t, "the name stays", "Opening", out.SceneName)
	same(t, "the duration stays", made.Duration, out.Duration) // the new code exports none
	got := w.get(t, "p", made.SceneID)
	if got.Version != 2 || len(got.Versions) != 2 || got.LayoutJSON != made.LayoutJSON || got.TSXCode != out.TSXCode {
		t.Errorf("stored is %+v", got)
	}
	before, err := w.GetScene(t.Context(), agent, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID, Version: 1})
	must(t, err)
	same(t, "the former code", made.TSXCode, before.TSXCode)
	asked := w.ai.Requests()[2].Text()
	for _, part := range []string{"Make it blue", made.TSXCode[:40], `"Opening" lasts 90 frames`, "user: I like blue."} {
		if !strings.Contains(asked, part) {
			t.Errorf("%q is not in %q", part, asked)
		}
	}
}

// TestComplexity checks that editComplexity reaches the model.
func TestComplexity(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Text(aiserver.Edit(edited, nil, nil)))
	prompts := map[string]bool{}
	for _, complexity := range []string{"surgical", "creative", "structural"} {
		before := len(w.ai.Requests())
		_, err := w.edit(t, scenes.EditSceneInput{
			ProjectID: "p", ExistingCode: edited, ExistingName: "S", ExistingDuration: 30, EditComplexity: complexity,
		})
		must(t, err)
		prompts[w.ai.Requests()[before].Messages[0].Text] = true
	}
	same(t, "different instructions", 3, len(prompts))
}

// TestEditOfOwnCode requires the whole scene in a call without sceneId, and stores nothing.
func TestEditOfOwnCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Text(aiserver.Edit(edited, nil, nil)))
	whole := scenes.EditSceneInput{ProjectID: "p", ExistingCode: "export default () => null;", ExistingName: "Scene3_x", ExistingDuration: 77}
	for missing, leave := range map[string]func(*scenes.EditSceneInput){
		"existingCode":     func(in *scenes.EditSceneInput) { in.ExistingCode = "" },
		"existingName":     func(in *scenes.EditSceneInput) { in.ExistingName = "" },
		"existingDuration": func(in *scenes.EditSceneInput) { in.ExistingDuration = 0 },
	} {
		in := whole
		leave(&in)
		_, err := w.edit(t, in)
		fails(t, err, fault.InvalidArgument, missing+" is required when there is no sceneId")
	}
	out, err := w.edit(t, whole)
	must(t, err)
	if out.SceneID != "" || out.Duration != 77 || out.SceneName != "Scene 3" || strings.TrimSpace(out.TSXCode) != strings.TrimSpace(edited) {
		t.Errorf("it is %+v", out)
	}
	same(t, "files", map[string]string{}, w.folder(t))
}

// TestEditWithImage has the model rewrite the scene.
func TestEditWithImage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, []string{"all"}, nil)))
	made := w.add(t, "p", "x")
	in := scenes.EditSceneWithImageInput{
		ImageURLs:      []string{"https://example.org/a.png"},
		EditSceneInput: scenes.EditSceneInput{UserPrompt: "Like this", ProjectID: "p", SceneID: made.SceneID, EditComplexity: "creative"},
	}
	out, err := w.EditSceneWithImage(t.Context(), agent, in)
	must(t, err)
	messages := w.ai.Requests()[2].Messages
	same(t, "images", in.ImageURLs, messages[len(messages)-1].Images)
	same(t, "stored", out.TSXCode, w.get(t, "p", made.SceneID).TSXCode)
	if !strings.Contains(string(out.Debug), "code-generator") {
		t.Errorf("it was written by %s", out.Debug)
	}
	in.ImageURLs[0] = "file:///x"
	_, err = w.EditSceneWithImage(t.Context(), agent, in)
	fails(t, err, fault.InvalidArgument, "imageUrls[0]")
}

// TestConcurrentChange checks that the second of two changes is a conflict with advice.
func TestConcurrentChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	made := w.add(t, "p", "x")
	gather := aiserver.WaitForAll(2, aiserver.Text(aiserver.Edit(edited, nil, nil)))
	w.ai.Answer(func(r aiserver.Request) aiserver.Step {
		if strings.Contains(r.Text(), "Change it so") {
			return gather
		}
		return aiserver.Nothing()
	})
	conflicts := 0
	for _, err := range w.together(2, func(int) error {
		_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
		return err
	}) {
		if err != nil {
			fails(t, err, fault.Conflict, "it is at version 2, but this change was based on version 1. Nothing was changed; read it with getScene")
			conflicts++
		}
	}
	same(t, "conflicts", 1, conflicts)
	same(t, "versions", 2, len(w.get(t, "p", made.SceneID).Versions))
}

// TestConcurrentDelete checks that a deleted scene gets no version.
func TestConcurrentDelete(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	made := w.add(t, "p", "x")
	w.ai.Answer(func(aiserver.Request) aiserver.Step {
		_, err := w.DeleteScene(t.Context(), agent, scenes.DeleteSceneInput{ProjectID: "p", SceneID: made.SceneID})
		if err != nil && fault.CodeOf(err) != fault.NotFound {
			t.Error(err)
		}
		return aiserver.Text(aiserver.Edit(edited, nil, nil))
	})
	_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
	fails(t, err, fault.NotFound, "Scene not found in project p: "+made.SceneID)
}

// TestStaleCode rejects an edit whose existingCode is outdated.
func TestStaleCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, nil, nil)))
	made := w.add(t, "p", "x")
	_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID, ExistingCode: "export default () => null;"})
	fails(t, err, fault.Conflict, "existingCode is not what scene")
	_, err = w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID, ExistingCode: "\n" + strings.ReplaceAll(made.TSXCode, "  ", "\t")})
	must(t, err) // differences in white space do not count
}

// TestUnknown checks the errors for unknown ids, and that other workspaces' ids are unknown.
func TestUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	made := w.add(t, "p", "x")
	other := agent
	other.Workspace = "other"
	for name, c := range map[string]struct{ project, scene, message string }{
		"project": {"nope", made.SceneID, "Project not found: nope"},
		"scene":   {"p", "nope", "Scene not found in project p: nope"},
	} {
		_, err := w.edit(t, scenes.EditSceneInput{ProjectID: c.project, SceneID: c.scene})
		fails(t, err, fault.NotFound, c.message)
		_, err = w.GetScene(t.Context(), agent, scenes.SceneInput{ProjectID: c.project, SceneID: c.scene})
		fails(t, err, fault.NotFound, c.message)
		_, err = w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: c.project, SceneID: c.scene, DurationSeconds: 1})
		fails(t, err, fault.NotFound, c.message)
		_, err = w.DeleteScene(t.Context(), agent, scenes.DeleteSceneInput{ProjectID: c.project, SceneID: c.scene})
		fails(t, err, fault.NotFound, c.message)
		t.Log(name)
	}
	_, err := w.GetScene(t.Context(), other, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID})
	fails(t, err, fault.NotFound, "Project not found: p")
	_, err = w.GetScene(t.Context(), agent, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID, Version: 7})
	fails(t, err, fault.NotFound, "has no version 7; it is at version 1")
	list, err := w.ListScenes(t.Context(), agent, scenes.ListScenesInput{ProjectID: "nope"})
	must(t, err)
	same(t, "scenes of an unknown project", 0, len(list.Scenes))
}
