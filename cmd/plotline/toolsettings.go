package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"plotline/graph/sqlitestore"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/recording/spool"
	"plotline/tools"
	"plotline/web"
)

// toolSettings are the flags of commands that offer tools.
type toolSettings struct {
	mediaSettings
	aiSettings
	embeddingSettings
	Toolsets []string `env:"PLOTLINE_TOOLSETS" default:"auto" placeholder:"NAME" help:"Toolsets to offer, comma-separated: all, auto, or any of episodes, relationships, media, plans, scenes, legacy. auto, the default, offers episodes and relationships, media and plans with --media-root, and scenes with --ai-base-url."`
	Schema   string   `env:"PLOTLINE_SCHEMA" enum:"standard,strict" default:"standard" help:"Form of the tools' input schemas: standard, or strict for clients that require every argument, as OpenAI's strict mode. Optional arguments then may be null, which means that they are not given."`
	ReadOnly bool     `env:"PLOTLINE_READ_ONLY" help:"Offer only tools that change nothing and call no language model."`
	Locale   string   `env:"PLOTLINE_LOCALE" default:"en" help:"Language of tool descriptions: en, de, zh-Hans."`
}

// Validate checks the flags of media, models and embeddings. Kong calls it after parsing, unless the
// command has a Validate of its own, which must then call this one.
func (t *toolSettings) Validate() error {
	return cmp.Or(t.mediaSettings.validate(), t.aiSettings.validate(), t.embeddingSettings.validate())
}

// storeOptions returns the options of the embedded store.
func (t *toolSettings) storeOptions() []sqlitestore.Option {
	options := t.embeddingSettings.storeOptions()
	if t.ReadOnly {
		options = append(options, sqlitestore.ReadOnly())
	}
	return options
}

// add sets up the services behind the tools.
func (t *toolSettings) add(p *program) error {
	if err := p.addMeaning(t.embeddingSettings); err != nil {
		return err
	}
	if err := p.addMedia(t.mediaSettings); err != nil {
		return err
	}
	return p.addScenes(t.aiSettings)
}

// server returns a server with the tools that the flags select. The function caller names the client of a call; roots, which
// may be nil, receives the client's roots.
func (t *toolSettings) server(
	p *program, caller func(context.Context) audit.Caller, roots func(context.Context, []string) error,
) (*tools.Server, error) {
	sets, err := t.toolsets()
	if err != nil {
		return nil, err
	}
	locale, err := tools.ParseLocale(t.Locale)
	if err != nil {
		return nil, fmt.Errorf("--locale: %s", fault.From(err).Details)
	}
	return tools.New(tools.Config{
		Name: "plotline", Version: version(), Locale: locale, Logger: p.logger, Caller: caller, Roots: roots,
		Tools:    tools.All(tools.Deps{Graph: p.service, Media: p.media, Plans: p.plans, Scenes: p.scenes}),
		Toolsets: sets, Choice: t.choice(sets), Schemas: tools.Schemas(t.Schema), ReadOnly: t.ReadOnly, App: web.App(),
		Recorded: records(p.dataDir),
	}), nil
}

// records reports whether the work of agents on this machine is recorded into a data folder. An agent that is told to record
// every attempt would otherwise do it twice.
func records(dataDir string) bool {
	now, err := spool.ReadSettings()
	return err == nil && now.Record == spool.On && now.DataDir == dataDir
}

// toolsets returns the toolsets that the flags select.
func (t *toolSettings) toolsets() ([]tools.Toolset, error) {
	auto := tools.Auto(tools.Configured{MediaRoot: len(t.MediaRoot) > 0, Model: t.AIBaseURL != ""})
	sets, err := tools.ParseToolsets(strings.Join(t.Toolsets, ","), auto, tools.Toolsets())
	if err != nil {
		return nil, fmt.Errorf("--toolsets: %s", fault.From(err).Details)
	}
	return sets, nil
}

// choice returns the toolsets that an HTTP client may select: those of the flag. With auto, it adds the
// legacy tools if their services are configured.
func (t *toolSettings) choice(sets []tools.Toolset) []tools.Toolset {
	auto := slices.ContainsFunc(t.Toolsets, func(name string) bool { return strings.TrimSpace(name) == "auto" })
	if auto && len(t.MediaRoot) > 0 && !slices.Contains(sets, tools.Legacy) {
		return append(slices.Clone(sets), tools.Legacy)
	}
	return sets
}
