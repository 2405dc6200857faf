// Command picture makes the picture of the review page that the documentation has, from the real
// program and the demo library.
//
//	make pages && go run ./testing/browser/picture -out docs/images/review.png
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"plotline/testing/browser"
	"plotline/testing/demomedia"
	"plotline/testing/serving"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		_, _ = fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("picture", flag.ContinueOnError)
	out := flags.String("out", "", "the PNG file to write (required)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() > 0 {
		return errors.New("give -out FILE, and nothing else")
	}
	dir, err := os.MkdirTemp("", "plotline-picture-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	library, data := filepath.Join(dir, "media"), filepath.Join(dir, "data")
	if _, err := demomedia.Lay(library); err != nil {
		return err
	}
	binary, err := serving.Build(ctx, dir)
	if err != nil {
		return err
	}
	server, err := serving.Launch(ctx, binary, nil, "--store", "embedded", "--data-dir", data, "--media-root", library)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	shown, err := propose(ctx, server.URL, library)
	if err != nil {
		return err
	}
	picture, err := take(ctx, server.URL+"/plans/"+shown, filepath.ToSlash(library))
	if err != nil {
		return err
	}
	if picture, err = fewer(picture); err != nil {
		return err
	}
	return os.WriteFile(*out, picture, 0o644) //nolint:gosec // a picture for everybody
}

// screen is as wide as list and plan are comfortable on.
var screen = browser.Screen{Width: 1280, Height: 800, Scale: 2}

// take takes the picture, when the plan and the list are whole.
func take(ctx context.Context, url, library string) (picture []byte, err error) {
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
	const whole = "test('row-problem') !== null && said(test('plan-list')).includes('1 problem') && document.fonts.status === 'loaded'"
	if _, err := browser.Wait[bool](page, whole); err != nil {
		return nil, err
	}
	if _, err := browser.Eval[int](page, fmt.Sprintf(settle, library)); err != nil {
		return nil, err
	}
	return page.Picture()
}

// settle gives the library the name of a place where one might be: that of a temporary folder is
// another one each time.
const settle = `(() => {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	let told = 0
	while (texts.nextNode()) {
		if (!texts.currentNode.data.includes(%[1]q)) continue
		texts.currentNode.data = texts.currentNode.data.replaceAll(%[1]q, '/srv/media/shows')
		told++
	}
	return told
})()`
