package tsx

import "strings"

var (
	// beforeOperand has the words that a value follows.
	beforeOperand = words("return case default typeof new await yield else do in of void delete throw instanceof")
	// statement has the words that start a statement, and so end an expression.
	statement = words("const let var import export return function")
	// afterBlock has the words that start a new statement after a "}".
	afterBlock = words("if for while do switch try")
	// opener maps a closing bracket to the frames that it closes.
	opener = map[byte]string{')': "(", ']': "[", '}': "{$"}
)

// module scans one sign, word, string or comment of code.
func (s *scanner) module() {
	if s.comment() {
		return
	}
	switch c := s.peek(0); c {
	case ' ', '\t', '\r', '\n':
		s.at++
	case '"', '\'':
		s.quote(c)
	case '`':
		if strings.HasPrefix(s.code[s.at:], "```") { // a fence of Markdown
			s.skipTo("\n")
			return
		}
		s.at++
		s.template()
	case '<':
		s.angle()
	case '/':
		s.slash()
	case '(', '[', '{':
		s.at++
		s.record(string(c))
		s.push(c)
		s.operand = true
	case ')', ']', '}':
		s.bracket(c)
	default:
		if isWord(c) {
			s.word()
			return
		}
		s.sign(c)
	}
}

func (s *scanner) bracket(c byte) {
	s.at++
	s.record(string(c))
	s.operand = c == '}'
	if s.close(opener[c]) == '$' {
		s.template()
	}
}

func (s *scanner) word() {
	start := s.at
	for s.at < len(s.code) && isWord(s.code[s.at]) {
		s.at++
	}
	word := s.code[start:s.at]
	s.operand = beforeOperand[word]
	if statement[word] || (s.last == "}" && afterBlock[word]) {
		s.separate()
	}
	if nestingWord[word] {
		s.op(1)
	}
	s.record(word)
}

func (s *scanner) sign(c byte) {
	switch {
	case c == ';' || c == ',':
		s.separate()
	case strings.IndexByte("!~+-", c) >= 0:
		s.op(1)
	case strings.IndexByte("?=.:*&|@", c) >= 0 && (s.at == 0 || strings.IndexByte("?=.:*&|", s.code[s.at-1]) < 0):
		s.op(1) // count "===", "=>" or "..." once
	}
	s.at++
	s.record(string(c))
	s.operand = true
}

// quote scans a string. A string ends at the end of its line at the latest.
func (s *scanner) quote(mark byte) {
	s.at++
	start := s.at
	for s.at < len(s.code) && s.code[s.at] != mark && s.code[s.at] != '\n' {
		if s.code[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at = min(s.at, len(s.code))
	text := s.code[start:s.at]
	if s.peek(0) == mark {
		s.at++
	} else {
		text = strings.TrimRight(text, ";,\r ")
	}
	if !s.importing() {
		s.quoted(unescaped(text))
	}
	s.record(`""`)
	s.operand = false
}

// importing reports whether a string at this position names a module.
func (s *scanner) importing() bool {
	return s.last == "from" || s.last == "import" || (s.last == "(" && (s.former == "require" || s.former == "import"))
}

// template scans part of a template: to its end, to the next ${, or to the end of the line if the template has no
// end.
func (s *scanner) template() {
	start, endless := s.at, s.at > s.lastTick
	for s.at < len(s.code) {
		switch c := s.code[s.at]; {
		case c == '`' || (endless && c == '\n'):
			s.quoted(unescaped(s.code[start:s.at]))
			s.at++
			s.record(`""`)
			s.operand = false
			return
		case c == '$' && s.peek(1) == '{':
			s.quoted(unescaped(s.code[start:s.at]))
			s.at += 2
			s.record("{")
			s.push('$')
			s.operand = true
			return
		case c == '\\':
			s.at++
		}
		s.at++
	}
	s.at = len(s.code)
	s.quoted(unescaped(s.code[min(start, s.at):]))
}

// maxRegex limits the length of a regular expression that the scanner recognises.
const maxRegex = 500

// slash skips a regular expression where one is possible.
func (s *scanner) slash() {
	if !s.operand {
		s.sign('/')
		return
	}
	class := false
	for n := 1; n < maxRegex; n++ {
		switch c := s.peek(n); {
		case c == 0 || c == '\n':
			s.sign('/')
			return
		case c == '\\':
			n++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.at += n + 1
			s.record("/")
			s.operand = false
			return
		}
	}
	s.sign('/')
}
