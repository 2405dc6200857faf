package browser_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"plotline/testing/browser/kit/browser"
)

// hostileTexts are texts that are code, markup, or hard to show.
var hostileTexts = []string{
	`<img src=x onerror="window.attacked = 1">`,
	`"><script>window.attacked = 1</script>`,
	`javascript:window.attacked=1`,
	`{{constructor.constructor('window.attacked=1')()}} ${window.attacked=1}`,
	"مخبز \u202e gpj.exe \u2066 حلقة",
	strings.Repeat("W", 200),
	"進撃の巨人 👨‍👩‍👧‍👦 ไทย हिन्दी עברית ქართული",
	strings.Repeat("a\u0301\u0323", 60),
	"constructor", "__proto__",
}

// TestMemoryHostileTexts checks that the page shows texts of every script and of hostile content as texts: in the
// list, the graph, the table, the details, the dialogs and the fields. The policy of the page forbids inline code.
func TestMemoryHostileTexts(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	for i, text := range hostileTexts {
		ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{
			"name": text, "query": text, "reflection": text, "reward": float64(i%3) - 1, "tags": []string{text},
			"metadata": map[string]any{text: text, "source": text},
		})
		if i > 0 {
			ask[any](w, http.MethodPost, "/api/v1/relationships", map[string]any{"from_episode_id": "1", "to_episode_id": strconv.Itoa(i + 1), "relationship_type": "causes"})
		}
	}
	status, head := w.call(http.MethodGet, "/", nil)
	if status != http.StatusOK || strings.Contains(string(head), "<style") || strings.Contains(string(head), "<script>") {
		t.Errorf("the page has inline code:\n%s", head)
	}
	p := w.open("/", browser.Phone)
	p.wait("all('[data-testid=episode-item]').length === %d", len(hostileTexts))
	p.fits("the list")
	for i, text := range hostileTexts {
		p.must(p.Go(w.server.URL + "/?episode=" + strconv.Itoa(i+1)))
		p.opens(strconv.Itoa(i + 1))
		p.wait("all('[data-testid=relationships] li').length > 0")
		p.wait("test('episode-name').textContent === %s", js(text))
		p.fits("episode " + strconv.Itoa(i+1))
		p.click("test('edit')")
		p.wait("test('edit-name')?.value === %s && test('edit-reflection').value === %s", js(text), js(text))
		p.fits("the form of episode " + strconv.Itoa(i+1))
		p.click("test('edit-cancel')")
		p.wait("test('edit-dialog') === null")
	}
	p.must(p.Show(browser.Desk))
	p.must(p.Go(w.server.URL + "/?episode=1&to=2&show=table"))
	p.wait("test('episode-table') !== null && test('connection') !== null")
	p.wait("test('connection').innerText.includes('Strength')")
	p.focus("test('connect')")
	p.press("<")
	p.wait("test('option') !== null")
	p.is("window.attacked === undefined && document.querySelector('main img, main script') === null")
}
