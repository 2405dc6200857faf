// Package setup writes what a coding agent needs to be recorded into its configuration: the hooks, the entry of the MCP
// server and the skill. It takes everything back to the byte. People write these files, too, so Plotline changes only what
// is its own, and nothing where it cannot read a file.
package setup

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
)

// Client is a coding agent, as the hook calls it.
type Client string

// The clients that setup knows.
const (
	ClaudeCode Client = "claude-code"
	Codex      Client = "codex"
	GeminiCLI  Client = "gemini-cli"
	QwenCode   Client = "qwen-code"
	CopilotCLI Client = "copilot-cli"
	OpenCode   Client = "opencode"
	Cursor     Client = "cursor"
	VSCode     Client = "vscode"
)

// clients has of each client its own name, and where it keeps what.
var clients = map[Client]struct {
	title  string
	layout func(Place, Wanted) layout
}{
	ClaudeCode: {"Claude Code", claudeLayout}, Codex: {"Codex", codexLayout}, GeminiCLI: {"Gemini CLI", geminiLayout},
	QwenCode: {"Qwen Code", qwenLayout}, CopilotCLI: {"Copilot CLI", copilotLayout}, OpenCode: {"opencode", openCodeLayout},
	Cursor: {"Cursor", cursorLayout}, VSCode: {"VS Code", vscodeLayout},
}

// Title returns the client's own name.
func (c Client) Title() string { return clients[c].title }

// Place says where a client's configuration lies.
type Place struct {
	Home   string              // the person's home folder
	Getenv func(string) string // reads the variables by which clients move their folder, such as CODEX_HOME
	// Project is the root of the only project to set up; empty for all of them. Only Claude Code has files for it that are
	// not shared.
	Project string
	// Here is the root of the project in the current folder, or empty. Its own entries are looked at.
	Here string
}

// Server is the entry that starts the MCP server.
type Server struct {
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env,omitempty"`
}

// Wanted is what to set up.
type Wanted struct {
	DataDir   string // absolute
	Server    Server
	ToolHooks bool // also the events after each tool, which cost the client time
}

// ErrConflict reports that something in the configuration does not go together with recording. Nothing was changed.
var ErrConflict = errors.New("nothing was changed")

// serverName is the name of our entry among a client's MCP servers, and of the plugin.
const serverName = "plotline"

// spec is what setup keeps in one file. Exactly one of json, toml and whole is set.
type spec struct {
	path    string
	project string // the only project that this part of the file is for
	json    []jsonPart
	toml    *tomlTable
	whole   []byte
}

// layout is where a client keeps what.
type layout struct {
	specs   []spec
	plugin  bool    // the client has our plugin, which would run the hooks a second time
	entries []entry // the MCP servers that the configuration names
	notes   []string
}

// layoutOf returns where a client keeps what.
func layoutOf(c Client, at Place, w Wanted) (layout, error) {
	if at.Project != "" && c != ClaudeCode {
		return layout{}, fmt.Errorf("%s has no configuration of one project that is not shared with others; "+
			"leave out --project: %w", c.Title(), ErrConflict)
	}
	if known, is := clients[c]; is {
		return known.layout(at, w), nil
	}
	return layout{}, fmt.Errorf("there is no client %q", c)
}

// folder returns the folder that a variable names, or else the one in the home folder.
func (p Place) folder(variable, name string) string {
	if dir := p.Getenv(variable); dir != "" {
		return dir
	}
	return filepath.Join(p.Home, name)
}

// Prepare returns the changes that set a client up. It writes nothing. Without changes, the client is set up already. The
// error is ErrConflict if the plugin is there, if an entry uses a fixed workspace, or if a file cannot be read.
func Prepare(c Client, at Place, w Wanted, kept Kept) (Plan, error) {
	l, err := layoutOf(c, at, w)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Client: c, Notes: l.notes}
	if l.plugin {
		return Plan{}, fmt.Errorf("%s has Plotline's plugin, whose hooks would run a second time. Keep the plugin and turn recording on "+
			"with: plotline record on. Or remove the plugin, and run this command again: %w", c.Title(), ErrConflict)
	}
	for _, s := range l.specs {
		if _, all := kept.Files[s.path]; all && s.project != "" {
			return Plan{}, fmt.Errorf("%s is set up for all projects, so also for this one: %w", c.Title(), ErrConflict)
		}
	}
	own, err := checkEntries(l.entries, w.Server, kept)
	if err != nil {
		return Plan{}, err
	}
	for _, s := range l.specs {
		if own { // the person's own entry does what ours would
			s = s.withoutServer()
		}
		if s.empty() {
			continue
		}
		change, err := s.prepare(kept.Files[s.key()])
		if err != nil {
			return Plan{}, err
		}
		change.client, change.key = c, s.key()
		plan.Changes = append(plan.Changes, change)
	}
	plan.Changes = slices.DeleteFunc(plan.Changes, Change.none)
	return plan, nil
}

// PrepareRemoval returns the changes that take everything back. A file that setup left as it is gets its old bytes; from
// another, only our entries are cut. A skill that the person has changed stays.
func PrepareRemoval(c Client, at Place, w Wanted, kept Kept) (Plan, error) {
	l, err := layoutOf(c, at, w)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Client: c}
	for _, s := range l.specs {
		change, err := s.remove(kept.Files[s.key()])
		if err != nil {
			return Plan{}, err
		}
		change.client, change.key = c, s.key()
		if change.stays {
			plan.Notes = append(plan.Notes, s.path+" stays, because it was changed since.")
		}
		plan.Changes = append(plan.Changes, change)
	}
	plan.Changes = slices.DeleteFunc(plan.Changes, Change.none)
	return plan, nil
}

// key names the spec among what setup remembers.
func (s spec) key() string {
	if s.project != "" {
		return s.path + " for " + s.project
	}
	return s.path
}

func (s spec) empty() bool { return s.whole == nil && s.toml == nil && len(s.json) == 0 }

// withoutServer returns the spec without the entry of the MCP server.
func (s spec) withoutServer() spec {
	s.toml = nil
	s.json = slices.DeleteFunc(slices.Clone(s.json), func(p jsonPart) bool { return p.server != nil })
	return s
}
