package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"plotline/testing/kit/httpclient"
	"plotline/testing/kit/stdioclient"
)

// transport is a transport to request an episode. Requests and expected replies are prepared as bytes, so
// that the client's own cost is small.
type transport struct {
	name     string
	ask      func(request []byte) ([]byte, error)
	requests [][]byte // one for each episode
	answers  [][]byte // the expected replies
	end      func()
}

// askOver sends requests on a connection.
func askOver(c *httpclient.Conn) func(request []byte) ([]byte, error) {
	return func(request []byte) ([]byte, error) {
		got, err := c.Do(request)
		if err == nil && got.Status != 200 {
			err = fmt.Errorf("%d %.300s", got.Status, got.Body)
		}
		return got.Body, err
	}
}

// httpTransports lists the transports of a server.
func (s *dataset) httpTransports(ctx context.Context, server *httpclient.Server) ([]*transport, error) {
	list := []*transport{{name: "REST"}, {name: "MCP, session"}, {name: "MCP, stateless"}}
	session := ""
	for _, w := range list {
		c, err := server.Dial(ctx)
		if err != nil {
			return nil, err
		}
		if session == "" {
			if session, err = server.Begin(c); err != nil {
				return nil, err
			}
		}
		w.ask, w.end = askOver(c), c.Close
	}
	for _, id := range s.ids {
		args := `{"episode_id":"` + id + `"}`
		list[0].requests = append(list[0].requests, server.Get("/api/v1/episodes/"+id))
		list[1].requests = append(list[1].requests, server.Tool(session, "get_episode", args))
		list[2].requests = append(list[2].requests, server.StatelessTool("get_episode", args))
	}
	return list, nil
}

// stdioTransport starts a process with MCP over its standard streams. It costs less than a real client: no
// other goroutine reads, and nothing is decoded.
func (s *dataset) stdioTransport(ctx context.Context) (*transport, error) {
	cmd := exec.CommandContext(ctx, s.binary, "mcp", "--log-level", "error", "--store", "embedded", "--data-dir", s.dir) //nolint:gosec // our own binary
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReaderSize(out, 1<<20)
	w := &transport{name: "stdio", ask: func(request []byte) ([]byte, error) {
		if _, err := in.Write(request); err != nil {
			return nil, err
		}
		return lines.ReadSlice('\n')
	}, end: func() {
		_ = in.Close()
		_ = cmd.Wait()
	}}
	if _, err := w.ask([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
		`"capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}` + "\n")); err != nil {
		return nil, err
	}
	for _, id := range s.ids {
		w.requests = append(w.requests, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_episode",`+
			`"arguments":{"episode_id":"`+id+`"}}}`+"\n"))
	}
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return w, err
}

// recordReplies stores the replies, after checking that each contains the episode as another process returns
// it.
func (w *transport) recordReplies(s *dataset) error {
	for i, id := range s.ids {
		var want json.RawMessage
		if _, err := s.seed.Call("get_episode", map[string]any{"episode_id": id}, &want); err != nil {
			return err
		}
		got, err := w.ask(w.requests[i])
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		if !bytes.Contains(got, want) || !bytes.Contains(want, []byte(id)) {
			return fmt.Errorf("%s gave %s, want %s", w.name, got, want)
		}
		w.answers = append(w.answers, withoutMeta(got))
	}
	return nil
}

// withoutMeta returns a reply without MCP's data about the call: its time and duration.
func withoutMeta(answer []byte) []byte {
	before, rest, ok := bytes.Cut(answer, []byte(`"_meta":{`))
	_, after, closed := bytes.Cut(rest, []byte(`"content":`))
	if !ok || !closed {
		return bytes.Clone(answer)
	}
	return slices.Concat(before, after)
}

// get requests the i-th episode and checks the reply.
func (w *transport) get(ask func(request []byte) ([]byte, error), i int) (time.Duration, error) {
	began := time.Now()
	got, err := ask(w.requests[i])
	took := time.Since(began)
	if err == nil && !bytes.Equal(withoutMeta(got), w.answers[i]) {
		err = fmt.Errorf("%.300s, want %.300s", got, w.answers[i])
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", w.name, err)
	}
	return took, err
}

// client is a process of the program with MCP over its standard streams.
type client = stdioclient.Client

// start starts the program with the arguments and initializes the connection.
func start(ctx context.Context, o options, env []string, args ...string) (*client, error) {
	return stdioclient.Start(program(ctx, o, "mcp", env, args), nil)
}

// embed waits until every episode of a graph has its vector. Otherwise a server would make them while it is measured.
func embed(ctx context.Context, o options, env []string, args ...string) error {
	if out, err := program(ctx, o, "embed", env, args).CombinedOutput(); err != nil {
		return fmt.Errorf("embed: %w: %s", err, out)
	}
	return nil
}

// program returns one command of the program under test.
func program(ctx context.Context, o options, command string, env, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, o.binary, slices.Concat([]string{command, "--log-level", "error"}, args, o.flags)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), env...)
	return cmd
}
