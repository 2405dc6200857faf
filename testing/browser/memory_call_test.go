package browser_test

import (
	"testing"

	"plotline/testing/browser/kit/browser"
)

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
