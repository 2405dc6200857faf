package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"plotline/testing/kit/markdown"
)

// routeTable writes a line for each route, with its tool and its purpose.
func routeTable(ctx context.Context) (string, error) {
	document, err := ask(ctx, "/api/openapi.json")
	if err != nil {
		return "", err
	}
	var published struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Summary     string `json:"summary"`
		} `json:"paths"`
	}
	if err := json.Unmarshal([]byte(document), &published); err != nil {
		return "", err
	}
	_, listed, err := conversation(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| route | same as the tool | |\n|---|---|---|\n")
	for _, path := range slices.Sorted(maps.Keys(published.Paths)) {
		for _, method := range []string{"get", "post", "patch", "delete"} {
			if op, there := published.Paths[path][method]; there {
				fmt.Fprintf(&b, "| `%s %s` | %s | %s |\n", strings.ToUpper(method), path, toolOf(op.OperationID, listed), cell(op.Summary))
			}
		}
	}
	return b.String(), nil
}

// toolOf returns a link to the tool that does the same as an operation, or "".
func toolOf(operation string, listed []listedTool) string {
	same := strings.NewReplacer("query_", "get_", "get_plan", "get-plan").Replace(operation)
	if !slices.ContainsFunc(listed, func(t listedTool) bool { return t.Name == same }) {
		return ""
	}
	return fmt.Sprintf("[`%s`](tools.md#%s)", same, markdown.Anchor(same))
}
