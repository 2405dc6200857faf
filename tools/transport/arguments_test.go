package transport_test

import (
	"encoding/json"
	"testing"

	"plotline/tools/transport"
)

// TestTakeArguments checks that only the arguments of a call are taken out of a message.
func TestTakeArguments(t *testing.T) {
	t.Parallel()
	endpoint := transport.Endpoint{Owns: func(tool string) bool { return tool == "x" }}
	for message, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1}}}`: `{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"}}`,
		`{"id":1,"method":"tools/call","params":{"name":"x"}}`:                                     "",
		`{"id":1,"method":"tools/call","params":{"name":"another","arguments":{"a":1}}}`:           "",
		`{"id":1,"method":"prompts/get","params":{"arguments":{"a":"1"}}}`:                         "",
		`{"id":1,"method":"tools/call","params":[]}`:                                               "",
		`{"id":1,"method":5}`: "",
		`[]`:                  "",
		`{`:                   "",
	} {
		if want == "" {
			want = message
		}
		if _, got := endpoint.TakeArguments(t.Context(), json.RawMessage(message)); string(got) != want {
			t.Errorf("%s\n got %s\nwant %s", message, got, want)
		}
	}
}
