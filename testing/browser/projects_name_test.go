package browser_test

import (
	"net/http"
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

// TestRenameProject checks that a project is renamed and that this can be taken back, on all pages, while its address stays.
func TestRenameProject(t *testing.T) {
	t.Parallel()
	w := begin(t, 2)
	id := w.create()
	p, other := w.open(pageOf(id), browser.Desk), w.openToEvents("/projects")
	p.showsScene(id)
	p.click("test('project-menu').querySelector('summary')")
	p.click("test('rename-project')")
	p.wait("document.activeElement === test('new-name') && test('new-name').value === 'film'")
	p.press("Launch film" + kb.Enter)
	p.says("test('project-page').querySelector('h2')", "Launch film")
	p.wait("location.pathname.startsWith('/projects/film/') && document.title.startsWith('Launch film')")
	other.says("test('project')", "Launch film")
	p.audited("a renamed project")
	p.says("test('notice')", "Renamed: film is now Launch film.")
	p.click("test('undo')")
	p.says("test('notice')", "Renamed: Launch film is now film.")
	p.says("test('project-page').querySelector('h2')", "film")
	other.says("test('project')", "film")
}

// TestDeleteProject checks that a deleted project can be kept for a while, that the page deletes it when the person leaves,
// and that other pages notice.
func TestDeleteProject(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 2)
		id := w.create()
		p, other := w.open("/projects/film", screen), w.openToEvents(pageOf(id))
		remove := func() {
			p.click("test('project-menu').querySelector('summary')")
			p.fitsOn(screen, "the menu of a project")
			p.click("test('delete-project')")
			p.says("test('notice')", "film and its scenes will be deleted in 30 s")
			p.wait("location.pathname === '/projects' && test('project') === null")
		}
		remove()
		p.click("test('undo')")
		p.says("test('project')", "film")
		p.click("test('project')")
		remove()
		p.must(p.Go(w.server.URL + "/plans"))
		other.says("test('project-missing')", "Project not found: film")
		if got := ask[struct{ Projects []any }](w, http.MethodGet, "/api/v1/projects", nil).Projects; len(got) != 0 {
			t.Errorf("the projects are %v", got)
		}
	})
}

// TestTimelineEdits checks that dragging the right edge of a scene sets its duration, that Escape keeps the old one, and
// that a double click renames.
func TestTimelineEdits(t *testing.T) {
	t.Parallel()
	_, p := openExample(t, browser.Desk)
	const first, third = "all('[data-testid=edge]')[0]", "all('[data-testid=edge]')[2]"
	before := value[string](p, "said(document.querySelector('.block-facts'))")
	p.must(p.Drag(first, third))
	p.wait("said(document.querySelector('.block-facts')) !== %s && said(document.querySelector('.block-facts')).endsWith('v2')", js(before))
	p.is("parseFloat(said(document.querySelector('.block-facts'))) > 2 * parseFloat(%s)", js(before))
	p.must(p.DoubleClick("all('[data-testid=scene]')[1].querySelector('.block-name')"))
	p.wait("document.activeElement === test('new-name') && test('new-name').value === said(all('.block-name')[1])")
}
