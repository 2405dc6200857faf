package release

import (
	"slices"
	"strings"
)

// readNumbers reads the numbering of the name: season and episodes, in any of the forms that releases have. The surest form
// counts, then the first in the name.
func (r *reading) readNumbers() {
	text := r.rest
	if r.copied {
		text = strings.TrimRight(text, blots+" ") // "12 (1)" is read as "12"
	}
	r.labels = labelled(text, false)
	r.blotYears()
	r.sequel()
	for i := range r.items {
		if r.word(i, allWord) && r.number(i+1) {
			r.of[i+1] = noLabel // 全36集
		}
	}
	switch {
	case r.pair(), r.dotted(), r.compact(), r.special(), r.apart():
		return
	}
	r.unmarked = true
	switch {
	case r.batch():
	case !r.Date.IsZero():
		if r.dateAt > 0 && strings.ContainsRune("[(", rune(r.text[r.dateAt-1])) {
			r.bare() // in "8.Musicians" with a date, 8 is not an episode, but "- 02 [20190412]" has one
		}
	case r.shortDate():
	case r.bare():
		r.volume()
	case r.namedPart():
	default:
		r.loose()
	}
}

// volume takes the number of a volume in front of a bare number as a guess at the season, or its letter: "Livre 5 - 06",
// "Series H - 01".
func (r *reading) volume() {
	if r.Season != nil || r.folder != nil || r.Doubt != "" || len(r.Episodes) == 0 || r.first <= r.known {
		return
	}
	at := volumeInFront().FindStringSubmatch(r.text[r.known:r.first])
	if at == nil {
		return
	}
	season := 0
	switch {
	case at[2] != "":
		season = int(strings.ToUpper(at[2])[0]-'A') + 1
	case allDigits(at[1]):
		season = number(at[1])
	default:
		season = known().counts[key(at[1])]
	}
	if season > 0 {
		r.Season, r.Doubt = &season, MoreNumbers
	}
}

var volumeInFront = compiled(`(?i)\b(?:(?:livre|books?|vol|volume|buch|band|libro|livro|tome)[ .:#-]{1,2}([0-9]{1,2}|[ivx]{1,4})|(?:series|season) ([A-H]))\b`)

// volumeOfEpisode takes the number of a volume directly in front of an episode as a guess at the season: "Vol.3.E02".
func (r *reading) volumeOfEpisode() {
	if r.Season != nil || r.folder != nil || r.Doubt != "" || r.first <= r.known {
		return
	}
	at := volumeOf().FindStringSubmatchIndex(r.text[r.known:r.first])
	if at == nil {
		return
	}
	season := number(r.text[r.known+at[2] : r.known+at[3]])
	r.Season, r.Doubt = &season, NamePart
	r.first = r.known + at[0]
}

// volumeOf matches a volume at the end of what stands before an episode.
var volumeOf = compiled(`(?i)\bvol(?:ume)?[ .#-]{0,2}([0-9]{1,2})[ .,:()\[\]-]{1,4}$`)

// isVolume reports whether the season of a pair is named as a volume.
func (r *reading) isVolume(season int) bool {
	word := r.items[r.by[season]]
	return word.meaning.class == volumeWord && volumeName().MatchString(word.word(r.text))
}

var volumeName = compiled(`(?i)^vol(?:ume)?$`)

// pair reads a season and an episode beside each other: S01E02, Season 1 Episode 2, 2. évad 9. rész, 1x02.
func (r *reading) pair() bool {
	best, strength := -1, 0
	for i := range r.items {
		season := r.seasonBefore(i)
		if season < 0 {
			continue
		}
		if s := r.strength(season, i); s > strength && r.ends(i, s) {
			best, strength = i, s
		}
	}
	if best < 0 {
		return false
	}
	season := r.seasonBefore(best)
	r.take(season, best)
	return true
}

// sequel labels the number or numeral between the show's title and a further number: "Title 2 - 05", "Title III - 01".
func (r *reading) sequel() {
	for i, item := range r.items {
		if r.known == 0 || item.from < r.known {
			continue
		}
		upper := strings.ToUpper(r.text[item.from:item.to]) == r.text[item.from:item.to]
		roman := item.kind == wordItem && item.value > 1 && upper && strings.Trim(r.text[item.from:item.to], "IVX") == ""
		plain := item.kind == numberItem && r.of[i] == noLabel && item.value > 0 && item.value <= 20 && r.text[item.from] != '0'
		if !only(r.rest[r.known:item.from], " .-'!?", 3) {
			return
		}
		if next := r.taken(i); next > 0 {
			r.set(next, episodeLabel, r.by[i])
			r.set(i, seasonLabel, i)
		} else if (roman || plain) && r.countsBehind(i) {
			r.set(i, seasonLabel, i)
		}
		return
	}
}

// taken returns the number behind a word for episodes that took the number in front of it, where the title ends: "Title 2 odc. 07",
// "Title-4. Серия 01". It returns 0 if the number behind may be of something else.
func (r *reading) taken(i int) int {
	item, next := r.items[i], r.by[i]+1
	if item.kind != numberItem || r.of[i] != episodeLabel || next <= i+1 || item.value > 20 || r.text[item.from] == '0' {
		return 0
	}
	if r.labelAt(next) != noLabel || !r.number(next) || !only(r.gap(next), " .-#№", 2) || !r.clean(next) {
		return 0
	}
	if r.text[r.items[next].from] != '0' && !r.endsAt(next) && !strings.HasPrefix(r.gap(next+1), " -") {
		return 0 // "5. díl 12 opic"
	}
	return next
}

// countsBehind reports whether the number of an episode follows an item: " - 05", ".05", " - Eps. 04", " E06", " 第8話".
func (r *reading) countsBehind(i int) bool {
	gap := r.gap(i + 1)
	switch {
	case r.number(i+1) && r.of[i+1] == episodeLabel:
		return only(gap, " -.", 3)
	case r.number(i+1) && gap == " (" && r.word(i+2, ofWord) && r.number(i+3):
		return true // Title 5 (12 из 32)
	case r.number(i + 1):
		return r.of[i+1] == noLabel && only(gap, " -.", 3) && gap != "-" && r.items[i+1].digits() > 1 && r.clean(i+1)
	}
	return (r.word(i+1, episodeWord) || r.word(i+1, nthWord)) && r.labelAt(i+2) == episodeLabel && only(gap, " -.", 3)
}

// seasonBefore returns the labelled season that stands directly before a labelled episode, or -1.
func (r *reading) seasonBefore(episode int) int {
	if r.of[episode] != episodeLabel {
		return -1
	}
	for at := episode - 1; at >= 0 && at >= episode-5; at-- {
		if !only(r.gap(at+1), " .,:#()[]-", 4) {
			return -1
		}
		if r.of[at] == seasonLabel {
			if r.items[at].value > maxSeason || r.items[episode].value > maxNumber {
				return -1
			}
			return at
		}
		if c := r.items[at].meaning.class; r.of[at] != noLabel || c == plainWord && !r.items[at].suffix {
			return -1
		}
	}
	return -1
}

// strength ranks the forms of a pair: S01E02 before words, words before 1x02.
func (r *reading) strength(season, episode int) int {
	switch by := r.items[r.by[episode]].meaning; {
	case by.class == crossWord:
		return 1
	case by.short && r.items[r.by[season]].meaning.short:
		return 3
	}
	return 2
}

// ends reports whether the number of an episode ends cleanly. After S01E02, with two digits each, a word may follow
// directly: S01E02Name.
func (r *reading) ends(episode, strength int) bool {
	return r.clean(episode) || strength == 3 && r.items[episode].digits() >= 2 && r.items[episode].digits() <= 3
}

// take stores a season, an episode, and those that follow it. The season is -1 if only a folder may give it.
func (r *reading) take(season, episode int) {
	from := r.start(episode)
	if season >= 0 {
		value := r.items[season].value
		r.Season = &value
		from = min(from, r.start(season))
	}
	episodes, last := r.chain(episode)
	r.Episodes = episodes
	r.numbering(from, last)
	switch item := r.items[episode]; {
	case season >= 0 && item.digits() == 4 && item.value%100 == item.value/100+1: // S03E0506
		r.Episodes, r.Joined, r.Doubt = []int{item.value / 100, item.value % 100}, item.value, MoreNumbers
	case r.half(last):
		r.Doubt = Half
	case season >= 0 && r.by[season] >= 0 && r.Doubt == "" && r.isVolume(season):
		r.Doubt = NamePart
	case season >= 0 && r.fraction(last) && (last+2 == len(r.items) || r.items[last+2].kind == blotItem):
		r.Episodes, r.Doubt = nil, Decimal
	}
}

// half reports whether an episode is one of two parts: 01a, "E01 cd2".
func (r *reading) half(last int) bool {
	closed := last > 0 && r.of[last-1] == episodeLabel && r.by[last-1] == last // 第25集
	if r.of[last] == noLabel && !r.number(last) && !closed || last+1 >= len(r.items) {
		return false
	}
	next := r.items[last+1]
	text := r.text[next.from:next.to]
	if r.gap(last+1) == "" && len(text) == 1 && text[0]|0x20 >= 'a' && text[0]|0x20 <= 'd' && !r.number(last+2) {
		return true
	}
	behind := r.text[r.items[last].to:]
	worded := closed || r.of[last] == episodeLabel && !r.isShort(last) // in S01E05 Part 1 it is the title
	return discBehind().MatchString(behind) || worded && partBehindNumber().MatchString(behind)
}

// isShort reports whether the word of the episode that ends with an item is a letter: E05.
func (r *reading) isShort(last int) bool {
	return r.of[last] == episodeLabel && r.by[last] >= 0 && r.items[r.by[last]].meaning.short
}

var (
	discBehind = compiled(`(?i)^[ .([-]{1,3}(?:(?:cd|disc|disk)[ .]?[0-9]\b|[1-4] of [2-4]\b)`)
	// partBehindNumber matches a part directly behind an episode: "Folge 33 Teil 1", "25. Bölüm 1. Parça", "第25集 上".
	partBehindNumber = compiled(`(?i)^[ .,([-]{1,3}(?:(?:part|pt|teil|parte|partie|parça|kısım|часть|část|część|deel)[ .]?[1-9](?:[ .)\]]|$)|[1-9]\. ?(?:parça|kısım|часть|část|część|teil)|[1-4]부|[上中下](?:[ .)\]]|$))`)
)

// start returns the offset where a number begins, with the word that labels it.
func (r *reading) start(i int) int {
	at := i
	if r.of[i] != noLabel {
		at = min(i, r.by[i])
	}
	if at > 0 && r.word(at-1, nthWord) {
		at--
	}
	from := r.items[at].from
	if from > 0 && (r.text[from-1] == '[' || r.text[from-1] == '#') {
		from--
	}
	return from
}

// numbering stores the offsets of the numbering and the version behind its last item.
func (r *reading) numbering(from, last int) {
	end := r.items[last].to
	if r.word(last+1, versionWord) && r.oneDigit(last+2) && r.gap(last+2) == "" && only(r.gap(last+1), " ", 1) {
		r.Version = r.items[last+2].value
		end = r.items[last+2].to
	}
	if r.first >= 0 && r.Date.IsZero() {
		from = min(from, r.first)
	}
	r.first, r.last = from, end
}

// oneDigit reports whether an item is a number of one digit.
func (r *reading) oneDigit(i int) bool { return r.number(i) && r.items[i].digits() == 1 }

// dotted reads [5.05], "- 6.01 -", "Episode 1.22": season and episode with a dot between them.
func (r *reading) dotted() bool {
	for i := range r.items {
		if !r.number(i) || !r.number(i+1) || r.gap(i+1) != "." || r.items[i].digits() > 2 || r.items[i+1].digits() < 2 || r.items[i+1].digits() > 3 {
			continue
		}
		front, behind := r.gap(i), r.gap(i+2)
		opens := strings.HasSuffix(front, "[") || strings.HasSuffix(front, " - ") || r.of[i] == episodeLabel && only(front, " .#", 2) && front != ""
		closes := strings.HasPrefix(behind, "]") || strings.HasPrefix(behind, " - ") || i+2 == len(r.items)
		if !opens || !closes {
			continue
		}
		r.of[i], r.of[i+1] = seasonLabel, noLabel
		r.by[i] = i
		r.take(i, i+1)
		return true
	}
	return false
}

// compact reads S0615 and Cap.1905, which hold season and episode in one number.
func (r *reading) compact() bool {
	for i, item := range r.items {
		if item.kind != numberItem || r.of[i] == noLabel || !r.clean(i) || !r.holdsBoth(i) {
			continue
		}
		season, episode := item.value/100, item.value%100
		r.Season, r.Episodes = &season, []int{episode}
		if next := i + 1; r.number(next) && r.of[next] == noLabel && only(r.gap(next), " -", 1) && r.items[next].value/100 == season { // Cap.102_104
			for n := episode + 1; n <= r.items[next].value%100; n++ {
				r.Episodes = append(r.Episodes, n)
			}
		}
		from := r.start(i)
		if at := r.find(seasonLabel); at >= 0 {
			from = min(from, r.start(at))
		}
		r.numbering(from, i)
		return true
	}
	return false
}

// holdsBoth reports whether a labelled number is season and episode in one. S1985 and S2015 could be years, and the season
// of Cap.1905 must be that which the name gives.
func (r *reading) holdsBoth(i int) bool {
	item := r.items[i]
	digits := item.word(r.text)
	switch by := r.items[r.by[i]].word(r.text); {
	case strings.EqualFold(by, "s"):
		return item.digits() == 4 && r.find(episodeLabel) < 0 && (digits[0] == '0' || digits[0] == '1' && digits[1] < '9' || digits[0] >= '3')
	case !strings.EqualFold(by, "cap"), item.digits() > 4, item.value < 100:
		return false
	}
	at := r.find(seasonLabel)
	return at < 0 || at == i || r.items[at].value == item.value/100
}

// mostSpecials bounds the number of a special: in "sp-1101-1102" they are season and episode.
const mostSpecials = 999

// special reads SP04, "OVA 2" and "Special 3" as episodes of season 0. In "E05 - Special 2" the special is a title.
func (r *reading) special() bool {
	at := slices.IndexFunc(r.items, func(i item) bool { return i.meaning.class == specialWord })
	if at < 0 || !r.Date.IsZero() || r.folder != nil && *r.folder > 0 && r.leads() {
		return false
	}
	number := r.find(specialLabel)
	if episode := r.find(episodeLabel); episode >= 0 {
		if episode < at {
			return false
		}
		if number < 0 && r.find(seasonLabel) < 0 { // 特別篇 第3話
			number = episode
		}
	}
	if number < 0 || !r.clean(number) || r.items[number].value > mostSpecials {
		return false
	}
	season := 0
	r.take(-1, number)
	r.Season = &season
	return true
}

// apart reads a season and an episode that are not beside each other, or only one of them: "S3 - 04", "Season 2 第6話",
// "Ep 07". It stores a season without an episode and lets the later forms try the name.
func (r *reading) apart() bool {
	season := -1
	for i := range r.items {
		if r.of[i] == seasonLabel && r.items[i].value <= maxSeason && r.clean(i) {
			season = i
			value := r.items[i].value
			r.Season = &value
			r.numbering(r.start(i), max(i, r.by[i]))
			break
		}
	}
	for i := range r.items {
		if r.of[i] != episodeLabel || r.items[i].value > maxNumber || !r.clean(i) || r.fraction(i) || r.filmChapter(i) {
			continue
		}
		r.take(season, i)
		r.volumeOfEpisode()
		if from := r.start(i); season < 0 && r.Doubt == "" && r.folder == nil && (r.known == 0 && r.titled || only(r.text[:from], " .-", 2)) &&
			partNames().MatchString(r.items[r.by[i]].word(r.text)) {
			r.Doubt = LooseNumber // "Teil 1" of a holiday
		}
		return true
	}
	return false
}

// partNames matches the words for episodes that are also those for the parts of anything.
var partNames = compiled(`(?i)^(?:teile?|части?|частина|část|część|deel)$`)

// filmChapter reports whether a chapter is that of a film: "Chapter 2 2017".
func (r *reading) filmChapter(i int) bool {
	if r.Season != nil || r.folder != nil {
		return false
	}
	if !r.number(i) { // "Episode IV"
		return aYear().MatchString(r.text)
	}
	return i+1 < len(r.items) && r.items[i+1].kind == blotItem && bareYear().MatchString(r.items[i+1].word(r.text)) &&
		strings.EqualFold(r.items[r.by[i]].word(r.text), "chapter")
}

var completeWord = compiled(`(?i)\bcomplete\b`)

// batch reports whether the name is of several seasons, or of a whole one: "Season 1-3", S01-S03, 全46集.
func (r *reading) batch() bool {
	for i := range r.items {
		if r.word(i, allWord) && r.number(i+1) {
			r.Batch = true
		}
		if r.of[i] != seasonLabel || !r.number(i) {
			continue
		}
		last := r.closing(i)
		next, marked := last+1, false
		for next < len(r.items) && (r.items[next].meaning.class == seasonWord || r.word(next, toWord)) {
			marked = true
			next++
		}
		if !r.number(next) || r.items[next].value <= r.items[i].value || r.items[next].digits() > 2 {
			continue
		}
		gap := r.text[r.items[last].to:r.items[next].from]
		joins := r.word(last+1, toWord) || strings.ContainsAny(r.gap(last+1), "-&+,")
		whole := !r.items[r.by[i]].meaning.short || completeWord().MatchString(r.text)
		if joins && marked || (gap == "-" || gap == ",") && whole {
			r.Batch = true
		}
	}
	return r.Batch
}
