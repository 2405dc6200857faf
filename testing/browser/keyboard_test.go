package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// focused returns an expression that is true if the element has a visible focus.
func focused(element string) string {
	return "(() => { const it = " + element + `
		if (it === null || document.activeElement !== it || !it.matches(':focus-visible')) return false
		const look = getComputedStyle(it)
		return (look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0) || look.boxShadow !== 'none'
	})()`
}

// backwards makes tabTo press Shift with Tab.
var backwards = chromedp.KeyModifiers(chromedp.ModifierShift)

// tabTo presses Tab until an element has the focus. Every element on the way must show its focus.
func (p *tab) tabTo(element string, options ...chromedp.KeyOption) {
	p.t.Helper()
	for range 60 {
		p.press(kb.Tab, options...)
		if value[bool](p, "document.activeElement !== document.body") {
			p.is("%s", focused("document.activeElement"))
		}
		if value[bool](p, "document.activeElement === ("+element+")") {
			return
		}
	}
	p.t.Fatalf("Tab does not come to %s", element)
}

// pressAt moves the focus to an element with Tab, and presses a key there.
func (p *tab) pressAt(key, element string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.tabTo(element, options...)
	p.press(key)
}

// focus gives an element the focus.
func (p *tab) focus(element string) {
	p.t.Helper()
	value[any](p, "("+element+").focus()")
}

// hasFocus waits until an element has the focus.
func (p *tab) hasFocus(element string) {
	p.t.Helper()
	if _, err := browser.Wait[bool](p.Page, fmt.Sprintf("document.activeElement === (%s)", element)); err != nil {
		has, _ := browser.Eval[string](p.Page, "document.activeElement.cloneNode().outerHTML")
		p.t.Fatalf("%s does not get the focus (%v); %s has it", element, err, has)
	}
}

// TestDecideByKeyboard checks that a plan can be opened, changed and decided without a mouse.
func TestDecideByKeyboard(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	w.rename(w.show("Alpha", "a.mkv"), pair{"a.mkv", "A1.mkv"})
	folder := w.show("Beta", "a.mkv", "b.mkv", "c.mkv")
	beta := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"}, pair{"c.mkv", "C1.mkv"})
	p := w.open("/plans", browser.Desk)
	p.wait("test('plan') !== null && plan(%s) !== null", js(beta))
	p.press("j")
	p.wait("%s", focused("plan("+js(beta)+")"))
	p.press(kb.Enter)
	p.shows(beta)
	p.wait("document.activeElement.matches('[data-testid=plan] h2')")

	p.pressAt(" ", tick(0))
	p.wait("!(%s).checked", tick(0))
	p.press(kb.ArrowDown)
	p.wait("%s", focused(tick(1)))
	p.press(kb.ArrowDown)
	p.press(" ", chromedp.KeyModifiers(chromedp.ModifierShift)) // all from the last one
	p.wait("!(%s).checked && !(%s).checked", tick(1), tick(2))
	p.wait("test('confirm').disabled")
	p.press(" ")
	p.press(kb.ArrowUp)
	p.press(" ")
	p.wait("(%s).checked && (%s).checked && !(%s).checked", tick(1), tick(2), tick(0))

	p.press("x")
	p.hasFocus("test('reason')")
	p.press("cx?") // letters in a field are no shortcuts
	p.press(kb.Escape)
	p.wait("test('reject-dialog') === null")
	p.is("%s", focused(tick(1))) // as before
	p.press("?")
	p.wait("test('keys-dialog') !== null")
	p.press(kb.Escape)
	p.wait("test('keys-dialog') === null")

	p.pressAt(kb.Enter, "test('confirm')")
	p.says("test('notice')", "Renamed 2 files: Beta")
	p.wait("said(document.activeElement) === 'Alpha'") // the focus moves to the next plan
	w.checkNames(folder, "B1.mkv", "C1.mkv", "a.mkv")
	p.wait("!test('confirm').disabled")
	p.press("c")
	p.wait("all('[data-testid=notice]').length === 2")
	p.wait("said(document.activeElement) === 'No pending plans'")
}
