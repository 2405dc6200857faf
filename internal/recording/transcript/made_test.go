package transcript_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/spool"
	"plotline/internal/recording/transcript"
)

// made writes rows as a transcript. A row that is a text is written as it is, another as JSON. Claude's rows get an id and a time,
// one second after the other.
func made(t *testing.T, rows ...any) string {
	t.Helper()
	var text strings.Builder
	begin := time.Date(2026, 11, 26, 1, 0, 0, 0, time.UTC)
	for i, row := range rows {
		if fields, is := row.(map[string]any); is {
			row := map[string]any{
				"uuid": fmt.Sprintf("u%d", i), "timestamp": begin.Add(time.Duration(i) * time.Second).Format(time.RFC3339Nano), "cwd": shop,
			}
			maps.Copy(row, fields)
			raw, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			text.Write(raw)
		} else {
			fmt.Fprint(&text, row)
		}
		text.WriteByte('\n')
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

type row = map[string]any

// The rows of Claude Code.

func asks(prompt, text string) row {
	return row{"type": "user", "promptId": prompt, "message": row{"role": "user", "content": text}}
}

func says(text string) row {
	return row{"type": "assistant", "message": row{"content": []row{{"type": "text", "text": text}}}}
}

func uses(id, tool string, input row) row {
	return row{"type": "assistant", "message": row{"content": []row{{"type": "tool_use", "id": id, "name": tool, "input": input}}}}
}

func gets(prompt, id, output string, failed bool) row {
	result := row{"type": "tool_result", "tool_use_id": id, "content": output, "is_error": failed}
	return row{"type": "user", "promptId": prompt, "message": row{"content": []row{result}}}
}

func typedMeanwhile(by, text string) row {
	return row{"type": "attachment", "attachment": row{"type": "queued_command", "prompt": text, "commandMode": "prompt", "origin": row{"kind": by}}}
}

// The rows of Codex.

func event(fields row) row { return row{"type": "event_msg", "payload": fields} }

func item(fields row) row { return row{"type": "response_item", "payload": fields} }

var meta = row{"type": "session_meta", "payload": row{"id": "c1", "cwd": shop, "cli_version": "0.60.0"}}

// TestClaude reads what no sample has.
func TestClaude(t *testing.T) {
	t.Parallel()
	const begun = "01:00:00  session startup project=\"/home/user/project\"\n01:00:00 p prompt \"make it\"\n"
	for _, c := range []struct {
		name string
		rows []any
		want string // after the first two lines, which are begun
	}{
		{"the end of a session without hooks", []any{says("Done.")}, `01:00:01 p end stop words="Done."`},
		{"a turn's duration", []any{says("Done."), row{"type": "system", "subtype": "turn_duration"}}, `01:00:02 p end stop words="Done."`},
		{"no end", []any{uses("1", "Bash", row{"command": "sleep 9"})}, ``},
		{"the model's service failed", []any{row{
			"type": "assistant", "isApiErrorMessage": true, "message": row{"model": "<synthetic>", "content": []row{{"type": "text", "text": "API Error: 529"}}},
		}}, `01:00:01 p end error words="API Error: 529"`},
		{"files of the project and others", []any{
			uses("1", "Edit", row{"file_path": shop + "/a/b.go"}), gets("p", "1", "updated", false),
			uses("2", "Write", row{"file_path": "/etc/passwd"}), gets("p", "2", "created", false),
			uses("3", "NotebookEdit", row{"notebook_path": shop + "/n.ipynb"}), gets("p", "3", "no such cell", true),
			uses("4", "MultiEdit", row{"file_path": shop + "/.claude/worktrees/w1/c.go"}), gets("p", "4", "updated", false),
			uses("5", "Edit", row{"file_path": shop + "/../project-2/d.go"}), gets("p", "5", "updated", false),
		}, `
01:00:02 p tool edit "a/b.go" ok=true
01:00:04 p tool edit ok=true
01:00:06 p tool edit "n.ipynb" ok=false
01:00:08 p tool edit "c.go" ok=true
01:00:10 p tool edit ok=true`},
		{"Plotline's own", []any{
			uses("1", "mcp__plotline__recall", row{}), gets("p", "1", "…", false),
			uses("2", "Bash", row{"command": "plotline verdict good"}), gets("p", "2", "", false),
		}, ``},
		{"a command in the background", []any{
			uses("1", "Bash", row{"command": "npm run dev"}), row{
				"type": "user", "promptId": "p", "toolUseResult": row{"stdout": "", "backgroundTaskId": "b1"},
				"message": row{"content": []row{{"type": "tool_result", "tool_use_id": "1", "content": "running"}}},
			},
		}, `01:00:02 p tool shell "npm run dev"`},
		{"a result twice", []any{
			uses("1", "Bash", row{"command": "ls"}), gets("p", "1", "a", false), uses("1", "Bash", row{"command": "ls"}), gets("p", "1", "a", false),
		}, `01:00:02 p tool shell "ls" exit=0`},
		{"a secret", []any{
			uses("1", "Bash", row{"command": "curl -H 'Authorization: Bearer abcdefghij0123456789klmn' https://x.org"}),
			gets("p", "1", "Exit code 22\ncurl: password=hunter2hunter2 refused", true),
		}, `01:00:02 p tool shell "curl -H 'Authorization: Bearer [redacted:header]' https://x.org" exit=22`},
		{"what the client writes", []any{
			row{"type": "user", "promptId": "p", "isMeta": true, "message": row{"content": "Caveat"}},
			row{"type": "user", "promptId": "q", "isCompactSummary": true, "message": row{"content": "This session is being continued"}},
			asks("q", "<local-command-stdout>Compacted</local-command-stdout>"), asks("q", "<bash-input>ls</bash-input>"), says("Done."),
		}, `01:00:05 p end stop words="Done."`},
		{"a command of the client", []any{
			says("Done."), asks("q", "<command-message>clear</command-message><command-name>/clear</command-name><command-args></command-args>"),
			uses("1", "Bash", row{"command": "ls"}), gets("q", "1", "a", false),
		}, `01:00:01 p end stop words="Done."`},
		{"a command with a text", []any{
			asks("q", "<command-message>fix</command-message><command-name>/fix</command-name><command-args>the cart</command-args>"),
		}, `01:00:01 q prompt "/fix the cart"`},
		{"what must not be kept", []any{
			says("Done."), asks("q", "#private what is my salary"), uses("1", "Bash", row{"command": "cat salary"}), gets("q", "1", "9", false), says("9"),
			asks("r", "go on <private>with 9</private>"),
		}, "01:00:01 p end stop words=\"Done.\"\n01:00:06 r prompt \"go on\""},
		{"what the client adds to a prompt", []any{row{"type": "user", "promptId": "q", "message": row{"content": []row{
			{"type": "text", "text": "<system-reminder>today is Monday</system-reminder>"},
			{"type": "text", "text": "<ide_opened_file>a.go</ide_opened_file>"},
			{"type": "text", "text": "and this"},
			{"type": "image"},
		}}}}, `01:00:01 q prompt "and this"`},
		{"what a person types while the agent works", []any{
			uses("1", "Bash", row{"command": "go test"}), typedMeanwhile("human", "use tabs"), typedMeanwhile("agent", "the helper is done"),
			gets("p", "1", "ok  a 1s", false), says("Done."),
		}, "01:00:02 p prompt \"use tabs\"\n01:00:04 p tool shell \"go test\" exit=0 tail=\"ok  a 1s\"\n01:00:05 p end stop words=\"Done.\""},
		{"what must not be kept, while the agent works", []any{
			uses("1", "Bash", row{"command": "go test"}), typedMeanwhile("human", "#private what is my salary"), says("Done."),
		}, "01:00:02 p skip\n01:00:03 p end stop words=\"Done.\""},
		{"a subagent of an older version", []any{
			row{"type": "user", "isSidechain": true, "message": row{"content": "look"}},
			row{"type": "assistant", "isSidechain": true, "message": row{"content": []row{{"type": "tool_use", "id": "1", "name": "Bash", "input": row{"command": "go test"}}}}},
			row{"type": "user", "isSidechain": true, "message": row{"content": []row{{"type": "tool_result", "tool_use_id": "1", "content": "ok  a 1s"}}}},
			row{"type": "assistant", "isSidechain": true, "message": row{"content": []row{{"type": "text", "text": "Looked."}}}},
			says("Done."),
		}, "01:00:03 p tool shell \"go test\" exit=0 tail=\"ok  a 1s\"\n01:00:05 p end stop words=\"Done.\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := transcript.Options{Import: true}
			lines(t, transcript.Claude, made(t, append([]any{asks("p", "make it")}, c.rows...)...), o, begun+strings.TrimSpace(c.want))
		})
	}
}

// TestWaitingPrompts reads the tasks that Claude Code makes of what a person typed while it worked. The hook told of these prompts
// under the task that ran. Nothing else that it did not tell of is read.
func TestWaitingPrompts(t *testing.T) {
	t.Parallel()
	edit := func(id, prompt, file string) []any {
		return []any{uses(id, "Edit", row{"file_path": shop + "/" + file}), gets(prompt, id, "updated", false)}
	}
	for _, c := range []struct {
		name         string
		waiting      []string
		rows         []any
		want, waited string
	}{
		{"a task of its own", []string{"then the cart"}, append([]any{asks("q", "then the cart")}, edit("1", "q", "cart.go")...), `
01:00:02 q prompt "then the cart"
01:00:04 q tool edit "cart.go" ok=true`, "then the cart"},
		{"two prompts, one task", []string{"then the cart", "and the till"}, append([]any{asks("q", "then the cart\nand the till")}, edit("1", "q", "cart.go")...), `
01:00:02 q prompt "then the cart"
01:00:02 q prompt "and the till"
01:00:04 q tool edit "cart.go" ok=true`, "then the cart, and the till"},
		{"two tasks", []string{"then the cart", "and the till"}, []any{asks("q", "then the cart"), asks("r", "and the till")}, `
01:00:02 q prompt "then the cart"
01:00:03 r prompt "and the till"`, "then the cart, and the till"},
		{"given to the agent in the same task", []string{"use tabs"}, []any{typedMeanwhile("human", "use tabs")}, "", ""},
		{"another prompt", []string{"use tabs"}, append([]any{asks("q", "use tabs, and what is my salary?")}, edit("1", "q", "salary.go")...), "", ""},
		{"a prompt that the hook did not tell of", nil, append([]any{asks("q", "then the cart")}, edit("1", "q", "cart.go")...), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := transcript.Options{Tasks: []string{"p"}}
			for _, text := range c.waiting {
				o.Waiting = append(o.Waiting, spool.Line{Kind: spool.Prompt, Task: "p", Text: text})
			}
			r := lines(t, transcript.Claude, made(t, append([]any{asks("p", "make it"), says("Done.")}, c.rows...)...), o, c.want)
			waited := make([]string, 0, len(r.Waited))
			for _, line := range r.Waited {
				waited = append(waited, line.Text)
			}
			if got := strings.Join(waited, ", "); got != c.waited {
				t.Errorf("%q waited, want %q", got, c.waited)
			}
		})
	}
}

// TestOlderClaude reads rows that do not name their prompt.
func TestOlderClaude(t *testing.T) {
	t.Parallel()
	file := made(t,
		row{"type": "user", "message": row{"content": "make it"}}, uses("1", "Bash", row{"command": "ls"}),
		row{"type": "user", "message": row{"content": []row{{"type": "tool_result", "tool_use_id": "1", "content": "a"}}}},
		row{"type": "user", "message": row{"content": "again"}}, says("Done."))
	lines(t, transcript.Claude, file, transcript.Options{Import: true}, `
01:00:00  session startup project="/home/user/project"
01:00:00 u0 prompt "make it"
01:00:02 u0 tool shell "ls" exit=0
01:00:03 u3 prompt "again"
01:00:04 u3 end stop words="Done."`)
}

// TestCodex reads what no sample has.
func TestCodex(t *testing.T) {
	t.Parallel()
	const begun = "01:00:02  session startup project=\"/home/user/project\" client=\"0.60.0\"\n01:00:02 t prompt \"make it\"\n"
	calls := func(name, arguments string) row {
		return item(row{"type": "function_call", "name": name, "call_id": "1", "arguments": arguments})
	}
	prints := func(output any) row {
		return item(row{"type": "function_call_output", "call_id": "1", "output": output})
	}
	done := event(row{"type": "task_complete", "turn_id": "t", "last_agent_message": "Done."})
	for _, c := range []struct {
		name   string
		rows   []any
		closed bool
		want   string // after the first two lines, which are begun
	}{
		{"a prompt twice", []any{event(row{"type": "user_message", "message": "make it"}), done}, false, `01:00:04 t end stop words="Done."`},
		{"another prompt in a turn", []any{event(row{"type": "user_message", "message": "faster"})}, false, `01:00:03 t prompt "faster"`},
		{"no end, but the session is over", []any{calls("shell", `{"command":["bash","-lc","ls"]}`)}, true, `01:00:03 t end error`},
		{"no end, and another turn", []any{event(row{"type": "task_started", "turn_id": "u"}), event(row{"type": "user_message", "message": "next"})}, false, `
01:00:02 t end error
01:00:04 u prompt "next"`},
		{
			"arguments of a program",
			[]any{calls("shell", `{"command":["go","test","./..."]}`), prints(`{"output":"ok  a 1s","metadata":{"exit_code":0}}`)},
			false,
			`01:00:04 t tool shell "go test ./..." exit=0 tail="ok  a 1s"`,
		},
		{"an event of an older version", []any{
			calls("shell_command", `{"command":"go test"}`), event(row{"type": "exec_command_end", "call_id": "1", "exit_code": 1, "aggregated_output": "FAIL"}),
			prints("Exit code: 1\nWall time: 1 seconds\nOutput:\nFAIL"),
		}, false, `01:00:04 t tool shell "go test" exit=1 tail="FAIL"`},
		{"a command that goes on", []any{
			calls("exec_command", `{"cmd":"go test"}`), prints("Chunk ID: 1\nWall time: 9 seconds\nProcess running with session ID 7\nOutput:\n"),
			item(row{"type": "function_call", "name": "write_stdin", "call_id": "2", "arguments": `{"session_id":7}`}),
			item(row{"type": "function_call_output", "call_id": "2", "output": "Process exited with code 1\nOutput:\nFAIL"}),
			event(row{"type": "item_completed", "turn_id": "t", "item": row{"type": "CommandExecution", "id": "1", "exit_code": 1, "aggregated_output": "FAIL"}}),
			done,
		}, false, "01:00:04 t tool shell \"go test\" exit=1 tail=\"FAIL\"\n01:00:08 t end stop words=\"Done.\""},
		{"a command that ends in a later turn", []any{
			calls("exec_command", `{"cmd":"go test"}`), done, event(row{"type": "task_started", "turn_id": "u"}), event(row{"type": "user_message", "message": "next"}),
			event(row{"type": "item_completed", "turn_id": "t", "item": row{"type": "CommandExecution", "id": "1", "exit_code": 1, "aggregated_output": "FAIL"}}),
			event(row{"type": "task_complete", "turn_id": "u"}),
		}, false, `
01:00:04 t end stop words="Done."
01:00:06 u prompt "next"
01:00:07 t tool shell "go test" exit=1 tail="FAIL"
01:00:08 u end stop`},
		{"the tool for patches", []any{
			item(row{"type": "custom_tool_call", "name": "apply_patch", "call_id": "1", "input": "*** Begin Patch\n*** Add File: a.go\n+x\n*** Update File: /etc/hosts\n*** End Patch"}),
			item(row{"type": "custom_tool_call_output", "call_id": "1", "output": "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated"}),
		}, false, "01:00:04 t tool edit \"a.go\" ok=true\n01:00:04 t tool edit ok=true"},
		{"a patch that does not fit", []any{
			calls("exec_command", `{"cmd":"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: b.go\n*** End Patch\nEOF","workdir":"/home/user/project/a"}`),
			prints("apply_patch verification failed: no such line"),
		}, false, `01:00:04 t tool edit "a/b.go" ok=false`},
		{"Plotline's own", []any{item(row{"type": "function_call", "name": "recall", "namespace": "mcp__plotline", "call_id": "1", "arguments": "{}"}), prints("…")}, false, ``},
		{"another tool", []any{calls("update_plan", `{"plan":[]}`), prints("Plan updated")}, false, `01:00:04 t tool other "update_plan"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rows := append([]any{meta, event(row{"type": "task_started", "turn_id": "t"}), event(row{"type": "user_message", "message": "make it"})}, c.rows...)
			lines(t, transcript.Codex, made(t, rows...), transcript.Options{Import: true, Closed: c.closed}, begun+strings.TrimSpace(c.want))
		})
	}
}

// TestOlderCodex reads rows that name no turn.
func TestOlderCodex(t *testing.T) {
	t.Parallel()
	answer := item(row{"type": "message", "role": "assistant", "content": []row{{"type": "output_text", "text": "Done."}}})
	file := made(t, meta, event(row{"type": "user_message", "message": "make it"}), answer, event(row{"type": "user_message", "message": "make it"}), answer)
	lines(t, transcript.Codex, file, transcript.Options{Import: true}, `
01:00:01  session startup project="/home/user/project" client="0.60.0"
01:00:01  prompt "make it"
01:00:02  end stop words="Done."
01:00:03  prompt "make it"
01:00:04  end stop words="Done."`)
}

// TestSkipped leaves out what the person did not want to be recorded, and what is too old.
func TestSkipped(t *testing.T) {
	t.Parallel()
	file := made(t, asks("p", "one"), says("1"), asks("q", "two"), says("2"), asks("r", "three"), says("3"), asks("s", "four"), says("4"))
	at := func(second int) int64 { return time.Date(2026, 11, 26, 1, 0, second, 0, time.UTC).UnixMilli() }
	o := transcript.Options{Import: true, Since: at(2), Skipped: spool.Skipped{
		Tasks: []string{spool.SkipHash(transcript.Claude, "s", "r")}, Spans: []spool.Span{{From: at(6), To: at(9)}},
	}}
	lines(t, transcript.Claude, file, o, "01:00:00  session startup project=\"/home/user/project\"\n01:00:02 q prompt \"two\"\n01:00:03 q end stop words=\"2\"")
}

// TestExcluded names no file that the person's settings exclude.
func TestExcluded(t *testing.T) {
	t.Parallel()
	file := made(t, asks("p", "make it"),
		uses("1", "Edit", row{"file_path": shop + "/secret/a.go"}), gets("p", "1", "updated", false),
		uses("2", "Bash", row{"command": "cat secret/a.go"}), gets("p", "2", "", false),
		uses("3", "Bash", row{"command": "go test"}), gets("p", "3", "Exit code 1\n--- FAIL: TestA\nsecret/a.go: wrong", true),
		says("I changed secret/a.go"))
	o := transcript.Options{Import: true, Rules: spool.Settings{Exclude: []string{"secret"}}.Rules(t.TempDir())}
	lines(t, transcript.Claude, file, o, `
01:00:00  session startup project="/home/user/project"
01:00:00 p prompt "make it"
01:00:06 p tool shell "go test" exit=1
01:00:07 p end stop`)
}

// TestUnknown reports formats that changed.
func TestUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, client, file, old, changed string }{
		{"claude, the same", transcript.Claude, "claude-code.jsonl", "", ""},
		{"claude, another type", transcript.Claude, "claude-code.jsonl", `"type":"assistant"`, `"type":"agent"`},
		{"claude, other results", transcript.Claude, "claude-code.jsonl", `"message":`, `"said":`},
		{"claude, other uses", transcript.Claude, "claude-code.jsonl", `"tool_use_id":`, `"tool":`},
		{"codex, the same", transcript.Codex, "codex.jsonl", "", ""},
		{"codex, another payload", transcript.Codex, "codex.jsonl", `"payload":{"type":`, `"payload":{"kind":`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			raw, err := os.ReadFile(filepath.Join("testdata", c.file))
			if err != nil {
				t.Fatal(err)
			}
			text := string(raw)
			if c.old != "" {
				text = strings.ReplaceAll(text, c.old, c.changed)
			}
			file := made(t, text)
			r, err := transcript.Read(t.Context(), c.client, file, transcript.Options{Project: shop, Tasks: []string{claudeFix, claudeMul, codexFix, codexMul}})
			if err != nil || r.Unknown() != (c.old != "") {
				t.Errorf("unknown is %v with %d of %d rows understood, %v", r.Unknown(), r.Understood, r.Rows, err)
			}
		})
	}
}

// TestRows reads rows that are torn, no JSON or too long.
func TestRows(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", transcript.MostRow)
	file := made(t, asks("p", "make it"), `{"type":"user","message":`, "", `"text"`, uses("1", "Bash", row{"command": "ls", "description": long}), says("Done."))
	out, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.WriteString(`{"type":"assistant","uuid":"u9","timestamp":"2026-11-26T01:00:09Z","message":{"content":[{"type":"text","text":"More."}]}}`); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	r := lines(t, transcript.Claude, file, transcript.Options{Import: true}, `
01:00:00  session startup project="/home/user/project"
01:00:00 p prompt "make it"
01:00:05 p end stop words="Done."`)
	if r.Long != 1 || r.Rows != 3 || r.Understood != 2 {
		t.Errorf("%d long, %d of %d rows understood", r.Long, r.Understood, r.Rows)
	}
}
