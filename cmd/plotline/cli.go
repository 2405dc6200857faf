package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"plotline/graph/fault"
)

// streams are the three standard streams, so that tests can stand in for them.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// cli is the whole command line. Flags come before the environment, the environment before the file.
type cli struct {
	settings

	MCP     mcpCommand     `cmd:"" name:"mcp" help:"Serve MCP over standard input and output."`
	Serve   serveCommand   `cmd:"" help:"Serve MCP and REST over HTTP."`
	Import  importCommand  `cmd:"" help:"Bring a graph in: JSON Lines, a git history, or the example."`
	Graph   graphCommand   `cmd:"" help:"Show the graph, or its topological order."`
	Plans   plansCommand   `cmd:"" help:"Decide on what agents propose to do with media files."`
	Token   tokenCommand   `cmd:"" help:"Make, list and revoke the tokens that open the HTTP door."`
	Doctor  doctorCommand  `cmd:"" help:"Tell what is configured, what is reachable, and what to do about what is not."`
	Health  healthCommand  `cmd:"" help:"Ask a running server whether it is alive; for the health check of a container."`
	Version versionCommand `cmd:"" help:"Print the version."`

	PrintVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// exit is how kong ends a run that needs no more work, such as --help.
type exit int

// run does what the arguments say and gives the exit status. A failure is one sentence on the
// error stream and never status 0.
func run(ctx context.Context, args []string, std streams) (code int) {
	defer func() {
		switch stopped := recover().(type) {
		case nil:
		case exit:
			code = int(stopped)
		default:
			panic(stopped) // a mistake of ours: its stack is worth more than a sentence
		}
	}()
	unsetEmpty()
	var root cli
	parser, err := kong.New(&root,
		kong.Name("plotline"),
		kong.Description("Memory for AI agents: episodes, and how they hang together."),
		kong.Writers(std.out, std.err),
		kong.Exit(func(status int) { panic(exit(status)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.Configuration(configFile),
		kong.Vars{"version": "plotline " + version()},
	)
	if err != nil {
		return fail(std, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if err != nil {
		return fail(std, err)
	}
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(&root.settings, std); err != nil {
		return fail(std, err)
	}
	return 0
}

// fail says what went wrong: a sentence, and below it what the error lists.
func fail(std streams, err error) int {
	if errors.Is(err, syscall.EPIPE) { // whoever read has seen enough, as head does
		return 1
	}
	lines := []string{strings.TrimSpace(err.Error())}
	if own, ok := errors.AsType[*fault.Error](err); ok {
		lines = explained(own)
	}
	_, _ = fmt.Fprintln(std.err, "plotline: "+strings.Join(lines, "\n  "))
	return 1
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
	return all
}

// unsetEmpty lets an empty environment variable count as unset.
func unsetEmpty() {
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if value == "" && (strings.HasPrefix(name, "PLOTLINE_") || strings.HasPrefix(name, "NEO4J_")) {
			_ = os.Unsetenv(name)
		}
	}
}
