package check

import (
	"slices"
	"strings"
)

// step is one simple command of a shell command: a program with its arguments.
type step struct {
	env   []string // assignments before the program, NAME=value
	words []string // the program and its arguments, without quotes
	// before and after are the operators around the step: &&, ||, ;, |, & or "" at the ends.
	before, after string
	writes        []string // files that redirections write
	heredoc       bool     // it reads a text that stands in the command
	negated       bool     // a condition of if, while or until, or after !: its exit code is not that of the command
}

// program returns the name of the step's program without its folder.
func (s step) program() string {
	if len(s.words) == 0 {
		return ""
	}
	return base(s.words[0])
}

func base(program string) string {
	program = program[strings.LastIndexAny(program, `/\`)+1:]
	for _, ending := range []string{".exe", ".cmd", ".bat"} {
		program = strings.TrimSuffix(program, ending)
	}
	return program
}

// maxSteps bounds the steps of one command, and maxDepth how deep commands in quotes are read.
const (
	maxSteps = 200
	maxDepth = 3
)

// steps splits a shell command at its operators. It knows quotes, comments, redirections, here-documents and substitutions, of
// which none is a command of its own. Arguments of sh -c are.
func steps(command string) []step { return stepsIn(command, maxDepth) }

func stepsIn(command string, depth int) []step {
	l := lexer{text: command}
	l.run()
	var all []step
	for _, s := range l.steps {
		inner := script(s)
		if inner == "" || depth == 0 {
			all = append(all, s)
			continue
		}
		nested := stepsIn(inner, depth-1)
		if len(nested) > 0 {
			nested[0].before, nested[len(nested)-1].after = s.before, s.after
			nested[0].env = append(slices.Clone(s.env), nested[0].env...)
		}
		all = append(all, nested...)
		if len(all) > maxSteps {
			return all[:maxSteps]
		}
	}
	return all
}

// script returns the command that sh -c or bash -lc runs, or "".
func script(s step) string {
	if len(s.words) < 3 || !shells[s.program()] {
		return ""
	}
	for i, word := range s.words[1 : len(s.words)-1] {
		if !strings.HasPrefix(word, "-") {
			return ""
		}
		if strings.HasSuffix(word, "c") && !strings.HasPrefix(word, "--") {
			return s.words[i+2]
		}
	}
	return ""
}

var shells = set("sh bash zsh dash ksh ash")

// lexer splits a command into steps.
type lexer struct {
	text string
	at   int

	steps   []step
	now     step
	word    strings.Builder
	has     bool // word was begun, so that '' is a word
	target  target
	pending []string // the ends of here-documents that begin at the next line
}

// target says what the next word is.
type target int

const (
	argument target = iota
	written         // a file that > writes
	ignored         // a file that < reads, or a number after >&
	delimiter
)

func (l *lexer) run() {
	for l.at < len(l.text) && len(l.steps) < maxSteps {
		switch c := l.text[l.at]; c {
		case ' ', '\t', '\r':
			l.end()
			l.at++
		case '\n':
			l.close(";")
			l.at++
			l.skipDocuments()
		case '#':
			if l.has {
				l.add(c)
				continue
			}
			l.at += lineEnd(l.text[l.at:])
		case '\'', '"', '`', '\\', '$':
			l.quoted(c)
		case '<', '>':
			l.redirect(c)
		case '&', '|', ';', '(', ')':
			l.operator(c)
		default:
			l.add(c)
		}
	}
	l.close("")
	if n := len(l.steps); n > 0 && l.steps[n-1].after == ";" {
		l.steps[n-1].after = ""
	}
}

func lineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func (l *lexer) add(c byte) {
	l.word.WriteByte(c)
	l.has = true
	l.at++
}

// quoted reads a quote, an escape or a substitution. What a substitution prints is not known: it stays as it is.
func (l *lexer) quoted(c byte) {
	rest := l.text[l.at:]
	l.has = true
	switch c {
	case '\'':
		n := strings.IndexByte(rest[1:], '\'')
		if n < 0 {
			n = len(rest) - 1
		}
		l.word.WriteString(rest[1 : 1+n])
		l.at += min(n+2, len(rest))
	case '"':
		l.at++
		l.double()
	case '`':
		n := strings.IndexByte(rest[1:], '`')
		if n < 0 {
			n = len(rest) - 2
		}
		l.word.WriteString(rest[:n+2])
		l.at += n + 2
	case '\\':
		if strings.HasPrefix(rest, "\\\n") {
			l.has = l.word.Len() > 0
		} else if len(rest) > 1 {
			l.word.WriteByte(rest[1])
		}
		l.at += min(2, len(rest))
	case '$':
		n := substitution(rest)
		l.word.WriteString(rest[:n])
		l.at += n
	}
}

// double reads up to the end of a double quote.
func (l *lexer) double() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '"':
			l.at++
			return
		case rest[0] == '\\' && len(rest) > 1:
			if !strings.ContainsRune("\"\\$`\n", rune(rest[1])) {
				l.word.WriteByte('\\')
			}
			l.word.WriteByte(rest[1])
			l.at += 2
		case rest[0] == '$':
			n := substitution(rest)
			l.word.WriteString(rest[:n])
			l.at += n
		default:
			l.word.WriteByte(rest[0])
			l.at++
		}
	}
}

// substitution returns the length of what begins with $ : a command in parentheses, a name in braces, or the sign alone.
func substitution(text string) int {
	if len(text) < 2 || text[1] != '(' && text[1] != '{' {
		return 1
	}
	opens, closes := text[1], byte(')')
	if opens == '{' {
		closes = '}'
	}
	depth, quote := 0, byte(0)
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == opens:
			depth++
		case c == closes:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// redirect reads an operator of a redirection. Its target is the next word.
func (l *lexer) redirect(c byte) {
	if word := l.word.String(); l.has && strings.Trim(word, "0123456789") == "" {
		l.word.Reset() // the number of a file
		l.has = false
	}
	l.end()
	rest := l.text[l.at:]
	for _, op := range []struct {
		sign string
		next target
	}{
		{"<<<", ignored},
		{"<<-", delimiter},
		{"<<", delimiter},
		{"<&", ignored},
		{"<>", ignored},
		{"<(", ignored},
		{"<", ignored},
		{">>", written},
		{">|", written},
		{">&", ignored},
		{">(", ignored},
		{">", written},
	} {
		if !strings.HasPrefix(rest, op.sign) {
			continue
		}
		if op.sign[len(op.sign)-1] == '(' { // what another command reads or writes
			l.at += 1 + max(substitution("$"+rest[1:])-1, 1)
			return
		}
		l.at += len(op.sign)
		l.target = op.next
		return
	}
	l.add(c)
}

// operator reads an operator between steps, or a parenthesis.
func (l *lexer) operator(c byte) {
	rest := l.text[l.at:]
	for _, sign := range []string{"&>>", "&>"} {
		if strings.HasPrefix(rest, sign) {
			l.end()
			l.at += len(sign)
			l.target = written
			return
		}
	}
	for _, sign := range []string{"&&", "||", "|&", ";;"} {
		if strings.HasPrefix(rest, sign) {
			l.close(short(sign))
			l.at += len(sign)
			return
		}
	}
	l.at++
	if c != '(' && c != ')' {
		l.close(string(c))
		return
	}
	l.end()
}

// short returns the operator that a sign stands for.
func short(sign string) string {
	switch sign {
	case "|&":
		return "|"
	case ";;":
		return ";"
	}
	return sign
}

// close ends a step before an operator.
func (l *lexer) close(sign string) {
	l.end()
	l.target = argument
	if len(l.now.words) == 0 && len(l.now.env) == 0 {
		if n := len(l.steps); n > 0 && sign != "" { // what follows a parenthesis, or an empty line
			if l.steps[n-1].after == ";" || l.steps[n-1].after == "" || sign != ";" {
				l.steps[n-1].after, l.now.before = sign, sign
			}
		}
		return
	}
	l.now.after = sign
	l.steps = append(l.steps, l.now)
	l.now = step{before: sign}
}

// end ends a word.
func (l *lexer) end() {
	if !l.has {
		return
	}
	word, to := l.word.String(), l.target
	l.word.Reset()
	l.has, l.target = false, argument
	switch {
	case to == written:
		l.now.writes = append(l.now.writes, word)
	case to == delimiter:
		l.pending = append(l.pending, word)
		l.now.heredoc = true
	case to == ignored:
	case len(l.now.words) == 0 && openers[word]:
	case len(l.now.words) == 0 && conditions[word]:
		l.now.negated = true
	case len(l.now.words) == 0 && assigns(word):
		l.now.env = append(l.now.env, word)
	default:
		l.now.words = append(l.now.words, word)
	}
}

// The words of the shell before which, or after which, a command stands.
var (
	openers    = set("then else do { } fi done esac")
	conditions = set("if elif while until !")
)

// assigns reports whether a word is an assignment, NAME=value.
func assigns(word string) bool {
	name, _, is := strings.Cut(word, "=")
	return is && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == "" && (name[0] < '0' || name[0] > '9')
}

// skipDocuments leaves out the here-documents that begin at this line.
func (l *lexer) skipDocuments() {
	for _, end := range l.pending {
		for l.at < len(l.text) {
			n := lineEnd(l.text[l.at:])
			line := l.text[l.at : l.at+n]
			l.at = min(l.at+n+1, len(l.text))
			if strings.TrimLeft(line, "\t") == end {
				break
			}
		}
	}
	l.pending = nil
}

// set makes a set of the words of a text.
func set(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}
