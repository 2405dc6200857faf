// Package browser drives a real Chromium for tests: it opens pages, presses keys, moves the mouse and reads
// what is visible. Tests import it.
package browser

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// names are the names of the installed program.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Find returns the path of the browser, or an error that says what is missing.
func Find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium is installed: none of %q is in the PATH", names)
}

// Chromium is a running browser without a window.
type Chromium struct {
	ctx  context.Context //nolint:containedctx // chromedp keeps the browser in it
	free context.CancelFunc
}

// Start starts the browser. It outlives ctx; Close ends it.
func Start(ctx context.Context) (*Chromium, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		// Makes the computed role and name of elements available.
		chromedp.Flag("enable-blink-features", "ComputedAccessibilityInfo"),
	)
	allocator, free := chromedp.NewExecAllocator(context.WithoutCancel(ctx), options...)
	c := &Chromium{free: free}
	c.ctx, _ = chromedp.NewContext(allocator)
	if err := chromedp.Do(c.ctx); err != nil { //nolint:contextcheck // the browser outlives ctx
		free()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return c, nil
}

// Close ends the browser.
func (c *Chromium) Close() error {
	defer c.free()
	return chromedp.Cancel(c.ctx)
}

// Screen describes the screen of a tab.
type Screen struct {
	Width, Height int64   // in CSS pixels
	Scale         float64 // device pixels for each CSS pixel
	Touch         bool    // a phone: touch input, and scroll bars that take no space
	Dark          bool    // prefers a dark theme
	Print         bool    // a page of paper
}

// The screens that most tests use.
var (
	Desk  = Screen{Width: 1280, Height: 800, Scale: 1}
	Phone = Screen{Width: 380, Height: 720, Scale: 2, Touch: true}
)

// Open opens an empty tab with a separate user context: no storage or cache is shared.
func (c *Chromium) Open(screen Screen) (*Page, error) {
	p := &Page{live: make(chan struct{})}
	p.ctx, p.cancel = chromedp.NewContext(c.ctx, chromedp.WithNewBrowserContext())
	if err := p.begin(); err != nil {
		p.cancel()
		return nil, err
	}
	if err := p.Show(screen); err != nil {
		p.cancel()
		return nil, err
	}
	return p, nil
}

// Show moves the tab to another screen.
func (p *Page) Show(screen Screen) error {
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(screen.Scale)}
	if screen.Touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	theme := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "light"}
	if screen.Dark {
		theme.Value = "dark"
	}
	still := &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}
	if err := chromedp.Do(p.ctx, chromedp.EmulateViewport(screen.Width, screen.Height, options...)); err != nil {
		return err
	}
	media := "screen"
	if screen.Print {
		media = "print"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media:    media,
		Features: []*emulation.MediaFeature{theme, still},
	})
	return err
}
