package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Runs returns each check of a command with its result. Exit is nil if the client does not tell it. Output may be what Shape
// kept of it. More are the beginnings of commands that are tests in this project.
//
// What a runner prints at its end outweighs the exit code, and a failing exit code outweighs silence. A good exit code counts
// only if it is that of the check: not behind a pipe, a semicolon or || true.
func Runs(command string, exit *int, output string, more []string) []Run {
	all := steps(command)
	exits := exitsOf(all, exit, output)
	var runs []Run
	var said []summary
	var at []int
	for i, s := range all {
		if c, tool, is := recognise(s, more); is {
			runs, at = append(runs, Run{Check: c, Result: Unknown}), append(at, i)
			said = append(said, summarise(c.Kind, tool, output))
		}
	}
	if len(runs) == 0 || NotRun(exit, output) {
		return runs
	}
	for i := range runs {
		runs[i].Result = exits.result(at[i])
		if said[i].result != Unknown && (!said[i].weak || runs[i].Result == Unknown && exits.hides(at[i])) {
			runs[i].Result = said[i].result
		}
	}
	blame(runs, said, all, at)
	for i := range runs {
		if runs[i].Result == Failed {
			runs[i].First = firstLine(output)
			runs[i].Summary = names(output, runs[i].First)
		}
	}
	return runs
}

// blame gives a failure to one of several checks of which each begins only if the one before passed: to the first whose tool
// says so, else to the only one that did not pass.
func blame(runs []Run, said []summary, all []step, at []int) {
	if len(runs) < 2 || !slices.ContainsFunc(runs, func(r Run) bool { return r.Result == Failed }) {
		return
	}
	for _, i := range at[1:] {
		if all[i].before != "&&" {
			return
		}
	}
	failed := slices.IndexFunc(said, func(s summary) bool { return s.result == Failed && !s.weak })
	if failed < 0 {
		failed = slices.IndexFunc(said, func(s summary) bool { return s.result == Failed })
	}
	if failed < 0 {
		for i := range runs {
			if runs[i].Result != Passed && failed < 0 {
				failed = i
			} else if runs[i].Result != Passed {
				failed = len(runs) // nobody knows which
			}
		}
	}
	for i := range runs {
		switch {
		case i == failed:
			runs[i].Result = Failed
		case i < failed && failed < len(runs):
			runs[i].Result = Passed
		case said[i].result == Unknown || said[i].weak:
			runs[i].Result = Unknown
		}
	}
}

// Outcome returns how the strongest check of a command ended, as Of orders them, and the first line that tells of its failure. A
// command without a check has the outcome of its exit code.
func Outcome(command string, exit *int, output string) (result Result, firstFailingLine string) {
	runs := Runs(command, exit, output, nil)
	if len(runs) == 0 {
		switch {
		case exit == nil:
			return Unknown, ""
		case *exit == 0:
			return Passed, ""
		}
		return Failed, firstLine(output)
	}
	best := runs[0]
	for _, r := range runs[1:] {
		if rank(r.Kind) < rank(best.Kind) || best.Result == Unknown && r.Kind == best.Kind {
			best = r
		}
	}
	return best.Result, best.First
}

// NotRun reports whether a command failed because there was no such program, script or target, or because it was interrupted.
func NotRun(exit *int, output string) bool {
	if exit == nil || *exit == 0 {
		return false
	}
	const noProgram, noRight, interrupted = 127, 126, 130
	if *exit == noProgram || *exit == noRight || *exit == interrupted {
		return true
	}
	low := strings.ToLower(output) // the expression is slow, and rarely needed
	return slices.ContainsFunc(missingWords, func(word string) bool { return strings.Contains(low, word) }) && missing().MatchString(output)
}

var missingWords = []string{
	"not found", "cannot open", "no such", "no module named", "can't open file", "missing script", "err_pnpm_no_script", "no rule to make", "no targets",
	"does not contain recipe", "could not determine executable", "executable doesn't exist",
}

var missing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?im)^(?:\S*/)?(?:ba|z|da)?sh: .*(?:not found|cannot open|no such file)|^\S*python[\d.]*: (?:no module named|can't open file)|missing script:|` +
		`ERR_PNPM_NO_SCRIPT|^error: no such (?:sub)?command|^make(?:\[\d+\])?: \*\*\* no rule to make target|^make: \*\*\* no targets|command "\S+" not found\.$|` +
		`^error: script not found|^error: justfile does not contain recipe|could not determine executable to run|executable doesn't exist at|^zsh: command not found`)
})

// exits say what the exit code of a command means for each of its steps.
type exits struct {
	steps []step
	exit  *int
	// told is the step whose exit code a later step prints, or -1, and code that code.
	told, code     int
	pipes, errexit bool // set -o pipefail, set -e
}

func exitsOf(all []step, exit *int, output string) exits {
	e := exits{steps: all, exit: exit, told: -1}
	for i, s := range all {
		if s.program() == "set" {
			line := strings.Join(s.words, " ")
			e.pipes = e.pipes || strings.Contains(line, "pipefail")
			e.errexit = e.errexit || strings.HasPrefix(line, "set -e") || strings.Contains(line, "errexit")
		}
		line := strings.Join(s.words, " ")
		if prints := s.program() == "echo" || s.program() == "printf"; !prints || i == 0 || !strings.Contains(line, "$?") && !strings.Contains(line, "PIPESTATUS[0]") {
			continue
		}
		at := i - 1
		for at > 0 && all[at].before == "|" {
			at--
		}
		if piped := at < i-1; piped && !strings.Contains(line, "PIPESTATUS[0]") && !e.pipes {
			continue
		}
		if found := printed().FindAllStringSubmatch(output, -1); len(found) > 0 {
			e.told = at
			e.code, _ = strconv.Atoi(found[len(found)-1][1]) // the pattern has digits only
		}
	}
	return e
}

var printed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?im)^\W*(?:(?:exit|status|code|rc|ret|result|test|tests|returned)\w*\W*)*(\d{1,3})\W*$`)
})

// result returns how a step ended, by the exit code alone.
func (e exits) result(i int) Result {
	if e.told == i {
		if e.code == 0 {
			return Passed
		}
		return Failed
	}
	switch {
	case e.exit == nil:
		return Unknown
	case *e.exit == 0 && e.own(i):
		return Passed
	case *e.exit != 0 && e.own(i) && e.alone(i), *e.exit != 0 && e.shortened(i):
		return Failed
	}
	return Unknown
}

// hides reports whether the exit code of a step is not known.
func (e exits) hides(i int) bool { return e.told != i && (e.exit == nil || !e.own(i)) }

// own reports whether the command ends well only if the step does.
func (e exits) own(i int) bool {
	s := e.steps[i]
	if s.negated || s.before == "||" {
		return false
	}
	for j := i; j < len(e.steps); j++ {
		switch e.steps[j].after {
		case "", "&&":
		case "|":
			if j == i && !e.pipes || e.steps[j].after == "|" && e.pipeOf(i, j) && !e.pipes {
				return false
			}
		case ";":
			if !e.errexit && j < len(e.steps)-1 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// pipeOf reports whether two steps stand in one pipe.
func (e exits) pipeOf(i, j int) bool {
	for k := i; k < j; k++ {
		if e.steps[k].after != "|" {
			return false
		}
	}
	return true
}

// shortened reports whether a step stands before pipes into programs that do not fail, so that a failing exit code must be that
// of the step: the client has set pipefail.
func (e exits) shortened(i int) bool {
	if e.steps[i].after != "|" || *e.exit == 141 {
		return false
	}
	j := i
	for ; j < len(e.steps)-1 && e.steps[j].after == "|"; j++ {
		if !shorteners[e.steps[j+1].program()] {
			return false
		}
	}
	return j == len(e.steps)-1 && e.alone(i)
}

var shorteners = set("tail head tee cat sed awk tr cut sort uniq less more ts nl fold")

// alone reports whether no other step than simple ones and checks can have failed.
func (e exits) alone(i int) bool {
	for j, s := range e.steps {
		if j == i || s.before == ";" && j < i || s.before == "" && s.after == ";" && j < i || e.pipeOf(min(i, j), max(i, j)) {
			continue
		}
		if _, _, is := recognise(s, nil); !is && !simple[s.program()] && !reads(s) {
			return false
		}
	}
	return true
}

// simple programs do not fail, or prepare others.
var simple = set("cd export set source . true : echo printf mkdir pushd popd unset sleep clear date umask ulimit touch rm local nvm")

// Bounds of what Shape keeps, in characters.
const maxTail = 1000

// Shape returns what is kept of a command's output: of a check or a failure the first line that tells of the failure, at most 160
// characters, and the end of the output, at most 1,000; of a commit its hash; of other commands nothing. What commands print
// of files is not kept: beside them only the lines of a runner are.
func Shape(command string, exit *int, output string) (first, tail string) {
	all := steps(command)
	isCheck := slices.ContainsFunc(all, func(s step) bool { _, _, is := recognise(s, nil); return is })
	failed := exit != nil && *exit != 0
	switch {
	case !isCheck && !failed:
		return "", commitLine(all, output)
	case !isCheck && slices.ContainsFunc(all, showsFiles):
		return "", ""
	}
	commit := commitLine(all, output)
	if isCheck && slices.ContainsFunc(all, showsFiles) {
		output = verdictsOf(output)
	}
	if result, line := Outcome(command, exit, output); result == Failed || failed {
		if first = line; first == "" {
			first = firstLine(output)
		}
	}
	tail = end(output)
	if !strings.Contains(tail, commit) {
		tail = end(tail + "\n" + commit)
	}
	return first, tail
}

// verdictsOf returns the lines of an output that only runners print.
func verdictsOf(output string) string {
	var kept []string
	for line := range lines(output) {
		is := slices.ContainsFunc(slices.Concat(verdicts, findings), func(v verdict) bool { return !v.weak && v.expression.match(line) })
		if is || slices.ContainsFunc(failing, func(e *expression) bool { return e.match(line) }) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// end returns the last lines of a text, at most maxTail characters.
func end(output string) string {
	runes := []rune(strings.TrimSpace(output))
	if len(runes) <= maxTail {
		return string(runes)
	}
	text := string(runes[len(runes)-maxTail:])
	if _, rest, more := strings.Cut(text, "\n"); more {
		return rest
	}
	return text
}
