package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/testing/browser/kit/browser"
)

// inView is whether an element is completely on the screen.
func inView(element string) string {
	return `((box) => box !== undefined && box.top >= 0 && box.bottom <= innerHeight)(` + element + `?.getBoundingClientRect())`
}

// TestTransportInView checks that the play button is in view when a scene is opened, also below a long name.
func TestTransportInView(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	p := w.openProject(id)
	p.shown(45)
	p.wait("%s", inView("test('preview-play')"))
	width := value[float64](p, "test('preview-screen').getBoundingClientRect().width")
	if width < 500 {
		t.Errorf("the picture is %g wide", width)
	}
	name := map[string]any{"sceneName": strings.Repeat("Wide words ", 9)}
	ask[sceneDetail](w, http.MethodPost, sceneAt(id)+"/name", name)
	p.must(p.Reload())
	p.shown(45)
	p.wait("%s", inView("test('preview-play')"))
	p.is("document.querySelector('.board').scrollTop === 0")
	p.must(p.Show(browser.Screen{Width: 1280, Height: 560, Scale: 1}))
	p.wait("test('preview-screen').getBoundingClientRect().width >= 380") // scrolls rather than vanishes
}

// TestChosenVersionInView checks that choosing a version on a phone shows it, and that the focus follows.
func TestChosenVersionInView(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1, sceneReply("Intro", "First title"))
	id := w.add(film, "An intro")
	for range 3 {
		model.Then(sceneReply("Intro", "Another title"))
		ask[sceneDetail](w, http.MethodPost, sceneAt(id)+"/edit", map[string]any{"userPrompt": "Another title"})
	}
	p := w.open(pageOf(id), browser.Phone)
	p.showsScene(id)
	p.shown(45)
	p.click(ofVersion("1"))
	p.wait("%s", inView("test('version-note')")+" && "+inView("test('restore')"))
	p.hasFocus("test('version-note')")
	p.audited("an old version", browser.Phone)

	p.click(ofVersion("4"))
	p.wait("%s", "test('version-note') === null && "+inView("test('tab-preview')"))
	p.hasFocus("test('tab-preview')")
	p.click(ofVersion("2"))
	p.wait("%s", inView("test('restore')"))
	p.click("test('restore')")
	p.wait("%s?.ariaCurrent === 'true' && test('version-note') === null", ofVersion("5"))
	p.hasFocus("test('tab-preview')")
}

// TestUnknownProject checks that the page of a project that does not exist says so, and that a model can create it.
func TestUnknownProject(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1)
	p := w.open("/projects/no-such-film", browser.Desk)
	p.says("test('project-missing')", "Project not found: no-such-film")
	p.is("test('no-model') === null && test('play-all') === null")
	p.audited("an unknown project")
	model.Then(sceneReply("Intro", "Title"))
	p.click("test('add-prompt')")
	p.press("An intro")
	p.click(button("Create scene"))
	p.says("test('project-facts')", "1 scene")
	p.is("test('project-missing') === null")
}

// TestUnknownProjectWithoutModel checks that the page offers only a link to all projects.
func TestUnknownProjectWithoutModel(t *testing.T) {
	t.Parallel()
	_, p := openEmpty(t, "/projects/no-such-film", browser.Phone)
	p.says("test('project-missing')", "Project not found: no-such-film")
	p.is("test('no-model') === null && test('add-form') === null")
	p.fits("an unknown project")
	p.click("role('link', 'All projects')")
	p.wait("location.pathname === '/projects' && test('no-project') !== null")
}

// TestTakenProjectName checks that the failure says what to do, and nothing about a project that is not shown.
func TestTakenProjectName(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	w.create()
	p := w.open("/projects", browser.Desk)
	p.expect("status of 409")
	p.click("test('project-name')")
	p.press(film)
	p.click(button("Create project"))
	p.says("test('failure')", "already exists; choose another name")
	p.is("!test('failure').innerText.includes('latest state')")
}

// TestRenameIsShown checks that a version made by a rename says the new name, and its changes the old one too.
func TestRenameIsShown(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	id := w.create()
	ask[sceneDetail](w, http.MethodPost, sceneAt(id)+"/name", map[string]any{"sceneName": "Title"})
	ask[sceneDetail](w, http.MethodPost, sceneAt(id)+"/duration", map[string]any{"durationSeconds": 4.5})
	p := w.openProject(id)
	p.says(ofVersion("2"), "Renamed to “Title” · just now")
	p.click("test('tab-changes')")
	p.says("test('changed-facts')", "Duration changed from 5 s to 4.5 s.")
	p.click(ofVersion("2"))
	p.says("test('changed-facts')", "Renamed from “Welcome” to “Title”.")
	p.says("test('scene-pane')", "The code is the same as in version 1.")
	p.audited("the changes of a rename")
}

// TestAddSceneInView checks that on a phone the form for a new scene, below all scenes, is shown and has the focus.
func TestAddSceneInView(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1)
	w.three(model)
	p := w.open("/projects/film", browser.Phone)
	p.wait("%s.length === 3", drawn)
	p.must(p.Show(browser.Screen{Width: 380, Height: 420, Scale: 2, Touch: true}))
	p.click(button("Add scene"))
	p.hasFocus("test('add-prompt')")
	p.wait("%s", inView("test('add-form')"))
}

// TestWithoutModelOnPhone checks that on a phone the line about the missing model opens in view.
func TestWithoutModelOnPhone(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	w.create()
	p := w.open("/projects/film", browser.Screen{Width: 380, Height: 480, Scale: 2, Touch: true})
	p.says("test('timeline')", "1 Welcome")
	p.is("%s.disabled", button("Add scene"))
	p.click("test('no-model').querySelector('summary')")
	p.wait("%s", inView("test('no-model').querySelector('p')"))
	p.fits("the note about the missing model")
}

// atRuler clicks the ruler above a scene, at a share of its width.
func (p *tab) atRuler(id, share string) {
	p.t.Helper()
	value[any](p, `((ruler) => {
		const { left, width } = ruler.getBoundingClientRect()
		ruler.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + width * `+share+` }))
	})(`+inTimeline(id)+`.parentElement.querySelector('[data-testid=ruler]'))`)
}

// TestRulerSeeks checks that a click on the ruler moves the film, and that the timeline highlights the scene that is
// played.
func TestRulerSeeks(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1)
	ids := w.three(model)
	p := w.openProject(ids[0])
	const current = "all('[data-testid=scene][aria-current]').map((it) => it.dataset.sceneId).join()"
	p.click(button("Play all"))
	p.wait("%s", playing)
	p.atRuler(ids[2], "0.2") // while it plays
	p.wait("%s === %s", current, js(ids[2]))
	p.press(" ")
	p.wait("%s", paused)
	p.atRuler(ids[1], "0.5001")
	p.filmShows("frame 135 of 270", "2 of 3: Two")
	p.wait("%s === %s", current, js(ids[1]))
	p.atRuler(ids[0], "0")
	p.filmShows("frame 0 of 270", "1 of 3: One")
	p.press("j")
	p.filmShows("frame 90 of 270", "2 of 3: Two")
	p.click(button("Close"))
	p.showsScene(ids[1])
	p.is("%s === %s", current, js(ids[1]))
	p.atRuler(ids[2], "0.5") // seeks only in the film
	p.is("location.pathname.endsWith(%s)", js(ids[1]))
}
