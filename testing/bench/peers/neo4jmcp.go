package main

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"time"

	"plotline/testing/kit/stdioclient"
)

// neo4jMCP is Neo4j's own MCP server.
type neo4jMCP struct {
	cypher
	client *stdioclient.Client
}

func startNeo4jMCP(ctx context.Context, w *environment) (peer, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(w.python, "bin", "neo4j-mcp-server")) //nolint:gosec // what pip installed
	client, err := w.startClient(cmd, "NEO4J_MCP_URI="+w.server.URI, "NEO4J_MCP_USERNAME="+w.server.Username,
		"NEO4J_MCP_PASSWORD="+w.server.Password, "NEO4J_MCP_TELEMETRY=false", "NEO4J_MCP_LOG_LEVEL=error")
	if err != nil {
		return nil, err
	}
	p := &neo4jMCP{client: client}
	p.cypher = cypher{label: "PeerTool", run: p.call, end: client.Close}
	return p, p.prepare(ctx, w)
}

// call runs a statement with the server's tool, which returns rows as text.
func (p *neo4jMCP) call(text string, params map[string]any, write bool, out any) (time.Duration, error) {
	tool := "read-cypher"
	if write {
		tool = "write-cypher"
	}
	rows, took, err := p.client.CallText(tool, map[string]any{"query": text, "params": params})
	if err != nil {
		return took, err
	}
	return took, json.Unmarshal([]byte(rows), out)
}
