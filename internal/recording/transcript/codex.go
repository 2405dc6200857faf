package transcript

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"plotline/internal/recording/spool"
)

// codex reads what Codex keeps of a session. Most rows name their turn, which is a task here. Others, and all rows of older
// versions, belong to the turn before them.
type codex struct {
	*reader

	session spool.Line // what the first row says
	dir     string     // in which the turn runs
	turn    string     // empty in older versions
	reads   bool       // whether the turn is read
	open    bool       // a row says that the turn has begun, and none that it has ended
	last    int64      // the time of the turn's last row
	words   string     // the agent's last message, unless it uses a tool
	spoke   int64      // when
	said    string     // the turn's last prompt
}

type codexRow struct {
	Time    string       `json:"timestamp"`
	Type    string       `json:"type"`
	Payload codexPayload `json:"payload"`

	t int64
}

// codexPayload has the fields that are read of a row, of all types.
type codexPayload struct {
	Type string `json:"type"`
	Turn string `json:"turn_id"`
	Meta struct {
		Turn string `json:"turn_id"`
	} `json:"internal_chat_message_metadata_passthrough"`

	codexSession        // session_meta, and turn_context as far as it has these fields
	Model        string `json:"model"`

	// response_item
	Name      string          `json:"name"`
	Space     string          `json:"namespace"`
	Call      string          `json:"call_id"`
	Arguments string          `json:"arguments"` // JSON
	Input     string          `json:"input"`
	Action    codexArguments  `json:"action"`
	Output    json.RawMessage `json:"output"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`

	// event_msg. That of a command or a patch has the fields of codexStep itself in older versions.
	Item    codexItem `json:"item"`
	Message string    `json:"message"`
	Kind    string    `json:"kind"`
	Words   string    `json:"last_agent_message"`
	codexStep
}

// codexSession is what the first row says of a session.
type codexSession struct {
	ID      string `json:"id"`
	Folder  string `json:"cwd"`
	Version string `json:"cli_version"`
	Forked  string `json:"forked_from_id"`
	Parent  string `json:"parent_thread_id"`
	Thread  string `json:"thread_source"`
	Git     struct {
		Head   string `json:"commit_hash"`
		Branch string `json:"branch"`
	} `json:"git"`
}

// subagent reports whether an agent started the session.
func (s codexSession) subagent() bool { return s.Parent != "" || s.Thread == "subagent" }

// codexItem is a step of a turn.
type codexItem struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Content json.RawMessage `json:"content"`
	codexStep
}

// codexStep is how a command or a patch ended.
type codexStep struct {
	Status  string                     `json:"status"`
	Success *bool                      `json:"success"`
	Exit    *int                       `json:"exit_code"`
	Printed string                     `json:"aggregated_output"`
	Changes map[string]json.RawMessage `json:"changes"` // by the path of the file
}

// codexArguments are those of the tools that run commands and change files.
type codexArguments struct {
	Cmd     codexCommand `json:"cmd"`
	Command codexCommand `json:"command"`
	Folder  string       `json:"workdir"`
	Input   string       `json:"input"`
	Patch   string       `json:"patch"`
}

// codexCommand is a command of a shell. In JSON it is a text or the arguments of a program.
type codexCommand string

// UnmarshalJSON reads both forms. Other ones are no command.
func (c *codexCommand) UnmarshalJSON(raw []byte) error {
	var text string
	var words []string
	switch {
	case json.Unmarshal(raw, &text) == nil:
	case json.Unmarshal(raw, &words) != nil:
	case len(words) == 3 && (words[1] == "-c" || words[1] == "-lc"): // of a shell
		text = words[2]
	default:
		text = strings.Join(words, " ")
	}
	*c = codexCommand(text)
	return nil
}

var (
	turnMark = []byte(`"turn_id":"`)
	metaMark = []byte(`"type":"session_meta"`)
)

// silent is in rows that say nothing here.
var silent = [][]byte{
	[]byte(`"type":"token_count"`), []byte(`"type":"token_usage_record"`), []byte(`"type":"world_state"`), []byte(`"type":"reasoning"`),
	[]byte(`"type":"agent_reasoning"`), []byte(`"type":"compacted"`),
}

func (c *codex) read(ctx context.Context, file string) error {
	if err := c.each(ctx, file, c.row); err != nil {
		return err
	}
	if c.open && !c.Closed {
		c.reads = false // it may go on
	}
	c.leave()
	return nil
}

// row reads a row. Those of turns that are not read are not decoded.
func (c *codex) row(raw []byte) {
	turn := idIn(raw, turnMark)
	switch {
	case c.Import, bytes.Contains(raw, metaMark):
	case turn != nil && !c.wanted[string(turn)]:
		c.enter(string(turn))
		return
	case turn == nil && !c.reads:
		return
	}
	if slices.ContainsFunc(silent, func(mark []byte) bool { return bytes.Contains(raw, mark) }) {
		return
	}
	var row codexRow
	known := decode(raw, &row)
	if row.t = millis(row.Time); known && c.parents(row.t) && row.Type != "session_meta" {
		return
	}
	c.Rows++
	if known && c.take(row) {
		c.Understood++
	}
	if c.reads {
		c.last = row.t
	}
}

// take reads a decoded row, and reports whether it understands it.
func (c *codex) take(row codexRow) bool {
	p := row.Payload
	if turn := cmp.Or(p.Turn, p.Meta.Turn); turn != "" {
		c.enter(turn)
	}
	switch row.Type {
	case "session_meta":
		if c.Session == "" {
			c.Session, c.dir, c.forked = p.ID, p.Folder, p.Forked != ""
			c.session = spool.Line{Branch: p.Git.Branch, Head: p.Git.Head, Client: p.Version}
		}
		return p.ID != ""
	case "turn_context":
		c.model(p.Model)
		c.session.Model = p.Model
		c.dir = cmp.Or(p.Folder, c.dir)
		return true
	case "event_msg":
		return c.event(row.t, p)
	case "response_item":
		return c.response(row.t, p)
	}
	return p.Call == "" && p.Role == ""
}

// enter begins a turn. An import reads it from its prompt on.
func (c *codex) enter(turn string) {
	if turn == c.turn {
		return
	}
	c.leave()
	c.turn, c.reads = turn, !c.Import && c.wanted[turn]
}

// leave ends the turn where the next one begins. Older versions write no row when a turn begins or ends.
func (c *codex) leave() {
	if _, ended := c.ends[c.turn]; c.reads && !ended {
		switch {
		case c.open:
			c.over(c.last, c.turn, spool.Failed, c.words)
		case c.Import && c.spoke > 0:
			c.over(c.spoke, c.turn, spool.Stopped, c.words)
		}
	}
	c.reads, c.open, c.words, c.spoke, c.said = false, false, "", 0, ""
}

func (c *codex) event(t int64, p codexPayload) bool {
	switch p.Type {
	case "task_started":
		c.open = true
	case "task_complete":
		c.ended(t, spool.Stopped, cmp.Or(p.Words, c.words))
	case "turn_aborted":
		c.ended(t, spool.Interrupted, c.words)
	case "user_message":
		if p.Kind == "" || p.Kind == "plain" {
			c.prompted(t, p.Message)
		}
	case "exec_command_end", "patch_apply_end":
		c.step(t, p.Call, p.codexStep)
	case "item_completed":
		switch p.Item.Type {
		case "UserMessage":
			text, _ := contentOf(p.Item.Content)
			c.prompted(t, text)
		case "CommandExecution", "FileChange":
			c.step(t, p.Item.ID, p.Item.codexStep)
		}
	default:
		return p.Call == "" || strings.HasSuffix(p.Type, "_begin") || strings.HasSuffix(p.Type, "_end")
	}
	return true
}

func (c *codex) ended(t int64, how spool.How, words string) {
	c.open = false
	if c.reads {
		c.over(t, c.turn, how, words)
	}
}

// prompted begins the task of a prompt. Some versions write a prompt twice.
func (c *codex) prompted(t int64, text string) {
	if !c.Import || text == "" || c.turn != "" && text == c.said {
		return
	}
	if c.turn == "" {
		c.leave()
		delete(c.ends, "")
	}
	c.said = text
	if !c.once(c.turn) {
		return
	}
	c.session.T = t
	c.begin(c.session)
	c.reads = c.prompt(t, c.turn, text)
}

func (c *codex) response(t int64, p codexPayload) bool {
	switch p.Type {
	case "message":
		if p.Role == "assistant" && c.reads {
			c.words, _ = contentOf(p.Content)
			c.spoke = t
		}
	case "function_call", "custom_tool_call", "local_shell_call":
		if c.reads {
			c.words, c.spoke = "", 0
			return c.used(p)
		}
	case "function_call_output", "custom_tool_call_output":
		c.printed(t, p)
	default:
		return p.Call == "" && p.Role == ""
	}
	return true
}

// used notes the use of a tool.
func (c *codex) used(p codexPayload) bool {
	args := p.Action
	if p.Arguments != "" && !decode([]byte(p.Arguments), &args) && p.Name == "exec_command" {
		return false
	}
	u := call{task: c.turn, id: cmp.Or(p.Call, p.ID), name: p.Name, dir: c.dir}
	if strings.Contains(p.Space, "plotline") {
		u.name = p.Space
	}
	if args.Folder != "" {
		u.dir = args.Folder
	}
	command := cmp.Or(string(args.Cmd), string(args.Command))
	switch p.Name {
	case "write_stdin": // waits for a command
		return true
	case "apply_patch":
		u.files = patched(cmp.Or(p.Input, args.Input, args.Patch))
	case "exec_command", "shell", "shell_command", "container.exec", "local_shell", "":
		u.run(command)
	}
	c.start(u)
	return u.id != ""
}

// step ends a command or a patch, as the client's own event says.
func (c *codex) step(t int64, id string, s codexStep) {
	o := outcome{t: t, exit: s.Exit, output: s.Printed, ok: s.Success}
	if o.exit != nil && *o.exit < 0 { // it was stopped
		o.exit = nil
	}
	if s.Status != "" && s.Exit == nil {
		ok := s.Status == "completed"
		o.ok = &ok
	}
	if u := c.calls[id]; u != nil && len(s.Changes) > 0 {
		u.files = slices.Sorted(maps.Keys(s.Changes))
	}
	c.end(id, o)
}

// printed ends the use of a tool, as the model was told.
func (c *codex) printed(t int64, p codexPayload) {
	u := c.calls[p.Call]
	if u == nil {
		return
	}
	o := outcome{t: t}
	o.output, o.exit = codexOutput(p.Output)
	if len(u.files) > 0 {
		ok := o.exit != nil && *o.exit == 0 || o.exit == nil && strings.HasPrefix(o.output, "Success")
		o.ok = &ok
	}
	if o.output == "aborted by user" {
		o.output = ""
	}
	c.end(p.Call, o)
}

// codexOutput takes apart what Codex tells the model of a command: lines about it, the line "Output:", and its output. Older
// versions wrote JSON.
func codexOutput(raw json.RawMessage) (output string, exit *int) {
	var object struct {
		Output   string          `json:"output"`
		Content  json.RawMessage `json:"content"`
		Metadata struct {
			Exit *int `json:"exit_code"`
		} `json:"metadata"`
	}
	text, _ := contentOf(raw)
	if text == "" && decode(raw, &object) {
		text, _ = contentOf(object.Content)
	}
	if strings.HasPrefix(text, `{"output":`) && decode([]byte(text), &object) {
		return object.Output, object.Metadata.Exit
	}
	return withoutHeader(text)
}

// withoutHeader cuts off the lines about a command. There may be two lots of them.
func withoutHeader(text string) (output string, exit *int) {
	for inHeader := true; inHeader; {
		line, rest, _ := strings.Cut(text, "\n")
		name, value, _ := strings.Cut(line, ": ")
		code, exited := strings.CutPrefix(line, "Process exited with code ")
		switch {
		case exited:
			exit = number(code)
		case name == "Exit code":
			exit = number(value)
		case name == "Chunk ID", name == "Wall time", name == "Original token count", name == "Total output lines",
			strings.HasPrefix(line, "Process running with session ID "):
		case line == "Output:":
			inHeader = strings.HasPrefix(rest, "Exit code: ")
		default:
			return text, exit
		}
		text = rest
	}
	return text, exit
}
