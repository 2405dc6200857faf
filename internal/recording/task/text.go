package task

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"plotline/internal/clip"
	"plotline/internal/recording/check"
)

// Bounds of the texts of an episode, in characters.
const (
	maxName   = 80
	maxQuery  = 600
	maxPerson = 300
	maxAgent  = 300
	maxFiles  = 50 // files in the metadata
	maxTags   = 3  // folders
	maxShown  = 6  // files in the reflection
	minAnswer = 80 // of a finding
	minCalls  = 2
)

// prompt returns the first prompt of a task with content of its own.
func (t *thread) prompt() string {
	for _, u := range t.units {
		if says(u.text) {
			return u.text
		}
	}
	return t.units[0].text
}

// title returns the first sentence with content, without quotes that do not end.
func (t *thread) title() string {
	for _, sentence := range sentences(t.prompt()) {
		if saysNothing(sentence) {
			continue
		}
		sentence = oneLine(sentence)
		for {
			clause, rest, more := cutClause(sentence)
			if !more || !saysNothing(clause) {
				return clipped(sentence, maxName)
			}
			sentence = rest
		}
	}
	return clipped(oneLine(t.prompt()), maxName)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// words returns what the agent said last.
func (t *thread) words() string {
	for _, u := range slices.Backward(t.units) {
		if u.words != "" {
			return u.words
		}
	}
	return ""
}

// reflection tells what happened: the facts, then the person's words, then the agent's.
func (t *thread) reflection(finding bool) string {
	var parts []string
	if files := t.files(); len(files) > 0 {
		parts = append(parts, "Changed "+listed(files, maxShown)+".")
	}
	parts = append(parts, t.course()...)
	now := t.state()
	if failed, _ := now.fresh(false); len(failed) > 0 {
		parts = append(parts, "Left red: "+namesOf(failed)+".")
	}
	if hashes := t.commits(); len(hashes) > 0 {
		parts = append(parts, "Committed "+short(hashes)+".")
	} else if now.commits > 0 {
		parts = append(parts, "Committed.")
	}
	if len(parts) == 0 { // else the agent's words would be all there is, and they may be wrong
		parts = append(parts, t.lastFailure()...)
	}
	if text := t.worked(); text != "" {
		parts = append(parts, text)
	}
	for _, earlier := range t.reverts {
		parts = append(parts, fmt.Sprintf("Took back %q.", earlier.title()))
	}
	if hashes := t.foreign(); len(hashes) > 0 {
		parts = append(parts, "Took back "+short(hashes)+".")
	}
	if t.reverted != nil {
		parts = append(parts, t.reverted.sentence(maxPerson))
	}
	switch t.ended() {
	case "interrupt":
		parts = append(parts, "Interrupted.")
	case "error":
		parts = append(parts, "The model's service failed.")
	}
	if person := t.person(maxPerson); person != "" {
		parts = append(parts, "Person: "+quoted(person))
	}
	if words := oneLine(t.words()); words != "" {
		parts = append(parts, "Agent: "+quoted(clip.Marked(words, maxAgent)))
	}
	if finding && len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, " ")
}

// lastFailure names the last command that failed, if it was not repeated with success.
func (t *thread) lastFailure() []string {
	for _, e := range slices.Backward(t.events) {
		if e.line.Command == "" {
			continue
		}
		if !e.failed {
			return nil
		}
		return []string{"`" + clipped(oneLine(e.line.Command), maxName) + "` failed."}
	}
	return nil
}

// course tells for each runner of tests, builds and other checks how it went.
func (t *thread) course() []string {
	type line struct {
		failed, passed *check.Run
		before         bool // the failure was there before the first edit
		changed        []string
	}
	lines, order, edited := map[string]*line{}, []string{}, false
	for _, e := range t.events {
		for _, file := range e.edits {
			edited = true
			for _, l := range lines {
				if l.failed != nil && l.passed == nil && !slices.Contains(l.changed, file) {
					l.changed = append(l.changed, file)
				}
			}
		}
		for _, run := range e.runs {
			l := lines[run.Runner]
			if l == nil {
				l = &line{}
				lines[run.Runner] = l
				order = append(order, run.Runner)
			}
			switch run.Result {
			case check.Failed:
				if l.failed == nil || l.passed != nil {
					l.before, l.changed = !edited, nil
				}
				l.failed, l.passed = &run, nil
			case check.Passed:
				l.passed = &run
			case check.Unknown:
			}
		}
	}
	told := make([]string, 0, len(order))
	for _, runner := range order {
		l := lines[runner]
		var text string
		switch {
		case l.failed != nil:
			text = fmt.Sprintf("`%s` failed", l.failed.Check)
			if l.before {
				text += " at first"
			}
			if l.failed.First != "" {
				text += " (" + l.failed.First + ")"
			}
			if l.passed != nil {
				text += ", then passed"
				if len(l.changed) > 0 {
					text += " after a change of " + listed(l.changed, 2)
				}
			}
		case l.passed != nil:
			text = fmt.Sprintf("`%s` passed", l.passed.Check)
		default:
			continue
		}
		told = append(told, text+".")
	}
	return told
}

// listed names the first things, and how many more there are.
func listed(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

func namesOf(runs []check.Run) string {
	names := make([]string, len(runs))
	for i, run := range runs {
		names[i] = run.String()
	}
	return strings.Join(names, ", ")
}

// commits returns the hashes of the commits of a task, as far as they are known.
func (t *thread) commits() []string {
	var hashes []string
	for _, e := range t.events {
		if !e.commit {
			continue
		}
		hash := e.hash
		if hash == "" {
			hash = t.units[e.unit].head
		}
		if hash != "" && !slices.ContainsFunc(hashes, func(h string) bool { return sameHash(h, hash) }) {
			hashes = append(hashes, hash)
		}
	}
	return hashes
}

// foreign returns the hashes of the commits that a task took back and that are of no task of its session.
func (t *thread) foreign() []string {
	var hashes []string
	for _, e := range t.events {
		if e.revert == nil || len(t.reverts) > 0 {
			continue
		}
		for _, ref := range e.revert.Commits {
			if sameHash(ref, ref) && !slices.Contains(hashes, ref) {
				hashes = append(hashes, ref)
			}
		}
	}
	return hashes
}

// shortHash is how many digits of a hash are shown.
const shortHash = 7

func short(hashes []string) string {
	shown := make([]string, len(hashes))
	for i, hash := range hashes {
		shown[i] = clip.Bytes(hash, shortHash)
	}
	return listed(shown, maxShown)
}

// person returns what the person said about a task later: corrections first.
func (t *thread) person(most int) string {
	said := slices.Clone(t.said)
	slices.SortStableFunc(said, func(a, b saying) int {
		if a.trouble != b.trouble {
			return map[bool]int{true: -1, false: 1}[a.trouble]
		}
		return 0
	})
	var texts []string
	for _, s := range said {
		if text := oneLine(s.text); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return clip.Marked(strings.Join(texts, " / "), most)
}

// quoted puts a text into quotes, of which it has none of its own.
func quoted(text string) string {
	return `"` + strings.ReplaceAll(text, `"`, `'`) + `"`
}

// sentence says that a task was taken back, with at most so many characters of the reason.
func (r *reversal) sentence(most int) string {
	text := "Reverted later"
	if r.hash != "" {
		text += " (" + clip.Bytes(r.hash, shortHash) + ")"
	}
	if r.reason != "" && most > 0 {
		text += ": " + quoted(clip.Marked(r.reason, most))
	}
	return text + "."
}

// takesBack matches the words of a prompt that ask to take something back, up to the reason.
var takesBack = lazy(`(?i)^[^\pL\d]*(?:no[,.!]? |ok[,.]? |please |bitte |por favor |s'il te plaît )*(?:git )?(?:revert|undo|roll back|rollback|take back|back out|reset|drop|mach\w*|nimm|setz\w*|deshaz|revierte|annule|reviens|desfa[zç]a?|reverte|撤销|回滚|戻して)[^:;,.—，。：]{0,80}?(?:[:;,.—，。：]\s*|\s+(?:because|since|as|weil|denn|da|porque|ya que|car|parce que|pois)\s+)`)

// reasonOf returns why a prompt takes something back: what follows its order, or all of it.
func reasonOf(prompt string) string {
	text := oneLine(prompt)
	if order := takesBack().FindString(text); order != "" {
		if rest := strings.TrimSpace(text[len(order):]); len(strings.Fields(rest)) > 2 || strings.IndexFunc(rest, isAsian) >= 0 {
			text = rest
		}
	}
	return strings.TrimRight(clip.Marked(text, maxPerson), ". ")
}

// tags returns the tags of a task's episode.
func (t *thread) tags(client string, finding bool) []string {
	tags := []string{"recorded", client}
	for _, file := range t.files() {
		folder, _, is := strings.Cut(file, "/")
		if is && folder != "" && !slices.Contains(tags, folder) && len(tags) < 2+maxTags {
			tags = append(tags, folder)
		}
	}
	if finding {
		tags = append(tags, "finding")
	}
	return tags
}

// metadata returns the object "recording".
func (t *thread) metadata(o Options, because []string) Metadata {
	first, last := t.units[0], t.units[len(t.units)-1]
	files := t.files()
	m := Metadata{
		V: 1, Key: t.key, Client: o.Client, Session: o.Session, Task: t.id, Parent: t.start.parent, Project: o.Project, Branch: t.start.branch,
		Worktree: t.start.folder, HeadBefore: t.start.head, HeadAfter: last.head, Commits: t.commits(),
		Started: time.UnixMilli(first.started).UTC().Format(time.RFC3339), Files: files[:min(len(files), maxFiles)], Ended: t.ended(), Because: because,
		Source: o.Source,
	}
	for _, u := range t.units {
		m.Seconds += max(u.last-u.started, 0)
		m.Calls += len(u.tools)
	}
	m.Seconds /= int64(time.Second / time.Millisecond)
	for _, e := range t.events {
		if e.failed {
			m.Failed++
		}
		if e.outside {
			m.Outside++
		}
	}
	m.Checks = t.results()
	return m
}

// results returns how each runner ended the last time.
func (t *thread) results() []CheckResult {
	var all []CheckResult
	for _, e := range t.events {
		if len(e.edits) > 0 || e.revert != nil {
			for i := range all {
				all[i].Stale = true
			}
		}
		for _, run := range e.runs {
			all = slices.DeleteFunc(all, func(c CheckResult) bool { return c.Runner == run.Runner })
			all = append(all, CheckResult{Check: run.Check, Result: run.Result, First: run.First})
		}
	}
	return all[max(len(all)-maxChecks, 0):]
}

// maxChecks bounds the checks in the metadata.
const maxChecks = 20

// testName matches the name of a test before its message in a failing line.
var testName = lazy(`^((?:\S*[Tt]est\S*|\S+::\S+|\S+#\S+|\S+_spec\S*|//\S+|[\w./-]+ > [^:]+|[^:]+ › [^:]+))(?:: (.+))?$`)

// failedTest splits a failing line into the name of a test and its message. The name is "" if the line has none.
func failedTest(line string) (name, message string) {
	m := testName().FindStringSubmatch(line)
	if m == nil || located().MatchString(m[1]) {
		return "", line
	}
	return strings.TrimSuffix(m[1], ":"), m[2]
}

// located matches a place in a file, which is no name of a test.
var located = lazy(`\.\w+[:(]\d+`)
