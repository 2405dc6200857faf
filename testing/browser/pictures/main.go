// Command pictures takes the screenshots in the documentation from the real program, in Chromium. Without names it takes
// all of them. A test compares the stored pictures with new ones.
//
//	make pages && go -C testing/browser run ./pictures memory memory-dark
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/command"
	"plotline/testing/kit/serving"
)

func main() {
	command.Main("pictures", func(ctx context.Context) error { return run(ctx, os.Args[1:]) })
}

// studio is what all pictures are taken with.
type studio struct {
	binary   string // the program
	chromium *browser.Chromium
}

// place is where one picture is taken: in a new folder for the program's data.
type place struct {
	studio

	dir string
}

// subjects are the pictures, by name. Each starts the program and shows a page.
var subjects = map[string]func(ctx context.Context, at place) ([]byte, error){
	"memory": memory(false), "memory-dark": memory(true),
	"gallery-empty": emptyMemory, "gallery-opening": gallery(desk, "/"), "gallery-history": history,
	"gallery-unlinked": unlinked, "gallery-search": gallery(desk, "/?q=order", step{until: "test('count') !== null && said(document.querySelector('#m-list-title')) === 'Results'"}),
	"gallery-walk":       gallery(desk, shownEpisode+"&walk=back", step{until: "test('walk') !== null"}),
	"gallery-connection": gallery(desk, shownEpisode+"&to=1", step{until: "test('connection')?.querySelector('li') !== null"}),
	"gallery-edit":       gallery(desk, shownEpisode, step{"test('edit') !== null", "test('edit')"}, step{until: "test('edit-dialog') !== null"}),
	"gallery-conflict":   conflict, "gallery-table": gallery(desk, "/?show=table", step{until: "document.querySelector('.m-learned-line')?.innerText.length > 20"}),
	"gallery-phone":      gallery(phone, shownEpisode, step{until: "test('column-back') !== null"}),
	"gallery-phone-list": gallery(phone, "/?show=list"),
	"review":             review, "review-phone": reviewOnPhone, "plan-edit": editPlan, "plans-decided": decidedPlans,
	"library": mediaLibrary,
	"scenes":  film, "scenes-phone": filmOnPhone, "scene-versions": versions,
}

func run(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("pictures", flag.ContinueOnError)
	into := flags.String("into", filepath.Join("..", "..", "docs", "images"), "the folder for the PNG files")
	known := slices.Sorted(maps.Keys(subjects))
	if err := flags.Parse(args); err != nil {
		return err
	}
	names := flags.Args()
	if len(names) == 0 {
		names = known
	}
	for _, name := range names {
		if subjects[name] == nil {
			return fmt.Errorf("there is no picture %q; the pictures are %s", name, strings.Join(known, ", "))
		}
	}
	dir, err := os.MkdirTemp("", "plotline-pictures-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary, err := serving.Build(ctx, dir)
	if err != nil {
		return err
	}
	chromium, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, chromium.Close()) }()
	for _, name := range names {
		picture, err := studio{binary, chromium}.take(ctx, name, filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(*into, name+".png"), picture, 0o644); err != nil { //nolint:gosec // a public picture
			return err
		}
	}
	return nil
}

// take takes one of the pictures, in at most 256 colours.
func (s studio) take(ctx context.Context, name, dir string) ([]byte, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	picture, err := subjects[name](ctx, place{s, dir})
	if err != nil {
		return nil, err
	}
	return reducePalette(picture)
}

// wide is wide enough for a list and what it lists.
var wide = browser.Screen{Width: 1280, Height: 800, Scale: 1.5}

// served starts the program on the data folder, calls show with its address, and stops it.
func (at place) served(ctx context.Context, show func(url string) ([]byte, error), args ...string) (picture []byte, err error) {
	server, err := serving.Launch(ctx, at.binary, nil, append([]string{"--store", "embedded", "--data-dir", at.data()}, args...)...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	return show(server.URL)
}

func (at place) data() string { return filepath.Join(at.dir, "data") }

// step is what a picture waits for and then does, in the page's own terms.
type step struct {
	until string // an expression that becomes true
	click string // the element to click then; may be empty
}

// picture takes a screenshot of a page after the steps, unless ctx has ended.
func (at place) picture(ctx context.Context, screen browser.Screen, url string, steps ...step) ([]byte, error) {
	page, err := at.chromium.Open(screen)
	if err != nil {
		return nil, err
	}
	defer page.Close()
	if err := page.Go(url); err != nil { //nolint:contextcheck // a page has its own
		return nil, err
	}
	for _, s := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := browser.Wait[bool](page, s.until+" && document.fonts.status === 'loaded'"); err != nil {
			return nil, err
		}
		if s.click == "" {
			continue
		}
		if err := page.Click(s.click); err != nil { //nolint:contextcheck // a page has its own
			return nil, err
		}
	}
	return page.Picture()
}
