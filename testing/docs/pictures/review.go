package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"plotline/testing/kit/browser"
	"plotline/testing/kit/demomedia"
	"plotline/testing/kit/serving"
)

// review shows plans of the demo library, and one of them as a table.
func review(ctx context.Context, binary, dir string) (picture []byte, err error) {
	library, data := filepath.Join(dir, "media"), filepath.Join(dir, "data")
	if _, err := demomedia.Write(library); err != nil {
		return nil, err
	}
	server, err := serving.Launch(ctx, binary, nil, "--store", "embedded", "--data-dir", data, "--media-root", library)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	shown, err := propose(ctx, server.URL, library)
	if err != nil {
		return nil, err
	}
	const whole = "test('row-problem') !== null && said(test('plan-list')).includes('1 problem')"
	return take(ctx, wide, server.URL+"/plans/"+shown, whole, func(p *browser.Page) error { //nolint:contextcheck // a page has its own
		_, err := browser.Eval[int](p, fmt.Sprintf(settle, filepath.ToSlash(library)))
		return err
	})
}

// settle replaces the library's path by a plausible one, because the temporary folder differs each time.
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
