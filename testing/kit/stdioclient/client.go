// Package stdioclient is a minimal client for MCP over the standard streams of a plotline process.
// Benchmarks use it because it does little work itself; tests use it to inspect every line.
package stdioclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"plotline/testing/kit/logbuffer"
	"plotline/testing/kit/serving"
)

// Client is a connection to a running program.
type Client struct {
	Ready time.Duration // from the start of the process to the reply to initialize

	cmd  *exec.Cmd
	in   io.WriteCloser
	log  logbuffer.Buffer
	line func(line []byte)
	done chan struct{} // the program's output has ended
	wait func() error

	mu   sync.Mutex // guards the fields below, and in
	next int
	open map[int]chan Message // requests without a reply; nil after the output's end
}

// Start starts the command, which has its arguments and environment, and initializes the connection. The
// function line, which may be nil, is called for each line that the program writes.
func Start(cmd *exec.Cmd, line func(line []byte)) (*Client, error) {
	c := &Client{cmd: cmd, line: line, done: make(chan struct{}), open: map[int]chan Message{}}
	c.wait = sync.OnceValue(func() error {
		<-c.done // Wait closes the pipe, which may still hold lines
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

// read delivers each reply to its caller, until the output ends.
func (c *Client) read(out io.Reader) {
	defer close(c.done)
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			c.handle(line)
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

func (c *Client) handle(line []byte) {
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

// Process returns the process id.
func (c *Client) Process() int { return c.cmd.Process.Pid }

// Log returns the program's standard error so far.
func (c *Client) Log() string { return c.log.String() }

// CloseInput closes the program's standard input, as a client does at its end.
func (c *Client) CloseInput() error { return c.in.Close() }

// Wait waits until the program ends. It returns an error if the status is not 0.
func (c *Client) Wait() error { return c.wait() }

// Status returns the exit status of an ended program.
func (c *Client) Status() int { return c.cmd.ProcessState.ExitCode() }

// Close closes the program's input and waits until it ends.
func (c *Client) Close() error {
	_ = c.CloseInput()
	return c.Wait()
}

// Signal sends a signal to the process.
func (c *Client) Signal(s os.Signal) error { return c.cmd.Process.Signal(s) }

// Open starts `plotline mcp` for one test. When the test ends, the program must end without error.
func Open(t *testing.T, binary string, env []string, args ...string) *Client {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), binary, append([]string{"mcp"}, args...)...) //nolint:gosec // our own binary
	cmd.Env = append(serving.Environ(), env...)
	c, err := Start(cmd, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("plotline mcp: %v\n%s", err, c.Log())
		}
	})
	return c
}
