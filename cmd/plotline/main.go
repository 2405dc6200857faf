// Command plotline is a graph memory for AI agents. It serves MCP and REST, imports and exports graphs, and
// queries them from a terminal.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"plotline/internal/recording/hook"
	"plotline/scenes/compiler"
)

// hookArgument makes the program what plotline-hook is, for a configuration that does not know the path of that program. No
// other command has the name, so that no error of the command line can end it.
const hookArgument = "hook"

func main() {
	if len(os.Args) == 2 && os.Args[1] == compiler.Argument {
		os.Exit(compiler.Serve(os.Stdin, os.Stdout))
	}
	if len(os.Args) > 1 && os.Args[1] == hookArgument {
		hook.Main(os.Args[2:]) // never fails, because a client then stops the person's prompt
	}
	// Without SIGPIPE, a lost client makes the next write fail and does not kill the process.
	signal.Ignore(syscall.SIGPIPE)
	// Plotline logs with slog. net/http uses this logger, and its messages may quote the other side of a
	// connection. An endpoint that echoes its key would put the key in the log.
	log.SetOutput(io.Discard)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}
