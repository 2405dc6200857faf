package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"plotline/testing/kit/httpclient"
)

const idleSessions = 1000

// benchSessions measures the memory of a server with 1,000 idle sessions, with and without open streams.
func benchSessions(ctx context.Context, o options, r *report) error {
	return withDataset(ctx, o, func(s *dataset) error {
		for _, c := range []struct {
			name    string
			streams bool
		}{{"1,000 idle sessions, streams", true}, {"1,000 idle sessions", false}} {
			if err := s.measureSessions(ctx, r, c.name, c.streams); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
		return nil
	})
}

// measureSessions reads the memory of a server before, with and after the sessions.
func (s *dataset) measureSessions(ctx context.Context, r *report, name string, streams bool) error {
	server, err := s.serve(ctx, false)
	if err != nil {
		return err
	}
	defer func() { _ = server.Stop() }()
	c, err := server.Dial(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, id := range s.ids { // a server that has served requests
		if _, err := askOver(c)(server.Get("/api/v1/episodes/" + id)); err != nil {
			return err
		}
	}
	before, err := sessionMemory(ctx, server, 0)
	if err != nil {
		return err
	}
	end, err := beginSessions(ctx, server, c, streams)
	if err != nil {
		return err
	}
	with, err := sessionMemory(ctx, server, idleSessions)
	if err != nil {
		return err
	}
	if err := end(); err != nil {
		return err
	}
	after, err := sessionMemory(ctx, server, 0)
	if err != nil {
		return err
	}
	against := fmt.Sprintf("before, %.0f; after, %.0f", before, after)
	r.add(row{Operation: name, Store: "embedded", Size: "the process", P50: with, P95: with, Unit: "MiB", Ratio: with / before, Against: against, Aim: 100})
	return nil
}

// beginSessions begins the sessions, and returns a function that ends them.
func beginSessions(ctx context.Context, server *httpclient.Server, c *httpclient.Conn, streams bool) (end func() error, err error) {
	sessions := make([]string, idleSessions)
	open := make([]*httpclient.Conn, 0, idleSessions)
	for i := range sessions {
		if sessions[i], err = server.Begin(c); err != nil {
			return nil, err
		}
		if streams {
			stream, err := server.Stream(ctx, sessions[i])
			if err != nil {
				return nil, err
			}
			open = append(open, stream)
		}
	}
	return func() error {
		for _, session := range sessions {
			if err := server.End(c, session); err != nil {
				return err
			}
		}
		for _, stream := range open {
			if event, err := stream.Event(); !errors.Is(err, io.EOF) {
				return fmt.Errorf("a stream did not end with its session: %s, %w", event, err)
			}
			stream.Close()
		}
		return nil
	}, nil
}

// sessionMemory returns the memory of an idle server with this number of sessions.
func sessionMemory(ctx context.Context, server *httpclient.Server, sessions float64) (float64, error) {
	time.Sleep(time.Second)
	values, err := server.Metrics(ctx)
	if err != nil {
		return 0, err
	}
	if got := values["plotline_mcp_sessions"]; got != sessions {
		return 0, fmt.Errorf("there are %v sessions, want %v", got, sessions)
	}
	return resident(server.Process())
}
