package neo4jtest_test

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/testing/kit/neo4jtest"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			server := neo4jtest.Open(t, version)
			if got := count(t, server.Driver(t), "RETURN 1", nil); got != 1 {
				t.Errorf("RETURN 1 = %d, want 1", got)
			}
			// A server that the environment names may be another patch release.
			line, _, _ := strings.Cut(version.Number(), ".")
			if !strings.HasPrefix(server.Version, line+".") {
				t.Errorf("the server says %s, want %s", server.Version, version.Number())
			}
			if server.Via != neo4jtest.ViaEnv && server.Version != version.Number() {
				t.Errorf("the server says %s, want %s", server.Version, version.Number())
			}
		})
	}
}

// TestOpenRoutes checks that the address works with routing. Routing sends a client to the server's
// advertised address, which in a container would have the wrong port.
func TestOpenRoutes(t *testing.T) {
	t.Parallel()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	if !strings.HasPrefix(server.URI, "neo4j") && server.Via != neo4jtest.ViaEnv {
		t.Errorf("URI = %s, want one with routing", server.URI)
	}
	session := server.Driver(t).NewSession(t.Context(), neo4j.SessionConfig{AccessMode: neo4j.AccessModeRead})
	t.Cleanup(func() { _ = session.Close(context.WithoutCancel(t.Context())) })
	if _, err := session.Run(t.Context(), "RETURN 1", nil); err != nil {
		t.Errorf("read: %v", err)
	}
}

//nolint:tparallel // What follows the inner test looks at what that one leaves.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	driver := server.Driver(t)
	const (
		create = `CREATE (:Episode {workspace: $ws})-[:FOLLOWS]->(:Episode {workspace: $ws}),
			(:Counter {workspace: $ws}) RETURN 3`
		left = "MATCH (n {workspace: $ws}) RETURN count(n)"
	)
	kept := server.Workspace(t, "Counter")
	count(t, driver, create, map[string]any{"ws": kept})
	var gone string
	t.Run("in it", func(t *testing.T) {
		gone = server.Workspace(t, "Counter")
		count(t, driver, create, map[string]any{"ws": gone})
	})
	if !regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`).MatchString(gone) || gone == kept {
		t.Errorf("workspaces %q and %q, want two valid names", gone, kept)
	}
	if got := count(t, driver, left, map[string]any{"ws": gone}); got != 0 {
		t.Errorf("%d nodes left after the test, want 0", got)
	}
	if got := count(t, driver, left, map[string]any{"ws": kept}); got != 3 {
		t.Errorf("%d nodes in the other workspace, want its 3", got)
	}
}

func TestExports(t *testing.T) {
	t.Parallel()
	lts := neo4jtest.Server{URI: "neo4j://localhost:1", Username: "neo4j"}
	lts.Password = `it's $HOME "x"`
	lines := neo4jtest.Exports(map[neo4jtest.Version]neo4jtest.Server{
		neo4jtest.LTS: lts, neo4jtest.Next: {URI: "neo4j://localhost:2", Username: lts.Username, Password: lts.Password},
	})
	script := lines + `printf '%s\n' "$PLOTLINE_TEST_NEO4J_URI" "$PLOTLINE_TEST_NEO4J_NEXT_URI" \
		"$PLOTLINE_TEST_NEO4J_USERNAME" "$PLOTLINE_TEST_NEO4J_PASSWORD"`
	output, err := exec.CommandContext(t.Context(), "sh", "-c", script).Output()
	if err != nil {
		t.Fatalf("sh: %v", err)
	}
	want := "neo4j://localhost:1\nneo4j://localhost:2\nneo4j\nit's $HOME \"x\"\n"
	if diff := cmp.Diff(want, string(output)); diff != "" {
		t.Errorf("what a shell makes of it (-want +got):\n%s", diff)
	}
}

// count runs a query that returns one number.
func count(t *testing.T, driver neo4j.DriverWithContext, query string, params map[string]any) int64 {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), driver, query, params, neo4j.EagerResultTransformer)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	number, _, err := neo4j.GetRecordValue[int64](result.Records[0], result.Keys[0])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return number
}
