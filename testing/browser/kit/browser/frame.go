package browser

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Inside returns the document that is this number of frames further in, of any origin in the process of the tab. A
// document has at most one frame. Expressions of the returned page are evaluated in that document, and clicks go to its elements. Its requests
// and complaints are those of the tab.
func (p *Page) Inside(frames int) *Page {
	return &Page{ctx: p.ctx, cancel: func() {}, live: p.live, inside: p.inside + frames}
}

// world is the name of the JavaScript world in which expressions see the elements of a frame.
const world = "tests"

// chain returns an execution context in each document from the tab's to the page's own. It fails while the frames are
// not there yet.
func (p *Page) chain() ([]runtime.ExecutionContextID, error) {
	tree, err := chromedp.Call(p.ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	at := tree.FrameTree
	contexts := make([]runtime.ExecutionContextID, 0, p.inside+1)
	for {
		made, err := chromedp.Call(p.ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: at.Frame.ID, WorldName: world})
		if err != nil {
			return nil, err
		}
		contexts = append(contexts, made.ExecutionContextID)
		if len(contexts) > p.inside {
			return contexts, nil
		}
		if len(at.ChildFrames) != 1 {
			return nil, errNoFrame
		}
		at = at.ChildFrames[0]
	}
}

var errNoFrame = errors.New("there is no such frame")

// within makes an evaluation take place in the page's own document.
func (p *Page) within() ([]chromedp.EvaluateOption, error) {
	if p.inside == 0 {
		return nil, nil
	}
	contexts, err := p.chain()
	if err != nil {
		return nil, err
	}
	return []chromedp.EvaluateOption{inContext(contexts[p.inside])}, nil
}

// isReplaced reports whether an evaluation failed because its tab or frame has loaded another document, or is not there
// yet.
func isReplaced(err error) bool {
	return errors.Is(err, errNoFrame) || slices.ContainsFunc(
		[]string{"context was destroyed", "Cannot find context", "No frame", "Frame was detached", "Inspected target navigated"},
		func(part string) bool { return strings.Contains(err.Error(), part) })
}

func inContext(id runtime.ExecutionContextID) chromedp.EvaluateOption {
	return func(params *runtime.EvaluateParams) { params.ContextID = id }
}

// offset returns where the document's left top corner is in the tab.
func (p *Page) offset() (x, y float64, err error) {
	if p.inside == 0 {
		return 0, 0, nil
	}
	contexts, err := p.chain()
	if err != nil {
		return 0, 0, err
	}
	const corner = `(() => {
		const frame = document.querySelector('iframe')
		const { left, top } = frame.getBoundingClientRect()
		return [left + frame.clientLeft, top + frame.clientTop]
	})()`
	for _, id := range contexts[:p.inside] {
		at, err := chromedp.Run(p.ctx, chromedp.Evaluate[[2]float64](corner, inContext(id)))
		if err != nil {
			return 0, 0, fmt.Errorf("find the frame: %w", err)
		}
		x, y = x+at[0], y+at[1]
	}
	return x, y, nil
}
