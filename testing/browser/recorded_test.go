package browser_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"plotline/internal/recording/spool"
	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/expect"
)

// recordedWorld is a world whose machine records.
type recordedWorld struct {
	*world
	home string
}

// beginRecorded starts a server without tokens on a machine that records.
func beginRecorded(t *testing.T) recordedWorld {
	t.Helper()
	w := begin(t, 1)
	home, err := filepath.EvalSymlinks(t.TempDir())
	expect.NoError(t, err)
	r := recordedWorld{w, home}
	r.configure("on", 0)
	expect.NoError(t, w.server.Stop())
	w.env = []string{"HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config")}
	w.start()
	return r
}

func (r recordedWorld) configure(record string, pausedUntil int64) {
	r.t.Helper()
	dir := filepath.Join(r.home, "config", "plotline")
	expect.NoError(r.t, os.MkdirAll(dir, 0o700))
	text := fmt.Sprintf(`{"v":1,"record":%q,"store":"embedded","data_dir":%q,"paused_until":%d}`, record, r.data, pausedUntil)
	expect.NoError(r.t, os.WriteFile(filepath.Join(dir, "record.json"), []byte(text), 0o600))
}

// work writes what a hook writes of a task in which a test fails and then passes, and a correction of it.
func (r recordedWorld) work(project, session string) {
	r.t.Helper()
	root := filepath.Join(r.home, project)
	expect.NoError(r.t, os.MkdirAll(filepath.Join(root, ".git"), 0o700))
	yes, failed, passed := true, 1, 0
	now := time.Now().UnixMilli()
	expect.NoError(r.t, spool.In(r.data).Append("claude-code", session,
		spool.Line{T: now, Kind: spool.Session, Source: "startup", Project: root, Branch: "main"},
		spool.Line{T: now, Kind: spool.Prompt, Task: "one", Text: "Make the cart of " + project + " safe for concurrent use"},
		spool.Line{T: now + 1, Kind: spool.Tool, Task: "one", ID: "1", Class: spool.Shell, Command: "go test ./...", Exit: &failed, First: "lost update", Tail: "lost update\nFAIL"},
		spool.Line{T: now + 2, Kind: spool.Tool, Task: "one", ID: "2", Class: spool.Edit, Path: "cart/store.go", OK: &yes},
		spool.Line{T: now + 3, Kind: spool.Tool, Task: "one", ID: "3", Class: spool.Shell, Command: "go test ./...", Exit: &passed, Tail: "ok  \tshop/cart\t0.1s"},
		spool.Line{T: now + 4, Kind: spool.End, Task: "one", How: spool.Stopped, Words: "Done."},
		spool.Line{T: now + 5, Kind: spool.Prompt, Task: "two", Text: "Write the release notes for 2.3"},
		spool.Line{T: now + 6, Kind: spool.Tool, Task: "two", ID: "4", Class: spool.Edit, Path: "NOTES.md", OK: &yes},
		spool.Line{T: now + 7, Kind: spool.End, Task: "two", How: spool.Stopped, Words: "Done."},
		spool.Line{T: now + 8, Kind: spool.Close},
	))
}

// TestRecordedPage looks at what was recorded, and judges, pins and forgets by keyboard.
func TestRecordedPage(t *testing.T) {
	t.Parallel()
	r := beginRecorded(t)
	p := r.open("/", browser.Desk)
	p.wait("test('state')?.dataset.state === 'live'")
	p.click("role('link', 'Recorded')")
	p.wait("test('recorded-empty') && document.title.startsWith('Recorded')")
	p.says("test('recorded-state')", "Recording is on.")
	p.says("test('recorded-empty')", "setup claude-code")
	p.audited("nothing recorded", browser.Desk)

	r.work("shop", "s1") // the page hears of it
	p.wait("all('[data-testid=recorded-task]').length === 2")
	r.work("blog", "s2")
	p.wait("all('[data-testid=recorded-task]').length === 4")
	p.says("test('recorded-today')", "Today: blog 2 shop 2")
	p.is("all('h2').map(said).join() === 'Today'")
	p.is("all('h3').map(said).join() === 'blog 2 tasks,shop 2 tasks'")
	p.audited("tasks", browser.Desk)

	const first = "all('[data-testid=recorded-task]')[0]"
	p.says(first, "Write the release notes for 2.3")
	p.says(first, "nothing to go by")
	p.press("j")
	p.press("j")
	const cart = "all('[data-testid=recorded-task]')[1]"
	p.wait("%s.contains(document.activeElement)", cart)
	p.says(cart, "+0.5 Make the cart of blog safe for concurrent use")
	p.says(cart+".querySelector('[data-testid=recorded-why]')", "tests passed")
	p.press("b")
	p.wait("said(%s).includes('−1') && %[1]s.querySelector('[data-testid=verdict-bad]').ariaPressed === 'true'", cart)
	p.says(cart, "you said that it is bad −1")
	p.press("b")
	p.says(cart, "tests passed")

	p.press("o")
	p.wait("%s.querySelector('details').open", cart)
	p.press("j")
	p.wait("document.activeElement.closest('[data-line]')")
	p.press("n")
	p.wait("document.querySelector('[data-testid=pin-never][aria-pressed=true]')")
	p.press("p")
	p.wait("document.querySelector('[data-testid=pin-always][aria-pressed=true]') && !document.querySelector('[data-testid=pin-never][aria-pressed=true]')")
	p.audited("a line that is told always", browser.Desk)
	p.press("k")
	p.press("x")
	p.says(cart, "Will be forgotten in")
	p.press("x")
	p.wait("!%s.querySelector('[data-testid=held]')", cart)
	p.press("x")
	p.wait("%s.querySelector('[data-testid=held]')", cart)
	p.must(p.Go(r.server.URL + "/plans")) // what was held back is sent when the person leaves
	p.must(p.Go(r.server.URL + "/recorded"))
	p.wait("all('[data-testid=recorded-task]').length === 3")
	p.is("!said(document.body).includes('Make the cart of blog')")

	p.press("?")
	p.says("test('keys-dialog')", "Forget the task")
	p.press(kb.Escape)
	p.must(p.Show(browser.Phone))
	p.audited("tasks", browser.Phone)
	p.is("document.documentElement.scrollWidth <= innerWidth")

	p.must(p.Show(browser.Desk))
	p.click("role('link', 'Make the cart of shop safe for concurrent use')")
	p.wait("location.pathname === '/' && new URLSearchParams(location.search).get('workspace').startsWith('shop-')")
	p.must(p.Go(r.server.URL + "/recorded")) // in the workspace shop, the page still has all
	p.wait("all('[data-testid=recorded-task]').length === 3")
}

// TestRecordedStates checks what the page says where recording is paused, off, or was never set up.
func TestRecordedStates(t *testing.T) {
	t.Parallel()
	r := beginRecorded(t)
	r.configure("on", time.Now().Add(time.Hour).UnixMilli())
	p := r.open("/recorded", browser.Desk)
	p.says("test('recorded-state')", "Recording is paused until")
	p.says("test('recorded-state')", "record on")
	r.configure("off", 0)
	p.says("test('recorded-state')", "Recording is off.")
	p.is("all('nav .page').map(said).includes('Recorded')")
	r.configure("", 0)
	p.says("test('recorded-state')", "Recording is not set up.")
	p.audited("not set up", browser.Desk)
	p.must(p.Go(r.server.URL + "/"))
	p.wait("test('also')")
	p.is("!all('nav .page').map(said).includes('Recorded')")
	if status, text := r.call(http.MethodGet, "/api/v1/recorded", nil); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
}
