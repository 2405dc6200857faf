package main

import (
	"encoding/json"
	"fmt"
	"time"

	"plotline/testing/browser/kit/browser"
)

// pan moves the picture of all episodes by a hand's small steps, and measures the longest time that the main thread spends on a
// frame.
func (w *pageWorld) pan(p *browser.Page) error {
	if err := p.Click("all('.m-extent a').find((it) => said(it).startsWith('Draw all'))"); err != nil {
		return err
	}
	if _, err := browser.Wait[bool](p, fmt.Sprintf("test('graph')?.dataset.kind === 'cloud' && test('graph').dataset.painted === '%d'", w.episodes)); err != nil {
		return err
	}
	raw, err := browser.Wait[[]float64](p, panning)
	if err != nil {
		return err
	}
	busy := make([]time.Duration, len(raw))
	for i, took := range raw {
		busy[i] = milliseconds(took)
	}
	if moved, err := browser.Eval[bool](p, "test('graph').dataset.painted === test('graph').dataset.nodes"); err != nil || !moved {
		return fmt.Errorf("the moved picture does not have all its points: %w", err)
	}
	f := w.row("a frame of a moved picture, main thread")
	f.Aim = 33
	w.r.times(f, busy)
	return nil
}

// panning moves a pointer over the graph, one step in every other frame. The page draws a step in the next frame. The
// time of a step is that of its event, and that from the start of its frame to the first task after it.
const panning = `(window.panning ??= (() => {
	const took = []
	const g = test('graph')
	const box = g.getBoundingClientRect()
	const send = (type, i) => g.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, buttons: 1,
		clientX: box.left + box.width / 2 + 3 * i, clientY: box.top + box.height / 2 + 2 * i }))
	const timed = (work) => { const began = performance.now(); work(); return performance.now() - began }
	g.setPointerCapture = () => {}
	send('pointerdown', 0)
	let i = 0
	const step = () => {
		let began = 0
		const { port1, port2 } = new MessageChannel()
		requestAnimationFrame(() => { // before that of the page, which the event asks for
			began = performance.now()
			port2.postMessage(null)
		})
		const event = timed(() => send('pointermove', ++i))
		port1.onmessage = () => {
			took.push(event + performance.now() - began)
			if (i < 60) return setTimeout(step, 20)
			send('pointerup', i)
			window.movedFrames = took
		}
	}
	step()
	return true
})()) && window.movedFrames`

// words are typed into the search, and a part of every right result.
var words = []struct{ typed, part string }{
	{"measure billing", "billing"},
	{"repair index", "index"},
	{"speed up uploads", "uploads"},
	{"checkout cache", "ca"},
	{"rewrite mail", "mail"},
	{"compare limits", "limits"},
}

// search types words, and measures the time from the last key to the results that belong to them.
func (w *pageWorld) search(p *browser.Page) error {
	var times []time.Duration
	for _, word := range words {
		if err := p.Click("test('search')"); err != nil {
			return err
		}
		if _, err := browser.Eval[bool](p, searching); err != nil {
			return err
		}
		if err := p.Press(word.typed); err != nil {
			return err
		}
		typed, _ := json.Marshal(word.typed)
		part, _ := json.Marshal(word.part)
		took, err := browser.Wait[float64](p, fmt.Sprintf("window.resultsOf(%s, %s)", typed, part))
		if err != nil {
			return fmt.Errorf("search for %q: %w", word.typed, err)
		}
		times = append(times, milliseconds(took))
	}
	f := w.row("results after the last key")
	f.Aim = 100
	w.r.times(f, times)
	return nil
}

// searching empties the search, and from then on notes the last key and the last change of the list.
const searching = `(() => {
	const field = test('search')
	const items = () => all('[data-testid=episode-item]').map((it) => it.innerText)
	field.value = ''
	field.dispatchEvent(new InputEvent('input', { bubbles: true }))
	let key = 0, changed = 0, before = ''
	field.addEventListener('input', () => (key = performance.now(), before = items().join()))
	window.listWatch?.disconnect()
	window.listWatch = new MutationObserver(() => (changed = performance.now()))
	window.listWatch.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })
	window.resultsOf = (typed, part) => {
		const address = new URLSearchParams(location.search)
		const shown = items()
		if (![...address.values()].includes(typed) || shown.length === 0 || shown.join() === before || changed < key) return null
		return shown.some((it) => it.includes(part)) && performance.now() - changed > 500 ? changed - key : null
	}
	return true
})()`

// writes is how many episodes an agent writes.
const writes = 8

// write has an agent in another process write episodes, and measures the time until the page has drawn each.
func (w *pageWorld) write(p *browser.Page) error {
	if err := p.WaitLive(); err != nil {
		return err
	}
	agent, err := start(w.ctx, w.options, nil, "--store", "embedded", "--data-dir", w.dir)
	if err != nil {
		return err
	}
	defer func() { _ = agent.Close() }()
	var times []time.Duration
	for i := range writes {
		name := fmt.Sprintf("Written while the page is open, %d", i)
		if _, err := browser.Eval[bool](p, fmt.Sprintf(noticing, name)); err != nil {
			return err
		}
		began := time.Now()
		if _, err := agent.Call("create_episode", map[string]any{"name": name, "query": name, "reward": 0.4}, nil); err != nil {
			return err
		}
		shown, err := browser.Wait[float64](p, "window.noticed")
		if err != nil {
			return err
		}
		times = append(times, time.UnixMicro(int64(shown*1000)).Sub(began))
	}
	f := w.row("an agent's write until it is shown")
	f.Aim = 2000
	w.r.times(f, times)
	return nil
}

// noticing notes the time at which an episode of this name is in the list.
const noticing = `(() => {
	window.noticed = 0
	const look = () => {
		if (all('[data-testid=episode-item]').some((it) => it.innerText.includes('%s'))) window.noticed = performance.timeOrigin + performance.now()
		else requestAnimationFrame(look)
	}
	requestAnimationFrame(look)
	return true
})()`
