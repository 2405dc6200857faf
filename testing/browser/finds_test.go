package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"plotline/testing/browser/kit/browser"
)

// finds checks that each of the parts is in one of the texts.
func finds(t *testing.T, texts []string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, part) }) {
			t.Errorf("%q was not found; found were:\n%s", part, strings.Join(texts, "\n"))
		}
	}
}

// TestAuditDetectsProblems checks that the audit detects what it should.
func TestAuditDetectsProblems(t *testing.T) {
	t.Parallel()
	_, p := openEmpty(t, "/plans", browser.Desk)
	p.wait("test('empty') !== null")
	value[chromedp.Void](p, `(() => {
		test('empty').innerHTML = '<h4>Too deep</h4><button></button><input id=app>'
		const pale = document.createElement('p')
		pale.textContent = 'Pale'
		pale.style.color = '#999'
		test('empty').append(pale)
	})()`)
	faults := p.faults()
	finds(t, faults, "heading-order", "button-name", "label (", "twice: #app", "color-contrast", "Pale")
}

// TestPageRecordsMessagesAndRequests checks that a page's console messages and requests are recorded.
func TestPageRecordsMessagesAndRequests(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	page, err := chromium.Open(browser.Desk)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	p := &tab{Page: page, t: t}
	p.must(p.Go(w.server.URL + "/plans"))
	p.wait("test('empty') !== null")
	value[chromedp.Void](p, `(() => {
		console.error('a mistake')
		new Image().src = 'http://elsewhere.invalid/picture.png'
		setTimeout(() => { throw new Error('thrown') })
		setTimeout(() => (window.late = true))
	})()`)
	p.wait("window.late")
	complaints, err := p.Complaints()
	if err != nil {
		t.Fatal(err)
	}
	finds(t, complaints, "a mistake", "Content Security Policy", "thrown")
	finds(t, p.Requests(), "elsewhere.invalid")
}
