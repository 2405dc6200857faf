package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os/exec"
	"slices"
	"strings"

	"plotline/testing/kit/serving"
)

// toolFacts returns the facts of tools/list, and the toolset of each tool, which that list lacks.
func toolFacts(w *world) []string {
	w.t.Helper()
	all := schemaFacts(w, w.tools, "tools")
	for _, set := range []string{"episodes", "relationships", "media", "plans", "scenes", "legacy"} {
		for _, name := range w.listed("--toolsets", set) {
			all = append(all, fmt.Sprintf("%s toolset = %s", name, set))
		}
	}
	for _, name := range w.listed("--toolsets", "all", "--read-only") {
		all = append(all, name+" is offered with --read-only")
	}
	for _, name := range w.listed() {
		all = append(all, name+" is offered by default")
	}
	for _, name := range hidden {
		all = append(all, name+" is not listed")
	}
	return all
}

// schemaFacts splits a result of MCP that lists named things.
func schemaFacts(w *world, raw []byte, member string) []string {
	w.t.Helper()
	var all []string
	for _, item := range w.list(w.members(raw), member) {
		name := fmt.Sprint(item["name"])
		delete(item, "name")
		for _, fact := range facts("", withoutWording(item)) {
			all = append(all, name+" "+fact)
		}
	}
	return all
}

// listed returns the names of the tools that `plotline mcp` lists with some flags.
func (w *world) listed(flags ...string) []string {
	w.t.Helper()
	for _, m := range w.stdio(flags, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`) {
		if m.ID == float64(2) && m.Error == nil {
			var result struct{ Tools []struct{ Name string } }
			if err := json.Unmarshal(m.Result, &result); err != nil {
				w.t.Fatal(err)
			}
			names := make([]string, 0, len(result.Tools))
			for _, tool := range result.Tools {
				names = append(names, tool.Name)
			}
			return names
		}
	}
	w.t.Fatalf("plotline mcp %v lists no tools", flags)
	return nil
}

// stdio sends lines to `plotline mcp` over standard input after the initialization, and returns the
// replies.
func (w *world) stdio(flags []string, lines ...string) []message {
	w.t.Helper()
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"golden","version":"1"}}}`
	begun := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	cmd := exec.CommandContext(w.t.Context(), binary, append([]string{"mcp", "--data-dir", w.t.TempDir()}, flags...)...) //nolint:gosec // our own program
	cmd.Env, cmd.Stdin = serving.Environ(), strings.NewReader(strings.Join(append([]string{hello, begun}, lines...), "\n")+"\n")
	done := serving.Finish(w.t, cmd)
	if done.Status != 0 {
		w.t.Fatalf("plotline mcp %v: %s", flags, done.Err)
	}
	var all []message
	for line := range strings.Lines(done.Out) {
		m, err := read([]byte(line))
		if err != nil {
			w.t.Fatalf("plotline mcp wrote %q", line)
		}
		all = append(all, m)
	}
	return all
}

// promptFacts returns the facts of prompts, resources and resource templates, and of their results.
func promptFacts(w *world) []string {
	w.t.Helper()
	all := schemaFacts(w, w.rpc("prompts/list", `{}`, ""), "prompts")
	for i := range all {
		all[i] = "prompt " + all[i]
	}
	for _, list := range []struct{ method, member string }{{"resources/list", "resources"}, {"resources/templates/list", "resourceTemplates"}} {
		for _, item := range w.list(w.members(w.rpc(list.method, `{}`, "")), list.member) {
			for _, fact := range facts("", withoutWording(item)) {
				all = append(all, strings.TrimSuffix(list.member, "s")+" "+fmt.Sprint(item["name"])+": "+redact(fact))
			}
		}
	}
	for _, uri := range []string{"plotline://episodes/${a}", "plotline://graph/${a}", "plotline://plans/${task}"} {
		address := uri
		for name, value := range w.saved {
			address = strings.ReplaceAll(address, "${"+name+"}", value)
		}
		for _, got := range w.list(w.members(w.rpc("resources/read", `{"uri":`+quoted(address)+`}`, address)), "contents") {
			text, _ := got["text"].(string)
			all = append(all, fmt.Sprintf("read %s: %s has %s", redact(address), got["mimeType"], strings.Join(namesOf([]byte(text)), " ")))
		}
	}
	completed := newShape()
	completed.add(w.values(w.rpc("completion/complete",
		`{"ref":{"type":"ref/resource","uri":"plotline://episodes/{episode_id}"},"argument":{"name":"episode_id","value":""}}`, "")))
	return append(all, completed.facts("completion/complete")...)
}

// routeFacts returns the facts of the OpenAPI document.
func routeFacts(w *world) []string {
	w.t.Helper()
	return openAPIFacts(w.members(w.document))
}

func openAPIFacts(document map[string]any) []string {
	document, _ = withoutWording(document).(map[string]any)
	delete(document, "info")
	var all []string
	paths, _ := document["paths"].(map[string]any)
	for path, item := range paths {
		methods, _ := item.(map[string]any)
		for method, operation := range methods {
			op, _ := operation.(map[string]any)
			byName(op)
			byAnswer(op)
			for _, fact := range facts("", op) {
				all = append(all, strings.ToUpper(method)+" "+path+" "+fact)
			}
		}
	}
	delete(document, "paths")
	return append(all, facts("", document)...)
}

// byName groups the parameters of an operation by name.
func byName(operation map[string]any) {
	parameters, _ := operation["parameters"].([]any)
	if len(parameters) == 0 {
		return
	}
	all := map[string]any{}
	for _, parameter := range parameters {
		p, _ := parameter.(map[string]any)
		key := fmt.Sprintf("%v %v", p["in"], p["name"])
		delete(p, "in")
		delete(p, "name")
		all[key] = p
	}
	operation["parameters"] = all
}

// byAnswer groups the statuses of an operation by equal replies, as most errors have.
func byAnswer(operation map[string]any) {
	responses, _ := operation["responses"].(map[string]any)
	statuses := map[string][]string{}
	for _, status := range slices.Sorted(maps.Keys(responses)) {
		answer := compact(responses[status])
		statuses[answer] = append(statuses[answer], status)
	}
	all := map[string]any{}
	for _, same := range statuses {
		all[strings.Join(same, " ")] = responses[same[0]]
	}
	operation["responses"] = all
}

// metricFacts returns the names, kinds, labels and bounds of /metrics, and the initial values of labels.
func metricFacts(w *world) []string {
	w.t.Helper()
	var all []string
	bounds := map[string][]string{}
	for line := range bytes.Lines(w.send(http.MethodGet, "/metrics", "", nil).body) {
		text := strings.TrimSpace(string(line))
		if name, kind, is := strings.Cut(strings.TrimPrefix(text, "# TYPE "), " "); is && strings.HasPrefix(text, "# TYPE ") && ours(name) {
			all = append(all, name+" is a "+kind)
		}
		name, rest, is := strings.Cut(text, "{")
		if !is || !ours(name) || strings.HasPrefix(text, "#") {
			continue
		}
		labels, _, _ := strings.Cut(rest, "} ")
		for _, m := range labelForm.FindAllStringSubmatch(labels, -1) {
			base := histogramForm.ReplaceAllString(name, "")
			switch {
			case m[1] == "le":
				if !slices.Contains(bounds[base], m[2]) {
					bounds[base] = append(bounds[base], m[2])
				}
			case m[1] == "version" || base != name: // the labels of histograms depend on the calls
				all = append(all, fmt.Sprintf("%s has the label %s", base, m[1]))
			default:
				all = append(all, fmt.Sprintf("%s has %s=%s", base, m[1], m[2]))
			}
		}
	}
	for name, texts := range bounds {
		all = append(all, fmt.Sprintf("%s has the bounds %s", name, strings.Join(texts, " ")))
	}
	return all
}

// ours excludes the metrics of Go and of the process, which libraries define.
func ours(name string) bool { return strings.HasPrefix(name, "plotline_") }

// eventFacts returns the names and payloads of live events, and the messages about a connection.
func eventFacts(w *world) []string {
	w.t.Helper()
	shapes := map[string]*shape{"connection": newShape(), "socket": newShape()}
	shapes["connection"].add(w.values([]byte(w.page.opened)))
	shapes["socket"].add(w.values([]byte(w.page.joined)))
	for _, event := range w.page.events {
		name, payload, _ := strings.Cut(event, " ")
		if shapes["event "+name] == nil {
			shapes["event "+name] = newShape()
		}
		shapes["event "+name].add(w.values([]byte(payload)))
	}
	all := shapes["connection"].facts("connection")
	for name, s := range shapes {
		if name != "connection" {
			all = append(all, s.facts(name)...)
		}
	}
	return all
}
