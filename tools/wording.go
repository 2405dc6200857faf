package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/access"
)

// rewriteError rewrites mcp-go's text of a protocol error so that it names the value and what to do. The code stays.
// request is the message that caused the error.
func (s *Server) rewriteError(request json.RawMessage, text string) string {
	var asked struct {
		Method string `json:"method"`
		Params struct {
			Name   string `json:"name"`
			URI    string `json:"uri"`
			Cursor string `json:"cursor"`
		} `json:"params"`
	}
	_ = json.Unmarshal(request, &asked) // an unreadable request has no names
	switch {
	case text == "Failed to parse message":
		return "The message is not JSON-RPC: send one JSON object on one line"
	case text == "Invalid JSON-RPC version":
		return `The message needs "jsonrpc": "2.0"`
	case text == "Failed to parse notification":
		return "The notification is malformed: its params must be a JSON object"
	case text == "session not properly initialized":
		return "The session has not begun: send initialize first"
	case strings.HasPrefix(text, "invalid logging level "):
		return "level must be one of debug, info, notice, warning, error, critical, alert, emergency, not " +
			strings.TrimPrefix(text, "invalid logging level ")
	case strings.HasPrefix(text, "unparsable "):
		return fmt.Sprintf("the params of %.64s are malformed", asked.Method)
	case strings.HasSuffix(text, "not found") && missing(asked.Method, asked.Params.Name, asked.Params.URI) != "":
		return missing(asked.Method, asked.Params.Name, asked.Params.URI)
	case asked.Method == string(mcp.MethodToolsCall) && strings.HasSuffix(text, "tool not found"):
		return s.unknownTool(asked.Params.Name)
	case asked.Method == string(mcp.MethodPromptsGet) && strings.HasSuffix(text, ": prompt not found"):
		text = strings.TrimSuffix(text, ": prompt not found")
		if strings.Contains(text, "' with") { // checkPrompt has found a problem of the arguments
			return strings.TrimSuffix(text, " not found")
		}
		return text + "; prompts/list lists all prompts"
	case strings.HasPrefix(text, noResource):
		return resourceMissing(strings.TrimSuffix(strings.TrimPrefix(text, noResource), ": resource not found"))
	case asked.Params.Cursor != "" && strings.HasPrefix(text, "illegal base64 data"):
		return fmt.Sprintf("cursor '%.100s' is unknown: this server lists everything in one page, so leave the cursor out", asked.Params.Cursor)
	case strings.HasPrefix(text, "Method "):
		return fmt.Sprintf("Method '%.100s' not found: this server offers tools, resources, prompts and completion", asked.Method)
	}
	return text
}

// missing names a required member that the request lacks.
func missing(method, name, uri string) string {
	switch {
	case name == "" && (method == string(mcp.MethodToolsCall) || method == string(mcp.MethodPromptsGet)):
		return "params.name of " + method + " is required"
	case uri == "" && method == string(mcp.MethodResourcesRead):
		return "params.uri of " + method + " is required"
	}
	return ""
}

const noResource = "handler not found for resource URI "

// resourceMissing splits the URI that readResource has changed into the quoted URI and the reason.
func resourceMissing(quoted string) string {
	uri, why, known := strings.Cut(strings.Trim(quoted, "'"), "': '")
	if known {
		return why
	}
	return fmt.Sprintf("Resource not found: %.200s; resources/list and resources/templates/list list all resources", uri)
}

// unknownTool suggests tools with similar names, and how to enable a tool that is switched off.
func (s *Server) unknownTool(name string) string {
	text := fmt.Sprintf("tool '%.64s' not found", name)
	for _, t := range s.all.List() {
		if letters(t.Name) == letters(name) && !s.tools.Has(t.Name) {
			return fmt.Sprintf("tool '%s' is switched off: %s", t.Name, s.howToSwitchOn(t))
		}
	}
	if near := s.nearNames(name); len(near) > 0 {
		return text + "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return text + "; tools/list lists all tools"
}

// howToSwitchOn says why a tool is not offered, and how to enable it.
func (s *Server) howToSwitchOn(t Tool) string {
	const readOnly = "--read-only allows only tools that change nothing and ask no model"
	if slices.Contains(s.cfg.Toolsets, t.Toolset) {
		return readOnly + "; start the server without it"
	}
	sets := namesOf(append(slices.Clone(s.cfg.Toolsets), t.Toolset), ",")
	how := "start the server with --toolsets " + sets
	address := "connect to /mcp?toolsets=" + sets
	if s.cfg.Schemas == Strict {
		address += "&schema=strict"
	}
	switch {
	case s.chosen && slices.Contains(s.cfg.Choice, t.Toolset):
		how = address
	case s.chosen:
		how = "start the server with it in --toolsets, and " + address
	case slices.Contains(s.cfg.Choice, t.Toolset):
		how += ", or " + address
	}
	text := fmt.Sprintf("it belongs to the toolset '%s'; %s", t.Toolset, how)
	if s.cfg.ReadOnly && t.Action() != access.Read {
		text += ", and without --read-only: " + readOnly
	}
	return text
}

// nearNames returns at most three tools whose names are similar or share most words.
func (s *Server) nearNames(name string) []string {
	const most = 3
	if len(name) > 64 { // no tool has such a name
		return nil
	}
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	for _, t := range s.tools.List() {
		d := levenshtein.ComputeDistance(letters(name), letters(t.Name))
		if !t.Hidden && (d <= 2+len(name)/4 || sharesWords(name, t.Name)) {
			found = append(found, candidate{t.Name, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.distance - b.distance })
	near := make([]string, 0, most)
	for _, c := range found[:min(most, len(found))] {
		near = append(near, c.name)
	}
	return near
}

// sharesWords reports whether one name has all words of the other, which has at least two.
func sharesWords(a, b string) bool {
	few, many := words(a), words(b)
	if len(few) > len(many) {
		few, many = many, few
	}
	for _, word := range few {
		if !slices.Contains(many, word) {
			return false
		}
	}
	return len(few) >= 2
}

// words splits a name in snake, kebab or camel case into words, without a plural's s.
func words(name string) []string {
	var spaced strings.Builder
	for _, c := range name {
		if unicode.IsUpper(c) {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(unicode.ToLower(c))
	}
	list := strings.FieldsFunc(spaced.String(), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	for i, word := range list {
		list[i] = strings.TrimSuffix(word, "s")
	}
	return list
}

// letters removes differences in case and separators from a name.
func letters(name string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
}
