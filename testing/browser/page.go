package browser

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// limit is far above what anything takes that a page is waited for.
const limit = 45 * time.Second

// steps are the functions by which expressions find what is in sight.
//
//go:embed steps.js
var steps string

// Page is a tab. One goroutine uses it at a time.
type Page struct {
	ctx      context.Context //nolint:containedctx // chromedp keeps the tab in it
	cancel   context.CancelFunc
	messages iter.Seq2[chromedp.ConsoleMessage, error]

	live     chan struct{} // closed when the server can tell the page of something
	liveOnce sync.Once

	mu       sync.Mutex
	requests []string
}

// begin makes the tab, and listens to it.
func (p *Page) begin() error {
	if err := chromedp.Do(p.ctx); err != nil {
		return err
	}
	p.messages = chromedp.Console(p.ctx)
	err := chromedp.Listen(p.ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			p.note(e.Request.URL)
		case *network.EventWebSocketCreated:
			p.note(e.URL)
		case *network.EventWebSocketFrameReceived:
			if bytes.HasPrefix(e.Response.PayloadData, []byte(accepted)) {
				p.liveOnce.Do(func() { close(p.live) })
			}
		}
	})
	if err != nil {
		return err
	}
	// Of several tabs each is the one that its person looks at.
	_, err = chromedp.Call(p.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
}

func (p *Page) note(url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, url)
}

// Requests are the URLs that the tab has asked for so far, WebSockets among them.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// accepted is how Socket.IO's servers accept a connection: a message that connects.
const accepted = "40"

// WaitLive waits until the server has accepted the page's first connection by Socket.IO.
func (p *Page) WaitLive() error {
	select {
	case <-p.live:
		return nil
	case <-time.After(limit):
		return errors.New("no Socket.IO connection came about")
	case <-p.ctx.Done():
		return p.ctx.Err()
	}
}

// Before runs a script in every page that the tab loads from now on, before the page's own.
func (p *Page) Before(script string) error {
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	return err
}

// Go loads a URL.
func (p *Page) Go(url string) error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Navigate(url))
}

// Reload loads the page again.
func (p *Page) Reload() error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Reload())
}

// Eval gives the value of a JavaScript expression, in which the functions of steps.js are known.
func Eval[T any](p *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	script := fmt.Sprintf("(() => { %s\nreturn (%s) })()", steps, expression)
	return chromedp.Run(ctx, chromedp.Evaluate[T](script))
}

// Wait waits until the expression is true, and gives what it is then.
func Wait[T any](p *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	script := fmt.Sprintf(`new Promise((found, fail) => { %s
		const look = () => {
			try {
				const it = (%s)
				if (it) found(it)
				else setTimeout(look, 20)
			} catch (error) { fail(error) }
		}
		look() })`, steps, expression)
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		return value, fmt.Errorf("wait for %s: %w", expression, err)
	}
	return value, nil
}

// Click clicks on the middle of an element, when it is there, enabled, and nothing lies over it.
func (p *Page) Click(element string) error {
	at, err := Wait[[2]float64](p, "middle("+element+")")
	if err != nil {
		return err
	}
	return chromedp.Do(p.ctx, chromedp.MouseClickXY(at[0], at[1]))
}

// Press presses keys, one after the other, wherever the focus is.
func (p *Page) Press(keys string, options ...chromedp.KeyOption) error {
	return chromedp.Do(p.ctx, chromedp.KeyEvent(keys, options...))
}

// Complaints are the errors and warnings that the browser had to tell, refused requests among them. It
// can be asked once, at the end.
func (p *Page) Complaints() ([]string, error) {
	const end = "that is all"
	if _, err := Eval[chromedp.Void](p, "console.debug('"+end+"')"); err != nil {
		return nil, err
	}
	var complaints []string
	for message, err := range p.messages {
		if err != nil {
			return complaints, err
		}
		switch {
		case message.Text == end:
			return complaints, nil
		case message.Type == chromedp.ConsoleError || message.Type == chromedp.ConsoleWarning || message.IsException():
			complaints = append(complaints, fmt.Sprintf("%s: %s (%s)", message.Type, message.Text, message.URL))
		}
	}
	return complaints, errors.New("the console has ended")
}

// Picture is what is in sight, as PNG.
func (p *Page) Picture() ([]byte, error) { return chromedp.Run(p.ctx, chromedp.CaptureScreenshot()) }

// Keep writes what is in sight and the page's HTML into a folder, to be looked at later; "" is a new
// one, which stays.
func (p *Page) Keep(dir, name string) (where string, err error) {
	if dir == "" {
		if dir, err = os.MkdirTemp("", "plotline-browser-failed-"); err != nil {
			return "", err
		}
	}
	where = filepath.Join(dir, name)
	picture, err := p.Picture()
	if err == nil {
		err = os.WriteFile(where+".png", picture, 0o600)
	}
	html, evalErr := Eval[string](p, "document.documentElement.outerHTML")
	if evalErr == nil {
		evalErr = os.WriteFile(where+".html", []byte(html), 0o600)
	}
	return where, errors.Join(err, evalErr)
}

// Close closes the tab.
func (p *Page) Close() { p.cancel() }
