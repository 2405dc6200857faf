package browser_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

const (
	playing = "test('film')?.dataset.playing === 'true'"
	paused  = "test('film')?.dataset.playing === 'false'"
	// drawn is the scenes of the timeline that have a thumbnail.
	drawn = "all('[data-testid=thumbnail][data-drawn=true]')"
)

// filmShows waits until the film shows a frame of the whole project, in a scene.
func (p *tab) filmShows(position, scene string) {
	p.t.Helper()
	p.says("test('film-scene')", scene)
	p.says("test('preview-place')", position)
}

// openExample opens the example project from the empty list of projects.
func openExample(t *testing.T, screen browser.Screen) (*world, *tab) {
	t.Helper()
	w, p := openEmpty(t, "/projects", screen)
	p.click(button("Open the example"))
	p.says("test('project-facts')", "5 scenes · 0:26 total")
	return w, p
}

// TestExampleProject checks that the empty page offers the example, that each of its scenes can be drawn, and that its
// thumbnails stay when the page is loaded again.
func TestExampleProject(t *testing.T) {
	t.Parallel()
	onBothScreens(t, exampleOn)
}

func exampleOn(t *testing.T, screen browser.Screen) {
	t.Helper()
	w, p := openExample(t, screen)
	p.wait("%s.length === 5", drawn)
	p.fitsOn(screen, "the example")
	scenes := ask[struct {
		Scenes []sceneDetail `json:"scenes"`
	}](w, http.MethodGet, "/api/v1/projects/what-a-memory-is/scenes", nil).Scenes
	for _, scene := range scenes {
		p.must(p.Go(w.server.URL + "/projects/what-a-memory-is/" + scene.SceneID))
		p.wait("test('scene-pane')?.dataset.sceneId === %s && test('preview-screen')?.dataset.shown > 0", js(scene.SceneID))
		p.is("test('preview-error') === null && test('preview-notes') === null")
	}
	p.must(p.Go(w.server.URL + "/projects"))
	p.says("test('project')", "what-a-memory-is")
	p.is("test('open-example') === null")
	p.click("test('project')")
	p.wait("%s.length === 5", drawn)
	p.is("document.querySelector('.thumbnail-frame') === null") // kept, not drawn again
}

// TestPlayAll checks that the whole project plays in order, and that keys control it.
func TestPlayAll(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1)
	ids := w.three(model)
	p := w.openProject(ids[1])
	p.click(button("Play all"))
	p.wait("%s", playing)
	p.is("test('scene-pane') === null && test('play-all').ariaPressed === 'true'")
	p.says("test('film-scene')", "2 of 3: Two") // the first has ended by itself
	p.wait("test('playhead')?.dataset.sceneId === %s", js(ids[1]))
	p.press(" ")
	p.wait("%s", paused)
	p.audited("the film")

	p.focus("test('film')")
	p.press(kb.Home)
	p.filmShows("frame 0 of 270", "1 of 3: One")
	p.press(kb.ArrowRight)
	p.filmShows("frame 1 of 270", "1 of 3: One")
	p.press(kb.End)
	p.filmShows("frame 269 of 270", "3 of 3: Three")
	p.press(kb.ArrowLeft)
	p.filmShows("frame 268 of 270", "3 of 3: Three")
	p.click(inTimeline(ids[1])) // a scene of the timeline is where the film goes
	p.filmShows("frame 90 of 270", "2 of 3: Two")
	p.press(kb.Escape)
	p.wait("test('film') === null && document.activeElement === test('play-all')")
	p.showsScene(ids[1])

	p.click(button("Play all"))
	p.wait("%s", playing)
	p.click(button("Add scene")) // its form would be below the film
	p.wait("test('film') === null && test('add-form') !== null")
}

// TestFilmFullScreen checks that F shows the film on the full screen, that Escape first leaves that, and the speed.
func TestFilmFullScreen(t *testing.T) {
	t.Parallel()
	_, p := openExample(t, browser.Desk)
	p.click(button("Play all"))
	p.wait("%s", playing)
	p.press("f")
	p.wait("document.fullscreenElement === test('film')")
	p.wait("test('preview-screen').getBoundingClientRect().width > 0.8 * innerWidth || test('preview-screen').getBoundingClientRect().height > 0.7 * innerHeight")
	p.press("f")
	p.wait("document.fullscreenElement === null && test('film') !== null")
	p.press(" ")
	p.wait("%s", paused)
	value[any](p, "(test('preview-speed').value = '2', test('preview-speed').dispatchEvent(new Event('change', { bubbles: true })))")
	p.focus("test('film')")
	p.press(kb.Home)
	p.says("test('preview-place')", "frame 0 of")
	value[any](p, "globalThis.begun = performance.now()")
	p.press(" ")
	p.wait("test('preview-scrub').valueAsNumber >= 90") // three seconds of the film, of 30 frames each
	if took := value[float64](p, "performance.now() - globalThis.begun"); took >= 3_000 {
		t.Errorf("three seconds took %.0f ms at twice the speed", took)
	}
}

// TestSpacePlays checks that Space plays wherever the focus is, but not while a person types, and that arrow keys step.
func TestSpacePlays(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	p := w.openProject(id)
	p.shown(45)
	const isPlaying = "role('button', 'Pause (Space)') !== null"
	p.click("test('edit-prompt')")
	p.press("two words")
	p.press(kb.ArrowLeft)
	p.is("test('edit-prompt').value === 'two words' && !(%s)", isPlaying)
	p.shown(45)
	value[any](p, "document.activeElement.blur()")
	p.press(kb.ArrowRight)
	p.shown(46)
	p.press(kb.ArrowLeft)
	p.shown(45)
	p.press(" ")
	p.wait("%s", isPlaying)
	p.press(" ")
	p.wait("!(%s)", isPlaying)
	p.pressAt(" ", inTimeline(id))
	p.wait("%s", isPlaying)
}

// TestEndlessThumbnail checks that a scene whose drawing never ends gets no thumbnail, and that the preview of another
// scene works afterwards.
func TestEndlessThumbnail(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1)
	ids := make([]string, 0, 3)
	for _, code := range []string{titled("The beginning"), "export default () => { for (;;); return <p>Never</p>; };", titled("The end")} {
		model.Then(aiserver.Text(aiserver.Scene("Scene", code)))
		ids = append(ids, w.add(film, "A scene"))
	}
	p := w.open(pageOf(ids[0]), browser.Desk)
	p.wait("all('[data-testid=thumbnail][data-drawn=false]').length === 1 && %s.length === 2", drawn)
	p.shown(45)
	p.step(3)
	p.is("test('preview-error') === null")
}

// TestBrokenSceneInFilm checks that a scene that cannot be drawn stops neither the film nor the other thumbnails.
func TestBrokenSceneInFilm(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1)
	for _, code := range []string{"export const durationInFrames = 30; export default () => { if (true) throw new Error('Broken'); return <p>Whole</p> };", titled("The end")} {
		model.Then(aiserver.Text(aiserver.Scene("Scene", code)))
		w.add(film, "A scene")
	}
	p := w.open("/projects/film", browser.Phone)
	p.wait("all('[data-testid=thumbnail][data-drawn=false]').length === 1 && %s.length === 1", drawn)
	p.click(button("Play all"))
	p.says("test('film-scene')", "2 of 2: Scene")
	p.fits("the film")
	p.wait("%s", paused) // the end
	p.says("test('preview-place')", "frame 119 of 120")
}
