package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"plotline/testing/kit/httpclient"
)

const unknownID = "01930000-0000-7000-8000-000000000001"

// sendRejected sends requests that are rejected without closing the connection.
func (c *client) sendRejected(context.Context) error {
	stranger := *c.server
	stranger.Token = ""
	refusals := []struct {
		request []byte
		status  int
	}{
		{c.server.Get("/api/v1/episodes/" + unknownID), 404},
		{c.server.Get("/api/v1/episodes/nonsense"), 400},
		{c.server.Get("/api/v1/episodes?limit=many"), 400},
		{c.server.Get("/nowhere"), 404},
		{c.server.Request(http.MethodPut, "/api/v1/episodes", ""), 405},
		{c.server.JSON(http.MethodPost, "/api/v1/episodes", `{"query":`), 400},
		{c.server.Request(http.MethodPost, "/api/v1/episodes", `{}`, "Content-Type", "text/plain"), 415},
		{c.server.Request(http.MethodGet, "/api/v1/episodes", "", "Origin", "https://elsewhere.example"), 403},
		{stranger.Get("/api/v1/episodes"), 401},
		{stranger.StatelessTool("list_episodes", `{}`), 401},
	}
	r := refusals[c.random.IntN(len(refusals))]
	_, err := c.want(r.request, r.status, `"code"`)
	return err
}

// sendRejectedToTool sends MCP requests that are rejected.
func (c *client) sendRejectedToTool(context.Context) error {
	refusals := []struct {
		request []byte
		status  int
		text    string
	}{
		{c.server.Tool(c.session, "get_episode", `{"episode_id":"`+unknownID+`"}`), 200, `"isError":true`},
		{c.server.StatelessTool("get_episode", `{"episode_id":"nonsense"}`), 200, `"isError":true`},
		{c.server.Tool(c.session, "no_such_tool", `{}`), 200, `"error"`},
		{c.server.Tool("AAAABBBBCCCCDDDDEEEEFFFFGG", "list_episodes", `{}`), 404, "Session not found"},
	}
	r := refusals[c.random.IntN(len(refusals))]
	_, err := c.want(r.request, r.status, r.text)
	return err
}

// wholeSession begins a second session, uses it and ends it.
func (c *client) wholeSession(context.Context) error {
	session, err := c.server.Begin(c.conn)
	if err != nil {
		return err
	}
	if _, err := c.want(c.server.Tool(session, "list_episodes", `{"limit":1}`), 200, `"total_count"`); err != nil {
		return err
	}
	return c.server.End(c.conn, session)
}

// openStream begins a session and opens its stream.
func (c *client) openStream(ctx context.Context) (session string, stream *httpclient.Conn, err error) {
	if session, err = c.server.Begin(c.conn); err != nil {
		return "", nil, err
	}
	stream, err = c.server.Stream(ctx, session)
	return session, stream, err
}

// dropStream opens a stream of a session and disconnects.
func (c *client) dropStream(ctx context.Context) error {
	session, stream, err := c.openStream(ctx)
	if err != nil {
		return err
	}
	stream.Close()
	return c.server.End(c.conn, session)
}

// endStream opens a stream of a session, and ends the session.
func (c *client) endStream(ctx context.Context) error {
	session, stream, err := c.openStream(ctx)
	if err != nil {
		return err
	}
	defer stream.Close()
	if err := c.server.End(c.conn, session); err != nil {
		return err
	}
	if event, err := stream.Event(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("the stream did not end with its session: %s, %w", event, err)
	}
	return nil
}

// dropStatelessStream opens a stream of the era without sessions, and disconnects once it is open.
func (c *client) dropStatelessStream(ctx context.Context) error {
	conn, err := c.server.Dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	got, err := conn.Do(c.server.Listen())
	if err != nil || !got.Stream {
		return fmt.Errorf("%d %.300s: %w", got.Status, got.Body, err)
	}
	_, err = conn.Event()
	return err
}

// disconnect disconnects after half a request, or before the reply.
func (c *client) disconnect(ctx context.Context) error {
	conn, err := c.server.Dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	write := c.server.JSON(http.MethodPost, "/api/v1/episodes", `{"query":"Soak: said and gone","reward":0}`)
	requests := [][]byte{
		write[:len(write)/2], // in the head
		write[:len(write)-9], // in the body
		c.server.Get("/api/v1/graph?max_nodes=200"),
		c.server.Tool(c.session, "get_dependency_graph", `{"max_nodes":200}`),
		c.server.StatelessTool("search_episodes", `{"query":"soak"}`),
	}
	return conn.Send(requests[c.random.IntN(len(requests))])
}
