package transcript

import (
	"bytes"
	"cmp"
	"context"
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

var (
	turnMark  = []byte(`"turn_id":"`)
	metaMark  = []byte(`"type":"session_meta"`)
	startMark = []byte(`"type":"task_started"`)
)

// front is the part of a row that has its types, in bytes.
const front = 256

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
	case c.Import, c.Session == "" && bytes.Contains(raw, metaMark):
	case turn != nil && !c.wanted[string(turn)]:
		if string(turn) != c.turn && bytes.Contains(raw[:min(len(raw), front)], startMark) {
			c.enter(string(turn))
		}
		return
	case turn == nil && !c.reads:
		return
	}
	if slices.ContainsFunc(silent, func(mark []byte) bool { return bytes.Contains(raw[:min(len(raw), front)], mark) }) {
		return
	}
	row, known := parse(raw)
	t, kind := millis(row.text("timestamp")), row.text("type")
	if known && c.parents(t) && kind != "session_meta" {
		return
	}
	c.Rows++
	if known && c.take(t, kind, row.in("payload")) {
		c.Understood++
	}
	if c.reads {
		c.last = t
	}
}

// take reads a row by its type, and reports whether it understands it.
func (c *codex) take(t int64, kind string, p object) bool {
	turn := cmp.Or(p.text("turn_id"), p.in("internal_chat_message_metadata_passthrough").text("turn_id"))
	if step := p.text("type"); turn != "" && !strings.HasSuffix(step, "_output") && step != "item_completed" {
		c.enter(turn) // a command may end in a later turn
	}
	switch kind {
	case "session_meta":
		if c.Session == "" { // a fork has its parent's, too
			git := p.in("git")
			c.Session, c.dir, c.forked = p.text("id"), p.text("cwd"), p.text("forked_from_id") != ""
			c.session = spool.Line{Branch: git.text("branch"), Head: git.text("commit_hash"), Client: p.text("cli_version")}
		}
		return c.Session != ""
	case "turn_context":
		c.session.Model = p.text("model")
		c.model(c.session.Model)
		c.dir = cmp.Or(p.text("cwd"), c.dir)
		return true
	case "event_msg":
		return c.event(t, p)
	case "response_item":
		return c.response(t, p)
	}
	return p["call_id"] == nil && p["role"] == nil
}

// isSilent reports whether a payload of an unknown type says nothing of what the agent did.
func isSilent(p object) bool { return p["type"] != nil && p["call_id"] == nil && p["role"] == nil }

// enter begins a turn, or goes on with it. An import wants it from its prompt on.
func (c *codex) enter(turn string) {
	if turn == c.turn {
		return
	}
	c.leave()
	c.turn, c.reads = turn, c.wanted[turn]
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

func (c *codex) event(t int64, p object) bool {
	switch kind := p.text("type"); kind {
	case "task_started":
		c.open = true
	case "task_complete":
		c.ended(t, spool.Stopped, cmp.Or(p.text("last_agent_message"), c.words))
	case "turn_aborted":
		c.ended(t, spool.Interrupted, c.words)
	case "user_message":
		if kind := p.text("kind"); kind == "" || kind == "plain" {
			c.prompted(t, p.text("message"))
		}
	case "exec_command_end", "patch_apply_end": // of older versions
		c.step(t, p.text("call_id"), p)
	case "item_completed":
		c.item(t, p.in("item"))
	default:
		return isSilent(p) || strings.HasSuffix(kind, "_begin") || strings.HasSuffix(kind, "_end")
	}
	return true
}

func (c *codex) item(t int64, item object) {
	switch item.text("type") {
	case "UserMessage":
		text, _ := contentOf(item["content"])
		c.prompted(t, text)
	case "CommandExecution", "FileChange":
		c.step(t, item.text("id"), item)
	}
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

func (c *codex) response(t int64, p object) bool {
	switch p.text("type") {
	case "message":
		if p.text("role") == "assistant" && c.reads {
			c.words, _ = contentOf(p["content"])
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
		return isSilent(p)
	}
	return true
}

// used notes the use of a tool.
func (c *codex) used(p object) bool {
	name, args := p.text("name"), p.in("action")
	if text := p.text("arguments"); text != "" {
		args, _ = parse([]byte(text))
	}
	u := call{task: c.turn, id: cmp.Or(p.text("call_id"), p.text("id")), name: name, dir: cmp.Or(args.text("workdir"), c.dir)}
	if space := p.text("namespace"); strings.Contains(space, "plotline") {
		u.name = space
	}
	switch name {
	case "write_stdin": // waits for a command
		return true
	case "apply_patch":
		u.files = patched(cmp.Or(p.text("input"), args.text("input"), args.text("patch")))
	case "exec_command", "shell", "shell_command", "container.exec", "local_shell", "":
		u.run(codexCommand(args))
	}
	c.start(u)
	return u.id != ""
}

// codexCommand returns the command of a shell: a text, or the arguments of a program.
func codexCommand(args object) string {
	if command := cmp.Or(args.text("cmd"), args.text("command")); command != "" {
		return command
	}
	var words []string
	for word := range elements(args["command"]) {
		words = append(words, textOf(word))
	}
	if len(words) == 3 && (words[1] == "-c" || words[1] == "-lc") { // of a shell
		return words[2]
	}
	return strings.Join(words, " ")
}

// step ends a command or a patch, as the client's own event says.
func (c *codex) step(t int64, id string, s object) {
	o := outcome{t: t, exit: s.number("exit_code"), output: s.text("aggregated_output")}
	if o.exit != nil && *o.exit < 0 { // it was stopped
		o.exit = nil
	}
	if u := c.calls[id]; u != nil && s["changes"] != nil {
		u.files = slices.Sorted(maps.Keys(s.in("changes")))
		ok := s.text("status") == "completed" || s.isTrue("success")
		o.ok = &ok
	}
	c.end(id, o)
}

// printed ends the use of a tool, as the model was told.
func (c *codex) printed(t int64, p object) {
	id := p.text("call_id")
	u := c.calls[id]
	if u == nil || u.final {
		return
	}
	o := outcome{t: t}
	o.output, o.exit = codexOutput(p["output"])
	if len(u.files) > 0 {
		ok := o.exit != nil && *o.exit == 0 || o.exit == nil && strings.HasPrefix(o.output, "Success")
		o.ok = &ok
	}
	if o.output == "aborted by user" {
		o.output = ""
	}
	c.end(id, o)
}

// codexOutput takes apart what Codex tells the model of a command: lines about it, the line "Output:", and its output. Older
// versions wrote JSON.
func codexOutput(raw []byte) (output string, exit *int) {
	text, _ := contentOf(raw)
	if text == "" {
		text, _ = contentOf(objectOf(raw)["content"])
	}
	if strings.HasPrefix(text, `{"output":`) {
		if o, valid := parse([]byte(text)); valid {
			return o.text("output"), o.in("metadata").number("exit_code")
		}
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
