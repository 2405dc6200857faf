package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/markdown"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// framework is an agent framework, which the test drives with its example in docs/clients.md.
type framework struct {
	section string // of docs/clients.md
	pkg     string // the package that is driven
	python  string // the environment that has it; "" for Node
	// plainErrors says that the framework gives its model the text of an error without marking it as one.
	plainErrors bool
}

func frameworks() []framework {
	return []framework{
		{section: "google-genai", pkg: "google-genai", python: "newer"},
		{section: "openai-agents", pkg: "openai-agents", python: "newer", plainErrors: true},
		{section: "fastmcp", pkg: "fastmcp", python: "newer"},
		{section: "langchain", pkg: "langchain-mcp-adapters", python: "older"},
		{section: "google-adk", pkg: "google-adk", python: "older"},
		{section: "llamaindex", pkg: "llama-index-tools-mcp", python: "newer"},
		{section: "smolagents", pkg: "smolagents", python: "older", plainErrors: true},
		{section: "pydantic-ai", pkg: "pydantic-ai-slim", python: "newer"},
		{section: "ai-sdk", pkg: "ai"},
		{section: "typescript-sdk", pkg: "@modelcontextprotocol/sdk"},
	}
}

// TestFrameworks lists the tools with each framework, converts them to the framework's own tools, and calls some of
// these. An error must reach the framework's model with the reason.
func TestFrameworks(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	source := expect.ReadFile(t, "../../docs/clients.md")
	blocks := markdown.Parse(source).Blocks
	for _, f := range frameworks() {
		for _, transport := range []string{"stdio", "http"} {
			t.Run(f.section+"/"+transport, func(t *testing.T) {
				t.Parallel()
				version, client := f.drive(t, f.example(t, blocks), transport)
				if row := f.row(string(source)); !strings.Contains(row, version) || !strings.Contains(row, client) {
					t.Errorf("docs/clients.md lacks version %s or the name %s: %s", version, client, row)
				}
			})
		}
	}
}

// example returns the framework's example in docs/clients.md.
func (f framework) example(t *testing.T, blocks []markdown.Block) string {
	t.Helper()
	for _, b := range blocks {
		if b.Section == f.section && b.Remark == "run by testing/e2e" {
			return b.Text
		}
	}
	t.Fatalf("docs/clients.md has no example in the section %s", f.section)
	return ""
}

// row returns the framework's row in the table of docs/clients.md.
func (f framework) row(source string) string {
	for line := range strings.Lines(source) {
		if strings.HasPrefix(line, "| [") && strings.Contains(line, "(#"+f.section+")") {
			return line
		}
	}
	return ""
}

// outcome is the result of a step. Error is set if the framework marks the result as an error.
type outcome struct{ Text, Error string }

// drive runs the steps in the framework. It returns the package's version and the client's name in the audit log.
func (f framework) drive(t *testing.T, example, transport string) (version, client string) {
	t.Helper()
	type object = map[string]any
	steps := []step{
		{Call: "create_episode", Arguments: object{
			"query": "Move the nightly backup", "reward": 0.5, "reflection": "Ask first.", "tags": []string{"backup"}, "metadata": object{"n": 1},
		}, Save: map[string]string{"id": "episode_id"}, want: "Episode created successfully"},
		{Call: "recall", Arguments: object{"query": "nightly backup"}, want: "Ask first."},
		{Call: "update_episode", Arguments: object{"episode_id": "${id}", "reward": 1}, want: "Ask first."},
		// The arguments that were not meant, which are null in strict mode, changed nothing.
		{Call: "get_episode", Arguments: object{"episode_id": "${id}"}, want: `"reflection":"Ask first.","reward":1,"tags":["backup"],"metadata":{"n":1}`},
		{Call: "create_episode", Arguments: object{"query": "Again", "reward": 0.5, "rewrd": 1}, wantError: "unknown argument 'rewrd'"},
		{Call: "get_episode", Arguments: object{"episode_id": "00000000-0000-7000-8000-000000000000"}, wantError: "Episode not found"},
	}
	var got struct {
		Version string
		Tools   []string
		Answers []outcome
	}
	dir := privateDir(t)
	args := []string{"--store", "embedded", "--data-dir", dir, "--toolsets", "all"}
	ended := f.run(t, configure(t, example, transport, args), map[string]any{"framework": f.pkg, "transport": transport, "steps": steps})
	if err := json.Unmarshal([]byte(must(t, ended)), &got); err != nil {
		t.Fatalf("%v in %s", err, ended.Out)
	}
	if len(got.Tools) != offeredByAll || len(got.Answers) != len(steps) {
		t.Fatalf("%d tools, %d answers", len(got.Tools), len(got.Answers))
	}
	for i, a := range got.Answers {
		f.check(t, steps[i], a)
	}
	client = expect.TextAt(t, []byte(firstLine(expect.ReadFile(t, filepath.Join(dir, "audit.jsonl")))), "actor")
	t.Logf("%s %s, in the audit log as %s: %d tools", f.pkg, got.Version, client, len(got.Tools))
	return got.Version, client
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

func (f framework) check(t *testing.T, s step, a outcome) {
	t.Helper()
	shown, want := a.Text, s.want
	if s.wantError != "" {
		want = s.wantError
		if !f.plainErrors {
			shown = a.Error
		}
	}
	if !strings.Contains(shown, want) {
		t.Errorf("%s %v gave %+v, want %q", s.Call, s.Arguments, a, want)
	}
}

// configure gives the example the program's arguments, or the address of a server with these arguments.
func configure(t *testing.T, example, transport string, args []string) string {
	t.Helper()
	const address, program = "http://127.0.0.1:7333", "/where/you/built/bin/plotline"
	at := address
	if transport == "http" {
		at = serving.Start(t, binary, nil, args...).URL
	}
	quote := string(example[strings.Index(example, program)-1])
	mcp := "[" + quote + "mcp" + quote
	more := ", " + quote + strings.Join(args, quote+", "+quote) + quote
	return strings.NewReplacer(address, at, program, binary, mcp, mcp+more).Replace(example)
}

// run runs the driver of the framework's language, which imports the example as a module.
func (f framework) run(t *testing.T, example string, job map[string]any) serving.Finished {
	t.Helper()
	dir := t.TempDir()
	if f.python == "" {
		if err := os.Symlink(filepath.Join(installed.Clients(t), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
		page := filepath.Join(dir, "page.mjs")
		expect.WriteFile(t, page, example)
		job["page"] = page
		return runNode(t, expect.JSON(t, job), "tools.mjs")
	}
	expect.WriteFile(t, filepath.Join(dir, "page.py"), example)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	python := installed.Python(t, "frameworks-"+f.python, filepath.Join("frameworks", f.python))
	cmd := exec.CommandContext(ctx, python, "frameworks/drive.py")
	cmd.Env = append(serving.Environ(), "PYTHONPATH="+dir)
	cmd.Stdin = bytes.NewReader(expect.JSON(t, job))
	return serving.Finish(t, cmd)
}
