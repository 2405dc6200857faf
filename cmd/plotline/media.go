package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/media"
	"plotline/media/release"
	"plotline/media/tmdb"
	"plotline/plans"
)

// tmdbKey is the variable that holds the key. Other users could see a flag.
const tmdbKey = "PLOTLINE_TMDB_KEY"

// rootSettings are the flags of commands that access media files.
type rootSettings struct {
	MediaRoot []string `group:"Media files:" root:"" env:"PLOTLINE_MEDIA_ROOT" sep:"none" placeholder:"[WORKSPACE=]DIR" help:"Folder that must contain the media folders of a workspace (default: the workspace default). Repeatable. With this flag or --tokens, a workspace without a media root can use no media folder. Required to listen on other addresses than loopback."`
}

// rootsOfEnvironment splits the media roots of the environment at commas, as kong does for other lists. On
// the command line a comma belongs to the path, so the flag has no separator.
func rootsOfEnvironment(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !flag.Tag.Has("root") {
		return nil, nil //nolint:nilnil // in kong, nil means no value
	}
	for _, name := range flag.Envs {
		if list, set := os.LookupEnv(name); set {
			roots := []any{} // kong accepts only a list of this type
			for _, root := range kong.SplitEscaped(list, ',') {
				roots = append(roots, strings.TrimSpace(root))
			}
			return roots, nil
		}
	}
	return nil, nil //nolint:nilnil // as above
}

// absoluteRoot makes a media root independent of the working directory.
func absoluteRoot(text string) string {
	if _, err := media.NewFolders([]string{text}, false); err == nil {
		return text // also handles WORKSPACE=PATH
	}
	return absolute(text)
}

// mediaSettings are the flags of commands that offer media tools.
type mediaSettings struct {
	rootSettings
	TMDBBaseURL string `group:"Media files:" name:"tmdb-base-url" env:"PLOTLINE_TMDB_BASE_URL" placeholder:"URL" help:"Address of The Movie Database. Set its key in PLOTLINE_TMDB_KEY."`
}

// validate rejects an invalid address.
func (m *mediaSettings) validate() error {
	at, err := url.Parse(m.TMDBBaseURL)
	if m.TMDBBaseURL != "" && (err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https") {
		return fmt.Errorf("--tmdb-base-url must be an address, such as %s: %q", tmdb.DefaultURL, m.TMDBBaseURL)
	}
	return nil
}

// folders returns the media roots. Relative ones are below the working folder.
func (r *rootSettings) folders(closed bool) (media.Folders, error) {
	roots := make([]string, len(r.MediaRoot))
	for i, root := range r.MediaRoot {
		workspace, path, named := strings.Cut(root, "=")
		if named = named && graph.ValidWorkspace(workspace) == nil; !named {
			path = root
		}
		if _, whole := media.ParsePath(path); !whole && !filepath.IsAbs(path) && path != "" {
			path, _ = filepath.Abs(path) // "" is an error later
		}
		if roots[i] = path; named {
			roots[i] = workspace + "=" + path
		}
	}
	return media.NewFolders(roots, closed)
}

// addPlans sets up media folders and plans.
func (p *program) addPlans(r rootSettings) error {
	folders, err := r.folders(p.closed)
	if err != nil {
		return fmt.Errorf("--media-root: %s", fault.From(err).Details)
	}
	if own, ok := media.ParsePath(p.dataDir); ok {
		folders = folders.Except(own)
	}
	p.folders = folders
	for _, roots := range folders.All() {
		for _, root := range roots.Paths {
			if _, err := os.Stat(root.Native()); err != nil { // a disk may be mounted later
				p.logger.Warn("a media root does not exist; its media folders cannot be used", "media_root", root, "workspace", roots.Workspace())
			}
		}
	}
	if own := folders.Of(p.caller.Workspace); !p.closed && !own.Unrestricted && len(own.Paths) == 0 {
		p.logger.Warn("this workspace has no media root, so it can use no media folder; give it one with --media-root WORKSPACE=PATH",
			"workspace", own.Workspace())
	}
	p.libraries = media.NewLibraries(p.dataDir, p.logger)
	p.plans = plans.NewService(plans.Config{
		DataDir: p.dataDir, Libraries: p.libraries, Folders: folders, Memory: p.service, Runner: p.fileRunner(), Logger: p.logger, Ask: p.ask,
	})
	return nil
}

// addMedia sets up plans and media folders' metadata.
func (p *program) addMedia(m mediaSettings) error {
	if err := p.addPlans(m.rootSettings); err != nil {
		return err
	}
	cfg := media.Config{Libraries: p.libraries, Folders: p.folders, Runner: p.fileRunner(), Logger: p.logger, Recognise: titleOf}
	cfg.TMDB = tmdb.New(tmdb.Config{BaseURL: m.TMDBBaseURL, Key: os.Getenv(tmdbKey)})
	p.media = media.NewService(cfg)
	return nil
}

// titleOf parses a show's title and year from a folder name.
func titleOf(name string) (title string, year int) {
	r := release.Parse(name)
	return r.Title, r.Year
}
