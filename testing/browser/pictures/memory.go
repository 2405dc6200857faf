package main

import (
	"context"

	"plotline/testing/browser/kit/browser"
)

// memory returns a function that shows the memory page with the example graph and an episode.
func memory(dark bool) func(ctx context.Context, at place) ([]byte, error) {
	return func(ctx context.Context, at place) ([]byte, error) {
		if err := at.fill(ctx, "import", "example"); err != nil {
			return nil, err
		}
		return at.served(ctx, func(url string) ([]byte, error) {
			screen := browser.Screen{Width: 1400, Height: 800, Scale: 1.25, Dark: dark}
			return at.picture(ctx, screen, url+shownEpisode,
				step{until: "test('graph')?.dataset.settled === 'true' && test('column-back') !== null && test('histogram') !== null"},
				step{until: "said(test('column-forward')).includes('caused')"})
		})
	}
}

// shownEpisode is an episode with relationships of several types.
const shownEpisode = "/?episode=5"
