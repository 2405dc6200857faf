package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"plotline/internal/fault"
)

// canAsk returns an error if nobody can be asked, which says how to do it without a question.
func canAsk(std streams, do string) error {
	if isTerminal(std.in) {
		return nil
	}
	return misuse{fmt.Errorf("there is no terminal to ask for confirmation; to %s without it, add --yes", do)}
}

// confirm asks a question that only y or yes confirms. No input means no. Otherwise the error is unchanged, which says what
// was not done.
func confirm(ctx context.Context, std streams, question, unchanged string) error {
	answer, err := ask(ctx, std, question, unchanged)
	if err != nil {
		return err
	}
	if word := strings.ToLower(answer); word != "y" && word != "yes" {
		return errors.New(unchanged)
	}
	return nil
}

// ask prints a question to the error stream and returns the line that answers it, without spaces around it. The end of the
// input is an empty answer. An interrupt ends the question at once; its error has the text unchanged.
func ask(ctx context.Context, std streams, question, unchanged string) (string, error) {
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
		return "", fault.New(fault.Cancelled, "stopped: "+unchanged)
	}
}
