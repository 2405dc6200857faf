package tsx

import "strings"

var (
	// beforeOperand are the words that a value follows.
	beforeOperand = words("return case default typeof new await yield else do in of void delete throw instanceof")
	// statement are the words that no expression goes on behind.
	statement = words("const let var import export return function")
	// afterBlock are the words that begin another statement behind a "}".
	afterBlock = words("if for while do switch try")
	// opener gives what a bracket closes.
	opener = map[byte]string{')': "(", ']': "[", '}': "{$"}
)

// module takes one sign, word, string or comment of code.
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
		s.saw(string(c))
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
	s.saw(string(c))
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
	s.saw(word)
}

func (s *scanner) sign(c byte) {
	switch {
	case c == ';' || c == ',':
		s.separate()
	case strings.IndexByte("!~+-", c) >= 0:
		s.op(1)
	case strings.IndexByte("?=.:*&|@", c) >= 0 && (s.at == 0 || strings.IndexByte("?=.:*&|", s.code[s.at-1]) < 0):
		s.op(1) // once for "===", "=>" or "..."
	}
	s.at++
	s.saw(string(c))
	s.operand = true
}

// quote takes a string, which ends at the end of its line at the latest.
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
	s.saw(`""`)
	s.operand = false
}

// importing tells whether a string at this place names a module.
func (s *scanner) importing() bool {
	return s.last == "from" || s.last == "import" || (s.last == "(" && (s.former == "require" || s.former == "import"))
}

// template takes a part of a template: to its end, to the next ${, or to the end of the line when the
// template has no end.
func (s *scanner) template() {
	start, endless := s.at, s.at > s.lastTick
	for s.at < len(s.code) {
		switch c := s.code[s.at]; {
		case c == '`' || (endless && c == '\n'):
			s.quoted(unescaped(s.code[start:s.at]))
			s.at++
			s.saw(`""`)
			s.operand = false
			return
		case c == '$' && s.peek(1) == '{':
			s.quoted(unescaped(s.code[start:s.at]))
			s.at += 2
			s.saw("{")
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

// maxRegex is how long a regular expression may be to be seen as one.
const maxRegex = 500

// slash skips a regular expression where one can stand.
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
			s.saw("/")
			s.operand = false
			return
		}
	}
	s.sign('/')
}
