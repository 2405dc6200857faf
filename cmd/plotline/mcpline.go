package main

import (
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// mcpLine is the grammar of `plotline mcp` alone. Every client of an agent starts that command, and kong builds a
// grammar by reflection at each start: the one of all commands took 6 ms of CPU time.
type mcpLine struct {
	settings

	MCP mcpCommand `cmd:"" name:"mcp"`
}

// parseMCP reads a command line of `plotline mcp`. It gives nil for any other, for one with a mistake, for --help
// and for a configuration file, which may name flags of all commands: the grammar of all commands reads those.
func parseMCP(args []string, std streams) (*kong.Context, *settings) {
	if len(args) == 0 || args[0] != "mcp" || namesConfig(args) {
		return nil, nil
	}
	var root mcpLine
	parser, err := kong.New(&root, append(options(std), kong.NoDefaultHelp())...)
	if err != nil {
		return nil, nil
	}
	line, err := parser.Parse(args)
	if err != nil {
		return nil, nil
	}
	return line, &root.settings
}

// namesConfig also keeps the file from being read twice, which a pipe cannot be.
func namesConfig(args []string) bool {
	return os.Getenv("PLOTLINE_CONFIG") != "" ||
		slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--config") })
}
