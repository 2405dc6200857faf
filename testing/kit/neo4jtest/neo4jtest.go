// Package neo4jtest provides a real Neo4j for tests. Tests import it.
//
// [Open] looks for a server in this order and logs its choice: the server that the environment names, a
// container of a Docker engine, and a process run by Java from Maven Central's jars. If there is none, the
// test is skipped. With PLOTLINE_REQUIRE_NEO4J=1 it fails instead.
//
// Servers are shared by the tests of a package, by concurrent packages and by later runs.
// [Server.Workspace] separates tests: it returns a unique name, whose nodes are deleted when the test ends.
// The package never wipes a database, and it rejects a database that holds other data than that of tests.
package neo4jtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// The variables that control a run. For a whole test run, set them with the command
// testing/kit/neo4jtest/serve.
const (
	// EnvURI names a server of the version [LTS], and EnvNextURI one of [Next].
	EnvURI     = "PLOTLINE_TEST_NEO4J_URI"
	EnvNextURI = "PLOTLINE_TEST_NEO4J_NEXT_URI"
	// EnvUsername and EnvPassword apply to both. The defaults are this package's own account.
	EnvUsername = "PLOTLINE_TEST_NEO4J_USERNAME"
	EnvPassword = "PLOTLINE_TEST_NEO4J_PASSWORD" //nolint:gosec // The name of a variable.
	// EnvVia restricts the search to one method: env, docker or java.
	EnvVia = "PLOTLINE_TEST_NEO4J_VIA"
	// EnvRequire makes a missing server a failure instead of a skip.
	EnvRequire = "PLOTLINE_REQUIRE_NEO4J"
)

// The account on every server that this package starts. Such a server listens only on the loopback address,
// so a public password is safe.
const (
	username = "neo4j"
	password = "plotline-test"
)

// startLimit is far above the usual start of 10 to 20 seconds. It ends a hang, and leaves time to pull an
// image or to fetch the jars.
const startLimit = 8 * time.Minute

// Server is a running Neo4j and its address.
type Server struct {
	URI      string
	Username string
	Password string
	// Version is the version that the server reports, such as 5.26.30.
	Version string
	// Via is how the server was found: env, docker or java.
	Via Via
}

// found caches one search for each version, so that a package's tests share the result.
var found = map[Version]func() (Server, error){
	LTS:  sync.OnceValues(func() (Server, error) { return findWithin(startLimit, LTS) }),
	Next: sync.OnceValues(func() (Server, error) { return findWithin(startLimit, Next) }),
}

// findWithin uses a separate context: the search serves all tests of the process, and must not end with the
// first one.
func findWithin(limit time.Duration, version Version) (Server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return Find(ctx, version)
}

// Open returns a server of the version and logs how it was found. Without a server it skips the test. With
// PLOTLINE_REQUIRE_NEO4J=1 it fails the test.
func Open(tb testing.TB, version Version) Server {
	tb.Helper()
	search, ok := found[version]
	if !ok {
		tb.Fatalf("neo4jtest: unknown version %q: use neo4jtest.LTS or neo4jtest.Next", version)
	}
	server, err := search()
	switch {
	case err == nil:
		tb.Logf("neo4jtest: Neo4j %s at %s, via %s", server.Version, server.URI, server.Via)
	case errors.Is(err, ErrNone) && os.Getenv(EnvRequire) != "1":
		tb.Skipf("neo4jtest: skipped: %v", err)
	default:
		tb.Fatalf("neo4jtest: %v", err)
	}
	return server
}

// Driver connects to the server. The driver is closed when the test ends.
func (s Server) Driver(tb testing.TB) neo4j.DriverWithContext {
	tb.Helper()
	driver, err := s.connect()
	if err != nil {
		tb.Fatalf("neo4jtest: %v", err)
	}
	tb.Cleanup(func() {
		if err := driver.Close(context.WithoutCancel(tb.Context())); err != nil {
			tb.Errorf("neo4jtest: close the driver: %v", err)
		}
	})
	return driver
}

func (s Server) connect() (neo4j.DriverWithContext, error) {
	return neo4j.NewDriverWithContext(s.URI, neo4j.BasicAuth(s.Username, s.Password, ""))
}

// Env returns the environment that makes the program use the server.
func (s Server) Env() []string {
	return []string{"NEO4J_URI=" + s.URI, "NEO4J_USERNAME=" + s.Username, "NEO4J_PASSWORD=" + s.Password}
}

// Exports returns shell commands that pass the servers to [Open].
func Exports(servers map[Version]Server) string {
	var lines strings.Builder
	for _, version := range Versions() {
		server, ok := servers[version]
		if !ok {
			continue
		}
		for _, variable := range [][2]string{
			{version.uriVariable(), server.URI}, {EnvUsername, server.Username}, {EnvPassword, server.Password},
		} {
			_, _ = fmt.Fprintf(&lines, "export %s='%s'\n", variable[0], strings.ReplaceAll(variable[1], "'", `'\''`))
		}
	}
	return lines.String()
}
