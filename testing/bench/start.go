package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"plotline/testing/bench/figures"
)

// benchStart measures a cold start, the memory of an idle process and the size of the tool list.
func benchStart(ctx context.Context, o options, r *report) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var starts []time.Duration
	var memory, listing float64
	runs := o.pick(30, 3)
	for range runs {
		c, err := start(ctx, o, nil, "--store", "embedded", "--data-dir", dir, "--toolsets", "all")
		if err != nil {
			return err
		}
		starts = append(starts, c.Ready)
		list, err := c.Request("tools/list", map[string]any{})
		if err != nil {
			return err
		}
		listing = float64(len(list)) / 1024
		if memory, err = figures.Resident(c.Process()); err != nil {
			return err
		}
		if err := c.Close(); err != nil {
			return fmt.Errorf("the program did not end well: %w", err)
		}
	}
	if _, err := os.Stat(dir + "/plotline.db"); err == nil {
		return errors.New("initialize and tools/list touched the database")
	}
	r.times(row{Operation: "start to initialize", Store: "none", Size: fmt.Sprint(runs, " runs"), Aim: 20}, starts)
	r.add(row{Operation: "memory", Store: "none", Size: "after tools/list", P50: memory, P95: memory, Unit: "MiB"})
	r.add(row{Operation: "tools/list", Store: "none", Size: "all tools", P50: listing, P95: listing, Unit: "KiB"})
	c, err := start(ctx, o, nil, "--store", "embedded", "--data-dir", dir, "--toolsets", "episodes,relationships")
	if err != nil {
		return err
	}
	list, err := c.Request("tools/list", map[string]any{})
	if err != nil {
		return err
	}
	listing = float64(len(list)) / 1024
	r.add(row{Operation: "tools/list", Store: "none", Size: "of the graph", P50: listing, P95: listing, Unit: "KiB", Aim: 24})
	time.Sleep(5 * time.Second)
	if memory, err = figures.Resident(c.Process()); err != nil {
		return err
	}
	r.add(row{Operation: "idle memory", Store: "embedded", Size: "five seconds later", P50: memory, P95: memory, Unit: "MiB", Aim: 40})
	return c.Close()
}
