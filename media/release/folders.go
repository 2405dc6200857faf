package release

import (
	"slices"
	"strings"
	"unicode"
)

var (
	specialsFolder = compiled(`(?i)^(?:specials?|sps?|ovas?|oads?|extras? ?ova|especia(?:les|is)|speciali|sp[ée]ciaux|hors[ -]?s[ée]rie|sonderfolgen|specjalne|odcinki specjalne|speciály|спецвыпуски|спешлы|спецвипуски|特别篇|特別篇|特別編|番外篇|番外編|スペシャル|스페셜)$`)
	ovaFolder      = compiled(`(?i)^(?:ovas?|oads?)$`)
	remarks        = compiled(`\[[^\[\]]*\]|\([^()]*\)`)
	folderEnd      = compiled(`(?i)[ .-]+(?:(?:19|20)[0-9]{2}|complete|[0-9]{3,4}p)(?:[ .-]|$)`)
	bareYear       = compiled(`^(?:19|20)[0-9]{2}$`)
	endNumber      = compiled(`^(.*[^0-9])??([0-9]{1,4})$`)
)

// deepest is how many of the folders around a file are read.
const deepest = 8

// highestSeason is the largest number that a folder without a word for seasons may give. A year may be larger.
const highestSeason = 60

// readFolders takes the season from the nearest folder that gives one. It collects a show title from each folder whose
// name has more than a season. The titles are the show's own names: a number in them is a season only with a word for it.
func (r *reading) readFolders(folders, titles []string) {
	for _, name := range titles {
		name = normalise(cut(strings.TrimSpace(name)))
		r.readTitle(name, folderLabels(name), true)
		r.names = append(r.names, name)
	}
	own := r.folder
	r.folder = nil
	for i := len(folders) - 1; i >= max(0, len(folders)-deepest); i-- {
		name := normalise(cut(strings.TrimSpace(folders[i])))
		if r.folder != nil && !r.worded && bareYear().MatchString(name) {
			r.folderDoubt = FolderNumber // 2019/05 is a month
		}
		inside := folderLabels(name)
		if r.folder != nil || r.folderDoubt != "" || !r.bareSeason(name, inside, i > 0 || len(titles) > 0) {
			r.readTitle(name, inside, false)
		}
	}
	if r.folder == nil {
		r.folder = own
	}
}

// readTitle reads the season that a folder gives in words, and its title. In the name of a show, as "Four Seasons", a
// season has digits.
func (r *reading) readTitle(name string, inside *labels, ofShow bool) {
	at := inside.season()
	if at >= 0 && ofShow && !inside.number(at) {
		inside.of[at], at = noLabel, inside.season()
	}
	if at >= 0 && ofShow && slices.Contains(inside.of, episodeLabel) && folderTitle(name, inside) == "" { // a show called 24x7
		inside.of, at = make([]label, len(inside.of)), -1
	}
	switch {
	case r.folder != nil:
	case specialsFolder().MatchString(name):
		if r.folder = new(int); ovaFolder().MatchString(name) {
			r.folderDoubt = SpecialName
		}
		return
	case at >= 0:
		value := inside.items[at].value
		r.folder, r.worded = &value, true
		if inside.fraction(at) || inside.lettered(at) {
			r.folderDoubt = FolderNumber
		}
		if inside.several(at) {
			r.folder, r.folderDoubt = nil, FolderNumber
		}
	case inside.part():
		r.folderDoubt = FolderPart
		return
	case !ofShow && finalSeason().MatchString(name):
		r.folderDoubt = LastSeason
	}
	title := folderTitle(name, inside)
	if title != "" {
		r.titles = append(r.titles, title)
		if short := withoutArticle(title); short != title {
			r.titles = append(r.titles, short)
		}
	}
	if ofShow && at < 0 && fold(title) != fold(name) && !strings.ContainsAny(name, "[]{}") {
		r.titles = append(r.titles, name) // with its year
	}
}

// withoutArticle returns a title as releases shorten it: "X-Files" for "The X-Files". "The 100" stays.
func withoutArticle(title string) string {
	const the = "the "
	if len(title) <= len(the) || !strings.EqualFold(title[:len(the)], the) || !strings.ContainsFunc(title[len(the):], unicode.IsLetter) {
		return title
	}
	return title[len(the):]
}

// folderLabels labels the numbers in a folder's name. "Season 2023" looks like a year, but is a season.
func folderLabels(name string) *labels {
	whole := labelled(name, inFolder)
	if whole.season() < 0 {
		return whole
	}
	inside := reading{text: name, rest: name}
	inside.blotAll(technical)
	if l := labelled(inside.rest, inFolder); l.season() >= 0 {
		return l
	}
	return whole
}

// season returns the first number that is a season, or -1.
func (l *labels) season() int {
	for i := range l.items {
		if l.of[i] == seasonLabel && l.items[i].value <= maxSeason && l.clean(i) {
			return i
		}
	}
	return -1
}

// several reports whether a folder is of several seasons: Season 1-3, S02+S03.
func (l *labels) several(at int) bool {
	for i := at + 1; i < len(l.items); i++ {
		if l.number(i) && l.items[i].value > l.items[at].value && (l.of[i] == seasonLabel || i == at+1 && l.items[i].digits() <= 2) &&
			strings.ContainsAny(l.text[l.items[at].to:l.items[i].from], "-+&,") && only(strings.Trim(l.gap(i), " "), "-+&,", 1) {
			return true
		}
	}
	return false
}

// part reports whether a folder is a disc or a part.
func (l *labels) part() bool {
	for i := range l.items {
		if l.word(i, partWord) && l.number(i+1) && l.items[i+1].digits() <= 2 && only(l.gap(i+1), " .#-", 2) {
			return true
		}
	}
	return false
}

// bareSeason reads the season of a folder that is a number, or ends in one. A folder whose name the file repeats is the
// show's. It reports whether the folder is no title.
func (r *reading) bareSeason(name string, inside *labels, inShow bool) bool {
	if !inShow || !strings.ContainsAny(name, "0123456789") || inside.season() >= 0 || inside.part() {
		return false
	}
	plain := remarks().ReplaceAllString(name, " ")
	if at := description().FindStringIndex(plain); at != nil && at[0] > 0 {
		plain = plain[:at[0]]
	}
	plain = strings.Trim(plain, " .-")
	at := endNumber().FindStringSubmatch(plain)
	if at == nil || !r.isTitle(at[1]) && r.ofShow(plain) || aRange().MatchString(plain) {
		return false
	}
	value := number(at[2])
	year := len(at[2]) == 4 && value >= 1900 && value < lastYear
	show := r.isTitle(at[1])
	switch {
	case value > highestSeason && !year:
		r.folderDoubt = FolderNumber
		return at[1] == "" // a number, but of what?
	case at[1] != "" && year:
		return false
	case at[1] != "" && !show:
		r.folderDoubt = FolderNumber
	}
	r.folder = &value
	return true
}

// lastYear is the first year that no broadcast of today has.
const lastYear = 2040

var aRange = compiled(`[0-9]-[0-9]+$`)

// isTitle reports whether a text is one of the show's names.
func (r *reading) isTitle(text string) bool {
	return fold(text) != "" && slices.ContainsFunc(slices.Concat(r.titles, r.names), func(title string) bool { return fold(title) == fold(text) })
}

// ofShow reports whether a folder's name is a title: one of the show's, or one that the file's name begins with.
func (r *reading) ofShow(name string) bool {
	if r.isTitle(name) {
		return true
	}
	end := begins(r.text, name)
	return end > 0 && strings.ContainsAny(r.text[end:], "0123456789")
}

// folderTitle returns the title in a folder's name. It is "" if the name has only a season or remarks.
func folderTitle(name string, inside *labels) string {
	if at := inside.season(); at >= 0 {
		from := inside.items[at].from
		if by := inside.by[at]; by < at {
			from = inside.items[by].from
		}
		name = name[:from]
	}
	name = remarks().ReplaceAllString(name, " ")
	if at := folderEnd().FindStringIndex(name); at != nil {
		name = name[:at[0]]
	}
	if name = strings.TrimSpace(name); fold(name) == "" || onlyDetails().MatchString(name) {
		return ""
	}
	return strings.TrimSpace(strings.TrimRight(name, " -([.,#第"))
}
