package setup

// added is a range of a text that setup has inserted: its place and length, in bytes. Taking the ranges out gives the old
// text, so nobody need keep the old text, which may have secrets.
type added [2]int

// insert inserts a piece into a text, and returns the text and all inserted ranges, in order.
func insert(text []byte, ranges []added, at int, piece string) ([]byte, []added) {
	n := len(piece)
	moved, merged := make([]added, 0, len(ranges)+1), false
	for _, r := range ranges {
		switch {
		case !merged && r[0] <= at && at <= r[0]+r[1]:
			r[1] += n
			merged = true
		case r[0] >= at:
			if !merged {
				moved, merged = append(moved, added{at, n}), true
			}
			r[0] += n
		}
		moved = append(moved, r)
	}
	if !merged {
		moved = append(moved, added{at, n})
	}
	return append(append(append([]byte{}, text[:at]...), piece...), text[at:]...), moved
}

// without takes inserted ranges out of a text. It returns false if they do not fit.
func without(text []byte, ranges []added) ([]byte, bool) {
	var old []byte
	from := 0
	for _, r := range ranges {
		if r[0] < from || r[1] < 0 || r[0]+r[1] > len(text) {
			return nil, false
		}
		old = append(old, text[from:r[0]]...)
		from = r[0] + r[1]
	}
	return append(old, text[from:]...), true
}
