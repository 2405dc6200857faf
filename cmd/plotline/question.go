package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"plotline/internal/fault"
)

// askToDelete prints a question about a deletion to the error stream and returns the line that answers it, without spaces around it. The end of
// the input is an empty answer. An interrupt ends the question at once.
func askToDelete(ctx context.Context, std streams, question string) (string, error) {
	_, _ = fmt.Fprint(std.err, question)
	answered := make(chan string, 1)
	go func() { // a read of a terminal does not end with ctx
		line, _ := bufio.NewReader(std.in).ReadString('\n') // what was typed before an error counts
		answered <- strings.TrimSpace(line)
	}()
	select {
	case answer := <-answered:
		return answer, nil
	case <-ctx.Done():
		_, _ = fmt.Fprintln(std.err)
		return "", fault.New(fault.Cancelled, "stopped: nothing was deleted")
	}
}
