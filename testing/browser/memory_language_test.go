package browser_test

import (
	"testing"

	"plotline/testing/browser/kit/browser"
)

// TestLanguages checks that the pages speak the first language of the browser that they have, and write dates and numbers
// as the browser's first language does.
func TestLanguages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ lang, memory, learned, day, number string }{
		"en-GB,en":       {"en", "Memory", "What was learned", "5 Sept", "0.8"},
		"de-AT,de,en":    {"de", "Gedächtnis", "Was gelernt wurde", "5. Sep", "0,8"},
		"zh-CN,zh":       {"zh-Hans", "记忆", "学到", "9月5日", "0.8"},
		"zh-TW,fr-FR,fr": {"en", "Memory", "What was learned", "9月5日", "0.8"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := beginBakery(t, 1)
			p := w.empty(browser.Desk)
			p.must(p.Speak(name))
			p.must(p.Go(w.server.URL + "/?episode=5"))
			p.reads("5")
			p.is("document.documentElement.lang === %s", js(tt.lang))
			p.says("document.querySelector('nav')", tt.memory)
			p.says("test('drawer')", tt.learned)
			p.says("test('facts')", tt.day)
			p.says("test('facts')", tt.number)
			p.audited("in " + name)
		})
	}
}
