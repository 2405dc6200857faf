package hook

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"plotline/internal/recording/spool"
)

// The clients.
const (
	Claude   = "claude-code"
	Codex    = "codex"
	Gemini   = "gemini-cli"
	Copilot  = "copilot-cli"
	OpenCode = "opencode"
	Qwen     = "qwen-code"
	Cursor   = "cursor"
	VSCode   = "vscode"
)

// event is what an event of a client makes.
type event struct {
	kind spool.Kind
	how  spool.How // of an end
}

var (
	starts      = event{kind: spool.Session}
	prompts     = event{kind: spool.Prompt}
	uses        = event{kind: spool.Tool}
	stops       = event{spool.End, spool.Stopped}
	fails       = event{spool.End, spool.Failed}
	interrupted = event{spool.End, spool.Interrupted}
	closes      = event{kind: spool.Close}
)

// events lists the events of each client that make a line. Cursor calls hooks of Claude Code's file by its own names or by
// Claude's.
var events = map[string]map[string]event{
	Claude: {
		"SessionStart": starts, "UserPromptSubmit": prompts, "PostToolUse": uses, "PostToolUseFailure": uses, "Stop": stops, "StopFailure": fails,
		"SessionEnd": closes,
	},
	Codex: {
		"SessionStart": starts, "UserPromptSubmit": prompts, "PostToolUse": uses, "Stop": stops, "Interrupt": interrupted, "SessionEnd": closes,
	},
	Gemini: {
		"SessionStart": starts, "BeforeAgent": prompts, "AfterTool": uses, "AfterAgent": stops, "SessionEnd": closes,
	},
	Copilot: {
		"sessionStart": starts, "userPromptSubmitted": prompts, "postToolUse": uses, "agentStop": stops, "sessionEnd": closes,
	},
	OpenCode: {
		"session.created": starts, "chat.message": prompts, "tool.execute.after": uses, "session.idle": stops, "session.error": fails, "session.deleted": closes,
	},
	Qwen: {
		"SessionStart": starts, "UserPromptSubmit": prompts, "PostToolUse": uses, "PostToolUseFailure": uses, "Stop": stops, "StopFailure": fails,
		"SessionEnd": closes,
	},
	Cursor: {
		"sessionStart": starts, "beforeSubmitPrompt": prompts, "afterShellExecution": uses, "afterFileEdit": uses, "stop": stops, "sessionEnd": closes,
		"SessionStart": starts, "UserPromptSubmit": prompts, "Stop": stops, "SessionEnd": closes,
	},
	VSCode: {
		"SessionStart": starts, "UserPromptSubmit": prompts, "PostToolUse": uses, "Stop": stops,
		// as setup registers them, in the form of Copilot CLI
		"sessionStart": starts, "userPromptSubmitted": prompts, "postToolUse": uses, "agentStop": stops,
	},
}

// closesSilently lists the clients that can end without an event. What waits is then stored after each task.
var closesSilently = map[string]bool{Qwen: true} // without a terminal

// clientOf returns the client that sent a payload. Several clients call the hooks of another one's configuration, so the
// payload's form decides, and the hint only where it says nothing.
func clientOf(p payload, hint string) string {
	switch _, notNumber := strconv.ParseFloat(p["timestamp"], 64); {
	case p["cursor_version"] != "" || p["conversation_id"] != "":
		return Cursor
	case p["hookEventName"] != "", hint == Copilot && p["hook_event_name"] != "":
		return VSCode
	case p["sessionId"] != "" && notNumber == nil:
		return Copilot
	}
	return hint
}

// isForOther reports whether a call is that of a configuration which is for another client. Copilot CLI and VS Code run all hooks of
// one folder, in which setup gives each a file of its own.
func isForOther(client, hint string) bool {
	return hint == Copilot && client == VSCode || hint == VSCode && client == Copilot
}

// eventOf returns the name of the event, which some clients tell on the command line only, and what it makes.
func eventOf(p payload, client, hint string) (name string, what event, known bool) {
	name = p.first("hook_event_name", "hookEventName", "hookName")
	if name == "" {
		name = hint
	}
	what, known = events[client][name]
	return name, what, known
}

// taskOf returns the client's id of the task, or "".
func taskOf(p payload, client string) string {
	switch client {
	case Claude:
		return p["prompt_id"]
	case Codex:
		return p["turn_id"]
	case Cursor:
		return p["generation_id"]
	case OpenCode:
		return p.first("messageID", "o.message.id")
	}
	return ""
}

// The tools that run a command, and those that change a file, of all clients.
var (
	shells = map[string]bool{
		"Bash": true, "bash": true, "shell": true, "run_shell_command": true, "exec_command": true, "local_shell": true, "run_in_terminal": true,
		"runInTerminal": true,
	}
	editors = map[string]bool{
		"Edit": true, "Write": true, "MultiEdit": true, "NotebookEdit": true, "replace": true, "write_file": true, "edit": true, "create": true,
		"write": true, "patch": true, "apply_patch": true, "create_file": true, "replace_string_in_file": true, "insert_edit_into_file": true,
		"multi_replace_string_in_file": true, "edit_file": true, "editFiles": true,
	}
)

var (
	claudeExit  = lazy(`^(?:Error: )?Exit code (\d+)`)
	trailer     = lazy(`^(?:Exit Code: (\d+)|Error: \(none\)|Signal: .*|Process Group PGID: .*|Background PIDs: .*|</untrusted_context>|\s*)$`)
	copilotExit = lazy(`<(?:shellId: \S+ |exited|command )?completed with exit code (\d+)>\s*$`)
)

// lazy compiles an expression when an event first needs it.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// outputOf returns what a command printed, and its exit status, nil if the client does not say.
func outputOf(p payload, client, event string) (output string, exit *int) {
	zero := 0
	switch client {
	case Claude:
		if event == "PostToolUseFailure" {
			return exitIn(p["error"], claudeExit, p["is_interrupt"] != "true")
		}
		output = strings.TrimSuffix(p["tool_response.stdout"]+"\n"+p["tool_response.stderr"], "\n")
		if p["tool_response.interrupted"] == "true" {
			return output, nil
		}
		return output, &zero
	case Gemini, Qwen:
		return ofGemini(p["tool_response.llmContent"], client == Gemini)
	case Copilot:
		return exitIn(p["toolResult.textResultForLlm"], copilotExit, true)
	case OpenCode:
		output = p.first("output", "o.output")
		if n, err := strconv.Atoi(p.first("exit", "metadata.exit", "o.metadata.exit")); err == nil {
			return output, &n
		}
		return output, nil
	}
	return p.first("tool_response", "tool_response.stdout", "output"), nil
}

// exitIn cuts the exit status out of an output.
func exitIn(output string, pattern func() *regexp.Regexp, says bool) (rest string, exit *int) {
	m := pattern().FindStringSubmatchIndex(output)
	if m == nil {
		return output, nil
	}
	n, err := strconv.Atoi(output[m[2]:m[3]])
	if err != nil || !says {
		return output, nil
	}
	return output[:m[0]] + strings.TrimPrefix(output[m[1]:], "\n"), &n
}

// ofGemini takes apart what Gemini CLI and Qwen Code write around an output. Without a line with a status it is 0 in Gemini.
func ofGemini(text string, silent bool) (output string, exit *int) {
	if silent {
		exit = new(int)
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for len(lines) > 0 {
		m := trailer().FindStringSubmatch(lines[len(lines)-1])
		if m == nil {
			break
		}
		if m[1] != "" {
			if n, err := strconv.Atoi(m[1]); err == nil {
				exit = &n
			}
			lines = lines[:len(lines)-1]
			break
		}
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 0 && trailer().MatchString(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	text = strings.Join(lines, "\n")
	if _, rest, found := strings.Cut("\n"+text, "\nOutput: "); found {
		text = rest
	}
	return text, exit
}

// okOf returns whether an edit was made, nil if the client does not say.
func okOf(p payload, client, event string) *bool {
	yes, no := true, false
	switch client {
	case Claude:
		if event == "PostToolUseFailure" {
			return &no
		}
		return &yes
	case Gemini, Qwen:
		if p["tool_response.error"] != "" {
			return &no
		}
		if strings.HasPrefix(p["tool_response.llmContent"], "Successfully ") {
			return &yes
		}
	case Copilot:
		switch p["toolResult.resultType"] {
		case "success":
			return &yes
		case "":
			return nil
		}
		return &no
	case OpenCode:
		if strings.Contains(p.first("output", "o.output"), "successfully") {
			return &yes
		}
	case Cursor:
		return &yes // the event comes after the edit
	}
	return nil
}
