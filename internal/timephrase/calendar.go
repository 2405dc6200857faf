package timephrase

import "time"

// unit is the length of a period. The zero value is no unit.
type unit uint8

const (
	noUnit unit = iota
	minute
	hour
	day
	week
	month
	quarter
	year
	weekend
)

// edge is a part of a week, month or year.
type edge int

const (
	whole edge = iota
	beginning
	middle
	end
)

// part is a part of a day.
type part uint8

const (
	allDay part = iota
	morning
	noon
	afternoon
	evening
	night
	smallHours
)

// hours returns the beginning and the end of a part of a day. The night ends on the next day.
func (p part) hours() (from, to int) {
	switch p {
	case morning:
		return 5, 12
	case noon:
		return 11, 14
	case afternoon:
		return 12, 18
	case evening:
		return 17, 24
	case night:
		return 18, 30
	case smallHours:
		return 0, 6
	default:
		return 0, 24
	}
}

// midnight returns the beginning of a day. Where clocks skip midnight, the day begins when they resume.
func midnight(y int, m time.Month, d int, zone *time.Location) time.Time {
	t := time.Date(y, m, d, 0, 0, 0, 0, zone)
	if t.Hour() > 12 {
		_, t = t.ZoneBounds()
	}
	return t
}

// startOfDay returns the beginning of the day that is some days after that of t.
func startOfDay(t time.Time, days int) time.Time {
	y, m, d := t.Date()
	return midnight(y, m, d+days, t.Location())
}

// oneDay returns the day that is some days after that of t.
func oneDay(t time.Time, days int) Range {
	return Range{startOfDay(t, days), startOfDay(t, days+1)}
}

// monday returns the beginning of the week of t.
func monday(t time.Time) time.Time {
	return startOfDay(t, -(int(t.Weekday())+6)%7)
}

// months returns n months that begin with month m of year y. The month may be above 12 or below 1.
func months(y, m, n int, zone *time.Location) Range {
	return Range{midnight(y, time.Month(m), 1, zone), midnight(y, time.Month(m+n), 1, zone)}
}

// calendar returns the calendar period that is some periods after that of t.
func calendar(t time.Time, u unit, offset int) Range {
	y, m := t.Year(), int(t.Month())
	switch u {
	case week:
		first := startOfDay(monday(t), 7*offset)
		return Range{first, startOfDay(first, 7)}
	case weekend:
		first := startOfDay(monday(t), 7*offset+5)
		return Range{first, startOfDay(first, 2)}
	case month:
		return months(y, m+offset, 1, t.Location())
	case quarter:
		return months(y, (m-1)/3*3+1+3*offset, 3, t.Location())
	case year:
		return months(y+offset, 1, 12, t.Location())
	default:
		return oneDay(t, offset)
	}
}

// ago returns the period n units before now: for days and longer units a calendar period. Hours and minutes are
// seldom meant exactly, so half an hour or up to five minutes are added on both sides.
func ago(now time.Time, n int, u unit) Range {
	switch u {
	case minute:
		at, tolerance := now.Add(-time.Duration(n)*time.Minute), time.Duration(min(n, 5))*time.Minute
		return Range{at.Add(-tolerance), at.Add(tolerance)}
	case hour:
		at := now.Add(-time.Duration(n) * time.Hour)
		return Range{at.Add(-30 * time.Minute), at.Add(30 * time.Minute)}
	default:
		return calendar(now, u, -n)
	}
}

// lastUnits returns the n units that end now. Days and longer units begin at midnight and include today.
func lastUnits(now time.Time, n int, u unit) Range {
	switch u {
	case minute:
		return Range{now.Add(-time.Duration(n) * time.Minute), now}
	case hour:
		return Range{now.Add(-time.Duration(n) * time.Hour), now}
	case week:
		return Range{startOfDay(now, -7*n), startOfDay(now, 1)}
	case month, quarter, year:
		n *= map[unit]int{month: 1, quarter: 3, year: 12}[u]
		y, m, d := now.Date()
		last := time.Date(y, m-time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC)
		return Range{midnight(last.Year(), last.Month(), min(d, last.Day()), now.Location()), startOfDay(now, 1)}
	default:
		return Range{startOfDay(now, -n), startOfDay(now, 1)}
	}
}

// cutEdge returns the beginning, the middle or the end of a week, month, quarter or year. It reports false for other
// units.
func cutEdge(r Range, u unit, e edge) (Range, bool) {
	var from, to time.Time
	y, m := r.Since.Year(), r.Since.Month()
	switch u {
	case week:
		from, to = startOfDay(r.Since, 2), startOfDay(r.Since, 4)
	case month:
		from, to = startOfDay(r.Since, 10), startOfDay(r.Since, 20)
	case quarter:
		from, to = midnight(y, m+1, 1, r.Since.Location()), midnight(y, m+2, 1, r.Since.Location())
	case year:
		from, to = midnight(y, m+4, 1, r.Since.Location()), midnight(y, m+8, 1, r.Since.Location())
	default:
		return r, e == whole
	}
	switch e {
	case beginning:
		r.Until = from
	case middle:
		r = Range{from, to}
	case end:
		r.Since = to
	case whole:
	}
	return r, true
}

// partOfDay returns a part of the day that begins at t.
func partOfDay(t time.Time, p part) Range {
	y, m, d := t.Date()
	from, to := p.hours()
	r := Range{time.Date(y, m, d, from, 0, 0, 0, t.Location()), time.Date(y, m, d, to, 0, 0, 0, t.Location())}
	if from == 0 {
		r.Since = t
	}
	if to == 24 {
		r.Until = startOfDay(t, 1)
	}
	return r
}

// contains reports whether inner lies within r.
func (r Range) contains(inner Range) bool {
	return !before(inner.Since, r.Since) && (r.Until.IsZero() || !inner.Until.IsZero() && !inner.Until.After(r.Until))
}

// before compares two beginnings, of which a zero one is the earliest.
func before(a, b time.Time) bool {
	return !b.IsZero() && (a.IsZero() || a.Before(b))
}

// valid reports whether a moment can be in the range.
func (r Range) valid() bool {
	return r.Since.IsZero() || r.Until.IsZero() || r.Since.Before(r.Until)
}

// intersect returns what two ranges share.
func intersect(a, b Range) Range {
	if before(a.Since, b.Since) {
		a.Since = b.Since
	}
	if a.Until.IsZero() || !b.Until.IsZero() && b.Until.Before(a.Until) {
		a.Until = b.Until
	}
	return a
}
