package transcript

import (
	"crypto/sha256"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"
	"time"

	"plotline/internal/clip"
	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// reader makes the lines of one session. The clients' own readers tell it what happened.
type reader struct {
	Options
	Result

	client string
	paths  *paths
	wanted map[string]bool
	calls  map[string]*call // by the client's id
	ends   map[string]int   // where the End of a task is in Lines
	claims []claim          // the rows of this transcript
}

// call is one use of a tool.
type call struct {
	task    string
	id      string
	name    string
	dir     string   // the folder in which it runs
	command string   // of a shell
	files   []string // of an edit
	at      int      // where its lines begin in Lines, once it has ended
	lines   int
	done    bool // its result is known
	final   bool // nothing that comes later says more
}

// run takes the command of a shell. One that applies a patch is an edit.
func (c *call) run(command string) {
	if c.files = nil; strings.Contains(command, "apply_patch") {
		c.files = patched(command)
	}
	c.command = command
}

var patchedFile = regexp.MustCompile(`(?m)^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$`)

// patched returns the files that a patch changes.
func patched(patch string) []string {
	found := patchedFile.FindAllStringSubmatch(patch, -1)
	files := make([]string, 0, len(found))
	for _, m := range found {
		files = append(files, m[1])
	}
	return files
}

// outcome is how a use of a tool ended.
type outcome struct {
	t      int64
	exit   *int
	ok     *bool // of an edit
	output string
}

func newReader(client string, o Options) *reader {
	r := &reader{
		Options: o, client: client, paths: newPaths(o.Folder, o.Project), wanted: map[string]bool{}, calls: map[string]*call{}, ends: map[string]int{},
	}
	for _, task := range o.Tasks {
		r.wanted[task] = true
	}
	return r
}

// finish orders the lines.
func (r *reader) finish() Result {
	slices.SortStableFunc(r.Lines, byTime)
	if r.seen != nil && (r.forks || !r.forked) {
		r.seen.add(r.claims)
	}
	return r.Result
}

// parents reports whether a row is older than the session, so that it belongs to the one that this was forked from.
func (r *reader) parents(t int64) bool {
	const slack = 5_000 // milliseconds; a client may date a prompt before it calls its hooks
	return !r.Import && t < r.Since-slack
}

// begin adds the Session line of an import, once.
func (r *reader) begin(line spool.Line) {
	if !r.Import || len(r.Lines) > 0 {
		return
	}
	line.Kind, line.Source, line.Project = spool.Session, "startup", r.Project
	if r.Folder != r.Project {
		line.Folder = r.Folder
	}
	r.Lines = append(r.Lines, line)
}

// model completes the Session line of an import.
func (r *reader) model(name string) {
	if r.Import && len(r.Lines) > 0 && r.Lines[0].Model == "" {
		r.Lines[0].Model = name
	}
}

// prompt adds the Prompt line of an import, and reports whether the task is read.
func (r *reader) prompt(t int64, task, raw string) bool {
	text, saying := spool.ReadPrompt(raw)
	read := saying == spool.Says || saying == spool.Continues
	if read = read && t >= r.Since && !r.Skipped.At(t) && !r.Skipped.Task(r.client, r.Session, task); !read {
		r.wanted[task] = false
		return false
	}
	r.wanted[task] = true
	r.Lines = append(r.Lines, spool.Line{T: t, Kind: spool.Prompt, Task: task, Text: text})
	return true
}

// start notes that a tool is used. A second row with the same id says nothing new.
func (r *reader) start(c call) {
	switch {
	case r.calls[c.id] != nil, !r.once(c.id):
	case len(r.calls) >= mostCalls:
		r.Missing++
	default:
		r.calls[c.id] = &c
		r.Calls++
	}
}

// end makes the lines of a use of a tool. Where a client tells the outcome twice, the later one counts only if the first did
// not say how it ended.
func (r *reader) end(id string, o outcome) {
	c := r.calls[id]
	if c == nil && r.Missing == 0 && r.seen == nil {
		r.Rows++ // what was used is not known
	}
	if c == nil || c.final {
		return
	}
	if !c.done {
		r.Ended++
	}
	lines := r.linesOf(c, o)
	for i := range lines {
		lines[i].T, lines[i].Kind, lines[i].Task, lines[i].ID = o.t, spool.Tool, c.task, c.id
	}
	switch {
	case !c.done:
		c.at, c.lines = len(r.Lines), len(lines)
		r.Lines = append(r.Lines, lines...)
	case len(lines) == c.lines:
		for i := range lines {
			lines[i].T = r.Lines[c.at+i].T
		}
		copy(r.Lines[c.at:], lines)
	}
	c.done, c.final = true, o.exit != nil || o.ok != nil
}

// linesOf returns what is kept of a use of a tool: nothing of Plotline's own and of what is excluded, and one line for each
// file of a patch.
func (r *reader) linesOf(c *call, o outcome) []spool.Line {
	switch {
	case len(c.files) > 0:
		return r.edits(c, o)
	case c.command != "":
		return r.shell(c, o)
	case c.name == "" || strings.Contains(strings.ToLower(c.name), "plotline"):
		return nil
	}
	return []spool.Line{{Class: spool.Other, Name: spool.Clean(c.name, spool.MostFirst)}}
}

func (r *reader) shell(c *call, o outcome) []spool.Line {
	if program, _, _ := strings.Cut(strings.TrimSpace(c.command), " "); program == "plotline" || program == "plotline-hook" {
		return nil
	}
	line := spool.Line{Class: spool.Shell, Command: spool.Clean(c.command, spool.MostCommand), Exit: o.exit}
	if line.Command == "" || r.Rules.Names(line.Command) {
		return nil
	}
	first, tail := check.Shape(line.Command, line.Exit, spool.Output(o.output))
	line.First, line.Tail = clip.Runes(first, spool.MostFirst), clip.Runes(tail, spool.MostTail)
	if r.Rules.Names(line.First + "\n" + line.Tail) {
		line.First, line.Tail = "", ""
	}
	return []spool.Line{line}
}

// edits returns a line for each file. Files outside of the project are not named.
func (r *reader) edits(c *call, o outcome) []spool.Line {
	const most = 20
	var lines []spool.Line
	for _, file := range c.files[:min(len(c.files), most)] {
		relative := r.paths.relative(file, c.dir)
		if relative == "" || !r.Rules.Excludes(relative) {
			lines = append(lines, spool.Line{Class: spool.Edit, Path: spool.Clean(relative, spool.MostCommand), OK: o.ok})
		}
	}
	return lines
}

// over says how a task ended. What is said last counts.
func (r *reader) over(t int64, task string, how spool.How, words string) {
	line := spool.Line{T: t, Kind: spool.End, Task: task, How: how, Words: spool.Clean(words, spool.MostWords)}
	if r.Rules.Names(line.Words) {
		line.Words = ""
	}
	if at, has := r.ends[task]; has {
		r.Lines[at] = line
		return
	}
	r.ends[task] = len(r.Lines)
	r.Lines = append(r.Lines, line)
}

// once reports whether a row with an id counts, because no other transcript had it, and claims it for this one.
func (r *reader) once(id string) bool {
	if r.seen == nil || id == "" {
		return true
	}
	c := claimOf(id)
	r.claims = append(r.claims, c)
	return !r.seen.has(c)
}

// seen are the rows of transcripts that were read before.
type seen map[claim]struct{}

// claim stands for the id of a row.
type claim uint64

func claimOf(id string) claim {
	sum := sha256.Sum256([]byte(id))
	return claim(binary.BigEndian.Uint64(sum[:]))
}

func (s seen) has(c claim) bool {
	_, has := s[c]
	return has
}

func (s seen) add(claims []claim) {
	for _, c := range claims {
		s[c] = struct{}{}
	}
}

// millis returns a time such as 2026-11-26T01:03:46.924Z as Unix milliseconds, or 0.
func millis(text string) int64 {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}
