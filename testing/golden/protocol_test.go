package golden_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// protocolFacts returns the revisions of the Model Context Protocol, the server's capabilities, and the
// JSON-RPC errors.
func protocolFacts(w *world) []string {
	w.t.Helper()
	discovered := w.members(w.rpc("server/discover", `{}`, ""))
	delete(discovered, "instructions")
	var all []string
	for _, fact := range facts("discover", discovered) {
		all = append(all, redact(fact))
	}
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2199-01-01"} {
		got := w.legacy(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+version+`","capabilities":{},"clientInfo":{"name":"golden","version":"1"}}}`, nil)
		m, err := read(got.body)
		if err != nil || m.Error != nil {
			all = append(all, fmt.Sprintf("initialize %s: %d %s", version, got.status, redact(string(got.body))))
			continue
		}
		result := w.members(m.Result)
		delete(result, "instructions")
		for _, fact := range facts("initialize "+version, result) {
			all = append(all, redact(fact))
		}
		w.noteHeaders("POST /mcp initialize", got)
	}
	for _, m := range w.stdio(nil) {
		result := w.members(m.Result)
		delete(result, "instructions")
		for _, fact := range facts("standard input initialize", result) {
			all = append(all, redact(fact))
		}
	}
	return append(append(all, w.refusedRequests()...), w.refusedLines()...)
}

// legacy sends a message of the revisions with sessions.
func (w *world) legacy(body string, headers map[string]string) answer {
	w.t.Helper()
	all := map[string]string{"Accept": "application/json, text/event-stream"}
	maps.Copy(all, headers)
	return w.send(http.MethodPost, "/mcp", body, all)
}

// refusedMessages are the params of invalid requests, by method.
var refusedMessages = []struct{ method, params string }{
	{"no/such/method", `{}`},
	{"tools/call", `{"name":"no_such_tool","arguments":{}}`},
	{"tools/call", `{"name":7}`},
	{"tools/call", `{"name":"list_episodes","arguments":[]}`},
	{"prompts/get", `{"name":"no_such_prompt"}`},
	{"prompts/get", `{"name":"review_plan"}`},
	{"resources/read", `{"uri":"plotline://episodes/01930000-0000-7000-8000-00000000000f"}`},
	{"resources/read", `{"uri":"plotline://nonsense"}`},
	{"resources/read", `{"uri":"file:///etc/passwd"}`},
	{"completion/complete", `{"ref":{"type":"nonsense"},"argument":{"name":"x","value":""}}`},
	{"logging/setLevel", `{"level":"nonsense"}`},
}

// refusedRequests returns the errors of HTTP requests that do not reach a tool.
func (w *world) refusedRequests() []string {
	w.t.Helper()
	var all []string
	note := func(what string, got answer) {
		fact := fmt.Sprintf("POST /mcp %s: %d %s", what, got.status, got.header.Get("Content-Type"))
		if m, err := read(got.body); err == nil && m.Error != nil {
			fact += fmt.Sprintf(" JSON-RPC %d %s %s", m.Error.Code, quoted(redact(m.Error.Message)), redact(compact(m.Error.Data)))
		} else if err != nil {
			fact += " " + quoted(redact(string(got.body)))
		}
		all = append(all, redact(fact))
		w.noteHeaders("POST /mcp", got)
	}
	for _, m := range refusedMessages {
		name := ""
		for _, member := range []string{"name", "uri"} {
			if text, is := w.members([]byte(m.params))[member].(string); is {
				name = text
			}
		}
		note(m.method+" "+m.params, w.mcp(m.method, m.params, name, nil))
	}
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	note("cut off", w.legacy(`{"jsonrpc":"2.0","id":1`, nil))
	note("a list", w.legacy(`[`+list+`]`, nil))
	note("no JSON-RPC", w.legacy(`{"id":1}`, nil))
	note("no session", w.legacy(list, nil))
	note("unknown session", w.legacy(list, map[string]string{"Mcp-Session-Id": "nonsense", "Mcp-Protocol-Version": "2025-11-25"}))
	note("unknown revision", w.legacy(list, map[string]string{"Mcp-Protocol-Version": "2199-01-01"}))
	note("another content type", w.legacy(list, map[string]string{"Content-Type": "text/plain"}))
	note("nothing accepted", w.legacy(list, map[string]string{"Accept": "text/html"}))
	note("no token", w.legacy(list, map[string]string{"Authorization": ""}))
	note("another host", w.legacy(list, map[string]string{"Origin": "https://other.example"}))
	note("methods that differ", w.legacy(list, map[string]string{"Mcp-Protocol-Version": modern, "Mcp-Method": "tools/call"}))
	note("toolsets=nonsense", w.mcpAt("/mcp?toolsets=nonsense", "tools/list", `{}`, "", nil))
	note("toolsets=media, a tool of another", w.mcpAt("/mcp?toolsets=media", "tools/call", `{"name":"get_episode"}`, "get_episode", nil))
	return all
}

// refusedLines returns the errors of lines over standard input.
func (w *world) refusedLines() []string {
	w.t.Helper()
	broken := []string{`{"jsonrpc":"2.0","id":100`, `[]`, `{"id":101}`, `{"jsonrpc":"2.0","id":102,"method":"tools/list","params":7}`}
	lines, names := slices.Grow(broken, len(refusedMessages)), map[float64]string{}
	for i, m := range refusedMessages {
		names[float64(200+i)] = m.method + " " + m.params
		lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, 200+i, m.method, m.params))
	}
	var all []string
	for _, m := range w.stdio([]string{"--toolsets", "all"}, lines...) {
		if m.Error == nil {
			continue
		}
		id, _ := m.ID.(float64)
		what := names[id]
		if what == "" {
			what = fmt.Sprintf("id %v", m.ID)
		}
		all = append(all, redact(fmt.Sprintf("standard input %s: JSON-RPC %d %s %s", what, m.Error.Code, quoted(m.Error.Message), compact(m.Error.Data))))
	}
	return all
}

// unsteady are the headers whose values differ between replies.
var unsteady = map[string]string{
	"Etag": "<tag>", "Last-Modified": "<time>", "Mcp-Session-Id": "<id>", "X-Request-Id": "<id>",
	"Plotline-Total-Nodes": "<number>",
}

// noteHeaders records the headers of a reply.
func (w *world) noteHeaders(place string, got answer) {
	method, _, _ := strings.Cut(place, " ")
	if strings.Contains(place, "/api/v1/") {
		place = method + " /api/v1/…"
	}
	for name, values := range got.header {
		if name == "Date" || name == "Content-Length" {
			continue // every HTTP reply has them
		}
		value := strings.Join(values, ", ")
		if kind := unsteady[name]; kind != "" {
			value = kind
		}
		header, at := redact(name+": "+value), fmt.Sprintf("%s %d", place, got.status)
		if w.headers[header] == nil {
			w.headers[header] = map[string]bool{}
		}
		w.headers[header][at] = true
		w.places[at] = true
	}
}

// headerFacts returns the names and values of headers, and the replies of routes outside the OpenAPI
// document.
func headerFacts(w *world) []string {
	w.t.Helper()
	for _, probe := range []struct {
		method, path string
		headers      map[string]string
	}{
		{"GET", "/livez", nil},
		{"GET", "/readyz", nil},
		{"HEAD", "/livez", nil},
		{"GET", "/metrics", nil},
		{"GET", "/metrics", map[string]string{"Authorization": ""}},
		{"GET", "/api/openapi.json", nil},
		{"GET", "/api/docs", nil},
		{"GET", "/mcp", nil},
		{"DELETE", "/mcp", nil},
		{"GET", "/api/nothing", nil},
		{"PUT", "/api/v1/episodes", nil},
		{"GET", "/api/v1/graph?format=svg", nil},
		{"GET", "/api/v1/graph", map[string]string{"Accept": "text/vnd.mermaid"}},
		{"GET", "/api/v1/graph", map[string]string{"Accept": "text/vnd.graphviz"}},
		{"GET", "/api/v1/graph", map[string]string{"Accept": "image/png"}},
		{"GET", "/api/v1/episodes", map[string]string{"Origin": "https://example.org"}},
		{"POST", "/api/v1/episodes", map[string]string{"Origin": "https://other.example"}},
		{"OPTIONS", "/api/v1/episodes", map[string]string{"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}},
		{"GET", "/socket.io/?EIO=4&transport=polling", nil},
		{"GET", "/socket.io/?EIO=4&transport=polling&j=1", nil},
		{"GET", "/socket.io/?EIO=4&transport=polling&sid=nonsense", nil},
		{"GET", "/socket.io/?EIO=3&transport=polling", nil},
	} {
		got := w.send(probe.method, probe.path, "", probe.headers)
		path, _, _ := strings.Cut(probe.path, "?")
		w.noteHeaders(probe.method+" "+path, got)
		if got.status >= http.StatusBadRequest && strings.HasPrefix(got.header.Get("Content-Type"), "application/problem") {
			w.noteError(probe.method+" "+probe.path, strconv.Itoa(got.status), got.body, "detail")
		} else {
			w.note("%s %s: %d %s", probe.method, probe.path, got.status, got.header.Get("Content-Type"))
		}
	}
	tagged := w.send(http.MethodGet, "/api/v1/episodes", "", nil)
	w.noteHeaders("GET /api/v1/", w.send(http.MethodGet, "/api/v1/episodes", "", map[string]string{"If-None-Match": tagged.header.Get("Etag")}))
	all := make([]string, 0, len(w.headers))
	for header, places := range w.headers {
		at := "every answer"
		if len(places) < len(w.places) {
			at = strings.Join(slices.Sorted(maps.Keys(places)), ", ")
		}
		all = append(all, header+" in "+at)
	}
	return all
}
