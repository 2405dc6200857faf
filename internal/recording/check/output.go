package check

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"plotline/internal/clip"
)

// verdict is a line that a tool prints at the end of its work, or for each thing that failed.
type verdict struct {
	tool   family
	result Result
	// weak lines count only if the exit code is not known, because other programs print such lines, too.
	weak       bool
	expression *expression
}

// verdicts are read line by line. A failure outweighs a pass.
var verdicts = []verdict{
	{golang, Failed, false, expr("FAIL¦panic: ¦DONE ¦Action", `^\s*--- FAIL: |^FAIL(?:\s|$)|^panic: |^DONE \d+ tests.*\b[1-9]\d* failures?|"Action":"fail"`)},
	{golang, Passed, false, expr("ok¦PASS¦DONE ¦Specs¦Action", `^ok\s+\S+|^PASS$|^DONE \d+ tests?(?:, \d+ skipped)? in |^Ran \d+ of \d+ Specs.*SUCCESS|"Action":"pass","Package":"[^"]+","Elapsed"`)},
	{rust, Failed, false, expr("test result¦error¦tests run", `^test result: FAILED|^error(?:\[\w+\])?: |\btests run: .*\b[1-9]\d* failed`)},
	{rust, Passed, false, expr("test result¦tests run", `^test result: ok|\btests run: [1-9]\d* passed`)},
	{python, Failed, false, expr("failed¦error¦FAIL¦ERROR", `^(?:=+ )?(?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)\b|^(?:FAILED|ERROR)\s\S|^FAILED \(|^FAIL Required|^(?:=+ )?no tests ran\b.*[1-9]\d* error`)},
	{python, Passed, false, expr("passed¦OK", `^(?:=+ )?(?:\d+ \w+, )*[1-9]\d* passed\b|^OK(?: \(.*\))?$`)},
	{jsTool, Failed, false, expr("fail¦FAILED¦not ok", `^\s*(?:Tests|Test Suites|Test Files):?\s.*\b[1-9]\d* failed|^\s*[1-9]\d* (?:failed|failing|fail)\b|^(?:# |ℹ )fail [1-9]|^not ok |^FAILED \| |^Executed \d+ of \d+ .*\([1-9]\d* FAILED\)|^✖ [1-9]\d* tests? failed`)},
	{jsTool, Passed, false, expr("pass¦SUCCESS", `^\s*(?:Tests):?\s+(?:\d+ \w+, )*[1-9]\d* passed|^\s*[1-9]\d* (?:passed|passing|pass)\b|^(?:# |ℹ )pass [1-9]|^ok \| [1-9]\d* passed|^Executed \d+ of \d+ SUCCESS`)},
	{jvm, Failed, false, expr("FAIL¦Tests run:¦completed¦[error]¦failure¦errors", `\bBUILD FAIL(?:URE|ED)|\bTests run:.*\b(?:Failures|Errors): [1-9]|\b\d+ tests? completed, [1-9]\d* failed|^\[error\] .*(?:Failed|failed|Tests unsuccessful)|^[1-9]\d* failures?, |, [1-9]\d* (?:failures|errors)\.?$`)},
	{jvm, Passed, false, expr("SUCCESS¦[success]¦[info]¦0 failures", `\bBUILD SUCCESS(?:FUL)?|^\[success\] |^\[info\] All tests passed|\b0 failures, 0 errors\.`)},
	{other, Failed, false, expr("ail¦AIL¦rror¦RROR¦issue¦not", `^Failed!|^Build FAILED|\b\d+ (?:examples?|runs?|tests?|doctests?)[,;].*\b[1-9]\d* (?:failures?|errors?)\b|^(?:FAILURES|ERRORS)!$|^Tests: \d+, .*(?:Failures|Errors): [1-9]|^\s*Tests:\s+.*\b[1-9]\d* failed|\bwith [1-9]\d* (?:failures?|issues?)\b|\*\* (?:TEST|BUILD) FAILED \*\*|^(?:[\d:]+ .*: )?Some tests failed\.|^\d+% tests passed, [1-9]\d* tests? failed|^//\S+ .*\bFAILED\b|^Result: FAIL|^not ok |^not\s+ok|^[1-9]\d* of \d+ tests? failed|\b[1-9]\d* failed; |^Suite result: FAILED`)},
	{other, Passed, false, expr("assed¦ucceeded¦0 failures¦OK (¦SUCCEEDED¦PASS¦successful¦Suite result", `^Passed!|^Build succeeded|\b\d+ (?:examples?|runs?|tests?|doctests?)[,;].*\b0 failures\b|^OK \([1-9]\d* tests?|^\s*Tests:\s+[1-9]\d* passed|\bwith 0 failures\b|\*\* (?:TEST|BUILD) SUCCEEDED \*\*|\bAll tests passed[!.]?|^100% tests passed|^Result: PASS|^All tests successful|^All \d+ tests passed|^Suite result: ok|^Test run with \d+ tests? passed`)},
	{anyTool, Failed, false, expr("make", `^make(?:\[\d+\])?: \*\*\* `)},
	{anyTool, Failed, true, expr("fail¦FAIL¦Traceback¦Error: ¦Exception: ", `\b[1-9]\d* (?:failed|failing|failures?)\b|^FAILED\b|^FAIL\b|^Traceback \(most recent|^\S*(?:Error|Exception): `)},
	{anyTool, Passed, true, expr("tests¦checks¦PASS", `^(?:All )?(?:tests|checks) (?:passed|OK|ok)\b|^PASS(?:ED)?$`)},
}

// findings are the lines of builds, type checkers and linters.
var findings = []verdict{
	{anyTool, Failed, false, expr("rror¦roblem¦issues:¦offense¦RROR¦ailed¦FAIL¦make¦ld: ¦undefined¦diagnostic¦ninja", `\berror (?:TS|CS|FS)\d+|^error(?:\[\w+\])?: |^Found [1-9]\d* (?:errors?|problems?)|^✖ .*\([1-9]\d* errors?|^[1-9]\d* issues:|\b[1-9]\d* offenses? detected|^ ?\[ERROR\] Found [1-9]|^Failed to compile|^Build failed|^Build FAILED|\bBUILD FAIL(?:URE|ED)|\bCOMPILATION ERROR|^make(?:\[\d+\])?: \*\*\* |^ld: |\bundefined reference to |^[1-9]\d* errors?(?:, \d+ warnings?)?(?: found| generated)?\.?$|^Found [1-9]\d* diagnostics?|\*\* BUILD FAILED \*\*|^ERROR in |^ninja: build stopped`)},
	{anyTool, Passed, false, expr("0 issues¦no offenses¦no issues¦passed¦0 errors¦No errors¦ompiled¦succeeded¦SUCCESS¦Finished¦Checked¦No issues¦Prettier¦SUCCEEDED¦built in¦valid", `^0 issues\.?$|\bno offenses detected|^Success: no issues found|^All checks passed!|^Found 0 errors|^0 errors, 0 warnings|^ ?\[OK\] No errors|^Compiled successfully|^✓ Compiled|^Build succeeded|\bBUILD SUCCESS(?:FUL)?|^\s*Finished .*(?:dev|release|test|debug|optimized)|^Checked \d+ files? in .*\. No fixes|^No issues found!|^All matched files use Prettier|\*\* BUILD SUCCEEDED \*\*|^webpack .*compiled successfully|^✓ built in |^Your configuration is valid|^Success! The configuration is valid`)},
	{anyTool, Failed, true, expr(":¦(", `^(?:\./|[A-Za-z0-9_@-]+/)*[A-Za-z0-9_.@-]+\.[A-Za-z]+[:(]\d+[:,)]`)},
}

// harmless are lines that look like findings.
var harmless = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(?:warning|note|info)\b`) })

// summary is what an output says by itself.
type summary struct {
	result Result
	weak   bool
}

// summarise returns what an output says of checks of a kind.
func summarise(kind Kind, tool family, output string) summary {
	table := findings
	if kind == Tests {
		table = verdicts
	}
	best := summary{Unknown, true}
	for line := range lines(output) {
		for _, v := range table {
			if tool != anyTool && v.tool != anyTool && v.tool != tool || tool == golang && v.weak && kind == Tests {
				continue
			}
			if best.result == Failed && (!best.weak || v.weak) || best.result == Passed && v.result == Passed && (!best.weak || v.weak) {
				continue
			}
			if best.result == Passed && !best.weak && v.weak || !v.expression.match(line) {
				continue
			}
			if v.weak && kind != Tests && harmless().MatchString(line) {
				continue
			}
			best = summary{v.result, v.weak}
		}
	}
	return best
}

// lines returns the lines of an output without spaces at their ends.
func lines(output string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(output, "\n") {
			if !yield(strings.TrimRight(line, " \t\r")) {
				return
			}
		}
	}
}

// failing finds the line that names something that failed. Its first group is the name, the second the message, if the line has
// one.
var failing = []*expression{
	expr("--- FAIL: ", `^\s*--- FAIL: (\S+)`),                                           // Go
	expr("FAILED ¦ERROR ", `^(?:FAILED|ERROR) (\S+)(?: - (.+))?$`),                      // pytest
	expr("FAILED ", `^FAILED (\S+): (.+)$`),                                             // scripts
	expr("FAIL: ¦ERROR: ", `^(?:FAIL|ERROR): (\w+)`),                                    // unittest
	expr("... FAILED", `^test (\S+) \.\.\. FAILED`),                                     // Rust
	expr("FAIL [", `^\s*FAIL \[.*\] +(\S+ \S+)$`),                                       // nextest
	expr("stdout ----", `^---- (\S+) stdout ----`),                                      // Rust
	expr("● ", `^\s*● (.+)$`),                                                           // Jest
	expr("FAIL ¦× ", `^ *(?:FAIL|×) +(\S.* > .+?)(?: \d+ms)?$`),                         // Vitest
	expr("not ok ", `^\s*not ok \d+ -? ?(.+)$`),                                         // TAP
	expr("✖ ", `^✖ (.+) \([\d.]+ms\)$`),                                                 // node --test
	expr("rspec ", `^rspec (\S+) # (.+)$`),                                              // RSpec
	expr(") ", `^\s+\d+\) (.+)$`),                                                       // Mocha, RSpec, ExUnit
	expr("::", `^\d+\) (\S+::\S+)`),                                                     // PHPUnit
	expr("[ERROR]", `^\[ERROR\]\s+(\S+\.\w+):\d+ (.+)$`),                                // Surefire
	expr(" FAILED", `^(\S+ > \S+\(\)) FAILED`),                                          // Gradle
	expr("Failed ", `^\s*Failed (\S+) \[`),                                              // dotnet
	expr("(Failed¦(Timeout¦(SEGFAULT", `^\s+\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT)`), // CTest
	expr("error: -[", `\berror: -\[(\S+ \S+)\] : (.+)$`),                                // XCTest
	expr("✘ ", `^✘ Test "?(.+?)"? (?:failed|recorded)`),                                 // Swift Testing
	expr("[E]", `^[\d:]+ .*-\d+: (.+) \[E\]$`),                                          // Dart
	expr("FAILED", `^(//\S+)\s.*\bFAILED\b`),                                            // Bazel
	expr("*** FAILED ***", `^- (.+) \*\*\* FAILED \*\*\*`),                              // ScalaTest
	expr("[FAIL", `^\[FAIL[.:] ([^\]]+)\] (\S+)`),                                       // Forge
}

// Lines that say what is wrong, from the most to the least precise.
var messages = []*expression{
	expr("_test.go:", `^\s+\S+_test\.go:\d+: +(.+)$`),
	expr("E", `^E\s{2,}(.+)$`),
	expr("panic: ", `^panic: (.+)$`),
	expr("Error¦Exception", `^(?:\w+\.)*(\w*(?:Error|Exception)\b.*)$`),
	expr("AssertionError¦Error: ¦expect¦Expected", `^\s+(AssertionError.*|Error: .*|expect\(.*|Expected:? .*|expected .*)$`),
	expr("assertion ¦panicked", `^(?:assertion .*|thread '.*' panicked at .*[^:])$`),
	expr(":¦(", `^\s*((?:\./|[A-Za-z0-9_@-]+/)*[A-Za-z0-9_.@-]+\.[A-Za-z]+[:(]\d+[:,)].*)$`),
	expr("npm ERR! ¦[ERROR] ¦[error] ¦ERROR: ¦Error: ", `^\s*(?:npm ERR! |\[ERROR\] |\[error\] |ERROR: |Error: )(.+)$`),
	expr("error¦fatal: ", `^(error(?:\[\w+\])?: .+|fatal: .+)$`),
	expr("error¦fail¦expect¦want¦got¦panicked¦assert¦cannot¦unable¦undefined¦not found¦missing¦denied¦refused¦no such¦invalid", `(?i)^\s*(.*\b(?:error|failed|failure|fail|expected|want|got|panicked|assert\w*|cannot|unable|undefined|not found|missing|denied|refused|no such|unexpected|invalid)\b.*)$`),
}

// noise are lines that a better line follows.
var noise = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:FAIL\b|ok\s|PASS$|=+ .* =+$|=+$|-+$|_+ .* _+$|E?Exit code \d+$|Exit Code: \d+$|#|\s*at |npm ERR! (?:code|errno|path|A complete log)|> |make(?:\[\d+\])?: \*\*\*|exit status \d+$|--- |=== |test result: |Tests:|Test Suites:|\s*\d+ (?:failed|failing|passed|passing))`)
})

// maxFirst bounds the first failing line, in characters.
const maxFirst = 160

// firstLine returns the line that tells best why a check or a command failed: the name of the failing test, if there is one, and its
// message.
func firstLine(output string) string {
	all := slices.Collect(lines(output))
	if name, message, at := failingName(all); name != "" {
		if message == "" {
			message = messageIn(all[at+1 : min(at+40, len(all))])
		}
		if message == "" && at > 0 { // Go and others print the message before
			message = messageIn(all[max(at-40, 0):at])
		}
		if message == "" {
			return clipped(name)
		}
		return clipped(name + ": " + message)
	}
	if message := messageIn(all); message != "" {
		return clipped(message)
	}
	for _, line := range all {
		if line = strings.TrimSpace(line); line != "" && !noise().MatchString(line) {
			return clipped(line)
		}
	}
	return ""
}

// failingName returns the first test that failed, its message if the same line has it, and where the line is.
func failingName(all []string) (name, message string, at int) {
	for i, line := range all {
		for _, p := range failing {
			m := p.find(line)
			if m == nil {
				continue
			}
			if name = strings.TrimSpace(m[1]); len(m) > 2 {
				message = strings.TrimSpace(m[2])
			}
			if isParent(name, all[i+1:]) {
				break // a subtest follows, which says more
			}
			return name, message, i
		}
	}
	return "", "", 0
}

// isParent reports whether a failing subtest of a Go test follows.
func isParent(name string, rest []string) bool {
	return len(rest) > 0 && strings.HasPrefix(strings.TrimSpace(rest[0]), "--- FAIL: "+name+"/")
}

func messageIn(all []string) string {
	for _, p := range messages {
		for i, line := range all {
			m := p.find(line)
			if m == nil || noise().MatchString(line) {
				continue
			}
			text := strings.TrimSpace(m[len(m)-1])
			if next := after(all, i+1, "Received:"); next != "" && strings.HasPrefix(text, "Expected:") {
				text += ", " + next
			}
			return text
		}
	}
	return ""
}

// after returns the line at i if it begins with a word.
func after(all []string, i int, word string) string {
	if i < len(all) {
		if line := strings.TrimSpace(all[i]); strings.HasPrefix(line, word) {
			return line
		}
	}
	return ""
}

// clipped returns the first characters of a line, with single spaces.
func clipped(line string) string {
	return clip.Runes(strings.Join(strings.Fields(line), " "), maxFirst)
}

// names returns what identifies the failures in an output: the names of all that failed, else the first failing line without
// numbers.
func names(output, first string) string {
	var all []string
	for line := range lines(output) {
		for _, p := range failing {
			if m := p.find(line); m != nil {
				all = append(all, m[1])
				break
			}
		}
	}
	if len(all) == 0 && first == "" { // the counts are all that there is
		return durations().ReplaceAllString(verdictsOf(output), "")
	}
	if len(all) == 0 {
		return digits().ReplaceAllString(first, "0")
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\n")
}

var durations = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d+(?:\.\d+)? ?m?s\b`) })

var digits = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`0x[0-9a-f]+|\d+(?:\.\d+)?`) })
