package neo4jstore

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	migrations "plotline/graph/neo4jstore/schema"
	"plotline/internal/fault"
	"plotline/internal/schema"
	"plotline/testing/kit/boltproxy"
	"plotline/testing/kit/neo4jtest"
)

// calls are all methods that reach the database.
var calls = []struct {
	name string
	do   func(ctx context.Context, s *Store, ws string) error
}{
	{"Status", func(ctx context.Context, s *Store, _ string) error { return second(s.Status(ctx)) }},
	{"CreateEpisodes", func(ctx context.Context, s *Store, ws string) error {
		return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("a")}}))
	}},
	{"CreateEpisodes of a batch", func(ctx context.Context, s *Store, ws string) error {
		return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("a"), newEpisode("b")}}))
	}},
	{"Episode", func(ctx context.Context, s *Store, ws string) error {
		_, _, err := s.Episode(ctx, ws, graph.NewID())
		return err
	}},
	{"ListEpisodes", func(ctx context.Context, s *Store, ws string) error {
		_, _, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 1})
		return err
	}},
	{"AddRelationship", func(ctx context.Context, s *Store, ws string) error {
		return second(s.AddRelationship(ctx, ws, link(graph.NewID(), graph.NewID(), graph.Follows)))
	}},
	{"AddRelationships", func(ctx context.Context, s *Store, ws string) error {
		return second(s.AddRelationships(ctx, ws, []graph.Relationship{link(graph.NewID(), graph.NewID(), graph.Follows)}))
	}},
	{"RemoveRelationship", func(ctx context.Context, s *Store, ws string) error {
		return s.RemoveRelationship(ctx, ws, graph.NewID())
	}},
	{"FindCycle", func(ctx context.Context, s *Store, ws string) error {
		return second(s.FindCycle(ctx, ws, graph.NewID(), graph.NewID(), graph.Follows))
	}},
}

func second[T any](_ T, err error) error { return err }

// TestServerUnreachable checks that an unreachable server fails calls within moments, without the driver's text.
func TestServerUnreachable(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	for _, scheme := range []string{"neo4j", "bolt"} {
		s := openAt(t, neo4jtest.Server{URI: scheme + "://" + address}, nil)
		for _, call := range calls {
			start := time.Now()
			wantCode(t, call.do(t.Context(), s, "w"), fault.Unavailable,
				"Neo4j at "+address+" cannot be reached; check that it runs and that neo4j-uri is right")
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s took %v", call.name, took)
			}
		}
	}
}

// TestServerSilent checks that a server that accepts connections but does not answer costs one time limit.
func TestServerSilent(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	ok(t, err)
	defer func() { _ = listener.Close() }()
	s := openAt(t, neo4jtest.Server{URI: "bolt://" + listener.Addr().String()}, func(c *Config) { c.ConnectTimeout = time.Second })
	start := time.Now()
	_, err = s.Status(t.Context())
	wantCode(t, err, fault.Unavailable,
		"Neo4j at "+listener.Addr().String()+" cannot be reached; check that it runs and that neo4j-uri is right")
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("it took %v", took)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err = s.Status(ctx)
	wantCode(t, err, fault.Timeout, fault.DatabaseTimeout)
}

// TestServerSlow checks that a server slower than its callers' deadlines is asked once. The first caller that waits
// long enough gets the result of the earlier request, on its connection.
func TestServerSlow(t *testing.T) {
	t.Parallel()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	p := boltproxy.Start(t, "127.0.0.1:0", server)
	server = p.Of(server)
	s := openAt(t, server, func(c *Config) { c.ConnectTimeout = time.Minute })
	for _, open := range []bool{false, true} { // before the first answer, and later
		if s.opener.open.Load() != open {
			t.Errorf("the opener is open: %t, want %t", !open, open)
		}
		p.Slow.Lock()
		for range 3 {
			impatient, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			wantCode(t, second(s.Status(impatient)), fault.Timeout, fault.DatabaseTimeout)
			cancel()
		}
		p.Slow.Unlock()
		ok(t, second(s.Status(t.Context())))
	}
	if got := p.Connected.Load(); got != 1 {
		t.Errorf("%d connections, want one", got)
	}
}

// TestWrongSettings checks that wrong settings and an unreachable server have different errors, without the password.
func TestWrongSettings(t *testing.T) {
	t.Parallel()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	_, host, _ := strings.Cut(server.URI, "://")
	for name, c := range map[string]struct {
		set  func(*Config)
		want string
	}{
		"database": {func(c *Config) { c.Database = "nowhere" }, "has no database named 'nowhere'; correct neo4j-database"},
		"user": {
			func(c *Config) { c.Username, c.Password = graphtestUser, "hush-hush" },
			"rejects the user name or the password; check neo4j-username and neo4j-password",
		},
	} {
		_, err := openAt(t, server, c.set).Status(t.Context())
		wantCode(t, err, fault.Unavailable, "Neo4j at "+host+" "+c.want)
		if strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the password is in the error: %v", name, err)
		}
	}
}

// graphtestUser exists nowhere, so that the test locks no account.
const graphtestUser = "plotline-nobody"

// TestCheckSupported checks that unknown versions and schemas are rejected with a sentence.
func TestCheckSupported(t *testing.T) {
	t.Parallel()
	s := somewhere(t)
	for version, want := range map[string]bool{
		"5.26.30": true, "5.26.0": true, "5.27-aura": true, "2025.01.0": true, "2026.08.1": true, "6.0.0": true,
		"5.25.1": false, "5.1.0": false, "4.4.40": false, "": false, "next": false,
	} {
		if err := s.checkSupported(inspection{version: version}); (err == nil) != want {
			t.Errorf("version %q: %v", version, err)
		}
	}
	wantCode(t, s.checkSupported(inspection{version: "4.4.40"}), fault.Unavailable,
		"Neo4j at db.invalid:7687 is version 4.4.40; Plotline needs 5.26 or newer")
	latest := migrations.Migrations().Latest()
	for _, found := range []schema.Version{{Number: 999}, {Number: 24}, {Number: latest.Number}, {Number: latest.Number, Digest: "x"}} {
		wantCode(t, s.checkSupported(inspection{version: "5.26.30", schema: found}), fault.Unavailable, "Neo4j at db.invalid:7687 "+found.Refusal())
	}
	ok(t, s.checkSupported(inspection{version: "5.26.30", schema: latest}))
	ok(t, s.checkSupported(inspection{version: "5.26.30"}))
}

// TestCancelReachesTheServer checks that the end of a context also ends the transaction on the server.
func TestCancelReachesTheServer(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s := t.s[0]
		ok(t, second(s.Status(t.Context())))
		endless, op := newEndless()
		ctx, cancel := context.WithCancel(t.Context())
		done := start(t.T, s, op, func() error { return second(run(ctx, s, endless.with(nil), nothing)) })
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's error", err)
		}
		waitFor(t.T, "the transaction to end", func() bool { return running(t.T, s, op) == 0 })
		limited, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		wantCode(t, second(run(limited, s, endless.with(nil), nothing)), fault.Timeout, fault.DatabaseTimeout)
		waitFor(t.T, "the transaction to end", func() bool { return running(t.T, s, op) == 0 })
		s.config.QueryTimeout = 300 * time.Millisecond // the deadline of a caller that has none
		wantCode(t, second(run(context.WithoutCancel(t.Context()), s, endless.with(nil), nothing)),
			fault.Timeout, fault.DatabaseTimeout)
	})
}

// TestMigrationFails checks that a failing migration is retried for a while, because another process may have caused
// the failure.
func TestMigrationFails(t *testing.T) {
	t.Parallel()
	s := open(t, neo4jtest.LTS)
	ok(t, second(s.Status(t.Context())))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	tries := 0
	s.config.Observe = func(text string, _ map[string]any) {
		if strings.HasPrefix(text, "CREATE") {
			tries++
		}
	}
	s.migrations = schema.Migrations{{Name: "0001_again", Text: "CREATE CONSTRAINT plotline_schema FOR (p:PlotlineSchema) REQUIRE p.name IS UNIQUE"}}
	wantCode(t, s.migrate(ctx, 0), fault.Unavailable,
		"Neo4j at "+s.address+" could not create its indexes; the log says why")
	if tries < 2 {
		t.Errorf("%d tries", tries)
	}
	tries = 0
	s.migrations = schema.Migrations{{Name: "0001_wrong", Text: "CREATE NONSENSE"}}
	wantCode(t, s.migrate(t.Context(), 0), fault.Internal, "")
	if tries != 1 {
		t.Errorf("%d tries of what can never be", tries)
	}
}

// newEndless returns a statement that only a limit ends, and the name of its operation.
func newEndless() (*statement, string) {
	op := "endless-" + string(graph.NewID())
	return &statement{
		name: op, text: "UNWIND range(1, 1000000000000) AS i WITH i WHERE i < 0 RETURN count(i)", meta: meta(op),
	}, op
}

// start makes a call, waits until another store sees its operation on the server, and returns a channel for the
// call's error.
func start(t *testing.T, other *Store, op string, call func() error) <-chan error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	waitFor(t, "the transaction to start", func() bool { return running(t, other, op) == 1 })
	return done
}

// TestSlots checks that a call waits for a connection until its context ends, and that no slot is lost.
func TestSlots(t *testing.T) {
	t.Parallel()
	s, other := open(t, neo4jtest.LTS), open(t, neo4jtest.LTS)
	narrow := openAt(t, neo4jtest.Open(t, neo4jtest.LTS), func(c *Config) { c.MaxConnections = 1 })
	ok(t, second(s.Status(t.Context())))
	endless, op := newEndless()
	ctx, cancel := context.WithCancel(t.Context())
	done := start(t, other, op, func() error { return second(run(ctx, narrow, endless.with(nil), nothing)) })
	short, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	wantCode(t, second(narrow.Status(short)), fault.Timeout, fault.DatabaseTimeout)
	cancel()
	wantCode(t, <-done, fault.Cancelled, "Request was aborted")
	together(10, func(int) {
		if _, err := narrow.Status(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestCloseDuringCall checks that a running call keeps its connection when the store is closed.
func TestCloseDuringCall(t *testing.T) {
	t.Parallel()
	s, other := open(t, neo4jtest.LTS), open(t, neo4jtest.LTS)
	endless, op := newEndless()
	ctx, cancel := context.WithCancel(t.Context())
	done := start(t, other, op, func() error { return second(run(ctx, s, endless.with(nil), nothing)) })
	ok(t, s.Close())
	wantCode(t, second(s.Status(t.Context())), fault.Unavailable, "The store is closed")
	cancel()
	wantCode(t, <-done, fault.Cancelled, "Request was aborted")
	waitFor(t, "the transaction to end", func() bool { return running(t, other, op) == 0 })
}

// running counts the transactions of an operation on the server.
func running(t *testing.T, s *Store, op string) int {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), s.driver,
		"SHOW TRANSACTIONS YIELD metaData WHERE metaData.app = 'plotline' AND metaData.op = $op RETURN count(*)",
		params{"op": op}, neo4j.EagerResultTransformer)
	ok(t, err)
	n, _ := result.Records[0].Values[0].(int64)
	return int(n)
}

func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
