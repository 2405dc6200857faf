package api_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"plotline/api"
	"plotline/internal/access"
)

// TestMCPWithSlash checks that /mcp/ answers each method as /mcp does: with and without a token, to pages of
// other origins, and with arguments in the address. No other address is shortened.
func TestMCPWithSlash(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withTokens(t, config(t))
	cfg.Origins = []string{"https://example.org"}
	cfg.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, "%s %s %s", r.Method, r.URL, body) //nolint:gosec // the test reads it, no browser
	})
	h := api.New(cfg).Handler()
	token := "Authorization: Bearer " + secrets[access.Writer]
	for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete, http.MethodOptions, http.MethodPut} {
		for _, headers := range [][]string{
			{token},
			{"Accept: */*"},
			{token, "Origin: https://example.org"},
			{token, "Origin: https://evil.example"},
			{token, "Host: evil.example"},
			{token, "Plotline-Workspace: test"},
		} {
			want := ask(t, h, method, "/mcp?toolsets=all", "{}", append(headers, "X-Request-Id: 1")...)
			got := ask(t, h, method, "/mcp/?toolsets=all", "{}", append(headers, "X-Request-Id: 1")...)
			if got.Code != want.Code || got.Body.String() != want.Body.String() || fmt.Sprint(got.Header()) != fmt.Sprint(want.Header()) {
				t.Errorf("%s with %s: %d %v %s\nwithout the slash: %d %v %s", method, headers,
					got.Code, got.Header(), got.Body, want.Code, want.Header(), want.Body)
			}
		}
	}
	if got := ask(t, h, http.MethodPost, "/mcp/?toolsets=all", "{}", token); got.Body.String() != "POST /mcp?toolsets=all {}" {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for _, other := range []string{"/mcp//", "/mcp/x", "//mcp", "/mcp%2F%2F", "/api/mcp/"} {
		if got := ask(t, h, http.MethodPost, other, "{}", token); got.Code == http.StatusOK || strings.HasPrefix(got.Body.String(), "POST") {
			t.Errorf("%s: %d %s", other, got.Code, got.Body)
		}
	}
}
