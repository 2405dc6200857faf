package timephrase

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// class is what a word can be in a phrase of time.
type class uint8

const (
	plain       class = iota
	relative          // "yesterday", "上周"; unit, value: units after the present one, part
	dayName           // "Friday"; value: from Monday = 1
	monthName         // "March"; value
	quarterOf         // "Q3"; value
	halfOf            // "H1"; value
	unitName          // "week"; unit
	number            // "three"; value
	severalOf         // "few", "几": no exact number
	coupleOf          // "couple" in "a couple of"
	digit             // "三"; value, 10 for 十
	ordinal           // "third"; value
	lastOf            // "last"; value: how many periods back
	pastOf            // "past": the period that ends now
	thisOf            // "this"
	nextOf            // "next"
	everyOf           // "every"
	agoWord           // "ago", "前"
	vorWord           // "vor": ago or before
	preposition       // "in"; value: onDay, inMonth
	article           // "the"
	ofWord            // "of"
	sinceWord         // "since"
	fromWord          // "from", "von": begins a range, or is a preposition
	beforeWord        // "before"
	afterWord         // "after"
	untilWord         // "until"
	toWord            // "to"
	zumWord           // "zum" in "bis zum"
	nowWord           // "now": the end of a period
	zuWord            // "zu": "zu tun" is an intent
	betweenWord       // "between"
	andWord           // "and"
	aboutWord         // "about" before a number
	partName          // "morning"; part
	edgeName          // "early"; value: edge
	futureDay         // "tomorrow"
	comparing         // "than": no period of the question
	versionWord       // "version": the number after it is no date
	measure           // "次", or "个", whose value is 1: before a counted thing
	half              // "half", "半"
	dayWord           // "号", or "日", whose value is that of the weekday
	suffixSince       // "以来", whose value is 1, and "起", which also begins what is planned
	suffixAfter       // "之后"
	upTo              // "截至"
	recent            // "最近" before a number; "lately", whose value is a number of days
	together          // "一起"
)

// recentDays is what "lately" means, in days.
const recentDays = 30

// The values of prepositions: what can follow.
const (
	onDay   = 1
	inMonth = 2
)

// flags are further properties of a word.
type flags uint32

const (
	english flags = 1 << iota
	german
	abbreviated // needs a capital letter and a preposition
	ambiguous   // a month that is also another word
	plural      // of a unit
	// A modal or a deadline: the question may be about the future.
	intent
	// An intent, unless the question is about the past: "What was planned?".
	plan
	// A verb of the past tense.
	past
	// A verb that is an intent before "to" or after "zu".
	intentTo
	// Before a number: "more than three days ago" is not exact.
	inexact
	// A move of an appointment: "from Friday to Monday" is no period.
	moving
	// A form of "haben", which needs a participle to be past.
	having
	// A word that a weekday or a year can follow without a preposition: "do", "wir".
	doing
	// "was", which is also a German word.
	wasWord
	// What failed, or worked.
	failing
	working
	fnEnglish
	fnGerman
	fnChinese
)

const fnAny = fnEnglish | fnGerman | fnChinese

// entry describes a word.
type entry struct {
	class class
	value int
	unit  unit
	part  part
	flags flags
}

// row is a line of a table of words. Blanks separate words of the same meaning. The value rises by one after each comma.
type row struct {
	class class
	value int
	unit  unit
	part  part
	flags flags
	words string
}

// lexicon holds the words of all languages, in lower case.
type lexicon struct {
	words map[string]entry
	// longest is the length in bytes of the longest Chinese word that begins with a character.
	longest map[rune]int
}

// words builds the lexicon when the first question is read.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{words: make(map[string]entry, 1400), longest: make(map[rune]int, 300)}
	for _, table := range [][]row{englishWords(), germanWords(), chineseWords()} {
		for _, r := range table {
			l.add(r)
		}
	}
	return l
})

// add adds the words of a row.
func (l *lexicon) add(r row) {
	for list := range strings.SplitSeq(r.words, ",") {
		for word := range strings.FieldsSeq(list) {
			l.addWord(word, r)
		}
		r.value++
	}
}

// addWord adds a word. The properties of a word in several rows are joined; its first class counts.
func (l *lexicon) addWord(word string, r row) {
	e := l.words[word]
	if e.class == plain {
		e.class, e.value, e.unit, e.part = r.class, r.value, r.unit, r.part
	}
	e.flags |= r.flags
	l.words[word] = e
	if first, _ := utf8.DecodeRuneInString(word); isHan(first) {
		l.longest[first] = max(l.longest[first], len(word))
	}
}

// dayWithPart reads German compounds such as "Freitagabend".
func (l *lexicon) dayWithPart(word []byte) (entry, bool) {
	for i := len(word) - 1; i > 5; i-- {
		if day, ok := l.words[string(word[:i])]; ok && day.class == dayName && day.flags&german != 0 {
			rest := l.words[string(word[i:])]
			day.part = rest.part
			return day, rest.part != allDay
		}
	}
	return entry{}, false
}
