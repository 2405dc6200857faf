package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/output"
)

// The exit statuses other than 0.
const (
	statusFailure = 1 // the operation failed
	statusUsage   = 2 // the command line is invalid: an unknown flag, a value out of bounds
)

// misuse is a failure that a different command line avoids.
type misuse struct{ error }

// Unwrap returns the wrapped error.
func (m misuse) Unwrap() error { return m.error }

// asMisuse marks an error that the arguments caused as misuse.
func asMisuse(err error) error {
	if fault.CodeOf(err) == fault.InvalidArgument {
		return misuse{err}
	}
	return err
}

// statusOf returns the exit status of the process.
func statusOf(err error) int {
	_, parsing := errors.AsType[*kong.ParseError](err)
	_, wrong := errors.AsType[misuse](err)
	if parsing || wrong {
		return statusUsage
	}
	return statusFailure
}

// fail prints an error to the error stream: a sentence followed by its list, or one JSON object with
// --json. Standard output carries only results.
func fail(std streams, line *kong.Context, args []string, err error) int {
	if errors.Is(err, syscall.EPIPE) { // the reader closed the pipe early, as head does
		return statusFailure
	}
	coded := inFlags(line, coded(err))
	if wantsJSON(line, args) {
		_, _ = fmt.Fprintln(std.err, failureJSON(coded))
	} else {
		screen := screenOf(std.err)
		text := screen.wrapped("plotline: " + paragraph(strings.Join(errorLines(coded), "\n  ")))
		_, _ = fmt.Fprintln(screen, screen.paint("plotline:", red)+strings.TrimPrefix(text, "plotline:"))
	}
	return statusOf(err)
}

// coded converts any error to one with a code. Errors of the commands themselves have a text for people
// already.
func coded(err error) *fault.Error {
	if own, ok := errors.AsType[*fault.Error](err); ok {
		return own
	}
	code := fault.Internal
	switch {
	case statusOf(err) == statusUsage:
		code = fault.InvalidArgument
	case errors.Is(err, errRequirementMissing), errors.Is(err, errNoServer):
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

// failureJSON encodes the error on one line, as the other APIs do.
func failureJSON(err *fault.Error) string {
	var o output.Object
	o.Add("error", err.Title())
	o.Add("details", err.Details)
	o.Add("code", err.Code)
	o.AddSorted(err.Extra)
	return string(o.JSON())
}

// errorLines returns an error's text for people: its details, then its lists.
func errorLines(err *fault.Error) []string {
	text := err.Details
	if text == "" {
		text = err.Title()
	}
	if lines, ok := err.Extra["lines"]; ok {
		text += fmt.Sprintf(" (lines %v)", lines)
	}
	all := []string{strings.TrimSpace(text)}
	for _, name := range []string{"problems", "changed"} {
		if list, ok := err.Extra[name].([]string); ok && len(list) > 1 { // the details name a single one
			all = append(all, list...)
		}
	}
	if cycle, ok := err.Extra["cycle"].([]graph.CycleEpisode); ok {
		names := make([]string, len(cycle))
		for i, e := range cycle {
			names[i] = "“" + oneLine(e.Name) + "”"
			if e.ID > 0 {
				names[i] = fmt.Sprintf("#%d %s", e.ID, names[i])
			}
		}
		all = append(all, strings.Join(names, " → "))
	}
	if list, ok := err.Extra["faults"].([]input.Fault); ok {
		for _, f := range list[1:] { // the details are the first
			all = append(all, f.Details)
		}
	}
	return all
}
