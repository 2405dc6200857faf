package browser_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

const previewProject = "film" // the project of these tests

// startPreview starts a world with a scene, whose versions have these codes in turn, and opens its page.
func startPreview(t *testing.T, screen browser.Screen, codes ...string) (w *world, p *tab, scene string) {
	t.Helper()
	model := aiserver.New(t, writes(codes))
	w = begin(t, 1, "--ai-base-url", model.URL(), "--ai-model", "test")
	type made struct {
		SceneID string `json:"sceneId"`
	}
	const scenes = "/api/v1/projects/" + previewProject + "/scenes"
	scene = ask[made](w, http.MethodPost, scenes, map[string]any{"userPrompt": wish(0)}).SceneID
	for i := 1; i < len(codes); i++ {
		ask[made](w, http.MethodPost, scenes+"/"+scene+"/edit", map[string]any{"userPrompt": wish(i)})
	}
	return w, w.open(versionOf(scene, 1), screen), scene
}

// versionOf returns the address of a version's page.
func versionOf(scene string, version int) string {
	return fmt.Sprintf("/projects/%s/%s?version=%d", previewProject, scene, version)
}

func wish(i int) string { return fmt.Sprintf("version %d, please", i+1) }

// writes is a model that returns the code of the newest requested version. It also gets other requests,
// such as for a chat reply.
func writes(codes []string) aiserver.Step {
	return func(w http.ResponseWriter, r *http.Request, asked aiserver.Request) {
		text := []byte(asked.Text())
		for i, code := range slices.Backward(codes) {
			if bytes.Contains(text, []byte(wish(i))) {
				aiserver.Text(aiserver.Scene("Scene1_test", code))(w, r, asked)
				return
			}
		}
		aiserver.Nothing()(w, r, asked)
	}
}

// shown waits until the preview has shown a frame, or has tried to.
func (p *tab) shown(frame int) {
	p.t.Helper()
	p.wait("test('preview-screen')?.dataset.shown === '%d'", frame)
	p.says("test('preview-place')", fmt.Sprintf("frame %d of", frame))
}

// step moves to a frame with the keys only.
func (p *tab) step(frame int) {
	p.t.Helper()
	p.focus("test('preview-scrub')")
	p.press(kb.Home)
	for range frame / 10 {
		p.press(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift))
	}
	for range frame % 10 {
		p.press(kb.ArrowRight)
	}
	p.shown(frame)
}

// picture waits until the picture has a colour at half its height, at a share of its width. A frame in
// another process is drawn asynchronously.
func (p *tab) picture(x float64, want color.RGBA) {
	p.t.Helper()
	const patience = 2 * time.Minute
	var got color.RGBA
	for end := time.Now().Add(patience); time.Now().Before(end); {
		at := value[[2]float64](p, fmt.Sprintf(`(() => {
			test('preview-screen').scrollIntoView({ block: 'center', behavior: 'instant' })
			const box = test('preview-screen').getBoundingClientRect()
			return [box.left + box.width * %g, box.top + box.height / 2]
		})()`, x))
		raw, err := p.Picture()
		p.must(err)
		drawn, err := png.Decode(bytes.NewReader(raw))
		p.must(err)
		if got = pixel(drawn, at); got == want {
			return
		}
	}
	p.t.Errorf("the picture is %v at %g, want %v", got, x, want)
}

func pixel(drawn image.Image, at [2]float64) color.RGBA {
	return color.RGBAModel.Convert(drawn.At(int(at[0]), int(at[1]))).(color.RGBA) //nolint:forcetypeassert // the model says so
}
