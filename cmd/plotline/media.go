package main

import (
	"fmt"
	"net/url"
	"os"

	"plotline/graph/fault"
	"plotline/media"
	"plotline/media/release"
	"plotline/media/tmdb"
	"plotline/plans"
)

// tmdbKey is the variable that holds the key: a flag would show it to everybody on the machine.
const tmdbKey = "PLOTLINE_TMDB_KEY"

// rootSettings are the flags of the commands that reach media files.
type rootSettings struct {
	MediaRoot []string `group:"Media files:" path:"" env:"PLOTLINE_MEDIA_ROOT" sep:"none" placeholder:"DIR" help:"Folder that media folders must lie in; repeat it for more (default: anywhere). Needed to listen beyond this machine."`
}

// mediaSettings are the flags of the commands that offer media tools.
type mediaSettings struct {
	rootSettings
	TMDBBaseURL string `group:"Media files:" name:"tmdb-base-url" env:"PLOTLINE_TMDB_BASE_URL" placeholder:"URL" help:"Where The Movie Database answers; its key is taken from PLOTLINE_TMDB_KEY alone."`
}

// judge refuses an address that is none.
func (m *mediaSettings) judge() error {
	at, err := url.Parse(m.TMDBBaseURL)
	if m.TMDBBaseURL != "" && (err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https") {
		return fmt.Errorf("--tmdb-base-url must be an address, such as %s: %q", tmdb.DefaultURL, m.TMDBBaseURL)
	}
	return nil
}

// addPlans wires the files' side of the program.
func (p *program) addPlans(r rootSettings) error {
	roots, err := media.NewRoots(r.MediaRoot)
	if err != nil {
		return fmt.Errorf("--media-root: %s", fault.From(err).Details)
	}
	p.roots = roots
	for _, root := range roots {
		if _, err := os.Stat(root.Native()); err != nil { // a disk that is away now may come
			p.logger.Warn("a media root is not there; nothing in it can be reached", "media_root", root)
		}
	}
	p.library = media.NewLibrary(p.dataDir, p.logger)
	p.plans = plans.NewService(plans.Config{
		DataDir: p.dataDir, Library: p.library, Roots: roots, Memory: p.service, Runner: p.runner, Logger: p.logger, Ask: p.ask,
	})
	return nil
}

// addMedia wires plans, and what is known of media folders.
func (p *program) addMedia(m mediaSettings) error {
	if err := p.addPlans(m.rootSettings); err != nil {
		return err
	}
	cfg := media.Config{Library: p.library, Roots: p.roots, Runner: p.runner, Logger: p.logger, Recognise: titleOf}
	cfg.TMDB = tmdb.New(tmdb.Config{BaseURL: m.TMDBBaseURL, Key: os.Getenv(tmdbKey)})
	p.media = media.NewService(cfg)
	return nil
}

// titleOf is what the name of a folder says of a show.
func titleOf(name string) (title string, year int) {
	r := release.Parse(name)
	return r.Title, r.Year
}
