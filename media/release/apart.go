package release

import (
	"slices"
	"strings"
)

// A season is a word and a number, in either order. The number precedes the word only as an ordinal or in
// languages with that order: "24 Season 3" is not season 24.
var (
	special      = compiled(`(?i)` + before + `(?:sp|ova|oad|specials?)[ ._-]{0,3}(?:e|ep)?([0-9]{1,3})`)
	oneEpisode   = compiled(`(?i)` + before + `(?:(?:` + episodeWords + `|eps?)[ .:#_-]{0,3}|e)([0-9]{1,4})`)
	oneSeason    = compiled(`(?i)` + before + `(?:s([0-9]{1,4})|(?:` + seasonWords + `)[ .:#-]{0,2}([0-9]{1,4}|` + cardinals + `)|([0-9]{1,2}) ?(?:st|nd|rd|th|er|ème|\.)[ .](?:` + seasonWords + `)|(` + ordinals + `)[ .](?:` + seasonWords + `))`)
	seasonBehind = compiled(`(?i)` + before + `([0-9]{1,2})[aoª]?[ .]{1,3}(?:temporada|sezon|сезон)`)
)

// special reads SP04, "OVA 2" and "Special 3" as episodes of season 0. In "E05 - Special 2" the special is a
// title.
func (r *reading) special() bool {
	at := special().FindStringSubmatchIndex(r.rest)
	if at == nil || !r.ends(at[3]) || r.surer(at[0]) {
		return false
	}
	season := 0
	r.Season = &season
	r.Episodes = []int{number(r.rest[at[2]:at[3]])}
	r.numbering(r.trimmed(at[0]), at[3])
	return true
}

// surer reports whether the name identifies the episode more clearly before the given offset. That is an
// explicit episode number, a date, or a leading number in a season's folder.
func (r *reading) surer(at int) bool {
	episode := oneEpisode().FindStringIndex(r.rest)
	return !r.Date.IsZero() || episode != nil && episode[0] < at ||
		r.folder != nil && *r.folder > 0 && inFront().MatchString(r.rest)
}

// apart reads a season and an episode that are not adjacent, or only one of them: "S3 - 04", "Season 2 第6話",
// "Ep 07". It stores a season without an episode and lets the later rules try the name.
func (r *reading) apart() bool {
	from := r.ownSeason()
	for _, at := range oneEpisode().FindAllStringSubmatchIndex(r.rest, -1) {
		episodes, end := r.more(number(r.rest[at[2]:at[3]]), at[3], chained)
		if episodes == nil || !r.ends(end) || fraction().MatchString(r.rest[end:]) {
			continue
		}
		r.Episodes = episodes
		first := r.trimmed(at[0])
		if from >= 0 {
			first = min(first, from)
		}
		r.numbering(first, end)
		return true
	}
	return false
}

// ownSeason stores the season that the name itself gives and returns its offset, or -1.
func (r *reading) ownSeason() int {
	found := append(oneSeason().FindAllStringSubmatchIndex(r.rest, -1), seasonBehind().FindAllStringSubmatchIndex(r.rest, 1)...)
	for _, at := range found {
		if season := seasonOf(r.rest, at); season <= maxNumber && r.ends(at[1]) {
			r.Season = &season
			r.numbering(r.trimmed(at[0]), at[1])
			return r.first
		}
	}
	return -1
}

// seasonOf returns the number that oneSeason matched, as digits or as a word.
func seasonOf(text string, at []int) int {
	for i := 2; i < len(at); i += 2 {
		if at[i] < 0 {
			continue
		}
		word := strings.ToLower(text[at[i]:at[i+1]])
		if allDigits(word) {
			return number(word)
		}
		return 1 + slices.IndexFunc(countWords, func(pair [2]string) bool { return word == pair[0] || word == pair[1] })
	}
	return maxNumber + 1
}

// The number words that a season's folder may contain.
const (
	cardinals = `one|two|three|four|five|six|seven|eight|nine|ten`
	ordinals  = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth`
)

var countWords = [][2]string{
	{"one", "first"},
	{"two", "second"},
	{"three", "third"},
	{"four", "fourth"},
	{"five", "fifth"},
	{"six", "sixth"},
	{"seven", "seventh"},
	{"eight", "eighth"},
	{"nine", "ninth"},
	{"ten", "tenth"},
}
