package main

import (
	"context"
	"fmt"
	"time"
)

// benchHTTP measures the cost of HTTP. It sends a get over each transport in turn, so that other load
// affects all alike.
func benchHTTP(ctx context.Context, o options, r *report) error {
	return withDataset(ctx, o, func(s *dataset) error {
		stdio, err := s.stdioTransport(ctx)
		if err != nil {
			return err
		}
		server, err := s.serve(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = server.Stop() }()
		transports, err := s.httpTransports(ctx, server)
		if err != nil {
			return err
		}
		list := append([]*transport{stdio}, transports...)
		for _, w := range list {
			defer w.end()
			if err := w.recordReplies(s); err != nil {
				return err
			}
		}
		return s.latency(r, list)
	})
}

// latency compares the transports with the first, one request at a time.
func (s *dataset) latency(r *report, list []*transport) error {
	const warm = 100
	rounds := s.pick(2000, 10)
	p := newPool(s.ids, 11)
	times := make([][]time.Duration, len(list))
	for round := range rounds + warm {
		i := p.random.IntN(len(s.ids))
		for n, w := range list {
			took, err := w.get(w.ask, i)
			if err != nil {
				return err
			}
			if round >= warm {
				times[n] = append(times[n], took)
			}
		}
	}
	floor := percentile(times[0], 50)
	for n, w := range list {
		f := row{Operation: "get over " + w.name, Store: "embedded", Size: datasetSize}
		f.P50, f.P95 = percentile(times[n], 50), percentile(times[n], 95)
		if n > 0 {
			f.Ratio, f.Against, f.Aim = f.P50/floor, fmt.Sprintf("stdio, %+.2f ms", f.P50-floor), floor+0.3
		}
		r.add(f)
	}
	return nil
}
