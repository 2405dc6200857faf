package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

// TestProjectsAreAccessible checks basic accessibility on the Projects pages in both themes.
func TestProjectsAreAccessible(t *testing.T) {
	t.Parallel()
	w, model := withModel(t, 1, sceneReply("Intro", "Title"))
	p := w.open("/projects", browser.Desk)
	p.wait("test('no-project') !== null")
	p.audited("no project")
	id := w.add(film, "An intro")
	model.Then(aiserver.Text(aiserver.Edit(titled("Another // title")+"/* The end */\ntype Props = { at: number };\n", nil, nil)))
	p.wait("test('project') !== null")
	p.audited("the list")
	p.click("test('project')")
	p.showsScene(id)
	p.wait("document.querySelector('[data-testid=scene-pane] iframe') !== null")
	p.audited("a preview")
	p.askForTitle()
	p.wait("%s !== null", ofVersion("2"))
	p.click("test('tab-code')")
	p.wait("document.querySelector('.code .is-type') !== null && document.querySelector('.code .is-comment') !== null")
	p.audited("code")
	p.click("test('tab-changes')")
	p.wait("document.querySelector('.code-added .is-type') !== null && document.querySelector('.code-removed .is-string') !== null")
	p.audited("changes")
	p.must(p.Show(browser.Desk))
	p.click(ofVersion("1"))
	p.wait("test('version-note') !== null && test('good') !== null")
	p.audited("a version of before")
	p.click("role('link', 'Show the newest')")
	p.click("test('add-open')")
	p.wait("test('add-form') !== null")
	p.audited("asking for a scene")
	p.click("test('delete')")
	p.wait("test('delete-dialog') !== null")
	p.audited("the dialog")
	p.trapped("delete-dialog")
}

// TestAuditDetectsFaintCode checks that the audit detects code tokens and line numbers with too little
// contrast.
func TestAuditDetectsFaintCode(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	id := w.create()
	p := w.openScene(id)
	p.wait("document.querySelector('.code .is-keyword') !== null")
	value[chromedp.Void](p, `(() => {
		const pale = new CSSStyleSheet()
		pale.replaceSync('.code .is-keyword { color: #999 } @media (prefers-color-scheme: light) { .code-line::before { color: #aaa } }')
		document.adoptedStyleSheets = [pale]
	})()`)
	finds(t, p.faults(), `<span class="is-keyword"`, `before: <span class="code-line"`)
}

// TestProjectsFitPhone checks that everything is readable and usable on a narrow screen.
func TestProjectsFitPhone(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("長い", 30) + " " + strings.Repeat("w", 90)
	w, _ := withModel(t, 1, sceneReply(name, strings.Repeat("A long line. ", 60)))
	project := "مسلسل " + strings.Repeat("w", 80)
	id := w.add(project, strings.Repeat("sans ", 40)+strings.Repeat("x", 200))
	second := w.add(project, "Another")
	p := w.open("/projects", browser.Phone)
	p.wait("test('project') !== null")
	p.fits("the list")
	p.click("test('project')")
	p.wait("%s !== null && test('scene-pane') === null", inTimeline(second)) // the scenes fill the screen
	p.fits("the timeline")
	p.is("%s.getBoundingClientRect().top < %s.getBoundingClientRect().top", inTimeline(id), inTimeline(second))
	p.click(inTimeline(id))
	p.showsScene(id)
	p.wait("document.activeElement.id === 'scene-name' && test('timeline') === null")
	p.wait("document.querySelector('[data-testid=scene-pane] iframe') !== null")
	p.fits("a scene")
	p.click("test('tab-code')")
	p.wait("document.querySelector('.code .is-keyword') !== null")
	p.fits("code")
	p.is("test('code').scrollWidth > test('code').clientWidth") // long lines scroll in the box
	p.click("test('later')")
	p.says("test('scene-pane')", "Scene 2 of 2")
	p.click("test('delete')")
	p.wait("test('delete-dialog') !== null")
	p.fits("the dialog")
	p.click(button("Cancel"))
	p.wait("test('delete-dialog') === null")
	p.click("role('link', '‹ All scenes')")
	p.wait("%s === %s", shownOrder, js(second+" "+id))
}

// TestProjectsReconnect checks that the page updates after its server was unreachable.
func TestProjectsReconnect(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	id := w.create()
	p := w.openProject(id)
	p.expectOutage()
	p.wait("test('preview-play') !== null") // all parts of the page are loaded
	if err := w.server.Stop(); err != nil {
		t.Fatal(err)
	}
	p.says("test('scenes-failure')", "Cannot reach the server.")
	p.is("test('scene-facts') !== null") // known data is still shown
	w.start()
	p.wait("test('scenes-failure') === null") // which moves what is below
	p.setDuration("9")
	p.says("test('scene-facts')", "9 s · 270 frames · version 2")
	p.is("test('scenes-failure') === null")
}

// TestReaderCannotEditScenes checks that a reader sees a message and no controls.
func TestReaderCannotEditScenes(t *testing.T) {
	t.Parallel()
	w, _, secrets := withTokens(t, access.Writer, access.Reader)
	w.token = secrets[0]
	id := w.create()
	p := w.openAs(secrets[1], pageOf(id), browser.Desk)
	p.showsScene(id)
	p.says("test('view-only')", "Your token can view projects, but not change them.")
	p.wait("all('form, textarea, input:not([type=range])').length === 0 && test('delete') === null && test('later') === null && test('add-open') === null")
	p.press("k")
	if got := w.scene(id).Version; got != 1 {
		t.Errorf("a reader made version %d", got)
	}
	p.click("test('tab-code')")
	p.wait("%s.length > 100", code)
	p.click("role('link', '‹ All projects')")
	p.wait("test('project') !== null && test('new-project') === null")
}
