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

// openingAim is how soon the opening picture has its names and stays, in milliseconds.
const openingAim = 1000

// uses are the sizes of the graph, and what is measured with each besides the opening picture.
var uses = []struct {
	episodes int
	measure  func(w *pageWorld, p *browser.Page) error
}{{1_000, (*pageWorld).small}, {10_000, nil}, {20_000, (*pageWorld).pan}, {100_000, (*pageWorld).search}}

// benchPage measures the memory page in Chromium: the opening picture at a quarter of this machine's speed, the frames
// of a moved picture of everything, the results of a search, an agent's write until it is shown, and what the page loads.
func benchPage(ctx context.Context, o options, r *report) error {
	chromium, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = chromium.Close() }()
	for _, use := range uses[:o.pick(len(uses), 1)] {
		w := &pageWorld{options: o, ctx: ctx, chromium: chromium, r: r, episodes: use.episodes}
		if err := w.with(func() error { return w.measure(use.measure) }); err != nil { //nolint:contextcheck // a tab has its own context
			return fmt.Errorf("%d episodes: %w", use.episodes, err)
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

// measure measures the opening picture, and what the size is made for.
func (w *pageWorld) measure(use func(*pageWorld, *browser.Page) error) error {
	if err := w.openings(); err != nil || use == nil {
		return err
	}
	p, err := w.open(1)
	if err != nil {
		return err
	}
	defer p.Close()
	return use(w, p)
}

func (w *pageWorld) small(p *browser.Page) error {
	if err := w.bytes(p); err != nil {
		return err
	}
	return w.write(p)
}

// openings loads the page several times, each with an empty cache, and measures the time to the picture that is named and
// stays.
func (w *pageWorld) openings() error {
	var times []time.Duration
	for range w.pick(pageLoads, 1) {
		p, err := w.open(slowdown)
		if err != nil {
			return err
		}
		at, err := browser.Eval[float64](p, "window.named")
		p.Close()
		if err != nil {
			return err
		}
		times = append(times, milliseconds(at))
	}
	f := w.row(fmt.Sprintf("opening picture with its names, CPU slowed %d times", slowdown))
	f.Aim = openingAim
	w.r.times(f, times)
	return nil
}

func milliseconds(of float64) time.Duration { return time.Duration(of * float64(time.Millisecond)) }

// watch notes when the browser has shown a picture with ten names that does not move any more, in milliseconds since the page
// was asked for.
const watch = `
	window.named = 0
	const look = () => {
		const g = document.querySelector('[data-testid=graph]')
		if (g?.dataset.settled === 'true' && Number(g.dataset.names) >= 10) window.named = performance.now()
		else requestAnimationFrame(look)
	}
	requestAnimationFrame(look)`

// open opens the page and waits for its opening picture. The count must be that of the graph.
func (w *pageWorld) open(slower float64) (*browser.Page, error) {
	p, err := w.chromium.Open(browser.Desk)
	if err != nil {
		return nil, err
	}
	if err := w.opening(p, slower); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (w *pageWorld) opening(p *browser.Page, slower float64) error {
	if err := p.SlowDown(slower); err != nil {
		return err
	}
	if err := p.Before(watch); err != nil {
		return err
	}
	if err := p.Go(w.server.URL + "/"); err != nil {
		return err
	}
	if _, err := browser.Wait[bool](p, "window.named > 0"); err != nil {
		return err
	}
	_, err := browser.Wait[bool](p, fmt.Sprintf("said(test('count')).replaceAll(',', '').includes('%d episodes')", w.episodes))
	return err
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
