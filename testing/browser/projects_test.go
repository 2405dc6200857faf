package browser_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

// TestCreateFirstProject checks how a person creates the first project without a model.
func TestCreateFirstProject(t *testing.T) {
	t.Parallel()
	_, p := openEmpty(t, "/plans", browser.Desk)
	p.expect("status of 409")
	p.wait("test('empty') !== null")
	p.click("role('link', 'Projects')")
	p.says("test('no-project')", "No projects yet")
	p.wait("test('open-example') !== null")
	p.is("location.pathname === '/projects' && document.title === 'Projects · Plotline'")
	p.is("role('link', 'Projects').ariaCurrent === 'page' && role('link', 'Plans').ariaCurrent === null")

	p.click("test('project-name')")
	p.press("Launch film")
	p.click(button("Create project"))
	p.says("test('scene-facts')", "5 s · 150 frames · version 1")
	p.is("document.title === 'Launch film · Projects · Plotline' && location.pathname.startsWith('/projects/Launch%%20film/')")
	p.says("test('timeline')", "1 Welcome")
	p.must(p.Reload())
	p.says("test('project-facts')", "1 scene · 0:05 total")

	p.click("role('link', '‹ All projects')")
	p.says("test('project')", "Launch film 0:05 1 scene · changed just now")
	p.click("test('project-name')")
	p.press("Launch film")
	p.click(button("Create project"))
	p.says("test('failure')", "The project was not created.")
	p.is("test('project-name').value === 'Launch film'")
	p.click("test('project')")
	p.wait("test('scene-facts') !== null")
	value[any](p, "history.back()")
	p.wait("test('project') !== null && location.pathname === '/projects'")
}

// TestSceneCodeIsShown checks that a scene's code is shown unchanged, with colours and line numbers.
func TestSceneCodeIsShown(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, sceneReply("Scene1_intro", `Say \"hi\" <b>`))
	id := w.add(film, "An intro")
	source := w.scene(id).TSXCode
	p := w.open("/projects/film", browser.Desk)
	p.showsScene(id) // the first scene, because there is space
	p.is("test('code') === null")
	p.click("test('tab-code')")
	p.wait("document.querySelectorAll('.code .is-keyword').length > 5")
	for kind, token := range map[string]string{
		"keyword": "export", "string": `"remotion"`, "number": "96", "function": "interpolate", "tag": "AbsoluteFill", "attribute": "style",
	} {
		p.is("[...document.querySelectorAll('.code .is-%s')].some((it) => it.textContent === %s)", kind, js(token))
	}
	if got := value[string](p, code); got != source {
		t.Errorf("the code is shown as\n%s\nwant\n%s", got, source)
	}
	lines := strings.Count(source, "\n") + 1
	p.is("document.querySelectorAll('.code-line').length === %d", lines)
	p.is("document.querySelectorAll('.code-line')[%d].dataset.line === '%d'", lines-1, lines)
	p.is("document.querySelector('.code [style]:not(pre)') === null")
}

// TestLongSceneCodeScrolls checks that thousands of lines are shown, and scroll in their own box.
func TestLongSceneCodeScrolls(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for i := range 5000 {
		_, _ = fmt.Fprintf(&long, "const line%d = { at: %d };\n", i, i)
	}
	w, _ := withModel(t, 1, aiserver.Text(aiserver.Scene("Long", aiserver.GoodTSX+long.String())))
	id := w.add(film, "A long one")
	source := w.scene(id).TSXCode
	p := w.openScene(id)
	p.wait("document.querySelectorAll('.code-line').length === %d", strings.Count(source, "\n")+1)
	p.wait("document.querySelector('.code-end .is-keyword') !== null")
	if got := value[string](p, code); got != source {
		t.Errorf("%d bytes of code are shown, want %d", len(got), len(source))
	}
	p.is("test('code').clientHeight < innerHeight && test('code').scrollHeight > 50000")
}

// TestSceneVersionsAreShown checks that an edit creates a version, and that each version and its changes can
// be viewed.
func TestSceneVersionsAreShown(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1, sceneReply("Intro", "First title"))
	id := w.add(film, "An intro")
	model.Then(aiserver.Text(aiserver.Edit(titled("Second title"), []string{"the title"}, nil)))
	p := w.openScene(id)
	p.click("test('tab-changes')")
	p.says("test('scene-pane')", "This is the first version")

	p.askForTitle()
	p.says("test('notice')", "Changed: Intro.")
	p.wait("%s?.ariaCurrent === 'true'", ofVersion("2"))
	p.is("test('edit-prompt').value === ''")
	p.says(ofVersion("2"), "Version 2 newest Edited · just now · 3 s Another title Only what was asked for has changed.")
	p.says("test('scene-pane')", "1 line added and 1 removed since version 1")
	p.says("document.querySelector('.code-removed')", `const title = "First title";`)
	p.says("document.querySelector('.code-added')", `const title = "Second title";`)
	p.says(inTimeline(id), "v2")

	p.click("test('tab-code')")
	p.wait("%s.includes('Second title')", code)
	p.click(ofVersion("1"))
	p.wait("%s.includes('First title') && location.search === '?version=1'", code)
	p.says("test('version-note')", "This is version 1 of 2.")
	p.is("test('edit-prompt') === null && test('duration') === null && test('rename') === null") // old versions cannot be changed
	p.must(p.Reload())
	p.says("test('version-note')", "This is version 1 of 2.")
	p.click("role('link', 'Show the newest')")
	p.wait("test('version-note') === null && location.search === '' && test('edit-prompt') !== null")
}

// TestRestoreSceneVersion checks that an older version can be made the newest one again, and that nothing is lost.
func TestRestoreSceneVersion(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 2, sceneReply("Intro", "First title"))
	id := w.add(film, "An intro")
	model.Then(aiserver.Text(aiserver.Edit(titled("Second title"), nil, nil)))
	ask[any](w, http.MethodPost, sceneAt(id)+"/edit", map[string]any{"userPrompt": "Another title"})
	p, other := w.openScene(id), w.openToEvents(pageOf(id))
	p.click(ofVersion("1"))
	p.says("test('version-note')", "This is version 1 of 2.")
	p.audited("a version to restore")
	p.click(button("Restore this version"))
	p.says("test('notice')", "Version 1 is restored as version 3.")
	p.wait("%s.includes('First title') && location.search === '' && test('version-note') === null", code)
	p.says(ofVersion("3"), "Version 3 newest Restored · just now · 3 s The same as version 1.")
	p.wait("%s !== null && %s !== null", ofVersion("1"), ofVersion("2"))
	other.wait("%s !== null", ofVersion("3"))
	if got := w.scene(id); got.Version != 3 || got.TSXCode != titled("First title") {
		t.Errorf("the scene is %+v", got)
	}
}

// TestFallbackSceneIsMarked checks that a scene which did not compile says so, and how it was repaired.
func TestFallbackSceneIsMarked(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, aiserver.Text(aiserver.BrokenScene), sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	p := w.openScene(id)
	p.says(ofVersion("1"), "Compiled after a repair")
	w.fix(id)
	p.says(ofVersion("2"), "Repaired · just now")
	p.is("%s.ariaCurrent === 'true'", ofVersion("2"))
}

// TestSceneOfAgentAppears checks that a scene which an agent creates in another process appears by itself.
func TestSceneOfAgentAppears(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, sceneReply("From outside", "Title"))
	first := w.create()
	p := w.openToEvents("/projects")
	p.says("test('project')", "film 0:05 1 scene")
	agent := w.agent()
	var made sceneDetail
	if _, err := agent.Call("addScene", map[string]any{"projectId": film, "userPrompt": "A second scene"}, &made); err != nil {
		t.Fatal(err)
	}
	p.says("test('project')", "film 0:08 2 scenes")
	p.click("test('project')")
	p.showsScene(first)
	p.says(inTimeline(made.SceneID), "2 From outside 3 s")
	if _, err := agent.Call("changeDuration", map[string]any{"projectId": film, "sceneId": made.SceneID, "durationSeconds": 4.5}, nil); err != nil {
		t.Fatal(err)
	}
	p.says(inTimeline(made.SceneID), "4.5 s")
}
