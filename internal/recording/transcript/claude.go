package transcript

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plotline/internal/recording/spool"
)

// claude reads what Claude Code keeps of a session: a row for each message, and many that say nothing here. Prompts and the
// results of tools name their prompt. Other rows belong to the prompt before them.
type claude struct {
	*reader

	side   bool // the file is of a subagent
	task   string
	asked  []asked
	rows   map[string]string // the row of the newest prompt of an id
	words  string            // the agent's last message, unless it uses a tool
	spoke  int64             // when
	failed bool              // the last message is an error of the model's service
	agents map[string]bool   // subagents that run on in the background
}

// asked is when a task began.
type asked struct {
	t    int64
	task string
}

// claudeRow has what is read of a row.
type claudeRow struct {
	kind, subtype string
	uuid, prompt  string
	t             int64
	side          bool // it is of a subagent
	client        bool // the client wrote it in the person's place
	failed        bool // the model's service failed
	folder        string
	branch        string
	version       string
	model         string
	content       []byte
	result        []byte // a text or an object
	denied        bool   // the person refused the use of a tool
	waiting       string // a prompt that the person typed while the agent worked
}

// claudeRowOf reads a row.
func claudeRowOf(o object) claudeRow {
	message, waiting := o.in("message"), o.in("attachment")
	if waiting.text("type") != "queued_command" || waiting.in("origin").text("kind") != "human" || waiting.isTrue("isMeta") {
		waiting = nil
	}
	return claudeRow{
		kind: o.text("type"), subtype: o.text("subtype"), uuid: o.text("uuid"), prompt: o.text("promptId"), t: millis(o.text("timestamp")),
		side: o.isTrue("isSidechain"), client: o.isTrue("isMeta") || o.isTrue("isCompactSummary"), failed: o.isTrue("isApiErrorMessage"),
		folder: o.text("cwd"), branch: o.text("gitBranch"), version: o.text("version"), model: message.text("model"),
		content: message["content"], result: o["toolUseResult"], denied: o.text("toolDenialKind") != "", waiting: waiting.text("prompt"),
	}
}

var (
	promptMark = []byte(`"promptId":"`)
	resultMark = []byte(`"type":"tool_result"`)
)

// talk is in the rows that are decoded.
var talk = [][]byte{
	[]byte(`"message":`), []byte(`"type":"user"`), []byte(`"type":"assistant"`), []byte(`"type":"system"`), []byte(`"type":"queued_command"`),
}

func (c *claude) read(ctx context.Context, file string) error {
	c.Session = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	c.rows, c.agents = map[string]string{}, map[string]bool{}
	if err := c.each(ctx, file, c.row); err != nil {
		return err
	}
	c.leave()
	c.side = true
	for _, agent := range subagents(file) {
		c.task = ""
		if err := c.each(ctx, agent, c.row); err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// row reads a row. Those of tasks that are not read, most of a long transcript, are not decoded.
func (c *claude) row(raw []byte) {
	prompt := idIn(raw, promptMark)
	switch {
	case c.Import:
	case prompt == nil && c.task == "":
		return
	case prompt != nil && !c.wanted[string(prompt)]:
		if bytes.Contains(raw, resultMark) {
			return
		}
		c.leave()
		if !c.waited(raw) {
			return
		}
	}
	if !slices.ContainsFunc(talk, func(mark []byte) bool { return bytes.Contains(raw, mark) }) {
		return
	}
	var row claudeRow
	if o, valid := parse(raw); valid {
		row = claudeRowOf(o)
		if row.uuid == "" || c.parents(row.t) || row.kind == "attachment" && row.waiting == "" { // no row of the conversation, or of another one
			return
		}
	}
	c.Rows++
	switch {
	case row.kind == "system":
		c.system(row)
	case row.kind == "user" && row.content != nil:
		c.user(row)
	case row.kind == "assistant" && row.content != nil:
		c.assistant(row)
	case row.waiting != "":
		c.within(row)
	default:
		return
	}
	c.Understood++
}

func (c *claude) system(row claudeRow) {
	_, ended := c.ends[c.task]
	if c.task != "" && !c.side && (row.subtype == "stop_hook_summary" || row.subtype == "turn_duration" && !ended) {
		c.stop(row.t)
	}
}

// stop ends the current task, or lets it wait for its subagents.
func (c *claude) stop(t int64) {
	how := spool.Stopped
	switch {
	case c.failed:
		how = spool.Failed
	case len(c.agents) > 0:
		how = spool.Paused
	}
	c.over(t, c.task, how, c.words)
}

// leave ends the current task where the next one begins. A client without hooks writes no row at the end of a task.
func (c *claude) leave() {
	if _, ended := c.ends[c.task]; c.task != "" && c.Import && !c.side && !ended && c.spoke > 0 {
		c.stop(c.spoke)
	}
	c.task, c.words, c.spoke, c.failed = "", "", 0, false
}

func (c *claude) user(row claudeRow) {
	const interruption = "[Request interrupted by user"
	text, blocks := contentOf(row.content)
	results := slices.ContainsFunc(blocks, func(b object) bool { return b.text("type") == "tool_result" })
	switch {
	case c.side:
		c.attribute(row)
	case row.side, row.client, results:
	case strings.HasPrefix(text, interruption):
		if c.task != "" {
			c.over(row.t, c.task, spool.Interrupted, c.words)
		}
	default:
		c.prompted(row, text)
	}
	for _, b := range blocks {
		if b.text("type") == "tool_result" {
			c.result(row, b)
		}
	}
}

// attribute finds the task of a subagent's row. Older versions do not name the prompt.
func (c *claude) attribute(row claudeRow) {
	task := row.prompt
	for _, a := range c.asked {
		if row.prompt == "" && a.t <= row.t {
			task = a.task
		}
	}
	if c.task = task; !c.wanted[task] {
		c.task = ""
	}
}

// prompted begins the task of a prompt.
func (c *claude) prompted(row claudeRow, text string) {
	task := row.prompt
	if task == "" { // of an older version
		task = row.uuid
	}
	if rest, is := strings.CutPrefix(text, "<task-notification>"); is {
		delete(c.agents, between(rest, "<task-id>", "</task-id>"))
	}
	if !c.Import {
		if task != c.task {
			c.leave()
		}
		c.task = task
		return
	}
	if text = typed(text); text == "" {
		return
	}
	c.leave()
	c.part(task, row.uuid)
	if !c.once(row.uuid) {
		c.wanted[task] = false
		return
	}
	c.begin(spool.Line{T: row.t, Branch: row.branch, Client: row.version})
	if c.prompt(row.t, task, text) {
		c.task = task
		c.asked = append(c.asked, asked{row.t, task})
	}
}

// waited reports whether a row begins a task with prompts that waited for the end of another one, and takes these from Waiting.
// Those that wait together become one task, with a line for each.
func (c *claude) waited(raw []byte) bool {
	if len(c.Waiting) == 0 {
		return false
	}
	o, _ := parse(raw)
	row := claudeRowOf(o)
	if c.parents(row.t) || row.client || row.side {
		return false
	}
	said, _ := contentOf(row.content)
	rest, _ := spool.ReadPrompt(typed(said))
	var taken, left []spool.Line
	for _, line := range c.Waiting {
		after, is := strings.CutPrefix(rest, line.Text)
		if !is || line.Text == "" {
			left = append(left, line)
			continue
		}
		rest, taken = strings.TrimSpace(after), append(taken, line)
	}
	if rest != "" || len(taken) == 0 {
		return false
	}
	c.Waiting, c.Waited = left, append(c.Waited, taken...)
	c.wanted[row.prompt] = true
	for _, line := range taken {
		line.T, line.Task = row.t, row.prompt
		c.Lines = append(c.Lines, line)
	}
	return true
}

// within adds a prompt that the person typed while the agent worked, and that was given to it in the same turn.
func (c *claude) within(row claudeRow) {
	text, saying := spool.ReadPrompt(typed(row.waiting))
	switch {
	case !c.Import || c.task == "":
	case saying == spool.Private:
		c.Lines = append(c.Lines, spool.Line{T: row.t, Kind: spool.Skip, Task: c.task})
	case saying == spool.Says:
		c.Lines = append(c.Lines, spool.Line{T: row.t, Kind: spool.Prompt, Task: c.task, Text: text})
	}
}

// part keeps the prompts of a fork apart. A fork has all rows of its parent, and all its first prompts the id of its own first
// one. That one keeps the id, and an earlier one takes that of its row.
func (c *claude) part(task, uuid string) {
	before, has := c.rows[task]
	c.rows[task] = uuid
	if !has || before == uuid || task == uuid {
		return
	}
	c.forked = true
	for i := range c.Lines {
		if c.Lines[i].Task == task {
			c.Lines[i].Task = before
		}
	}
	for _, call := range c.calls {
		if call.task == task {
			call.task = before
		}
	}
	if at, ended := c.ends[task]; ended {
		delete(c.ends, task)
		c.ends[before] = at
	}
}

func (c *claude) assistant(row claudeRow) {
	if c.task == "" {
		return
	}
	if row.model != "<synthetic>" {
		c.model(row.model)
	}
	text, blocks := contentOf(row.content)
	if text != "" && !row.side {
		c.words, c.spoke, c.failed = text, row.t, row.failed
	}
	for _, b := range blocks {
		if b.text("type") != "tool_use" {
			continue
		}
		u := call{task: c.task, id: b.text("id"), name: b.text("name"), dir: row.folder}
		switch b.text("name") {
		case "Bash", "PowerShell":
			u.run(b.in("input").text("command"))
		case "Edit", "Write", "MultiEdit":
			u.files = []string{b.in("input").text("file_path")}
		case "NotebookEdit":
			u.files = []string{b.in("input").text("notebook_path")}
		}
		c.start(u)
		if !row.side {
			c.words, c.spoke = "", 0
		}
	}
}

var claudeExit = regexp.MustCompile(`^(?:Error: )?Exit code (\d+)(?:\n|$)`)

// result ends the use of a tool.
func (c *claude) result(row claudeRow, b object) {
	r := objectOf(row.result)
	if agent := r.text("agentId"); agent != "" && r.isTrue("isAsync") && !c.side {
		c.agents[agent] = true
	}
	output := textOf(row.result)
	if output == "" {
		output = strings.TrimSuffix(r.text("stdout")+"\n"+r.text("stderr"), "\n")
	}
	if output == "" {
		output, _ = contentOf(b["content"])
	}
	running := r.isTrue("interrupted") || r.text("backgroundTaskId") != ""
	failed := b.isTrue("is_error")
	ok := !failed
	o := outcome{t: row.t, ok: &ok, output: output}
	switch m := claudeExit.FindStringSubmatchIndex(output); {
	case row.denied || failed && output == "User rejected tool use":
		o.output = "" // says what the agent should do now
	case failed && m != nil:
		o.exit, o.output = number(output[m[2]:m[3]]), output[m[1]:]
	case !failed && !running:
		o.exit = new(int)
	}
	if id := b.text("tool_use_id"); c.task != "" || c.calls[id] != nil {
		c.end(id, o)
	}
}

// typed returns what a person typed, or "" for what the client writes in a person's place.
func typed(text string) string {
	text = strings.TrimSpace(text)
	if name := between(text, "<command-name>", "</command-name>"); name != "" {
		return strings.TrimSpace(name + " " + between(text, "<command-args>", "</command-args>"))
	}
	for _, client := range []string{"<local-command-", "<bash-", "<system-reminder>"} {
		if strings.HasPrefix(text, client) {
			return ""
		}
	}
	return text
}

func between(text, begin, end string) string {
	_, text, _ = strings.Cut(text, begin)
	text, _, found := strings.Cut(text, end)
	if !found {
		return ""
	}
	return strings.TrimSpace(text)
}

// number returns a number of decimal digits, or nil.
func number(digits string) *int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return nil
	}
	return &n
}
