package hook_test

import (
	"bufio"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/project"
	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

const (
	asked  = "please fix add() in calc.py, tests fail"
	said   = "I fixed add() in calc.py: it subtracted. The tests pass now."
	failed = "FAILED test_add: expected 5"
)

// TestLines checks the line that each sample makes. The session's own line comes first and is checked apart.
func TestLines(t *testing.T) {
	t.Parallel()
	yes, no, zero, one := true, false, 0, 1
	head := strings.Repeat("ab", 20)
	prompt := func(task, text string) []spool.Line {
		return []spool.Line{{Kind: spool.Prompt, Task: task, Text: text}}
	}
	shell := func(task, id, command string, exit *int) []spool.Line {
		return []spool.Line{{Kind: spool.Tool, Class: spool.Shell, Task: task, ID: id, Command: command, Exit: exit}}
	}
	edit := func(task, id, path string, ok *bool) []spool.Line {
		return []spool.Line{{Kind: spool.Tool, Class: spool.Edit, Task: task, ID: id, Path: path, OK: ok}}
	}
	end := func(task string, how spool.How, words string) []spool.Line {
		return []spool.Line{{Kind: spool.End, Task: task, How: how, Words: words, Head: head}}
	}
	const run, claudeTask = "sh run_tests.sh", "b58a23cd-6894-41be-882a-b4dc30808b89"
	const codexTask, cursorID = "01a21562-7b2a-7ac2-86b4-bff0c7a0f19f", "c-1"
	base := func(event string, fields string) string {
		return `{"conversation_id":"` + cursorID + `","generation_id":"g","cursor_version":"2.1","hook_event_name":"` + event + `","workspace_roots":["PROJECT"],"user_email":"ada@example.org"` + fields + `}`
	}
	code := func(event, fields string) string {
		return `{"sessionId":"v","hookEventName":"` + event + `","timestamp":"2026-11-26T01:05:16.421Z","cwd":"PROJECT"` + fields + `}`
	}
	for _, c := range []struct {
		client, event, sample string // a sample, or a payload
		want                  []spool.Line
	}{
		{"claude-code", "UserPromptSubmit", "UserPromptSubmit", prompt(claudeTask, asked)},
		{"claude-code", "UserPromptSubmit", "UserPromptSubmit.task-notification", prompt("c112805f-8c06-4a39-b6d3-181db47b1247", "")},
		{"claude-code", "PostToolUse", "PostToolUse.Bash", shell(claudeTask, "toolu_f216700742dc42418018", "ls", &zero)},
		{"claude-code", "PostToolUse", "PostToolUse.Bash.in-subagent", shell("4100cf97-5434-4458-8192-09350453b4cd", "toolu_4eb1208a83b54e0b847c", "ls", &zero)},
		{"claude-code", "PostToolUse", "PostToolUse.Edit", edit(claudeTask, "toolu_ff6aeb35154345a58462", "calc.py", &yes)},
		{"claude-code", "PostToolUse", "PostToolUse.Write", edit("1d6bcc3d-ca68-4a72-bad3-07535cff4e16", "toolu_fe7c73efa9624e8d80dc", "mul.py", &yes)},
		{"claude-code", "PostToolUseFailure", "PostToolUseFailure.Bash.failing", shell(claudeTask, "toolu_c4489b52c0484d1c9aac", run, &one)},
		{"claude-code", "Stop", "Stop", end(claudeTask, spool.Stopped, said)},
		{"claude-code", "StopFailure", "StopFailure", end("77f20fff-8489-49a0-a980-32cb26881384", spool.Failed, "API Error: 400 fake failure")},
		{"claude-code", "SessionEnd", "SessionEnd", []spool.Line{{Kind: spool.Close, Task: claudeTask, Reason: "other"}}},
		{"claude-code", "PreToolUse", "PreToolUse.Bash", nil},
		{"claude-code", "SubagentStop", "SubagentStop", nil},
		{"codex", "UserPromptSubmit", "UserPromptSubmit", prompt(codexTask, asked)},
		{"codex", "PostToolUse", "PostToolUse.Bash.failing", shell(codexTask, "call_ecb272301127", run, nil)},
		{"codex", "PostToolUse", `{"session_id":"x","hook_event_name":"PostToolUse","turn_id":"t","tool_use_id":"i","cwd":"PROJECT","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: calc.py\n@@\n*** Add File: src/mul.py\n*** End Patch"}}`, append(edit("t", "i", "calc.py", nil), edit("t", "i", "src/mul.py", nil)...)},
		{"codex", "Stop", "Stop", end(codexTask, spool.Stopped, said)},
		{"codex", "Interrupt", "Interrupt", end("01a2156b-e3df-73e0-bea3-9692da99a480", spool.Interrupted, "")},
		{"codex", "SessionEnd", "SessionEnd", []spool.Line{{Kind: spool.Close, Reason: "other"}}},
		{"gemini-cli", "BeforeAgent", "BeforeAgent", prompt("", asked)},
		{"gemini-cli", "AfterTool", "AfterTool.run_shell_command", shell("", "", "ls", &zero)},
		{"gemini-cli", "AfterTool", "AfterTool.run_shell_command.failing", shell("", "", run, &one)},
		{"gemini-cli", "AfterTool", "AfterTool.replace", edit("", "", "calc.py", &yes)},
		{"gemini-cli", "AfterTool", "AfterTool.write_file", edit("", "", "mul.py", &yes)},
		{"gemini-cli", "AfterAgent", "AfterAgent", end("", spool.Stopped, said)},
		{"gemini-cli", "PreCompress", "PreCompress", nil},
		{"gemini-cli", "SessionEnd", "SessionEnd", []spool.Line{{Kind: spool.Close, Reason: "exit"}}},
		{"copilot-cli", "userPromptSubmitted", "userPromptSubmitted", prompt("", "please fix add() in calc.py")},
		{"copilot-cli", "postToolUse", "postToolUse.bash", shell("", "", "ls", &zero)},
		{"copilot-cli", "postToolUse", "postToolUse.bash.failing", shell("", "", run, &one)},
		{"copilot-cli", "postToolUse", "postToolUse.edit", edit("", "", "calc.py", &yes)},
		{"copilot-cli", "postToolUse", `{"sessionId":"x","timestamp":1,"cwd":"PROJECT","toolName":"bash","toolArgs":"{\"command\":\"ls\"}","toolResult":{"textResultForLlm":"a\n<exited with exit code 1>"}}`, shell("", "", "ls", nil)},
		{"copilot-cli", "agentStop", "agentStop", end("", spool.Stopped, "")},
		{"copilot-cli", "sessionEnd", "sessionEnd", []spool.Line{{Kind: spool.Close, Reason: "complete"}}},
		{"opencode", "chat.message", "chat.message", prompt("msg_215641888001RTMDQeu0ARd15L", asked)},
		{"opencode", "chat.message", `{"sessionID":"s","messageID":"m","prompt":"do it","directory":"PROJECT"}`, prompt("m", "do it")},
		{"opencode", "tool.execute.after", "tool.execute.after.bash.failing", shell("", "call_84a506045c", run, &one)},
		{"opencode", "tool.execute.after", "tool.execute.after.edit", edit("", "call_2da29cb728", "calc.py", &yes)},
		{"opencode", "tool.execute.after", `{"tool":"bash","sessionID":"s","callID":"c","args":{"command":"ls"},"exit":0,"output":"x","directory":"PROJECT"}`, shell("", "c", "ls", &zero)},
		{"opencode", "session.idle", "event-session.idle", end("", spool.Stopped, "")},
		{"qwen-code", "UserPromptSubmit", "UserPromptSubmit", prompt("", "please fix add() in calc.py")},
		{"qwen-code", "UserPromptSubmit", "UserPromptSubmit.empty", nil},
		{"qwen-code", "PostToolUse", "PostToolUse.run_shell_command.failing", shell("", "toolu_1795655810757_2vs4bv5mi", run, &one)},
		{"qwen-code", "PostToolUse", "PostToolUse.run_shell_command", shell("", "toolu_1795655810167_b8xro8x9c", "ls", &zero)},
		{"qwen-code", "Stop", "Stop", end("", spool.Stopped, said)},
		{"cursor", "beforeSubmitPrompt", base("beforeSubmitPrompt", `,"prompt":"do it"`), prompt("g", "do it")},
		{"claude-code", "UserPromptSubmit", base("beforeSubmitPrompt", `,"prompt":"do it"`), prompt("g", "do it")},
		{"cursor", "afterShellExecution", base("afterShellExecution", `,"command":"ls","output":"x","duration":3`), shell("g", "", "ls", nil)},
		{"cursor", "afterFileEdit", base("afterFileEdit", `,"file_path":"PROJECT/a/b.go","edits":[{"old_string":"x","new_string":"y"}]`), edit("g", "", "a/b.go", &yes)},
		{"cursor", "stop", base("stop", `,"status":"aborted"`), end("g", spool.Interrupted, "")},
		{"vscode", "UserPromptSubmit", code("UserPromptSubmit", `,"prompt":"do it"`), prompt("", "do it")},
		{"vscode", "userPromptSubmitted", code("UserPromptSubmit", `,"prompt":"do it"`), prompt("", "do it")},
		{"vscode", "agentStop", code("Stop", ""), end("", spool.Stopped, "")},
		{"qwen-code", "StopFailure", `{"session_id":"x","hook_event_name":"StopFailure","cwd":"PROJECT","error":"rate_limit"}`, end("", spool.Failed, "")},
		{"opencode", "session.error", `{"sessionID":"s","status":"MessageAbortedError","directory":"PROJECT"}`, end("", spool.Interrupted, "")},
		{"claude-code", "PostToolUse", code("PostToolUse", `,"tool_name":"run_in_terminal","tool_input":{"command":"ls"},"tool_use_id":"u","tool_response":"x"`), shell("", "u", "ls", nil)},
		{"claude-code", "PostToolUse", `{"session_id":"x","hook_event_name":"PostToolUse","cwd":"PROJECT","tool_name":"mcp__plotline__recall","tool_input":{}}`, nil},
		{"claude-code", "PostToolUse", `{"session_id":"x","hook_event_name":"PostToolUse","cwd":"PROJECT","tool_name":"WebFetch","tool_input":{"url":"http://x"}}`, []spool.Line{{Kind: spool.Tool, Class: spool.Other, Name: "WebFetch"}}},
		{"claude-code", "PostToolUse", `{"session_id":"x","hook_event_name":"PostToolUse","cwd":"PROJECT","tool_name":"Edit","tool_input":{"file_path":"/etc/hosts"}}`, edit("", "", "", &yes)},
		{"claude-code", "PostToolUseFailure", `{"session_id":"x","hook_event_name":"PostToolUseFailure","cwd":"PROJECT","tool_name":"Edit","tool_input":{"file_path":"PROJECT/calc.py"},"error":"String not found"}`, edit("", "", "calc.py", &no)},
	} {
		name := c.client + "/" + c.sample
		if strings.HasPrefix(c.sample, "{") {
			name = c.client + "/" + c.event + c.sample[:30]
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			payload := strings.ReplaceAll(c.sample, "PROJECT", w.project)
			if !strings.HasPrefix(c.sample, "{") {
				payload = w.payload(c.client+"/"+c.sample, nil)
			}
			if c.client == "opencode" && !strings.Contains(payload, `"directory"`) { // the plugin adds it
				payload = strings.Replace(payload, "{", `{"directory":"`+w.project+`",`, 1)
			}
			w.begin(c.client, payload)
			w.run(payload, c.client, c.event)
			got := w.lines()[1:]
			for i := range got {
				got[i].V, got[i].T = 0, 0
				if first, _ := check.Shape(run, nil, failed+"\n1 failed, 0 passed"); got[i].Command == run && got[i].First != first {
					t.Errorf("the first failing line is %q, not %q", got[i].First, first)
				}
				got[i].First, got[i].Tail = "", ""
			}
			if diff := cmp.Diff(c.want, append([]spool.Line(nil), got...)); diff != "" {
				t.Error(diff)
			}
			if all := w.raw(); strings.Contains(all, "ada@example.org") || strings.Contains(all, "return a") {
				t.Errorf("it kept too much: %s", all)
			}
		})
	}
}

// begin writes the line of the session that a payload belongs to, as its first event would have.
func (w *world) begin(client, payload string) {
	w.Helper()
	var p map[string]any
	w.must(json.Unmarshal([]byte(payload), &p))
	inner, _ := p["i"].(map[string]any)
	id := ""
	for _, of := range []map[string]any{p, inner} {
		for _, name := range []string{"session_id", "sessionId", "sessionID", "conversation_id"} {
			if text, is := of[name].(string); is {
				id = text
			}
		}
	}
	switch {
	case p["cursor_version"] != nil:
		client = "cursor"
	case p["hookEventName"] != nil:
		client = "vscode"
	}
	w.must(spool.In(w.dataDir).Append(client, id, spool.Line{T: 1, Kind: spool.Session, Project: w.project}))
}

// TestSessionLine checks what is kept of a session.
func TestSessionLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.env = []string{"CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=parent"}
	w.run(w.payload("codex/SessionStart.startup", nil), "codex", "SessionStart")
	w.run(w.payload("codex/UserPromptSubmit", nil), "codex", submit)
	lines := w.lines()
	want := spool.Line{
		V: 1, T: lines[0].T, Kind: spool.Session, Source: "startup", Project: w.project, Branch: "main", Head: strings.Repeat("ab", 20), Model: "gpt-5.1-codex",
		Transcript: "/home/user/.codex/sessions/2026/11/26/rollout-2026-11-26T01-05-05-01a21562-7ab6-7650-8b9c-7806b6a854c2.jsonl", Parent: "parent",
	}
	if diff := cmp.Diff(want, lines[0]); diff != "" || len(lines) != 2 {
		t.Errorf("%d lines: %s", len(lines), diff)
	}
	if age := time.Since(time.UnixMilli(lines[0].T)); age < 0 || age > time.Hour {
		t.Errorf("it is %s old", age)
	}
}

// TestProjectIsFixed checks that a session stays in the project of its first event.
func TestProjectIsFixed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := filepath.Join(w.home, "other")
	w.must(os.MkdirAll(filepath.Join(other, ".git"), 0o700))
	w.run(w.payload("gemini-cli/BeforeAgent", nil), "gemini-cli", "BeforeAgent")
	w.run(w.payload("gemini-cli/AfterTool.replace", map[string]any{"cwd": other}), "gemini-cli", "AfterTool")
	w.env = []string{"GEMINI_PROJECT_DIR=" + other}
	w.run(w.payload("gemini-cli/BeforeAgent", map[string]any{"prompt": "more"}), "gemini-cli", "BeforeAgent")
	lines := w.lines()
	if len(lines) != 4 || lines[2].Path != "calc.py" || lines[3].Text != "more" {
		t.Errorf("%+v", lines)
	}
	w.run(w.payload("gemini-cli/BeforeAgent", map[string]any{"session_id": "next"}), "gemini-cli", "BeforeAgent")
	for _, file := range w.sessions() {
		if start, found := file.Start(); !found || (start.Project == other) != (file.Session == "next") {
			t.Errorf("%s: %+v", file.Session, start)
		}
	}
}

// TestPrivate checks that nothing of a private prompt is kept, nor of what follows until the next.
func TestPrivate(t *testing.T) {
	t.Parallel()
	const secret = "marmalade"
	say := func(w *world, prompt string) {
		w.run(w.payload("gemini-cli/BeforeAgent", map[string]any{"prompt": prompt}), "gemini-cli", "BeforeAgent")
		w.run(w.payload("gemini-cli/AfterTool.run_shell_command", map[string]any{"tool_input": map[string]any{"command": "echo " + prompt}}), "gemini-cli", "AfterTool")
		w.run(w.payload("gemini-cli/AfterAgent", map[string]any{"prompt_response": "done: " + prompt}), "gemini-cli", "AfterAgent")
	}
	kinds := func(w *world) string {
		var text strings.Builder
		for _, line := range w.lines() {
			text.WriteString(string(line.Kind) + " ")
		}
		return text.String()
	}
	w := newWorld(t) // two skips at one time are one
	say(w, "one")
	say(w, "#Private "+secret)
	say(w, "<private>"+secret+"</private>")
	say(w, "three")
	if got, want := kinds(w), "session prompt tool end skip prompt tool end "; got != want || strings.Contains(w.raw(), secret) {
		t.Errorf("%s\n%s", got, w.raw())
	}
	w = newWorld(t)
	w.settings(spool.Settings{Record: spool.On, PausedUntil: time.Now().Add(time.Hour).UnixMilli()})
	say(w, secret)
	w.settings(spool.Settings{Record: spool.On})
	w.run(w.payload("gemini-cli/AfterAgent", map[string]any{"prompt_response": secret}), "gemini-cli", "AfterAgent")
	say(w, "two")
	if got, want := kinds(w), "session skip prompt tool end "; got != want || strings.Contains(w.raw(), secret) {
		t.Errorf("paused: %s\n%s", got, w.raw())
	}
	w.settings(spool.Settings{Record: spool.Off})
	w.run(w.payload("gemini-cli/BeforeAgent", map[string]any{"prompt": secret}), "gemini-cli", "BeforeAgent")
	w.settings(spool.Settings{Record: spool.On, Since: time.Now().UnixMilli()})
	w.run(w.payload("gemini-cli/AfterAgent", map[string]any{"prompt_response": secret}), "gemini-cli", "AfterAgent")
	if got, want := kinds(w), "session skip prompt tool end "; got != want {
		t.Errorf("off: %s", got)
	}
}

// TestTexts checks what is cut out of prompts before anything is written.
func TestTexts(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{ //nolint:gosec // the password is made up
		"fix <private>the api of acme</private> it":                                         "fix  it",
		"fix <PRIVATE>a <private>b</private> c</Private>it":                                 "fix it",
		"fix it <private>and never closed":                                                  "fix it",
		"<hook_context>\n<plotline note=\"x\">a lesson</plotline>\n</hook_context>\nfix it": "fix it",
		"<plotline note=\"x\">\n- a lesson\n</plotline> fix it":                             "fix it",
		"use \x1b[31mred\x1b[0m ink":                                                        "use red ink",
		"deploy with --password zyMnn1brKDZE":                                               "deploy with --password [redacted:flag]",
		"/compact":                                                                          "",
		"/review the cart":                                                                  "/review the cart",
	} {
		w := newWorld(t)
		w.run(w.payload(claudePrompt, map[string]any{"prompt": prompt}), "claude-code", submit)
		got := ""
		if len(w.sessions()) > 0 {
			got = w.lines()[1].Text
		}
		if got != want {
			t.Errorf("%q became %q, not %q", prompt, got, want)
		}
	}
}

// TestExclude checks that excluded files are not named, not even by commands and outputs.
func TestExclude(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settings(spool.Settings{Record: spool.On, Exclude: []string{"*.pem"}})
	w.put(filepath.Join(w.project, ".plotline.json"), `{"exclude":["secret/**"],"workspace":"other"}`)
	send := func(tool string, input map[string]any, output string) {
		w.run(w.payload("gemini-cli/AfterTool.run_shell_command", map[string]any{
			"tool_name": tool, "tool_input": input, "tool_response": map[string]any{"llmContent": "Output: " + output + "\nExit Code: 1"},
		}), "gemini-cli", "AfterTool")
	}
	w.run(w.payload("gemini-cli/BeforeAgent", nil), "gemini-cli", "BeforeAgent")
	send("replace", map[string]any{"file_path": filepath.Join(w.project, "secret", "plan.md")}, "")
	send("replace", map[string]any{"file_path": filepath.Join(w.project, "tls", "key.pem")}, "")
	send("run_shell_command", map[string]any{"command": "cat secret/plan.md"}, "x")
	send("run_shell_command", map[string]any{"command": "go test ./..."}, "FAIL: open secret/plan.md")
	send("replace", map[string]any{"file_path": filepath.Join(w.project, "a.go")}, "")
	lines := w.lines()
	if len(lines) != 4 || lines[2].Command != "go test ./..." || lines[2].Tail+lines[2].First != "" || lines[3].Path != "a.go" || strings.Contains(w.raw(), "plan") {
		t.Errorf("%+v", lines)
	}
}

// TestForOther calls the hooks of a folder that two clients share. Each is for the client that it was set up for.
func TestForOther(t *testing.T) {
	t.Parallel()
	const copilot = `{"sessionId":"c","timestamp":1795655858685,"cwd":"PROJECT","prompt":"Repair the sum of two prices"}`
	const code = `{"sessionId":"v","hookEventName":"UserPromptSubmit","timestamp":"2026-11-26T01:05:16.421Z","cwd":"PROJECT","prompt":"Repair the sum"}`
	const snake = `{"session_id":"v","hook_event_name":"UserPromptSubmit","timestamp":"2026-11-26T01:05:16.421Z","cwd":"PROJECT","prompt":"Repair the sum"}`
	for _, c := range []struct {
		hint, payload string
		kept          bool
	}{
		{"copilot-cli", copilot, true},
		{"vscode", copilot, false},
		{"vscode", code, true},
		{"vscode", snake, true},
		{"copilot-cli", code, false},
		{"copilot-cli", snake, false},
		{"claude-code", code, true},
	} {
		w := newWorld(t)
		w.run(strings.ReplaceAll(c.payload, "PROJECT", w.project), c.hint, map[bool]string{true: submit, false: "userPromptSubmitted"}[c.hint == "claude-code"])
		if n := len(w.sessions()); (n == 1) != c.kept {
			t.Errorf("%s, %s: %d sessions", c.hint, c.payload, n)
		}
	}
}

// brief writes what the project is told, and makes the project known.
func (w *world) brief(text string) {
	w.Helper()
	found, is := project.Of(w.project)
	if !is {
		w.Fatal("no project")
	}
	known, err := project.Lookup(w.Context(), w.dataDir, found)
	w.must(err)
	raw, err := json.Marshal(spool.Brief{Text: text, Branches: map[string]string{"red": strings.Replace(text, "WATCH", "main", 1)}})
	w.must(err)
	w.put(spool.BriefFile(w.dataDir, known.Workspace), string(raw))
}

// TestBrief checks which sessions are told the brief, and in which form.
func TestBrief(t *testing.T) {
	t.Parallel()
	const text = "<plotline note=\"x\">\n- 26 Nov \"use WATCH\"\n</plotline>\n"
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	hooks := `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":` + string(quoted) + "}}\n"
	for _, c := range []struct{ client, event, sample, want string }{
		{"claude-code", "SessionStart", "claude-code/SessionStart.startup", hooks},
		{"claude-code", "SessionStart", "claude-code/SessionStart.clear", hooks},
		{"claude-code", "SessionStart", "claude-code/SessionStart.compact", hooks},
		{"claude-code", "SessionStart", "claude-code/SessionStart.resume", ""},
		{"claude-code", "SessionStart", "claude-code/SessionStart.fork", ""},
		{"codex", "SessionStart", "codex/SessionStart.startup", hooks},
		{"gemini-cli", "SessionStart", "gemini-cli/SessionStart.startup", hooks},
		{"copilot-cli", "sessionStart", "copilot-cli/sessionStart.new", `{"additionalContext":` + string(quoted) + "}\n"},
	} {
		w := newWorld(t)
		if out := w.run(w.payload(c.sample, nil), c.client, c.event); out != "" {
			t.Errorf("%s: an unknown project was told %s", c.sample, out)
		}
		w.brief(text)
		if got := w.run(w.payload(c.sample, nil), c.client, c.event); got != c.want {
			t.Errorf("%s: %s, not %s", c.sample, got, c.want)
		}
		if lines := w.lines(); c.want != "" && lines[len(lines)-1].Brief != text {
			t.Errorf("%s: the spool says that the agent was told %q", c.sample, lines[len(lines)-1].Brief)
		}
		w.put(filepath.Join(w.project, ".git", "HEAD"), "ref: refs/heads/red\n")
		want := strings.Replace(c.want, "WATCH", "main", 1)
		if got := w.run(w.payload(c.sample, nil), c.client, c.event); got != want {
			t.Errorf("%s: on another branch %s, not %s", c.sample, got, want)
		}
		w.brief(" \n")
		if out := w.run(w.payload(c.sample, nil), c.client, c.event); out != "" {
			t.Errorf("%s: an empty brief: %s", c.sample, out)
		}
	}
}

// TestAsk checks what the hook asks the recorder, and how it prints the answer.
func TestAsk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ client, event, sample, reply, want string }{
		{"claude-code", submit, claudePrompt, `{"text":"a < b","note":"told 1 line"}`, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a \u003c b"}}`},
		{"gemini-cli", "BeforeAgent", "gemini-cli/BeforeAgent", `{"text":"x"}`, `{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"x"}}`},
		{"copilot-cli", "userPromptSubmitted", "copilot-cli/userPromptSubmitted", `{"text":"x"}`, `{"additionalContext":"x"}`},
		{"codex", submit, "codex/UserPromptSubmit", `{"text":""}`, ``},
		{"codex", submit, "codex/UserPromptSubmit", `{"text":"x`, ``},
		{"codex", submit, "codex/UserPromptSubmit", ``, ``},
		{"codex", submit, "codex/UserPromptSubmit", `{"text":"` + strings.Repeat("x", 1<<20) + `"}`, ``},
	} {
		w := newWorld(t)
		got := w.recorder(c.reply)
		out := strings.TrimSpace(w.run(w.payload(c.sample, nil), c.client, c.event))
		if out != c.want {
			t.Errorf("%s: %s, not %s", c.client, out, c.want)
		}
		var request map[string]any
		w.must(json.Unmarshal([]byte(<-got), &request))
		if lines := w.lines(); request["v"] != 1.0 || request["e"] != "prompt" || request["client"] != c.client || request["project"] != w.project || request["text"] != lines[1].Text ||
			request["session"] != w.sessions()[0].Session || request["task"] != lines[1].Task {
			t.Errorf("%+v", request)
		}
	}
}

// TestSilentRecorder checks that a recorder that does not answer holds nobody up.
func TestSilentRecorder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.must(os.MkdirAll(filepath.Join(w.dataDir, "spool"), 0o700))
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", spool.In(w.dataDir).Socket())
	w.must(err)
	defer func() { _ = socket.Close() }()
	began := time.Now()
	if out := w.run(w.payload(claudePrompt, nil), "claude-code", submit); out != "" {
		t.Errorf("it printed %s", out)
	}
	w.within(began)
}

// recorder answers one request, and returns it.
func (w *world) recorder(reply string) <-chan string {
	w.Helper()
	w.must(os.MkdirAll(filepath.Join(w.dataDir, "spool"), 0o700))
	socket, err := (&net.ListenConfig{}).Listen(w.Context(), "unix", spool.In(w.dataDir).Socket())
	w.must(err)
	w.Cleanup(func() { _ = socket.Close() })
	got := make(chan string, 1)
	go func() {
		conn, err := socket.Accept()
		if err != nil {
			got <- ""
			return
		}
		line, _ := bufio.NewReader(conn).ReadString('\n')
		got <- line
		_, _ = conn.Write([]byte(reply + "\n"))
		_ = conn.Close()
	}()
	return got
}

// TestFlush checks that the end of a session starts the program that setup named, or the one on PATH. Without a terminal Qwen Code
// ends without an event, so there the end of a task does.
func TestFlush(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		named              bool
		client, begin, end string
	}{
		{true, "gemini-cli", "BeforeAgent", "SessionEnd"},
		{false, "gemini-cli", "BeforeAgent", "SessionEnd"},
		{true, "qwen-code", submit, "Stop"},
	} {
		w := newWorld(t)
		done := filepath.Join(w.home, "done")
		place := filepath.Join(w.home, "bin", "plotline")
		if c.named {
			place = filepath.Join(w.home, "apps", "plotline")
			w.put(filepath.Join(w.dataDir, "bin", "program"), place+"\n")
		}
		w.put(place, "#!/bin/sh\necho \"$@\" > '"+done+".new' && /bin/mv '"+done+".new' '"+done+"'\n")
		w.must(os.Chmod(place, 0o700)) //nolint:gosec // a program
		w.run(w.payload(c.client+"/"+c.begin, nil), c.client, c.begin)
		w.run(w.payload(c.client+"/"+c.end, nil), c.client, c.end)
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			if raw, err := os.ReadFile(done); err == nil {
				if got, want := string(raw), "record flush --data-dir "+w.dataDir+"\n"; got != want {
					t.Errorf("%q, not %q", got, want)
				}
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("nothing was started")
			}
		}
	}
}
