package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

// fix repairs a broken scene.
func (w *world) fix(id string) {
	w.t.Helper()
	ask[any](w, http.MethodPost, sceneAt(id)+"/fix", map[string]any{
		"brokenCode": aiserver.BrokenTSX, "errorMessage": "Unexpected end of file", "sceneName": "Intro",
	})
}

// TestChangeSceneDuration checks that all pages show a new duration, and keep unsaved input.
func TestChangeSceneDuration(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 2, sceneReply("Intro", "Title")) // a page without a model has no prompt
	id := w.create()
	p, other := w.open(pageOf(id), browser.Desk), w.openToEvents(pageOf(id))
	p.showsScene(id)
	other.showsScene(id)
	other.click("test('tab-code')")
	other.wait("document.querySelector('.code .is-keyword') !== null")
	other.click("test('edit-prompt')")
	other.press("Half a thou")
	other.wait("(window.first = document.querySelector('main').scrollTop += 30)") // more content than before

	p.setDuration("2.5")
	p.says("test('scene-facts')", "2.5 s · 75 frames · version 2")
	p.is("document.activeElement === test('set-duration')")
	other.says("test('scene-facts')", "2.5 s · 75 frames · version 2")
	other.says(inTimeline(id), "2.5 s")
	other.wait("test('duration').value === '2.5'")
	other.is("window.first && document.activeElement === test('edit-prompt') && test('edit-prompt').value === 'Half a thou'")
	other.is("document.querySelector('main').scrollTop === window.first && test('code') !== null")
	other.press("ght")
	other.is("test('edit-prompt').value === 'Half a thought'")
	if got := w.scene(id); got.Duration != 75 || got.Versions[1].Tool != "changeDuration" {
		t.Errorf("the scene is %+v", got)
	}
}

// TestMoveScenes checks that scenes can be moved by keys, buttons and mouse, and that screen readers
// announce it.
func TestMoveScenes(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 2)
	ids := w.three(model)
	one, two, three := ids[0], ids[1], ids[2]
	p, other := w.open(pageOf(one), browser.Desk), w.openToEvents("/projects/film")
	p.showsScene(one)
	other.wait("%s === %s", shownOrder, js(strings.Join(ids, " ")))
	is := func(order ...string) {
		t.Helper()
		for _, tab := range []*tab{p, other} {
			tab.wait("%s === %s", shownOrder, js(strings.Join(order, " ")))
		}
	}

	p.pressAt(kb.ArrowRight, inTimeline(one))
	p.showsScene(two)
	p.is("%s", focused(inTimeline(two)))
	p.press(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)) // which belongs to the film
	is(one, two, three)
	moves := chromedp.KeyModifiers(chromedp.ModifierShift | chromedp.ModifierCtrl)
	p.press(kb.ArrowRight, moves)
	is(one, three, two)
	p.wait("%s", focused(inTimeline(two)))
	p.is("document.querySelector('[data-testid=order-status]').textContent === 'Two is now scene 3 of 3.'")
	p.press(kb.ArrowRight, moves) // it is already the last
	p.click("test('earlier')")
	is(one, two, three)
	p.hasFocus("test('earlier')")

	p.must(p.Drag(inTimeline(three), inTimeline(one)))
	is(three, one, two)
	p.is("test('scene-pane').dataset.sceneId === %s", js(two)) // a drag is no click
	if got, want := w.order(), strings.Join([]string{three, one, two}, " "); got != want {
		t.Errorf("the order is %s, want %s", got, want)
	}
	p.press("j") // no scene follows the last
	p.press("k")
	p.showsScene(one)
}

// TestDeleteScene checks that a scene is deleted only after confirmation, and that the next one is then
// shown.
func TestDeleteScene(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 2)
	ids := w.three(model)
	p, other := w.open(pageOf(ids[1]), browser.Desk), w.open(pageOf(ids[1]), browser.Desk)
	for _, tab := range []*tab{p, other} {
		tab.expect("status of 404") // it may have requested the scene a moment before
		tab.showsScene(ids[1])
	}
	p.click("test('delete')")
	p.says("role('dialog', 'Delete Two?')", "This also deletes its code. It cannot be undone.")
	p.is("getComputedStyle(test('delete-confirm')).color === getComputedStyle(test('delete')).color")
	p.is("getComputedStyle(test('delete-confirm')).color !== getComputedStyle(test('delete-cancel')).color")
	p.click(button("Cancel"))
	p.wait("test('delete-dialog') === null")
	p.is("%s !== null && document.activeElement === test('delete')", inTimeline(ids[1]))
	p.click("test('delete')")
	p.click(button("Delete scene"))
	p.says("test('notice')", "Deleted: Two.")
	p.showsScene(ids[2])
	p.is("document.activeElement.id === 'scene-name'")
	p.wait("%s === null", inTimeline(ids[1]))
	other.wait("%s === null && test('scene-pane') === null", inTimeline(ids[1]))
	other.says("document.querySelector('main')", "Scene not found.")
	if got, want := w.order(), ids[0]+" "+ids[2]; got != want {
		t.Errorf("the order is %s, want %s", got, want)
	}
}

// TestRateSceneVersion checks that a person's rating of a version becomes the reward of its episode.
func TestRateSceneVersion(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	p := w.openScene(id)
	reward := func() float64 {
		t.Helper()
		episode := w.scene(id).Versions[0].EpisodeID
		return ask[struct {
			Reward float64 `json:"reward"`
		}](w, http.MethodGet, "/api/v1/episodes/"+episode, nil).Reward
	}
	p.wait("test('good')?.ariaPressed === 'false' && test('not-good').ariaPressed === 'false'")
	if got := reward(); got != 0.5 {
		t.Errorf("the compiler's reward is %g, want 0.5", got)
	}
	p.click(button("Good"))
	p.wait("test('good').ariaPressed === 'true' && test('good').ariaDisabled !== 'true'")
	if got := reward(); got != 1 {
		t.Errorf("the reward is %g, want 1", got)
	}
	p.click(button("Not good"))
	p.wait("test('not-good').ariaPressed === 'true' && test('good').ariaPressed === 'false'")
	if got := reward(); got != -1 {
		t.Errorf("the reward is %g, want -1", got)
	}
	p.must(p.Reload())
	p.wait("test('not-good')?.ariaPressed === 'true'")
}

// TestConcurrentSceneEdits checks that the later of two concurrent edits is rejected with a message, and that
// the page then shows the other one.
func TestConcurrentSceneEdits(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	asked := len(model.Requests())
	goOn := make(chan struct{})
	model.Answer(func(aiserver.Request) aiserver.Step {
		<-goOn
		return sceneReply("Intro", "Too late")
	})
	p := w.openScene(id)
	p.expect("status of 409")
	p.askForTitle()
	model.Await(t, asked+1)
	p.says("test('waiting-step')", "The model writes the scene.")
	ask[any](w, http.MethodPost, sceneAt(id)+"/duration", map[string]any{"durationSeconds": 7})
	p.says("test('scene-facts')", "7 s")
	close(goOn)
	p.says("test('failure')", "The scene was not changed.")
	p.says("test('failure')", "The page now shows the latest state of the project.")
	p.is("test('edit-prompt').value === 'Another title'") // to be sent again
	p.says("test('scene-facts')", "7 s · 210 frames · version 2")
	p.wait("%s.includes('Title') && !%s.includes('Too late')", code, code)
}

// TestCancelSceneRequest checks that a request can be cancelled, and then has no effect.
func TestCancelSceneRequest(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	hang, gone := aiserver.Hang()
	model.Then(hang)
	p := w.openScene(id)
	p.expect("ERR_ABORTED")
	p.click("test('edit-prompt')")
	p.press("Another title")
	p.press(kb.Tab)
	p.press(kb.Enter)
	p.says("test('waiting')", "1 s") // a second click right away does not cancel
	p.is("test('cancel') === document.activeElement && test('edit-prompt').readOnly")
	p.press(kb.Enter)
	p.wait("test('waiting') === null && test('edit') === document.activeElement")
	<-gone // the request to the model has ended
	p.is("test('edit-prompt').value === 'Another title' && test('failure') === null")
	if got := w.scene(id).Version; got != 1 {
		t.Errorf("the scene is at version %d, want 1", got)
	}
}

// TestProjectsWithoutModel checks that the page says what to set, and that everything else works.
func TestProjectsWithoutModel(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	id := w.create()
	p := w.openProject(id)
	p.says("test('no-model')", "No language model · How to connect")
	p.is("all('[data-testid=no-model]').length === 1 && test('no-model').clientHeight < 44 && test('edit-prompt') === null")
	p.is("%s.disabled && %s.title.startsWith('A language model writes new scenes')", button("Add scene"), button("Add scene"))
	p.audited("without a model")
	p.click("test('no-model').querySelector('summary')")
	p.says("test('no-model')", "PLOTLINE_AI_BASE_URL")
	p.is("test('no-model').innerText.includes('Everything else works without it')")
	p.audited("how to connect a model")
}

// TestAddFirstScene checks that the first scene replaces the welcome scene, and that the new one is shown.
func TestAddFirstScene(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1, sceneReply("Opening", "Title"))
	welcome := w.create()
	p := w.open(pageOf(welcome), browser.Desk)
	for _, name := range []string{"Opening", "Ending"} {
		model.Then(sceneReply(name, "Title"))
		p.wait("test('add-open') !== null && test('add-form') === null")
		p.click(button("Add scene"))
		p.hasFocus("test('add-prompt')")
		p.press("A scene called " + name)
		p.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
		p.says("test('notice')", "Added: "+name+".")
		p.says("document.querySelector('#scene-name')", name)
	}
	p.wait("all('[data-testid=scene]').length === 2")
	p.says("test('timeline')", "1 Opening")
}

// TestRepairSceneFromPreview checks that a scene which fails in its preview can be repaired by a click. The
// model receives the error.
func TestRepairSceneFromPreview(t *testing.T) {
	t.Parallel()
	const failing = "export default function Scene() { if (true) throw new Error('the sun is missing'); return <p>The sun</p>; }\n"
	w, model := withModel(t, 1, aiserver.Text(aiserver.Scene("Sunrise", failing)))
	id := w.add(film, "A sunrise")
	p := w.open(pageOf(id), browser.Desk)
	p.says("test('preview-error')", "the sun is missing")
	model.Answer(func(asked aiserver.Request) aiserver.Step {
		if !strings.Contains(asked.Text(), "the sun is missing") {
			return aiserver.Nothing() // a chat reply for the user
		}
		return aiserver.Text(aiserver.Edit(aiserver.GoodTSX, []string{"The sun is there"}, nil))
	})
	p.click("test('preview-repair')")
	p.says("test('scene-facts')", "version 2")
	p.wait("test('preview-error') === null && test('preview-screen')?.dataset.shown !== undefined")
	if got := w.scene(id); len(got.Versions) != 2 || got.Versions[1].Tool != "fixBrokenScene" || got.TSXCode != aiserver.GoodTSX {
		t.Errorf("it is %+v", got)
	}
}
