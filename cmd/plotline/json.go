package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"github.com/alecthomas/kong"

	"plotline/internal/output"
)

// jsonSettings is the flag of every command that prints a result.
type jsonSettings struct {
	JSON bool `name:"json" group:"Output:" help:"Print one JSON document instead of text."`
}

// present writes the result of a call as JSON or with text, unless the call failed.
func (s jsonSettings) present(std streams, result any, err error, text func() error) error {
	switch {
	case err != nil:
		return err
	case s.JSON:
		return printJSON(std.out, result)
	}
	return text()
}

// printJSON writes one indented document, encoded as in the other APIs.
func printJSON(w io.Writer, value any) error {
	raw, err := output.Result(value)
	if err != nil {
		return err
	}
	var laid bytes.Buffer
	if err := json.Indent(&laid, raw, "", "  "); err != nil {
		return err
	}
	laid.WriteByte('\n')
	_, err = io.WriteString(w, visible(laid.String(), "\n")) // its escapes are those of JSON
	return err
}

// wantsJSON reports whether to print an error as JSON. An invalid command line has no parsed flags, so its
// words are searched.
func wantsJSON(line *kong.Context, args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	if slices.Contains(args, "--json") || slices.Contains(args, "--json=true") {
		return true
	}
	if line == nil {
		return false
	}
	at := slices.IndexFunc(line.Flags(), func(f *kong.Flag) bool { return f.Name == "json" })
	return at >= 0 && line.FlagValue(line.Flags()[at]) == true
}
