package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/largegraph"
	"plotline/testing/kit/serving"
)

// slowdown is how many times slower than this machine's the main thread of the measured page is.
const slowdown = 4

// pageLoads is how often each picture is loaded. Each load has an empty cache.
const pageLoads = 3

// pictures are the pictures of the memory page, with their aims in milliseconds.
var pictures = []struct {
	episodes int
	kind     string // of the picture
	aim      float64
}{{300, "layers", 1000}, {20_000, "cloud", 3000}, {100_000, "groups", 3000}}

// benchPage measures the memory page in Chromium: the first pictures at a quarter of this machine's speed, the frames
// of a moved picture, the results of a search, an agent's write until it is drawn, and what the page loads.
func benchPage(ctx context.Context, o options, r *report) error {
	chromium, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = chromium.Close() }()
	for _, picture := range pictures[:o.pick(len(pictures), 1)] {
		w := &pageWorld{options: o, ctx: ctx, chromium: chromium, r: r, episodes: picture.episodes}
		if err := w.with(func() error { return w.measure(picture.kind, picture.aim) }); err != nil { //nolint:contextcheck // a tab has its own context
			return fmt.Errorf("%d episodes: %w", picture.episodes, err)
		}
	}
	return nil
}

// pageWorld is a server with a graph, and the browser that shows it.
type pageWorld struct {
	options

	ctx      context.Context //nolint:containedctx // of one section
	chromium *browser.Chromium
	r        *report
	episodes int
	dir      string
	server   *serving.Server
}

// with imports the graph, serves it and calls work.
func (w *pageWorld) with(work func() error) (err error) {
	if w.dir, err = os.MkdirTemp("", "plotline-bench-"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(w.dir) }()
	if err := w.load(); err != nil {
		return err
	}
	w.server, err = serving.Launch(w.ctx, w.binary, nil, "--store", "embedded", "--data-dir", w.dir, "--embeddings", "off", "--rate-limit", "1000000")
	if err != nil {
		return err
	}
	defer func() { _ = w.server.Stop() }()
	return work()
}

func (w *pageWorld) load() error {
	name := filepath.Join(w.dir, "graph.jsonl")
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = largegraph.Write(file, largegraph.Shape{Episodes: w.episodes, Hub: w.episodes / 50})
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(w.ctx, w.binary, "import", "file", name, "--store", "embedded", "--data-dir", w.dir) //nolint:gosec // our own binary
	cmd.Env = serving.Environ()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	return os.Remove(name)
}

func (w *pageWorld) row(operation string) row {
	return row{Operation: "page: " + operation, Store: "embedded", Size: strconv.Itoa(w.episodes) + " episodes", N: w.episodes}
}

// measure measures what the size is made for.
func (w *pageWorld) measure(kind string, aim float64) error {
	if err := w.firstPictures(kind, aim); err != nil {
		return err
	}
	p, err := w.open(1, kind)
	if err != nil {
		return err
	}
	defer p.Close()
	switch kind {
	case "layers":
		if err := w.bytes(p); err != nil {
			return err
		}
		return w.write(p)
	case "cloud":
		return w.pan(p)
	default:
		return w.search(p)
	}
}

// firstPictures loads the page several times, each with an empty cache, and measures the time to the first picture
// with every episode, and to the one that stays.
func (w *pageWorld) firstPictures(kind string, aim float64) error {
	var first, settled []time.Duration
	for range w.pick(pageLoads, 1) {
		p, err := w.open(slowdown, kind)
		if err != nil {
			return err
		}
		at, err := browser.Wait[[2]float64](p, "window.firstPicture > 0 && window.settledPicture > 0 && [firstPicture, settledPicture]")
		p.Close()
		if err != nil {
			return err
		}
		first, settled = append(first, milliseconds(at[0])), append(settled, milliseconds(at[1]))
	}
	f := w.row(fmt.Sprintf("first picture, CPU slowed %d times", slowdown))
	f.Aim = aim
	w.r.times(f, first)
	w.r.times(w.row(fmt.Sprintf("settled picture, CPU slowed %d times", slowdown)), settled)
	return nil
}

func milliseconds(of float64) time.Duration { return time.Duration(of * float64(time.Millisecond)) }

// drawn is true when the picture has its points: every episode, or groups that stand for all.
func (w *pageWorld) drawn(kind string) string {
	isDrawn := fmt.Sprintf("g.dataset.kind === '%s'", kind)
	switch kind {
	case "groups":
		return isDrawn + " && Number(g.dataset.nodes) > 1"
	case "cloud":
		return fmt.Sprintf("%s && g.dataset.painted === '%d'", isDrawn, w.episodes)
	}
	return fmt.Sprintf("%s && g.dataset.nodes === '%d'", isDrawn, w.episodes)
}

// watch notes when the browser has shown the first and the settled picture, in milliseconds since the page was asked for.
const watch = `
	window.firstPicture = window.settledPicture = 0
	const look = () => {
		const g = document.querySelector('[data-testid=graph]')
		if (g !== null && (%s)) {
			if (firstPicture === 0) firstPicture = performance.now()
			if (g.dataset.settled === 'true') settledPicture = performance.now()
		}
		if (settledPicture === 0) requestAnimationFrame(look)
	}
	requestAnimationFrame(look)`

// open opens the page and waits until its picture is settled. The count must be that of the graph.
func (w *pageWorld) open(slower float64, kind string) (p *browser.Page, err error) {
	if p, err = w.chromium.Open(browser.Desk); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if err := p.SlowDown(slower); err != nil {
		return nil, err
	}
	if err := p.Before(fmt.Sprintf(watch, w.drawn(kind))); err != nil {
		return nil, err
	}
	if err := p.Go(w.server.URL + "/"); err != nil {
		return nil, err
	}
	if _, err := browser.Wait[bool](p, "window.settledPicture > 0"); err != nil {
		return nil, err
	}
	_, err = browser.Wait[bool](p, fmt.Sprintf("said(test('count')).replaceAll(',', '').startsWith('%d episodes')", w.episodes))
	return p, err
}

// bytes measures what the page loads, as sent. Everything must come from the server.
func (w *pageWorld) bytes(p *browser.Page) error {
	raw, err := browser.Eval[string](p, `JSON.stringify(performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
		.filter(({ name }) => !name.includes('/api/') && !name.includes('/socket.io/'))
		.map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })))`)
	if err != nil {
		return err
	}
	var loaded []struct {
		Name  string
		Bytes float64
	}
	if err := json.Unmarshal([]byte(raw), &loaded); err != nil {
		return err
	}
	sum := 0.0
	for _, part := range loaded {
		if !isUnder(part.Name, w.server.URL) {
			return fmt.Errorf("the page loads %s from elsewhere", part.Name)
		}
		sum += part.Bytes
	}
	f := w.row("files, as sent")
	f.Unit, f.P50, f.P95, f.Aim = "KB", sum/1000, sum/1000, 120
	w.r.add(f)
	return nil
}

func isUnder(url, base string) bool { return len(url) > len(base) && url[:len(base)+1] == base+"/" }
