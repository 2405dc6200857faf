package release

import (
	"strings"
)

// longestRange is the number of episodes from which on a range that begins with 1 is a whole season: 01-12.
const longestRange = 10

// bare reads a number without any word. After the show's own title, after a season, or in a season's folder, the number
// is an episode. In a name alone it counts only where releases usually put it ("Apollo 13" is a title).
func (r *reading) bare() bool {
	best, where := -1, nowhere
	for i := range r.items {
		if !r.number(i) || r.of[i] != noLabel || r.items[i].value > maxNumber || r.items[i].digits() > 5 {
			continue
		}
		last := r.bareEnd(i)
		if !r.clean(i) || i > 0 && r.labelAt(i-1) == noLabel && r.number(i-1) && r.gap(i) == "." && r.items[i].digits() == 1 ||
			r.glued(i) && r.word(i-1, partWord) { // CD1of2
			continue
		}
		switch p := r.around(i, last).place(); {
		case p >= where:
		case r.fraction(last), r.decimal(last):
			r.Doubt = Decimal
		default:
			best, where = i, p
		}
	}
	if best < 0 {
		return false
	}
	r.Doubt = ""
	r.take(-1, best)
	item := r.items[best]
	switch {
	case where == afterSeason && item.value == *r.Season+1 && r.items[best-1].to == item.from-1 && r.text[item.from-1] == '-':
		r.Doubt = WholeSeason // S01-02
		r.Batch = len(r.Episodes) > 1 || r.number(best+1) && r.items[best+1].value == item.value+1
	case item.digits() == 5, r.dateLike(best), item.digits() == 4 && len(r.items) == 1 && r.isTitle(r.text):
		r.Doubt = LooseNumber
	case len(r.Episodes) > 1 && strings.HasSuffix(r.gap(best), "("):
		r.Doubt = MoreNumbers
	}
	if r.Batch {
		r.Episodes = nil
	}
	return true
}

// dateLike reports whether three numbers of two digits with the same gap begin with an item: 05 15 19.
func (r *reading) dateLike(i int) bool {
	for j := i; j < i+3; j++ {
		if !r.number(j) || r.items[j].digits() != 2 || j > i && r.gap(j) != r.gap(i+1) {
			return false
		}
	}
	return true
}

// decimal reports whether a number is followed by what looks like an audio format, but is a decimal place: 26.5.1.
func (r *reading) decimal(i int) bool {
	if i+1 >= len(r.items) || r.items[i+1].kind != blotItem || r.gap(i+1) != "." {
		return false
	}
	return decimalBehind().MatchString(r.text[r.items[i+1].from:r.items[i+1].to])
}

var decimalBehind = compiled(`^[0-9]\.[0-9]$`)

// namedPart reads "Title - Part 2" as a guess. The title must be known, unless the name says that it was on television.
func (r *reading) namedPart() bool {
	from := r.known
	if r.Season != nil {
		from = r.last
	}
	if from == 0 && televised().MatchString(r.text) && !aYear().MatchString(r.text) {
		if at := partInside().FindStringIndex(r.text); at != nil {
			from = at[0]
		}
	}
	at := partBehind().FindStringSubmatchIndex(r.text[from:])
	if at == nil || from == 0 {
		return false
	}
	if at[2] < 0 {
		at[2], at[3] = at[4], at[5] // 1ère partie
	}
	text := r.text[from+at[2] : from+at[3]]
	value := known().counts[key(text)]
	if allDigits(text) {
		value = number(text)
	}
	if value == 0 {
		return false
	}
	r.Episodes, r.Doubt = []int{value}, LooseNumber
	r.first, r.last = from+at[0], from+at[1]
	return true
}

var (
	partInside = compiled(`(?i)[ .,:-]{1,3}(?:part|pt)[ .]`)
	// televised matches what only releases of broadcasts have. Films have WEB-DL.
	televised = compiled(`(?i)[ .](?:(?:[hps]dtv|dsr)(?:rip)?\b|web[ .])`)
)

var partBehind = compiled(`(?i)^[ .,:-]{0,3}(?:(?:part|pt)[ .]{0,2}([0-9]{1,2}|\pL+)|([0-9]{1,2})(?:[èe]?re|[èe](?:me)?|[.ªº])? ?part(?:ie|e)?)\b`)

// loose reads the only number of a name as a guess, if the show is known, or the only range behind a title: "Title 178-179".
func (r *reading) loose() {
	found := -1
	for i, item := range r.items {
		if item.kind != numberItem {
			continue
		}
		if found > 0 && r.shortRange(found, i) {
			continue
		}
		if found >= 0 || r.of[i] != noLabel || item.digits() > 3 || r.glued(i) || !r.clean(i) || r.decimal(i) {
			return
		}
		found = i
	}
	if found < 0 {
		return
	}
	described := found+1 < len(r.items) && r.items[found+1].kind == blotItem && r.items[found].digits() > 1 && !aYear().MatchString(r.text)
	if !r.titled && r.folder == nil && !described { // Title.13.HDTV
		return
	}
	r.take(-1, found)
	r.Doubt = LooseNumber
}

// shortRange reports whether two numbers are the first and the last of a few: 178-179.
func (r *reading) shortRange(first, last int) bool {
	from, to := r.items[first], r.items[last]
	return last == first+1 && r.gap(last) == "-" && from.digits() > 1 && from.digits() == to.digits() &&
		from.value < to.value && to.value <= from.value+fewNumbers && r.of[last] == noLabel && r.clean(last)
}

// bareEnd returns the last item of a number with its version, its range, and the mark of a last episode.
func (r *reading) bareEnd(i int) int {
	last, ranged := i, false
	for {
		switch {
		case r.word(last+1, versionWord) && r.oneDigit(last+2) && only(r.gap(last+1), " ", 1) && r.gap(last+2) == "":
			last += 2
		case !ranged && r.number(last+1) && r.gap(last+1) == "-" && r.items[last+1].value > r.items[i].value,
			last == i && r.number(last+1) && r.gap(last+1) == " - " && r.items[last+1].value == r.items[i].value+1 && r.endsAt(last+1), // 09 - 10
			last == i && r.number(last+1) && only(r.gap(last+1), "+&", 1) && r.items[last+1].value == r.items[i].value+1:
			last, ranged = last+1, true
		case r.word(last+1, endWord) && only(r.gap(last+1), " ", 1):
			return last + 1
		case r.half(last) && r.gap(last+1) == "":
			return last + 1
		default:
			return last
		}
	}
}

// leads reports whether the name begins with a number that is divided from a title.
func (r *reading) leads() bool {
	return r.number(0) && r.around(0, 0).leads() && leadingGap(r.gap(1))
}
