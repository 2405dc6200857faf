// Package apiclient calls the use cases of a running program for tests over REST, MCP over HTTP or MCP over
// stdio. The caller need not know which API is used. Tests and benchmarks import it.
package apiclient

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
	// and an *InvalidReplyError if the reply is not allowed for clients.
	Call(ctx context.Context, useCase string, args map[string]any) (Answer, error)
}

// Answer is the program's reply.
type Answer struct {
	Result  json.RawMessage
	Code    fault.Code // of a rejection; "" on success
	Details string     // of a rejection
}

// Into decodes the result into out, which may be nil. For a rejection it returns a *RejectedError.
func (a Answer) Into(out any) error {
	switch {
	case a.Code != "":
		return &RejectedError{a}
	case out == nil:
		return nil
	}
	return json.Unmarshal(a.Result, out)
}

// Call calls a use case and decodes the result into out, which may be nil. For a rejection it returns a
// *RejectedError.
func Call(ctx context.Context, c Client, useCase string, args map[string]any, out any) error {
	answer, err := c.Call(ctx, useCase, args)
	if err != nil {
		return err
	}
	return answer.Into(out)
}

// InvalidReplyError reports a reply that is not allowed for clients.
type InvalidReplyError struct{ reason string }

// Error describes what is wrong with the reply.
func (e *InvalidReplyError) Error() string { return e.reason }

func invalidReply(format string, args ...any) error {
	return &InvalidReplyError{fmt.Sprintf(format, args...)}
}

// RejectedError reports a rejection where a result was expected.
type RejectedError struct{ Answer Answer }

// Error returns the program's error.
func (e *RejectedError) Error() string {
	return "refused: " + string(e.Answer.Code) + ": " + e.Answer.Details
}

// foreign matches messages of drivers, networks or Go, which clients must not see.
var foreign = regexp.MustCompile(`(?i)Neo\.|Neo4jError|ConnectivityError|TransactionExecution|RetryLimit|bolt|dial tcp|EOF|refused|broken pipe|` +
	`reset by|i/o timeout|context |deadline|goroutine|0x|SQLITE|sqlite|malformed|errno|no such file|ENOSPC|read-only file system|no space left`)

// rejection decodes a rejection. All APIs use the same members, except for the name of the details.
func rejection(useCase string, text []byte, details string) (Answer, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return Answer{}, invalidReply("%s: refused with %.500s", useCase, text)
	}
	var a Answer
	_ = json.Unmarshal(members["code"], &a.Code) // what is no text is no known code
	_ = json.Unmarshal(members[details], &a.Details)
	if a.Code.Title() == "" || a.Code == fault.Internal || foreign.MatchString(a.Details) {
		return a, invalidReply("%s: refused with %.500s", useCase, text)
	}
	if (a.Code == fault.Unavailable || a.Code == fault.Timeout) && a.Details == "" {
		return a, invalidReply("%s: %s, and not a word of what to do", useCase, a.Code)
	}
	return a, nil
}
