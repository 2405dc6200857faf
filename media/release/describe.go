package release

import (
	"slices"
	"strings"
	"unicode"
)

var (
	groupInFront = compiled(`^\[([^\[\]]+)\]`)
	groupAtEnd   = compiled(`-[ ]?([\pL\pN]{2,20})(?:\[[^\[\]]*\])?$`)
	aYear        = compiled(`\b(?:19|20)[0-9]{2}\b`)
	separators   = compiled(`[ \x1f]+`)
	lines        = compiled(`(?i)\b(?:([0-9]{3,4})[pi]|[0-9]{3,4} ?[x×*] ?([0-9]{3,4})|(4k|uhd)|(8k))\b`)
	partOfSeason = compiled(`(?i)\b(?:season|saison|staffel|s)[ .]?[0-9]{1,2}[ .-]{1,3}(?:part|pt|cour|teil|partie)[ .]?(?:[2-9]|ii+)\b`)
	finalSeason  = compiled(`(?i)\b(?:final|last)[ .]season\b`)
	described    = compiled(`(?i)\b(?:audio ?deskription|audio ?description|h[öo]rfilm|h[öo]rfassung|geb[äa]rdensprache)\b`)
	better       = compiled(`(?i)\b(?:proper|repack|rerip)\b`)
)

// longestSeason is a number that hardly any episode within a season exceeds; a larger one counts through the show.
const longestSeason = 30

// settle combines the numbers that the name and its folders give.
func (r *reading) settle() {
	bare := r.Season == nil
	r.Marked = !r.unmarked && len(r.Episodes) > 0
	if bare && r.folder != nil && (len(r.Episodes) > 0 || r.Date.IsZero()) {
		r.Season = r.folder
		r.SeasonFromFolder = true
	}
	if bare && len(r.Episodes) > 0 {
		if r.specialBehind() {
			r.Season, r.SeasonFromFolder, r.Doubt = new(int), false, SpecialName
		} else if r.Doubt == "" {
			r.Doubt = r.folderDoubt
		}
		if r.copied && r.unmarked && r.Doubt == "" {
			r.Doubt = LooseNumber // "12 (1)" may be the first of two parts
		}
	}
	if !bare && r.worded && r.folder != nil && *r.folder != *r.Season && *r.folder > 0 && *r.Season > 0 && r.folderDoubt == "" && r.Doubt == "" {
		r.Doubt = OtherSeason
	}
	if len(r.Episodes) > 0 && r.Doubt == "" {
		switch before := r.text[:max(r.last, 0)]; {
		case !bare && partOfSeason().MatchString(before):
			r.Doubt = NamePart
		case bare && r.folder == nil && r.Episodes[0] <= longestSeason && finalSeason().MatchString(before):
			r.Doubt = LastSeason
		}
	}
	if r.Batch {
		r.Episodes = nil
	}
	if r.Season == nil {
		r.Absolute, r.Episodes = r.Episodes, nil
	}
	if len(r.Episodes) == 0 && len(r.Absolute) == 0 && r.Doubt != Decimal {
		r.Doubt = ""
	}
	switch {
	case better().MatchString(r.text):
		r.Version = max(r.Version, 2)
	case r.copied, described().MatchString(r.text):
		r.Version = -1
	}
}

// asFolder takes the numbers of the file's folder if a word marks them, or if the file's own name has none: obfuscated names.
func (r *reading) asFolder(folder *reading) {
	none := len(r.Episodes) == 0
	if len(folder.Episodes) == 0 || folder.unmarked && folder.part() || folder.Batch || r.Batch || !r.Date.IsZero() || folder.unmarked && !none || !folder.unmarked && folder.Season == nil && !none {
		return
	}
	r.Season, r.Episodes, r.folder, r.folderDoubt = folder.Season, folder.Episodes, folder.folder, folder.folderDoubt
	r.SeasonFromFolder = folder.Season != nil
	if r.unmarked = folder.unmarked; r.unmarked && r.folder == nil {
		r.Doubt = FolderNumber
	}
}

// specialBehind reports whether the number is followed by the mark of a special without a number of its own:
// "- 01 - OVA".
func (r *reading) specialBehind() bool {
	if r.folder != nil && *r.folder == 0 {
		return false
	}
	for i := range r.items {
		if r.word(i, specialWord) && !slices.Contains(r.by, i) && r.items[i].from >= r.last && only(r.text[r.last:r.items[i].from], " .-[(", 4) {
			return true
		}
	}
	return false
}

// describe fills in the fields other than the episode numbers.
func (r *reading) describe() {
	r.Resolution = resolution(r.text)
	r.Group = r.groupOf()
	r.Title = r.titleOf()
	r.Year = r.yearOf()
	if r.first >= 0 {
		r.EpisodeTitle = r.episodeTitle()
	}
}

func resolution(text string) int {
	at := lines().FindStringSubmatch(text)
	switch {
	case at == nil:
		return 0
	case at[3] != "":
		return 2160
	case at[4] != "":
		return 4320
	}
	return number(at[1] + at[2])
}

// groupOf returns the leading bracket or the word after the last dash. The word must follow a technical part:
// "S01E01-Pilot" has no group.
func (r *reading) groupOf() string {
	if at := groupInFront().FindStringSubmatchIndex(r.text); at != nil && !r.numbered(at[0], at[1]) && !r.blotted(at[2], at[3]) {
		return strings.TrimSpace(r.text[at[2]:at[3]])
	}
	at := groupAtEnd().FindStringSubmatchIndex(r.text)
	if at == nil || !r.blotted(max(r.last, 0), at[2]) || allDigits(r.text[at[2]:at[3]]) {
		return ""
	}
	return r.text[at[2]:at[3]]
}

// numbered reports whether the numbering begins between two offsets.
func (r *reading) numbered(from, to int) bool { return from <= r.first && r.first < to }

// blotted reports whether any text between two offsets is blotted out.
func (r *reading) blotted(from, to int) bool {
	return from < to && strings.IndexByte(r.rest[from:to], blot) >= 0
}

var aYearAtEnd = compiled(`[ .\[(-]+(?:19|20)[0-9]{2}[ .\])-]*$`)

// yearOf returns the last year before the numbering, unless it is the whole title. Otherwise it returns a
// year in parentheses after the numbering.
func (r *reading) yearOf() int {
	end := len(r.text)
	if r.first >= 0 {
		end = r.first
	}
	year := 0
	for _, at := range aYear().FindAllStringIndex(r.text[:end], -1) {
		ofDate := r.dateAt <= at[0] && at[0] < r.dateEnd
		if !ofDate && fold(r.text[:at[0]]) != "" {
			year = number(r.text[at[0]:at[1]])
		}
	}
	if year == 0 && r.first >= 0 {
		if at := yearBehind().FindStringSubmatch(r.text[r.last:]); at != nil {
			year = number(at[1])
		}
	}
	return year
}

var yearBehind = compiled(`\(((?:19|20)[0-9]{2})\)`)

// episodeTitle returns the text between the numbering and the first technical part, with the number of a part of a story.
func (r *reading) episodeTitle() string {
	from := max(r.last, r.further)
	from += len(ofHowMany().FindString(r.text[from:]))
	from += len(countInFront().FindString(r.text[from:]))
	text, part := r.text[from:], ""
	if end := strings.IndexAny(r.rest[from:], string(blot)+"[("); end >= 0 {
		part = partOfStory().FindString(text[end:])
		text = text[:end]
	}
	divided := strings.HasPrefix(text, " - ")
	text = tidy(text, text)
	text = strings.TrimSpace(releaseWords().ReplaceAllString(text, ""))
	if at := languageTags().FindStringIndex(text); at != nil && strings.ToUpper(text[:at[0]]) != text[:at[0]] {
		text = text[:at[0]]
	}
	if !strings.ContainsFunc(text, unicode.IsLetter) && (!divided || !r.isNumberTitle(text)) || noTitle().MatchString(text) {
		return ""
	}
	return strings.TrimSpace(text + " " + strings.Trim(strings.ReplaceAll(part, ".", " "), " -"))
}

// isNumberTitle reports whether a number behind a season and an episode may be the title: "S03E07 - 42", "S01E01 - 1-23-45".
// The next number, as in "S01E01 - 02", may be an episode. In the names of anime, which begin with a group, a number may count
// through the show.
func (r *reading) isNumberTitle(text string) bool {
	if !r.Explicit() || r.text[0] == '[' || r.unmarked || fold(text) == "" || linesAlone().MatchString(text) {
		return false
	}
	return !allDigits(text) || number(text) != r.Episodes[len(r.Episodes)-1]+1
}

const (
	// spoken are the languages of releases, and their short forms.
	spoken = `(?:german|deutsch|ger|french|fran[çc]ais|fre|italian|italiano|ita|spanish|espa[ñn]ol|castellano|latino|spa|esp|english|eng|russian|rus|polish|` +
		`polski|japanese|jpn|jap|portuguese|ptbr|dutch|flemish|swedish|norwegian|danish|finnish|nordic|korean|chinese|mandarin|hindi|turkish|czech|hungarian|` +
		`(?-i:PL|HUN|BG|CZ|RO|VF|VO))`
	// untitled are the words for sound, subtitles and sources that are no part of a title.
	untitled = `(?:dl|ml|dubbed|subbed|vostfr|vostf|subfrench|truefrench|vff|vfq|omu|legendado|dublado|lektor|napisy|swesub|norsub|nlsubs|` +
		`(?:bd|dvd|hdtv|web|dl|sat|tv)mux|(?:hdtv|pdtv|tv|sat|dsr|hd|vhs)rip)`
)

var (
	ofWords = "(?:" + strings.ReplaceAll(ofMarks, " ", "|") + ")"
	// partOfStory matches what follows the title of an episode that tells a part of a story: "Part 2", "(1 of 2)".
	partOfStory = compiled(`(?i)^[ .-]*(?:[(\[]?(?:part|pt|teil|partie|parte)[ .]?(?:[0-9]{1,2}|[ivx]{1,4}|one|two|three)[)\]]?|\([0-9]{1,2} of [0-9]{1,2}\))`)
	// ofHowMany matches what the numbering leaves of "Ep01 of 24".
	ofHowMany = compiled(`(?i)^[ .]?` + ofWords + `[ .]?[0-9]{1,3}\b[)\]]?`)
	// countInFront matches "1 of 10" in front of a title.
	countInFront = compiled(`(?i)^[ .-]{1,3}[(\[]?[0-9]{1,3}[ .]?` + ofWords + `[ .]?[0-9]{1,3}[)\]]? - `)
	// releaseWords matches words of a release behind a title, with the languages in front of them.
	releaseWords = compiled(`(?i)(?:(?:^|[ .]+)(?:` + spoken + `[ .]+)*` + untitled + `)+$`)
	// noTitle matches what is not the title of an episode: languages, "1 of 10", the mark of a season's last episode.
	noTitle    = compiled(`(?i)^(?:(?:` + spoken + `(?:[ .,+&-]+|$))+|[0-9]{1,3} ?` + ofWords + ` ?[0-9]{1,3}|end|final|fin|[完终終])$`)
	linesAlone = compiled(`^(?:480|576|720|1080|2160)$`)
)
