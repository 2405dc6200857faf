package release

import (
	"strings"
)

var (
	specialsFolder = compiled(`(?i)^(?:specials?|sps?|ovas?|oads?|extras? ?ova)$`)
	remarks        = compiled(`\[[^\[\]]*\]|\([^()]*\)`)
	folderEnd      = compiled(`(?i)[ .-]+(?:(?:19|20)[0-9]{2}|complete|[0-9]{3,4}p)(?:[ .-].*)?$`)
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
		r.readTitle(normalise(cut(strings.TrimSpace(name))))
	}
	own := r.folder
	r.folder = nil
	for i := len(folders) - 1; i >= max(0, len(folders)-deepest); i-- {
		name := normalise(cut(strings.TrimSpace(folders[i])))
		if r.folder != nil || r.folderDoubt != "" || !r.bareSeason(name, i > 0 || len(titles) > 0) {
			r.readTitle(name)
		}
	}
	if r.folder == nil {
		r.folder = own
	}
}

// readTitle reads the season that a folder gives in words, and its title.
func (r *reading) readTitle(name string) {
	inside := folderLabels(name)
	switch {
	case r.folder != nil:
	case specialsFolder().MatchString(name):
		r.folder = new(int)
		return
	case inside.season() >= 0:
		at := inside.season()
		value := inside.items[at].value
		r.folder = &value
		if inside.fraction(at) {
			r.folderDoubt = FolderNumber
		}
		r.pairInFolder(inside, at)
	case inside.part():
		r.folderDoubt = FolderPart
		return
	}
	if title := folderTitle(name, inside); title != "" {
		r.titles = append(r.titles, title)
	}
}

// folderLabels labels the numbers in a folder's name. "Season 2023" looks like a year, but is a season.
func folderLabels(name string) *labels {
	inside := reading{text: name, rest: name}
	inside.blotAll(technical)
	if l := labelled(inside.rest, inFolder); l.season() >= 0 {
		return l
	}
	return labelled(name, inFolder)
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

// part reports whether a folder is a disc or a part.
func (l *labels) part() bool {
	for i := range l.items {
		if l.word(i, partWord) && l.number(i+1) && l.items[i+1].digits() <= 2 && only(l.gap(i+1), " .#-", 2) {
			return true
		}
	}
	return false
}

// pairInFolder keeps the episode that a folder gives, for files whose own names give none.
func (r *reading) pairInFolder(inside *labels, season int) {
	if r.folderEpisode != nil || season+1 >= len(inside.items) {
		return
	}
	probe := reading{labels: inside, rest: inside.text}
	if at := probe.seasonBefore(min(season+2, len(inside.items)-1)); at == season {
		value := inside.items[season+2].value
		r.folderEpisode = &value
	}
}

// bareSeason reads the season of a folder that is a number, or ends in one. A folder whose name the file repeats is the
// show's. It reports whether the folder is no title.
func (r *reading) bareSeason(name string, inShow bool) bool {
	name = strings.TrimSpace(remarks().ReplaceAllString(name, " "))
	at := endNumber().FindStringSubmatch(name)
	if at == nil || !inShow || folderLabels(name).season() >= 0 || folderLabels(name).part() {
		return false
	}
	value := number(at[2])
	year := len(at[2]) == 4 && value >= 1900 && value < 2100
	if value > highestSeason && !year || r.ofShow(name) {
		return false
	}
	if at[1] != "" {
		if year || technical().MatchString(name) {
			return false
		}
		r.folderDoubt = FolderNumber
	}
	r.folder = &value
	return true
}

// ofShow reports whether a folder's name is a title: one of the show's, or one that the file's name begins with.
func (r *reading) ofShow(name string) bool {
	for _, title := range r.titles {
		if fold(title) == fold(name) {
			return true
		}
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
	name = folderEnd().ReplaceAllString(name, "")
	if fold(name) == "" || technical().MatchString(name) && technical().FindString(name) == strings.TrimSpace(name) {
		return ""
	}
	return strings.TrimSpace(strings.TrimRight(name, " -([.,#第"))
}
