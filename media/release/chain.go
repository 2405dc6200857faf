package release

import "strings"

// link is a further number of a file with several episodes.
type link struct {
	at     int  // the item of the number
	marked bool // by a word: E04
	ranges bool // from the number before to this one
}

// chain returns an episode and the further ones of the same file, and the last item that it used. A dash makes a range,
// other separators a list. A number without a word of its own counts if nothing else is likely: -04, &04, "01.02" at the
// end. If it may count, r.Doubt says so.
func (r *reading) chain(first int) (episodes []int, last int) {
	last = r.closing(first)
	episodes = []int{r.items[first].value}
	for {
		next, found := r.link(last)
		if !found {
			return episodes, last
		}
		number, before := r.items[next.at], episodes[len(episodes)-1]
		switch {
		case number.value <= before || number.value > maxNumber:
			if number.value != before && (next.marked || next.ranges && number.digits() == r.items[last].digits() && r.gap(next.at) == "-") {
				r.Doubt = MoreNumbers
			}
			return episodes, last
		case !next.marked && !r.likely(next.at, last, before):
			return episodes, last
		case number.value-episodes[0] >= maxSpan:
			if next.ranges {
				r.Batch = true
				return nil, last
			}
			return episodes, last
		}
		if next.ranges {
			if whole := episodes[0] == 1 && number.value >= longestRange; whole && r.of[first] == noLabel {
				r.Batch = true
				return nil, last
			} else if whole {
				r.Doubt = WholeSeason
			}
			for n := before + 1; n < number.value; n++ {
				episodes = append(episodes, n)
			}
		}
		episodes = append(episodes, number.value)
		last = r.closing(next.at)
	}
}

// closing returns the last item that belongs to a number: its version, or the word behind it.
func (r *reading) closing(at int) int {
	by := r.by[at]
	if r.of[at] != noLabel && by > at && (by == at+1 || by == at+2 && r.items[at+1].suffix) && r.items[by].meaning.class != crossWord {
		return by
	}
	return at
}

// link finds the next number of a chain: -E04, E04, x04, S01E04, 1x04, &04, " and E04", "-第34集".
func (r *reading) link(last int) (link, bool) {
	i, next := last+1, link{}
	if r.word(i, versionWord) && r.oneDigit(i+1) && r.gap(i) == "" && r.gap(i+1) == "" { // 01v2-04
		i += 2
	}
	gaps := r.gap(i)
	step := func() {
		i++
		gaps += r.gap(i)
	}
	if r.joins(i) {
		next.ranges = r.word(i, toWord) || r.items[i].word(r.text) == "à"
		step()
	}
	if r.word(i, seasonWord) && r.number(i+1) { // S01E02-S01E03
		if !r.word(i+2, episodeWord) && !r.word(i+2, crossWord) {
			return next, false
		}
		if r.Season == nil || r.items[i+1].value != *r.Season {
			r.ofOtherSeason(i + 3)
			return next, false
		}
		step()
		step()
	} else if r.labelAt(i) == seasonLabel && r.word(i+1, crossWord) && r.Season != nil { // 1x02-1x03
		if r.items[i].value != *r.Season {
			r.ofOtherSeason(i + 2)
			return next, false
		}
		step()
	}
	for r.word(i, episodeWord) || r.word(i, crossWord) || r.word(i, nthWord) {
		if !r.items[i].meaning.short && !r.word(i, nthWord) && !r.sameWord(last, i) {
			return next, false // S02E01 - Chapter 9
		}
		next.marked = true
		step()
	}
	if !r.number(i) && (i >= len(r.items) || !r.joins(i-1) || r.items[i].value == 0 || len(r.items[i].word(r.text)) < 3) {
		return next, false // 5, or the "Two" of "One and Two"
	}
	next.at = i
	next.marked = next.marked || r.of[i] == episodeLabel && r.by[i] > i
	next.ranges = next.ranges || strings.Contains(gaps, "-")
	return next, only(gaps, " .+&,-#・", 5) && (next.marked || r.of[i] == noLabel) && r.clean(i) || next.marked && only(gaps, " .+&,-#・", 5) && r.word(i+1, episodeWord)
}

// ofOtherSeason notes that an episode of another season follows: S05E22-S06E01, "6x26 & 7x01". In 1x05 - 4x4 it is a title.
func (r *reading) ofOtherSeason(episode int) {
	if r.labelAt(episode) != episodeLabel || r.word(episode-1, crossWord) && r.items[episode].digits() < 2 {
		return
	}
	r.Doubt, r.further = MoreNumbers, r.items[episode].to
}

// endsAt reports whether an item is the last one, or the last before a bracket.
func (r *reading) endsAt(at int) bool {
	return at+1 == len(r.items) || strings.ContainsAny(r.gap(at+1), "[(")
}

// sameWord reports whether a word is that of an earlier number.
func (r *reading) sameWord(number, word int) bool {
	text := func(i int) string { return key(r.text[r.items[i].from:r.items[i].to]) }
	by := number
	if r.of[number] != noLabel {
		by = r.by[number]
	}
	return by >= 0 && text(by) == text(word)
}

// fewNumbers is how far apart two numbers may be that only a separator joins.
const fewNumbers = 3

// likely reports whether a number without a word of its own is a further episode. If it is only possible, it sets Doubt.
func (r *reading) likely(at, last, before int) bool {
	item := r.items[at]
	same := item.digits() == r.items[last].digits() || r.items[last].kind != numberItem
	follows := item.value == before+1
	switch gap := r.text[r.items[last].to:item.from]; strings.TrimSpace(gap) {
	case "-":
		words := r.of[last] == episodeLabel && r.by[last] >= 0 && !r.items[r.by[last]].meaning.short // Episodes 1-12
		return gap == "-" && (same || follows || words) || same && follows && r.of[last] == noLabel && r.endsAt(at)
	case "&", "+", ",":
		return same && item.value <= before+fewNumbers
	case "", ".":
		if !follows || !same || item.digits() < 2 {
			return false
		}
		if r.endsAt(at) || at+1 < len(r.items) && r.items[at+1].kind == blotItem || strings.HasPrefix(r.gap(at+1), " -") {
			return true
		}
		r.Doubt = MoreNumbers
		return false
	default: // a word: "and", "to"
		return follows || same && item.value <= before+fewNumbers
	}
}
