package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// streams holds the three standard streams, so that tests can replace them.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// cli is the root of the command line. Flags override the environment, and the environment overrides the
// file.
type cli struct {
	settings `group:"Flags of every command:"`

	MCP           mcpCommand           `cmd:"" group:"Agents:" name:"mcp" help:"Serve MCP over standard input and output."`
	Serve         serveCommand         `cmd:"" group:"Agents:" help:"Serve MCP, REST and the web pages over HTTP."`
	Setup         setupCommand         `cmd:"" group:"Agents:" help:"Record what a coding agent does, and tell it what earlier work taught."`
	Rules         rulesCommand         `cmd:"" group:"Agents:" help:"Print rules for AGENTS.md or CLAUDE.md that make an agent record and recall."`
	Recall        recallCommand        `cmd:"" paged:"" group:"Graph:" help:"Find earlier episodes that help with a task."`
	Episodes      episodesCommand      `cmd:"" group:"Graph:" help:"List, find, show, create and change episodes."`
	Graph         graphCommand         `cmd:"" group:"Graph:" help:"Show the graph, its order and its relationships."`
	Relationships relationshipsCommand `cmd:"" group:"Graph:" help:"Add relationships, and swap their ends."`
	Import        importCommand        `cmd:"" group:"Graph:" help:"Import a git history, JSON Lines, a memory file or an example."`
	Export        exportCommand        `cmd:"" group:"Graph:" help:"Write a graph as JSON Lines for plotline import."`
	Plans         plansCommand         `cmd:"" group:"Media files:" help:"Decide on plans of agents for media files."`
	Media         mediaCommand         `cmd:"" group:"Media files:" help:"List all media folders, and make plans for many of them at once."`
	Record        recordCommand        `cmd:"" group:"Agents:" help:"Turn the recording of agents' work on and off, and look at it."`
	Verdict       verdictCommand       `cmd:"" group:"Agents:" help:"Say whether the last task of an agent went well."`
	Doctor        doctorCommand        `cmd:"" group:"Operation:" help:"Check the configuration, and say how to fix problems."`
	Backup        backupCommand        `cmd:"" group:"Operation:" help:"Back up the data folder into one file, or show a backup."`
	Restore       restoreCommand       `cmd:"" group:"Operation:" help:"Restore a backup into a new data folder."`
	Workspace     workspaceCommand     `cmd:"" group:"Operation:" help:"List, export, move and delete workspaces."`
	Token         tokenCommand         `cmd:"" group:"Operation:" help:"Create, list and revoke the tokens for HTTP."`
	Model         modelCommand         `cmd:"" group:"Operation:" help:"Install, check and remove the embedding model of recall by meaning."`
	Embed         embedCommand         `cmd:"" group:"Operation:" help:"Make the missing vectors, so that recall finds episodes by meaning."`
	Reindex       reindexCommand       `cmd:"" rare:"" group:"Operation:" help:"Change the languages of the search index, or rebuild the index."`
	Health        healthCommand        `cmd:"" rare:"" group:"Operation:" help:"Check whether a server is running, for the health check of a container."`
	Completion    completionCommand    `cmd:"" group:"Operation:" help:"Print a script that completes commands and flags in a shell."`
	Version       versionCommand       `cmd:"" rare:"" group:"Operation:" help:"Print the version."`
	Help          helpCommand          `cmd:"" group:"Operation:" help:"Explain a command and its flags."`

	Describe describeCommand `cmd:"" hidden:"" help:"Print the commands and their flags as JSON."`

	PrintVersion kong.VersionFlag `name:"version" help:"Print the version." group:"Flags of every command:"`
}

// exit is the panic value by which kong ends a run early, such as for --help.
type exit int

// run executes the arguments and returns the exit status. A failure prints one sentence to the error stream
// and never returns 0.
func run(ctx context.Context, args []string, std streams) (code int) {
	defer func() {
		switch stopped := recover().(type) {
		case nil:
		case exit:
			code = int(stopped)
		default:
			panic(stopped) // a bug in Plotline: keep its stack
		}
	}()
	unsetEmpty()
	if line, flags := parseMCP(args, std); line != nil {
		return execute(ctx, line, flags, args, std)
	}
	var root cli
	parser, err := newParser(&root, std)
	if err != nil {
		return fail(std, nil, args, err)
	}
	if len(args) > 0 && args[0] == completeWord {
		for _, word := range predict(parser, args[1:]) {
			_, _ = fmt.Fprintln(std.out, word)
		}
		return 0
	}
	if args = withHelpFlag(args); len(args) == 0 {
		if err := printOverview(parser, std); err != nil {
			return fail(std, nil, args, err)
		}
		return 0
	}
	line, err := parser.Parse(withNegatives(args))
	if err != nil {
		return fail(std, parsed(err), args, suggestUsage(err))
	}
	return execute(ctx, line, &root.settings, args, std)
}

// newParser returns the grammar of all commands.
func newParser(root *cli, std streams) (*kong.Kong, error) {
	return kong.New(root, append(options(std),
		kong.Description("Memory for AI agents: episodes and the relationships between them."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.Help(printHelp(std)),
		kong.Configuration(configFile),
		kong.Vars{"version": "plotline " + version()},
	)...)
}

// options returns the options that every grammar shares.
func options(std streams) []kong.Option {
	return []kong.Option{
		kong.Name("plotline"),
		kong.Writers(std.out, std.err),
		kong.Exit(func(status int) { panic(exit(status)) }),
		kong.Resolvers(kong.ResolverFunc(rootsOfEnvironment)),
	}
}

// execute runs the selected command and returns the exit status.
func execute(ctx context.Context, line *kong.Context, flags *settings, args []string, std streams) int {
	line.BindTo(ctx, (*context.Context)(nil))
	err := flags.findWorkspace(ctx, line)
	if err == nil {
		flags.printNoProject(line, std)
		err = runSelected(line, flags, std)
	}
	if err != nil {
		return fail(std, line, args, err)
	}
	if node := line.Selected(); node != nil && node.Tag.Has("writes") && isTerminal(std.err) && !wantsJSON(line, args) {
		flags.printAgentWorkspace(std, ".")
	}
	return 0
}

// runSelected runs the selected command. If its tag is paged, its output goes through a pager.
func runSelected(line *kong.Context, flags *settings, std streams) error {
	if node := line.Selected(); node != nil && node.Tag.Has("paged") {
		paged, done := std.paged()
		defer done()
		std = paged
	}
	return line.Run(flags, std)
}

// withNegatives joins a negative number to the flag before it. No flag looks like a negative number.
func withNegatives(args []string) []string {
	joined := make([]string, 0, len(args))
	for _, arg := range args {
		last := len(joined) - 1
		if last >= 0 && negative.MatchString(arg) && strings.HasPrefix(joined[last], "--") && !strings.Contains(joined[last], "=") {
			joined[last] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

var negative = regexp.MustCompile(`^-\.?[0-9]`)

// parsed returns what kong could parse of an invalid command line.
func parsed(err error) *kong.Context {
	if parsing, ok := errors.AsType[*kong.ParseError](err); ok {
		return parsing.Context
	}
	return nil
}

// unsetEmpty treats empty environment variables as unset, except that of the pager, where it means none.
func unsetEmpty() {
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if value == "" && name != pagerVariable && (strings.HasPrefix(name, "PLOTLINE_") || strings.HasPrefix(name, "NEO4J_")) {
			_ = os.Unsetenv(name)
		}
	}
}
