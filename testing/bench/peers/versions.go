package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
)

// versions queries the installed versions, so that the report is correct.
func (w *environment) versions(ctx context.Context) (map[string]string, error) {
	found := map[string]string{"neo4j": w.server.Version}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/neo4j/neo4j-go-driver/v5" {
				found["neo4j-go-driver"] = module.Version
			}
		}
	}
	var npm struct {
		Version string `json:"version"`
	}
	text, err := os.ReadFile(filepath.Join(w.npm, "@modelcontextprotocol", "server-memory", "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &npm)
	}
	if err != nil {
		return nil, fmt.Errorf("server-memory is not installed: %w", err)
	}
	found["server-memory"] = npm.Version
	var python []struct{ Name, Version string }
	text, err = exec.CommandContext(ctx, filepath.Join(w.python, "bin", "python"), "-m", "pip", "list", "--format", "json").Output() //nolint:gosec // what install.sh made
	if err == nil {
		err = json.Unmarshal(text, &python)
	}
	if err != nil {
		return nil, fmt.Errorf("what Python has: %w", err)
	}
	for _, p := range python {
		if p.Name == "mcp-neo4j-memory" || p.Name == "neo4j-mcp-server" {
			found[p.Name] = p.Version
		}
	}
	return found, nil
}
