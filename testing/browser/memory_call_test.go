package browser_test

import (
	"testing"

	"plotline/testing/browser/kit/browser"
)

// wholeWords is true if the lines of commands break at spaces only.
const wholeWords = `all('.m-command code').every((code) => {
	const texts = document.createNodeIterator(code, NodeFilter.SHOW_TEXT)
	for (let text; (text = texts.nextNode()) !== null; ) {
		for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
			const range = new Range()
			range.setStart(text, index)
			range.setEnd(text, index + word.length)
			if (range.getBoundingClientRect().height > 30) return false
		}
	}
	return true
})`

// TestMemorySaysWhatAClientDid checks that a page that does not poll says what an agent in another process recalls and
// records, that a recall makes it load no graph, and that what the page itself asks for is no call.
func TestMemorySaysWhatAClientDid(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	p := w.openToEvents("/")
	p.nodes(10, 16)
	p.says("test('last-call')", "No client has called yet.")
	p.click("document.querySelector(`.m-connect summary`)")
	p.says("document.querySelector('.m-connect')", "mcp --print-config")
	p.is(wholeWords)
	p.is("(({ scrollHeight, clientHeight }) => scrollHeight === clientHeight)(all('.m-popover')[0])")
	p.must(p.Show(browser.Phone))
	p.wait("(({ left, right }) => left >= 12 && right <= innerWidth - 12)(all('.m-popover')[0].getBoundingClientRect())")
	p.fits("how to connect a client")
	p.must(p.Show(browser.Desk))
	before := p.maps()
	agent := w.agent()
	w.writes(agent, "recall", map[string]any{"query": "seven customers paid twice", "limit": 1})
	p.says("test('last-call')", "recalled “")
	p.says("test('last-call')", "just now")
	if now := p.maps(); now != before {
		t.Errorf("after a recall the page loads the graph %d times", now-before)
	}
	p.is("!/No client|\\/\\d/.test(test('last-call').textContent)")
	w.writes(agent, "create_episode", map[string]any{"name": "Say sorry", "query": "Write to the seven customers.", "reward": 0.4})
	p.says("test('last-call')", "recorded “Say sorry”")
	p.click("test(`last-call`).querySelector(`a`)")
	p.opens("11")
	p.audited("with the last call")
}

// TestEmptyMemorySaysWhatAClientDid checks that a client that has found nothing is seen to have called.
func TestEmptyMemorySaysWhatAClientDid(t *testing.T) {
	t.Parallel()
	w, p := openEmpty(t, "/", browser.Desk)
	p.says("test('last-call')", "No client has called yet.")
	w.writes(w.agent(), "recall", map[string]any{"query": "duplicate purchases"})
	p.says("test('last-call')", "searched the memory")
}
