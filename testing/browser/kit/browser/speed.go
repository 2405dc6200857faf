package browser

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// SlowDown makes the main thread of the tab this many times slower. Workers keep their speed. 1 ends it.
func (p *Page) SlowDown(times float64) error {
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
	return err
}
