package release

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// blot replaces text that is blotted out. It is neither letter, digit nor separator, so no pattern matches
// across it by chance.
const blot = '\x1f'

// details are the parts of a name that describe the file and not the episode.
const details = `[0-9]{3,4}[pi]|[0-9]{3,4} ?[x×*] ?(?:2[4-9][0-9]|[3-9][0-9]{2}|[0-9]{4})|[48]k|uhd|[xh][ .]?26[456]|hevc|avc|xvid|divx|` +
	`av1|vp9|mpeg[ -]?[24]|(?:8|10|12)[ -]?bits?|hi10p?|ma10p|hdr(?:10(?:plus|p|\b\+)?)?|dv|` +
	`(?:ddp?a?|aac|ac3|e-?ac-?3|dts|flac|opus|truehd|atmos|lpcm)(?:[ .]?[1257]\.[01])?|[257]\.[01]|` +
	`[0-9]{2,3}(?:\.[0-9]{1,3})? ?fps|web(?:-?dl|-?rip)?|webdl|blu-?ray|b[dr]rip|dvd(?:rip)?|[hp]dtv|` +
	`remux|[0-9]+(?:\.[0-9]+)?[mg]i?b|tt[0-9]{7,8}|(?:part|pt|cd|copy|vol|volume)[ .]?[0-9]{1,2}|` +
	`[0-9]+(?:st|nd|rd|th) (?:anniversary|birthday)|proper|repack|rerip|internal|multi|complete|` +
	`[0-9]{1,2}[.:][0-9]{2} ?[ap]\.?m`

var (
	description = compiled(`(?i)\b(?:` + details + `)\b`)
	onlyDetails = compiled(`(?i)^(?:` + details + `)$`)
	// technical includes the years, which may be a season where a word says so.
	technical = compiled(`(?i)\b(?:` + details + `|(?:19|20)[0-9]{2})\b`)
)

// enclosed matches bracketed ids and checksums, the addresses of sites, and years such as '24.
var enclosed = compiled(`(?i)\[(?:tvdb|tmdb|imdb)[^\[\]]*\]|[\[(][0-9a-f]{8}[\])]|[\[(](?:480|576|720|1080|2160)[\])]|\bwww\.[a-z0-9-]+\.[a-z]{2,4}\b|'[0-9]{2}\b`)

// blank blots out dates, technical parts and, if a folder names it, the show's title.
func (r *reading) blank() {
	r.first = -1
	r.rest = r.text
	r.readDate()
	r.blotCopy()
	if mayEnclose(r.rest) {
		r.blotAll(enclosed)
	}
	// "24.mkv" in a folder "Season 1" is episode 24, even if the show is called 24.
	if len(r.titles) > 0 && (r.folder == nil || !allDigits(r.text)) {
		r.blotTitle()
	}
	r.blotAll(description)
}

// mayEnclose reports whether a text has anything that enclosed could match. That is faster than trying at every bracket.
func mayEnclose(text string) bool {
	hex, digits := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\'':
			return true
		case '0' <= c && c <= '9':
			hex, digits = hex+1, digits+1
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			hex, digits = hex+1, 0
		default:
			hex, digits = 0, 0
		}
		if digits == 3 || hex == 8 {
			return true
		}
	}
	lower := strings.ToLower(text)
	return strings.Contains(lower, "db") || strings.Contains(lower, "www.")
}

// blotYears blots out the years that no word labels.
func (r *reading) blotYears() {
	for i, item := range r.items {
		if item.kind == numberItem && yearLike(item) && r.of[i] == noLabel && !r.glued(i) && r.clean(i) {
			r.items[i].kind = blotItem
			r.blot(item.from, item.to)
		}
	}
	r.labels.text = r.rest[:len(r.labels.text)]
}

// copyMark matches what file managers add to the name of a copy: "12 (1)", "12 - Copy", "12 copy 2". The name must have
// a number before it.
var copyMark = compiled(`(?i)^.*?[0-9].*?( ?\([1-9]\)|(?: - | \(| )(?:copy|kopie|kopia|copie|copia|c[óo]pia|k[óo]pia|копия)(?: \(?[0-9]{1,2}\)?)?\)?)$`)

var copyOf = compiled(`(?i)^(copy of |kopie von |copia de |copie de )`)

// blotCopy blots out the mark of a copy.
func (r *reading) blotCopy() {
	for _, mark := range []expression{copyMark, copyMark, copyOf} { // twice, as in "13 (2) copy"
		if at := mark().FindStringSubmatchIndex(strings.TrimRight(r.rest, blots)); at != nil {
			r.blot(at[2], at[3])
			r.copied = true
		}
	}
}

func (r *reading) blotAll(form expression) {
	for _, at := range form().FindAllStringIndex(r.rest, -1) {
		r.blot(at[0], at[1])
	}
}

func (r *reading) blot(from, to int) {
	r.rest = r.rest[:from] + strings.Repeat(string(blot), to-from) + r.rest[to:]
}

// blotTitle blots out the longest known title at the beginning of the name, after any brackets, or at its end.
func (r *reading) blotTitle() {
	starts := []int{0}
	for at := leading().FindStringIndex(r.text); at != nil; at = leading().FindStringIndex(r.text[starts[len(starts)-1]:]) {
		inside := starts[len(starts)-1] + at[0] + 1
		starts = append(starts[:len(starts)-1], inside, starts[len(starts)-1]+at[1])
	}
	for _, start := range starts {
		end := 0
		for _, title := range r.titles {
			end = max(end, begins(r.text[start:], title))
		}
		if end > 0 {
			r.blot(start, start+end)
			r.known = start + end
			if year := yearBehindTitle().FindStringIndex(r.rest[r.known:]); year != nil {
				r.known += year[1]
			}
			return
		}
	}
	if at := strings.LastIndex(r.text, " - "); at > 0 { // Staffel 2 - 4 Blocks
		at += len(" - ")
		if slices.ContainsFunc(r.titles, func(title string) bool { return begins(r.text[at:], title) == len(r.text)-at }) {
			r.blot(at, len(r.text))
		}
	}
}

// yearBehindTitle matches a year that directly follows the title and counts as part of it.
var yearBehindTitle = compiled(`^[ .(\[-]{1,3}(?:19|20)[0-9]{2}\b[)\]]?`)

var leading = compiled(`^\[[^\[\]]*\][ .-]*`)

// begins returns how many bytes of text the title takes at its beginning, or 0 if text does not begin with
// it. It compares only letters and digits, without case and accents. The title must end at a word boundary.
func begins(text, title string) int {
	want := fold(title)
	at := 0
	for at < len(text) && want != "" {
		letter, size := utf8.DecodeRuneInString(text[at:])
		folded := fold(string(letter))
		if !strings.HasPrefix(want, folded) {
			return 0
		}
		want, at = want[len(folded):], at+size
	}
	if want != "" {
		return 0
	}
	next, _ := utf8.DecodeRuneInString(text[at:])
	last, _ := utf8.DecodeLastRuneInString(text[:at])
	if at < len(text) && joined(last, next) && !numberingAhead().MatchString(text[at:]) {
		return 0
	}
	return at
}

var numberingAhead = compiled(`^(?:[Ss][0-9]{1,2})?[Ee][0-9]{2}`)

// joined reports whether two runes belong to one word. In scripts without spaces it returns false.
func joined(a, b rune) bool {
	if unicode.In(a, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return false
	}
	return unicode.IsDigit(a) && unicode.IsDigit(b) || unicode.IsLetter(b)
}

// fold returns the letters and digits of a text in lower case, without accents.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(text))
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// number reads digits. For numbers above maxNumber it returns maxNumber+1, which all callers reject.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n > maxNumber {
		return maxNumber + 1
	}
	return n
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
