package browser_test

import (
	_ "embed"
	"fmt"
	"image/color"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/fetch"
)

// colourScene has a background whose red grows by 2 a frame. From frame 30, half of it is green, growing by
// 10 a frame.
const colourScene = `import { AbsoluteFill, Sequence, interpolate, useCurrentFrame } from 'remotion'
export const durationInFrames = 90
function Half() {
  const frame = useCurrentFrame()
  return <div style={{ width: '50%', height: '100%', backgroundColor: 'rgb(0, ' + frame * 10 + ', 0)' }} />
}
export default function Scene() {
  const red = interpolate(useCurrentFrame(), [0, 90], [0, 180])
  return (
    <AbsoluteFill style={{ backgroundColor: 'rgb(' + red + ', 0, 0)' }}>
      <Sequence from={30}><Half /></Sequence>
    </AbsoluteFill>
  )
}`

// brokenScene fails in a different manner in some of its frames.
const brokenScene = `import { useEffect } from 'react'
import { useCurrentFrame, glitter, Sparkles } from 'remotion'
export const durationInFrames = 20
function Deep() { return <Deep /> }
export default function Scene() {
  const frame = useCurrentFrame()
  useEffect(() => { if (frame === 1) throw new Error('in an effect') }, [frame])
  if (frame === 2) throw new TypeError('while drawing')
  if (frame === 3) return <Deep />
  if (frame === 4) glitter()
  if (frame === 5) setTimeout(() => { throw new Error('<img src=x onerror=alert(1)> later') })
  return <h1>{frame}<Sparkles /></h1>
}`

const endlessScene = `import { useCurrentFrame } from 'remotion'
export const durationInFrames = 20
export default function Scene() {
  if (useCurrentFrame() >= 10) for (;;) {}
  return <h1>Fine so far</h1>
}`

// TestPreviewShowsEachFrame checks the picture of each frame.
func TestPreviewShowsEachFrame(t *testing.T) {
	t.Parallel()
	_, p, _ := startPreview(t, browser.Desk, colourScene)
	p.shown(45) // in the middle, paused
	p.picture(0.25, color.RGBA{G: 150, A: 255})
	p.picture(0.75, color.RGBA{R: 90, A: 255})
	p.is("test('preview-play').computedName.startsWith('Play')")

	p.step(0)
	p.picture(0.25, color.RGBA{A: 255})
	p.picture(0.75, color.RGBA{A: 255})
	p.step(29)
	p.picture(0.25, color.RGBA{R: 58, A: 255}) // one frame before the green half appears
	p.press(kb.ArrowRight)
	p.shown(30)
	p.picture(0.25, color.RGBA{A: 255})
	p.press(kb.End)
	p.shown(89)
	p.press(kb.ArrowRight)
	p.shown(89) // the last frame
	p.press(kb.ArrowLeft)
	p.shown(88)

	p.press(kb.Home)
	p.shown(0)
	p.click("test('preview-loop')")
	p.click("test('preview-play')")
	p.wait("test('preview-play').computedName.startsWith('Pause')")
	p.shown(89) // at the end, because it does not repeat
	p.wait("test('preview-play').computedName.startsWith('Play')")
	p.press(" ") // on the button, which has the focus
	p.wait("test('preview-screen').dataset.shown !== '89'")
}

// TestPreviewShowsErrors checks that an error of a scene replaces its picture, and disappears with its
// frame.
func TestPreviewShowsErrors(t *testing.T) {
	t.Parallel()
	w, p, scene := startPreview(t, browser.Desk, brokenScene, colourScene)
	p.shown(10)
	p.is("test('preview-error') === null")
	p.focus("test('preview-scrub')")
	p.press(kb.Home)
	p.shown(0)
	for _, message := range []string{
		"Error: in an effect", "TypeError: while drawing", "RangeError: Maximum call stack size exceeded",
		"Error: glitter (remotion) is not supported in the preview", "Error: <img src=x onerror=alert(1)> later",
	} {
		p.press(kb.ArrowRight)
		p.says("test('preview-error')", message)
	}
	p.is("test('preview-error').querySelector('img') === null")
	p.press(kb.ArrowRight)
	p.wait("test('preview-error') === null")

	p.must(p.Go(w.server.URL + versionOf(scene, 2)))
	p.shown(45)
	p.picture(0.75, color.RGBA{R: 90, A: 255})
}

// TestPreviewTellsThatNothingIsDrawn checks that a scene of which no frame shows anything says so and offers repair, and that a
// scene which shows something at any time does not.
func TestPreviewTellsThatNothingIsDrawn(t *testing.T) {
	t.Parallel()
	const duration = "export const durationInFrames = 60\n"
	tests := map[string]struct {
		code  string
		empty bool
	}{
		"no picture at all":            {"export default function Scene() { return <div>{' '}</div> }", true},
		"a text without opacity":       {"export default function Scene() { return <h1 style={{ opacity: 0 }}>Hello</h1> }", true},
		"hidden below a wrapper":       {"export default function Scene() { return <div style={{ display: 'none' }}><h1>Hello</h1></div> }", true},
		"only sound":                   {"import { Audio } from 'remotion'\nexport default function Scene() { return <Audio src='a.mp3' /> }", true},
		"a text at the start only":     {"import { useCurrentFrame } from 'remotion'\nexport default function Scene() { return useCurrentFrame() < 6 ? <h1>Hello</h1> : null }", false},
		"a background":                 {"export default function Scene() { return <div style={{ height: 9, background: '#123' }} /> }", false},
		"a line":                       {"export default function Scene() { return <svg><path d='M0 0 9 9' stroke='red' /></svg> }", false},
		"a text of an effect, at once": {"import { useEffect, useState } from 'react'\nexport default function Scene() { const [said, say] = useState(''); useEffect(() => say('Hello'), []); return <h1>{said}</h1> }", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, p, _ := startPreview(t, browser.Desk, duration+tt.code)
			p.shown(30)
			if tt.empty {
				p.says("test('preview-error')", "Nothing was drawn")
				p.is("test('preview-repair') !== null && test('preview-retry') === null && document.querySelector('.screen iframe') !== null")
				return
			}
			time.Sleep(time.Second) // longer than the preview waits before it looks
			p.is("test('preview-error') === null")
		})
	}
}

// TestPreviewTakesBackThatNothingIsDrawn checks a scene that draws something later than the preview looked.
func TestPreviewTakesBackThatNothingIsDrawn(t *testing.T) {
	t.Parallel()
	const code = "import { useEffect, useState } from 'react'\nexport const durationInFrames = 60\n" +
		"export default function Scene() { const [said, say] = useState(''); useEffect(() => { setTimeout(() => say('Hello'), 3000) }, []); return <h1>{said}</h1> }"
	_, p, _ := startPreview(t, browser.Desk, code)
	p.says("test('preview-error')", "Nothing was drawn")
	p.wait("test('preview-error') === null")
}

// TestPreviewStopsEndlessScene checks that the scene is stopped. The page keeps working, also with the next
// version.
func TestPreviewStopsEndlessScene(t *testing.T) {
	t.Parallel()
	_, p, _ := startPreview(t, browser.Desk, endlessScene, colourScene)
	p.wait("test('preview-screen') !== null")
	value[chromedp.Void](p, "(window.ticks = 0, setInterval(() => window.ticks++, 20))")
	p.says("test('preview-error')", "did not respond for three seconds")
	// There are 150 ticks in three seconds. A page blocked by the scene would have none.
	p.is("window.ticks > 30")
	p.is("document.querySelector('.screen iframe') === null")

	p.click("test('preview-retry')")
	p.shown(0) // from a frame that works
	p.press(kb.ArrowRight)
	p.shown(1) // the player still has the keys
	p.is("test('preview-error') === null")
	p.click("all('[data-testid=version][data-version=\"2\"]')[0] ?? null")
	p.shown(45)
	p.picture(0.75, color.RGBA{R: 90, A: 255})
}

//go:embed preview_hostile.tsx
var hostileScene string

// TestHostileSceneReachesNothing checks that a scene which tries everything reaches nothing, by its own
// report.
func TestHostileSceneReachesNothing(t *testing.T) {
	t.Parallel()
	spy := listen(t)
	w, p, _ := hostile(t, spy, hostileScene)
	value[chromedp.Void](p, "(sessionStorage.setItem('secret', 'of the page'), document.cookie = 'secret=of-the-page')")
	p.must(p.Reload())
	p.says("test('preview-error')", " tries: ")
	reported := value[string](p, "said(test('preview-error'))")
	tries := regexp.MustCompile(`(?m)^  \[\s*'([a-z-]+)',`).FindAllString(hostileScene, -1)
	if want := fmt.Sprintf("%d tries: nothing", len(tries)); !strings.Contains(reported, want) || len(tries) < 100 {
		t.Errorf("want %s: %s", want, reported)
	}
	spy.checkNothingReceived()
	p.says("test('preview-notes')", "connect-src")
	p.is("location.href.startsWith(%s) && document.title !== ''", js(w.server.URL+"/projects/"+previewProject))
	p.is("sessionStorage.getItem('secret') === 'of the page'")
}

// TestPreviewStopsHostileScene checks attempts that a policy cannot forbid.
func TestPreviewStopsHostileScene(t *testing.T) {
	t.Parallel()
	const head, tail = "const at = 'SPY'\n", "\nexport default function Scene() { return <h1>Out!</h1> }"
	// If a slow machine needs three seconds to load the frame anew, the scene is stopped before the page notices.
	leaves := []string{"tried to leave its frame", "did not respond"}
	tests := map[string]struct {
		does string
		says []string // one of them
	}{
		"that goes elsewhere":             {"location.href = at + '/self'", leaves},
		"that goes to the program":        {"location.href = '/api/v1/plans'", leaves},
		"that goes elsewhere by a header": {"document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + at }))", leaves},
		"that begins itself anew":         {"location.reload()", leaves},
		"that floods the page":            {"setInterval(() => { for (let i = 0; i < 600; i++) parent.postMessage({ type: 'shown', frame: i }, '*') }, 10)", []string{"too many messages"}},
		"that grabs the keys":             {"const box = document.body.appendChild(document.createElement('input')); setInterval(() => { box.blur(); box.focus() }, 20)", []string{"kept taking the keyboard"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spy := listen(t)
			w, p, _ := hostile(t, spy, head+tt.does+tail)
			p.expect("frame-src", "frame-ancestors", "X-Frame-Options", "ERR_BLOCKED")
			p.wait("%s.some((words) => said(test('preview-error')).includes(words))", js(tt.says))
			p.is("document.querySelector('.screen iframe') === null")
			p.is("location.href.startsWith(%s)", js(w.server.URL+"/projects/"+previewProject))
			p.is("document.hasFocus() && document.activeElement.tagName !== 'IFRAME'")
			spy.checkNothingReceived()
		})
	}
}

// TestPreviewSurvivesHostileScene checks attempts to exhaust or to confuse the page, which a policy cannot forbid either. The
// page goes on responding: it is itself in time, and shows the next version.
func TestPreviewSurvivesHostileScene(t *testing.T) {
	t.Parallel()
	const head, tail = "const at = 'SPY'\n", "\nexport const durationInFrames = 20\nexport default function Scene() { return <h1>Out!</h1> }"
	for name, does := range map[string]string{
		"endless microtasks":      "const again = () => { Promise.resolve().then(again) }; setTimeout(again, 50)",
		"endless drawing":         "const again = () => { document.body.offsetWidth; requestAnimationFrame(again); setTimeout(again, 100) }; again()",
		"memory of buffers":       "const kept = []; setInterval(() => { if (kept.length < 24) kept.push(new Uint8Array(64e6).fill(1)) }, 5)",
		"memory of elements":      "let n = 0; setInterval(() => { if (n++ < 40) document.body.append(...Array.from({ length: 5000 }, () => document.createElement('p'))) }, 5)",
		"memory of canvases":      "const kept = []; setInterval(() => { if (kept.length < 40) { const c = new OffscreenCanvas(4096, 4096); c.getContext('2d').fillRect(0, 0, 9, 9); kept.push(c) } }, 5)",
		"contexts of WebGL":       "const kept = []; setInterval(() => { if (kept.length < 200) kept.push(document.createElement('canvas').getContext('webgl')) }, 2)",
		"frames within frames":    "let n = 0; setInterval(() => { if (n++ < 200) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<p>x' })) }, 5)",
		"large messages":          "let n = 0; setInterval(() => { if (n++ < 60) { const b = new ArrayBuffer(16e6); parent.postMessage({ type: 'shown', frame: 1, b }, '*', [b]) } }, 20)",
		"nested messages":         "let deep = {}; for (let i = 0; i < 2000; i++) deep = { deep }; let n = 0; setInterval(() => { if (n++ < 100) parent.postMessage({ type: 'failed', frame: 0, text: 'x', deep }, '*') }, 10)",
		"entries of the history":  "setTimeout(() => { for (let i = 0; i < 120; i++) history.pushState(i, '') }, 300)",
		"going back":              "setInterval(() => { history.back(); history.go(-3) }, 200)",
		"forged readiness":        "removeEventListener('message', () => 0); addEventListener('message', (e) => { e.stopImmediatePropagation(); if (e.data.type === 'ping') parent.postMessage({ type: 'pong', n: e.data.n }, '*') }, true)",
		"polluted prototypes":     "for (const p of [Object, Array, Function, Promise, Element, MessageEvent]) for (const k of ['map', 'then', 'type', 'append', 'data', 'source']) { try { Object.defineProperty(p.prototype, k, { get() { throw new Error('polluted') }, configurable: true }) } catch {} }",
		"polluted modules":        "for (const m of Object.values(globalThis.PlotlineModules)) for (const k in m) { try { m[k] = () => { throw new Error('polluted') } } catch {} }",
		"messages as the program": "for (const type of ['hello', 'projectUpdated', 'token', 'ui/initialize', 'resize', 'message']) parent.postMessage({ type, token: 'x', jsonrpc: '2.0', method: type, id: 1 }, '*')",
		"time of the processor":   "const end = performance.now() + 1e4; const turn = () => { const until = performance.now() + 400; while (performance.now() < until); if (performance.now() < end) setTimeout(turn) }; setTimeout(turn, 200)",
		"leaving by unloading":    "addEventListener('pagehide', () => { navigator.sendBeacon(at + '/bye'); fetch(at + '/bye', { keepalive: true, mode: 'no-cors' }) }); setTimeout(() => document.open(), 500)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spy := listen(t)
			code := strings.ReplaceAll(head+does+tail, "SPY", "http://"+spy.tcp.Addr().String())
			w, p, _ := startPreview(t, browser.Desk, code, colourScene)
			p.expect("frame-src", "frame-ancestors", "X-Frame-Options", "ERR_BLOCKED", "WebGL", "Blocked")
			p.wait("test('preview-screen') !== null")
			entries := value[int](p, "history.length")
			value[chromedp.Void](p, "(window.ticks = 0, setInterval(() => window.ticks++, 20))")
			p.wait("window.ticks > 150") // for as long as a hung scene may run
			p.is("location.href.startsWith(%s) && document.title !== ''", js(w.server.URL+"/projects/"+previewProject))
			p.is("Object.prototype.reached === undefined && document.querySelectorAll('.screen iframe').length <= 1")
			p.is("history.length === %d", entries)
			p.click("all('[data-testid=version][data-version=\"2\"]')[0] ?? null")
			p.shown(45)
			p.picture(0.75, color.RGBA{R: 90, A: 255})
			spy.checkNothingReceived()
		})
	}
}

// TestPreviewIgnoresMessagesOfScene checks that messages of a scene are shown as text or ignored.
func TestPreviewIgnoresMessagesOfScene(t *testing.T) {
	t.Parallel()
	const code = `for (const data of [
  null, 7, 'ready', [], { type: 'ready', script: 'x' }.nothing, { type: 'load', script: 'alert(1)' }, { type: 'projectUpdated' },
  { type: 'shown', frame: 1e99 }, { type: 'shown', frame: '<b>' }, { type: 'failed', frame: {}, text: 'x' }, { type: 'pong', n: 1e9 },
  { type: 'unsupported', kind: '__proto__', text: 'x' },
]) parent.postMessage(data, '*')
parent.postMessage({ type: 'unsupported', kind: 'network', text: '<a href="https://example.org">Click</a>\u202e' + 'y'.repeat(1e6) }, '*')
export const durationInFrames = 20
export default function Scene() { return <h1>Hello</h1> }`
	_, p, _ := startPreview(t, browser.Desk, code)
	p.shown(10)
	p.says("test('preview-notes')", `<a href="https://example.org">Click</a>`)
	p.is("test('preview-notes').querySelector('a') === null && test('preview-notes').innerText.length < 2200")
	p.is("test('preview-error') === null")
}

// TestPreviewIsAccessible checks the player's accessibility on each screen in both themes.
func TestPreviewIsAccessible(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		_, p, _ := startPreview(t, screen, brokenScene)
		p.shown(10)
		p.is("document.documentElement.scrollWidth <= innerWidth")
		p.is("test('preview-scrub').computedName === 'Position' && test('preview-scrub').ariaValueText.includes('frame 10 of 20')")
		p.is("test('preview').computedRole === 'region' && ['img', 'image'].includes(test('preview-screen').computedRole)")
		p.audited("a picture", screen)
		p.step(0)
		p.press(kb.ArrowRight)
		p.says("test('preview-error')", "in an effect")
		p.audited("an error", screen)
	})
}

// TestPreviewPolicy checks that the program sends the document with its policy, and that the policy matches
// the script.
func TestPreviewPolicy(t *testing.T) {
	t.Parallel()
	w := begin(t, 0)
	answer, err := fetch.Get(t.Context(), w.server.URL+"/preview")
	if err != nil {
		t.Fatal(err)
	}
	policy := answer.Header.Get("Content-Security-Policy")
	for _, part := range []string{"sandbox allow-scripts;", "default-src 'none';", "script-src 'sha256-", "connect-src 'none';", "frame-ancestors 'self';"} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy has no %s: %s", part, policy)
		}
	}
	if strings.Contains(policy, "'self';") && !strings.Contains(policy, "frame-ancestors 'self';") || strings.Contains(policy, "http") || strings.Contains(policy, "*") {
		t.Errorf("the policy names an address: %s", policy)
	}
}
