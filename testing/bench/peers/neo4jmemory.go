package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"time"
)

// startNeo4jMemory starts mcp-neo4j-memory.
func startNeo4jMemory(ctx context.Context, w *environment) (peer, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(w.python, "bin", "mcp-neo4j-memory")) //nolint:gosec // what pip installed
	client, err := w.startClient(cmd, "NEO4J_URI="+w.server.URI, "NEO4J_USERNAME="+w.server.Username, "NEO4J_PASSWORD="+w.server.Password)
	if err != nil {
		return nil, err
	}
	k := &knowledge{Client: client, vocabulary: vocabulary{"type", "source", "target", "find_memories_by_name", "search_memories", "names", "result"}}
	k.bulkLoad = func(nodes []node, links []link) error { return k.loadByDriver(ctx, w, nodes, links) }
	return k, nil
}

// loadByDriver stores the server's data directly. The server takes 10 ms or more for each node, and has no
// index to find the ends of a link. The index used here is dropped again.
func (k *knowledge) loadByDriver(ctx context.Context, w *environment, nodes []node, links []link) error {
	const nodesByName = `UNWIND $items AS e CREATE (m:Memory:task {name: e.name}) SET m += e {.type, .observations}`
	const linksByName = `UNWIND $items AS r MATCH (a:Memory {name: r.source}), (b:Memory {name: r.target}) MERGE (a)-[:FOLLOWS]->(b)`
	if err := w.cypher(ctx, `CREATE INDEX peers_memory IF NOT EXISTS FOR (m:Memory) ON (m.name)`, nil); err != nil {
		return err
	}
	write := func(text string, items []any) (time.Duration, error) {
		return 0, w.cypher(ctx, text, map[string]any{"items": items})
	}
	var entities, relations []any
	for _, n := range nodes {
		entities = append(entities, k.entity(n))
	}
	for _, l := range links {
		relations = append(relations, k.relation(l))
	}
	if err := batches(entities, func(part []any) (time.Duration, error) { return write(nodesByName, part) }); err != nil {
		return err
	}
	if err := batches(relations, func(part []any) (time.Duration, error) { return write(linksByName, part) }); err != nil {
		return err
	}
	return w.cypher(ctx, `DROP INDEX peers_memory`, nil)
}
