package task

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"plotline/internal/recording/check"
	"plotline/internal/recording/spool"
)

// owner is the work of one prompt.
type owner struct {
	t    *thread
	unit int
}

// history is what git would say of a session, as far as its lines tell: who changed what, and in which commit it is.
type history struct {
	threads []*thread
	open    map[string][]owner // changes of files that are in no commit yet
	commits []*commit
}

type commit struct {
	hash  string
	by    owner
	files []string
	undo  bool // it reverts others
	gone  bool
}

// replay finds which tasks were taken back, and by whom.
func (h *history) replay() {
	h.open = map[string][]owner{}
	for _, t := range h.threads {
		for _, e := range t.events {
			by := owner{t, e.unit}
			if e.revert != nil {
				h.revert(by, e)
			}
			for _, file := range e.edits {
				h.open[file] = append(h.open[file], by)
			}
			if e.commit {
				h.commit(by, e.hash)
			}
		}
	}
}

func (h *history) commit(by owner, hash string) {
	c := &commit{hash: hash, by: by}
	if u := by.t.units[by.unit]; hash == "" {
		c.hash = u.head
	}
	for file := range h.open {
		c.files = append(c.files, file)
	}
	slices.Sort(c.files)
	h.commits = append(h.commits, c)
	clear(h.open)
}

// revert notes whose work a command takes back.
func (h *history) revert(by owner, e event) {
	r := *e.revert
	var lost []owner
	for _, ref := range r.Commits {
		if c := h.find(ref); c != nil && !c.undo {
			c.gone = true
			lost = append(lost, c.by)
		}
	}
	if len(r.Commits) > 0 {
		h.commits = append(h.commits, &commit{hash: e.hash, by: by, undo: true})
	}
	if r.Back != "" {
		lost = append(lost, h.back(r.Back)...)
	}
	lost = append(lost, h.dropped(by, r)...)
	seen := map[*thread]bool{}
	for _, o := range lost {
		text := by.t.units[by.unit].text
		if o.t == by.t && (o.unit == by.unit || !hasTrouble(text)) || seen[o.t] || o.t.reverted != nil {
			continue // what the agent takes back by itself is a part of its work
		}
		seen[o.t] = true
		o.t.reverted = &reversal{by: by.t, hash: e.hash, reason: reasonOf(text)}
		if by.t != o.t {
			by.t.reverts = append(by.t.reverts, o.t)
		}
	}
}

// find returns the commit of the session that a name means, or nil.
func (h *history) find(ref string) *commit {
	if n, is := stepsBack(ref); is {
		there := slices.DeleteFunc(slices.Clone(h.commits), func(c *commit) bool { return c.gone && !c.undo })
		if n < len(there) {
			return there[len(there)-1-n]
		}
		return nil
	}
	for _, c := range slices.Backward(h.commits) {
		if sameHash(c.hash, ref) {
			return c
		}
	}
	return nil
}

// stepsBack reads HEAD, HEAD~n and HEAD^.
func stepsBack(ref string) (n int, is bool) {
	rest, is := strings.CutPrefix(ref, "HEAD")
	if !is {
		if rest, is = strings.CutPrefix(ref, "@"); !is {
			return 0, false
		}
	}
	switch {
	case rest == "":
		return 0, true
	case strings.Trim(rest, "^") == "":
		return len(rest), true
	case rest[0] == '~':
		n, err := strconv.Atoi(rest[1:])
		if rest == "~" {
			n, err = 1, nil
		}
		return n, err == nil && n >= 0
	}
	return 0, false
}

// sameHash reports whether two hashes, of which one may be shortened, mean one commit.
func sameHash(a, b string) bool {
	const least = 6
	return len(a) >= least && len(b) >= least && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}

// back sets the branch back to a commit, and returns whose commits are lost.
func (h *history) back(ref string) (lost []owner) {
	keep := len(h.commits) - 1 // a name that the session does not know: its last commit
	if n, is := stepsBack(ref); is {
		keep = len(h.commits) - n
	} else if at := slices.IndexFunc(h.commits, func(c *commit) bool { return sameHash(c.hash, ref) }); at >= 0 {
		keep = at + 1
	} else if at := slices.IndexFunc(h.commits, func(c *commit) bool { return sameHash(c.by.t.start.head, ref) }); at >= 0 {
		keep = at
	}
	keep = min(max(keep, 0), len(h.commits))
	for _, c := range h.commits[keep:] {
		if !c.undo {
			lost = append(lost, c.by)
		}
	}
	h.commits = h.commits[:keep]
	return lost
}

// dropped returns whose changes are lost that are in no commit, or that are replaced by those of an older commit. What the
// agent drops of its own changes is nobody's loss. A task whose files remain for the most part is not taken back.
func (h *history) dropped(by owner, r check.Revert) (lost []owner) {
	if !r.All && len(r.Files) == 0 {
		return nil
	}
	counts := map[owner]int{}
	for file, owners := range h.open {
		if !r.All && !slices.ContainsFunc(r.Files, func(f string) bool { return sameFile(f, file) }) {
			continue
		}
		delete(h.open, file)
		if slices.Contains(owners, by) {
			continue
		}
		for _, o := range owners {
			counts[o]++
		}
	}
	if r.From != "" {
		for _, c := range h.commits {
			for _, file := range c.files {
				if slices.ContainsFunc(r.Files, func(f string) bool { return sameFile(f, file) }) && c.by != by {
					counts[c.by]++
				}
			}
		}
	}
	for _, t := range h.threads { // in order, so that the result does not depend on a map's
		for unit := range t.units {
			if o := (owner{t, unit}); counts[o] > 0 && 2*counts[o] >= len(t.files()) {
				lost = append(lost, o)
			}
		}
	}
	return lost
}

// sameFile reports whether the name of a file in a command means a file of the project: the command may have run in a folder.
func sameFile(named, file string) bool {
	named = strings.TrimPrefix(strings.TrimSuffix(named, "/"), "./")
	return named == file || strings.HasPrefix(file, named+"/") || strings.HasSuffix(file, "/"+named) || strings.HasSuffix(named, "/"+file)
}

// files returns the files that a task changed, in order.
func (t *thread) files() []string {
	var files []string
	for _, e := range t.events {
		for _, file := range e.edits {
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// works reports whether a task did more than read.
func (t *thread) works() bool { return slices.ContainsFunc(t.events, event.counts) }

// counts reports whether an event makes a task worth an episode.
func (e event) counts() bool {
	return len(e.edits) > 0 || len(e.runs) > 0 || e.commit || e.revert != nil || e.works
}

// nextPrompts is in how many prompts after a task a correction of it is looked for.
const nextPrompts = 3

// correct finds which tasks correct earlier ones.
func (h *history) correct() {
	for i, t := range h.threads {
		text := t.units[0].text
		undoes := slices.ContainsFunc(t.events, func(e event) bool { return e.revert != nil })
		correcting, trouble := corrects(text), hasTrouble(text)
		alone := standing().MatchString(text) && !t.works()
		var meant *thread // what the prompt names, else the nearest
		var counts bool
		for j := i - 1; j >= 0; j-- {
			earlier := h.threads[j]
			distance := t.units[0].number - earlier.units[len(earlier.units)-1].number
			if distance > nextPrompts {
				break
			}
			if !earlier.works() {
				continue
			}
			atOnce := distance == 1 && correcting && (!undoes || slices.Contains(t.reverts, earlier))
			named := (trouble || atOnce) && names(text, earlier)
			again := slices.ContainsFunc(t.files(), func(f string) bool { return slices.Contains(earlier.files(), f) })
			if named || meant == nil && (atOnce || trouble && again || alone) {
				meant = earlier
				counts = atOnce || (correcting || isStrong(text)) && (named || distance == 1 && again)
			}
			if named {
				break
			}
		}
		if meant == nil {
			continue
		}
		meant.said = append(meant.said, saying{text: text, t: t.units[0].started, trouble: true})
		t.corrects = append(t.corrects, meant)
		if counts && !slices.Contains(t.reverts, meant) {
			meant.corrected = true
		}
	}
}

func isStrong(text string) bool { return strong().MatchString(text) && !friendly().MatchString(text) }

// names reports whether a text names a file, a command or a symbol of a task: a test that failed in it, or a thing that its prompt
// names.
func names(text string, t *thread) bool {
	low := strings.ToLower(text)
	for _, file := range t.files() {
		base := file[strings.LastIndexByte(file, '/')+1:]
		if hasWord(low, strings.ToLower(file)) || hasWord(low, strings.ToLower(base)) {
			return true
		}
	}
	for _, symbol := range t.symbols() {
		if hasWord(text, symbol) {
			return true
		}
	}
	return slices.ContainsFunc(t.events, func(e event) bool {
		call, is := check.CallOf(e.line.Command)
		return is && !common[call.Args[0]] && hasWord(low, call.Args[0])
	})
}

// common are programs whose names are words of prompts, too.
var common = set("go make just task node git docker test dart mix swift brew helm bazel gradle rails")

// symbols returns the identifiers that the prompts of a task name, and the tests that failed in it.
func (t *thread) symbols() []string {
	var all []string
	for _, u := range t.units {
		for _, found := range thing().FindAllString(u.text, -1) {
			found = strings.Trim(found, "`\"")
			for word := range strings.FieldsFuncSeq(found, func(c rune) bool { return c == ' ' || c == '.' || c == '/' }) {
				if isIdentifier(word) {
					all = append(all, word)
				}
			}
		}
	}
	for _, e := range t.events {
		for _, run := range e.runs {
			if name, _ := failedTest(run.First); name != "" {
				all = append(all, name)
			}
		}
	}
	return all
}

// isIdentifier reports whether a word has the form of a name in code.
func isIdentifier(word string) bool {
	const least = 4
	if len(word) < least || strings.ContainsFunc(word, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_'
	}) {
		return false
	}
	return strings.Contains(word, "_") || strings.ToLower(word[1:]) != word[1:]
}

// hasWord reports whether a text has a word, not as a part of another.
func hasWord(text, word string) bool {
	for at := 0; word != ""; {
		n := strings.Index(text[at:], word)
		if n < 0 {
			return false
		}
		from, to := at+n, at+n+len(word)
		if (from == 0 || !isNameByte(text[from-1])) && (to == len(text) || !isNameByte(text[to])) {
			return true
		}
		at = from + 1
	}
	return false
}

func isNameByte(c byte) bool { return isWordByte(c) && c < utf8.RuneSelf }

// hear keeps what the person said in the prompts that only went on with a task, and rules that the task's own prompt gives.
func (t *thread) hear() {
	worked := false
	if u := t.units[0]; len(t.corrects) == 0 { // else the earlier task has it
		for _, sentence := range sentences(u.text) {
			if standing().MatchString(sentence) && !friendly().MatchString(sentence) {
				t.said = append(t.said, saying{text: sentence, t: u.started})
			}
		}
	}
	for i, u := range t.units {
		if i > 0 {
			before := t.units[i-1]
			wrong := corrects(u.text)
			isReason := t.reverted != nil && t.reverted.by == t && t.reverted.reason == reasonOf(u.text)
			if !praises(u.text) && !isReason && (says(u.text) || wrong) {
				t.said = append(t.said, saying{text: u.text, t: u.started, trouble: wrong})
			}
			if wrong && worked && (before.how == spool.Stopped || before.how == spool.Paused) && (t.reverted == nil || t.reverted.by != t) {
				t.corrected = true
			}
		}
		worked = worked || slices.ContainsFunc(t.events, func(e event) bool { return e.unit == i && e.counts() })
		if u.reason != "" {
			t.said = append(t.said, saying{text: u.reason, t: u.last, trouble: u.verdict < 0})
		}
	}
}

// follow finds the last earlier task that changed a file of a task.
func (h *history) follow() {
	for i, t := range h.threads {
		for j := i - 1; j >= 0 && t.follows == nil; j-- {
			if slices.ContainsFunc(t.files(), func(f string) bool { return slices.Contains(h.threads[j].files(), f) }) {
				t.follows = h.threads[j]
			}
		}
	}
}
