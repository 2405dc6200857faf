package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/testing/kit/browser"
)

// inView is whether an element is completely on the screen.
func inView(element string) string {
	return `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(` + element + `.getBoundingClientRect())`
}

// TestTransportInView checks that the play button is in view when a scene is opened, also below a long name.
func TestTransportInView(t *testing.T) {
	t.Parallel()
	w, _ := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	p := w.openProject(id)
	p.shown(45)
	p.wait(inView("test('preview-play')"))
	width := value[float64](p, "test('preview-screen').getBoundingClientRect().width")
	if width < 500 {
		t.Errorf("the picture is %g wide", width)
	}
	name := map[string]any{"sceneName": strings.Repeat("Wide words ", 9)}
	ask[sceneDetail](w, http.MethodPost, sceneAt(id)+"/name", name)
	p.must(p.Reload())
	p.shown(45)
	p.wait(inView("test('preview-play')"))
	p.is("document.querySelector('.board').scrollTop === 0")
	p.must(p.Show(browser.Screen{Width: 1280, Height: 560, Scale: 1}))
	p.wait("test('preview-screen').getBoundingClientRect().width >= 380") // scrolls rather than vanishes
}
