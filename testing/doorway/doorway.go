// Package doorway calls the use cases of a running program for tests over REST, MCP over HTTP or MCP over
// stdio. The caller need not know which API is used. Tests and benchmarks import it.
package doorway

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"plotline/internal/fault"
)

// Client calls use cases through one API. It is safe for concurrent use.
type Client interface {
	// Call calls a use case by name. A rejection is an Answer. It returns an error if there is no reply,
	// and an *UnfitError if the reply is not allowed for clients.
	Call(ctx context.Context, useCase string, args map[string]any) (Answer, error)
}

// Answer is the program's reply.
type Answer struct {
	Result  json.RawMessage
	Code    fault.Code // of a rejection; "" on success
	Details string     // of a rejection
}

// Into decodes the result into out, which may be nil. For a rejection it returns a *RefusedError.
func (a Answer) Into(out any) error {
	switch {
	case a.Code != "":
		return &RefusedError{a}
	case out == nil:
		return nil
	}
	return json.Unmarshal(a.Result, out)
}

// Ask calls a use case and decodes the result into out, which may be nil. For a rejection it returns a
// *RefusedError.
func Ask(ctx context.Context, c Client, useCase string, args map[string]any, out any) error {
	answer, err := c.Call(ctx, useCase, args)
	if err != nil {
		return err
	}
	return answer.Into(out)
}

// UnfitError reports a reply that is not allowed for clients.
type UnfitError struct{ reason string }

// Error describes what is wrong with the reply.
func (e *UnfitError) Error() string { return e.reason }

func unfit(format string, args ...any) error { return &UnfitError{fmt.Sprintf(format, args...)} }

// RefusedError reports a rejection where a result was expected.
type RefusedError struct{ Answer Answer }

// Error returns the program's error.
func (e *RefusedError) Error() string {
	return "refused: " + string(e.Answer.Code) + ": " + e.Answer.Details
}

// foreign matches messages of drivers, networks or Go, which clients must not see.
var foreign = regexp.MustCompile(`(?i)Neo\.|Neo4jError|ConnectivityError|TransactionExecution|RetryLimit|bolt|dial tcp|EOF|refused|broken pipe|` +
	`reset by|i/o timeout|context |deadline|goroutine|0x|SQLITE|sqlite|malformed|errno|no such file|ENOSPC|read-only file system|no space left`)

// refusal decodes a rejection. All APIs use the same members, except for the name of the details.
func refusal(useCase string, text []byte, details string) (Answer, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return Answer{}, unfit("%s: refused with %.500s", useCase, text)
	}
	var a Answer
	_ = json.Unmarshal(members["code"], &a.Code) // what is no text is no known code
	_ = json.Unmarshal(members[details], &a.Details)
	if a.Code.Title() == "" || a.Code == fault.Internal || foreign.MatchString(a.Details) {
		return a, unfit("%s: refused with %.500s", useCase, text)
	}
	if (a.Code == fault.Unavailable || a.Code == fault.Timeout) && a.Details == "" {
		return a, unfit("%s: %s, and not a word of what to do", useCase, a.Code)
	}
	return a, nil
}
