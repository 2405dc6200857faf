// Command plotline is the memory of AI agents as one program: MCP over standard input and output,
// imports, and looks at the graph from a terminal.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A client that goes away is an error of the next write, not the end of the process in its midst.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}
