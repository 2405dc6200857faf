package browser_test

import (
	"testing"

	"plotline/testing/browser/kit/browser"
)

// auditedApp checks what the app shows, in both themes of the chat.
func (c *chat) auditedApp(where string) {
	c.t.Helper()
	for _, theme := range []string{"dark", "light"} {
		value[any](c.tab, "change({theme: "+js(theme)+"})")
		c.app.wait("document.documentElement.style.colorScheme === %s", js(theme))
		for _, fault := range c.app.faults() {
			c.t.Errorf("%s, %s: %s", where, theme, fault)
		}
	}
}

// TestAppIsAccessible checks the states of the app in both themes, in a wide and in a narrow chat.
func TestAppIsAccessible(t *testing.T) {
	w := beginBakery(t, 1)
	for name, screen := range map[string]browser.Screen{"wide": {Width: 1100, Height: 900, Scale: 1}, "narrow": browser.Phone} {
		t.Run(name, func(t *testing.T) {
			inner := *w
			inner.t = t
			c := inner.openChat("bridge.mjs", screen)
			c.begin(settings{Context: map[string]any{"availableDisplayModes": []string{"inline", "fullscreen"}}})
			c.show("get_dependency_graph", map[string]any{"episode_ids": []string{"4", "5"}})
			c.app.draws(2)
			c.auditedApp("a picture")
			c.app.click(appItem(5))
			c.app.says("test('episode')", "Seven customers got their bread twice. Why?")
			c.auditedApp("an episode")
			c.app.click("test('expand')")
			c.app.says("test('said')", "2 episodes added.")
			c.auditedApp("added episodes")
			c.app.click("role('button', 'Show in full screen')")
			c.app.wait("document.querySelector('main').classList.contains('a-fills')")
			c.auditedApp("the full screen")
			c.show("recall", map[string]any{"query": "why do orders arrive twice?"})
			c.app.says(appItem(6), "caused by #5")
			c.auditedApp("results with reasons")
			c.show("recall", map[string]any{"query": "zeppelin"})
			c.app.says("test('note')", "Nothing was found.")
			c.auditedApp("no result")
			c.show("find_related_episodes", map[string]any{"episode_id": "99"})
			c.app.says("test('note')", "Episode not found")
			c.auditedApp("an error")
		})
	}
}
