package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/usecase"
	"plotline/testing/kit/jsonat"
	"plotline/tools"
)

// script holds the calls of the examples, in order.
//
//go:embed script.json
var script []byte

// step is one call. A text ${name} in its arguments is a value that an earlier step saved.
type step struct {
	Tool      string            `json:"tool"`
	Arguments json.RawMessage   `json:"arguments"`
	Note      string            `json:"note"`
	Save      map[string]string `json:"save"` // name → path in the result, as in episodes.0.episode_id
	Hidden    bool              `json:"hidden"`
}

// example is a step with its result.
type example struct {
	note, arguments, answer string
}

// session is a client of the real tools over an embedded store in a temporary folder.
type session struct {
	client *client.Client
	saved  map[string]string
	names  map[string]string // real UUID → the one shown
	media  string            // the media folder, shown as shownMedia
}

// conversation runs the script. It returns the examples by tool, and the tool list grouped by toolset.
func conversation(ctx context.Context) (map[string][]example, []listedTool, error) {
	dir, err := os.MkdirTemp("", "plotline-docs-")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	folder, err := mediaIn(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	store := sqlitestore.New(filepath.Join(dir, "plotline.db"))
	defer func() { _ = store.Close() }() //nolint:contextcheck // a store is closed whatever ends
	s, listed, err := open(ctx, dir, store)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = s.client.Close() }()
	s.media, s.saved["media"] = folder, folder
	var steps []step
	if err := json.Unmarshal(script, &steps); err != nil {
		return nil, nil, fmt.Errorf("script.json: %w", err)
	}
	examples := map[string][]example{}
	for i, st := range steps {
		shown, err := s.run(ctx, st)
		if err != nil {
			return nil, nil, fmt.Errorf("step %d, %s: %w", i, st.Tool, err)
		}
		if !st.Hidden {
			examples[st.Tool] = append(examples[st.Tool], shown)
		}
	}
	return examples, listed, nil
}

// listedTool is a tool as clients see it, with its toolset, which they do not see.
type listedTool struct {
	mcp.Tool

	toolset tools.Toolset
}

// open initializes the connection. The clock starts at a fixed time and advances a minute at each reading,
// so that the documentation does not change.
func open(ctx context.Context, dir string, store graph.Store) (*session, []listedTool, error) {
	now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Minute); return now }
	logger := slog.New(slog.DiscardHandler)
	all := newDomains(dir, store, &usecase.Runner{Logger: logger}, clock)
	offered := tools.All(tools.Deps{Graph: all.memory, Media: all.media, Plans: all.plans, Scenes: all.scenes})
	server := tools.New(tools.Config{
		Name: "plotline", Version: "docs", Tools: offered, Caller: tools.Workspace("default"), Logger: logger,
	})
	c, err := client.NewInProcessClient(server.MCP())
	if err != nil {
		return nil, nil, err
	}
	if err := c.Start(ctx); err != nil {
		return nil, nil, err
	}
	if _, err := c.Initialize(ctx, mcp.InitializeRequest{Params: mcp.InitializeParams{
		ProtocolVersion: "2025-11-25", ClientInfo: mcp.Implementation{Name: "docs", Version: "1"},
	}}); err != nil {
		return nil, nil, err
	}
	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return nil, nil, err
	}
	return &session{client: c, saved: map[string]string{}, names: map[string]string{}}, byToolset(list.Tools, offered), nil
}

// byToolset sorts the tools by toolset, and keeps their order within each.
func byToolset(list []mcp.Tool, offered []tools.Tool) []listedTool {
	var sorted []listedTool
	registry := tools.NewRegistry(offered...)
	for _, set := range tools.Toolsets() {
		for _, tool := range list {
			if known, _ := registry.Lookup(tool.Name); known.Toolset == set {
				sorted = append(sorted, listedTool{tool, set})
			}
		}
	}
	return sorted
}

func (s *session) run(ctx context.Context, st step) (example, error) {
	text := string(st.Arguments)
	for name, value := range s.saved {
		text = strings.ReplaceAll(text, "${"+name+"}", value)
	}
	var arguments map[string]any
	if err := json.Unmarshal([]byte(text), &arguments); err != nil {
		return example{}, err
	}
	result, err := s.client.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: st.Tool, Arguments: arguments}})
	if err != nil {
		return example{}, err
	}
	answer, ok := result.Content[0].(mcp.TextContent)
	if !ok {
		return example{}, fmt.Errorf("no text in %v", result.Content)
	}
	if err := s.save(st, result.StructuredContent); err != nil {
		return example{}, err
	}
	return example{note: st.Note, arguments: s.shown(text), answer: s.shown(answer.Text)}, nil
}

// save saves the values of a result that later steps need.
func (s *session) save(st step, result any) error {
	raw, err := json.Marshal(result)
	if err != nil {
		return err
	}
	for name, path := range st.Save {
		if s.saved[name], err = jsonat.Text(raw, path); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

var uuidForm = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// shown formats JSON and replaces UUIDs by stable ones.
func (s *session) shown(text string) string {
	text = strings.ReplaceAll(text, s.media, shownMedia)
	text = uuidForm.ReplaceAllStringFunc(text, func(id string) string {
		if s.names[id] == "" {
			s.names[id] = fmt.Sprintf("019b8d00-0000-7000-8000-%012x", len(s.names)+1)
		}
		return s.names[id]
	})
	var indented strings.Builder
	enc := json.NewEncoder(&indented)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if json.Valid([]byte(text)) && enc.Encode(json.RawMessage(text)) == nil {
		return strings.TrimSpace(indented.String())
	}
	return text
}
