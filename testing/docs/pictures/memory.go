package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"

	"plotline/testing/kit/browser"
	"plotline/testing/kit/serving"
)

// memory returns a function that shows the memory page with the example graph and an episode.
func memory(dark bool) func(ctx context.Context, binary, dir string) ([]byte, error) {
	return func(ctx context.Context, binary, dir string) (picture []byte, err error) {
		args := []string{"--store", "embedded", "--data-dir", filepath.Join(dir, "data")}
		example := exec.CommandContext(ctx, binary, append([]string{"import", "example"}, args...)...) //nolint:gosec // our own binary
		example.Env = serving.Environ()
		if out, err := example.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("plotline import example: %w\n%s", err, out)
		}
		server, err := serving.Launch(ctx, binary, nil, args...)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		screen := browser.Screen{Width: 1400, Height: 800, Scale: 1.25, Dark: dark}
		const whole = "test('graph')?.dataset.settled === 'true' && test('relationships') !== null && test('histogram') !== null"
		return take(ctx, screen, server.URL+shownEpisode, whole, func(p *browser.Page) error {
			_, err := browser.Wait[bool](p, "said(test('relationships')).includes('caused')")
			return err
		})
	}
}

// shownEpisode is an episode with relationships of several types.
const shownEpisode = "/?episode=5"
