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

// cleanLimit bounds the deleting after a test, so that a server that hangs fails
// one test, and not the whole run.
const cleanLimit = time.Minute

// Workspace returns a name that no other test has, and deletes what it holds when
// the test ends: the nodes with that value in their property workspace. It looks
// for them among the labels Episode and those given, and nowhere else.
func (s Server) Workspace(tb testing.TB, labels ...string) string {
	tb.Helper()
	random := make([]byte, 8)
	_, _ = rand.Read(random) // It never fails: crypto/rand ends the program instead.
	name := "t-" + hex.EncodeToString(random)
	tb.Cleanup(func() { s.Clean(tb, []string{name}, labels...) })
	return name
}

// Clean deletes what workspaces hold, for tests that learn the names of theirs late. It looks among
// the labels Episode and those given, and nowhere else.
func (s Server) Clean(tb testing.TB, workspaces []string, labels ...string) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), cleanLimit)
	defer cancel()
	if err := s.clean(ctx, workspaces, append([]string{"Episode"}, labels...)); err != nil {
		tb.Errorf("neo4jtest: clean up %d workspaces: %v", len(workspaces), err)
	}
}

// clean deletes by the thousand: one transaction for a benchmark's graph would not
// fit into the small heap of a test server.
func (s Server) clean(ctx context.Context, workspaces, labels []string) error {
	driver, err := s.cleaner() //nolint:contextcheck // made once, for all tests
	if err != nil {
		return err
	}
	session := driver.NewSession(ctx, neo4j.SessionConfig{AccessMode: neo4j.AccessModeWrite})
	defer func() { _ = session.Close(context.WithoutCancel(ctx)) }()
	for _, label := range labels {
		// The label is of the test's own code. As a parameter it would keep the planner from every
		// index. Auto-commit, as CALL … IN TRANSACTIONS demands.
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

// cleaners are the drivers that clean, one for each server: most tests have a workspace or several. Each is
// a function that connects once: the driver's first connection may not be made by two callers at the same time.
var cleaners sync.Map

type connected = func() (neo4j.DriverWithContext, error)

// cleaner gives the server's driver for cleaning, which is never closed. It has no goroutine while it does nothing.
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
