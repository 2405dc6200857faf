package setup

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// skill tells an agent when to recall, and when to record by hand.
//
//go:embed SKILL.md
var skill []byte

// skillFile is where a client's folder has the skill.
var skillFile = filepath.Join("skills", "plotline-memory", "SKILL.md")

// HookProgram returns the path of the hook's copy in a data folder. It never changes, so that a trust once given stays.
func HookProgram(dataDir string) string { return filepath.Join(dataDir, "bin", hookName()) }

func hookName() string {
	if runtime.GOOS == "windows" {
		return "plotline-hook.exe"
	}
	return "plotline-hook"
}

// hookLine returns the line that a client's shell runs. Whatever the hook does, the line ends with 0: another status may block
// the person's prompt.
func hookLine(dataDir string, c Client, event string) string {
	if runtime.GOOS == "windows" {
		return fmt.Sprintf(`cmd /d /s /c ""%s" %s %s 2>nul & exit /b 0"`, HookProgram(dataDir), c, event)
	}
	return posixLine(dataDir, c, event)
}

// posixLine is hookLine for a shell of POSIX.
func posixLine(dataDir string, c Client, event string) string {
	return fmt.Sprintf("'%s' %s %s 2>/dev/null || exit 0", strings.ReplaceAll(HookProgram(dataDir), "'", `'\''`), c, event)
}

// powerShellLine is hookLine for PowerShell.
func powerShellLine(dataDir string, c Client, event string) string {
	return fmt.Sprintf("& '%s' %s %s 2>$null; exit 0", strings.ReplaceAll(HookProgram(dataDir), "'", "''"), c, event)
}

// Timeouts in seconds. The hook itself ends after a fraction of one.
const (
	timeout      = 5
	timeoutClose = 1 // the client ends, and waits no longer
)

// hookOf returns the hook of an event.
func hookOf(w Wanted, c Client, event, matcher string) hook {
	run := command{Type: "command", Command: hookLine(w.DataDir, c, event), Timeout: timeout}
	switch event {
	case "SessionEnd", "sessionEnd":
		run.Timeout = timeoutClose
	case "Interrupt": // Codex allows three
		run.Timeout = 3
	}
	if c == GeminiCLI {
		run.Name, run.Timeout = serverName, 1000*run.Timeout
	}
	return hook{event, group{matcher, []command{run}}}
}

func claudeLayout(at Place, w Wanted) layout {
	dir, state := filepath.Join(at.Home, ".claude"), filepath.Join(at.Home, ".claude.json")
	if moved := at.Getenv("CLAUDE_CONFIG_DIR"); moved != "" {
		dir, state = moved, filepath.Join(moved, ".claude.json")
	}
	var hooks []hook
	for _, event := range []string{"SessionStart", "UserPromptSubmit", "Stop", "StopFailure", "SessionEnd"} {
		hooks = append(hooks, hookOf(w, ClaudeCode, event, ""))
	}
	if w.ToolHooks {
		for _, event := range []string{"PostToolUse", "PostToolUseFailure"} {
			h := hookOf(w, ClaudeCode, event, "Bash|Edit|Write|MultiEdit|NotebookEdit")
			h.group.Hooks[0].Async = true
			hooks = append(hooks, h)
		}
	}
	settings, servers := filepath.Join(dir, "settings.json"), []string{"mcpServers"}
	if at.Project != "" {
		settings, servers = filepath.Join(at.Project, ".claude", "settings.local.json"), []string{"projects", at.Project, "mcpServers"}
	}
	l := layout{specs: []spec{
		{path: state, project: at.Project, json: []jsonPart{{path: servers, server: &w.Server}}},
		{path: settings, json: []jsonPart{{path: []string{"hooks"}, hooks: hooks}}},
	}}
	if at.Project == "" {
		l.specs = append([]spec{{path: filepath.Join(dir, skillFile), whole: skill}}, l.specs...)
	} else {
		l.notes = append(l.notes, "Keep "+settings+" out of git: it is for you alone.")
	}
	for _, file := range []string{
		filepath.Join(dir, "settings.json"), inProject(at.Here, ".claude", "settings.json"), inProject(at.Here, ".claude", "settings.local.json"),
	} {
		text := readQuietly(file)
		l.plugin = l.plugin || hasPlugin(text)
		if switchedOn(text, "disableAllHooks") {
			l.notes = append(l.notes, file+" turns all hooks off (disableAllHooks), so nothing is recorded.")
		}
	}
	l.entries = claudeEntries(state, at)
	l.notes = append(l.notes, sharedNotes(at)...)
	return l
}

// claudeEntries lists the servers for all projects, for each of them, and in the file that the project in the current folder
// shares.
func claudeEntries(state string, at Place) []entry {
	text := readQuietly(state)
	all := jsonEntries(text, state, state, true, "mcpServers")
	if root, err := parse(text); err == nil {
		projects, _ := root.walk("projects")
		for _, p := range projects.members {
			near := p.key == at.Project && at.Project != ""
			all = append(all, jsonEntries(text, spec{path: state, project: p.key}.key(), state+" for "+p.key, near, "projects", p.key, "mcpServers")...)
		}
	}
	if shared := inProject(at.Here, ".mcp.json"); shared != "" {
		all = append(all, jsonEntries(readQuietly(shared), shared, shared, true, "mcpServers")...)
	}
	return all
}

// sharedNotes names the other programs that run the hooks of Claude Code's settings. The hook knows them by what they send.
func sharedNotes(at Place) []string {
	var notes []string
	for _, other := range []struct{ name, folder string }{
		{"Cursor", ".cursor"}, {"VS Code", ".vscode"},
	} {
		if info, err := os.Stat(filepath.Join(at.Home, other.folder)); err == nil && info.IsDir() {
			notes = append(notes, other.name+" can read Claude Code's hooks, too. What it does is then recorded as its own.")
		}
	}
	return notes
}

func codexLayout(at Place, w Wanted) layout {
	dir := at.folder("CODEX_HOME", ".codex")
	var hooks []hook
	for _, event := range []string{"SessionStart", "UserPromptSubmit", "Stop", "Interrupt", "SessionEnd"} {
		hooks = append(hooks, hookOf(w, Codex, event, ""))
	}
	if w.ToolHooks {
		hooks = append(hooks, hookOf(w, Codex, "PostToolUse", "Bash|apply_patch"))
	}
	config := filepath.Join(dir, "config.toml")
	l := layout{
		specs: []spec{
			{path: filepath.Join(dir, skillFile), whole: skill},
			{path: config, toml: &tomlTable{w.Server}},
			{path: filepath.Join(dir, "hooks.json"), json: []jsonPart{{path: []string{"hooks"}, hooks: hooks}}},
		},
		notes: []string{"Codex runs hooks only if you trust them: start codex, open /hooks, and trust those of Plotline. Until then it " +
			"skips them without a word."},
	}
	text := readQuietly(config)
	seen := map[string]bool{}
	for _, s := range settingsOf(text) {
		if len(s.table) == 2 && s.table[0] == "plugins" && isPlugin(s.table[1]) && len(s.key) == 1 && s.key[0] == "enabled" && s.value == "true" {
			l.plugin = true
		}
		if name, is := s.isServer(); is && !seen[name] {
			seen[name] = true
			l.entries = append(l.entries, entry{Server: tomlServer(text, name), name: name, key: config, where: config, near: true})
		}
	}
	return l
}

func geminiLayout(at Place, w Wanted) layout {
	dir := filepath.Join(at.folder("GEMINI_CLI_HOME", ""), ".gemini")
	hooks := []hook{
		hookOf(w, GeminiCLI, "SessionStart", ""), hookOf(w, GeminiCLI, "BeforeAgent", ""),
		hookOf(w, GeminiCLI, "AfterTool", "run_shell_command|replace|write_file"),
		hookOf(w, GeminiCLI, "AfterAgent", ""), hookOf(w, GeminiCLI, "SessionEnd", ""),
	}
	settings := filepath.Join(dir, "settings.json")
	l := layout{specs: []spec{
		{path: filepath.Join(dir, skillFile), whole: skill},
		{path: settings, json: []jsonPart{
			{path: []string{"mcpServers"}, server: &w.Server}, {path: []string{"hooks"}, hooks: hooks},
		}},
	}}
	_, err := os.Stat(filepath.Join(dir, "extensions", serverName))
	l.plugin = err == nil
	l.entries = jsonEntries(readQuietly(settings), settings, settings, true, "mcpServers")
	if shared := inProject(at.Here, ".gemini", "settings.json"); shared != "" && shared != settings {
		l.entries = append(l.entries, jsonEntries(readQuietly(shared), shared, shared, true, "mcpServers")...)
	}
	return l
}

// inProject returns the path of a file of a project, or nothing outside of one.
func inProject(root string, names ...string) string {
	if root == "" {
		return ""
	}
	return filepath.Join(append([]string{root}, names...)...)
}

// readQuietly reads a file that need not exist. What cannot be read is reported when it is to be changed.
func readQuietly(path string) []byte {
	if path == "" {
		return nil
	}
	_, text, _, _, err := read(path)
	if err != nil {
		return nil
	}
	return text
}

// hasPlugin reports whether settings of Claude Code turn our plugin on.
func hasPlugin(text []byte) bool {
	root, err := parse(text)
	if err != nil {
		return false
	}
	plugins, _ := root.walk("enabledPlugins")
	for _, p := range plugins.members {
		if isPlugin(p.key) && switchedOn(text, "enabledPlugins", p.key) {
			return true
		}
	}
	return false
}

// isPlugin reports whether a name, such as plotline@plotline, is that of our plugin.
func isPlugin(name string) bool { return strings.HasPrefix(name, serverName+"@") }

// switchedOn reports whether a value of a JSON text is true.
func switchedOn(text []byte, path ...string) bool {
	root, err := parse(text)
	if err != nil {
		return false
	}
	value, found := root.walk(path...)
	return found && string(text[value.start:value.end]) == "true"
}
