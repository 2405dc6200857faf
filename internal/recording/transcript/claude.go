package transcript

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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

// claudeRow has the fields that are read of a row.
type claudeRow struct {
	Type    string          `json:"type"`
	Subtype string          `json:"subtype"`
	UUID    string          `json:"uuid"`
	Prompt  string          `json:"promptId"`
	Time    string          `json:"timestamp"`
	Side    bool            `json:"isSidechain"`
	Meta    bool            `json:"isMeta"`
	Summary bool            `json:"isCompactSummary"`
	Error   bool            `json:"isApiErrorMessage"`
	Folder  string          `json:"cwd"`
	Branch  string          `json:"gitBranch"`
	Version string          `json:"version"`
	Message *claudeMessage  `json:"message"`
	Result  json.RawMessage `json:"toolUseResult"`
	Denied  string          `json:"toolDenialKind"`

	t int64
}

type claudeMessage struct {
	Model   string          `json:"model"`
	Content json.RawMessage `json:"content"` // a text, or blocks
}

// claudeBlock is a part of a message: a text, the use of a tool, or its result.
type claudeBlock struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	Use     string          `json:"tool_use_id"`
	Error   bool            `json:"is_error"`
	Content json.RawMessage `json:"content"`
}

var (
	promptMark  = []byte(`"promptId":"`)
	messageMark = []byte(`"message":`)
	systemMark  = []byte(`"type":"system"`)
	resultMark  = []byte(`"type":"tool_result"`)
)

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
		if !bytes.Contains(raw, resultMark) {
			c.leave()
		}
		return
	}
	if !bytes.Contains(raw, messageMark) && !bytes.Contains(raw, systemMark) {
		return
	}
	var row claudeRow
	known := decode(raw, &row)
	if row.t = millis(row.Time); known && c.parents(row.t) { // of the session that this one was forked from
		return
	}
	if known && row.UUID == "" { // no row of the conversation
		return
	}
	c.Rows++
	switch {
	case !known:
	case row.Type == "system":
		c.system(row)
	case row.Type == "user" && row.Message != nil:
		c.user(row)
	case row.Type == "assistant" && row.Message != nil:
		c.assistant(row)
	default:
		known = false
	}
	if known {
		c.Understood++
	}
}

func (c *claude) system(row claudeRow) {
	_, ended := c.ends[c.task]
	if c.task != "" && !c.side && (row.Subtype == "stop_hook_summary" || row.Subtype == "turn_duration" && !ended) {
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
	text, blocks := contentOf(row.Message.Content)
	results := slices.ContainsFunc(blocks, func(b claudeBlock) bool { return b.Type == "tool_result" })
	switch {
	case c.side:
		c.attribute(row)
	case row.Side, row.Meta, row.Summary, results:
	case strings.HasPrefix(text, interruption):
		if c.task != "" {
			c.over(row.t, c.task, spool.Interrupted, c.words)
		}
	default:
		c.prompted(row, text)
	}
	for _, b := range blocks {
		if b.Type == "tool_result" {
			c.result(row, b)
		}
	}
}

// attribute finds the task of a subagent's row. Older versions do not name the prompt.
func (c *claude) attribute(row claudeRow) {
	task := row.Prompt
	for _, a := range c.asked {
		if row.Prompt == "" && a.t <= row.t {
			task = a.task
		}
	}
	if c.task = task; !c.wanted[task] {
		c.task = ""
	}
}

// prompted begins the task of a prompt.
func (c *claude) prompted(row claudeRow, text string) {
	task := row.Prompt
	if task == "" { // of an older version
		task = row.UUID
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
	c.part(task, row.UUID)
	if !c.once(row.UUID) {
		c.wanted[task] = false
		return
	}
	c.begin(spool.Line{T: row.t, Branch: row.Branch, Client: row.Version})
	if c.prompt(row.t, task, text) {
		c.task = task
		c.asked = append(c.asked, asked{row.t, task})
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
	if row.Message.Model != "<synthetic>" {
		c.model(row.Message.Model)
	}
	text, blocks := contentOf(row.Message.Content)
	if text != "" && !row.Side {
		c.words, c.spoke, c.failed = text, row.t, row.Error
	}
	for _, b := range blocks {
		if b.Type != "tool_use" {
			continue
		}
		u := call{task: c.task, id: b.ID, name: b.Name, dir: row.Folder}
		var input claudeInput
		_ = decode(b.Input, &input)
		switch b.Name {
		case "Bash", "PowerShell":
			u.run(input.Command)
		case "Edit", "Write", "MultiEdit", "NotebookEdit":
			u.files = []string{cmp.Or(input.File, input.Notebook)}
		}
		c.start(u)
		if !row.Side {
			c.words, c.spoke = "", 0
		}
	}
}

// claudeInput has the fields that are read of the arguments of a tool.
type claudeInput struct {
	Command  string `json:"command"`
	File     string `json:"file_path"`
	Notebook string `json:"notebook_path"`
}

// claudeResult has the fields that are read of toolUseResult, if it is an object.
type claudeResult struct {
	Stdout      string `json:"stdout"`
	Stderr      string `json:"stderr"`
	Interrupted bool   `json:"interrupted"`
	Background  string `json:"backgroundTaskId"`
	Async       bool   `json:"isAsync"`
	Agent       string `json:"agentId"`
}

var claudeExit = regexp.MustCompile(`^(?:Error: )?Exit code (\d+)(?:\n|$)`)

// result ends the use of a tool.
func (c *claude) result(row claudeRow, b claudeBlock) {
	output, _ := contentOf(b.Content)
	var object claudeResult
	var text string
	switch {
	case json.Unmarshal(row.Result, &text) == nil && text != "":
		output = text
	case decode(row.Result, &object) && object.Stdout+object.Stderr != "":
		output = strings.TrimSuffix(object.Stdout+"\n"+object.Stderr, "\n")
	}
	if object.Async && object.Agent != "" && !c.side {
		c.agents[object.Agent] = true
	}
	ok := !b.Error
	o := outcome{t: row.t, ok: &ok, output: output}
	switch m := claudeExit.FindStringSubmatchIndex(output); {
	case row.Denied != "" || b.Error && output == "User rejected tool use":
		o.output = "" // says what the agent should do now
	case b.Error && m != nil:
		o.exit, o.output = number(output[m[2]:m[3]]), output[m[1]:]
	case !b.Error && !object.Interrupted && object.Background == "":
		o.exit = new(int)
	}
	c.end(b.Use, o)
}

// contentOf returns the text of a message, without what the client adds to it, and its blocks, if it has some.
func contentOf(raw json.RawMessage) (text string, blocks []claudeBlock) {
	if json.Unmarshal(raw, &text) == nil {
		return text, nil
	}
	if json.Unmarshal(raw, &blocks) != nil {
		return "", nil
	}
	var texts []string
	for _, b := range blocks {
		if b.Type == "text" && !strings.HasPrefix(b.Text, "<system-reminder>") && !strings.HasPrefix(b.Text, "<ide_") {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n"), blocks
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
