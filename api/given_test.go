package api_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/api"
)

// TestGivenArguments checks what counts as an argument in a body and in a query. Only bodies have lists and objects as
// texts, and only MCP ignores names that its clients add.
func TestGivenArguments(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	const episodes = "/api/v1/episodes"
	for _, test := range []struct {
		name, method, target, body string
		status                     int
		want                       string
	}{
		{"an unknown name", http.MethodPost, episodes, `{"query":"q","reward":1,"rewrd":1}`, 400, "unknown argument 'rewrd'; valid: query, "},
		{"an unknown name in a list", http.MethodPost, episodes + "/batch", `{"episodes":[{"query":"q","reward":1,"rewrd":1}]}`, 400, "unknown argument 'episodes[0].rewrd'; valid: query, "},
		{"an unknown name in a query", http.MethodGet, episodes + "?limt=1", "", 400, "unknown argument 'limt'; valid: limit, "},
		{"a name of n8n", http.MethodPost, episodes, `{"query":"q","reward":1,"toolCallId":"x"}`, 400, "unknown argument 'toolCallId'"},
		{"texts with JSON", http.MethodPost, episodes, `{"query":"q","reward":1,"tags":"[\"a\"]","metadata":"{\"k\":1.50}"}`, 201, `"id":1,`},
		{"a list of texts", http.MethodPost, episodes + "/batch", `{"episodes":"[{\"query\":\"q\",\"reward\":1}]"}`, 201, `"count":1`},
		{"a text that is no object", http.MethodPost, episodes, `{"query":"q","reward":1,"metadata":"k=1"}`, 400, "metadata must be an object"},
		{"a tag of a query that is JSON", http.MethodGet, episodes + `?tags=%5B%22a%22%5D`, "", 200, `"total_count":0`},
		{"a tag of a query", http.MethodGet, episodes + "?tags=a", "", 200, `"total_count":1`},
		{"empty texts of a query", http.MethodGet, episodes + "?tags=&since=&until=&min_reward=&limit=&cursor=", "", 200, `"total_count":2,"limit":50`},
		{"empty strings change nothing", http.MethodPatch, episodes + "/1", `{"name":"","reflection":"","reward":"","tags":"","metadata":""}`, 200, `"tags":["a"],"metadata":{"k":1.50}`},
		{"null clears", http.MethodPatch, episodes + "/1", `{"tags":null,"metadata":null}`, 200, `"reward":1,"created_at"`},
		{"an empty string for a required one", http.MethodPost, episodes, `{"query":"","reward":1}`, 400, "query is required"},
	} {
		w := ask(t, h, test.method, test.target, test.body)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s: %d %s, want %d %s", test.name, w.Code, w.Body, test.status, test.want)
		}
	}
}
