package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/output"
)

// The exit statuses beside 0.
const (
	statusFailure = 1 // what was asked for could not be done
	statusUsage   = 2 // what was asked for makes no sense: an unknown flag, a value out of bounds
)

// misuse is a failure that another command line mends.
type misuse struct{ error }

// Unwrap gives the failure itself.
func (m misuse) Unwrap() error { return m.error }

// judged marks the failures of a call that its arguments are to blame for.
func judged(err error) error {
	if fault.CodeOf(err) == fault.InvalidArgument {
		return misuse{err}
	}
	return err
}

// statusOf is what the process ends with.
func statusOf(err error) int {
	_, parsing := errors.AsType[*kong.ParseError](err)
	_, wrong := errors.AsType[misuse](err)
	if parsing || wrong {
		return statusUsage
	}
	return statusFailure
}

// fail says what went wrong on the error stream: a sentence and below it what the error lists, or one
// JSON object with --json. Standard output holds results alone.
func fail(std streams, line *kong.Context, args []string, err error) int {
	if errors.Is(err, syscall.EPIPE) { // whoever read has seen enough, as head does
		return statusFailure
	}
	known := inFlags(line, known(err))
	if wantsJSON(line, args) {
		_, _ = fmt.Fprintln(std.err, failureJSON(known))
	} else {
		_, _ = fmt.Fprintln(std.err, "plotline: "+paragraph(strings.Join(explained(known), "\n  ")))
	}
	return statusOf(err)
}

// known gives any failure a code. What the commands themselves say is written for people already.
func known(err error) *fault.Error {
	if own, ok := errors.AsType[*fault.Error](err); ok {
		return own
	}
	code := fault.Internal
	switch {
	case statusOf(err) == statusUsage:
		code = fault.InvalidArgument
	case errors.Is(err, errUnwell), errors.Is(err, errNoServer):
		code = fault.Unavailable
	case errors.Is(err, fs.ErrNotExist):
		code = fault.NotFound
	case errors.Is(err, fs.ErrExist):
		code = fault.AlreadyExists
	case errors.Is(err, fs.ErrPermission):
		code = fault.PermissionDenied
	}
	return fault.New(code, strings.TrimSpace(err.Error()))
}

// failureJSON is the error as the other doors write it, on one line.
func failureJSON(err *fault.Error) string {
	var o output.Object
	o.Add("error", err.Title())
	o.Add("details", err.Details)
	o.Add("code", err.Code)
	o.AddSorted(err.Extra)
	return string(o.JSON())
}

// explained is what a person reads of an error: its details, and what stands beside them.
func explained(err *fault.Error) []string {
	text := err.Details
	if text == "" {
		text = err.Title()
	}
	if lines, ok := err.Extra["lines"]; ok {
		text += fmt.Sprintf(" (lines %v)", lines)
	}
	all := []string{strings.TrimSpace(text)}
	for _, name := range []string{"problems", "changed"} {
		if list, ok := err.Extra[name].([]string); ok && len(list) > 1 { // of one the details speak
			all = append(all, list...)
		}
	}
	if list, ok := err.Extra["faults"].([]input.Fault); ok {
		for _, f := range list[1:] { // the first is the details
			all = append(all, f.Details)
		}
	}
	return all
}
