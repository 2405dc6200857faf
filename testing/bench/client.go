package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// client speaks MCP with one process of the program over its standard streams, with as little work
// of its own as can be, so that what it measures is the program.
type client struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	mu    sync.Mutex // of in, next and wait
	next  int
	wait  map[int]chan message
	begun time.Time
	ready time.Duration // from the start of the process to the answer of initialize
	tail  *bytes.Buffer
}

type message struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// start runs the program with the arguments and shakes hands.
func start(ctx context.Context, o options, env []string, args ...string) (*client, error) {
	c := &client{wait: map[int]chan message{}, tail: &bytes.Buffer{}}
	c.cmd = exec.CommandContext(ctx, o.binary, append([]string{"mcp", "--log-level", "error"}, args...)...) //nolint:gosec // our own binary
	c.cmd.Env = append(os.Environ(), env...)
	c.cmd.Stderr = c.tail
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in = in
	c.begun = time.Now()
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go c.read(out)
	_, err = c.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "bench", "version": "1"},
	})
	c.ready = time.Since(c.begun)
	if err != nil {
		return nil, fmt.Errorf("initialize: %w: %s", err, c.tail)
	}
	_, err = io.WriteString(c.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return c, err
}

func (c *client) read(out io.Reader) {
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var m message
		if json.Unmarshal(line, &m) != nil || m.ID == 0 {
			continue
		}
		c.mu.Lock()
		answer := c.wait[m.ID]
		delete(c.wait, m.ID)
		c.mu.Unlock()
		if answer != nil {
			answer <- m
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, answer := range c.wait {
		close(answer)
	}
	c.wait = nil
}

func (c *client) request(method string, params any) (json.RawMessage, error) {
	answer := make(chan message, 1)
	c.mu.Lock()
	if c.wait == nil {
		c.mu.Unlock()
		return nil, errors.New("the program has ended: " + c.tail.String())
	}
	c.next++
	id := c.next
	c.wait[id] = answer
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err == nil {
		_, err = c.in.Write(append(line, '\n'))
	}
	c.mu.Unlock()
	if err != nil {
		return nil, err
	}
	m, ok := <-answer
	switch {
	case !ok:
		return nil, errors.New("the program ended: " + c.tail.String())
	case m.Error != nil:
		return nil, fmt.Errorf("%s: %s", method, m.Error)
	}
	return m.Result, nil
}

// call runs a tool, decodes its structured result into out (may be nil), and gives the time from
// request to answer.
func (c *client) call(tool string, args, out any) (time.Duration, error) {
	began := time.Now()
	raw, err := c.request("tools/call", map[string]any{"name": tool, "arguments": args})
	took := time.Since(began)
	if err != nil {
		return took, err
	}
	var result struct {
		IsError    bool            `json:"isError"`
		Structured json.RawMessage `json:"structuredContent"`
		Content    []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return took, err
	}
	if result.IsError {
		return took, fmt.Errorf("%s: %s", tool, result.Content[0].Text)
	}
	if out == nil {
		return took, nil
	}
	return took, json.Unmarshal(result.Structured, out)
}

// resident gives the memory of the process in MiB, from the kernel.
func (c *client) resident() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kib / 1024, err
		}
	}
	return 0, errors.New("the kernel does not tell")
}

// close ends the program as a client does: by closing its input.
func (c *client) close() error {
	_ = c.in.Close()
	return c.cmd.Wait()
}
