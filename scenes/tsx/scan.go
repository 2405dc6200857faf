package tsx

import (
	"strings"
	"unicode/utf8"
)

// scanner goes through TSX that may be broken, once, and never fails. It knows just enough of the
// language to tell strings, templates, comments, regular expressions, tags and the text between tags
// from each other; where the code leaves that open, it takes what scenes usually mean.
type scanner struct {
	code string
	at   int
	// frames are what is open, the module first.
	frames []frame
	// depth is how deep a parser by recursion would be: frames and their ops.
	depth int
	// operand: the next sign begins a value, so that "<" opens a tag and "/" a regular expression.
	operand bool
	// last and former are the last words or signs of code.
	last, former string
	// lastTick is where the last backtick is: a template that begins behind it has no end.
	lastTick int
	// quoted and plain take what is found: texts in quotes as they are meant, and text between tags.
	quoted, plain func(text string)
}

// frame is something open: a bracket ('(', '[', '{', '$' for `${`, 0 for the module), a tag ('<'), or
// the children of an element ('>').
type frame struct {
	kind    byte
	closing bool // a tag that begins with "</"
	ops     int  // signs since the last separator that nest without brackets
}

func newScanner(code string) *scanner {
	ignore := func(string) {}
	return &scanner{
		code: code, frames: []frame{{}}, operand: true, lastTick: strings.LastIndexByte(code, '`'),
		quoted: ignore, plain: ignore,
	}
}

// run goes on until the end of the code, or until more says no.
func (s *scanner) run(more func() bool) {
	for s.at < len(s.code) && more() {
		switch s.top().kind {
		case '<':
			s.tag()
		case '>':
			s.children()
		default:
			s.module()
		}
	}
}

func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

// peek is the byte n places on; 0 behind the end.
func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.code) {
		return s.code[s.at+n]
	}
	return 0
}

func (s *scanner) push(kind byte) {
	s.frames = append(s.frames, frame{kind: kind})
	s.depth++
}

func (s *scanner) pop() {
	s.depth -= 1 + s.top().ops
	s.frames = s.frames[:len(s.frames)-1]
}

// far is how many frames are closed at most for one bracket that closes something further out.
const far = 8

// close closes the nearest frame of one of the kinds, with what was left open in it. It gives that
// kind, or 0 when there is none near.
func (s *scanner) close(kinds string) byte {
	for n := len(s.frames) - 1; n > 0 && n >= len(s.frames)-far; n-- {
		kind := s.frames[n].kind
		if strings.IndexByte(kinds, kind) < 0 {
			continue
		}
		for len(s.frames) > n {
			s.pop()
		}
		return kind
	}
	return 0
}

func (s *scanner) op(n int) {
	s.top().ops += n
	s.depth += n
}

func (s *scanner) separate() { s.op(-s.top().ops) }

func (s *scanner) saw(token string) { s.former, s.last = s.last, token }

// skipTo goes behind the next mark, or to the end of the code.
func (s *scanner) skipTo(mark string) {
	if n := strings.Index(s.code[s.at:], mark); n >= 0 {
		s.at += n + len(mark)
		return
	}
	s.at = len(s.code)
}

// comment skips a comment that begins here.
func (s *scanner) comment() bool {
	switch {
	case s.peek(0) == '/' && s.peek(1) == '/':
		s.skipTo("\n")
	case s.peek(0) == '/' && s.peek(1) == '*':
		s.at += 2
		s.skipTo("*/")
	default:
		return false
	}
	return true
}

func isLetter(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c >= utf8.RuneSelf
}

func isWord(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }
