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

// The server's codes that decide what this package does. explanations has what callers are told about them and others.
const (
	codeEntityNotFound = "Neo.ClientError.Statement.EntityNotFound"
	codeConstraint     = "Neo.ClientError.Schema.ConstraintValidationFailed"
	codeTimedOut       = "Neo.ClientError.Transaction.TransactionTimedOut"
	codeClientTimedOut = "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"
	codeForbidden      = "Neo.ClientError.Security.Forbidden"
	codeReadOnly       = "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase"
	codeReadOnlyCopy   = "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase"
	codeMoving         = "Neo.ClientError.Statement.ArithmeticError"
	codeUnavailable    = "Neo.TransientError.General.DatabaseUnavailable"
	codeCommitFailed   = "Neo.DatabaseError.Transaction.TransactionCommitFailed"
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
	triesOfMemory     = 8 // most of a second; an import then asks for less
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
	case c == codePool && settingOf(err) != transactionMemory: // other calls may end soon
		return backoff(try), try < triesOfMemory
	case c == codeUnavailable, explanationOf(c).tooMuch:
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
	handshake := handshakeOf(err)
	switch {
	case errors.Is(err, errVanished):
		return s.unavailable(err, "changed what was read, each time; try again in a moment. If this stays, plotline doctor looks for elements without an id")
	case cutOff(err):
		return s.unavailable(err, "did not answer as a Neo4j server; check that it is Neo4j %d.%d or newer", oldestMajor, oldestMinor)
	case s.closed.Load():
		return closed().Because(err)
	case errors.Is(err, errDecode), errors.As(err, &usage):
		return fault.New(fault.Internal, "").Because(err)
	case handshake != nil:
		return s.unavailable(err, "%s", s.atHandshake(handshake))
	}
	return s.unavailable(err, "cannot be reached; check that it runs and that neo4j-uri is right")
}

func closed() *fault.Error { return fault.New(fault.Unavailable, "The store is closed") }

// unavailable returns an error with a sentence about the server that says what to do.
func (s *Store) unavailable(err error, format string, args ...any) error {
	return fault.New(fault.Unavailable, "Neo4j at "+s.address+" "+fmt.Sprintf(format, args...)).Because(err)
}

// atSchema reports whether a step failed because of the schema itself. That can happen while another process
// migrates.
func atSchema(code string) bool {
	return strings.HasPrefix(code, "Neo.ClientError.Schema.") || strings.HasPrefix(code, "Neo.DatabaseError.Schema.")
}
