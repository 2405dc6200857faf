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

// Client is one way to the use cases. It is safe for concurrent use.
type Client interface {
	// Call asks for a use case by its name. A refusal is an answer. The error is that of a call
	// without an answer, or with one that no client may get: an *UnfitError.
	Call(ctx context.Context, useCase string, args map[string]any) (Answer, error)
}

// Answer is what the program said.
type Answer struct {
	Result  json.RawMessage
	Code    fault.Code // of a refusal; "" of a success
	Details string     // of a refusal
}

// Into decodes the result into out, which may be nil. A refusal is a *RefusedError.
func (a Answer) Into(out any) error {
	switch {
	case a.Code != "":
		return &RefusedError{a}
	case out == nil:
		return nil
	}
	return json.Unmarshal(a.Result, out)
}

// Ask calls and decodes the result into out, which may be nil. A refusal is a *RefusedError.
func Ask(ctx context.Context, c Client, useCase string, args map[string]any, out any) error {
	answer, err := c.Call(ctx, useCase, args)
	if err != nil {
		return err
	}
	return answer.Into(out)
}

// UnfitError is the error of an answer that no client may get.
type UnfitError struct{ reason string }

// Error says what is wrong with it.
func (e *UnfitError) Error() string { return e.reason }

func unfit(format string, args ...any) error { return &UnfitError{fmt.Sprintf(format, args...)} }

// RefusedError is a refusal where a result was wanted.
type RefusedError struct{ Answer Answer }

// Error gives what the program said.
func (e *RefusedError) Error() string {
	return "refused: " + string(e.Answer.Code) + ": " + e.Answer.Details
}

// foreign is what a driver, a network or Go says, and no client may read.
var foreign = regexp.MustCompile(`(?i)Neo\.|Neo4jError|ConnectivityError|TransactionExecution|RetryLimit|bolt|dial tcp|EOF|refused|broken pipe|` +
	`reset by|i/o timeout|context |deadline|goroutine|0x|SQLITE|sqlite|malformed|errno|no such file|ENOSPC|read-only file system|no space left`)

// refusal reads the members that a refusal has on every door, details by the name that it has there.
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
