package timephrase

// The years that a number can mean.
const (
	firstYear = 1970
	lastYear  = 2199
)

// date reads a date in digits: 2026-10-20, 2026/10/20, 2026-10, 20.10.2026, 20.10. and 20.10.26. It reports false if what
// follows makes it something else, such as a name, a version or an address.
func (s *scanner) date(at int) (token, bool) {
	var n, width [3]int
	var separators [3]byte
	i, fields := at, 0
	for ; fields < 3; fields++ {
		begin := i
		for c := s.at(i); c >= '0' && c <= '9' && i-begin < 5; c = s.at(i) {
			n[fields] = 10*n[fields] + int(c-'0')
			i++
		}
		if width[fields] = i - begin; width[fields] == 0 {
			break
		}
		if c := s.at(i); fields < 2 && (c == '-' || c == '/' || c == '.') {
			separators[fields] = c
			i++
		} else {
			fields++
			break
		}
	}
	t := token{start: at, end: i, kind: date}
	if !shape(&t, n, width, separators, fields) || s.continues(i) {
		return token{}, false
	}
	return t, t.m >= 1 && t.m <= 12 && t.d <= 31 && (t.y == 0 || t.y >= firstYear && t.y <= lastYear)
}

// shape fills a date by the shape of its fields.
func shape(t *token, n, width [3]int, separators [3]byte, fields int) bool {
	set := func(y, m, d int) bool {
		t.y, t.m, t.d = int16(y), int16(m), int16(d) //nolint:gosec // at most five digits, and checked by the caller
		return n[0]|n[1]|n[2] < 1<<15 && m > 0
	}
	first, second := separators[0], separators[1]
	switch {
	case fields == 3 && first != second:
		return false
	case fields == 3 && first != '.' && width == [3]int{4, 2, 2}, fields == 3 && first == '/' && width[0] == 4:
		return set(n[0], n[1], n[2]) && n[2] > 0
	case fields == 2 && first == '-' && second == 0 && width[0] == 4 && width[1] == 2:
		return set(n[0], n[1], 0)
	case first != '.' || second != '.' || width[0] > 2 || width[1] > 2 || n[0] == 0:
		return false
	case fields == 3 && width[2] == 4:
		return set(n[2], n[1], n[0])
	case fields == 3 && width[2] == 2:
		t.weak = true
		return set(2000+n[2], n[1], n[0])
	default:
		t.weak = true
		return fields == 2 && set(0, n[1], n[0])
	}
}

// continues reports whether a date at i is only the beginning of something longer.
func (s *scanner) continues(i int) bool {
	if s.gluedAfter(i) {
		return true
	}
	end, _, _ := s.run(i)
	return end > i
}
