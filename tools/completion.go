package tools

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// completer offers ids for the templates. MCP has room for values alone, so a name cannot stand beside
// its id; but who types part of a name gets the ids.
type completer struct{ s *Server }

// completions is the most that MCP takes in one answer.
const completions = 100

// completable is something that a template may name.
type completable struct{ id, name string }

// CompleteResourceArgument completes an episode_id, newest first, or the task_id of a plan that waits.
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

// read leaves the list empty when the tool is not at hand or the store is away: a completion is no
// place to complain.
func (c completer) read(ctx context.Context, tool string, args map[string]any, into any) {
	if !c.s.tools.Has(tool) {
		return
	}
	if text, err := c.s.read(ctx, source{tool: tool, args: args}); err == nil {
		_ = json.Unmarshal([]byte(text), into) // which our own tool has written
	}
}
