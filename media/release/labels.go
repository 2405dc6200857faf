package release

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// label is what a number stands for.
type label uint8

const (
	noLabel label = iota
	seasonLabel
	episodeLabel
	specialLabel
)

// labels are the items of a text, with what each number stands for.
type labels struct {
	text  string
	items []item
	of    []label
	// folder reports that the text is the name of a folder.
	folder bool
	by     []int // for each labelled number the item that says so
}

// inFolder reads the names of folders, where a volume is a season.
const inFolder = true

// labelled gives each number the label of the word beside it. A word takes the number before or behind it, by the
// order of its language and by what the words next to it need. No number is taken twice.
func labelled(text string, folder bool) *labels {
	l := &labels{text: text, items: scan(text), folder: folder}
	l.of, l.by = make([]label, len(l.items)), make([]int, len(l.items))
	for i := range l.by {
		l.by[i] = -1
	}
	before := -1 // the last word, if it took the number before it
	for i := range l.items {
		class := l.class(i)
		switch {
		case class == noLabel:
			if l.items[i].meaning.class == crossWord {
				l.cross(i)
			}
			continue
		case l.items[i].meaning.short:
			l.short(i, class)
			continue
		}
		front, behind := l.inFront(i), l.behind(i)
		at := l.side(i, front, behind, before)
		if at < 0 {
			continue
		}
		if before = -1; at < i {
			before = i
			l.lead(at, class, i)
		}
		l.set(at, class, i)
	}
	return l
}

// lead labels the first number of a range before a word: 1-3 集.
func (l *labels) lead(at int, class label, by int) {
	if l.number(at-1) && l.of[at-1] == noLabel && class == episodeLabel && l.gap(at) != "" && only(l.gap(at), "-&+,.", 2) && strings.Trim(l.gap(at), ".") != "" && (!l.glued(at-1) || l.word(at-2, nthWord)) {
		l.set(at-1, class, by)
	}
	if l.word(at-1, nthWord) {
		at-- // 第1-第3集
	}
	if l.joins(at-1) && l.number(at-2) && l.of[at-2] == noLabel && class == episodeLabel {
		l.set(at-2, class, by)
	}
}

// joins reports whether a word stands between two numbers of a list or a range: and, to, and letters such as e, a, y.
func (l *labels) joins(i int) bool {
	if l.word(i, toWord) || l.word(i, andWord) {
		return true
	}
	return i > 0 && i+1 < len(l.items) && l.items[i].meaning.short && strings.HasSuffix(l.gap(i), " ") && l.gap(i+1) == " " &&
		len(l.items[i].word(l.text)) <= len("à") && strings.ContainsAny(key(l.items[i].word(l.text)), "aeioy")
}

// class returns the label that a word gives.
func (l *labels) class(i int) label {
	switch c := l.items[i].meaning.class; {
	case c == seasonWord, c == volumeWord && (l.folder || l.next(i, episodeWord)):
		return seasonLabel
	case c == episodeWord:
		return episodeLabel
	case c == specialWord:
		return specialLabel
	case c == eitherWord:
		if l.folder || l.next(i, episodeWord) {
			return seasonLabel
		}
		return episodeLabel
	}
	return noLabel
}

// next reports whether the next word of the numbering after item i is of a class.
func (l *labels) next(i int, class class) bool {
	for j := i + 1; j < len(l.items) && j <= i+5; j++ {
		if m := l.items[j].meaning; m.class == class && !m.paired {
			return true
		}
	}
	return false
}

func (l *labels) set(at int, to label, by int) { l.of[at], l.by[at] = to, by }

// gap returns the text between the item before i and item i. Gap 0 is what stands before the first item.
func (l *labels) gap(i int) string {
	from, to := 0, len(l.text)
	if i > 0 {
		from = l.items[i-1].to
	}
	if i < len(l.items) {
		to = l.items[i].from
	}
	return l.text[from:to]
}

func (l *labels) number(i int) bool {
	return i >= 0 && i < len(l.items) && l.items[i].kind == numberItem
}

func (l *labels) word(i int, class class) bool {
	return i >= 0 && i < len(l.items) && l.items[i].kind == wordItem && l.items[i].meaning.class == class
}

// only reports whether a gap is short and has only some characters.
func only(gap, chars string, most int) bool {
	return len(gap) <= most && strings.Trim(gap, chars) == ""
}

// short reads a letter that stands directly before its number: S01, E02. With a space between them both numbers must be
// there: S 01 E 02. In 01E06 the number before the letter is the season.
func (l *labels) short(i int, class label) {
	if !l.number(i + 1) {
		return
	}
	if l.items[i].meaning.paired && !l.partner(i, class) {
		return
	}
	gap, touches := l.gap(i+1), i > 0 && l.gap(i) == ""
	ep := l.items[i].to-l.items[i].from > 1 && class == episodeLabel
	switch {
	case touches && l.number(i-1) && class == episodeLabel && l.of[i-1] == noLabel && gap == "":
		if l.items[i-1].digits() == 2 && l.items[i+1].digits() == 2 && !l.glued(i-1) {
			l.set(i-1, seasonLabel, i)
			l.set(i+1, episodeLabel, i)
		}
		return
	case touches && l.number(i-1) && class == seasonLabel && l.of[i-1] != episodeLabel, // but E12S02
		touches && !l.number(i-1) && l.items[i-1].kind != blotItem && !l.word(i-1, plainWord):
		return
	case gap == "" && (!l.folder || !l.items[i].meaning.paired), ep && only(gap, " .:#-", 3):
	case class == seasonLabel && only(gap, " .:", 2) && l.spacedPair(i):
	case class == episodeLabel && only(gap, " .:", 2) && l.labelAt(i-1) == seasonLabel:
	default:
		return
	}
	l.set(i+1, class, i)
}

// partner reports whether beside a letter with its number stands one of the other class with its own.
func (l *labels) partner(i int, class label) bool {
	if l.gap(i+1) != "" {
		return false
	}
	if class == episodeLabel {
		return l.labelAt(i-1) == seasonLabel && only(l.gap(i), " .-", 3) && l.by[i-1] == i-2 && l.items[i-2].meaning.short
	}
	return l.number(i+3) && l.gap(i+3) == "" && only(l.gap(i+2), " .-", 3) && l.items[i+2].meaning.short && l.items[i+2].meaning.class == episodeWord &&
		(i+4 == len(l.items) || l.gap(i+4) != "")
}

// spacedPair reports whether S 01 E 02 begins at item i.
func (l *labels) spacedPair(i int) bool {
	return l.number(i+3) && (l.items[i+2].meaning.class == episodeWord || l.items[i+2].meaning.class == eitherWord) && !l.items[i+2].meaning.paired
}

func (l *labels) labelAt(i int) label {
	if !l.number(i) {
		return noLabel
	}
	return l.of[i]
}

// glued reports whether a number touches a letter before it.
func (l *labels) glued(i int) bool { return i > 0 && l.gap(i) == "" && l.items[i-1].kind == wordItem }

// cross reads 1x02 and "1 x 02". The season has at most two digits or is a year, the episode at most three. A season of
// one digit may touch a word, because nothing else in a name looks like it: Castle1x01.
func (l *labels) cross(i int) {
	if l.labelAt(i-1) == seasonLabel && l.gap(i) != "" && only(l.gap(i), " -", 3) && l.number(i+1) && l.gap(i+1) == "" && l.clean(i+1) {
		l.set(i+1, episodeLabel, i) // s03-x01
		return
	}
	if !l.number(i-1) || !l.number(i+1) || l.of[i-1] == episodeLabel {
		return
	}
	season, episode := l.items[i-1], l.items[i+1]
	if l.gap(i) == "" && l.gap(i+1) == "(" && l.of[i-1] == noLabel && season.digits() <= 2 && !l.glued(i-1) { // 5x(03-04)
		l.set(i-1, seasonLabel, i)
		l.set(i+1, episodeLabel, i)
		return
	}
	spaced := l.gap(i) == " " && l.gap(i+1) == " " && episode.digits() == 2
	if l.gap(i) != "" && !spaced || l.gap(i+1) != "" && !spaced || episode.digits() > 3 || !l.clean(i+1) && !l.word(i+2, crossWord) {
		return
	}
	if l.of[i-1] == noLabel && (season.digits() > 2 && !yearLike(season) ||
		l.glued(i-1) && (season.digits() != 1 || episode.digits() != 2)) {
		return
	}
	l.set(i-1, seasonLabel, i)
	l.set(i+1, episodeLabel, i)
}

func yearLike(i item) bool { return i.digits() == 4 && i.value >= 1900 && i.value < 2100 }

// inFront returns the number that stands before a word and may belong to it, or -1.
func (l *labels) inFront(i int) int {
	at := i - 1
	gap := l.gap(i)
	if at > 0 && l.items[at].kind == wordItem && l.items[at].suffix && l.number(at-1) && only(l.gap(at), "-.:'", 1) && only(gap, " .-", 2) {
		if l.of[at-1] == noLabel && !l.glued(at-1) {
			return at - 1 // 2nd Season, 2-й сезон
		}
		return -1
	}
	if at < 0 || l.items[at].value == 0 && !l.number(at) || l.of[at] != noLabel || !only(gap, " .-^°", 2) || strings.HasSuffix(gap, " -") {
		return -1
	}
	if l.items[at].kind == wordItem {
		roman := l.items[at].word(l.text) == strings.ToUpper(l.items[at].word(l.text)) // II sezona
		if gap == "" || l.items[at].cardinal && (l.items[i].meaning.order == wordFirst || l.items[at].to-l.items[at].from < 3 && !roman) {
			return -1 // "Second Season", but not "One Season"
		}
		return at
	}
	if l.glued(at) && l.items[at-1].meaning.class == plainWord {
		return -1
	}
	if order := l.items[i].meaning.order; order == wordFirst || order == dotOrdinal && !strings.ContainsAny(gap, ".^°") {
		return -1
	}
	return at
}

// behind returns the number that stands behind a word and may belong to it, or -1.
func (l *labels) behind(i int) int {
	at := i + 1
	if at >= len(l.items) {
		return -1
	}
	if l.word(at, fillWord) && at+1 < len(l.items) && only(l.gap(at), " ", 1) && only(l.gap(at+1), " .-", 2) {
		at++ // Puntata n. 3, Musim ke-5
	}
	gap, most := l.gap(at), 2
	if l.items[i].meaning.class == episodeWord || l.items[i].meaning.class == specialWord {
		most = 3
	}
	if !only(gap, " .:#-'", most) {
		return -1
	}
	if l.number(at) {
		if l.items[i].meaning.order == numberFirst && strings.HasPrefix(gap, " -") && l.inFront(i) >= 0 {
			return -1 // 2 сезон - 05
		}
		if yearLike(l.items[at]) && !l.folder && !l.mayBeYear(i) {
			return -1
		}
		return at
	}
	if l.items[at].meaning.class == toWord && at+1 < len(l.items) && l.items[at+1].kind == wordItem && l.gap(at+1) == " " {
		at++ // Sezonul al șaptelea
	}
	if l.folder && l.items[i].meaning.class == seasonWord && gap != "" && l.lettered(at) {
		l.items[at].value = int(l.text[l.items[at].from]-'A') + 1
	}
	if l.items[at].value > 0 && gap != "" && l.items[i].meaning.class != specialWord {
		return at // Season Two, Season II
	}
	return -1
}

// lettered reports whether a word is the letter of a season at the end of a name: Series B.
func (l *labels) lettered(i int) bool {
	item := l.items[i]
	return i+1 == len(l.items) && item.kind == wordItem && item.to-item.from == 1 && l.text[item.from] >= 'A' && l.text[item.from] <= 'H'
}

// mayBeYear reports whether the number of a word may look like a year: Season 2023, Cap.1905.
func (l *labels) mayBeYear(i int) bool {
	text := l.text[l.items[i].from:l.items[i].to]
	return l.items[i].meaning.class == seasonWord && !strings.EqualFold(text, "series") || strings.EqualFold(text, "cap")
}

// side decides whether a word's number stands before or behind it. It returns -1 if there is none.
func (l *labels) side(i, front, behind, before int) int {
	if front < 0 || behind < 0 {
		return max(front, behind)
	}
	ordinal := strings.HasPrefix(l.gap(i), ".") || l.word(front-1, nthWord) || front < i-1
	if next := behind + 1; next < len(l.items) && l.class(next) != noLabel && !l.items[next].meaning.short && l.inFront(next) == behind {
		// The number between two words belongs to the second if that one has no other.
		if further := l.behind(next); further >= 0 && (!ordinal || !strings.HasPrefix(l.gap(next), ".")) {
			return behind
		}
		return front
	}
	switch {
	case l.class(i) == seasonLabel && l.labelAt(front-1) == episodeLabel && only(l.gap(front), " /", 1):
		return behind // osa 5/12. Tuotantokausi 2
	case before >= 0:
		return front
	case i >= 2 && l.of[front] != noLabel, yearLike(l.items[front]):
		return behind
	case l.gap(behind) == "" && l.gap(i) != "":
		return behind
	case ordinal, l.items[i].meaning.order == numberFirst:
		return front
	}
	return behind
}

// clean reports whether a number ends there: no letter follows, except a version, a mark of the numbering, one letter
// for a part (05b), or a script without spaces.
func (l *labels) clean(i int) bool {
	if i+1 >= len(l.items) || l.gap(i+1) != "" || l.items[i+1].kind != wordItem {
		return true
	}
	next := l.items[i+1]
	if l.of[i] != noLabel && (l.by[i] > i && l.by[i] <= i+2 || next.suffix) {
		return true
	}
	first, size := utf8.DecodeRuneInString(l.text[next.from:next.to])
	if size == next.to-next.from && 'a' <= first|0x20 && first|0x20 <= 'd' && (!l.number(i+2) || l.gap(i+2) != "") {
		return true
	}
	c := next.meaning.class
	if c == seasonWord || c == episodeWord {
		return l.number(i+2) && !next.meaning.paired
	}
	return slices.Contains([]class{crossWord, versionWord, endWord, ofWord, nthWord}, c) || unspaced(first)
}

// fraction reports whether a number has a decimal place, as that of a recap such as 14.5.
func (l *labels) fraction(i int) bool {
	return l.number(i+1) && l.gap(i+1) == "." && l.items[i+1].digits() == 1
}

// find returns the first item with a label, or -1.
func (l *labels) find(of label) int { return slices.Index(l.of, of) }
