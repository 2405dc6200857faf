package neo4jtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// cleanLimit limits the time to delete a test's data, so that a hanging server fails one test and not the
// whole run.
const cleanLimit = time.Minute

// Workspace returns a unique name. When the test ends, it deletes the nodes with that value in their
// property workspace. It deletes only nodes with the label Episode or one of the given labels.
func (s Server) Workspace(tb testing.TB, labels ...string) string {
	tb.Helper()
	random := make([]byte, 8)
	_, _ = rand.Read(random) // It never fails: crypto/rand ends the program instead.
	name := "t-" + hex.EncodeToString(random)
	tb.Cleanup(func() { s.Clean(tb, []string{name}, labels...) })
	return name
}

// Clean deletes the contents of workspaces whose names a test learns late. It deletes only nodes with the
// label Episode or one of the given labels.
func (s Server) Clean(tb testing.TB, workspaces []string, labels ...string) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), cleanLimit)
	defer cancel()
	if err := s.clean(ctx, workspaces, append([]string{"Episode"}, labels...)); err != nil {
		tb.Errorf("neo4jtest: clean up %d workspaces: %v", len(workspaces), err)
	}
}

// clean deletes in steps of a thousand nodes. A benchmark's graph does not fit in one transaction on the
// small heap of a test server.
func (s Server) clean(ctx context.Context, workspaces, labels []string) error {
	driver, err := s.cleaner() //nolint:contextcheck // made once, for all tests
	if err != nil {
		return err
	}
	session := driver.NewSession(ctx, neo4j.SessionConfig{AccessMode: neo4j.AccessModeWrite})
	defer func() { _ = session.Close(context.WithoutCancel(ctx)) }()
	for _, label := range labels {
		// The label comes from the test's own code. As a parameter it would prevent the use of an index.
		// CALL … IN TRANSACTIONS requires auto-commit.
		query := "MATCH (n:`" + label + "`) WHERE n.workspace IN $workspaces " +
			"CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"
		result, err := session.Run(ctx, query, map[string]any{"workspaces": workspaces})
		if err != nil {
			return err
		}
		if _, err := result.Consume(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cleaners are the drivers for deleting, one for each server, because most tests have a workspace. Each is
// a function that connects once, because the driver's first connection must not be made concurrently.
var cleaners sync.Map

type connected = func() (neo4j.DriverWithContext, error)

// cleaner returns the server's driver for deleting. It is never closed, and has no goroutine while idle.
func (s Server) cleaner() (neo4j.DriverWithContext, error) {
	connect, _ := cleaners.LoadOrStore(s, sync.OnceValues(func() (neo4j.DriverWithContext, error) {
		driver, err := s.connect()
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(context.Background(), cleanLimit)
		defer cancel()
		return driver, driver.VerifyConnectivity(ctx)
	}))
	return connect.(connected)() //nolint:forcetypeassert // nothing else is stored
}
