package browser_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

// sceneDetail holds the fields of a scene in the REST API that tests read.
type sceneDetail struct {
	SceneID   string `json:"sceneId"`
	SceneName string `json:"sceneName"`
	TSXCode   string `json:"tsxCode"`
	Duration  int    `json:"duration"`
	Version   int    `json:"version"`
	Versions  []struct {
		Tool      string `json:"tool"`
		Prompt    string `json:"prompt"`
		EpisodeID string `json:"episodeId"`
	} `json:"versions"`
}

// withModel starts a world whose program uses a scripted model.
func withModel(t *testing.T, tabs int, steps ...aiserver.Step) (*world, *aiserver.Server) {
	t.Helper()
	model := aiserver.New(t, steps...)
	return begin(t, tabs, "--ai-base-url", model.URL(), "--ai-model", aiserver.ModelName), model
}

// sceneReply returns the model's reply: a scene with this name and title.
func sceneReply(name, title string) aiserver.Step {
	return aiserver.Text(aiserver.Scene(name, titled(title)))
}

// titled returns a scene that compiles, with another title.
func titled(title string) string {
	return strings.ReplaceAll(aiserver.GoodTSX, "Hello from Plotline", title)
}

// film is the project of most tests.
const film = "film"

// create creates the project, which has a welcome scene and needs no model.
func (w *world) create() (sceneID string) {
	w.t.Helper()
	out := ask[struct {
		Scenes []sceneDetail `json:"scenes"`
	}](w, http.MethodPost, "/api/v1/projects", map[string]any{"projectId": film})
	return out.Scenes[0].SceneID
}

// add requests a scene.
func (w *world) add(project, prompt string) (sceneID string) {
	w.t.Helper()
	return ask[sceneDetail](w, http.MethodPost, scenesAt(project), map[string]any{"userPrompt": prompt}).SceneID
}

// three creates the project with three scenes: One, Two and Three.
func (w *world) three(model *aiserver.Server) (ids []string) {
	w.t.Helper()
	for _, name := range []string{"One", "Two", "Three"} {
		model.Then(sceneReply(name, "The title of "+name))
		ids = append(ids, w.add(film, "A scene called "+name))
	}
	return ids
}

// scene returns the newest version of a scene in the project.
func (w *world) scene(id string) sceneDetail {
	w.t.Helper()
	return ask[sceneDetail](w, http.MethodGet, sceneAt(id), nil)
}

// order returns the scenes' ids in the program's order.
func (w *world) order() string {
	w.t.Helper()
	out := ask[struct {
		Scenes []sceneDetail `json:"scenes"`
	}](w, http.MethodGet, scenesAt(film), nil)
	ids := make([]string, len(out.Scenes))
	for i, scene := range out.Scenes {
		ids[i] = scene.SceneID
	}
	return strings.Join(ids, " ")
}

func scenesAt(project string) string {
	return "/api/v1/projects/" + url.PathEscape(project) + "/scenes"
}

func sceneAt(id string) string { return scenesAt(film) + "/" + id }

// pageOf returns the address of a scene's page.
func pageOf(id string) string { return "/projects/" + film + "/" + id }

// inTimeline is a scene's block in the timeline.
func inTimeline(id string) string {
	return `(all('[data-testid="scene"][data-scene-id="` + id + `"]')[0] ?? null)`
}

// ofVersion is an entry in the list of a scene's versions.
func ofVersion(number string) string {
	return `(all('[data-testid="version"][data-version="` + number + `"]')[0] ?? null)`
}

// shownOrder is the scenes' ids in the order of the timeline.
const shownOrder = "all('[data-testid=scene]').map((it) => it.dataset.sceneId).join(' ')"

// code is the text in the code box.
const code = "document.querySelector('[data-testid=code] code')?.textContent"

// showsScene waits until a scene is shown.
func (p *tab) showsScene(id string) {
	p.t.Helper()
	p.wait("test('scene-pane')?.dataset.sceneId === %s && test('versions') !== null", js(id))
}

// openProject opens the page of the project at a scene.
func (w *world) openProject(sceneID string) *tab {
	w.t.Helper()
	p := w.open(pageOf(sceneID), browser.Desk)
	p.showsScene(sceneID)
	return p
}

// openScene opens the page of a scene, with its code visible.
func (w *world) openScene(id string) *tab {
	w.t.Helper()
	p := w.openProject(id)
	p.click("test('tab-code')")
	p.wait("test('code') !== null")
	return p
}

// askForTitle asks the model for another title.
func (p *tab) askForTitle() {
	p.t.Helper()
	p.click("test('edit-prompt')")
	p.press("Another title")
	p.click(button("Change scene"))
}

// setDuration sets the duration of a scene, in seconds.
func (p *tab) setDuration(seconds string) {
	p.t.Helper()
	p.fill("test('duration')", seconds)
	p.click(button("Set"))
}
