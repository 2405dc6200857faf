package browser

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Speak sets the languages that a person prefers, such as "de-AT,de". It works for pages that are opened later.
func (p *Page) Speak(languages string) error {
	agent, err := Eval[string](p, "navigator.userAgent")
	if err != nil {
		return err
	}
	_, err = chromedp.Call(p.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages})
	return err
}
