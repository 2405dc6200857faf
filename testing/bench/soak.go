package main

import (
	"context"
	"fmt"

	"plotline/testing/bench/figures"
	"plotline/testing/bench/soak"
)

// benchSoak sends an hour's worth of requests to a server. It fails if the server holds more resources
// afterwards than after the first requests.
func benchSoak(ctx context.Context, o options, r *report) error {
	return withDataset(ctx, o, func(s *dataset) error {
		server, err := s.serve(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = server.Stop() }()
		result, err := soak.Run(ctx, server, int64(s.pick(soak.RequestsPerHour, 1000)))
		if err != nil {
			return err
		}
		first, last, most := result.First, result.Last, result.First.Limit()
		for _, f := range []struct {
			name, unit        string
			first, last, most float64
		}{
			{"goroutines after a soak", "count", first.Goroutines, last.Goroutines, most.Goroutines},
			{"open files after a soak", "count", first.Files, last.Files, most.Files},
			{"live heap after a soak", "MiB", first.Heap, last.Heap, most.Heap},
			{"memory after a soak", "MiB", first.Resident, last.Resident, most.Resident},
		} {
			r.add(row{
				Operation: f.name, Store: "embedded", Size: fmt.Sprintf("%d requests", result.Requests),
				P50: f.last, P95: f.last, Unit: f.unit, Ratio: f.last / max(f.first, 1), Aim: f.most,
				Against: "before, " + figures.Digits(f.first),
			})
		}
		return result.Leaks()
	})
}
