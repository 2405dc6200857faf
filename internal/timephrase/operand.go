package timephrase

import "time"

// mostAtoms bounds the length of a phrase.
const mostAtoms = 6

// several is the number in "a few days ago". It stands for two to severalMost.
const (
	several     = -1
	severalMost = 7
)

// operand reads one period: a preposition and an article, and atoms of which each makes the period narrower or more
// exact, as in "on Friday last week".
func (p *parser) operand(i int, l lead) (span, bool) {
	i, l = p.lead(i, l)
	x, ok := p.atom(i, l)
	if !ok || x.drop {
		return x, ok
	}
	for range mostAtoms {
		next := x.hi
		comma := p.at(next).r == ','
		if comma {
			next++
		}
		at, joined := p.lead(next, lead{})
		joined.month = joined.month || at > next // "of 2025"
		y, ok := p.atom(at, joined)
		if !ok || y.drop {
			return x, true
		}
		narrowed, ok := narrow(x, y)
		if !ok {
			if at > next && !comma && p.at(next).kind != han {
				// "the last week of October" is not last week.
				x.drop, x.hi = true, y.hi
			}
			return x, true
		}
		x = narrowed
	}
	return x, true
}

// lead reads a preposition and an article.
func (p *parser) lead(i int, l lead) (int, lead) {
	switch t := p.at(i); t.entry.class {
	case preposition:
		l.day = l.day || t.entry.value&onDay != 0
		l.month = l.month || t.entry.value&inMonth != 0
		l.languages = t.entry.flags & (english | german)
		i++
	case ofWord:
		i++
	default:
	}
	if p.class(i) == article {
		l.article = true
		i++
	}
	if p.class(i) == aboutWord { // "about three weeks ago"
		if _, _, _, ok := p.amount(i + 1); ok {
			i++
		}
	}
	return i, l
}

// narrow joins two spans of which one makes the other more exact.
func narrow(x, y span) (span, bool) {
	if x.open || y.open {
		return x, false
	}
	joined, ok := x, false
	switch {
	case x.every.cycle == once && y.every.cycle == once:
		switch {
		case x.r.contains(y.r):
			joined, ok = y, true
		case y.r.contains(x.r):
			ok = true
		}
	case x.every.cycle == once:
		joined, ok = narrowTo(x, y)
	case y.every.cycle == once:
		joined, ok = narrowTo(y, x)
	default:
		joined, ok = narrowBoth(x, y)
		if !ok {
			joined, ok = narrowBoth(y, x)
		}
	}
	joined.lo, joined.hi = x.lo, y.hi
	joined.weak = false
	return joined, ok
}

// narrowTo returns the occurrence of a recurring span within a fixed one: "Friday" of "last week".
func narrowTo(fixed, every span) (span, bool) {
	switch e := every.every; e.cycle {
	case dayPart:
		if fixed.unit != day {
			return fixed, false
		}
		fixed.r = partOfDay(fixed.r.Since, e.part)
		return fixed, true
	case weekDay:
		if fixed.unit == day { // a date says more than its weekday
			return fixed, true
		}
	default:
	}
	if r, ok := every.every.within(fixed.r); ok {
		return span{r: r, unit: every.every.unit()}, true
	}
	return fixed, every.every.around(fixed.r)
}

// narrowBoth joins two recurring spans: "the 20th" and "October", "Friday" and "20 October", "Friday" and "the morning".
func narrowBoth(x, y span) (span, bool) {
	switch a, b := x.every, y.every; {
	case a.cycle == monthDay && b.cycle == yearMonths && b.b == 1:
		x.every = recurring{cycle: yearDay, a: b.a, b: a.a}
		x.ended = false
		return x, true
	case a.cycle == yearDay && b.cycle == weekDay:
		return x, true
	case b.cycle == dayPart && a.cycle != yearMonths && a.cycle != dayPart:
		x.every.part = b.part
		return x, true
	default:
		return x, false
	}
}

// agoSpan returns what was n units ago.
func (p *parser) agoSpan(n int, u unit, next int) (span, bool) {
	if n == several {
		return span{hi: next, r: Range{ago(p.now, severalMost, u).Since, ago(p.now, 2, u).Until}}, true
	}
	return span{hi: next, r: ago(p.now, n, u), unit: u}, true
}

// lastSpan returns the n units that end now.
func (p *parser) lastSpan(n int, u unit, next int) (span, bool) {
	if n == several {
		n = severalMost
	}
	return span{hi: next, r: lastUnits(p.now, n, u)}, true
}

// calendarSpan returns a period counted from the present one.
func (p *parser) calendarSpan(u unit, offset, next int) (span, bool) {
	return span{hi: next, r: calendar(p.now, u, offset), unit: u, ongoing: offset == 0}, true
}

// weekendSpan returns the weekend that is now, or else the last one.
func (p *parser) weekendSpan(next int) (span, bool) {
	s, ok := p.calendarSpan(weekend, 0, next)
	if s.r.Since.After(p.now) {
		s, ok = p.calendarSpan(weekend, -1, next)
	}
	s.ongoing, s.guess = false, true
	return s, ok
}

// monthsSpan returns n months from a month: of a year, or of each year if the year is 0.
func (p *parser) monthsSpan(y, m, n, next int) (span, bool) {
	every := recurring{cycle: yearMonths, a: m, b: n}
	if y != 0 {
		return span{hi: next, r: months(y, m, n, p.now.Location()), unit: every.unit()}, true
	}
	return span{hi: next, every: every}, true
}

// dateSpan returns a date, of each year if the year is 0. It reports false for dates such as 31 April.
func (p *parser) dateSpan(y, m, d, next int) (span, bool) {
	check := time.Date(2000, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if m < 1 || m > 12 || d < 1 || check.Day() != d {
		return span{}, false
	}
	if y == 0 {
		return span{hi: next, every: recurring{cycle: yearDay, a: m, b: d}}, true
	}
	r := Range{midnight(y, time.Month(m), d, p.now.Location()), midnight(y, time.Month(m), d+1, p.now.Location())}
	return span{hi: next, r: r, unit: day}, r.Since.Day() == d
}

// edgeSpan returns the beginning, the middle or the end of a span.
func edgeSpan(s span, e edge) (span, bool) {
	if s.every.cycle != once {
		_, ok := cutEdge(Range{time.Unix(0, 0), time.Unix(0, 0)}, s.every.unit(), e)
		s.every.edge = e
		return s, ok && s.every.cycle == yearMonths && s.every.b < 6
	}
	var ok bool
	s.r, ok = cutEdge(s.r, s.unit, e)
	s.unit, s.ongoing, s.weak = noUnit, false, false
	return s, ok
}

// amount reads a number and a unit. The number is several for "a few".
func (p *parser) amount(i int) (n int, u unit, next int, ok bool) {
	if p.at(i).kind == han || p.at(i).kind == figures && p.at(i+1).kind == han {
		return p.hanAmount(i)
	}
	switch t := p.at(i); {
	case t.kind == figures && !t.ordinal:
		n = t.n
		i++
	case t.entry.class == number:
		n = t.entry.value
		i++
		if p.class(i) == severalOf {
			n = several
			i++
		}
	case t.entry.class == severalOf:
		n = several
		i++
	}
	if n == 1 && p.class(i) == coupleOf || n == 0 && p.class(i) == coupleOf {
		n = 2
		i++
		if p.class(i) == ofWord {
			i++
		}
	}
	halved := p.class(i) == half
	if halved { // "half an hour", "einer halben Stunde"
		i++
		if n == 0 && p.class(i) == number {
			n = p.at(i).entry.value
			i++
		}
	}
	u = p.at(i).entry.unit
	if p.class(i) != unitName || p.at(i).kind == han || u == weekend {
		return 0, noUnit, i, false
	}
	if halved {
		return halfUnit(n, u, i+1)
	}
	return n, u, i + 1, n == several || n >= 1 && n <= mostUnits(u)
}

// halfUnit returns half an hour or half a year.
func halfUnit(n int, u unit, next int) (int, unit, int, bool) {
	switch u {
	case hour:
		return 30, minute, next, n == 1
	case month:
		return 15, day, next, n == 1
	case year:
		return 6, month, next, n == 1
	default:
		return 0, noUnit, next, false
	}
}

// mostUnits bounds numbers, so that "1500 days ago" is read and "2025年前" is not.
func mostUnits(u unit) int {
	switch u {
	case year:
		return 100
	case month, quarter:
		return 1000
	default:
		return 5000
	}
}
