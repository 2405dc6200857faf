package scenes_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/scenes/tsx"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/brokenscenes"
)

func broken(project, scene, code string) scenes.FixBrokenSceneInput {
	return scenes.FixBrokenSceneInput{BrokenCode: code, ErrorMessage: "Unexpected end of file", SceneID: scene, SceneName: "Scene4_ab", ProjectID: project}
}

// TestManyBrokenScenes checks that every broken scene gives one that compiles and keeps the quoted texts, without a
// model.
func TestManyBrokenScenes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all := brokenscenes.All()
	same(t, "broken scenes", 20, len(all))
	for _, b := range all {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			made, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: b.Name})
			must(t, err)
			in := broken(b.Name, made.Scenes[0].SceneID, b.Code)
			in.ErrorMessage = b.Error
			out, err := w.FixBrokenScene(t.Context(), agent, in)
			must(t, err)
			compiled, err := tsx.Compile(out.TSXCode)
			must(t, err)
			if compiled.Frames != out.Duration || out.SceneID != in.SceneID || out.SceneName != "Welcome" {
				t.Errorf("it is %+v, of %d frames", out, compiled.Frames)
			}
			kept := tsx.Texts(out.TSXCode)
			for _, text := range tsx.Texts(b.Code) {
				if !strings.Contains(strings.Join(kept, "\n"), text) {
					t.Errorf("%q is lost", text)
				}
			}
			if len(out.Changes) == 0 || !strings.Contains(out.Changes[0], "safe one that keeps its quoted texts") {
				t.Errorf("changes say %q", out.Changes)
			}
			if !strings.Contains(out.Reasoning, "PLOTLINE_AI_BASE_URL") {
				t.Errorf("the reasoning is %q", out.Reasoning)
			}
		})
	}
}

// TestFixByTheModel returns and stores the model's repair.
func TestFixByTheModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, []string{"Closed the tag"}, nil)))
	made := w.add(t, "p", "x")
	out, err := w.FixBrokenScene(t.Context(), agent, broken("p", made.SceneID, aiserver.BrokenTSX))
	must(t, err)
	same(t, "changes", []string{"Closed the tag"}, out.Changes)
	same(t, "the stored name stays", "Opening", out.SceneName)
	same(t, "the duration stays", 90, out.Duration)
	got := w.get(t, "p", made.SceneID)
	if got.Version != 2 || got.TSXCode != out.TSXCode || got.Versions[1].Fallback {
		t.Errorf("stored is %+v", got)
	}
	if asked := w.ai.Requests()[2].Text(); !strings.Contains(asked, "Unexpected end of file") || !strings.Contains(asked, aiserver.BrokenTSX[:50]) {
		t.Errorf("the model was asked %q", asked)
	}
}

// TestFixFallsBack checks that every unusable answer gives the safe scene and the reason.
func TestFixFallsBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step aiserver.Step
		why  string
	}{
		"never compiles": {aiserver.Text(aiserver.BrokenScene), "does not compile, after 3 repairs"},
		"prose":          {aiserver.Text("I am sorry."), "does not compile, after 3 repairs"},
		"nothing":        {aiserver.Nothing(), "answered nothing"},
		"no key":         {aiserver.Status(401, `{"error":{"message":"bad key `+key+`"}}`), "rejected the key; check PLOTLINE_AI_API_KEY"},
		"refusal":        {aiserver.Refusal("no"), "declines to answer"},
		"garbled":        {aiserver.BrokenJSON(), "returned an invalid reply"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, named("Opening"), aiserver.Nothing(), c.step)
			made := w.add(t, "p", "x")
			out, err := w.FixBrokenScene(t.Context(), agent, broken("p", made.SceneID, aiserver.BrokenTSX))
			must(t, err)
			if _, err := tsx.Compile(out.TSXCode); err != nil || !strings.Contains(out.Reasoning, c.why) || !strings.HasPrefix(out.Changes[0], "Fallback") {
				t.Errorf("%v, it is %+v", err, out)
			}
			got := w.get(t, "p", made.SceneID)
			if !got.Versions[1].Fallback || got.TSXCode != out.TSXCode {
				t.Errorf("stored is %+v", got)
			}
			same(t, "the former code", made.TSXCode, func() string {
				was, err := w.GetScene(t.Context(), agent, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID, Version: 1})
				must(t, err)
				return was.TSXCode
			}())
		})
	}
}

// TestFixKeepsTheDuration takes the duration of code that compiles, else the stored one.
func TestFixKeepsTheDuration(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	made := w.add(t, "p", "x")
	w.begin(t, w.memory)
	for code, want := range map[string]int{aiserver.BrokenTSX: 90, "export const durationInFrames = 33; export default () => <b>Some text</b>;": 33} {
		out, err := w.FixBrokenScene(t.Context(), agent, broken("p", made.SceneID, code))
		must(t, err)
		same(t, "duration", want, out.Duration)
		if want == 33 {
			break // the stored duration is 33 from here on
		}
	}
}

// TestFixRefuses rejects an unknown project, an unknown scene and empty code.
func TestFixRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Opening"))
	w.add(t, "p", "x")
	_, err := w.FixBrokenScene(t.Context(), agent, broken("p", "nope", "x"))
	fails(t, err, fault.NotFound, "Scene not found in project p: nope")
	_, err = w.FixBrokenScene(t.Context(), agent, broken("nope", "nope", "x"))
	fails(t, err, fault.NotFound, "Project not found: nope; listProjects lists all projects")
	_, err = w.FixBrokenScene(t.Context(), agent, broken("p", "nope", " \n"))
	fails(t, err, fault.InvalidArgument, "brokenCode must not be empty")
	_, err = w.FixBrokenScene(t.Context(), agent, broken("p", "nope", strings.Repeat("x", 300<<10)))
	fails(t, err, fault.InvalidArgument, "brokenCode")
}
