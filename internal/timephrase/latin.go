package timephrase

// recentSpan is the span of a word such as "lately".
func (p *parser) recentSpan(i int) span {
	return span{hi: i + 1, unit: day, r: lastUnits(p.now, p.at(i).entry.value, day)}
}

// atom reads the smallest phrase of time that begins with token i.
func (p *parser) atom(i int, l lead) (span, bool) {
	t := p.at(i)
	switch {
	case t.kind == mark:
		return span{}, false
	case t.kind == date:
		return p.digitDate(i, l)
	case t.kind == han || t.kind == figures && p.at(i+1).kind == han:
		return p.hanAtom(i, l)
	case t.kind == figures || t.entry.class == number || t.entry.class == severalOf ||
		t.entry.class == coupleOf || t.entry.class == half:
		return p.numbered(i, l)
	}
	switch t.entry.class {
	case relative:
		if t.capital && !t.first && t.entry.flags&german == 0 { // USA Today
			return span{}, false
		}
		s, _ := p.calendarSpan(t.entry.unit, t.entry.value, i+1)
		return p.withPart(s, t.entry.part), true
	case unitName:
		return p.unitAtom(i, l)
	case recent: // "least recently used" is no time
		return p.recentSpan(i), p.at(i-1).entry.flags&inexact == 0
	case lastOf, pastOf:
		return p.lastAtom(i, l)
	case thisOf:
		return p.thisAtom(i)
	case dayName:
		return p.weekdayAtom(i, l)
	case monthName:
		return p.monthAtom(i, l)
	case quarterOf, halfOf, ordinal:
		return p.quarterAtom(i, l)
	case edgeName:
		return p.edgeAtom(i, l)
	case partName:
		every := recurring{cycle: dayPart, part: t.entry.part}
		return span{hi: i + 1, every: every, weak: true}, l.day || l.month
	default:
		return span{}, false
	}
}

// withPart narrows a day to a part of it: "yesterday morning".
func (p *parser) withPart(s span, own part) span {
	if own == allDay {
		t := p.at(s.hi)
		if own = t.entry.part; own == allDay || t.entry.class != partName && t.entry.class != futureDay {
			return s
		}
		s.hi++
	}
	if s.every.cycle != once {
		s.every.part = own
		return s
	}
	s.r = partOfDay(s.r.Since, own)
	// "heute Nacht" is the night that ended today, until the next one begins.
	if own == night && s.ongoing && s.r.Since.After(p.now) {
		s.r = partOfDay(startOfDay(s.r.Since, -1), night)
	}
	return s
}

// digitDate reads a date such as 2026-10-20.
func (p *parser) digitDate(i int, l lead) (span, bool) {
	t := p.at(i)
	if t.weak && (!l.day || l.languages == english) || p.class(i-1) == versionWord || p.acronym(i-1) {
		return span{}, false
	}
	if t.d == 0 {
		return p.monthsSpan(int(t.y), int(t.m), 1, i+1)
	}
	return p.dateSpan(int(t.y), int(t.m), int(t.d), i+1)
}

// acronym reports whether a word begins with two capitals, or with a digit. A date after it is a version: MCP 2025-11-25.
func (p *parser) acronym(i int) bool {
	t := p.at(i)
	if t.kind != word {
		return false
	}
	text := p.text[t.start:t.end]
	return t.numeric || t.capital && len(text) > 1 && text[1] >= 'A' && text[1] <= 'Z'
}

// numbered reads what begins with a number: "three days ago", "20 October", "the 20th", "2025".
func (p *parser) numbered(i int, l lead) (span, bool) {
	t := p.at(i)
	if n, u, next, ok := p.amount(i); ok && p.class(next) == agoWord && p.at(next).kind != han {
		return p.agoSpan(n, u, next+1)
	}
	if t.kind != figures || p.class(i-1) == versionWord {
		return span{}, false
	}
	if t.n >= 1 && t.n <= 31 {
		next := i + 1
		if p.class(next) == ofWord {
			next++
		}
		if p.class(next) == monthName {
			if s, ok := p.dayMonth(t, next, l); ok {
				return s, true
			}
		}
		if !t.ordinal || !l.day || !l.article && l.languages == english || !p.clear(i+1) {
			return span{}, false
		}
		every := recurring{cycle: monthDay, a: t.n}
		return span{hi: i + 1, every: every, weak: p.class(i+1) == ofWord}, true
	}
	return p.yearAtom(i, l)
}

// dayMonth reads the month and the year after a day: "20 October 2025".
func (p *parser) dayMonth(d token, i int, l lead) (span, bool) {
	t := p.at(i)
	y, next := p.yearAfter(i)
	ends := p.clear(next)
	sure := y != 0 || d.ordinal || l.day || l.article || t.capital && ends
	switch {
	case t.entry.flags&ambiguous == 0:
	case t.capital:
		sure = y != 0 || d.ordinal || l.day || ends
	default:
		sure = y != 0 || (l.day || d.ordinal) && ends
	}
	if !sure {
		return span{}, false
	}
	return p.dateSpan(y, t.entry.value, d.n, next)
}

// yearAfter reads a year after the month at i. It returns 0 if there is none.
func (p *parser) yearAfter(i int) (y, next int) {
	next = i + 1
	if p.at(next).r == '.' && p.at(i).entry.flags&abbreviated != 0 {
		next++
	}
	at := next
	if c := p.at(at); c.r == ',' || c.entry.class == ofWord {
		at++
	}
	if t := p.at(at); isYear(t) && !t.ordinal {
		return t.n, at + 1
	}
	return 0, next
}

// isYear reports whether a number can be a year.
func isYear(t token) bool {
	return t.kind == figures && t.n >= firstYear && t.n <= lastYear
}

// yearAtom reads a year after a preposition, or within a German sentence: "Was haben wir 2025 gemacht?".
func (p *parser) yearAtom(i int, l lead) (span, bool) {
	t := p.at(i)
	if !isYear(t) || !p.clear(i+1) {
		return span{}, false
	}
	s, ok := p.calendarSpan(year, t.n-p.now.Year(), i+1)
	s.ongoing = false
	if !l.month {
		// "Der Port war 2026." is no time.
		before := p.at(i - 1).entry.flags
		s.weak = before&doing == 0
		y := p.now.Year()
		ok = p.cues.german && before&fnGerman != 0 && before&(doing|past) != 0 && t.n <= y && t.n > y-20
	}
	return s, ok
}

// unitAtom reads "the day before yesterday", "the week before last", "the weekend" and "the year 2025".
func (p *parser) unitAtom(i int, l lead) (span, bool) {
	u := p.at(i).entry.unit
	other := p.at(i + 2)
	switch {
	case p.class(i+1) == beforeWord && u == day && other.entry.class == relative && other.entry.value == -1:
		s, ok := p.calendarSpan(day, -2, i+3)
		return p.withPart(s, allDay), ok
	case p.class(i+1) == beforeWord && u >= week && other.entry.class == lastOf && p.class(i+3) == plain:
		return p.calendarSpan(u, -2, i+3)
	case u == weekend && (l.day || l.month):
		return p.weekendSpan(i + 1)
	case u == year && l.month && isYear(p.at(i+1)):
		return p.calendarSpan(year, p.at(i+1).n-p.now.Year(), i+2)
	default:
		return span{}, false
	}
}

// lastAtom reads what follows "last", "past" and "previous".
func (p *parser) lastAtom(i int, l lead) (span, bool) {
	t, next := p.at(i), i+1
	back := t.entry.value
	// "the last week" and "the past week" end now. "last week" and "die letzte Woche" are a week of the calendar.
	untilNow := t.entry.class == pastOf || l.article && t.entry.flags&english != 0
	if n, u, after, ok := p.amount(next); ok && back <= 1 {
		return p.lastSpan(n, u, after)
	}
	other := p.at(next)
	e := other.entry
	switch {
	case e.class == unitName && e.flags&plural != 0:
		return p.lastPlural(e.unit, back, next+1)
	case e.class == unitName && e.unit == hour, e.class == unitName && e.unit == minute:
		s, _ := p.lastSpan(1, e.unit, next+1)
		return s, l.month && l.article
	case e.class == unitName && e.unit == day:
		s, _ := p.lastSpan(1, day, next+1)
		return s, t.entry.class == pastOf
	case e.class == unitName && untilNow && e.unit != weekend && e.unit != quarter:
		return p.lastSpan(1, e.unit, next+1)
	case e.class == unitName:
		return p.calendarSpan(e.unit, -max(back, 1), next+1)
	case e.class == dayName:
		return p.lastWeekday(e, max(back, 1), next+1)
	case e.class == monthName && back <= 1 && (e.flags&ambiguous == 0 || other.capital):
		s, ok := p.monthsSpan(0, e.value, 1, next+1)
		s.ended = true
		return s, ok
	case e.class == partName && back <= 1 && (e.part == night || e.part == evening):
		return span{hi: next + 1, r: partOfDay(startOfDay(p.now, -1), e.part), unit: hour}, true
	default:
		return span{}, false
	}
}

// lastPlural reads "the last days", which has no exact number.
func (p *parser) lastPlural(u unit, back, next int) (span, bool) {
	s, _ := p.lastSpan(several, u, next)
	return s, u >= day && u != weekend && back <= 1
}

// lastWeekday returns a weekday before today.
func (p *parser) lastWeekday(e entry, back, next int) (span, bool) {
	s := p.withPart(span{hi: next, every: recurring{cycle: weekDay, a: e.value}, ended: true}, e.part)
	if back == 1 {
		return s, true
	}
	r, ok := s.every.ended(startOfDay(p.now, -7*(back-1)))
	return span{hi: s.hi, r: r, unit: day}, ok
}

// thisAtom reads what follows "this".
func (p *parser) thisAtom(i int) (span, bool) {
	next := i + 1
	switch e := p.at(next).entry; {
	case e.class == pastOf || e.class == lastOf: // "this past Monday"
		return p.lastAtom(next, lead{})
	case e.class == unitName && e.unit >= week && e.flags&plural == 0:
		return p.calendarSpan(e.unit, 0, next+1)
	case e.class == partName && e.part != night:
		s, ok := p.calendarSpan(day, 0, next)
		return p.withPart(s, allDay), ok
	case e.class == dayName:
		r, ok := recurring{cycle: weekDay, a: e.value}.nth(p.now, 0)
		return p.withPart(span{hi: next + 1, r: r, unit: day}, e.part), ok
	case e.class == monthName && (e.flags&ambiguous == 0 || p.at(next).capital):
		return p.monthsSpan(p.now.Year(), e.value, 1, next+1)
	default:
		return span{}, false
	}
}

// weekdayAtom reads a weekday. Without a preposition it counts where it can hardly be a name.
func (p *parser) weekdayAtom(i int, l lead) (span, bool) {
	t := p.at(i)
	s, ok := p.lastWeekday(t.entry, 1, i+1)
	preceded := l.day && l.fits(t.entry)
	switch {
	case t.entry.flags&abbreviated != 0:
		return s, preceded && t.capital && p.clear(s.hi)
	case preceded || t.possessive && t.capital:
		return s, ok
	case t.capital && s.every.part != allDay && p.clear(s.hi):
		return s, ok // "Clara Montag früh"
	default:
		s.weak = !p.bareWeekday(i, s.hi)
		return s, t.capital && (!s.weak || p.alone(i))
	}
}

// bareWeekday reports whether a weekday without a preposition is a time: "What did I do Friday?".
func (p *parser) bareWeekday(i, next int) bool {
	before := p.at(i - 1)
	if !p.clear(next) || before.kind != word || before.capital && !before.first {
		return false
	}
	e := before.entry
	if p.at(i).entry.flags&german != 0 {
		return e.flags&fnGerman != 0 && (e.class == plain || e.class == relative)
	}
	return e.class == plain && (e.flags&fnAny == 0 || e.flags&past != 0 || e.flags&doing != 0)
}

// alone reports whether what stands before a name lets it be all that the question says: "What about October?".
func (p *parser) alone(i int) bool {
	t := p.at(i - 1)
	return t.kind == mark || t.entry.class == aboutWord || t.entry.flags&(past|doing) != 0
}

// monthAtom reads a month, with a day or a year: "October", "October 20th, 2025".
func (p *parser) monthAtom(i int, l lead) (span, bool) {
	t := p.at(i)
	m := t.entry.value
	if y, next := p.yearAfter(i); y != 0 {
		s, _ := p.monthsSpan(y, m, 1, next)
		return s, t.capital || t.entry.flags&(ambiguous|abbreviated) == 0 || l.month && p.clear(next)
	}
	if s, ok := p.monthDay(i, l); ok {
		return s, true
	}
	s, ok := p.monthsSpan(0, m, 1, i+1)
	if p.counted(i + 1) {
		return s, false
	}
	short := t.entry.flags&abbreviated != 0
	named := t.entry.flags&ambiguous != 0
	switch {
	case !l.month || !l.fits(t.entry) || l.article:
		s.weak = true
		return s, ok && t.capital && !short && !named && p.alone(i)
	case named && l.from && !l.since, short && !t.capital:
		return s, false
	case named && !t.capital:
		return s, p.at(i+1).kind == mark // "what it did before may help"
	case short:
		return s, p.clear(i + 1)
	default:
		return s, ok
	}
}

// monthDay reads the day after a month: "October 20th, 2025".
func (p *parser) monthDay(i int, l lead) (span, bool) {
	t, at := p.at(i), i+1
	if p.at(at).r == '.' && t.entry.flags&abbreviated != 0 {
		at++
	}
	if p.class(at) == article {
		at++
	}
	d := p.at(at)
	if d.kind != figures || d.n < 1 || d.n > 31 || t.entry.flags&german != 0 && t.entry.flags&english == 0 {
		return span{}, false
	}
	y, next := p.yearAfter(at)
	sure := y != 0 || d.ordinal || p.clear(next)
	switch {
	case y != 0:
	case !t.capital && t.entry.flags&ambiguous != 0:
		sure = sure && (l.day || d.ordinal)
	case l.day && !l.month:
		sure = true // "on October 20 Alice said"
	case l.month && !l.day && !d.ordinal:
		return span{}, false // "in October 3 servers failed"
	}
	if !sure {
		return span{}, false
	}
	return p.dateSpan(y, t.entry.value, d.n, next)
}

// counted reports whether a number follows that belongs to something else: "March 2.6".
func (p *parser) counted(i int) bool {
	t := p.at(i)
	if t.kind == mark || t.start == t.end {
		return false
	}
	return t.kind == figures && p.clear(i+1) || t.numeric
}

// quarterAtom reads quarters and halves of a year: "Q3 2025", "the third quarter", "the first half of 2025".
func (p *parser) quarterAtom(i int, l lead) (span, bool) {
	t, next := p.at(i), i+1
	n := 3
	switch {
	case t.entry.class == halfOf:
		n = 6
	case t.entry.class == ordinal && p.class(next) == half:
		n = 6
		next++
	case t.entry.class == ordinal && p.at(next).entry.unit == quarter:
		next++
	case t.entry.class == ordinal:
		of := p.class(next) == ofWord
		if of {
			next++
		}
		if p.class(next) != monthName || !p.at(next).capital || !l.day && !of {
			return span{}, false
		}
		return p.dayMonth(token{n: t.entry.value, ordinal: true}, next, l)
	}
	m := (t.entry.value-1)*n + 1
	if m > 12 {
		return span{}, false
	}
	y, after := p.yearAfter(next - 1)
	if y != 0 {
		return p.monthsSpan(y, m, n, after)
	}
	s, ok := p.monthsSpan(0, m, n, next)
	s.weak = !l.month
	return s, ok
}

// edgeAtom reads "early March", "Ende 2025", "the beginning of last month".
func (p *parser) edgeAtom(i int, l lead) (span, bool) {
	e := p.at(i).entry
	next := i + 1
	joined := lead{month: true}
	if p.class(next) == ofWord || p.class(next) == fromWord || p.at(next).r == '-' {
		next++
	} else if e.flags&ambiguous != 0 {
		return span{}, false // "it will start March 2026"
	}
	if p.class(next) == article {
		joined.article = p.at(next).entry.flags&german == 0
		next++
	}
	t := p.at(next)
	// The end of the year can be a deadline, its beginning cannot.
	if (l.since || edge(e.value) == beginning) && joinsThisYear(t.entry) && next > i+1 {
		s, _ := p.calendarSpan(t.entry.unit, 0, next+1)
		return edgeSpan(s, edge(e.value))
	}
	switch t.entry.class {
	case monthName, lastOf, thisOf, quarterOf:
	default:
		if !isYear(t) {
			return span{}, false
		}
	}
	s, ok := p.atom(next, joined)
	if !ok || s.drop || s.every.cycle == once && s.unit == noUnit {
		return span{}, false
	}
	s.weak = false
	return edgeSpan(s, edge(e.value))
}

// joinsThisYear reports whether "the beginning of the year" is that of the present one.
func joinsThisYear(e entry) bool {
	return e.class == unitName && e.unit >= week && e.unit <= year && e.flags&plural == 0
}

// clear reports whether a phrase can end before token i: at the end, at punctuation, or before a function word. German
// verbs end a sentence, so they can follow too.
func (p *parser) clear(i int) bool {
	t := p.at(i)
	switch {
	case t.kind == mark || t.kind == han || t.kind == date:
		return true
	case t.kind == figures:
		return isYear(t)
	case t.entry.flags&fnAny != 0 || t.entry.class != plain && t.entry.class != unitName && t.entry.class != agoWord:
		return true
	default:
		return p.cues.german && !t.capital && !t.numeric
	}
}
