package browser_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"plotline/testing/browser/kit/browser"
)

// tab is a page that fails its test if an expectation is not met.
type tab struct {
	*browser.Page
	t       *testing.T
	expects []string // console messages that the test expects

	tolerated []string // rules of axe-core that a library breaks
}

// open opens a page of the server. At the end of the test, it must have sent no requests elsewhere, and the
// console may have only expected messages.
func (w *world) open(path string, screen browser.Screen) *tab {
	w.t.Helper()
	p := w.empty(screen)
	p.must(p.Go(w.server.URL + path))
	return p
}

// openEmpty opens a page of a server that has no data yet.
func openEmpty(t *testing.T, path string, screen browser.Screen) (*world, *tab) {
	t.Helper()
	w := begin(t, 1)
	return w, w.open(path, screen)
}

// openToEvents opens a page that never polls for changes: it depends on notifications.
func (w *world) openToEvents(path string) *tab {
	w.t.Helper()
	p := w.empty(browser.Desk)
	p.must(p.Before("window.setInterval = () => 0"))
	p.must(p.Go(w.server.URL + path))
	p.must(p.WaitLive())
	return p
}

func (w *world) empty(screen browser.Screen) *tab {
	w.t.Helper()
	page, err := chromium.Open(screen)
	if err != nil {
		w.t.Fatal(err)
	}
	p := &tab{Page: page, t: w.t}
	w.t.Cleanup(func() { p.check(w.server.Host()) })
	return p
}

// expect announces console messages, by a part of their text.
func (p *tab) expect(complaints ...string) { p.expects = append(p.expects, complaints...) }

// expectOutage announces what the browser says of a server that is away for a while.
func (p *tab) expectOutage() {
	p.expect("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED",
		"ERR_INCOMPLETE_CHUNKED_ENCODING", "WebSocket connection")
}

func (p *tab) check(hosts ...string) {
	p.t.Helper()
	defer p.Close()
	if p.t.Failed() {
		p.savePage()
	}
	complaints, err := p.Complaints()
	if err != nil {
		p.t.Error(err)
	}
	for _, complaint := range complaints {
		if !slices.ContainsFunc(p.expects, func(part string) bool { return strings.Contains(complaint, part) }) {
			p.t.Errorf("the browser complains: %s", complaint)
		}
	}
	for _, request := range p.Requests() {
		to, err := url.Parse(request)
		if err != nil || !slices.Contains(hosts, to.Host) && to.Scheme != "data" && to.Scheme != "blob" {
			p.t.Errorf("the page asked for %s, want only %s", request, hosts)
		}
	}
}

// savePage saves what is visible: as a test artifact if these are enabled, else in a new folder.
func (p *tab) savePage() {
	p.t.Helper()
	dir := ""
	if wanted := flag.Lookup("test.artifacts"); wanted != nil && wanted.Value.String() == "true" {
		dir = p.t.ArtifactDir()
	}
	where, err := p.Keep(dir, strings.ReplaceAll(p.t.Name(), "/", "-"))
	p.t.Logf("kept: %s.png and .html (%v)", where, err)
}

func (p *tab) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// wait waits until an expression is true.
func (p *tab) wait(format string, args ...any) {
	p.t.Helper()
	_, err := browser.Wait[bool](p.Page, "!!("+fmt.Sprintf(format, args...)+")")
	p.must(err)
}

// says waits until an element's text contains the words.
func (p *tab) says(element, words string) {
	p.t.Helper()
	p.wait("said(%s).includes(%s)", element, js(words))
}

// is evaluates an expression that must already be true.
func (p *tab) is(format string, args ...any) {
	p.t.Helper()
	if expression := fmt.Sprintf(format, args...); !value[bool](p, "!!("+expression+")") {
		p.t.Errorf("not so: %s", expression)
	}
}

// value returns the current value of an expression.
func value[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := browser.Eval[T](p.Page, expression)
	p.must(err)
	return v
}

func (p *tab) click(element string) {
	p.t.Helper()
	p.must(p.Click(element))
}

func (p *tab) press(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.must(p.Press(keys, options...))
}

// hold delays the page's requests from now on, until release.
func (p *tab) hold() {
	p.t.Helper()
	value[chromedp.Void](p, `(() => {
		window.held = []
		window.real = window.fetch
		window.fetch = (...all) => new Promise((go) => window.held.push(go)).then(() => window.real(...all))
	})()`)
}

func (p *tab) release() {
	p.t.Helper()
	value[chromedp.Void](p, "(window.fetch = window.real, window.held.forEach((go) => go()))")
}

// look opens a plan in the list.
func (p *tab) look(id string) {
	p.t.Helper()
	p.click("plan(" + js(id) + ")")
	p.shows(id)
}

// shows waits until a plan is displayed.
func (p *tab) shows(id string) {
	p.t.Helper()
	p.wait("test('plan')?.dataset.planId === %s", js(id))
}

// button returns an expression for the button with a name.
func button(name string) string { return "role('button', " + js(name) + ")" }

// row returns an expression for a row of the plan's table, counted from 0.
func row(index int) string { return "row(" + strconv.Itoa(index) + ")" }

// tick returns an expression for the checkbox of a row.
func tick(index int) string { return row(index) + "?.querySelector('input') ?? null" }

// js encodes a text, or a list of texts, as a JavaScript literal.
func js(value any) string {
	quoted, _ := json.Marshal(value) // texts can always be encoded
	return string(quoted)
}
