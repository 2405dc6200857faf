package main

import (
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// mcpLine is the grammar of `plotline mcp` alone. Every MCP client starts that command, and kong builds its
// grammar by reflection at each start. The grammar of all commands took 6 ms of CPU time.
type mcpLine struct {
	settings

	MCP mcpCommand `cmd:"" name:"mcp"`
}

// parseMCP parses a command line of `plotline mcp`. It returns nil for other commands, for errors, for
// --help and for a configuration file, which may name flags of all commands. The full grammar handles
// those.
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

// namesConfig reports whether a configuration file is named. It also avoids reading the file twice, which
// fails for a pipe.
func namesConfig(args []string) bool {
	return os.Getenv("PLOTLINE_CONFIG") != "" ||
		slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--config") })
}
