package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/fault"
	"plotline/internal/output"
)

// The URIs of the resources. The id of a template is the whole rest of the URI.
const (
	episodeURI   = "plotline://episodes/"
	graphURI     = "plotline://graph"
	planURI      = "plotline://plans/"
	idVariable   = "{episode_id}"
	taskVariable = "{task_id}"

	mimeJSON    = "application/json"
	mimeMermaid = "text/vnd.mermaid"
)

// addResources adds the resources whose tools are offered.
func (s *Server) addResources() {
	if s.tools.Has("get_episode") {
		s.addTemplate("episode", episodeURI+idVariable, mimeJSON, "Episode", "One episode in full, as get_episode returns it.")
	}
	if s.tools.Has("get_dependency_graph") {
		s.addTemplate("graph_around", graphURI+"/"+idVariable, mimeMermaid, "Graph around an episode",
			"An episode and those within two hops of it, as Mermaid.")
		s.mcp.AddResource(mcp.NewResource(graphURI, "graph",
			mcp.WithResourceTitle(s.text.get("Newest graph", "resource.graph.title")),
			mcp.WithResourceDescription(s.text.get(
				"The newest episodes and the relationships between them, as Mermaid.", "resource.graph.description")),
			mcp.WithMIMEType(mimeMermaid)), handOverContents)
	}
	if s.tools.Has("get-plan") {
		s.addTemplate("plan", planURI+taskVariable, mimeJSON, "Plan", "One plan and its problems, as get-plan returns it.")
	}
}

// addTemplate adds a template of resources. Title and description are in English; clients see them in the locale's
// language.
func (s *Server) addTemplate(name, uri, mime, title, description string) {
	s.mcp.AddResourceTemplate(mcp.NewResourceTemplate(uri, name,
		mcp.WithTemplateTitle(s.text.get(title, "resource."+name+".title")),
		mcp.WithTemplateDescription(s.text.get(description, "resource."+name+".description")),
		mcp.WithTemplateMIMEType(mime)), handOverContents)
}

// source is the tool that provides a resource, and its arguments.
type source struct {
	tool string
	args map[string]any
	mime string
}

func (s *Server) sourceOf(uri string) (source, bool) {
	if uri == graphURI {
		return drawingOf(nil), s.tools.Has("get_dependency_graph")
	}
	if id, ok := strings.CutPrefix(uri, graphURI+"/"); ok {
		return drawingOf(map[string]any{"episode_ids": []string{id}, "depth": 2}), s.tools.Has("get_dependency_graph")
	}
	if id, ok := strings.CutPrefix(uri, planURI); ok {
		return source{"get-plan", map[string]any{"taskId": id}, mimeJSON}, s.tools.Has("get-plan")
	}
	id, ok := strings.CutPrefix(uri, episodeURI)
	return source{"get_episode", map[string]any{"episode_id": id}, mimeJSON}, ok && s.tools.Has("get_episode")
}

func drawingOf(args map[string]any) source {
	if args == nil {
		args = map[string]any{}
	}
	args["format"] = "mermaid"
	return source{"get_dependency_graph", args, mimeMermaid}
}

// contentsKey is the _meta field in which readResource passes its outcome to handOverContents.
const contentsKey = "plotline/contents"

// outcome is the result of reading a resource.
type outcome struct {
	text, mime string
	err        error
}

// readResource reads a resource before mcp-go looks for its handler. mcp-go turns a handler's error into an internal
// error. Its own "not found", with the right code for the client's protocol, comes only for a URI without a handler.
// So readResource changes the URI of a missing object into one without a handler. The changed URI contains the
// reason, which resourceMissing extracts.
func (s *Server) readResource(ctx context.Context, _ any, req *mcp.ReadResourceRequest) {
	if req.Params.Meta == nil {
		req.Params.Meta = &mcp.Meta{}
	}
	req.Params.Meta.SetMetaField(contentsKey, nil)
	if req.Params.URI == appURI && s.cfg.App == "" {
		req.Params.URI += "': '" + noApp
		return
	}
	from, ok := s.sourceOf(req.Params.URI)
	if !ok {
		return
	}
	text, err := s.read(ctx, from)
	switch fault.CodeOf(err) {
	case fault.NotFound, fault.InvalidArgument:
		req.Params.URI = fmt.Sprintf("%s': '%s", req.Params.URI, fault.From(err).Details)
	default:
		req.Params.Meta.SetMetaField(contentsKey, outcome{text, from.mime, err})
	}
}

// read runs the tool and returns its text. Errors are those that a call of the tool would show.
func (s *Server) read(ctx context.Context, from source) (string, error) {
	t, _ := s.tools.Lookup(from.tool)
	args, err := output.Marshal(from.args)
	if err != nil {
		return "", err
	}
	if err = s.learnRoots(ctx, nil); err != nil {
		return "", s.clientError(ctx, from.tool, err)
	}
	result, err := s.run(ctx, t, args)
	if err != nil {
		return "", s.clientError(ctx, from.tool, err)
	}
	text, _ := mcp.AsTextContent(result.Content[0])
	return text.Text, nil
}

// handOverContents is the handler of every resource. It returns what readResource has read.
func handOverContents(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	got, ok := req.Params.Meta.GetMetaField(contentsKey).(outcome)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: nothing was read", fault.Internal.Title())
	case got.err != nil:
		known := fault.From(got.err)
		return nil, fmt.Errorf("%s: %s", known.Title(), known.Details)
	}
	return []mcp.ResourceContents{
		mcp.TextResourceContents{URI: req.Params.URI, MIMEType: got.mime, Text: got.text},
	}, nil
}

var (
	_ server.ResourceHandlerFunc         = handOverContents
	_ server.ResourceTemplateHandlerFunc = handOverContents
)
