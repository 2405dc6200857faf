// Package stdioclient is a minimal client for MCP over the standard streams of a plotline process.
// Benchmarks use it because it does little work itself; tests use it to inspect every line.
package stdioclient

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"plotline/testing/transcript"
)

// Client is the program as its client meets it.
type Client struct {
	Ready time.Duration // from the start of the process to the answer of initialize

	cmd  *exec.Cmd
	in   io.WriteCloser
	log  transcript.Buffer
	line func(line []byte)
	done chan struct{} // the program's output has ended
	wait func() error

	mu   sync.Mutex // of what follows, and of in
	next int
	open map[int]chan Message // requests without an answer; nil when none will come
}

// Start runs the command, which has its arguments and its environment, and shakes hands. The line
// function, which may be nil, is shown each line that the program writes.
func Start(cmd *exec.Cmd, line func(line []byte)) (*Client, error) {
	c := &Client{cmd: cmd, line: line, done: make(chan struct{}), open: map[int]chan Message{}}
	c.wait = sync.OnceValue(func() error {
		<-c.done // Wait closes the pipe, which may hold lines
		return cmd.Wait()
	})
	cmd.Stderr = &c.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go c.read(out)
	_, err = c.Request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "plotline-testing", "version": "1"},
	})
	c.Ready = time.Since(began)
	if err == nil {
		err = c.Send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	if err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("initialize: %w", err)
	}
	return c, nil
}

// read hands each answer to who waits for it, until the output ends.
func (c *Client) read(out io.Reader) {
	defer close(c.done)
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			c.take(line)
		}
		if err != nil {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, answer := range c.open {
		close(answer)
	}
	c.open = nil
}

func (c *Client) take(line []byte) {
	if c.line != nil {
		c.line(bytes.TrimSuffix(line, []byte("\n")))
	}
	var m Message
	if json.Unmarshal(line, &m) != nil || m.ID == 0 {
		return
	}
	c.mu.Lock()
	answer := c.open[m.ID]
	delete(c.open, m.ID)
	c.mu.Unlock()
	if answer != nil {
		answer <- m
	}
}

// Process is the id of the process.
func (c *Client) Process() int { return c.cmd.Process.Pid }

// Log is what the program has written to its standard error.
func (c *Client) Log() string { return c.log.String() }

// CloseInput tells the program that no more will come, as a client does that leaves.
func (c *Client) CloseInput() error { return c.in.Close() }

// Wait waits for the program's end. The error is that of an end with another status than 0.
func (c *Client) Wait() error { return c.wait() }

// Status is that of a program that ended.
func (c *Client) Status() int { return c.cmd.ProcessState.ExitCode() }

// Close ends the program as a client does, by closing its input, and waits for it.
func (c *Client) Close() error {
	_ = c.CloseInput()
	return c.Wait()
}

// Signal sends the process a signal.
func (c *Client) Signal(s os.Signal) error { return c.cmd.Process.Signal(s) }
