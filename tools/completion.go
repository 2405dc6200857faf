package tools

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// completer completes ids in resource templates. An MCP completion has values only, so names cannot be shown beside
// the ids, but part of a name also finds an id.
type completer struct{ s *Server }

// completions is the limit of MCP for one answer.
const completions = 100

// completable is a value for a template, with its name.
type completable struct{ id, name string }

// CompleteResourceArgument completes an episode_id, newest first, or the task_id of a pending plan.
func (c completer) CompleteResourceArgument(
	ctx context.Context, uri string, argument mcp.CompleteArgument, _ mcp.CompleteContext,
) (*mcp.Completion, error) {
	offered := map[string]func(context.Context) []completable{idVariable: c.episodes, taskVariable: c.plans}
	variable := "{" + argument.Name + "}"
	list, known := offered[variable]
	if !known || !strings.HasSuffix(uri, variable) {
		return &mcp.Completion{}, nil
	}
	typed := strings.ToLower(strings.TrimSpace(argument.Value))
	found := &mcp.Completion{}
	for _, one := range list(ctx) {
		if strings.HasPrefix(one.id, typed) || strings.Contains(strings.ToLower(one.name), typed) {
			found.Total++
			if len(found.Values) < completions {
				found.Values = append(found.Values, one.id)
			}
		}
	}
	return found, nil
}

func (c completer) episodes(ctx context.Context) (all []completable) {
	var page struct {
		Episodes []struct {
			ID   string `json:"episode_id"`
			Name string `json:"name"`
		} `json:"episodes"`
	}
	c.read(ctx, "list_episodes", map[string]any{"limit": completions}, &page)
	for _, e := range page.Episodes {
		all = append(all, completable{e.ID, e.Name})
	}
	return all
}

func (c completer) plans(ctx context.Context) (all []completable) {
	var page struct {
		Plans []struct {
			ID     string `json:"id"`
			Folder string `json:"mediaFolderPath"`
		} `json:"plans"`
	}
	c.read(ctx, "list-pending-plans", map[string]any{}, &page)
	for _, p := range page.Plans {
		all = append(all, completable{p.ID, p.Folder})
	}
	return all
}

// read leaves the list empty if the tool is not offered or the store is unavailable. A completion has no field for an
// error.
func (c completer) read(ctx context.Context, tool string, args map[string]any, into any) {
	if !c.s.tools.Has(tool) {
		return
	}
	if text, err := c.s.read(ctx, source{tool: tool, args: args}); err == nil {
		_ = json.Unmarshal([]byte(text), into) // written by this server's own tool
	}
}
