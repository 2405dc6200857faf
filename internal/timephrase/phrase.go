package timephrase

import "time"

// span is the meaning of tokens lo to hi of a question.
type span struct {
	lo, hi int
	r      Range
	unit   unit
	// every is the recurring period of a span without a range yet.
	every recurring
	// ended demands an occurrence before today, as "last Friday" and "Friday" do and "in March" does not.
	ended bool
	// guess marks the latest occurrence of a recurring period. In a question about the future it is the next one.
	guess bool
	// ongoing marks the present day, week, month, quarter or year.
	ongoing bool
	// weak marks a span that is only a time beside another one, such as a month without "in".
	weak bool
	// open marks what since, before, after or until made of a range.
	open bool
	// gapless marks a pair whose second end begins when the first one ends.
	gapless bool
	// drop marks a phrase that is no period of the question, such as "every Friday".
	drop bool
	// future marks a phrase of the future, such as "next Friday". It is dropped too.
	future bool
}

// parser reads the phrases of one question.
type parser struct {
	text   string
	tokens []token
	now    time.Time
	cues   cues
}

// lead is what stands before an atom.
type lead struct {
	// day is set after a word that a day can follow, such as "on", month after one such as "in". Others set both.
	day, month bool
	// from is set after "from", which also stands before names: "from April".
	from bool
	// languages are those of the preposition, or none if it can be of any.
	languages flags
	article   bool
	since     bool
}

// strong is what stands after since, between and the like.
var strong = lead{day: true, month: true}

// fits reports whether a word can follow the preposition: "am" does not go with "Friday".
func (l lead) fits(e entry) bool {
	return l.languages == 0 || e.flags&(english|german) == 0 || l.languages&e.flags != 0
}

// at returns a token, or one without a class outside the question.
func (p *parser) at(i int) token {
	if i < 0 || i >= len(p.tokens) {
		return token{kind: mark}
	}
	return p.tokens[i]
}

// class returns the class of a token.
func (p *parser) class(i int) class {
	if i < 0 || i >= len(p.tokens) {
		return plain
	}
	return p.tokens[i].entry.class
}

// phrase reads the longest phrase that begins with token i.
func (p *parser) phrase(i int) (span, bool) {
	if t := &p.tokens[i]; t.entry.class == plain && t.kind != figures && t.kind != date {
		return span{}, false
	}
	s, ok := p.operation(i)
	if !ok {
		s, ok = p.operand(i, lead{})
		if ok {
			s = p.continued(s)
		}
	}
	if !ok {
		return p.ruledOut(i)
	}
	s.lo = i
	if p.excluded(s) {
		s.drop = true
	}
	return s, true
}

// operation reads since, before, after, until, from and between with what follows them.
func (p *parser) operation(i int) (span, bool) {
	switch c := p.class(i); c {
	case sinceWord:
		if n, u, next, ok := p.amount(i + 1); ok && p.class(next) != agoWord {
			return span{hi: next, r: Range{Since: lastUnits(p.now, n, u).Since}, open: true}, true
		}
		s, ok := p.operand(i+1, lead{day: true, month: true, since: true})
		return p.opened(s, c, ok)
	case beforeWord, afterWord, untilWord, upTo:
		if p.class(i+1) == zumWord {
			i++
		}
		s, ok := p.operand(i+1, strong)
		return p.opened(s, c, ok)
	case vorWord:
		if n, u, next, ok := p.amount(i + 1); ok {
			return p.agoSpan(n, u, next)
		}
		s, ok := p.operand(i+1, strong)
		return p.opened(s, beforeWord, ok)
	case fromWord:
		return p.fromTo(i)
	case toWord:
		// 到昨天为止
		s, ok := p.operand(i+1, strong)
		if !ok || p.at(i).kind != han || p.class(s.hi) != untilWord {
			return span{}, false
		}
		s.hi++
		return p.opened(s, untilWord, ok)
	case betweenWord:
		x, ok := p.first(i+1, andWord)
		if !ok || p.class(x.hi) != andWord {
			return span{}, false
		}
		y, ok := p.operand(x.hi+1, strong)
		return p.pairOrDrop(x, y), ok
	default:
		// 20 to 25 October
		if x, ok := p.first(i, toWord, untilWord); ok && p.at(i).kind == figures && x.every.cycle == monthDay {
			y, ok := p.operand(x.hi+1, strong)
			return p.pair(x, y, ok)
		}
		return span{}, false
	}
}

// fromTo reads "from X to Y", or "from X" alone.
func (p *parser) fromTo(i int) (span, bool) {
	l := lead{day: true, month: true, from: true, languages: p.at(i).entry.flags & (english | german)}
	if p.at(i).kind == han {
		if s, ok := p.fromTogether(i); ok {
			return s, ok
		}
	}
	if x, ok := p.first(i+1, toWord, untilWord); ok && p.isTo(x.hi) {
		if y, ok := p.second(x.hi+1, x); ok {
			return p.pairOrDrop(x, y), true
		}
	}
	x, ok := p.operand(i+1, l)
	if ok && p.at(i).kind == han {
		x = p.continued(x)
	}
	return x, ok
}

// isTo reports whether a token stands between the ends of a period.
func (p *parser) isTo(i int) bool {
	c := p.class(i)
	return c == toWord || c == untilWord
}

// first reads the first end of a period, before one of some joining words. It can be a day of the month of the second end.
func (p *parser) first(i int, joints ...class) (span, bool) {
	at := i
	if p.class(at) == article {
		at++
	}
	if t := p.at(at); t.kind == figures && t.n >= 1 && t.n <= 31 {
		next := at + 1
		if p.class(next) == dayWord {
			next++
		}
		for _, joint := range joints {
			if p.class(next) == joint {
				return span{hi: next, every: recurring{cycle: monthDay, a: t.n}}, true
			}
		}
	}
	return p.operand(i, strong)
}

// second reads the second end of a period. It can be a day of the month of the first end, or now.
func (p *parser) second(i int, x span) (span, bool) {
	switch p.class(i) {
	case nowWord:
		next := i + 1
		if p.class(next) == untilWord { // 到现在为止
			next++
		}
		return span{hi: next, r: Range{Since: p.now}}, true
	case zumWord:
		i++
	default:
	}
	y, ok := p.operand(i, strong)
	if t := p.at(i); !ok && t.kind == figures && t.n >= 1 && t.n <= 31 && p.clear(i+1) {
		y, ok = span{hi: i + 1, every: recurring{cycle: monthDay, a: t.n}}, true
		if year, next := p.yearAfter(i); year != 0 && x.every.cycle == yearDay {
			return p.dateSpan(year, x.every.a, t.n, next)
		}
	}
	if y.every.cycle == monthDay && x.every.cycle == yearDay {
		y.every = recurring{cycle: yearDay, a: x.every.a, b: y.every.a}
	}
	return y, ok && (y.every.cycle != monthDay || x.unit == day || x.every.cycle == monthDay)
}

// pair joins the two ends of a period. An end that recurs is the one nearest to the other end.
func (p *parser) pair(x, y span, ok bool) (span, bool) {
	if !ok || x.open || y.open || x.drop || y.drop || p.cues.moving {
		return span{}, false
	}
	s := span{hi: y.hi, guess: x.every.cycle != once && y.every.cycle != once}
	switch {
	case y.every.cycle != once && x.every.cycle == once:
		y.r, ok = y.every.following(x.r.Since)
	case y.every.cycle != once:
		y.r, ok = p.occurrence(y)
	}
	if ok && x.every.cycle != once {
		x.r, ok = x.every.begun(y.r.Since)
	}
	s.r = Range{x.r.Since, y.r.Until}
	s.gapless = x.r.Until.Equal(y.r.Since)
	return s, ok && s.r.valid() && x.r.Since.Before(y.r.Since)
}

// pairOrDrop rules out ends that are no period: the old and the new day of an appointment, or a reversed period.
func (p *parser) pairOrDrop(x, y span) span {
	if s, ok := p.pair(x, y, true); ok {
		return s
	}
	return span{hi: y.hi, drop: true}
}

// opened makes a half-open range of a span.
func (p *parser) opened(s span, operation class, ok bool) (span, bool) {
	if !ok || s.open || s.drop {
		return s, ok && s.drop
	}
	if s.every.cycle != once {
		if s.r, ok = p.occurrence(s); !ok {
			return s, false
		}
		s.guess = true
	}
	switch operation {
	case sinceWord:
		s.r = Range{Since: s.r.Since}
	case beforeWord:
		s.r = Range{Until: s.r.Since}
	case afterWord:
		s.r = Range{Since: s.r.Until}
	default:
		// A deadline also ends with until, in a question about what is to be done.
		if s.guess && !p.cues.past {
			s.drop = true
		}
		s.r = Range{Until: s.r.Until}
	}
	s.open, s.every, s.ongoing, s.weak = true, recurring{}, false, false
	return s, true
}

// occurrence returns the occurrence of a recurring span that is meant without any other time.
func (p *parser) occurrence(s span) (Range, bool) {
	if s.ended {
		return s.every.ended(startOfDay(p.now, 0))
	}
	return s.every.begun(p.now)
}

// continued reads what can follow a span: "to Y", "and Y", and Chinese words such as 之前.
func (p *parser) continued(x span) span {
	next := x.hi
	if x.drop {
		return x
	}
	switch c := p.class(next); c {
	case toWord:
		if y, ok := p.second(next+1, x); ok {
			return p.pairOrDrop(x, y)
		}
	case andWord:
		return p.listed(x, next)
	case plain:
		if t := p.at(next); t.r == ',' || t.r == '、' {
			return p.listed(x, next)
		} else if isDash(t) && p.at(x.hi-1).kind == date && p.at(next+1).kind == date {
			y, _ := p.operand(next+1, strong)
			return p.pairOrDrop(x, y)
		}
	case suffixSince, agoWord, suffixAfter:
		if p.at(next).kind == han {
			operation := map[class]class{suffixSince: sinceWord, agoWord: beforeWord, suffixAfter: afterWord}[c]
			if s, ok := p.opened(x, operation, true); ok {
				s.hi++
				s.drop = s.drop || s.guess && !p.cues.past && p.at(next).entry.value == 0
				return s
			}
		}
	default:
	}
	return x
}

// listed reads a second period after "and", "or" or a comma. The two make one if there is no gap between them, such as
// "yesterday and today". Otherwise the question is about neither of them alone.
func (p *parser) listed(x span, next int) span {
	y, ok := p.operand(next+1, strong)
	if !ok || y.drop || y.every.cycle != x.every.cycle {
		return x
	}
	s, ok := p.pair(x, y, true)
	switch {
	case ok && p.class(y.hi) == betweenWord: // 周一和周三之间
		s.hi++
		return s
	case ok && s.gapless && p.class(next) == andWord:
		return s
	case x.every.cycle != once:
		return span{hi: y.hi, drop: true}
	default:
		return x
	}
}

// excluded reports whether the words around a phrase make it something other than a period of the question.
func (p *parser) excluded(s span) bool {
	if p.dashed(s.lo-1, s.lo) || p.dashed(s.hi-1, s.hi) {
		return true
	}
	if p.class(s.hi) == ofWord && p.at(s.hi).kind == han && p.class(s.hi+1) == ordinal {
		return true // 十月的最后一天
	}
	t := p.at(s.lo - 1)
	switch t.entry.class {
	case everyOf, nextOf, comparing, half:
		return true
	case unitName, dayName:
		// "two days before X", "the first week of X", "the second Friday in X"
		switch p.class(s.lo) {
		case beforeWord, afterWord, vorWord, fromWord, ofWord, preposition:
			return true
		default:
			return t.kind == han
		}
	case andWord, toWord:
		// "20 and 25 October"
		return p.at(s.lo-2).kind == figures && p.at(s.lo).kind == figures
	default:
		return t.entry.flags&inexact != 0
	}
}

// dashed reports whether a dash joins one of two tokens to another number: 20–25 October.
func (p *parser) dashed(left, right int) bool {
	a, b := p.at(left), p.at(right)
	if a.end != b.start || left < 0 || right >= len(p.tokens) {
		return false
	}
	return isDash(a) || isDash(b)
}

// isDash reports whether a token is a dash.
func isDash(t token) bool {
	return t.kind == mark && (t.r == '-' || t.r == '–' || t.r == '—' || t.r == '~' || t.r == '～')
}

// ruledOut reads what is no period of the question but contains words of one: "next Friday", "in three weeks".
func (p *parser) ruledOut(i int) (span, bool) {
	switch p.class(i) {
	case nextOf:
		next := i + 1
		if s, ok := p.operand(next, strong); ok {
			next = s.hi
		}
		return span{lo: i, hi: next, drop: true, future: true}, true
	case preposition:
		if _, _, next, ok := p.amount(i + 1); ok {
			return span{lo: i, hi: next, drop: true, future: true}, true
		}
	case everyOf:
		if s, ok := p.operand(i+1, strong); ok {
			return span{lo: i, hi: s.hi, drop: true}, true
		}
	case futureDay:
		return span{lo: i, hi: i + 1, drop: true, future: true}, true
	default:
	}
	return span{}, false
}
