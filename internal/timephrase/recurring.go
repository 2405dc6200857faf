package timephrase

import "time"

// cycle is a kind of recurring period.
type cycle uint8

const (
	once       cycle = iota // not recurring
	yearMonths              // the months from a, b of them: each year
	yearDay                 // day b of month a: each year
	monthDay                // day a: each month
	weekDay                 // weekday a, from Monday = 1: each week
	dayPart                 // part a: each day
)

// recurring is a period that comes again, such as "March", "Friday" or "in the morning".
type recurring struct {
	cycle cycle
	a, b  int
	edge  edge // of months
	part  part // of a day
}

// furthest is how many cycles to look for an occurrence. A 29 February can be eight years away.
const furthest = 8

// unit returns the length of one occurrence.
func (r recurring) unit() unit {
	switch {
	case r.cycle != yearMonths:
		return day
	case r.b == 1:
		return month
	case r.b == 3:
		return quarter
	default:
		return year
	}
}

// nth returns the occurrence that is k cycles after the cycle of t. It reports false if that cycle has none, as
// February has no 30th.
func (r recurring) nth(t time.Time, k int) (Range, bool) {
	y, m, d := t.Date()
	zone := t.Location()
	var found Range
	switch r.cycle {
	case yearMonths:
		found = months(y+k, r.a, r.b, zone)
		if r.edge == whole {
			return found, true
		}
		return cutEdge(found, r.unit(), r.edge)
	case yearDay:
		y, m, d = y+k, time.Month(r.a), r.b
	case monthDay:
		first := time.Date(y, m+time.Month(k), 1, 0, 0, 0, 0, time.UTC)
		y, m, d = first.Year(), first.Month(), r.a
	case weekDay:
		found = oneDay(monday(t), r.a-1+7*k)
	default:
		found = oneDay(t, k)
	}
	if found.Since.IsZero() {
		found = Range{midnight(y, m, d, zone), midnight(y, m, d+1, zone)}
		if found.Since.Day() != d {
			return found, false
		}
	}
	if r.part != allDay {
		found = partOfDay(found.Since, r.part)
	}
	return found, true
}

// latest returns the last occurrence that accept accepts, seen from t backwards.
func (r recurring) latest(t time.Time, accept func(Range) bool) (Range, bool) {
	for k := 1; k >= -furthest; k-- {
		if found, ok := r.nth(t, k); ok && accept(found) {
			return found, true
		}
	}
	return Range{}, false
}

// begun returns the last occurrence that began at or before t.
func (r recurring) begun(t time.Time) (Range, bool) {
	return r.latest(t, func(found Range) bool { return !found.Since.After(t) })
}

// ended returns the last occurrence that ended at or before t.
func (r recurring) ended(t time.Time) (Range, bool) {
	return r.latest(t, func(found Range) bool { return !found.Until.After(t) })
}

// following returns the first occurrence that begins at or after t.
func (r recurring) following(t time.Time) (Range, bool) {
	for k := range furthest + 1 {
		if found, ok := r.nth(t, k); ok && !found.Since.Before(t) {
			return found, true
		}
	}
	return Range{}, false
}

// within returns the occurrence within a range. It reports false if there is none or more than one.
func (r recurring) within(outer Range) (Range, bool) {
	var only Range
	count := 0
	for k := -1; k <= furthest && count < 2; k++ {
		if found, ok := r.nth(outer.Since, k); ok && outer.contains(found) {
			only = found
			count++
		}
	}
	return only, count == 1
}

// around reports whether an occurrence contains a range.
func (r recurring) around(inner Range) bool {
	found, ok := r.begun(inner.Since)
	return ok && found.contains(inner)
}
