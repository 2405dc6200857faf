package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
)

// startServerMemory starts the reference memory server, which stores its graph in a file of JSON lines.
func startServerMemory(ctx context.Context, w *environment) (peer, error) {
	dir, err := w.newFolder()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "memory.jsonl")
	program := filepath.Join(w.npm, "@modelcontextprotocol", "server-memory", "dist", "index.js")
	client, err := w.startClient(exec.CommandContext(ctx, "node", program), "MEMORY_FILE_PATH="+file)
	if err != nil {
		return nil, err
	}
	k := &knowledge{Client: client, vocabulary: vocabulary{"entityType", "from", "to", "open_nodes", "search_nodes", "names", ""}}
	k.bulkLoad = func(nodes []node, links []link) error { return k.appendToFile(file, nodes, links) }
	return k, nil
}

// appendToFile appends lines in the server's format. The server rereads its file at each call.
func (k *knowledge) appendToFile(file string, nodes []node, links []link) error {
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	if at, err := out.Seek(0, 2); err == nil && at > 0 {
		if _, err := out.WriteString("\n"); err != nil { // the last line has no line break
			return err
		}
	}
	lines := json.NewEncoder(out)
	write := func(kind string, item map[string]any) error {
		item["type"] = kind
		return lines.Encode(item)
	}
	for _, n := range nodes {
		if err := write("entity", k.entity(n)); err != nil {
			return err
		}
	}
	for _, l := range links {
		if err := write("relation", k.relation(l)); err != nil {
			return err
		}
	}
	return out.Close()
}
