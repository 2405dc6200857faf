package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"plotline/internal/input"
)

// TestNumbersThatNoFloatHolds checks that arguments over stdio reach the use case as written. A message passed to
// mcp-go directly gives an error without names of Go types.
func TestNumbersThatNoFloatHolds(t *testing.T) {
	t.Parallel()
	type free struct {
		Metadata input.Object `json:"metadata"`
	}
	s := newServer(fake("echo", func(_ context.Context, in free) (free, error) { return in, nil }))
	const args = `{"metadata":{"a":1e400,"b":12345678901234567890,"c":1.10}}`
	if got := dial(t, s).call("echo", json.RawMessage(args)); string(got.Structured) != args {
		t.Errorf("got %s", got.Structured)
	}
	_, err := try(t.Context(), connect(t, s), "echo", args)
	if err == nil || !strings.HasSuffix(err.Error(), "params.arguments of tools/call is malformed: 1e400 is out of range") {
		t.Errorf("got %v", err)
	}
}
