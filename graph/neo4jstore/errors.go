package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
)

// The server's codes that are handled separately.
const (
	codeEntityNotFound = "Neo.ClientError.Statement.EntityNotFound"
	codeConstraint     = "Neo.ClientError.Schema.ConstraintValidationFailed"
	codeTimedOut       = "Neo.ClientError.Transaction.TransactionTimedOut"
	codeClientTimedOut = "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"
	codeNoDatabase     = "Neo.ClientError.Database.DatabaseNotFound"
	codeUnauthorized   = "Neo.ClientError.Security.Unauthorized"
	codeTooManyLogins  = "Neo.ClientError.Security.AuthenticationRateLimit"
	codeExpired        = "Neo.ClientError.Security.CredentialsExpired"
	codeForbidden      = "Neo.ClientError.Security.Forbidden"
	codeReadOnly       = "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase"
	codeReadOnlyCopy   = "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase"
	codeProcedure      = "Neo.ClientError.Procedure.ProcedureCallFailed"
	codeTooLarge       = "Neo.TransientError.General.TransactionOutOfMemoryError" // this call alone
	codeOutOfMemory    = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"  // all calls together
	codeMoving         = "Neo.ClientError.Statement.ArithmeticError"
	codeUnavailable    = "Neo.TransientError.General.DatabaseUnavailable"
	// The driver makes client errors of these two, so that nobody repeats what a person has terminated. A server that
	// shuts down sends them as well.
	codeTerminated  = "Neo.ClientError.Transaction.Terminated"
	codeLockStopped = "Neo.ClientError.Transaction.LockClientStopped"
)

// cause returns the last error of the driver's attempts.
func cause(err error) error {
	var limit *neo4j.TransactionExecutionLimit
	if errors.As(err, &limit) && len(limit.Errors) > 0 {
		return limit.Errors[len(limit.Errors)-1]
	}
	return err
}

// code returns the server's error code, or "" if the error did not come from the server.
func code(err error) string {
	if server, ok := errors.AsType[*neo4j.Neo4jError](err); ok {
		return server.Code
	}
	return ""
}

// connectionLost reports whether the connection died, and whether it died during a commit. Then it is unknown whether the
// commit took place.
func connectionLost(err error) (connection, commit bool) {
	var connectivity *neo4j.ConnectivityError
	if !errors.As(err, &connectivity) {
		return false, false
	}
	return true, !neo4j.IsRetryable(connectivity)
}

// atTLS reports whether the handshake of TLS failed. The driver does not export the type of that error.
func atTLS(err error) bool {
	connectivity, is := errors.AsType[*neo4j.ConnectivityError](err)
	return is && fmt.Sprintf("%T", connectivity.Inner) == "*errorutil.TlsError"
}

// cutOff reports whether the driver found the protocol of a new connection too old. No supported server has such a
// protocol. The driver reports this for a handshake that the end of the caller's context has cut off.
func cutOff(err error) bool {
	usage, is := errors.AsType[*neo4j.UsageError](err)
	return is && strings.HasPrefix(usage.Message, "feature not supported: ")
}

// Limits of attempts for failures that time does not bound. A pool may hold several connections that a restart has
// cut. A call that lost a race once may lose it again.
const (
	triesOfConnection = 3
	triesOfRace       = 5
)

// shouldRetry reports whether to retry, and after which pause.
func (s *Store) shouldRetry(err error, e effect, try int, spent time.Duration) (time.Duration, bool) {
	connection, commit := connectionLost(err)
	switch c := code(err); {
	case commit && e == changes:
		return 0, false
	case connection, cutOff(err):
		// Retry a server that refused, or that was reachable until the commit, however slow it was. One that did not
		// answer has cost a time limit already.
		return 0, try < triesOfConnection && (commit || spent < s.config.ConnectTimeout)
	case c == codeEntityNotFound, c == codeConstraint, errors.Is(err, errVanished):
		return 0, try < triesOfRace
	case c == codeUnavailable, c == codeTooLarge:
		return 0, false
	case neo4j.IsRetryable(err):
		return backoff(try), spent < s.config.RetryTimeout
	}
	return 0, false
}

// backoff doubles from 2 ms to 256 ms. A random part keeps calls that collided once from colliding again.
func backoff(try int) time.Duration {
	most := time.Millisecond << min(try, 8)
	return most + rand.N(most) //nolint:gosec // nothing secret about a pause
}

// translate turns every error into one for callers. The driver's text is the cause, for the log, and never in the
// details. lost means that a commit was sent and its answer did not come: then nothing but a verdict of the database says
// what became of it.
func (s *Store) translate(ctx context.Context, lost bool, err error) error {
	var own *fault.Error
	switch ended := ctx.Err(); {
	case errors.As(err, &own):
		return own
	case errors.Is(err, errDue):
		return errDue
	case lost:
		return graph.OutcomeUnknown(errors.Join(ended, err))
	case ended != nil:
		return fault.Database(ended).Because(fmt.Errorf("%w: %w", ended, err))
	}
	if c := code(err); c != "" {
		return s.byCode(c, err)
	}
	var usage *neo4j.UsageError
	switch {
	case errors.Is(err, errVanished):
		return s.unavailable(err, busy)
	case cutOff(err):
		return s.unavailable(err, "did not answer as a Neo4j server; check that it is Neo4j %d.%d or newer", oldestMajor, oldestMinor)
	case s.closed.Load():
		return closed().Because(err)
	case errors.Is(err, errDecode), errors.As(err, &usage):
		return fault.New(fault.Internal, "").Because(err)
	case atTLS(err):
		return s.unavailable(err, "failed the TLS handshake; if it does not use TLS, write neo4j:// or bolt:// in neo4j-uri, "+
			"else check its certificate")
	}
	return s.unavailable(err, "cannot be reached; check that it runs and that neo4j-uri is right")
}

func closed() *fault.Error { return fault.New(fault.Unavailable, "The store is closed") }

const busy = "is busy or changing its leader; try again in a moment"

// unavailable returns an error with a sentence about the server that says what to do.
func (s *Store) unavailable(err error, format string, args ...any) error {
	return fault.New(fault.Unavailable, "Neo4j at "+s.address+" "+fmt.Sprintf(format, args...)).Because(err)
}

// atSchema reports whether a step failed because of the schema itself. That can happen while another process
// migrates.
func atSchema(code string) bool {
	return strings.HasPrefix(code, "Neo.ClientError.Schema.") || strings.HasPrefix(code, "Neo.DatabaseError.Schema.")
}

// byCode returns the error for a code of the server.
func (s *Store) byCode(c string, err error) error {
	switch c {
	case codeUnauthorized:
		return s.unavailable(err, "rejects the user name or the password; check neo4j-username and neo4j-password")
	case codeTooManyLogins:
		return s.unavailable(err, "rejects logins for some seconds after several wrong passwords; check neo4j-password")
	case codeExpired:
		return s.unavailable(err, "requires a new password for this user; change it there, then set neo4j-password")
	case codeForbidden:
		return s.unavailable(err, "does not allow this user to do that; grant it the rights to read, write and create indexes")
	case codeNoDatabase:
		return s.unavailable(err, "has no database named '%s'; correct neo4j-database", s.database)
	case codeReadOnly, codeReadOnlyCopy:
		return s.unavailable(err, "accepts no writes in database '%s'; make it writable", s.database)
	case codeUnavailable:
		return s.unavailable(err, "has stopped the database '%s'; start it", s.database)
	case codeTerminated, codeLockStopped:
		return s.unavailable(err, "has terminated this call, because it shuts down or a person did that; try again")
	case codeMoving:
		return errMoving
	case codeProcedure:
		return s.unavailable(err, "failed in a procedure that Plotline calls; its log says why")
	case codeTooLarge, codeOutOfMemory:
		return s.unavailable(errors.Join(graph.ErrTooMuch, err), "has too little memory for this; ask for less, or raise its limits")
	case codeTimedOut, codeClientTimedOut:
		return fault.New(fault.Timeout, "The database needed more time than the limit allows; ask for less").
			Because(errors.Join(graph.ErrTooMuch, err))
	case codeConstraint:
		return fault.New(fault.Conflict, "An id in this call is already in use; use a new one").Because(err)
	}
	if atSchema(c) {
		return s.unavailable(err, "could not create its indexes; the log says why")
	}
	if strings.HasPrefix(c, "Neo.TransientError.") || strings.HasPrefix(c, "Neo.ClientError.Cluster.") {
		return s.unavailable(err, busy)
	}
	return fault.New(fault.Internal, "").Because(err)
}
