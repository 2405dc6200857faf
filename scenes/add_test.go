package scenes_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/scenes"
	"plotline/scenes/tsx"
	"plotline/testing/kit/aiserver"
)

// TestAddScene adds a scene to a project that does not exist yet. The scene has the model's code.
func TestAddScene(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Text(aiserver.GoodScene), aiserver.Text(`"The title fades in over a plain ground."`))
	out := w.add(t, "launch", "A title")
	got := w.get(t, "launch", out.SceneID)
	same(t, "the stored code", out.TSXCode, got.TSXCode)
	same(t, "the code", strings.TrimSpace(aiserver.GoodTSX), strings.TrimSpace(out.TSXCode))
	same(t, "the shown name", "Scene 1", out.SceneName)
	same(t, "frames", aiserver.GoodDuration, out.Duration)
	same(t, "the sentence", "The title fades in over a plain ground.", out.ChatResponse)
	if !json.Valid([]byte(out.LayoutJSON)) || !strings.Contains(out.LayoutJSON, "elements") {
		t.Errorf("the layout is %q", out.LayoutJSON)
	}
	if out.Reasoning == "" || out.ReplacedWelcomeScene || got.IsWelcome || got.Version != 1 || got.Current != 1 {
		t.Errorf("it is %+v, stored as %+v", out, got)
	}
	var debug struct {
		Service, Model string
		Requests       int
	}
	must(t, json.Unmarshal(out.Debug, &debug))
	same(t, "who wrote it", "scene-builder", debug.Service)
	same(t, "questions for the scene", 1, debug.Requests)
	asked := w.ai.Requests()[0].Text()
	if !strings.Contains(asked, "A title") || !strings.Contains(asked, "scene number 1") {
		t.Errorf("the model was asked %q", asked)
	}
}

// TestModelRequest checks that the request has all that the caller gave.
func TestModelRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("First"), aiserver.Nothing(), named("Second"), aiserver.Nothing())
	w.add(t, "p", "one")
	_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{
		ProjectID: "p", UserPrompt: "two", SceneNumber: 1,
		StoryboardSoFar: input.JSON(`[{"beat":"sunrise"}]`), VisionAnalysis: input.JSON(`{"mood":"calm"}`),
	})
	must(t, err)
	asked := w.ai.Requests()[2].Text()
	for _, part := range []string{"1. First (90 frames)", `{"beat":"sunrise"}`, `{"mood":"calm"}`, "scene number 1", "two"} {
		if !strings.Contains(asked, part) {
			t.Errorf("%q is not in %q", part, asked)
		}
	}
	same(t, "the order", []string{"Second", "First"}, w.names(t, "p"))
}

// TestPlaces checks that a number is a position, and that one beyond the last is the end.
func TestPlaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Nothing())
	w.ai.Answer(func(r aiserver.Request) aiserver.Step {
		_, name, _ := strings.Cut(r.Text(), "It shall show:")
		return named(strings.TrimSpace(name))
	})
	for _, at := range []struct {
		name   string
		number int
	}{{"a", 0}, {"b", 9}, {"c", 1}, {"d", 2}, {"e", 5}} {
		_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: at.name, SceneNumber: at.number})
		must(t, err)
	}
	same(t, "the order", []string{"c", "d", "a", "b", "e"}, w.names(t, "p"))
}

// TestNamesOfNewScenes takes the name from the model, else from the position. It drops generated suffixes.
func TestNamesOfNewScenes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Nothing())
	for name, want := range map[string]string{
		"Opening": "Opening", "Scene7_mbkd21k9": "Scene 7", "Scene12_x_y": "Scene 12", "Scene1_": "Scene1_", "MyScene1_x": "MyScene1_x",
		"": "Scene 1", "two\n\tlines": "two lines", strings.Repeat("ä", 200): strings.Repeat("ä", 100),
	} {
		w.ai.Answer(func(aiserver.Request) aiserver.Step { return named(name) })
		project := fmt.Sprintf("of %.20q", name)
		out := w.add(t, project, "x")
		same(t, "name", want, out.SceneName)
		same(t, "names", []string{want}, w.names(t, project))
	}
}

// TestRepairs returns code that does not compile to the model, with the compiler's message.
func TestRepairs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Text("I would rather talk."), aiserver.Text(aiserver.BrokenScene), named("Good"), aiserver.Nothing())
	out := w.add(t, "p", "x")
	got := w.get(t, "p", out.SceneID)
	same(t, "repairs", 2, got.Versions[0].Repairs)
	requests := w.ai.Requests()
	same(t, "turns of the last question", 5, len(requests[2].Messages)-1) // without the system message
	last := requests[2].Messages[len(requests[2].Messages)-1].Text
	if !strings.Contains(last, "does not compile") || !strings.Contains(last, ":") {
		t.Errorf("the complaint is %q", last)
	}
	var debug struct {
		Requests         int
		CompilerMessages []string
	}
	must(t, json.Unmarshal(out.Debug, &debug))
	same(t, "requests", 3, debug.Requests)
	same(t, "complaints", 2, len(debug.CompilerMessages))
}

// TestNoSceneThatDoesNotCompile checks that the tool fails after three repairs and changes nothing.
func TestNoSceneThatDoesNotCompile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Text(aiserver.BrokenScene))
	_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
	fails(t, err, fault.Unavailable, "does not compile, after 3 repairs; nothing was changed")
	same(t, "questions", 4, len(w.ai.Requests()))
	same(t, "files", map[string]string{}, w.folder(t))
}

// TestDurations takes the duration from the code, else five seconds. It ignores the model's own figure. A duration that is
// not a constant within bounds goes back to the model, and the last answer is taken as it is.
func TestDurations(t *testing.T) {
	t.Parallel()
	const code = "import { AbsoluteFill } from 'remotion';\n%s\nexport default function S() { return <AbsoluteFill />; }\n"
	for exported, want := range map[string]struct{ frames, repairs int }{
		"export const durationInFrames = 42;": {42, 0}, "const fps = 30; export const durationInFrames = fps * 4;": {120, 0},
		"": {150, 0}, "const durationInFrames = 42;": {150, 0},
		"export const durationInFrames = -3;": {150, 3}, "export const durationInFrames = '240';": {150, 3},
		"export const durationInFrames = [30, 60].reduce((a, b) => a + b);": {150, 3}, "export const durationInFrames = 1e9;": {150, 3},
	} {
		w := newWorld(t, aiserver.Text(aiserver.Object(map[string]any{"tsxCode": fmt.Sprintf(code, exported), "duration": 77})))
		same(t, exported, want.frames, w.add(t, "p", "x").Duration)
		asked := w.ai.Requests()
		same(t, exported, want.repairs+2, len(asked)) // the scene, and a sentence for the user
		if want.repairs > 0 && !strings.Contains(asked[1].Text(), "a constant number of frames from 1 to 108000") {
			t.Errorf("%s: the model is asked %s", exported, asked[1].Text())
		}
	}
}

// TestWelcomeScene replaces the welcome scene on request, with a prompt for that case.
func TestWelcomeScene(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Real"))
	made, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})
	must(t, err)
	welcome := w.get(t, "p", made.Scenes[0].SceneID)
	if !welcome.IsWelcome || welcome.Duration != 150 {
		t.Errorf("the welcome scene is %+v", welcome)
	}
	out, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x", ReplaceWelcomeScene: true})
	must(t, err)
	got := w.get(t, "p", out.SceneID)
	if !out.ReplacedWelcomeScene || got.IsWelcome || len(got.Versions) != 2 {
		t.Errorf("it is %+v, stored as %+v", out, got)
	}
	same(t, "the scenes", []string{"Real"}, w.names(t, "p"))
	if !strings.Contains(string(out.Debug), "direct-to-video") {
		t.Errorf("it was written by %s", out.Debug)
	}
	again, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x", ReplaceWelcomeScene: true})
	must(t, err)
	if again.ReplacedWelcomeScene || len(w.names(t, "p")) != 2 {
		t.Errorf("a second time it is %+v", again)
	}
	_, err = w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})
	fails(t, err, fault.AlreadyExists, "p already exists")
}

// TestWelcomeSceneStays keeps the welcome scene unless the call asks to replace it.
func TestWelcomeSceneStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Real"))
	_, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})
	must(t, err)
	w.add(t, "p", "x")
	same(t, "the scenes", []string{"Welcome", "Real"}, w.names(t, "p"))
}

// TestTwoReplaceTheWelcomeScene checks that the second call is a conflict.
func TestTwoReplaceTheWelcomeScene(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Nothing())
	_, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})
	must(t, err)
	gather := aiserver.WaitForAll(2, named("Real"))
	w.ai.Answer(func(r aiserver.Request) aiserver.Step {
		if strings.Contains(r.Text(), "The video begins with this") {
			return gather
		}
		return aiserver.Nothing()
	})
	errs := w.together(2, func(int) error {
		_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x", ReplaceWelcomeScene: true})
		return err
	})
	conflicts := 0
	for _, err := range errs {
		if err != nil {
			fails(t, err, fault.Conflict, "welcome scene of project p was replaced or changed by another call")
			conflicts++
		}
	}
	same(t, "conflicts", 1, conflicts)
	same(t, "the scenes", []string{"Real"}, w.names(t, "p"))
}

// together runs n calls at once and returns their errors.
func (w *world) together(n int, call func(i int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = call(i) })
	}
	all.Wait()
	return errs
}

// TestParallelAdds checks that no scene is lost, even in a new project, and that the order has no gaps.
func TestParallelAdds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	const calls = 24
	for _, err := range w.together(calls, func(int) error {
		_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
		return err
	}) {
		must(t, err)
	}
	same(t, "scenes", calls, len(w.names(t, "p")))
}

// TestFromImages checks that the URLs reach the model unchanged.
func TestFromImages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("Poster"))
	urls := []string{"https://example.org/a.png?x=1", "data:image/png;base64,iVBORw0KGgo="}
	out, err := w.CreateSceneFromImage(t.Context(), agent, scenes.CreateSceneFromImageInput{ImageURLs: urls, UserPrompt: "Like these", ProjectID: "p"})
	must(t, err)
	same(t, "name", "Poster", out.SceneName)
	messages := w.ai.Requests()[0].Messages
	same(t, "images", urls, messages[len(messages)-1].Images)
	same(t, "what made it", "createSceneFromImage", w.get(t, "p", out.SceneID).Versions[0].Tool)
}

// TestRefusedBeforeTheModel checks that bad input sends no request to the model.
func TestRefusedBeforeTheModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	add := func(in scenes.AddSceneInput) error { _, err := w.AddScene(t.Context(), agent, in); return err }
	image := func(urls ...string) error {
		_, err := w.CreateSceneFromImage(t.Context(), agent, scenes.CreateSceneFromImageInput{ImageURLs: urls, UserPrompt: "x", ProjectID: "p"})
		return err
	}
	for name, c := range map[string]struct {
		err     error
		message string
	}{
		"no prompt":      {add(scenes.AddSceneInput{ProjectID: "p"}), "userPrompt"},
		"white space":    {add(scenes.AddSceneInput{ProjectID: "p", UserPrompt: " \n"}), "userPrompt must not be empty"},
		"huge prompt":    {add(scenes.AddSceneInput{ProjectID: "p", UserPrompt: strings.Repeat("x", 20001)}), "20000"},
		"no project":     {add(scenes.AddSceneInput{UserPrompt: "x"}), "projectId"},
		"scene zero":     {add(scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x", SceneNumber: -1}), "sceneNumber"},
		"no image":       {image(), "imageUrls"},
		"five images":    {image(strings.Fields(strings.Repeat("https://x/y ", 5))...), "imageUrls"},
		"file":           {image("https://example.org/a.png", "file:///etc/passwd"), "imageUrls[1] must be an http or https address"},
		"ftp":            {image("ftp://example.org/a.png"), "imageUrls[0]"},
		"script":         {image("javascript:alert(1)"), "imageUrls[0]"},
		"other data":     {image("data:text/html,<b>"), "imageUrls[0]"},
		"empty data":     {image("data:image/png;base64,"), "imageUrls[0]"},
		"no host":        {image("https:///a.png"), "imageUrls[0]"},
		"a password":     {image("https://me:secret@example.org/a.png"), "imageUrls[0]"},
		"relative":       {image("a.png"), "imageUrls[0]"},
		"capital scheme": {image("FILE:///etc/passwd"), "imageUrls[0]"},
	} {
		t.Log(name)
		fails(t, c.err, fault.InvalidArgument, c.message)
	}
	same(t, "questions", 0, len(w.ai.Requests()))
	same(t, "files", map[string]string{}, w.folder(t))
}

// TestTheExampleCompiles compiles the example in the prompt.
func TestTheExampleCompiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	w.add(t, "p", "x")
	prompt := w.ai.Requests()[0].Messages[0].Text
	_, example, _ := strings.Cut(prompt, "For example:\n")
	example, _, _ = strings.Cut(example, "\nAnswer with")
	compiled, err := tsx.Compile(example)
	if err != nil || compiled.Frames != 90 {
		t.Errorf("%v, %d frames, of %s", err, compiled.Frames, example)
	}
}
