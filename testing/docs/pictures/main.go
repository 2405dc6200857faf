// Command picture takes the screenshots in the documentation from the real program. It shows the review
// page with the demo library, the page of the example project of scenes, or the memory page with the example graph.
//
//	make pages && go run ./testing/docs/pictures -of review -out docs/images/review.png
//	make pages && go run ./testing/docs/pictures -of memory -out docs/images/memory.png
//	make pages && go run ./testing/docs/pictures -of memory-dark -out docs/images/memory-dark.png
//	make pages && go run ./testing/docs/pictures -of scenes -out docs/images/scenes.png
package main

import (
	"context"
	"errors"
	"flag"
	"os"

	"plotline/testing/kit/browser"
	"plotline/testing/kit/command"
	"plotline/testing/kit/serving"
)

func main() {
	command.Main("picture", func(ctx context.Context) error { return run(ctx, os.Args[1:]) })
}

// subjects are the available screenshots. Each starts the program in a folder and shows a page.
var subjects = map[string]func(ctx context.Context, binary, dir string) ([]byte, error){
	"review": review, "scenes": film, "memory": memory(false), "memory-dark": memory(true),
}

func run(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("picture", flag.ContinueOnError)
	of := flags.String("of", "review", "what to take a picture of: review, scenes, memory or memory-dark")
	out := flags.String("out", "", "the PNG file to write (required)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	subject := subjects[*of]
	if *out == "" || subject == nil || flags.NArg() > 0 {
		return errors.New("give -of review, scenes, memory or memory-dark, -out FILE, and nothing else")
	}
	dir, err := os.MkdirTemp("", "plotline-picture-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	binary, err := serving.Build(ctx, dir)
	if err != nil {
		return err
	}
	picture, err := subject(ctx, binary, dir)
	if err != nil {
		return err
	}
	if picture, err = reducePalette(picture); err != nil {
		return err
	}
	return os.WriteFile(*out, picture, 0o644) //nolint:gosec // a public picture
}

// wide is wide enough for list and plan.
var wide = browser.Screen{Width: 1280, Height: 800, Scale: 2}

// take takes a screenshot once the page is complete, after calling arrange.
func take(ctx context.Context, screen browser.Screen, url, whole string, arrange func(p *browser.Page) error) (picture []byte, err error) {
	chromium, err := browser.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, chromium.Close()) }()
	page, err := chromium.Open(screen)
	if err != nil {
		return nil, err
	}
	defer page.Close()
	if err := page.Go(url); err != nil { //nolint:contextcheck // a page has its own
		return nil, err
	}
	if _, err := browser.Wait[bool](page, whole+" && document.fonts.status === 'loaded'"); err != nil { //nolint:contextcheck // a page has its own
		return nil, err
	}
	if err := arrange(page); err != nil {
		return nil, err
	}
	return page.Picture()
}
