package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// healthPatience is long for an answer that touches no store.
const healthPatience = 5 * time.Second

type healthCommand struct {
	Address string `arg:"" default:"127.0.0.1:7333" help:"Where the server listens: HOST:PORT, or https://HOST:PORT (default: ${default})."`
}

// Run asks a server whether it is alive: the health check of a container whose image has no other
// program. Readiness is not asked: to be restarted brings no Neo4j back.
func (c *healthCommand) Run(ctx context.Context) error {
	at := c.Address
	if !strings.Contains(at, "://") {
		at = "http://" + at
	}
	at, err := url.JoinPath(at, "livez")
	if err != nil {
		return fmt.Errorf("the address must be HOST:PORT: %q", c.Address)
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no server answers: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", c.Address, answer.Status)
	}
	return nil
}
