// Package fault defines the closed set of error codes of the program.
//
// Every operation fails with an *Error, or with an error that From converts to one. The transports (MCP,
// REST, commands) only translate. They add no codes and show only the text of an *Error.
package fault

import (
	"context"
	"errors"
	"fmt"
	"maps"
)

// Code names a class of errors. Programs act on the code; people read the details.
type Code string

// The closed set of codes. Title returns the fixed heading of each.
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

// databaseTitle is the title of unavailable and timeout errors of the database.
const databaseTitle = "Database operation failed"

// Codes returns all codes, so that tests can check every table keyed by them.
func Codes() []Code {
	return []Code{
		InvalidArgument, NotFound, AlreadyExists, Cycle, Conflict, TooLarge, Unauthenticated,
		PermissionDenied, RateLimited, Cancelled, Unavailable, Timeout, Internal,
	}
}

// Title returns the fixed heading of the code, which is the same on every transport. Error.Title may return
// another one.
func (c Code) Title() string { return titles[c] }

// Error is an error that a client may see. Details is written for the client: what was wrong, with which
// value, and what to do. The cause appears only in the log.
type Error struct {
	Code    Code
	Details string
	// Field names the argument that Details is about, such as episodes[2].reward. It is "" if that is none or
	// several.
	Field string
	// Extra holds further fields of the response: cycle_path, index, valid names, faults.
	Extra map[string]any
	// Heading replaces the code's title where a tool has a fixed text of its own.
	Heading  string
	database bool // the database failed, rather than rejecting the request
	cause    error
}

// New returns an error with the given details.
func New(code Code, details string) *Error { return &Error{Code: code, Details: details} }

// Newf returns an error with formatted details.
func Newf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Details: fmt.Sprintf(format, args...)}
}

// Invalid is Newf with the most common code, invalid_argument.
func Invalid(format string, args ...any) *Error { return Newf(InvalidArgument, format, args...) }

// Error returns code, details and cause for logs. Transports use the fields instead.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Details
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap returns the cause, which is never shown to a client.
func (e *Error) Unwrap() error { return e.cause }

// Title returns the heading in the response.
func (e *Error) Title() string {
	switch {
	case e.Heading != "":
		return e.Heading
	case e.database && (e.Code == Unavailable || e.Code == Timeout):
		return databaseTitle
	}
	return e.Code.Title()
}

// Because returns a copy with the cause for the log.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// With returns a copy with one more field in Extra.
func (e *Error) With(key string, value any) *Error {
	c := *e
	c.Extra = maps.Clone(e.Extra)
	if c.Extra == nil {
		c.Extra = map[string]any{}
	}
	c.Extra[key] = value
	return &c
}

// At returns a copy with the index, from 0, of the failed item of a bulk call.
func (e *Error) At(index int) *Error { return e.With("index", index) }

// ErrOutcomeUnknown is the cause of an error after which a change may or may not have happened.
var ErrOutcomeUnknown = errors.New("the outcome is unknown; look before you repeat. A create with an idempotency_key may be repeated at once")

// From converts any error to one that a client may see. An expired deadline becomes timeout, and a cancelled
// context becomes cancelled. Unknown errors become internal, with empty details.
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

// DatabaseTimeout is the details of a timeout of a database.
const DatabaseTimeout = "Connection timeout: the database did not finish within the time limit; ask for less, or try again"

// Database is From for errors of a database. Unavailable and timeout errors then have the database's title.
// Errors about the request itself are returned unchanged. err must not be nil.
func Database(err error) *Error {
	known := From(err)
	switch known.Code { //nolint:exhaustive // the others are verdicts
	case Unavailable, Timeout, Cancelled, Internal:
		c := *known
		c.database = true
		if _, own := errors.AsType[*Error](err); !own && c.Code == Timeout {
			c.Details = DatabaseTimeout
		}
		return &c
	}
	return known
}

// OfDatabase reports whether the error is a failure of the database.
func (e *Error) OfDatabase() bool { return e.database }

// CodeOf returns the code that From would give, or "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
