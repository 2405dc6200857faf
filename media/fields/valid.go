package fields

// deepest is how many values may lie in one another, as in encoding/json.
const deepest = 10000

// Valid tells whether a text is one JSON value, as json.Valid does, which takes three times as long.
func Valid(raw []byte) bool {
	v := validator{raw: raw}
	return v.value(1) && v.space() == len(raw)
}

// validator walks over a text; at is the next byte.
type validator struct {
	raw []byte
	at  int
}

// space passes white space, and tells where it ends.
func (v *validator) space() int {
	for v.at < len(v.raw) && (v.raw[v.at] == ' ' || v.raw[v.at] == '\n' || v.raw[v.at] == '\t' || v.raw[v.at] == '\r') {
		v.at++
	}
	return v.at
}

// peek is the next byte; 0, which no JSON has, at the end.
func (v *validator) peek() byte {
	if v.at < len(v.raw) {
		return v.raw[v.at]
	}
	return 0
}

// pass passes a byte that must come next.
func (v *validator) pass(b byte) bool {
	if v.peek() != b {
		return false
	}
	v.at++
	return true
}

func (v *validator) value(depth int) bool {
	v.space()
	switch v.peek() {
	case '{':
		return depth <= deepest && v.members('}', depth, true)
	case '[':
		return depth <= deepest && v.members(']', depth, false)
	case '"':
		return v.text()
	case 't':
		return v.literal("true")
	case 'f':
		return v.literal("false")
	case 'n':
		return v.literal("null")
	}
	return v.number()
}

func (v *validator) literal(word string) bool {
	if end := v.at + len(word); end <= len(v.raw) && string(v.raw[v.at:end]) == word {
		v.at = end
		return true
	}
	return false
}

// members passes the inside of an object or of a list.
func (v *validator) members(end byte, depth int, named bool) bool {
	v.at++
	v.space()
	if v.pass(end) {
		return true
	}
	for {
		if named && !v.name() {
			return false
		}
		if !v.value(depth + 1) {
			return false
		}
		v.space()
		if v.pass(end) {
			return true
		}
		if !v.pass(',') {
			return false
		}
	}
}

func (v *validator) name() bool {
	v.space()
	if v.peek() != '"' || !v.text() {
		return false
	}
	v.space()
	return v.pass(':')
}

func (v *validator) text() bool {
	for v.at++; v.at < len(v.raw); v.at++ {
		switch b := v.raw[v.at]; {
		case b == '"':
			v.at++
			return true
		case b < ' ':
			return false
		case b == '\\':
			v.at++
			if !v.escape() {
				return false
			}
		}
	}
	return false
}

// escape judges what stands behind a backslash, up to its last byte.
func (v *validator) escape() bool {
	switch v.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
	default:
		return false
	}
	for range 4 {
		v.at++
		b := v.peek() | 0x20
		if (b < '0' || b > '9' || v.peek() < '0') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return true
}

func (v *validator) number() bool {
	v.pass('-')
	if !v.pass('0') && !v.digits() {
		return false
	}
	if v.pass('.') && !v.digits() {
		return false
	}
	if v.pass('e') || v.pass('E') {
		if !v.pass('+') {
			v.pass('-')
		}
		return v.digits()
	}
	return true
}

// digits passes one digit and more.
func (v *validator) digits() bool {
	start := v.at
	for b := v.peek(); b >= '0' && b <= '9'; b = v.peek() {
		v.at++
	}
	return v.at > start
}
