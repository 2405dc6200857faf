package setup

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// person is a person's home folder, with what setup remembers.
type person struct {
	home, kept string
	wanted     Wanted
	variables  map[string]string
	project    string
	here       string
}

func newPerson(t *testing.T) *person {
	t.Helper()
	home := t.TempDir()
	data := filepath.Join(home, "data of it's own")
	return &person{
		home: home, kept: filepath.Join(home, "kept", "setup.json"), variables: map[string]string{},
		wanted: Wanted{DataDir: data, Server: Server{Command: "/opt/bin/plotline", Args: []string{"mcp", "--workspace", "auto"}}},
	}
}

func (p *person) place() Place {
	return Place{Home: p.home, Getenv: func(name string) string { return p.variables[name] }, Project: p.project, Here: p.here}
}

func (p *person) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(p.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil { //nolint:gosec // setup keeps the mode
		t.Fatal(err)
	}
}

// tree returns all files below the home folder with their texts and modes, and all folders, without what setup remembers.
func (p *person) tree(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.home, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == filepath.Dir(p.kept) {
			return filepath.SkipDir
		}
		name, _ := filepath.Rel(p.home, path)
		if entry.IsDir() {
			all[name] = "a folder"
			return nil
		}
		text, err := os.ReadFile(path) //nolint:gosec // the test's own folder
		info, _ := entry.Info()
		all[name] = info.Mode().String() + " " + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (p *person) prepare(t *testing.T, c Client) (Plan, error) {
	t.Helper()
	kept, err := readKept(p.kept)
	if err != nil {
		t.Fatal(err)
	}
	return Prepare(c, p.place(), p.wanted, kept)
}

func (p *person) setup(t *testing.T, c Client) Plan {
	t.Helper()
	plan, err := p.prepare(t, c)
	if err == nil {
		err = plan.apply(t.Context(), p.kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func (p *person) remove(t *testing.T, c Client) Plan {
	t.Helper()
	kept, err := readKept(p.kept)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := PrepareRemoval(c, p.place(), p.wanted, kept)
	if err == nil {
		err = plan.apply(t.Context(), p.kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// sample returns a file of testdata, or the text itself where there is none of that name.
func sample(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		return name
	}
	return string(text)
}

// files are the configurations of the clients, where setup writes what, and how many hooks.
var files = map[Client]struct {
	hooks, servers, skill, last string
	count                       int
}{
	ClaudeCode: {".claude/settings.json", ".claude.json", ".claude/skills/plotline-memory/SKILL.md", "SessionEnd", 5},
	Codex:      {".codex/hooks.json", ".codex/config.toml", ".codex/skills/plotline-memory/SKILL.md", "Interrupt", 5},
	GeminiCLI:  {".gemini/settings.json", ".gemini/settings.json", ".gemini/skills/plotline-memory/SKILL.md", "AfterTool", 5},
	QwenCode:   {".qwen/settings.json", ".qwen/settings.json", ".qwen/skills/plotline-memory/SKILL.md", "StopFailure", 7},
	CopilotCLI: {".copilot/hooks/plotline.json", ".copilot/mcp-config.json", ".copilot/skills/plotline-memory/SKILL.md", "sessionEnd", 5},
	OpenCode: {
		".config/opencode/plugin/plotline.js", ".config/opencode/opencode.json", ".config/opencode/skills/plotline-memory/SKILL.md", "", 0,
	},
	Cursor: {".cursor/hooks.json", ".cursor/mcp.json", ".cursor/skills/plotline-memory/SKILL.md", "afterFileEdit", 6},
	VSCode: {".copilot/hooks/plotline-vscode.json", vscodeServers, ".agents/skills/plotline-memory/SKILL.md", "agentStop", 4},
}

// vscodeServers is where VS Code keeps its servers, below the home folder.
var vscodeServers = filepath.Join(configFolder(Place{Getenv: func(string) string { return "" }}), "Code", "User", "mcp.json")

// TestThereAndBack sets clients up over configurations of many forms, twice, and takes it back: nothing of the person's
// changes, the second time nothing changes, and then all bytes are the old ones.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]map[string]string{
		"nothing": {},
		"sample": {
			".claude/settings.json": "claude-settings.json", ".codex/hooks.json": "codex-hooks.json",
			".gemini/settings.json": "gemini-settings.json", ".codex/config.toml": "model = \"m\" # mine\n\n[projects.\"/p\"]\ntrust_level = \"trusted\"\n",
			".claude.json":        `{"numStartups":1,"projects":{"/p":{"mcpServers":{}}},"mcpServers":{"other":{"command":"x","args":[]}}}`,
			".qwen/settings.json": "gemini-settings.json", ".copilot/mcp-config.json": `{"mcpServers": {"a": {"type": "local", "command": "x", "args": [], "tools": ["*"]}}}`,
			".copilot/hooks/mine.json":       `{"version":1,"hooks":{"agentStop":[{"type":"command","bash":"say done"}]}}`,
			".config/opencode/opencode.json": "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  \"mcp\": {\n    \"a\": {\"type\": \"remote\", \"url\": \"http://x\"}\n  }\n}\n",
			".cursor/hooks.json":             "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [{\"command\": \"./mine.sh\"}]\n  }\n}\n",
			".cursor/mcp.json":               `{"mcpServers":{"a":{"url":"http://x"}}}`, vscodeServers: "{\n\t\"servers\": {\n\t},\n\t\"inputs\": []\n}",
		},
		"empty files": {".claude/settings.json": "", ".claude.json": "", ".codex/hooks.json": "", ".codex/config.toml": "", ".gemini/settings.json": "\n", ".cursor/hooks.json": "", ".cursor/mcp.json": "", ".qwen/settings.json": "\n", vscodeServers: ""},
		"empty objects": {
			".claude/settings.json": "{}", ".claude.json": "{\n}\n", ".codex/hooks.json": `{ "hooks" : { } }`, ".codex/config.toml": "# only a comment",
			".gemini/settings.json": "{\"mcpServers\": {}, \"hooks\": {\"SessionStart\": []}}",
			".cursor/hooks.json":    "{}", ".cursor/mcp.json": "{ \"mcpServers\" : { } }", ".copilot/mcp-config.json": "{}", ".config/opencode/opencode.json": "{ }",
		},
		"tabs, CRLF, no newline": {
			".claude/settings.json": "{\r\n\t\"model\": \"opus\",\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}\r\n\t\t]\r\n\t}\r\n}",
			".claude.json":          "{\n    \"a\": [1, 2,\n  3], \"mcpServers\": {\"b\": {\"command\": \"c\"}}}",
			".codex/hooks.json":     "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}]}]}}",
			".codex/config.toml":    "a = '''\n[mcp_servers.plotline]\n'''\nb = [\n  [1],\n]\r\n[mcp_servers.docs]\ncommand = \"docs\"",
			".gemini/settings.json": "{\n\n\"hooks\"\n:\n{\n}\n}\n\n",
		},
	} {
		for c, at := range files {
			t.Run(name+"/"+string(c), func(t *testing.T) {
				t.Parallel()
				p := newPerson(t)
				for file, text := range before {
					p.write(t, file, sample(t, text))
				}
				old := p.tree(t)
				p.setup(t, c)
				for file, want := range map[string]string{at.hooks: "plotline-hook", at.servers: "/opt/bin/plotline", at.skill: "recall"} {
					if text, _ := os.ReadFile(filepath.Join(p.home, file)); !strings.Contains(string(text), want) {
						t.Errorf("%s lacks %s:\n%s", file, want, text)
					}
				}
				checkHooks(t, p, c, at.hooks)
				now := p.tree(t)
				if again := p.setup(t, c); again.Writes() || !reflect.DeepEqual(now, p.tree(t)) {
					t.Errorf("the second time changes %+v", again.Changes)
				}
				p.wanted.ToolHooks = true
				if p.setup(t, c); (c == ClaudeCode || c == Codex) && reflect.DeepEqual(now, p.tree(t)) {
					t.Error("tool hooks change nothing")
				}
				p.remove(t, c)
				if back := p.tree(t); !reflect.DeepEqual(old, back) {
					t.Errorf("before:\n%q\nafter:\n%q", old, back)
				}
				if kept, err := readKept(p.kept); err != nil || len(kept.Files) > 0 {
					t.Errorf("it still remembers %+v, %v", kept, err)
				}
			})
		}
	}
}

// checkHooks checks that a client's file is JSON of its form: a list per event, timeouts in its unit, lines that end with 0.
func checkHooks(t *testing.T, p *person, c Client, file string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.home, file))
	if err != nil {
		t.Fatal(err)
	}
	if c == OpenCode { // a program of JavaScript
		if !strings.Contains(string(text), string(literal(HookProgram(p.wanted.DataDir)))) {
			t.Errorf("it does not name the hook:\n%s", text)
		}
		return
	}
	type run struct {
		Type, Command, Bash, PowerShell string
		Timeout, TimeoutSec             int
	}
	var has struct {
		Version int
		Hooks   map[string][]struct {
			run

			Hooks []run
		}
	}
	if err := json.Unmarshal(text, &has); err != nil {
		t.Fatalf("%s: %v\n%s", file, err, text)
	}
	program := "'" + strings.ReplaceAll(HookProgram(p.wanted.DataDir), "'", `'\''`) + "'"
	ours := 0
	for event, list := range has.Hooks {
		for _, element := range list {
			for _, one := range append(element.Hooks, element.run) {
				line := one.Command + one.Bash
				if !ownCommand.MatchString(line) {
					continue
				}
				ours++
				want := program + " " + string(c) + " " + event + " 2>/dev/null || exit 0"
				seconds := one.Timeout + one.TimeoutSec
				if line != want || (c == GeminiCLI) != (seconds >= 1000) || seconds == 0 || (c == Cursor) != (one.Type == "") {
					t.Errorf("%s: %+v, want the command %s", event, one, want)
				}
				if one.Bash != "" && !strings.HasSuffix(one.PowerShell, " "+string(c)+" "+event+" 2>$null; exit 0") {
					t.Errorf("%s: %q", event, one.PowerShell)
				}
			}
		}
	}
	if len(has.Hooks[files[c].last]) == 0 || ours != files[c].count {
		t.Errorf("%d hooks of ours, want %d:\n%s", ours, files[c].count, text)
	}
	if (c == Cursor || c == CopilotCLI || c == VSCode) && has.Version != 1 {
		t.Errorf("the version is %d:\n%s", has.Version, text)
	}
}

// TestRemovalOfChanged takes back what setup wrote into files that were changed since, by the client and by the person.
func TestRemovalOfChanged(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.write(t, ".claude/settings.json", "{\n  \"model\": \"opus\",\n  \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]}\n}\n")
	p.setup(t, ClaudeCode)
	rewrite := func(name string, change func(all map[string]any)) {
		path := filepath.Join(p.home, name)
		text, err := os.ReadFile(path)
		var all map[string]any
		if err == nil {
			err = json.Unmarshal(text, &all)
		}
		if err != nil {
			t.Fatal(err)
		}
		change(all)
		text, _ = json.MarshalIndent(all, "", " ")
		p.write(t, name, string(text))
	}
	rewrite(".claude.json", func(all map[string]any) {
		servers, _ := all["mcpServers"].(map[string]any)
		ours, _ := servers["plotline"].(map[string]any)
		ours["type"], ours["env"] = "stdio", map[string]any{} // Claude Code adds these
		all["numStartups"] = 3
	})
	rewrite(".claude/settings.json", func(all map[string]any) { all["theme"] = "dark" })
	p.write(t, ".claude/skills/plotline-memory/SKILL.md", "mine now")
	plan := p.remove(t, ClaudeCode)
	if len(plan.Notes) != 1 || !strings.Contains(plan.Notes[0], "SKILL.md stays") {
		t.Errorf("notes %q", plan.Notes)
	}
	for name, want := range map[string]string{
		".claude.json":          `{"numStartups":3}`,
		".claude/settings.json": `{"hooks":{"Stop":[{"hooks":[{"command":"say done","type":"command"}]}]},"model":"opus","theme":"dark"}`,
	} {
		text, err := os.ReadFile(filepath.Join(p.home, name))
		var all any
		if err == nil {
			err = json.Unmarshal(text, &all)
		}
		if got, _ := json.Marshal(all); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	if text := sample(t, filepath.Join(p.home, ".claude/skills/plotline-memory/SKILL.md")); strings.Contains(text, "recall") {
		t.Error("the person's skill is overwritten")
	}

	p.write(t, ".codex/config.toml", "model = \"m\"\n")
	p.setup(t, Codex)
	config := filepath.Join(p.home, ".codex/config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, ".codex/config.toml", string(text)+"\n[mcp_servers.plotline.tools.recall]\napproval_mode = \"approve\"\n\n# trust\n[hooks.state]\nx = 1\n")
	p.remove(t, Codex)
	if text, err := os.ReadFile(config); err != nil || string(text) != "model = \"m\"\n\n# trust\n[hooks.state]\nx = 1\n" {
		t.Errorf("config.toml: %q, %v", text, err)
	}
}

// TestBesideAnotherHook cuts our command out of a group in which a person has put their own.
func TestBesideAnotherHook(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.setup(t, GeminiCLI)
	path := filepath.Join(p.home, ".gemini/settings.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, ".gemini/settings.json", strings.Replace(string(text), `"hooks": [`, `"hooks": [{"type": "command", "command": "mine"},`, 1))
	p.remove(t, GeminiCLI)
	text, err = os.ReadFile(path)
	var has struct{ Hooks map[string][]group }
	if err == nil {
		err = json.Unmarshal(text, &has)
	}
	if err != nil || len(has.Hooks) != 1 || len(has.Hooks["SessionStart"][0].Hooks) != 1 || has.Hooks["SessionStart"][0].Hooks[0].Command != "mine" {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestBesideAnotherCommand cuts our commands out of lists in which a person has put their own since.
func TestBesideAnotherCommand(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.setup(t, Cursor)
	path := filepath.Join(p.home, ".cursor/hooks.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, ".cursor/hooks.json", strings.Replace(string(text), `"stop": [`, `"stop": [{"command": "mine"},`, 1))
	p.remove(t, Cursor)
	text, err = os.ReadFile(path)
	var has map[string]any
	if err == nil {
		err = json.Unmarshal(text, &has)
	}
	if got, _ := json.Marshal(has); err != nil || string(got) != `{"hooks":{"stop":[{"command":"mine"}]},"version":1}` {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestOneFolderForTwo sets up two clients that share a folder of hooks. Each keeps its own file when the other goes.
func TestOneFolderForTwo(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	old := p.tree(t)
	p.setup(t, CopilotCLI)
	p.setup(t, VSCode)
	p.remove(t, CopilotCLI)
	for name, want := range map[string]bool{".copilot/hooks/plotline.json": false, ".copilot/hooks/plotline-vscode.json": true} {
		if _, err := os.Stat(filepath.Join(p.home, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	p.remove(t, VSCode)
	if back := p.tree(t); !reflect.DeepEqual(old, back) {
		t.Errorf("before:\n%q\nafter:\n%q", old, back)
	}
}

// TestConflicts lists configurations that setup leaves alone, and what it says.
func TestConflicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		client Client
		file   string
		text   string
		says   []string
	}{
		{"plugin", ClaudeCode, ".claude/settings.json", "claude-plugin.json", []string{"plugin", "plotline record on"}},
		{"plugin of Codex", Codex, ".codex/config.toml", "codex-plugin.toml", []string{"plugin"}},
		{"extension", GeminiCLI, ".gemini/extensions/plotline/gemini-extension.json", "{}", []string{"plugin"}},
		{
			"fixed workspace", ClaudeCode, ".claude.json", `{"mcpServers":{"memory":{"command":"/x/plotline","args":["mcp","--workspace","team"]}}}`,
			[]string{`"memory"`, ".claude.json", "workspace team", "--workspace auto"},
		},
		{
			"of a project", ClaudeCode, ".claude.json", `{"projects":{"/shop":{"mcpServers":{"plotline":{"command":"plotline","args":["mcp"]}}}}}`,
			[]string{"for /shop", "workspace default"},
		},
		{
			"by variable", GeminiCLI, ".gemini/settings.json", `{"mcpServers":{"p":{"command":"plotline","args":["mcp"],"env":{"PLOTLINE_WORKSPACE":"w"}}}}`,
			[]string{"workspace w"},
		},
		{
			"of opencode", OpenCode, ".config/opencode/opencode.json", `{"mcp":{"p":{"type":"local","command":["plotline","mcp","--workspace","team"]}}}`,
			[]string{`"p"`, "workspace team"},
		},
		{"comments", OpenCode, ".config/opencode/opencode.jsonc", "{ // mine\n}", []string{"opencode.jsonc", `"command": [`}},
		{
			"of VS Code", VSCode, vscodeServers, `{"servers":{"p":{"type":"stdio","command":"plotline","args":["mcp"]}}}`,
			[]string{`"p"`, "workspace default"},
		},
		{
			"in TOML", Codex, ".codex/config.toml", "[mcp_servers.\"my.memory\"]\ncommand = 'C:\\plotline.exe'\nargs = [ # some\n 'mcp',\n \"--workspace=team\" ]\n",
			[]string{`"my.memory"`, "workspace team"},
		},
		{
			"variable in TOML", Codex, ".codex/config.toml", "[mcp_servers.p]\ncommand = \"plotline\"\nargs = [\"mcp\"]\nenv = { A = \"1\", PLOTLINE_WORKSPACE = \"w\" }\n",
			[]string{"workspace w"},
		},
		{"another program", Codex, ".codex/config.toml", "[mcp_servers.plotline]\nurl = \"http://127.0.0.1:7333/mcp\"\n", []string{"does not start Plotline"}},
		{
			"another folder", ClaudeCode, ".claude.json", `{"mcpServers":{"p":{"command":"plotline","args":["mcp","--workspace","auto","--data-dir","/d"]}}}`,
			[]string{"another data folder"},
		},
		{"comments", GeminiCLI, ".gemini/settings.json", "{\n  // mine\n  \"hooks\": {}\n}\n", []string{"not plain JSON", "yourself", "BeforeAgent", "mcpServers"}},
		{"another form", ClaudeCode, ".claude/settings.json", `{"hooks":[]}`, []string{"another form", "UserPromptSubmit"}},
		{"another root", ClaudeCode, ".claude/settings.json", `[1]`, []string{"another form"}},
		{"inline table", Codex, ".codex/config.toml", "mcp_servers = { docs = { command = \"x\" } }\n", []string{"yourself", "[mcp_servers.plotline]"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t)
			p.write(t, tt.file, sample(t, tt.text))
			old := p.tree(t)
			_, err := p.prepare(t, tt.client)
			if !errors.Is(err, ErrConflict) {
				t.Fatalf("%v, want a conflict", err)
			}
			for _, want := range tt.says {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
			if !reflect.DeepEqual(old, p.tree(t)) {
				t.Error("something was changed")
			}
		})
	}
}

// TestOwnEntry keeps an entry of the person that does what ours would.
func TestOwnEntry(t *testing.T) {
	t.Parallel()
	for c, config := range map[Client]string{
		ClaudeCode: `{"mcpServers":{"memory":{"command":"plotline","args":["mcp","--workspace","auto","--read-only"]}}}`,
		Codex:      "[mcp_servers.memory]\ncommand = \"plotline\"\nargs = [\"mcp\", \"--workspace\", \"auto\"]\n",
		GeminiCLI:  `{"mcpServers":{"memory":{"command":"plotline","args":["mcp","--workspace","auto"]}}}`,
	} {
		p := newPerson(t)
		p.write(t, files[c].servers, config)
		p.setup(t, c)
		text, err := os.ReadFile(filepath.Join(p.home, files[c].servers))
		if err != nil || strings.Contains(string(text), "/opt/bin/plotline") || !strings.Contains(string(text), "memory") {
			t.Errorf("%s: %v\n%s", c, err, text)
		}
		p.remove(t, c)
		if text, err := os.ReadFile(filepath.Join(p.home, files[c].servers)); err != nil || string(text) != config {
			t.Errorf("%s: %v\n%s", c, err, text)
		}
	}
}

// TestProject sets up one project of Claude Code in files that are not shared. The other clients have none.
func TestProject(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.project = filepath.Join(p.home, "shop")
	p.here = p.project
	p.write(t, "shop/.claude/settings.json", "{}")
	p.write(t, ".claude.json", `{"projects": {"`+p.project+`": {"allowedTools": []}, "/other": {}}}`)
	old := p.tree(t)
	p.setup(t, ClaudeCode)
	now := p.tree(t)
	if !strings.Contains(now["shop/.claude/settings.local.json"], "UserPromptSubmit") || now["shop/.claude/settings.json"] != old["shop/.claude/settings.json"] {
		t.Errorf("%q", now)
	}
	var state struct {
		Projects map[string]struct{ MCPServers map[string]Server }
	}
	_, text, _ := strings.Cut(now[".claude.json"], " ")
	if err := json.Unmarshal([]byte(text), &state); err != nil || state.Projects[p.project].MCPServers["plotline"].Command == "" {
		t.Errorf("%v: %s", err, text)
	}
	p.remove(t, ClaudeCode)
	if back := p.tree(t); !reflect.DeepEqual(old, back) {
		t.Errorf("before:\n%q\nafter:\n%q", old, back)
	}
	p.setup(t, ClaudeCode)
	one := p.project
	p.project = filepath.Join(p.home, "second")
	p.here = p.project
	p.setup(t, ClaudeCode)
	p.remove(t, ClaudeCode)
	p.project, p.here = one, one
	p.remove(t, ClaudeCode)
	if back := p.tree(t); back[".claude.json"] != old[".claude.json"] {
		t.Errorf("two projects: before:\n%q\nafter:\n%q", old, back)
	}
	p.project, p.here = "", ""
	p.setup(t, ClaudeCode)
	p.project = one
	for _, c := range []Client{ClaudeCode, Codex, GeminiCLI} {
		if _, err := p.prepare(t, c); !errors.Is(err, ErrConflict) || c != ClaudeCode && !strings.Contains(err.Error(), "--project") {
			t.Errorf("%s: %v", c, err)
		}
	}
}

// TestFolders follows the variables by which clients move their folder, and links, which stay links.
func TestFolders(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	for variable, c := range map[string]Client{"CLAUDE_CONFIG_DIR": ClaudeCode, "CODEX_HOME": Codex, "GEMINI_CLI_HOME": GeminiCLI} {
		p.variables[variable] = filepath.Join(p.home, "moved", string(c))
		p.setup(t, c)
	}
	for _, name := range []string{"claude-code/settings.json", "claude-code/.claude.json", "codex/config.toml", "gemini-cli/.gemini/settings.json"} {
		if _, err := os.Stat(filepath.Join(p.home, "moved", name)); err != nil {
			t.Error(err)
		}
	}
	p = newPerson(t)
	p.write(t, "dotfiles/hooks.json", `{"hooks":{}}`)
	p.write(t, ".codex/config.toml", "")
	link := filepath.Join(p.home, ".codex/hooks.json")
	if err := os.Symlink("../dotfiles/hooks.json", link); err != nil {
		t.Skip(err)
	}
	p.setup(t, Codex)
	if target, err := os.Readlink(link); err != nil || target != "../dotfiles/hooks.json" || !strings.Contains(p.tree(t)["dotfiles/hooks.json"], "plotline-hook") {
		t.Errorf("%s, %v", target, err)
	}
}

// TestAllOrNothing writes no file if the last cannot be written, or if one changed since the plan was made.
func TestAllOrNothing(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	plan, err := p.prepare(t, Codex)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, ".codex/hooks.json", "{}")
	old := p.tree(t)
	if err := plan.apply(t.Context(), p.kept); err == nil || !strings.Contains(err.Error(), "changed by another program") {
		t.Errorf("%v", err)
	}
	if now := p.tree(t); !reflect.DeepEqual(old, now) {
		t.Errorf("before:\n%q\nafter:\n%q", old, now)
	}
}

// TestDifference shows what is added, and nothing else of the file.
func TestDifference(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.write(t, ".claude.json", "{\n  \"key\": \"sk-secret\"\n}\n")
	plan, err := p.prepare(t, ClaudeCode)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, c := range plan.Changes {
		text.WriteString(c.Difference())
	}
	for _, want := range []string{".claude.json\n  @@ line 2 @@\n  +   \"mcpServers\": {\n", "SKILL.md: new\n", `  +             "command": "'`, "settings.json: new"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it lacks %q:\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "sk-secret") {
		t.Errorf("it shows the person's own:\n%s", text.String())
	}
}
