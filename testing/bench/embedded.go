package main

import (
	"context"
	"os"
	"time"
)

// withEmbedded calls work with a new embedded store.
func withEmbedded(ctx context.Context, o options, work func(c *client) error) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	c, err := start(ctx, o, nil, "--store", "embedded", "--data-dir", dir, "--timeout", "10m")
	if err != nil {
		return err
	}
	if err := work(c); err != nil {
		_ = c.Close()
		return err
	}
	return c.Close()
}

// benchEmbedded measures a personal memory: 500 episodes, 1,000 relationships.
func benchEmbedded(ctx context.Context, o options, r *report) error {
	return withEmbedded(ctx, o, func(c *client) error {
		ids, _, err := episodes(c, 500)
		if err != nil {
			return err
		}
		if _, err := relate(c, forward(ids, 1000, allTypes[1:], 7)); err != nil {
			return err
		}
		const size = "500 + 1,000"
		aims := map[string]float64{"add": 0.6, "relationships of": 0.3}
		p := newPool(ids, 11)
		for _, pt := range points {
			times, err := pt.series(c, p, o.pick(300, 5), time.Hour)
			if err != nil {
				return err
			}
			r.times(row{Operation: pt.name, Store: "embedded", Size: size, Aim: aims[pt.name]}, times)
		}
		return nil
	})
}
