package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"plotline/graph/audit"
	"plotline/graph/fault"
	"plotline/tools"
)

// toolSettings are the flags of the commands that offer tools.
type toolSettings struct {
	mediaSettings
	aiSettings
	Toolsets []string `env:"PLOTLINE_TOOLSETS" placeholder:"NAME" help:"Toolsets to offer, comma-separated (default: all)."`
	ReadOnly bool     `env:"PLOTLINE_READ_ONLY" help:"Offer only tools that change nothing and ask no language model."`
	Locale   string   `env:"PLOTLINE_LOCALE" default:"en" help:"Language of descriptions: en, de, zh-Hans."`
}

// Validate judges what the flags of files and of the model say. Kong calls it after parsing, on a command
// that has none of its own: one that has must call this.
func (t *toolSettings) Validate() error { return cmp.Or(t.mediaSettings.judge(), t.aiSettings.judge()) }

// add wires what the tools are about, beside the graph.
func (t *toolSettings) add(p *program) error {
	if err := p.addMedia(t.mediaSettings); err != nil {
		return err
	}
	return p.addScenes(t.aiSettings)
}

// server offers the tools that the flags ask for, on behalf of whom caller names.
func (t *toolSettings) server(p *program, caller func(context.Context) audit.Caller) (*tools.Server, error) {
	sets, err := tools.ParseToolsets(strings.Join(t.Toolsets, ","))
	if err != nil {
		return nil, fmt.Errorf("--toolsets: %s", fault.From(err).Details)
	}
	locale, err := tools.ParseLocale(t.Locale)
	if err != nil {
		return nil, fmt.Errorf("--locale: %s", fault.From(err).Details)
	}
	all := tools.All(tools.Deps{Graph: p.service, Media: p.media, Plans: p.plans, Scenes: p.scenes})
	offered := tools.In(all, sets...)
	if t.ReadOnly {
		offered = tools.ReadOnly(offered)
	}
	return tools.New(tools.Config{
		Name: "plotline", Version: version(), Tools: offered, SwitchedOff: tools.Without(all, offered),
		Locale: locale, Logger: p.logger, Caller: caller,
	}), nil
}
