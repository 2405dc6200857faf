package release

import (
	"strings"
	"unicode"
)

// titleOf returns the text before the numbering or, without one, before the first technical part.
func (r *reading) titleOf() string {
	if r.first < 0 {
		return r.titleInFront()
	}
	title := r.text[:r.first]
	if r.dateAt > 0 && r.dateAt < r.first {
		title = title[:r.dateAt]
	}
	if site := signed().FindString(title); fold(title[len(site):]) != "" {
		title = title[len(site):]
	}
	if bracket := leading().FindString(title); bracket != "" && fold(title[len(bracket):]) != "" {
		title = title[len(bracket):]
	}
	// In [Group][Title][Another title][05] the first title counts.
	title, _, _ = strings.Cut(title, "][")
	title = aYearAtEnd().ReplaceAllString(title, "")
	return withoutSet(tidy(remarks().ReplaceAllString(title, " "), title))
}

// withoutSet removes the mark of a whole show from the end of a title.
func withoutSet(title string) string {
	if short := wholeSet().ReplaceAllString(title, ""); short != "" {
		return short
	}
	return title
}

// titleInFront returns the text up to the first bracket or technical part. It skips leading brackets, a site
// and a year.
func (r *reading) titleInFront() string {
	years := aYear().FindAllStringIndex(r.text, -1)
	rest := r.withTitleWords(years)
	start := len(signed().FindString(r.text))
	start += len(leading().FindString(r.text[start:]))
	if len(years) == 1 {
		start += len(yearInFront().FindString(r.text[start:]))
	}
	if fold(r.text[start:]) == "" || strings.Trim(rest[start:], blots+" .-[]()") == "" {
		start = 0
	}
	end := max(r.known, start)
	if at := strings.IndexAny(rest[end:], blots+"[("); at >= 0 {
		end += at
	} else {
		end = len(r.text)
	}
	if at := beforeYear().FindStringIndex(rest[end:]); at != nil && len(years) > 0 && end+at[1] == years[len(years)-1][0] {
		end += at[1] // as in "Madame Web 2024", "Guardians of the Galaxy Vol 3 2023"
	}
	if completeWord().MatchString(r.text[end:min(len(r.text), end+len("complete"))]) {
		if the := end - len("the "); the > start && strings.EqualFold(r.text[the:end], "the ") {
			end = the
		}
	}
	title := tidy(r.text[start:end], r.text)
	if strings.HasPrefix(rest[end:], blots) {
		title = tidy(languageTags().ReplaceAllString(r.text[start:end], ""), r.text)
	}
	return withoutSet(title)
}

const blots = string(blot)

var (
	// signed matches the address of a site at the beginning of a name.
	signed = compiled(`(?i)^www?[ .,][^ ]+(?: [a-z]{2,4})? ?- `)
	// beforeYear matches an apparent technical part directly before the year, which is a word of the title.
	beforeYear = compiled(`^\x1f+[ .(\[]{1,2}`)
	// yearInFront matches a leading year. It is not the title if other text follows: "2012 - Title", "(2000)
	// Title".
	yearInFront = compiled(`^[(\[]?(?:19|20)[0-9]{2}[)\]]?[ .-]+`)
	// completed matches the mark of a whole season or show, unless it is a word of the title.
	completed = compiled(`(?i)\bcomplete\b[ .]+(?:[0-9\pL]+)`)
	// languageTags matches languages and editions, the last words before the technical parts. Most are matched
	// only in capitals, as releases write them, so "The Italian Job" keeps its title.
	languageTags = compiled(`(?:[ .-](?:FRENCH|VOSTFR|TRUEFRENCH|VFF?|GERMAN|iTALiAN|ITALIAN|iTA|ITA|ENG|SPANISH|LATINO|CASTELLANO|SWEDISH|SWESUB|NORDiC|NORDIC|DANISH|DUTCH|FLEMISH|POLISH|PL|RUSSIAN|RUS|HINDI|Hindi|TAMIL|Tamil|TELUGU|Telugu|KOREAN|JAPANESE|CHINESE|DUAL|DUBBED|SUBBED|UNRATED|EXTENDED|REMASTERED|UNCUT|LIMITED|IMAX|READNFO|FESTIVAL|CAMHD|CAM|HQ))+[ .(-]*$`)
)

// OfFolder returns the show's title and year (0 for none) in the name of a folder that is named like a release: with a season,
// an episode or a date, with what describes a file, or with a site. Other names are titles as they stand; then ok is false.
func OfFolder(name string) (title string, year int, ok bool) {
	text, r := normalise(cut(name)), Parse(name)
	numbered := r.Batch || r.Season != nil || r.Marked || !r.Date.IsZero()
	if !numbered && !packaged().MatchString(text) && !signed().MatchString(text) || onlyDetails().MatchString(r.Title) {
		return "", 0, false
	}
	return r.Title, r.Year, fold(r.Title) != ""
}

// packaged matches what only the name of a release has. Details such as "web" and "complete" may be words of a title.
var packaged = compiled(`(?i)\b(?:[0-9]{3,4}[pi]|[xh][ .]?26[456]|hevc|xvid|divx|web(?:-?dl|-?rip)|blu-?ray|b[dr]rip|dvd-?rip|[hp]dtv|(?:hdtv|tv|sat|hd)rip|remux)\b`)

// withTitleWords returns rest with the years and the word "complete" that belong to the title restored. Of
// several years the last is the release year, as in "Blade Runner 2049 2017".
func (r *reading) withTitleWords(years [][]int) string {
	rest := []byte(r.rest)
	restore := func(from, to int) { copy(rest[from:to], r.text[from:to]) }
	for i := range len(years) - 1 {
		if from := years[i][0]; from < r.dateAt || from >= r.dateEnd {
			restore(from, years[i][1])
		}
	}
	if at := completed().FindStringIndex(r.text); at != nil && !strings.Contains(r.rest[at[0]+len("complete"):at[1]], blots) {
		if word := strings.ToLower(r.text[at[0]:at[1]]); !set().MatchString(word) {
			restore(at[0], at[0]+len("complete"))
		}
	}
	return string(rest)
}

// set matches the words after "complete" that make it describe the release.
var set = compiled(`(?:series|seasons?|collection|box|pack|set|s[0-9]+)$`)

// tidy replaces dots that stand for spaces and trims separators. If nothing is left, it uses fallback.
func tidy(text, fallback string) string {
	for _, t := range []string{text, fallback} {
		if strings.Count(t, ".") > strings.Count(strings.ReplaceAll(strings.TrimSpace(t), " - ", ""), " ") {
			t = strings.ReplaceAll(t, ".", " ")
		}
		t = separators().ReplaceAllString(t, " ")
		t = strings.TrimFunc(t, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-.,:;[](){}#+&|", r) })
		if t != "" {
			return WithAcronyms(t)
		}
	}
	return ""
}

// capitals matches single letters in a row, which a release writes apart: "S H I E L D", "P I".
var (
	capitals   = compiled(`(?:^| )(?:[A-Z][ .]){2,}[A-Z]\.?(?: |$)`)
	lastLetter = compiled(` [A-Z] [A-Z]$`)
	wholeSet   = compiled(`(?i)(?:[ -]+the)?[ -]+complete(?: (?:series|seasons?|collection))?$`)
)

// WithAcronyms joins the letters of acronyms in a title with dots: "Agents of S.H.I.E.L.D.", "Magnum P.I.".
func WithAcronyms(title string) string {
	join := func(letters string) string {
		space := ""
		if strings.HasSuffix(letters, " ") {
			space = " "
		}
		return letters[:len(letters)-len(strings.TrimLeft(letters, " "))] + strings.Join(strings.FieldsFunc(letters, func(r rune) bool { return r == ' ' || r == '.' }), ".") + "." + space
	}
	title = capitals().ReplaceAllStringFunc(title, join)
	return lastLetter().ReplaceAllStringFunc(title, join)
}
