package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// healthPatience is the time limit of a request that does not use the store.
const healthPatience = 5 * time.Second

type healthCommand struct {
	Address string `arg:"" default:"127.0.0.1:7333" help:"Address of the server: HOST:PORT, or https://HOST:PORT (default: ${default})."`
	jsonSettings
}

// errNoServer reports that no server answers, or that it is unhealthy.
var errNoServer = errors.New("no server answers")

// Run asks a server whether it is alive, as the health check of an image without other programs. It does
// not check readiness: a restart would not bring Neo4j back.
func (c *healthCommand) Run(ctx context.Context, std streams) error {
	at := c.Address
	if !strings.Contains(at, "://") {
		at = "http://" + at
	}
	at, err := url.JoinPath(at, "livez")
	if err != nil {
		return misuse{fmt.Errorf("the address must be HOST:PORT, got %q", c.Address)}
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoServer, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%w correctly: %s returned %s", errNoServer, c.Address, answer.Status)
	}
	if c.JSON {
		return printJSON(std.out, map[string]string{"address": c.Address, "status": "alive"})
	}
	return nil
}
