// Package timephrase reads the times in a question, such as "yesterday", "on 20 October" or "上周五".
//
// It knows English, German and Chinese. A time is in the past: "Friday" is the last one before today, "in March" the
// last March that has begun. Times of the future are not read, nor are questions whose times contradict each other,
// because a wrong period hides what the question is about.
//
// The rules:
//
//   - A day begins at midnight in the zone of now, a week on Monday.
//   - "Thursday" on a Thursday is a week ago, "this Thursday" is today. "20 October" on 20 October is today.
//   - "last week", "previous month" and "letzte Woche" are periods of the calendar. "the last week", "the past month" and
//     "the last 3 days" begin that long ago, at midnight, and include today.
//   - "3 days ago" is that day, "3 weeks ago" that week, and so on. An hour counts with half an hour on both sides,
//     minutes with up to five. "A few days ago" is two to seven days ago, "the last few days" are seven.
//   - "before X" ends where X begins, "after X" begins where X ends, "since X" begins where X begins, and "until X" ends
//     where X ends. "from X to Y" and "between X and Y" include both.
//   - The morning is from 5 to 12, noon from 11 to 14, the afternoon from 12 to 18, the evening from 17 to 24 and the night
//     from 18 to 6. "Last night" began yesterday.
//   - Early, mid and late divide a month into ten, ten and the other days, a year into three times four months, and a week
//     into two, two and three days.
//   - A weekday or a month needs a word that shows a time, such as "on" or "in", or must be all that the question says.
//   - In a question about the future ("what will we do on Friday", "what is due in March"), a weekday or a date without a
//     year is not read.
package timephrase

import (
	"slices"
	"time"
)

// Range is a period: Since <= t < Until. A zero time leaves that side open.
type Range struct{ Since, Until time.Time }

// Found is the time of a question.
type Found struct {
	Range Range
	// Text is the phrase as written in the question. If several phrases make the time, it is the most exact one.
	Text string
	// Rest is the question without its phrases of time.
	Rest string
	// Only reports that Rest has nothing but function words of one language, as in "What happened yesterday?".
	Only bool
	// Outcome is what Rest asks for if it has nothing else, as in "What failed yesterday?". Only is then false: the word may
	// be of a text, too.
	Outcome Outcome
}

// Outcome is how the things went that a question asks for. 0 is any.
type Outcome int

// The outcomes.
const (
	Failed Outcome = -1
	Worked Outcome = 1
)

// mostPhrases bounds the times of a question. A text with more is no question about one period.
const mostPhrases = 12

// Read returns the time that a question is about. The location of now is the zone of the question. It reports false if
// the question has no time, or none that is certain.
func Read(question string, now time.Time) (Found, bool) {
	p := parser{text: question, tokens: scan(question), now: now}
	p.cues = p.findCues()
	phrases := p.phrases()
	if len(phrases) == 0 || len(phrases) > mostPhrases {
		return Found{}, false
	}
	only, outcome := p.only(phrases)
	for _, s := range phrases {
		if s.weak && !only {
			return Found{}, false
		}
	}
	r, exact, ok := p.join(phrases)
	if !ok {
		return Found{}, false
	}
	s := phrases[exact]
	return Found{
		Range:   r,
		Text:    question[p.tokens[s.lo].start:p.tokens[s.hi-1].end],
		Rest:    p.rest(question, phrases),
		Only:    only && outcome == 0,
		Outcome: outcome,
	}, true
}

// OutcomeOf returns what a question without a time asks for, if it asks for nothing else, as in "What went badly?". A single word
// is no question.
func OutcomeOf(question string) Outcome {
	p := parser{text: question, tokens: scan(question)}
	words := 0
	for _, t := range p.tokens {
		if t.kind != mark {
			words++
		}
	}
	_, outcome := p.only(nil)
	if words < 2 {
		return 0
	}
	return outcome
}

// IsGeneric reports whether a question without a time has nothing but function words of one language, as in "What changed?".
func IsGeneric(question string) bool {
	p := parser{text: question, tokens: scan(question)}
	only, outcome := p.only(nil)
	return only && outcome == 0 && slices.ContainsFunc(p.tokens, func(t token) bool { return t.kind != mark })
}

// phrases returns the times of the question, without those that are ruled out.
func (p *parser) phrases() []span {
	var found []span
	for i := 0; i < len(p.tokens) && len(found) <= mostPhrases; {
		s, ok := p.phrase(i)
		if !ok {
			i++
			continue
		}
		i = s.hi
		if s.every.cycle == once && s.r.Since.After(p.now) {
			s.drop, s.future = true, true
		}
		p.cues.future = p.cues.future || s.future
		// "In the morning" alone is no time, and weak spans are left out in a longer question.
		if !s.drop && s.every.cycle != dayPart {
			found = append(found, s)
		}
	}
	return p.strongest(found)
}

// strongest leaves out weak spans if there are others.
func (p *parser) strongest(found []span) []span {
	var sure []span
	for _, s := range found {
		if !s.weak {
			sure = append(sure, s)
		}
	}
	if len(sure) == 0 {
		return found
	}
	return sure
}

// join returns the period that all phrases describe, and the most exact phrase. It reports false if they contradict each
// other, or if the period is not certain.
func (p *parser) join(phrases []span) (r Range, exact int, ok bool) {
	joined, exact := phrases[0], 0
	for i, s := range phrases[1:] {
		next, ok := p.joinTwo(joined, s)
		if !ok {
			return Range{}, 0, false
		}
		if next.r != joined.r || next.every != joined.every {
			exact = i + 1
		}
		joined = next
	}
	if joined.every.cycle != once {
		if joined.r, ok = p.occurrence(joined); !ok {
			return Range{}, 0, false
		}
		joined.guess = true
	}
	r = joined.r
	switch {
	case !r.valid() || r.Since.After(p.now):
		return r, exact, false
	case joined.guess && (p.cues.future || p.cues.intent || p.cues.moving):
		return r, exact, false
	case joined.ongoing && p.cues.intent && !p.cues.past:
		return r, exact, false
	}
	return r, exact, true
}

// joinTwo joins two phrases that stand apart: "what did I do last week, and above all on Friday".
func (p *parser) joinTwo(x, y span) (span, bool) {
	if joined, ok := narrow(x, y); ok {
		return joined, true
	}
	// "After Monday and before Friday" has two open ends.
	if x.open && y.open && x.r.Until.IsZero() != y.r.Until.IsZero() {
		x.r = intersect(x.r, y.r)
		x.guess = x.guess || y.guess
		return x, x.r.valid()
	}
	return x, false
}
