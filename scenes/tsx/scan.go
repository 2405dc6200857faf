package tsx

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner scans TSX, possibly broken, in one pass. It never fails. It distinguishes strings, templates, comments,
// regular expressions, tags and the text between tags. Where the code is ambiguous, it assumes what scenes usually
// mean.
type scanner struct {
	code string
	at   int
	// frames are the open constructs, the module first.
	frames []frame
	// depth is the depth that a recursive parser would reach: frames and their ops.
	depth int
	// operand reports that a value comes next, so that "<" opens a tag and "/" a regular expression.
	operand bool
	// last and former are the last two words or signs.
	last, former string
	// lastTick is the index of the last backtick: a template that begins after it has no end.
	lastTick int
	// quoted and plain receive the texts: unescaped strings, and text between tags.
	quoted, plain func(text string)
}

// frame is an open construct: a bracket ('(', '[', '{', '$' for `${`, 0 for the module), a tag ('<'), or the children
// of an element ('>').
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

// run scans until the end of the code, or until more returns false.
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

// peek returns the byte n positions ahead, or 0 after the end.
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

// maxClosed limits how many frames one closing bracket may close.
const maxClosed = 8

// close closes the nearest frame of one of the kinds, and all frames within it. It returns that kind, or 0 if there
// is none within far.
func (s *scanner) close(kinds string) byte {
	for n := len(s.frames) - 1; n > 0 && n >= len(s.frames)-maxClosed; n-- {
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

func (s *scanner) record(token string) { s.former, s.last = s.last, token }

// skipTo moves after the next mark, or to the end of the code.
func (s *scanner) skipTo(mark string) {
	if n := strings.Index(s.code[s.at:], mark); n >= 0 {
		s.at += n + len(mark)
		return
	}
	s.at = len(s.code)
}

// comment skips a comment that starts here.
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

var (
	// technical matches a text for a style or a program: a colour, an address, a length, a function, a list of fonts,
	// a directive, the rest of a function after a ${}.
	technical = regexp.MustCompile(`(?i)^#[0-9a-f]{3,8}$|://|^data:|^[./~]|^\W*(?:px|deg|em|rem|vh|vw|ms|s)?\)|\b(?:rgba?|hsla?|url|var|calc|translate[xyz]?|scale|rotate|blur|cubic-bezier|(?:linear|radial|conic)-gradient|repeat|minmax)\(|\b(?:sans-serif|monospace|system-ui)\b|^use (?:client|strict)$|\b\d+(?:px|rem|vh|vw|fr)\b`)
	// measure matches a number with or without a unit.
	measure = regexp.MustCompile(`^[-+]?[\d.]+(?:px|%|em|rem|vh|vw|ms|s|deg|fr)?,?$`)
	// identifier matches one word in lower case, or with capitals inside, hyphens or underscores.
	identifier = regexp.MustCompile(`^(?:[a-z][\w-]*|[A-Z_]+_[A-Z_]+|\w+\.\w+)$`)

	styleWords = words("absolute auto bold both bottom center clamp column contain cover dashed ease ease-in ease-in-out ease-out flex flex-end flex-start grid hidden inherit inline-block infinite italic left linear none normal nowrap relative reverse right row serif solid space-around space-between top transparent uppercase wrap all opacity transform")
	fonts      = words("Arial Georgia Helvetica Impact Inter Lato Montserrat Poppins Roboto Verdana")
)

// forViewers reports whether a quoted text looks like text to read rather than something technical.
func forViewers(text string) bool {
	if strings.IndexFunc(text, unicode.IsLetter) < 0 || technical.MatchString(text) || identifier.MatchString(text) || fonts[text] {
		return false
	}
	for field := range strings.FieldsSeq(text) {
		if !measure.MatchString(field) && !styleWords[strings.TrimSuffix(field, ",")] {
			return true
		}
	}
	return false
}
