package task

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// unit is one prompt of a person with what the agent did until the next.
type unit struct {
	id      string // the client's
	text    string
	number  int // of the prompt in the session
	started int64
	last    int64
	tools   []spool.Line
	how     spool.How // "" while it runs
	words   string    // the agent's last
	head    string
	closed  bool // the session ended after it
	after   bool // of a prompt that the person did not want to be kept, so it does not go on with the task before
	within  bool // the person said it while the agent worked, in the same turn

	verdict int
	reason  string
}

// thread is a task: a unit with content, and those that only go on with it.
type thread struct {
	units  []*unit
	start  where
	events []event
	key    string
	id     string // TASK of the key

	said     []saying
	reverted *reversal
	// corrects and reverts are the earlier threads that this one corrects or takes back.
	corrects, reverts []*thread
	corrected         bool // the correction counts for the reward
	follows           *thread
}

// where is what a session line says.
type where struct {
	parent, branch, folder, head, project string
}

// event is what a tool did, as far as it matters.
type event struct {
	unit    int
	line    spool.Line
	edits   []string // files
	outside bool     // an edit of a file outside of the project
	runs    []check.Run
	commit  bool
	hash    string
	revert  *check.Revert
	works   bool // it did more than read
	failed  bool
}

// saying is what a person said about a task.
type saying struct {
	text    string
	t       int64
	trouble bool // it corrects the task
}

// reversal is how a task was taken back.
type reversal struct {
	by     *thread
	hash   string // of the reverting commit; "" if there is none, or its hash is not known
	reason string
}

// reader makes units of lines.
type reader struct {
	o       Options
	units   []*unit
	byID    map[string]*unit
	skipped map[string]bool
	now     *unit
	after   bool // the last prompt was skipped
	at      where
	starts  map[*unit]where
	number  int
	seen    map[string]int // uses of tools, by id, and where they stand in the tools of their unit
}

// read makes units of the lines of a session. Lines of several sources name their tasks, and are put in order.
func read(lines []spool.Line, o Options) *reader {
	lines = slices.Clone(lines)
	if !slices.ContainsFunc(lines, func(l spool.Line) bool { return l.Kind != spool.Prompt && l.Task != "" }) {
		return readInOrder(lines, o) // of one file, in whose order a clock that jumps does not matter
	}
	slices.SortStableFunc(lines, func(a, b spool.Line) int {
		return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(order(a.Kind), order(b.Kind)))
	})
	return readInOrder(lines, o)
}

// readInOrder makes units of lines that are in order.
func readInOrder(lines []spool.Line, o Options) *reader {
	r := &reader{o: o, byID: map[string]*unit{}, skipped: map[string]bool{}, starts: map[*unit]where{}, seen: map[string]int{}}
	for _, line := range lines {
		if line.Kind == spool.Skip && line.Task != "" {
			r.skipped[line.Task] = true
		}
	}
	for _, line := range lines {
		r.add(line)
	}
	return r
}

// order is that of lines of the same millisecond.
func order(k spool.Kind) int {
	return slices.Index([]spool.Kind{spool.Session, spool.Skip, spool.Prompt, spool.Tool, spool.End, spool.Close}, k)
}

func (r *reader) add(line spool.Line) {
	if line.Task != "" && r.skipped[line.Task] {
		if line.Kind == spool.Skip {
			r.now, r.after = nil, true
		}
		return
	}
	switch line.Kind {
	case spool.Session:
		r.at = where{
			cmp.Or(line.Parent, r.at.parent), cmp.Or(line.Branch, r.at.branch), cmp.Or(line.Folder, r.at.folder), cmp.Or(line.Head, r.at.head),
			cmp.Or(r.at.project, line.Project),
		}
	case spool.Skip:
		r.now, r.after = nil, true
	case spool.Prompt:
		r.prompt(line)
	case spool.Tool:
		r.tool(line)
	case spool.End:
		r.end(line)
	case spool.Close:
		for _, u := range r.units {
			u.closed = true
		}
	}
}

func (r *reader) prompt(line spool.Line) {
	text := strings.TrimSpace(line.Text)
	verdict, reason := verdictOf(text)
	switch {
	case text == "" || verdict != 0:
		if r.now == nil {
			return
		}
		if verdict != 0 {
			r.now.verdict, r.now.reason = verdict, reason
		}
		if line.Task != "" {
			r.byID[line.Task] = r.now
		}
		return
	case r.repeats(line, text):
		return
	}
	r.number++
	r.now = &unit{id: line.Task, text: text, number: r.number, started: line.T, last: line.T, after: r.after}
	if u := r.byID[line.Task]; line.Task != "" && u != nil { // a second prompt under one id
		r.now.id, r.now.within = "", u.how == "" || u.how == spool.Paused
	}
	r.after = false
	r.units = append(r.units, r.now)
	r.starts[r.now] = r.at
	if line.Task != "" {
		r.byID[line.Task] = r.now
	}
}

// repeats reports whether a prompt is the one before again, because the hook is configured twice.
func (r *reader) repeats(line spool.Line, text string) bool {
	const soon = 1000 // milliseconds
	u := r.now
	if line.Task != "" {
		u = r.byID[line.Task]
		return u != nil && u.text == text
	}
	return u != nil && u.text == text && len(u.tools) == 0 && u.how == "" && line.T-u.started < soon
}

// unitOf returns the unit of a line, or nil. What has no id belongs to the last prompt.
func (r *reader) unitOf(line spool.Line) *unit {
	if line.Task != "" {
		return r.byID[line.Task]
	}
	return r.now
}

func (r *reader) tool(line spool.Line) {
	u := r.unitOf(line)
	if u == nil || line.Class == spool.Edit && line.Path != "" && r.o.Excludes != nil && r.o.Excludes(line.Path) {
		return
	}
	u.last = max(u.last, line.T)
	if u.how == spool.Paused {
		u.how = ""
	}
	key := string(line.Class) + " " + line.ID + " " + line.Path
	if at, has := r.seen[key]; has && line.ID != "" && at < len(u.tools) && u.tools[at].ID == line.ID {
		if u.tools[at].Exit == nil && line.Exit != nil { // the client's own record knows more than its hook
			u.tools[at] = line
		}
		return
	}
	if line.ID != "" {
		r.seen[key] = len(u.tools)
	}
	u.tools = append(u.tools, line)
}

func (r *reader) end(line spool.Line) {
	u := r.unitOf(line)
	if u == nil {
		return
	}
	u.last = max(u.last, line.T)
	if weight(line.How) >= weight(u.how) {
		u.how = line.How
	}
	u.words = cmp.Or(line.Words, u.words)
	if line.Head != "" {
		u.head, r.at.head = line.Head, line.Head
	}
}

// weight orders the ends that hooks and transcripts tell of one prompt.
func weight(how spool.How) int {
	return slices.Index([]spool.How{"", spool.Paused, spool.Stopped, spool.Failed, spool.Interrupted}, how)
}

// threads joins units that go on with each other.
func (r *reader) threads() []*thread {
	var all []*thread
	for i, u := range r.units {
		var before *unit
		if i > 0 {
			before = r.units[i-1]
		}
		if before != nil && len(all) > 0 && !u.after && goesOn(u, before) {
			last := all[len(all)-1]
			last.units = append(last.units, u)
			continue
		}
		all = append(all, &thread{units: []*unit{u}, start: r.starts[u]})
	}
	ordinals := map[string]int{}
	for _, t := range all {
		t.name(r.o, ordinals)
		for i, u := range t.units {
			for _, line := range u.tools {
				t.events = append(t.events, eventOf(i, line, r.o.Checks))
			}
		}
	}
	return all
}

// goesOn reports whether a prompt goes on with the task before: it has no content of its own, came within the same turn, or is
// the first after an interruption.
func goesOn(u, before *unit) bool {
	interrupted := before.how == spool.Interrupted || before.how == "" && !before.closed
	retried := before.how == spool.Failed && folded(before.text) == folded(u.text)
	return u.within || interrupted || retried || !says(u.text)
}

// name gives a thread its key.
func (t *thread) name(o Options, ordinals map[string]int) {
	u := t.units[0]
	t.id = u.id
	if t.id == "" || len(t.id) > maxID || strings.ContainsFunc(t.id, func(c rune) bool { return c <= ' ' || c > '~' }) {
		hash := hashOf(u.text)
		if u.id != "" {
			hash = hashOf(u.id)
		}
		if _, has := ordinals[hash]; !has {
			ordinals[hash] = o.Ordinals[hash]
		}
		t.id = "h:" + hash + ":" + strconv.Itoa(ordinals[hash])
		ordinals[hash]++
	}
	t.key = Prefix + o.Client + ":" + o.Session + ":" + t.id
}

// maxID bounds the client's id of a task in a key, in bytes.
const maxID = 80

// hashOf returns twelve hex digits that identify a text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// eventOf reads what a tool did.
func eventOf(unit int, line spool.Line, more []string) event {
	e := event{unit: unit, line: line}
	switch line.Class {
	case spool.Edit:
		e.failed = line.OK != nil && !*line.OK
		if !e.failed && line.Path != "" {
			e.edits = []string{line.Path}
		}
		e.outside = !e.failed && line.Path == ""
	case spool.Other:
	case spool.Shell:
		e.failed = line.Exit != nil && *line.Exit != 0
		output := line.Tail
		if output == "" {
			output = line.First
		}
		e.runs = check.Runs(line.Command, line.Exit, output, more)
		for i := range e.runs { // the hook has seen the whole output, of which the tail is the end
			if e.runs[i].Result == check.Failed && line.First != "" && len(e.runs) == 1 {
				e.runs[i].First = line.First
			}
		}
		if !e.failed {
			e.edits = check.Writes(line.Command)
			if r, is := check.Reverts(line.Command); is {
				e.revert = &r
			}
		}
		e.hash, e.commit = check.Committed(line.Command, line.Exit, output)
		if e.revert != nil && e.hash == "" {
			e.hash = check.Hash(output)
		}
		e.works = !check.Reads(line.Command)
	}
	e.works = e.works || len(e.edits) > 0
	return e
}
