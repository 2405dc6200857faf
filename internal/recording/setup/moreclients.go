package setup

import (
	_ "embed"
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func qwenLayout(at Place, w Wanted) layout {
	dir := at.folder("QWEN_HOME", ".qwen")
	const tools = "run_shell_command|edit|write_file"
	hooks := []hook{
		hookOf(w, QwenCode, "SessionStart", ""), hookOf(w, QwenCode, "UserPromptSubmit", ""),
		hookOf(w, QwenCode, "PostToolUse", tools), hookOf(w, QwenCode, "PostToolUseFailure", tools),
		hookOf(w, QwenCode, "Stop", ""), hookOf(w, QwenCode, "StopFailure", ""), hookOf(w, QwenCode, "SessionEnd", ""),
	}
	settings := filepath.Join(dir, "settings.json")
	l := layout{specs: []spec{
		{path: filepath.Join(dir, skillFile), whole: skill},
		{path: settings, json: []jsonPart{
			{path: []string{"mcpServers"}, server: &w.Server}, {path: []string{"hooks"}, hooks: hooks},
		}},
	}}
	for _, file := range []string{settings, inProject(at.Here, ".qwen", "settings.json")} {
		text := readQuietly(file)
		l.entries = append(l.entries, jsonEntries(text, file, file, true, "mcpServers")...)
		if switchedOn(text, "disableAllHooks") {
			l.notes = append(l.notes, file+" turns all hooks off (disableAllHooks), so nothing is recorded.")
		}
	}
	return l
}

func copilotLayout(at Place, w Wanted) layout {
	dir := at.folder("COPILOT_HOME", ".copilot")
	servers := filepath.Join(dir, "mcp-config.json")
	events := []string{"sessionStart", "userPromptSubmitted", "postToolUse", "agentStop", "sessionEnd"}
	return layout{
		specs: []spec{
			{path: filepath.Join(dir, skillFile), whole: skill},
			{path: servers, json: []jsonPart{{path: []string{"mcpServers"}, server: &w.Server, form: copilotServer}}},
			{path: filepath.Join(dir, "hooks", serverName+".json"), whole: copilotHooks(w, CopilotCLI, events)},
		},
		entries: jsonEntries(readQuietly(servers), servers, servers, true, "mcpServers"),
	}
}

// vscodeLayout uses the folder of hooks that VS Code shares with Copilot CLI. Each has a file of its own there, and the hook keeps
// only what its client sends.
func vscodeLayout(at Place, w Wanted) layout {
	servers := filepath.Join(configFolder(at), "Code", "User", "mcp.json")
	events := []string{"sessionStart", "userPromptSubmitted", "postToolUse", "agentStop"}
	return layout{
		specs: []spec{
			{path: filepath.Join(at.Home, ".agents", skillFile), whole: skill},
			{path: servers, json: []jsonPart{{path: []string{"servers"}, server: &w.Server, form: typedServer}}},
			{path: filepath.Join(at.Home, ".copilot", "hooks", serverName+"-vscode.json"), whole: copilotHooks(w, VSCode, events)},
		},
		entries: jsonEntries(readQuietly(servers), servers, servers, true, "servers"),
		notes:   []string{"VS Code tells the agent what was learned at the start of a session, not at each prompt. It was not run in our tests: this follows its documentation."},
	}
}

func cursorLayout(at Place, w Wanted) layout {
	dir := filepath.Join(at.Home, ".cursor")
	servers := filepath.Join(dir, "mcp.json")
	events := []string{"sessionStart", "beforeSubmitPrompt", "afterShellExecution", "afterFileEdit", "stop", "sessionEnd"}
	hooks := make([]hook, len(events))
	for i, event := range events {
		hooks[i] = hookOf(w, Cursor, event, "")
		hooks[i].group.Hooks[0].Type = ""
	}
	l := layout{
		specs: []spec{
			{path: filepath.Join(dir, skillFile), whole: skill},
			{path: servers, json: []jsonPart{{path: []string{"mcpServers"}, server: &w.Server}}},
			{path: filepath.Join(dir, "hooks.json"), json: []jsonPart{{version: 1}, {path: []string{"hooks"}, hooks: hooks, flat: true}}},
		},
		entries: jsonEntries(readQuietly(servers), servers, servers, true, "mcpServers"),
		notes:   []string{"Cursor tells the agent what was learned at the start of a session, not at each prompt. It was not run in our tests: this follows its documentation."},
	}
	if shared := inProject(at.Here, ".cursor", "mcp.json"); shared != "" {
		l.entries = append(l.entries, jsonEntries(readQuietly(shared), shared, shared, true, "mcpServers")...)
	}
	return l
}

func openCodeLayout(at Place, w Wanted) layout {
	dir := at.Getenv("XDG_CONFIG_HOME")
	if dir == "" {
		dir = filepath.Join(at.Home, ".config") // on all systems
	}
	dir = filepath.Join(dir, "opencode")
	servers := filepath.Join(dir, "opencode.json")
	if other := servers + "c"; len(readQuietly(other)) > 0 {
		servers = other
	}
	l := layout{
		specs: []spec{
			{path: filepath.Join(dir, skillFile), whole: skill},
			{path: servers, json: []jsonPart{{path: []string{"mcp"}, server: &w.Server, form: openCodeServer}}},
			{path: filepath.Join(dir, "plugin", serverName+".js"), whole: openCodePlugin(w)},
		},
		entries: jsonEntries(readQuietly(servers), servers, servers, true, "mcp"),
	}
	for _, name := range []string{"opencode.json", "opencode.jsonc"} {
		if shared := inProject(at.Here, name); shared != "" {
			l.entries = append(l.entries, jsonEntries(readQuietly(shared), shared, shared, true, "mcp")...)
		}
	}
	return l
}

// plugin is what opencode runs. PROGRAM stands for the path of the hook.
//
//go:embed opencode.js
var plugin string

func openCodePlugin(w Wanted) []byte {
	return []byte(strings.Replace(plugin, `"PROGRAM"`, string(literal(HookProgram(w.DataDir))), 1))
}

// literal returns a text as JSON and JavaScript have it.
func literal(text string) []byte {
	raw, err := json.Marshal(text)
	if err != nil { // a text can always be written
		return nil
	}
	return raw
}

// configFolder returns the folder in which programs with a window keep their settings.
func configFolder(at Place) string {
	switch runtime.GOOS {
	case "windows":
		return at.folder("APPDATA", filepath.Join("AppData", "Roaming"))
	case "darwin":
		return filepath.Join(at.Home, "Library", "Application Support")
	}
	return at.folder("XDG_CONFIG_HOME", ".config")
}

// copilotHooks returns a file of hooks of Copilot CLI, which VS Code reads, too.
func copilotHooks(w Wanted, c Client, events []string) []byte {
	type command struct {
		Type       string `json:"type"`
		Bash       string `json:"bash"`
		PowerShell string `json:"powershell"`
		TimeoutSec int    `json:"timeoutSec"`
	}
	all := map[string][]command{}
	for _, event := range events {
		run := command{"command", posixLine(w.DataDir, c, event), powerShellLine(w.DataDir, c, event), timeout}
		if event == "sessionEnd" {
			run.TimeoutSec = timeoutClose
		}
		all[event] = []command{run}
	}
	text, err := json.MarshalIndent(map[string]any{"version": 1, "hooks": all}, "", "  ")
	if err != nil { // texts can always be written
		return nil
	}
	return append(text, '\n')
}

// The forms in which clients keep the entry of a server.
func typedServer(s Server) any {
	return struct {
		Type string `json:"type"`
		Server
	}{"stdio", s}
}

func copilotServer(s Server) any {
	return struct {
		Type string `json:"type"`
		Server
		Tools []string `json:"tools"`
	}{"local", s, []string{"*"}}
}

func openCodeServer(s Server) any {
	return struct {
		Type        string            `json:"type"`
		Command     []string          `json:"command"`
		Environment map[string]string `json:"environment,omitempty"`
		Enabled     bool              `json:"enabled"`
	}{"local", append([]string{s.Command}, s.Args...), s.Env, true}
}

// UnmarshalJSON reads an entry in any client's form. One of another form starts no program.
func (s *Server) UnmarshalJSON(text []byte) error {
	var has struct {
		Command          json.RawMessage
		Args             []string
		Env, Environment map[string]string
	}
	if err := json.Unmarshal(text, &has); err != nil {
		return err
	}
	s.Args, s.Env = has.Args, has.Env
	if s.Env == nil {
		s.Env = has.Environment
	}
	var words []string
	if json.Unmarshal(has.Command, &words) == nil && len(words) > 0 {
		s.Command, s.Args = words[0], slices.Clone(words[1:])
		return nil
	}
	_ = json.Unmarshal(has.Command, &s.Command)
	return nil
}
