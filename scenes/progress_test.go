package scenes_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/internal/usecase"
	"plotline/scenes"
	"plotline/testing/kit/aiserver"
)

// steps collects what a service reports.
type steps struct {
	mu  sync.Mutex
	all []scenes.Progress
}

func (s *steps) add(p scenes.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, p)
}

// take returns the steps since the last call, as "step attempt/attempts".
func (s *steps) take() (all []scenes.Progress, texts string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, s.all = s.all, nil
	list := make([]string, len(all))
	for i, p := range all {
		list[i] = fmt.Sprintf("%s %d/%d", p.Step, p.Attempt, p.Attempts)
	}
	return all, strings.Join(list, ", ")
}

// TestProgress checks the steps of calls that succeed at once, after a repair, and not at all. A new scene is named in
// the last step.
func TestProgress(t *testing.T) {
	t.Parallel()
	reported := &steps{}
	w := newWorld(t)
	w.progress = reported.add
	w.begin(t, w.memory, aiserver.Text(aiserver.BrokenScene), named("Opening"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, nil, nil)))
	ctx := usecase.WithRequestID(t.Context(), "req-1")
	made, err := w.AddScene(ctx, agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
	must(t, err)
	all, texts := reported.take()
	same(t, "the steps of a new scene", "asking 0/3, compiling 0/3, repairing 1/3, compiling 1/3, done 1/3", texts)
	same(t, "the last step", scenes.Progress{
		Workspace: "w", RequestID: "req-1", ProjectID: "p", SceneID: made.SceneID, Tool: "addScene", Step: scenes.Done, Attempt: 1, Attempts: 3,
	}, all[len(all)-1])
	if slices.ContainsFunc(all[:len(all)-1], func(p scenes.Progress) bool { return p.SceneID != "" || p.RequestID != "req-1" }) {
		t.Errorf("the steps before are %+v", all)
	}
	_, err = w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
	must(t, err)
	all, texts = reported.take()
	same(t, "the steps of an edit", "asking 0/3, compiling 0/3, done 0/3", texts)
	if all[0].SceneID != made.SceneID || all[0].RequestID != "" || all[0].Tool != "editScene" {
		t.Errorf("an edit is %+v", all[0])
	}
	w.ai.Answer(func(aiserver.Request) aiserver.Step { return aiserver.Text(aiserver.BrokenScene) })
	if _, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID}); err == nil {
		t.Error("broken code was stored")
	}
	if _, texts := reported.take(); !strings.HasSuffix(texts, "repairing 3/3, compiling 3/3") {
		t.Errorf("a call that fails says %s", texts)
	}
}

// TestSceneModel checks what a page learns about the model.
func TestSceneModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out, err := w.GetSceneModel(t.Context(), reader, scenes.SceneModelInput{})
	must(t, err)
	if out.Configured || !strings.Contains(out.Details, "PLOTLINE_AI_BASE_URL") {
		t.Errorf("without a model: %+v", out)
	}
	w = newWorld(t, named("x"))
	out, err = w.GetSceneModel(t.Context(), reader, scenes.SceneModelInput{})
	must(t, err)
	same(t, "with a model", scenes.SceneModelOutput{Configured: true}, out)
}
