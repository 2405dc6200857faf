// Package soak sends a server an hour's worth of requests as fast as possible and checks for leaks. It
// counts goroutines, files and memory before and after. Resources that grow with the number of requests are
// a leak. `make test` runs its test; the section soak of testing/bench uses it too.
package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"plotline/testing/kit/httpclient"
)

// RequestsPerHour is the number of requests in an hour, at one each tenth of a second.
const RequestsPerHour = 36_000

// workers is the number of concurrent clients.
const workers = 8

// Result holds the server's state after a first part of the requests, when one-time allocations are done,
// and at the end.
type Result struct {
	Requests    int64 // between the two
	First, Last State
}

// Run sends the requests to a server with a token that may write. The graph grows a little.
func Run(ctx context.Context, server *httpclient.Server, requests int64) (Result, error) {
	ids, err := createEpisodes(ctx, server)
	if err != nil {
		return Result{}, err
	}
	s := &soak{server: server, ids: ids}
	var r Result
	if err := s.send(ctx, max(requests/8, 1000)); err != nil {
		return r, err
	}
	if r.First, err = idleState(ctx, server, ids[0], func(State) bool { return true }); err != nil {
		return r, err
	}
	before := s.sent.Load()
	if err := s.send(ctx, requests); err != nil {
		return r, err
	}
	r.Requests = s.sent.Load() - before
	r.Last, err = idleState(ctx, server, ids[0], func(now State) bool { return now.exceeds(r.First) == nil })
	return r, err
}

// Leaks reports what has grown, or nil.
func (r Result) Leaks() error {
	if err := r.Last.exceeds(r.First); err != nil {
		return fmt.Errorf("after %d requests: %w", r.Requests, err)
	}
	return nil
}

// soak is a run.
type soak struct {
	server *httpclient.Server
	ids    []string // of episodes
	round  uint64
	left   atomic.Int64
	sent   atomic.Int64
}

// send sends about the given number of requests, from clients that come and go.
func (s *soak) send(ctx context.Context, requests int64) error {
	s.round++
	s.left.Store(requests)
	failures := make([]error, workers)
	var group sync.WaitGroup
	for n := range workers {
		group.Go(func() { failures[n] = s.work(ctx, n) })
	}
	group.Wait()
	return errors.Join(failures...)
}

// client is a working client with a connection and a session.
type client struct {
	*soak
	number  int
	random  *rand.Rand
	conn    *httpclient.Conn
	session string
}

func (s *soak) work(ctx context.Context, number int) error {
	conn, err := s.server.Dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	random := rand.New(rand.NewPCG(s.round, uint64(number))) //nolint:gosec // repeatable, not secret
	c := &client{soak: s, number: number, random: random, conn: conn}
	if c.session, err = s.server.Begin(conn); err != nil {
		return err
	}
	for s.left.Load() > 0 && ctx.Err() == nil {
		h := activities[pick(random)]
		if err := h.do(c, ctx); err != nil {
			return fmt.Errorf("%s: %w", h.name, err)
		}
		s.left.Add(-h.requests)
		s.sent.Add(h.requests)
	}
	return errors.Join(s.server.End(conn, c.session), ctx.Err())
}

// pick draws an activity by its weight.
func pick(random *rand.Rand) int {
	total := 0
	for _, h := range activities {
		total += h.weight
	}
	at := random.IntN(total)
	for i, h := range activities {
		if at -= h.weight; at < 0 {
			return i
		}
	}
	return 0
}

// one draws an episode.
func (c *client) one() string { return c.ids[c.random.IntN(len(c.ids))] }
