package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	connections      = 16
	throughputTime   = 2 * time.Second // for one transport in one round
	throughputRounds = 5
)

// throughput measures gets per second over 16 connections, each transport in turn. This process sends the
// load and shares the processors.
func throughput(ctx context.Context, r *report, list []*transport) error {
	rates := make([][]float64, len(list))
	costs := make([][]float64, len(list))
	for range throughputRounds {
		for n, w := range list {
			rate, cost, err := w.throughput(ctx)
			if err != nil {
				return err
			}
			rates[n], costs[n] = append(rates[n], rate), append(costs[n], cost)
		}
	}
	for n, w := range list {
		slices.Sort(rates[n])
		slices.Sort(costs[n])
		r.add(row{
			Operation: "16 connections, " + w.name, Store: "embedded", Size: datasetSize, Unit: "gets/s",
			P50: rates[n][throughputRounds/2], P95: rates[n][0], Aim: 2000, AtLeast: true,
		})
		r.add(row{
			Operation: "server's CPU, " + w.name, Store: "embedded", Size: "1 get", Unit: "CPU ms",
			P50: costs[n][throughputRounds/2], P95: costs[n][throughputRounds-1],
		})
	}
	return nil
}

// throughput returns the gets per second over some time, and the server's processor time for one in ms.
func (w *transport) throughput(ctx context.Context) (rate, cost float64, err error) {
	before, err := w.server.Metrics(ctx)
	if err != nil {
		return 0, 0, err
	}
	var count atomic.Int64
	failures := make([]error, connections)
	began := time.Now()
	var group sync.WaitGroup
	for n := range connections {
		group.Go(func() {
			done, err := w.sendGets(ctx, began.Add(throughputTime), uint64(n)) //nolint:gosec // a small number
			failures[n] = err
			count.Add(done)
		})
	}
	group.Wait()
	took := time.Since(began)
	after, err := w.server.Metrics(ctx)
	if err := cmp.Or(errors.Join(failures...), err); err != nil {
		return 0, 0, err
	}
	if lost := after["plotline_audit_records_lost_total"]; lost > 0 {
		return 0, 0, fmt.Errorf("%v audit records were lost", lost)
	}
	total := float64(count.Load())
	used := after["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
	return total / took.Seconds(), 1000 * used / total, nil
}

// sendGets sends gets in sequence on a separate connection.
func (w *transport) sendGets(ctx context.Context, end time.Time, seed uint64) (int64, error) {
	c, err := w.server.Dial(ctx)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	ask := askOver(c)
	random := rand.New(rand.NewPCG(seed, 3)) //nolint:gosec // repeatable, not secret
	var done int64
	for time.Now().Before(end) {
		if _, err := w.get(ask, random.IntN(len(w.requests))); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}
