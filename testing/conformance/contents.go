package conformance

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// An image of one pixel, and an empty sound.
const (
	pixel   = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
)

func addContents(s *server.MCPServer) {
	addTool(s, "test_simple_text", "Answers with text", answering(mcp.NewTextContent("This is a simple text response for testing.")))
	addTool(s, "test_image_content", "Answers with an image", answering(mcp.NewImageContent(pixel, "image/png")))
	addTool(s, "test_audio_content", "Answers with audio", answering(mcp.NewAudioContent(silence, "audio/wav")))
	addTool(s, "test_embedded_resource", "Answers with a resource", answering(
		embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")))
	addTool(s, "test_multiple_content_types", "Answers with text, an image and a resource", answering(
		mcp.NewTextContent("Multiple content types test:"),
		mcp.NewImageContent(pixel, "image/png"),
		embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)))
	addTool(s, "test_error_handling", "Fails",
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultError("This tool intentionally returns an error for testing"), nil
		})
}

func embedded(uri, kind, text string) mcp.Content {
	return mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: uri, MIMEType: kind, Text: text})
}

// addSchemas adds tools for which only the tool list matters.
func addSchemas(s *server.MCPServer) {
	s.AddTool(mcp.NewToolWithRawSchema("json_schema_2020_12_tool", "Has a schema with much of JSON Schema 2020-12", []byte(`{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"type": "object",
		"$defs": {"address": {"$anchor": "addressDef", "type": "object",
			"properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
		"properties": {
			"name": {"type": "string"},
			"address": {"$ref": "#/$defs/address"},
			"contactMethod": {"type": "string", "enum": ["phone", "email"]},
			"phone": {"type": "string"},
			"email": {"type": "string"}
		},
		"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
		"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
		"then": {"required": ["phone"]},
		"else": {"required": ["email"]},
		"additionalProperties": false
	}`)), answering(mcp.NewTextContent("ok")))
	s.AddTool(mcp.NewToolWithRawSchema("test_headers", "Has an argument that also travels in a header", []byte(`{
		"type": "object",
		"properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
		"required": ["region"]
	}`)), answering(mcp.NewTextContent("ok")))
}

func addResources(s *server.MCPServer) {
	addText(s, "test://static-text", "This is the content of the static text resource.")
	addText(s, "test://watched-resource", "This may be subscribed to.")
	s.AddResource(mcp.NewResource("test://static-binary", "static-binary", mcp.WithMIMEType("image/png")),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.BlobResourceContents{URI: "test://static-binary", MIMEType: "image/png", Blob: pixel}}, nil
		})
	s.AddResourceTemplate(mcp.NewResourceTemplate("test://template/{id}/data", "template", mcp.WithTemplateMIMEType("application/json")),
		func(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			id := strings.TrimSuffix(strings.TrimPrefix(req.Params.URI, "test://template/"), "/data")
			text := fmt.Sprintf(`{"id":%q,"templateTest":true,"data":%q}`, id, "Data for ID: "+id)
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: "application/json", Text: text}}, nil
		})
}

func addText(s *server.MCPServer, uri, text string) {
	s.AddResource(mcp.NewResource(uri, strings.TrimPrefix(uri, "test://"), mcp.WithMIMEType("text/plain")),
		func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: uri, MIMEType: "text/plain", Text: text}}, nil
		})
}
