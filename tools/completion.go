package tools

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// completer offers ids of recent episodes for the templates. MCP has room for values alone, so an
// episode's name cannot stand beside its id; but who types part of a name gets the ids.
type completer struct{ s *Server }

// completions is the most that MCP takes in one answer.
const completions = 100

// CompleteResourceArgument completes an episode_id, newest first.
func (c completer) CompleteResourceArgument(
	ctx context.Context, uri string, argument mcp.CompleteArgument, _ mcp.CompleteContext,
) (*mcp.Completion, error) {
	if !strings.HasSuffix(uri, idVariable) || "{"+argument.Name+"}" != idVariable || !c.s.tools.Has("list_episodes") {
		return &mcp.Completion{}, nil
	}
	typed := strings.ToLower(strings.TrimSpace(argument.Value))
	found := &mcp.Completion{}
	for _, episode := range c.recent(ctx) {
		if strings.HasPrefix(episode.ID, typed) || strings.Contains(strings.ToLower(episode.Name), typed) {
			found.Values = append(found.Values, episode.ID)
		}
	}
	found.Total = len(found.Values)
	return found, nil
}

type completable struct {
	ID   string `json:"episode_id"`
	Name string `json:"name"`
}

// recent gives nothing when the store is away: a completion is no place to complain.
func (c completer) recent(ctx context.Context) []completable {
	text, err := c.s.read(ctx, source{tool: "list_episodes", args: map[string]any{"limit": completions}})
	if err != nil {
		return nil
	}
	var page struct {
		Episodes []completable `json:"episodes"`
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		return nil
	}
	return page.Episodes
}
