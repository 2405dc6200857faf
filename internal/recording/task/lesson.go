package task

import (
	"slices"
	"strings"

	"plotline/internal/clip"
	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// AskedAs stands in a line between what it says and the name of its task.
const AskedAs = ", asked as "

// Bounds of what may be told, in characters. The recorder adds the day.
const (
	maxLine    = 230
	maxTitle   = 60
	maxSaid    = 140
	maxMessage = 70
	maxReason  = 90
	maxLessons = 3
)

// clipped returns a text of at most n characters, with … if it was cut.
func clipped(text string, n int) string { return clip.Marked(text, n-1) }

// told returns a line that may be told, within the bound.
func told(text string) string { return clipped(oneLine(text), maxLine) }

// lessons returns the lines that may be told of a task.
func (t *thread) lessons(finding bool) []Lesson {
	if finding {
		return []Lesson{{Found, told("Looked into before: " + quoted(t.title()) + ". Recall has the answer.")}}
	}
	var all []Lesson
	done := []string{t.failure(), t.subject() + ".", t.where()}
	for _, s := range t.said {
		text := t.lesson(s.text)
		if text == "" || len(all) == maxLessons-1 {
			continue
		}
		reversal := t.reverted
		if len(all) > 0 {
			reversal = nil
		}
		if len(all) > 0 || strings.HasPrefix(text, strings.TrimSuffix(t.title(), "…")) {
			done = []string{t.where()} // the first line has said it, or these are the words of the title
		}
		all = append(all, Lesson{Said, line(done, text, reversal)})
	}
	switch {
	case t.reverted != nil && len(all) == 0:
		all = append(all, Lesson{Reverted, line(done, "", t.reverted)})
	case t.reverted == nil:
		if text := t.fixed(); text != "" && len(all) == 0 {
			all = append(all, Lesson{Fixed, text})
		}
	}
	if text := t.worked(); text != "" {
		all = append(all, Lesson{Worked, text})
	}
	return all
}

// line joins what was done, the person's words and what became of the task, within the bound. The person's words are the lesson: what
// was done is told in the longest of the forms, given from long to short, that leaves room for them.
func line(done []string, said string, r *reversal) string {
	var end string
	if said != "" {
		end = "Person: " + quoted(clipped(said, maxSaid)) + "."
	}
	if r != nil {
		most := maxReason
		if alike(contentWords(r.reason), contentWords(said)) {
			most = 0 // they say it already
		}
		end = strings.TrimSpace(end + " " + r.sentence(most))
	}
	room := maxLine - len([]rune(end)) - 1
	for _, text := range done {
		if len([]rune(text)) <= room {
			return told(strings.TrimSpace(text + " " + end))
		}
	}
	const least = 20 // fewer characters say nothing
	if room < least {
		return told(end)
	}
	return told(clipped(done[0], room) + " " + end)
}

// Says reports whether a line has a person's words.
func (l Lesson) Says(words string) bool {
	return strings.Contains(l.Text, strings.TrimRight(quoted(clipped(words, maxTitle)), `…"`))
}

// where names the files of a task, with a colon, or "".
func (t *thread) where() string {
	files := t.files()
	if len(files) == 0 {
		return ""
	}
	most := 2
	if len(strings.Join(files[:min(len(files), 2)], ", ")) > maxTitle {
		most = 1
	}
	return listed(files, most) + ":"
}

// subject names the files of a task and what was asked.
func (t *thread) subject() string {
	title := strings.TrimRight(t.title(), ".!?。 ")
	const fewWords = 4
	if words := strings.Fields(title); len(words) > fewWords || strings.ContainsAny(title, `"<>{}`) || len(title) > maxTitle {
		title = quoted(clipped(title, maxTitle))
	}
	return strings.TrimSpace(t.where() + " " + title)
}

// failure says what was asked, and which test it failed, if it failed one.
func (t *thread) failure() string {
	run := t.red()
	if run == nil {
		return t.subject() + "."
	}
	return t.subject() + " failed " + failureOf(*run) + "."
}

// failureOf names the failing test with its message, or the check.
func failureOf(run check.Run) string {
	name, message := failedTest(run.First)
	if name == "" {
		name = run.String()
	}
	if message == "" {
		return name
	}
	return clipped(name, maxTitle) + " (" + quoted(clipped(message, maxMessage)) + ")"
}

// red returns the last failing tests of a task that its own work made fail, or nil.
func (t *thread) red() *check.Run {
	now := t.state()
	for _, e := range slices.Backward(t.events) {
		for _, run := range e.runs {
			if run.Kind == check.Tests && run.Result == check.Failed && now.excused(t, run) == nil && !slips().MatchString(run.First) {
				return &run
			}
		}
	}
	return nil
}

// slips matches failures that an agent makes and mends in passing, such as a missing import.
var slips = lazy(`(?i)undefined: |syntax error|syntaxerror|indentationerror|cannot find (?:name|symbol|value|type)|is not defined|declared and not used|imported and not used|unexpected (?:token|indent|eof)|expected (?:';'|'\)'|'}')|no required module|build failed|could not compile|collected 0 items`)

// fixed says which test failed and what made it pass, or "".
func (t *thread) fixed() string {
	var failed *check.Run
	var changed []string
	edited, asked, line := false, asksRed().MatchString(t.prompt()), ""
	for _, e := range t.events {
		for _, file := range e.edits {
			edited = true
			if failed != nil && !slices.Contains(changed, file) {
				changed = append(changed, file)
			}
		}
		for _, run := range e.runs {
			switch {
			case run.Kind == check.Lint || run.Kind == check.Types:
			case run.Result == check.Failed && (asked || run.First == "" || edited && slips().MatchString(run.First)):
			case run.Result == check.Failed && failed == nil:
				failed, changed = &run, nil
			case run.Result == check.Passed && failed != nil && failed.Runner == run.Runner && len(changed) > 0:
				line = listed(changed, 2) + ": a change of it made " + failureOf(*failed) + " pass" + AskedAs + quoted(clipped(strings.TrimRight(t.title(), ". "), maxTitle)) + "."
				if len(changed) > 1 {
					line = strings.Replace(line, "a change of it", "a change of them", 1)
				}
				failed = nil
			}
		}
	}
	if t.state().failing() {
		return ""
	}
	return told(line)
}

// failing reports whether tests failed since the last edit.
func (s state) failing() bool {
	failed, _ := s.fresh(true)
	return len(failed) > 0
}

// worked says which command failed and which other form of it worked, with no edit between, or "".
func (t *thread) worked() string {
	type failure struct {
		call   check.Call
		notRun bool
		first  string
		kind   bool // it is a check, whose failing line may be told
	}
	var failed []failure
	for _, e := range t.events {
		if len(e.edits) > 0 || e.revert != nil {
			failed = nil
		}
		if e.line.Class != spool.Shell || e.line.Exit == nil {
			continue
		}
		call, is := check.CallOf(e.line.Command)
		if !is {
			continue
		}
		if e.failed {
			failed = append(failed, failure{call, check.NotRun(e.line.Exit, e.line.Tail+e.line.First), e.line.First, len(e.runs) > 0})
			continue
		}
		for _, f := range failed {
			sameProgram := f.notRun && f.call.Args[0] == call.Args[0] && f.call.Text != call.Text
			otherTool := !f.kind && len(e.runs) == 0 && call.Replaces(f.call)
			if !call.Adds(f.call) && !sameProgram && !otherTool {
				continue
			}
			text := f.call.Text + " failed"
			if f.first != "" && f.kind && !f.notRun {
				text += " (" + quoted(clipped(f.first, maxMessage)) + ")"
			}
			return told(text + "; " + call.Text + " worked.")
		}
	}
	return ""
}

// lesson returns the person's words in a prompt about a task, without what only refuses or names the file, or "" if nothing
// remains.
func (t *thread) lesson(text string) string {
	text = oneLine(text)
	for {
		clause, rest, more := cutClause(text)
		if !more || !saysNothing(clause) && !t.isFile(clause) && !only(clause) {
			break
		}
		text = rest
	}
	if saysNothing(text) || len(wordsOf(text)) < 3 && !hasThing(text) && strings.IndexFunc(text, isAsian) < 0 {
		return ""
	}
	return strings.TrimRight(text, ". ")
}

// cutClause splits a text behind its first clause.
func cutClause(text string) (clause, rest string, more bool) {
	at := clauseEnd().FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	return text[:at[0]], strings.TrimSpace(text[at[1]:]), strings.TrimSpace(text[at[1]:]) != ""
}

var clauseEnd = lazy(`[,.;:!?—]\s+|[，。；：！？、]`)

// isFile reports whether a clause is the name of a file of the task.
func (t *thread) isFile(clause string) bool {
	return slices.ContainsFunc(t.files(), func(file string) bool { return sameFile(strings.TrimSpace(clause), file) })
}

// only reports whether a clause says that something is wrong, and not what.
func only(clause string) bool { return onlyWrong().MatchString(strings.TrimSpace(clause)) }

var onlyWrong = lazy(`(?i)^(?:(?:no|nein|non|não|and|but|aber|und)[, ]+)*(?:that(?:'s| is| was) (?:wrong|not (?:right|it|what i (?:asked|meant|wanted)(?: for)?|good|correct))|not like (?:that|this)|this is wrong|it'?s wrong|` +
	`das (?:ist|war) (?:falsch|nicht (?:richtig|gut))|so nicht|nicht so|das stimmt nicht|eso no|así no|está mal|c'est faux|pas comme ça|isso não|está errado|不对|不是这样|错了|違います|違う|そうじゃない)$`)

// redLine says that a check failed.
func redLine(run check.Run) string {
	text := run.String() + " failed"
	if name, message := failedTest(run.First); name != "" || message != "" {
		text += ": " + failureOf(run)
		if name == "" {
			text = run.String() + " failed (" + quoted(clipped(message, maxMessage)) + ")"
		}
	}
	return text + "."
}
