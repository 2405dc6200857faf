package release

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words for season and episode in the languages common in release names.
const (
	seasonWords  = `season|series|saison|staffel|temporada|temp|stagione|seizoen|sezon|сезон`
	episodeWords = `episodes?|épisodes?|episodios?|episódio|folge|cap[ií]tulo|cap|aflevering|afl|odcinek|odc|сери[яи]|эпизод`
	// before matches what may precede a token: anything that does not make it part of a word.
	before = `(?:^|[^\pL\pM\pN])`
)

// In each pattern the first group is the season and the second the episode.
var (
	seasonEpisode = compiled(`(?i)` + before + `(?:so?|t|sn)([0-9]{1,4})[ ._,()\[\]-]{0,3}x?(?:e|ep|episode)[ ._]{0,2}([0-9]{1,5})`)
	inWords       = compiled(`(?i)` + before + `(?:` + seasonWords + `)[ .:#-]{0,2}([0-9]{1,4})[ .,:-]{0,4}(?:` + episodeWords + `|ep|e)[ .:#-]{0,3}([0-9]{1,4})`)
	crossed       = compiled(`(?i)` + before + `((?:19|20)[0-9]{2}|[0-9]{1,2})[xх]([0-9]{1,3})`)
	dotted        = compiled(`(?i)(?:\[| - |(?:episode|ep)[ .#]{1,2})([0-9]{1,2})\.([0-9]{2,3})(?:\]| - |$)`)
	// joinedPair may touch a word on either side, because nothing else in a name looks like it.
	joinedPair  = compiled(`S([0-9]{2})E([0-9]{2,3})(?:[^0-9]|$)|\b([0-9]{2})E([0-9]{2})\b|\pL([0-9])x([0-9]{2})(?:[^\pL\pN]|$)`)
	compactPair = compiled(`(?i)` + before + `s(0[0-9]|1[0-8]|[3-9][0-9])([0-9]{2})`)
)

var (
	// The further episodes of one file, after the first.
	chained = compiled(`(?i)^(?:v[0-9])?(?:([ .+&,-]{0,3})(?:s[0-9]{1,4})?(?:e|ep)[ .]?([0-9]{1,4})|([&+-])([0-9]{1,4}))`)
	chainX  = compiled(`(?i)^(?:([ .+&-]{0,3})(?:[0-9]{1,2}|(?:19|20)[0-9]{2})x([0-9]{2,3})|(-)([0-9]{1,3})|()x([0-9]{2,3}))`)
	version = compiled(`(?i)^ ?v([0-9])`)
)

// seasonEpisode reads S01E02 and its variants: s1e2, S01.E02, T01E02 (temporada), S02E03E04, S02E03-05.
func (r *reading) seasonEpisode() bool { return r.pair(seasonEpisode, chained) }

// inWords reads "Season 1, Episode 2".
func (r *reading) inWords() bool { return r.pair(inWords, chained) }

// crossed reads 1x02, 1x03-04, 2x07.2x08.
func (r *reading) crossed() bool { return r.pair(crossed, chainX) }

// dotted reads [5.05], "- 6.01 -", "Episode 1.22".
func (r *reading) dotted() bool { return r.pair(dotted, chained) }

// compact reads S0615. It skips S1985 and S2015, which could be years.
func (r *reading) compact() bool { return r.pair(compactPair, chained) }

// glued reads a pair that touches a word: "NameS01E06", "S01E22b", "Castle1x01", and 01E06.
func (r *reading) glued() bool {
	at := joinedPair().FindStringSubmatchIndex(r.rest)
	if at == nil {
		return false
	}
	for i := 2; i < len(at); i += 4 {
		if at[i] < 0 {
			continue
		}
		season := number(r.rest[at[i]:at[i+1]])
		r.Season, r.Episodes = &season, []int{number(r.rest[at[i+2]:at[i+3]])}
		first := at[i]
		if i == 2 {
			first-- // the S
		}
		r.numbering(first, at[i+3])
		return true
	}
	return false
}

// pair uses the first match that gives a season and an episode, and that no letter or digit follows.
func (r *reading) pair(first, chain expression) bool {
	for from := 0; from < len(r.rest); {
		at := first().FindStringSubmatchIndex(r.rest[from:])
		if at == nil {
			return false
		}
		season, episode := number(r.rest[from+at[2]:from+at[3]]), number(r.rest[from+at[4]:from+at[5]])
		episodes, end := r.more(episode, from+at[5], chain)
		if season <= maxNumber && episodes != nil && r.ends(end) {
			r.Season = &season
			r.Episodes = episodes
			r.numbering(r.trimmed(from+at[0]), end)
			return true
		}
		from += at[3]
	}
	return false
}

// more reads the episodes after the first: a list (E03E04) or, after a dash, a range.
func (r *reading) more(episode, end int, chain expression) ([]int, int) {
	if episode > maxNumber {
		return nil, end
	}
	episodes := []int{episode}
	for end < len(r.rest) {
		at := chain().FindStringSubmatchIndex(r.rest[end:])
		if at == nil || !r.ends(end+at[1]) && !r.goesOn(end+at[1]) {
			break
		}
		dash, text := group(r.rest[end:], at)
		next, last := number(text), episodes[len(episodes)-1]
		if next <= last || next > maxNumber || next-episodes[0] >= maxSpan {
			break
		}
		if strings.Contains(dash, "-") {
			for n := last + 1; n < next; n++ {
				episodes = append(episodes, n)
			}
		}
		episodes = append(episodes, next)
		end += at[1]
	}
	return episodes, end
}

// group returns the separator and the number of the alternative that matched.
func group(text string, at []int) (dash, digits string) {
	for i := 2; i+3 < len(at); i += 4 {
		if at[i+2] >= 0 {
			return text[at[i]:at[i+1]], text[at[i+2]:at[i+3]]
		}
	}
	return "", ""
}

// goesOn reports whether another episode follows directly, as in E03E04.
func (r *reading) goesOn(at int) bool {
	return at < len(r.rest) && strings.ContainsRune("eExX", rune(r.rest[at]))
}

// ends reports whether a number ends at an offset: no letter or digit follows, except a version.
func (r *reading) ends(at int) bool {
	if v := version().FindStringIndex(r.rest[at:]); v != nil {
		at += v[1]
	}
	next, _ := utf8.DecodeRuneInString(r.rest[at:])
	return at == len(r.rest) || unicode.In(next, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		!unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// trimmed skips the text before the token that the pattern included in its match.
func (r *reading) trimmed(at int) int {
	for at < len(r.rest) {
		next, size := utf8.DecodeRuneInString(r.rest[at:])
		if unicode.IsLetter(next) || unicode.IsDigit(next) || next == '[' || next == '#' {
			break
		}
		at += size
	}
	return at
}

// numbering stores the offsets of the numbering and the version after it.
func (r *reading) numbering(first, last int) {
	if v := version().FindStringSubmatchIndex(r.rest[last:]); v != nil {
		r.Version = number(r.rest[last+v[2] : last+v[3]])
		last += v[1]
	}
	r.first, r.last = first, last
}
