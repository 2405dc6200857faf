package browser

import "github.com/chromedp/chromedp"

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
