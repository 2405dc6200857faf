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
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// limit is far longer than any wait for a page.
const limit = 45 * time.Second

// steps holds the JavaScript functions by which expressions find visible elements.
//
//go:embed steps.js
var steps string

// Page is a tab. It is not safe for concurrent use.
type Page struct {
	ctx      context.Context //nolint:containedctx // chromedp keeps the tab in it
	cancel   context.CancelFunc
	messages iter.Seq2[chromedp.ConsoleMessage, error]
	inside   int // how many frames further in than the tab's document

	live     chan struct{} // closed when the server can notify the page
	liveOnce sync.Once

	mu       sync.Mutex
	requests []string
	asked    int
}

// begin creates the tab and listens to its events.
func (p *Page) begin() error {
	if err := chromedp.Do(p.ctx); err != nil {
		return err
	}
	p.messages = chromedp.Console(p.ctx)
	err := chromedp.Listen(p.ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			p.note(e.Request.URL)
		case *page.EventJavascriptDialogOpening:
			if e.Type == page.DialogTypeBeforeunload {
				go p.leave()
			}
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
	// Each of several tabs behaves as if it had the focus.
	_, err = chromedp.Call(p.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
}

func (p *Page) note(url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, url)
}

// Requests returns the URLs that the tab has requested so far, including WebSockets.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// leave answers a page that asks before it is left: the tab goes on.
func (p *Page) leave() {
	p.mu.Lock()
	p.asked++
	p.mu.Unlock()
	accept := page.HandleJavaScriptDialogParams{Accept: true}
	_, _ = chromedp.Call(p.ctx, page.HandleJavaScriptDialog, accept) // if it fails, leaving fails
}

// Asked returns how often a page has asked before it was left.
func (p *Page) Asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// accepted is the Socket.IO message that accepts a connection.
const accepted = "40"

// WaitLive waits until the server has accepted the page's first Socket.IO connection.
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

// Before runs a script in every page that the tab loads from now on, before the page's own scripts.
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

// Reload reloads the page.
func (p *Page) Reload() error {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Reload())
}

// Eval evaluates a JavaScript expression, which may use the functions of steps.js.
func Eval[T any](p *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	script := fmt.Sprintf("(() => { %s\nreturn (%s) })()", steps, expression)
	where, err := p.within()
	if err != nil {
		var none T
		return none, err
	}
	return chromedp.Run(ctx, chromedp.Evaluate[T](script, where...))
}

// Wait waits until the expression is true, and returns its value.
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
	for {
		where, err := p.within()
		var value T
		if err == nil {
			value, err = chromedp.Run(ctx, chromedp.Evaluate[T](script, append(where, chromedp.EvalAwaitPromise)...))
		}
		if err == nil {
			return value, nil
		}
		if !isReplaced(err) || ctx.Err() != nil {
			return value, fmt.Errorf("wait for %s: %w", expression, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Click clicks on the middle of an element once it is visible, enabled and not covered. If the page moves before the
// click comes, Click tries again.
func (p *Page) Click(element string) error {
	for start := time.Now(); ; {
		at, err := Wait[[2]float64](p, "aim("+element+")")
		if err != nil {
			return err
		}
		if err := p.ClickAt(at[0], at[1]); err != nil {
			return err
		}
		missed, err := Eval[bool](p, "missed()")
		if err != nil && isReplaced(err) { // the click has loaded another document
			return nil
		}
		if err != nil || !missed {
			return err
		}
		if time.Since(start) > limit {
			return fmt.Errorf("click on %s: it moves on and on", element)
		}
	}
}

// DoubleClick clicks twice in the middle of an element.
func (p *Page) DoubleClick(element string) error {
	at, err := Wait[[2]float64](p, "middle("+element+")")
	if err != nil {
		return err
	}
	for count := range 2 {
		for _, kind := range []input.DispatchMouseEventType{chromedp.MousePressed, chromedp.MouseReleased} {
			event := chromedp.MouseEvent(kind, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(count+1))
			if err := chromedp.Do(p.ctx, event); err != nil {
				return err
			}
		}
	}
	return nil
}

// ClickAt clicks on a place of the document.
func (p *Page) ClickAt(x, y float64) error {
	left, top, err := p.offset()
	if err != nil {
		return err
	}
	return chromedp.Do(p.ctx, chromedp.MouseClickXY(left+x, top+y))
}

// Press presses keys in sequence on the focused element.
func (p *Page) Press(keys string, options ...chromedp.KeyOption) error {
	return chromedp.Do(p.ctx, chromedp.KeyEvent(keys, options...))
}

// Complaints returns the browser's errors and warnings, including failed requests. Call it once, at the
// end.
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

// Picture returns a screenshot as PNG.
func (p *Page) Picture() ([]byte, error) { return chromedp.Run(p.ctx, chromedp.CaptureScreenshot()) }

// Keep writes a screenshot and the page's HTML to a folder. If dir is "", it creates one, which stays.
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

// Drag presses the mouse button in the middle of one element and releases it over the middle of another. It
// moves in small steps, like a hand.
func (p *Page) Drag(from, to string) error {
	end, err := Wait[[2]float64](p, "middle("+to+")")
	if err != nil {
		return err
	}
	start, err := Wait[[2]float64](p, "middle("+from+")")
	if err != nil {
		return err
	}
	const steps = 8
	actions := []chromedp.Action[chromedp.Void]{
		chromedp.MouseEvent(chromedp.MouseMoved, start[0], start[1]),
		chromedp.MouseEvent(chromedp.MousePressed, start[0], start[1], chromedp.ButtonLeft, chromedp.ClickCount(1)),
	}
	for i := range steps {
		part := float64(i+1) / steps
		x, y := start[0]+part*(end[0]-start[0]), start[1]+part*(end[1]-start[1])
		actions = append(actions, chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonLeft))
	}
	actions = append(actions, chromedp.MouseEvent(chromedp.MouseReleased, end[0], end[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for _, action := range actions {
		if err := chromedp.Do(p.ctx, action); err != nil {
			return err
		}
	}
	return nil
}

// Swipe moves a finger down from the middle of an element, by so many pixels.
func (p *Page) Swipe(from string, down float64) error {
	start, err := Wait[[2]float64](p, "middle("+from+")")
	if err != nil {
		return err
	}
	const steps = 8
	for i := range steps + 2 {
		finger := input.DispatchTouchEventParams{
			Type:        input.DispatchTouchEventTypeTouchMove,
			TouchPoints: []*input.TouchPoint{{X: start[0], Y: start[1] + down*float64(i)/steps}},
		}
		switch i {
		case 0:
			finger.Type = input.DispatchTouchEventTypeTouchStart
		case steps + 1:
			finger.Type, finger.TouchPoints = input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, finger); err != nil {
			return err
		}
	}
	return nil
}

// Speak sets the languages that a person prefers, such as "de-AT,de". It works for pages that are opened later.
func (p *Page) Speak(languages string) error {
	agent, err := Eval[string](p, "navigator.userAgent")
	if err != nil {
		return err
	}
	_, err = chromedp.Call(p.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages})
	return err
}

// SlowDown makes the main thread of the tab this many times slower. Workers keep their speed. 1 ends it.
func (p *Page) SlowDown(times float64) error {
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
	return err
}
