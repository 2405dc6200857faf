// Command plotline is the memory of AI agents as one program: MCP over standard input and output,
// imports, and looks at the graph from a terminal.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"plotline/cmd/plotline/startup"
	"plotline/scenes/compiler"
)

// startTime is when the program has started: a client lists the tools right after initialize.
const startTime = time.Second

func main() {
	time.AfterFunc(startTime, startup.Done)
	if len(os.Args) == 2 && os.Args[1] == compiler.Argument {
		os.Exit(compiler.Serve(os.Stdin, os.Stdout))
	}
	// A client that goes away is an error of the next write, not the end of the process in its midst.
	signal.Ignore(syscall.SIGPIPE)
	// Ours is slog. What net/http writes here by itself may hold what the other side of a connection
	// sent, a model's endpoint that echoes its key among them.
	log.SetOutput(io.Discard)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}
