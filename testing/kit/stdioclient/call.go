package stdioclient

import (
	"encoding/json"
	"fmt"
	"time"
)

// Message is a reply of the program.
type Message struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// ToolResult is the result of a tool.
type ToolResult struct {
	IsError    bool            `json:"isError"`
	Structured json.RawMessage `json:"structuredContent"`
	Content    []struct {
		Text string `json:"text"`
	} `json:"content"`
}

// Send writes a line.
func (c *Client) Send(line string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.send([]byte(line))
}

// send writes in one piece, with one system call.
func (c *Client) send(line []byte) error {
	if _, err := c.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("the program reads no more: %w\n%s", err, c.Log())
	}
	return nil
}

// Begin sends a request, and returns its id and the channel of its reply. The channel is closed if the
// program ends first.
func (c *Client) Begin(method string, params any) (int, <-chan Message, error) {
	answer := make(chan Message, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		close(answer)
		return 0, answer, nil
	}
	c.next++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.next, "method": method, "params": params})
	if err != nil {
		return 0, nil, err
	}
	c.open[c.next] = answer
	return c.next, answer, c.send(line)
}

// Request sends a request and waits for its result.
func (c *Client) Request(method string, params any) (json.RawMessage, error) {
	_, answer, err := c.Begin(method, params)
	if err != nil {
		return nil, err
	}
	m, ok := <-answer
	switch {
	case !ok:
		return nil, fmt.Errorf("the program ended: %s", c.Log())
	case m.Error != nil:
		return nil, fmt.Errorf("%s: %s", method, m.Error)
	}
	return m.Result, nil
}

// Call calls a tool and decodes its structured result into out, which may be nil. It returns the time from
// request to reply.
func (c *Client) Call(tool string, args, out any) (time.Duration, error) {
	result, took, err := c.tool(tool, args)
	if err != nil || out == nil {
		return took, err
	}
	return took, json.Unmarshal(result.Structured, out)
}

// CallText calls a tool that returns only text.
func (c *Client) CallText(tool string, args any) (string, time.Duration, error) {
	result, took, err := c.tool(tool, args)
	if err == nil && len(result.Content) == 0 {
		err = fmt.Errorf("%s answered without a text", tool)
	}
	if err != nil {
		return "", took, err
	}
	return result.Content[0].Text, took, nil
}

// tool calls a tool, and converts its error to a Go error.
func (c *Client) tool(tool string, args any) (ToolResult, time.Duration, error) {
	began := time.Now()
	raw, err := c.Request("tools/call", map[string]any{"name": tool, "arguments": args})
	took := time.Since(began)
	if err != nil {
		return ToolResult{}, took, err
	}
	var result ToolResult
	if err := json.Unmarshal(raw, &result); err != nil {
		return ToolResult{}, took, err
	}
	if result.IsError {
		return result, took, fmt.Errorf("%s: %s", tool, result.Content[0].Text)
	}
	return result, took, nil
}
