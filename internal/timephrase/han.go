package timephrase

// hanAtom reads the smallest Chinese phrase of time that begins with token i.
func (p *parser) hanAtom(i int, l lead) (span, bool) {
	t := p.at(i)
	if t.entry.class == ofWord { // 昨天的早上
		i++
		t = p.at(i)
	}
	switch t.entry.class {
	case relative:
		return p.hanRelative(i)
	case unitName:
		return p.hanUnit(i)
	case recent, thisOf:
		if n, u, next, ok := p.amount(i + 1); ok {
			return p.lastSpan(n, u, next)
		}
		switch p.class(i + 1) { // 最近一次 is the latest one
		case digit, number, measure:
			return span{}, false
		default:
			return p.recentSpan(i), t.entry.value > 0
		}
	case agoWord: // 前几天
		if n, u, next, ok := p.amount(i + 1); ok && n == several {
			return p.agoSpan(n, u, next)
		}
		return span{}, false
	case quarterOf, halfOf:
		n := 3
		if t.entry.class == halfOf {
			n = 6
		}
		s, ok := p.monthsSpan(0, (t.entry.value-1)*n+1, n, i+1)
		return p.hanEdge(s), ok
	case partName:
		return span{hi: i + 1, every: recurring{cycle: dayPart, part: t.entry.part}, weak: true}, true
	default:
		return p.hanNumbered(i, l)
	}
}

// hanRelative reads 昨天, 上周五, 去年年底.
func (p *parser) hanRelative(i int) (span, bool) {
	e := p.at(i).entry
	s, _ := p.calendarSpan(e.unit, e.value, i+1)
	switch e.unit {
	case day:
		// 两天前天气 is not 前天
		if e.value <= -2 && p.class(i-1) == unitName {
			return span{}, false
		}
		return p.withPart(s, e.part), true
	case week:
		if weekday, next := p.hanWeekday(i + 1); weekday != 0 {
			r, ok := recurring{cycle: weekDay, a: weekday}.within(s.r)
			return p.withPart(span{hi: next, r: r, unit: day}, allDay), ok
		}
		return s, true
	default:
		return p.hanEdge(s), true
	}
}

// hanEdge reads the 初 or 底 after a month or a year.
func (p *parser) hanEdge(s span) span {
	next := s.hi
	if e := p.at(next).entry; e.class == unitName && e.unit == year && s.unit == year && p.class(next+1) == edgeName {
		next++ // 去年年底
	}
	t := p.at(next)
	if t.entry.class != edgeName || t.kind != han {
		return s
	}
	if cut, ok := edgeSpan(s, edge(t.entry.value)); ok {
		cut.hi = next + 1
		return cut
	}
	return s
}

// hanUnit reads 周五, 星期五 and 周末.
func (p *parser) hanUnit(i int) (span, bool) {
	if c := p.class(i - 1); c == digit || c == half || p.at(i-1).kind == figures || p.class(i-1) == measure {
		return span{}, false // 一周日志
	}
	switch p.at(i).entry.unit {
	case weekend:
		return p.weekendSpan(i + 1)
	case week:
		weekday, next := p.hanWeekday(i + 1)
		s := span{hi: next, every: recurring{cycle: weekDay, a: weekday}, ended: true}
		return p.withPart(s, allDay), weekday != 0
	default:
		return span{}, false
	}
}

// hanWeekday reads the number of a weekday. It returns 0 if the number counts something: 上周三次.
func (p *parser) hanWeekday(i int) (weekday, next int) {
	t := p.at(i)
	after := p.at(i + 1).entry.class
	switch {
	case t.kind != han || after == measure || after == digit || after == unitName || after == severalOf:
		return 0, i
	case t.entry.class == digit && t.entry.value >= 1 && t.entry.value <= 6:
		return t.entry.value, i + 1
	case t.entry.class == dayWord && t.entry.value == 7, t.entry.unit == day && t.entry.class == unitName:
		return 7, i + 1
	default:
		return 0, i
	}
}

// fromTogether reads 从周一起, in which 一起 is not the word "together".
func (p *parser) fromTogether(i int) (span, bool) {
	if p.at(i+1).entry.unit != week || p.class(i+2) != together {
		return span{}, false
	}
	x, ok := p.hanAtom(i+1, strong)
	switch p.class(i + 1) {
	case relative:
		r, _ := recurring{cycle: weekDay, a: 1}.within(x.r)
		x = span{r: r, unit: day}
	default:
		x = span{every: recurring{cycle: weekDay, a: 1}, ended: true}
		ok = true
	}
	x.hi = i + 3
	return p.opened(x, sinceWord, ok)
}

// hanNumber reads a number below 100, in digits or in Chinese, or a year in digits.
func (p *parser) hanNumber(i int) (n, next int, ok bool) {
	if t := p.at(i); t.kind == figures {
		return t.n, i + 1, !t.ordinal
	}
	for next = i; p.class(next) == digit; next++ {
		v := p.at(next).entry.value
		switch {
		case v == 10 && n == 0:
			n = 10
		case v == 10 && n < 10:
			n *= 10
		case n%10 == 0 && (n > 0 || next == i):
			n += v
		default:
			return 0, next, false
		}
	}
	return n, next, next > i
}

// hanAmount reads a number and a unit: 三天, 两个月, 半小时, 几天.
func (p *parser) hanAmount(i int) (n int, u unit, next int, ok bool) {
	t := p.at(i)
	switch before := p.class(i - 1); {
	case before == digit || before == severalOf && t.kind == han || p.at(i-1).kind == figures:
		return 0, noUnit, i, false // 十几天前
	case t.entry.class == severalOf, t.entry.class == half:
		n, next, ok = several, i+1, true
	default:
		n, next, ok = p.hanNumber(i)
	}
	counted := p.class(next) == measure && isGe(p.at(next))
	if counted {
		next++
	}
	e := p.at(next).entry
	switch {
	case !ok || e.class != unitName || p.at(next).kind != han || e.unit == weekend:
		return 0, noUnit, next, false
	case t.entry.class == half:
		return halfUnit(1, e.unit, next+1)
	case e.unit == month && !counted && (n != several):
		return 0, noUnit, next, false // 三月 is a month of the year
	}
	return n, e.unit, next + 1, n == several || n >= 1 && n <= mostUnits(e.unit)
}

// isGe reports whether a token is 个, of all the words that count things.
func isGe(t token) bool { return t.entry.value == 1 }

// hanNumbered reads 三天前, 2025年10月20日, 十月 and 20号.
func (p *parser) hanNumbered(i int, l lead) (span, bool) {
	if n, u, next, ok := p.amount(i); ok && p.class(next) == agoWord {
		return p.agoSpan(n, u, next+1)
	} else if ok && p.class(next) == suffixSince && n != 0 {
		s, _ := p.lastSpan(n, u, next)
		return s, true
	}
	if c := p.class(i - 1); c == digit || c == half || p.at(i-1).kind == figures {
		return span{}, false
	}
	n, next, ok := p.hanNumber(i)
	if !ok || p.class(i-1) == versionWord {
		return span{}, false
	}
	e := p.at(next).entry
	switch {
	case e.class == unitName && e.unit == year && isYear(p.at(i)):
		if p.class(next+1) == versionWord || p.class(next+1) == measure {
			return span{}, false
		}
		return p.hanYear(n, next+1)
	case e.class == unitName && e.unit == month && n >= 1 && n <= 12:
		return p.hanMonth(0, n, next+1)
	case e.class == dayWord && n >= 1 && n <= 31:
		s := span{hi: next + 1, every: recurring{cycle: monthDay, a: n}, weak: true}
		if p.at(next+1).entry.flags&fnChinese != 0 && p.class(next+1) != ofWord || l.day {
			s.weak = false
		}
		return s, p.class(next+1) != measure
	default:
		return span{}, false
	}
}

// hanYear reads what follows a year.
func (p *parser) hanYear(y, next int) (span, bool) {
	if n, after, ok := p.hanNumber(next); ok && n >= 1 && n <= 12 && p.at(after).entry.unit == month {
		return p.hanMonth(y, n, after+1)
	}
	s, _ := p.calendarSpan(year, y-p.now.Year(), next)
	s.ongoing = false
	return p.hanEdge(s), true
}

// hanMonth reads what follows a month: a day, 初 or 底.
func (p *parser) hanMonth(y, m, next int) (span, bool) {
	if d, after, ok := p.hanNumber(next); ok {
		switch {
		case p.class(after) == dayWord:
			return p.dateSpan(y, m, d, after+1)
		case p.at(next).kind == figures && p.at(after).kind != han:
			return span{}, false
		}
	}
	s, ok := p.monthsSpan(y, m, 1, next)
	// 一月一次, and the band 五月天
	return p.hanEdge(s), ok && p.class(next) != measure && p.class(next) != unitName
}
