// Package fault is the one closed set of errors of the whole program.
//
// Every operation, whatever the domain, fails with an *Error or with something that From turns
// into one. The doors (MCP, REST, command) only translate: they never invent a code and never
// show the text of anything that is not an *Error.
package fault

import (
	"context"
	"errors"
	"fmt"
	"maps"
)

// Code names a class of failure. Programs act on the code, people read the details.
type Code string

// The closed set. Title gives each its fixed heading.
const (
	InvalidArgument  Code = "invalid_argument"
	NotFound         Code = "not_found"
	AlreadyExists    Code = "already_exists"
	Cycle            Code = "cycle"
	Conflict         Code = "conflict"
	TooLarge         Code = "too_large"
	Unauthenticated  Code = "unauthenticated"
	PermissionDenied Code = "permission_denied"
	RateLimited      Code = "rate_limited"
	Cancelled        Code = "cancelled"
	Unavailable      Code = "unavailable"
	Timeout          Code = "timeout"
	Internal         Code = "internal"
)

var titles = map[Code]string{
	InvalidArgument:  "Parameter validation failed",
	NotFound:         "Not found",
	AlreadyExists:    "Already exists",
	Cycle:            "Cycle detected",
	Conflict:         "Conflict",
	TooLarge:         "Too large",
	Unauthenticated:  "Not allowed",
	PermissionDenied: "Not allowed",
	RateLimited:      "Too many requests",
	Cancelled:        "Request was aborted",
	Unavailable:      "Not available",
	Timeout:          "Timed out",
	Internal:         "Internal error",
}

// databaseTitle heads unavailable and timeout when it was the database.
const databaseTitle = "Database operation failed"

// Codes lists the whole set, so that a test can walk every table that is keyed by it.
func Codes() []Code {
	return []Code{
		InvalidArgument, NotFound, AlreadyExists, Cycle, Conflict, TooLarge, Unauthenticated,
		PermissionDenied, RateLimited, Cancelled, Unavailable, Timeout, Internal,
	}
}

// Title is the fixed heading of the code, the same on every door. Error.Title says when another stands
// in its place.
func (c Code) Title() string { return titles[c] }

// Error is a failure that a client may see. Details is written for the client: what was wrong,
// which value, what to do. The cause is for the log alone.
type Error struct {
	Code    Code
	Details string
	// Field names the argument that Details is about, such as episodes[2].reward; "" when it is none or
	// several.
	Field string
	// Extra stands beside error and details on the wire: cycle_path, index, valid names, faults.
	Extra map[string]any
	// Heading replaces the code's title where a tool's page fixes its own text.
	Heading  string
	database bool // the database failed, not what was asked of it
	cause    error
}

// New makes an error with the given details.
func New(code Code, details string) *Error { return &Error{Code: code, Details: details} }

// Newf makes an error with formatted details.
func Newf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Details: fmt.Sprintf(format, args...)}
}

// Invalid is Newf for the commonest code, invalid_argument.
func Invalid(format string, args ...any) *Error { return Newf(InvalidArgument, format, args...) }

// Error gives code, details and cause, for logs. Doors use the fields instead.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Details
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap gives the cause, which is never shown to a client.
func (e *Error) Unwrap() error { return e.cause }

// Title is the heading that stands on the wire.
func (e *Error) Title() string {
	switch {
	case e.Heading != "":
		return e.Heading
	case e.database && (e.Code == Unavailable || e.Code == Timeout):
		return databaseTitle
	}
	return e.Code.Title()
}

// Because returns a copy with the cause that the log shall show.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// With returns a copy that carries one more value beside the details.
func (e *Error) With(key string, value any) *Error {
	c := *e
	c.Extra = maps.Clone(e.Extra)
	if c.Extra == nil {
		c.Extra = map[string]any{}
	}
	c.Extra[key] = value
	return &c
}

// At returns a copy that names the item of a bulk call that failed, counted from 0.
func (e *Error) At(index int) *Error { return e.With("index", index) }

// ErrOutcomeUnknown is the cause of an error after which a change may or may not have happened.
var ErrOutcomeUnknown = errors.New("the outcome is unknown, look before you repeat")

// From turns any error into the one that a client may see. A context's end keeps its meaning: a
// limit that ran out is timeout, a caller who left is cancelled. What is not known is internal,
// with empty details.
func From(err error) *Error {
	var known *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.DeadlineExceeded):
		return New(Timeout, "The time limit ran out before the work was done; ask for less, or try again").Because(err)
	case errors.Is(err, context.Canceled):
		return New(Cancelled, "Request was aborted").Because(err)
	default:
		return New(Internal, "").Because(err)
	}
}

// Database is From for an error that came out of a database: what is unavailable or timed out then has
// the contract's title for that. A verdict comes back as it is. err is not nil.
func Database(err error) *Error {
	known := From(err)
	switch known.Code { //nolint:exhaustive // the others are verdicts
	case Unavailable, Timeout, Cancelled, Internal:
		c := *known
		c.database = true
		if _, own := errors.AsType[*Error](err); !own && c.Code == Timeout {
			c.Details = "Connection timeout"
		}
		return &c
	}
	return known
}

// OfDatabase tells whether the error went through Database, and is no verdict.
func (e *Error) OfDatabase() bool { return e.database }

// CodeOf gives the code that From would give, and "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
