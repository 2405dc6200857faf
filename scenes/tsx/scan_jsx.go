package tsx

import (
	"html"
	"regexp"
)

// angle scans a "<" in code: a tag where a value can stand, else an operator or type arguments.
func (s *scanner) angle() {
	if s.tagHere() && (s.operand || s.peek(1) == '/') && !s.generic() {
		s.openTag()
		return
	}
	s.op(1)
	s.at++
	s.record("<")
	s.operand = true
}

// tagHere reports whether the "<" at this position can open a tag.
func (s *scanner) tagHere() bool {
	next := s.peek(1)
	if next == '/' {
		next = s.peek(2)
	}
	return isLetter(next) || next == '>'
}

// typeParameters matches what follows the "<" of an arrow function with type parameters.
var typeParameters = regexp.MustCompile(`^(?:\pL+\s*,|\pL+\s+extends\s|[A-Z]>\()`)

func (s *scanner) generic() bool {
	return typeParameters.MatchString(s.code[s.at+1 : min(s.at+80, len(s.code))])
}

func (s *scanner) openTag() {
	closing := s.peek(1) == '/'
	s.at++
	if closing {
		s.at++
	}
	s.push('<')
	s.top().closing = closing
}

// tag scans part of a tag.
func (s *scanner) tag() {
	if s.comment() {
		return
	}
	switch c := s.peek(0); c {
	case '>':
		s.closeTag(s.at > 0 && s.code[s.at-1] == '/')
		s.at++
	case '"', '\'':
		s.attribute(c)
	case '{':
		s.at++
		s.record("{")
		s.push('{')
		s.operand = true
	case '<':
		if s.tagHere() { // the ">" before it is missing
			s.closeTag(false)
			return
		}
		s.at++
	case ';': // it was not a tag
		s.pop()
	default:
		s.parenthesis(c)
		s.at++
	}
}

func (s *scanner) closeTag(self bool) {
	closing := s.top().closing
	s.pop()
	s.operand = true
	s.record(">")
	switch {
	case closing:
		s.close(">")
	case !self:
		s.push('>')
	}
}

// parenthesis counts brackets as nesting, in case this is code after all.
func (s *scanner) parenthesis(c byte) {
	switch {
	case c == '(' || c == '[':
		s.op(1)
	case (c == ')' || c == ']') && s.top().ops > 0:
		s.op(-1)
	}
}

// attribute scans the text of an attribute, which has entities but no backslash escapes.
func (s *scanner) attribute(mark byte) {
	s.at++
	start := s.at
	for s.at < len(s.code) && s.code[s.at] != mark && s.code[s.at] != '\n' {
		s.at++
	}
	s.quoted(html.UnescapeString(s.code[start:s.at]))
	if s.peek(0) == mark {
		s.at++
	}
}

// children scans text up to the next tag or expression.
func (s *scanner) children() {
	start := s.at
	for s.at < len(s.code) {
		switch c := s.code[s.at]; {
		case c == '{':
			s.between(start)
			s.at++
			s.record("{")
			s.push('{')
			s.operand = true
			return
		case c == '<' && (s.tagHere() || s.peek(1) == '!'):
			s.between(start)
			s.markup()
			return
		case c == '\n' && s.codeAgain():
			s.between(start)
			s.leave()
			return
		default:
			s.parenthesis(c)
			s.at++
		}
	}
	s.between(start)
}

// markup scans a tag, or an HTML comment, which TSX does not allow.
func (s *scanner) markup() {
	if s.peek(1) == '!' {
		s.skipTo(">")
		return
	}
	s.openTag()
}

func (s *scanner) between(start int) { s.plain(html.UnescapeString(s.code[start:s.at])) }

// afterMarkup matches the start of a line that cannot be text, which means that an element was not closed.
var afterMarkup = regexp.MustCompile(`^\n[ \t]*(?:\)?\}?;|\)[,\s]|\}|export\s+(?:default|const)\s|(?:const|let)\s+\pL+\s*[=:]|function\s+\pL+\()`)

func (s *scanner) codeAgain() bool {
	return afterMarkup.MatchString(s.code[s.at:min(s.at+80, len(s.code))])
}

// leave closes the open elements.
func (s *scanner) leave() {
	for kind := s.top().kind; kind == '>' || kind == '<'; kind = s.top().kind {
		s.pop()
	}
	s.operand = true
}
