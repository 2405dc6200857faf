package transport

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/output"
)

// TestMarshalIsEncodingJSON checks that the output equals that of encoding/json, with and without splicing.
func TestMarshalIsEncodingJSON(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`<&> "quoted" \ 終わり `, 200)
	raw, err := output.Marshal(map[string]string{"a": long})
	if err != nil {
		t.Fatal(err)
	}
	result := func(content ...mcp.Content) *mcp.CallToolResult {
		r := &mcp.CallToolResult{Content: content, StructuredContent: raw}
		r.ResultType = "complete"
		return r
	}
	for name, message := range map[string]any{
		"large":          response(result(mcp.NewTextContent(string(raw)))),
		"other text":     response(result(mcp.NewTextContent("graph TD\n" + long))),
		"two blocks":     response(result(mcp.NewTextContent("a"), mcp.NewTextContent("b"))),
		"an image":       response(result(mcp.NewImageContent("AA==", "image/png"))),
		"small":          response(&mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent("{}")}, StructuredContent: json.RawMessage("{}")}),
		"no tool":        response(mcp.EmptyResult{}),
		"a failure":      response(mcp.NewToolResultError("gone")),
		"a notification": mcp.JSONRPCNotification{JSONRPC: "2.0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := json.Marshal(message)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Marshal(message)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(read(t, want), read(t, got)); diff != "" {
				t.Errorf("(-encoding/json +ours):\n%s", diff)
			}
		})
	}
}

func response(result any) mcp.JSONRPCResponse {
	return mcp.NewJSONRPCResultResponse(mcp.NewRequestId(int64(7)), result)
}

func read(t *testing.T, raw []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatalf("%v in %.200s", err, raw)
	}
	return value
}
