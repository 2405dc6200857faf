package timephrase

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cues are properties of the whole question.
type cues struct {
	// german is set if the question has more German function words than English ones.
	german bool
	// past and intent are set by verbs: "did", "must".
	past, intent bool
	// moving is set if an appointment moves.
	moving bool
	// future is set by a phrase of the future.
	future bool
}

// findCues looks for cues in all words.
func (p *parser) findCues() cues {
	var c cues
	balance := 0
	was, planned, have := false, false, false
	for i, t := range p.tokens {
		f := t.entry.flags
		if f&fnEnglish != 0 {
			balance--
		}
		if f&fnGerman != 0 {
			balance++
		}
		c.past = c.past || f&past != 0
		c.moving = c.moving || f&moving != 0
		was = was || f&wasWord != 0
		have = have || f&having != 0
		planned = planned || f&plan != 0
		c.intent = c.intent || f&intent != 0 || f&intentTo != 0 && (p.class(i+1) == toWord || p.class(i-1) == zuWord)
	}
	c.german = balance > 0
	c.past = c.past || was && !c.german // "was" is German for "what"
	c.past = c.past || have && p.participle()
	c.intent = c.intent || planned && !c.past
	c.intent = c.intent || planned && !c.past
	return c
}

// participle reports whether the question ends with what can be a German participle: "Was habe ich getan?".
func (p *parser) participle() bool {
	for i := len(p.tokens) - 1; i > 0; i-- {
		t := p.tokens[i]
		if t.kind == mark {
			continue
		}
		text := p.text[t.start:t.end]
		return !t.capital && p.class(i-1) != zuWord && t.entry.class == plain &&
			(strings.HasSuffix(text, "t") || strings.HasSuffix(text, "en") || strings.HasSuffix(text, "an"))
	}
	return false
}

// only reports whether nothing but function words of one language, and words of one outcome, stands outside the phrases.
func (p *parser) only(phrases []span) (only bool, o Outcome) {
	left := fnAny
	at := 0
	for i, t := range p.tokens {
		for at < len(phrases) && phrases[at].hi <= i {
			at++
		}
		if at < len(phrases) && phrases[at].lo <= i || t.kind == mark {
			continue
		}
		if said := outcomeOf(t.entry.flags); said != 0 && said != -o {
			o = said
			continue
		}
		if left &= t.entry.flags; left == 0 {
			return false, 0
		}
	}
	return true, o
}

func outcomeOf(f flags) Outcome {
	switch {
	case f&failing != 0:
		return Failed
	case f&working != 0:
		return Worked
	}
	return 0
}

// rest returns the question without the phrases, and without the blanks and commas around them.
func (p *parser) rest(question string, phrases []span) string {
	var kept []byte
	at := 0
	for _, s := range phrases {
		kept = appendPiece(kept, question[at:p.tokens[s.lo].start])
		at = p.tokens[s.hi-1].end
	}
	return string(bytes.TrimSpace(appendPiece(kept, question[at:])))
}

// appendPiece appends a piece of a question. A comma at the beginning goes, and so does a blank before another blank or
// before punctuation.
func appendPiece(kept []byte, piece string) []byte {
	if len(kept) == 0 {
		return append(kept, strings.TrimLeft(piece, " \t\n,;:，、：")...)
	}
	trimmed := strings.TrimLeftFunc(piece, unicode.IsSpace)
	next, _ := utf8.DecodeRuneInString(trimmed)
	last, _ := utf8.DecodeLastRune(kept)
	switch {
	case trimmed == "" || unicode.IsPunct(next) && next != '(':
		return append(bytes.TrimRightFunc(kept, unicode.IsSpace), trimmed...)
	case unicode.IsSpace(last):
		return append(kept, trimmed...)
	default:
		return append(kept, piece...)
	}
}
