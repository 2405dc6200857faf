package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plotline/testing/kit/httpclient"
)

// activity is an activity of clients.
type activity struct {
	name     string
	weight   int   // its frequency relative to the others
	requests int64 // the number of requests that it makes
	do       func(c *client, ctx context.Context) error
}

var activities = []activity{
	{"get", 30, 1, (*client).get},
	{"list", 5, 1, reading("/api/v1/episodes?limit=10", `"total_count"`)},
	{"search", 5, 1, reading("/api/v1/search?query=soak", `"episodes"`)},
	{"graph", 3, 1, reading("/api/v1/graph?max_nodes=20&format=mermaid", "graph TD")},
	{"get in a session", 15, 1, (*client).getInSession},
	{"get without a session", 10, 1, (*client).getStateless},
	{"create", 2, 1, (*client).create},
	{"update", 5, 1, (*client).update},
	{"relate", 4, 2, (*client).relate},
	{"be refused", 10, 1, (*client).sendRejected},
	{"be refused by the protocol", 4, 1, (*client).sendRejectedToTool},
	{"a session", 4, 4, (*client).wholeSession},
	{"a stream", 3, 3, (*client).dropStream},
	{"a stream that its session ends", 2, 4, (*client).endStream},
	{"a stream without a session", 3, 1, (*client).dropStatelessStream},
	{"leave in mid-request", 6, 1, (*client).disconnect},
}

// want sends a request on the client's connection and checks the reply.
func (c *client) want(request []byte, status int, text string) ([]byte, error) {
	return want(c.conn, request, status, text)
}

func want(conn *httpclient.Conn, request []byte, status int, text string) ([]byte, error) {
	got, err := conn.Do(request)
	if err == nil && (got.Status != status || !bytes.Contains(got.Body, []byte(text))) {
		err = fmt.Errorf("%.200q gave %d %.300s, want %d and %q", request, got.Status, got.Body, status, text)
	}
	return got.Body, err
}

func (c *client) get(context.Context) error {
	id := c.one()
	_, err := c.want(c.server.Get("/api/v1/episodes/"+id), 200, id)
	return err
}

func reading(path, text string) func(*client, context.Context) error {
	return func(c *client, _ context.Context) error {
		_, err := c.want(c.server.Get(path), 200, text)
		return err
	}
}

func (c *client) getInSession(context.Context) error {
	id := c.one()
	_, err := c.want(c.server.Tool(c.session, "get_episode", `{"episode_id":"`+id+`"}`), 200, `"structuredContent":{"episode_id":"`+id)
	return err
}

func (c *client) getStateless(context.Context) error {
	id := c.one()
	_, err := c.want(c.server.StatelessTool("get_episode", `{"episode_id":"`+id+`"}`), 200, `"structuredContent":{"episode_id":"`+id)
	return err
}

func (c *client) create(context.Context) error {
	_, err := create(c.conn, c.server)
	return err
}

// create creates an episode and returns its id.
func create(conn *httpclient.Conn, server *httpclient.Server) (string, error) {
	return createAt(conn, server.JSON(http.MethodPost, "/api/v1/episodes", `{"query":"Soak: does it hold?","reward":0.5}`), "episode_id")
}

// createAt sends a request that creates something, and returns its id.
func createAt(conn *httpclient.Conn, request []byte, field string) (string, error) {
	body, err := want(conn, request, 201, field)
	if err != nil {
		return "", err
	}
	var out map[string]any
	if err := json.Unmarshal(body, &out); err != nil {
		return "", err
	}
	id, ok := out[field].(string)
	if !ok {
		return "", fmt.Errorf("no %s in %s", field, body)
	}
	return id, nil
}

func (c *client) update(context.Context) error {
	body := fmt.Sprintf(`{"reflection":"Held %d times."}`, c.random.IntN(100))
	_, err := c.want(c.server.JSON(http.MethodPatch, "/api/v1/episodes/"+c.one(), body), 200, "episode_id")
	return err
}

// relate adds a relationship and removes it again. Two episodes can have only one of each type, so each
// client has its own from episodes. The type is one that may have cycles.
func (c *client) relate(context.Context) error {
	own := len(c.ids) / workers
	from := c.number*own + c.random.IntN(own)
	to := (from + 1 + c.random.IntN(len(c.ids)-1)) % len(c.ids)
	body := fmt.Sprintf(`{"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"related_to"}`, c.ids[from], c.ids[to])
	id, err := createAt(c.conn, c.server.JSON(http.MethodPost, "/api/v1/relationships", body), "relationship_id")
	if err != nil {
		return err
	}
	_, err = c.want(c.server.Request(http.MethodDelete, "/api/v1/relationships/"+id, ""), 200, "true")
	return err
}

// createEpisodes creates the episodes that the requests use.
func createEpisodes(ctx context.Context, server *httpclient.Server) ([]string, error) {
	conn, err := server.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ids := make([]string, 200)
	for i := range ids {
		if ids[i], err = create(conn, server); err != nil {
			return nil, err
		}
	}
	return ids, nil
}
