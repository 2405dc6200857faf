package neo4jstore

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
)

const secret = "text of a driver"

func server(code string) error { return &neo4j.Neo4jError{Code: code, Msg: secret} }

func somewhere(t *testing.T) *Store {
	t.Helper()
	s, err := New(Config{URI: "bolt://db.invalid", Database: "plot"}, slog.New(slog.DiscardHandler))
	ok(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestTranslate checks that every error has its own text and none has the driver's.
func TestTranslate(t *testing.T) {
	t.Parallel()
	s := somewhere(t)
	const at = "Neo4j at db.invalid:7687 "
	for _, c := range []struct {
		err     error
		code    fault.Code
		details string
	}{
		{server("Neo.ClientError.Security.Unauthorized"), fault.Unavailable, at + "rejects the user name or the password; check neo4j-username and neo4j-password"},
		{
			server("Neo.ClientError.Security.AuthenticationRateLimit"), fault.Unavailable,
			at + "rejects logins for some seconds after several wrong passwords; check neo4j-password",
		},
		{
			server("Neo.ClientError.Security.CredentialsExpired"), fault.Unavailable,
			at + "requires a new password for this user; change it there, then set neo4j-password",
		},
		{server(codeForbidden), fault.Unavailable, at + "does not allow this user to do that; grant it the rights to read, write and create indexes"},
		{server("Neo.ClientError.Security.AuthorizationExpired"), fault.Unavailable, at + "did not accept this user; its log says why"},
		{server("Neo.ClientError.Database.DatabaseNotFound"), fault.Unavailable, at + "has no database named 'plot'; correct neo4j-database"},
		{server(codeReadOnly), fault.Unavailable, at + "accepts no writes in database 'plot'; make it writable"},
		{server(codeReadOnlyCopy), fault.Unavailable, at + "accepts no writes in database 'plot'; make it writable"},
		{
			server("Neo.ClientError.Procedure.ProcedureCallFailed"), fault.Unavailable,
			at + "failed in a procedure that Plotline calls; plotline doctor says whether an index is missing, and its log says why",
		},
		{
			&neo4j.Neo4jError{Code: codePool, Msg: secret + " dbms.memory.transaction.total.max threshold reached"}, fault.Unavailable,
			at + "has too little memory for this; ask for less, or raise dbms.memory.transaction.total.max there",
		},
		{server(codePool), fault.Unavailable, at + "has too little memory for this; ask for less, or raise db.memory.transaction.max there"},
		{
			server("Neo.TransientError.General.OutOfMemoryError"), fault.Unavailable,
			at + "has too small a heap for this; ask for less, or raise server.memory.heap.max_size",
		},
		{server(codeTooLarge), fault.Unavailable, at + "has too little memory for this; ask for less, or raise db.memory.transaction.max there"},
		{
			server(codeUnavailable), fault.Unavailable,
			at + "has stopped the database 'plot', or is starting or stopping itself; start it, or try again in a moment",
		},
		{server(codeTimedOut), fault.Timeout, at + "ended this call at its own time limit; ask for less, or raise db.transaction.timeout"},
		{server(codeClientTimedOut), fault.Timeout, at + "did not finish this call within the time limit; ask for less, or try again"},
		{server(codeConstraint), fault.Conflict, "An id in this call is already in use; use a new one"},
		{server("Neo.ClientError.Schema.IndexAlreadyExists"), fault.Unavailable, at + "could not create its indexes; the log says why"},
		{server("Neo.ClientError.Cluster.NotALeader"), fault.Unavailable, at + "is changing its leader; try again in a moment"},
		{server("Neo.TransientError.Transaction.LeaderSwitch"), fault.Unavailable, at + "is changing its leader; try again in a moment"},
		{
			server("Neo.ClientError.Transaction.Terminated"), fault.Unavailable,
			at + "has terminated this call, because it shuts down or a person did that; try again",
		},
		{
			server("Neo.ClientError.Transaction.LockClientStopped"), fault.Unavailable,
			at + "has terminated this call, because it shuts down or a person did that; try again",
		},
		{server("Neo.TransientError.Transaction.DeadlockDetected"), fault.Unavailable, at + "was busy with other writes of the same data; try again in a moment"},
		{server("Neo.TransientError.Request.NoThreadsAvailable"), fault.Unavailable, at + "has no free thread for this call; try again in a moment"},
		{server("Neo.TransientError.General.Unheard"), fault.Unavailable, at + "could not do this now; try again in a moment. Its log says why"},
		{server("Neo.DatabaseError.General.UnknownError"), fault.Unavailable, at + "failed in itself; its log says why"},
		{server("Neo.ClientError.Statement.SyntaxError"), fault.Internal, ""},
		{server("Neo.ClientError.General.Unheard"), fault.Internal, ""},
		{&neo4j.ConnectivityError{Inner: errors.New(secret)}, fault.Unavailable, at + "cannot be reached; check that it runs and that neo4j-uri is right"},
		{io.ErrUnexpectedEOF, fault.Unavailable, at + "cannot be reached; check that it runs and that neo4j-uri is right"},
		{&neo4j.UsageError{Message: secret}, fault.Internal, ""},
		{
			&neo4j.UsageError{Message: "feature not supported: " + secret}, fault.Unavailable,
			at + "did not answer as a Neo4j server; check that it is Neo4j 5.26 or newer",
		},
		{errDecode, fault.Internal, ""},
		{
			errVanished, fault.Unavailable,
			at + "changed what was read, each time; try again in a moment. If this stays, plotline doctor looks for elements without an id",
		},
		{fault.New(fault.Conflict, "a verdict"), fault.Conflict, "a verdict"},
	} {
		got := s.translate(t.Context(), false, c.err)
		wantCode(t, got, c.code, c.details)
		if strings.Contains(fault.From(got).Details, secret) {
			t.Errorf("%v shows the driver's text", got)
		}
		if !errors.Is(got, c.err) {
			t.Errorf("%v has lost its cause", got)
		}
	}
}

// TestTranslateEnded checks that an ended context is the reason of any later failure, but not of a verdict.
func TestTranslateEnded(t *testing.T) {
	t.Parallel()
	s := somewhere(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.translate(gone, false, &neo4j.ConnectivityError{Inner: errors.New(secret)})
	wantCode(t, err, fault.Cancelled, "Request was aborted")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not the context's", err)
	}
	wantCode(t, s.translate(gone, false, fault.New(fault.NotFound, "a verdict")), fault.NotFound, "a verdict")
	for _, ctx := range []context.Context{gone, t.Context()} {
		want := graph.OutcomeUnknown(nil)
		wantCode(t, s.translate(ctx, true, &neo4j.ConnectivityError{Inner: errors.New(secret)}), want.Code, want.Details)
		wantCode(t, s.translate(ctx, true, fault.New(fault.NotFound, "a verdict")), fault.NotFound, "a verdict")
	}
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	wantCode(t, s.translate(late, false, server(codeClientTimedOut)), fault.Timeout, fault.DatabaseTimeout)
	ok(t, s.Close())
	wantCode(t, s.translate(t.Context(), false, &neo4j.UsageError{Message: secret}), fault.Unavailable, "The store is closed")
}

// TestShouldRetry checks that only transient errors are retried, and none for ever.
func TestShouldRetry(t *testing.T) {
	t.Parallel()
	s := somewhere(t)
	deadlock, refused := server("Neo.TransientError.Transaction.DeadlockDetected"), &neo4j.ConnectivityError{Inner: io.EOF}
	for _, c := range []struct {
		err   error
		try   int
		spent time.Duration
		want  bool
	}{
		{deadlock, 1, 0, true},
		{deadlock, 50, 14 * time.Second, true},
		{deadlock, 51, 16 * time.Second, false},
		{refused, 1, 0, true},
		{refused, 3, 0, false},
		{refused, 1, 4 * time.Second, false},
		{server(codeEntityNotFound), 1, 0, true},
		{server(codeEntityNotFound), 5, 0, false},
		{server(codeConstraint), 1, 0, true},
		{errVanished, 1, 0, true},
		{server("Neo.ClientError.Security.Unauthorized"), 1, 0, false},
		{server(codeUnavailable), 1, 0, false},
		{server(codeTooLarge), 1, 0, false},
		{server(codePool), 1, 0, false},
		{&neo4j.Neo4jError{Code: codePool, Msg: "dbms.memory.transaction.total.max threshold reached"}, 1, 0, true},
		{&neo4j.Neo4jError{Code: codePool, Msg: "dbms.memory.transaction.total.max threshold reached"}, 8, 0, false},
		{server("Neo.ClientError.Transaction.LockClientStopped"), 1, 0, false},
		{server("Neo.ClientError.Statement.SyntaxError"), 1, 0, false},
		{fault.New(fault.NotFound, "a verdict"), 1, 0, false},
		{errDecode, 1, 0, false},
	} {
		pause, got := s.shouldRetry(c.err, adds, c.try, c.spent)
		if got != c.want || pause < 0 || pause > 512*time.Millisecond {
			t.Errorf("%v, try %d after %v: again %v after %v, want %v", c.err, c.try, c.spent, got, pause, c.want)
		}
	}
}

// TestAttempt checks that attempts end with the context, even in a pause, and with the store.
func TestAttempt(t *testing.T) {
	t.Parallel()
	s := somewhere(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	tries := 0
	_, err := attempt(ctx, s, reads, func(*bool) (int, error) {
		tries++
		return 0, &neo4j.TransactionExecutionLimit{Errors: []error{io.EOF, server("Neo.TransientError.Transaction.DeadlockDetected")}}
	})
	wantCode(t, err, fault.Timeout, fault.DatabaseTimeout)
	if tries < 2 {
		t.Errorf("%d tries", tries)
	}
	ok(t, s.Close())
	for _, call := range calls {
		wantCode(t, call.do(t.Context(), s, "w"), fault.Unavailable, "The store is closed")
	}
}
