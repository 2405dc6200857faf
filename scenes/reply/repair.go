package reply

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// repairer copies one JSON value out of a text and makes it valid. It is an automaton with an explicit stack.
type repairer struct {
	text string
	at   int
	out  bytes.Buffer
	open []level
	// keep selects the members of the outermost object that are kept when they break off.
	keep func(name string) bool
	cut  bool // the text broke off
}

// level is an open object or list.
type level struct {
	kind byte // '{' or '['
	want byte // 'k' a name, ':' the colon, 'v' a value, ',' a comma; each but ':' and a value may be the end
	mark int  // where the last member or item begins in out
	name string
}

// repaired reads the object that begins at the first byte of a text. The object is nil if that is not valid; n is how
// many bytes were read; cut reports that the text broke off.
func repaired(text string, keep func(name string) bool) (object []byte, n int, cut bool) {
	r := &repairer{text: text, keep: keep}
	r.push('{')
	for len(r.open) > 0 {
		if !r.step() {
			return nil, r.at, false
		}
	}
	return r.out.Bytes(), r.at, r.cut
}

// maxDepth limits the nesting of an object.
const maxDepth = 200

func (r *repairer) push(kind byte) {
	want := byte('v')
	if kind == '{' {
		want = 'k'
	}
	r.at++
	r.out.WriteByte(kind)
	r.open = append(r.open, level{kind: kind, want: want, mark: r.out.Len()})
}

func (r *repairer) top() *level { return &r.open[len(r.open)-1] }

// step reads one token. It returns false if the text is not JSON.
func (r *repairer) step() bool {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	if r.at == len(r.text) {
		r.breakOff()
		return true
	}
	l, c := r.top(), r.text[r.at]
	switch {
	case c == l.kind+2 && l.want != ':' && (l.want != 'v' || l.kind == '['): // in ASCII, "}" and "]" come two after "{" and "["
		r.at++
		r.end()
		return true
	case c == ',' && l.want == ',':
		r.at++
		l.want = map[byte]byte{'{': 'k', '[': 'v'}[l.kind]
		return true
	case c == ':' && l.want == ':':
		r.at++
		r.out.WriteByte(':')
		l.want = 'v'
		return true
	case c == '"' && l.want == 'k':
		return r.memberName(l)
	case l.want == 'v':
		return r.value(l, c)
	}
	return false
}

// begin marks the start of a member or item, and writes the comma before it.
func (r *repairer) begin(l *level) {
	l.mark = r.out.Len()
	if last := r.out.Bytes()[l.mark-1]; last != '{' && last != '[' {
		r.out.WriteByte(',')
	}
}

func (r *repairer) memberName(l *level) bool {
	r.begin(l)
	start := r.out.Len()
	if !r.quoted() {
		r.breakOff()
		return true
	}
	l.name, l.want = string(r.out.Bytes()[start+1:r.out.Len()-1]), ':'
	return true
}

func (r *repairer) value(l *level, c byte) bool {
	if l.kind == '[' {
		r.begin(l)
	}
	l.want = ','
	switch c {
	case '{', '[':
		r.push(c)
		return len(r.open) <= maxDepth
	case '"':
		if !r.quoted() {
			if len(r.open) == 1 && r.keep(l.name) {
				r.out.WriteByte('"')
			} else {
				l.want = 'v' // drop the half-written value
			}
			r.breakOff()
		}
		return true
	}
	return r.literal(l)
}

// literal reads a number, true, false or null.
func (r *repairer) literal(l *level) bool {
	start := r.at
	for r.at < len(r.text) && strings.IndexByte("+-.0123456789abcdefghijklmnopqrstuvwxyzE", r.text[r.at]) >= 0 {
		r.at++
	}
	word := r.text[start:r.at]
	if r.at == len(r.text) {
		l.want = 'v'
		r.breakOff()
		return true
	}
	if !plain.MatchString(word) {
		return false
	}
	r.out.WriteString(word)
	return true
}

// end closes the innermost level.
func (r *repairer) end() {
	r.out.WriteByte(r.top().kind + 2)
	r.open = r.open[:len(r.open)-1]
}

// breakOff closes all levels and drops the half-written member or item.
func (r *repairer) breakOff() {
	r.cut = true
	if l := r.top(); l.want == ':' || l.want == 'v' || l.want == 'k' {
		if r.out.Len() > l.mark {
			r.out.Truncate(l.mark)
		}
	}
	for len(r.open) > 0 {
		r.end()
	}
}

// quoted copies a string. It returns false if the text breaks off inside; then only the closing quote is missing.
func (r *repairer) quoted() bool {
	r.at++
	r.out.WriteByte('"')
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			r.out.WriteByte('"')
			return true
		case c == '\\':
			if !r.escape() {
				return false
			}
		case c == '\n':
			r.out.WriteString(`\n`)
			r.at++
		case c < ' ':
			fmt.Fprintf(&r.out, `\u%04x`, c)
			r.at++
		default:
			n := strings.IndexFunc(r.text[r.at:], special)
			if n < 0 {
				n = len(r.text) - r.at
			}
			r.out.WriteString(strings.ToValidUTF8(r.text[r.at:r.at+n], "\uFFFD"))
			r.at += n
		}
	}
	return false
}

func special(c rune) bool { return c == '"' || c == '\\' || c < ' ' }

// escape copies an escape. Of an unknown escape it keeps only the character. It returns false if the text breaks off
// inside; then nothing of the escape is copied.
func (r *repairer) escape() bool {
	rest := r.text[r.at+1:]
	if rest == "" {
		r.at = len(r.text)
		return false
	}
	switch c := rest[0]; {
	case c == 'u' && hexFour.MatchString(rest):
		r.out.WriteString(`\` + rest[:5])
		r.at += 6
	case c == 'u' && len(rest) < 5:
		r.at = len(r.text)
		return false
	case c == 'u':
		r.out.WriteString(`\\u`)
		r.at += 2
	case strings.IndexByte(`"\/bfnrt`, c) >= 0:
		r.out.WriteString(`\` + rest[:1])
		r.at += 2
	case c < utf8.RuneSelf && c >= ' ':
		r.out.WriteByte(c)
		r.at += 2
	default: // the caller's next round handles the character
		r.at++
	}
	return true
}
