package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// TestRenameScene checks that a scene is renamed with the keyboard, that other pages show the name, and that a later
// edit keeps it. Escape leaves the old one.
func TestRenameScene(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 2, sceneReply("Scene1_intro", "Title"))
	id := w.add(film, "An intro")
	p, other := w.open(pageOf(id), browser.Desk), w.openToEvents(pageOf(id))
	p.showsScene(id)
	p.says("document.querySelector('#scene-name')", "Scene 1")
	p.pressAt(kb.Enter, "test('rename')")
	p.wait("document.activeElement === test('new-name') && test('new-name').value === 'Scene 1'")
	p.audited("renaming")
	p.press("Never mind")
	p.press(kb.Escape)
	p.wait("test('name-form') === null && document.activeElement === test('rename')")
	p.says("document.querySelector('#scene-name')", "Scene 1")

	p.press(kb.Enter)
	p.hasFocus("test('new-name')")
	p.press("The bakery opens")
	p.press(kb.Enter)
	p.wait("test('name-form') === null && document.activeElement === test('rename')")
	for _, tab := range []*tab{p, other} {
		tab.says("document.querySelector('#scene-name')", "The bakery opens")
		tab.says(inTimeline(id), "1 The bakery opens")
		tab.says(ofVersion("2"), "Renamed to “The bakery opens” · just now")
	}
	model.Then(sceneReply("The model's own name", "Another title"))
	p.click("test('edit-prompt')")
	p.press("Another title")
	p.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.wait("%s !== null", ofVersion("3"))
	p.says("document.querySelector('#scene-name')", "The bakery opens")
	if got := w.scene(id); got.SceneName != "The bakery opens" || got.Version != 3 {
		t.Errorf("the scene is %+v", got)
	}
}
