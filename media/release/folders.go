package release

import (
	"strings"
)

var (
	specialsFolder = compiled(`(?i)^(?:specials?|sps?|ovas?|oads?|season ?0+)$`)
	remarks        = compiled(`\[[^\[\]]*\]|\([^()]*\)`)
	folderEnd      = compiled(`(?i)[ .-]+(?:(?:19|20)[0-9]{2}|complete|[0-9]{3,4}p)(?:[ .-].*)?$`)
)

// readFolders takes the season from the nearest folder that gives one. It collects a show title from each
// folder whose name has more than a season.
func (r *reading) readFolders(folders []string) {
	for i := len(folders) - 1; i >= 0 && i >= len(folders)-8; i-- {
		name := normalise(cut(strings.TrimSpace(folders[i])))
		if r.folder == nil {
			r.folder = folderSeason(name)
		}
		if title := folderTitle(name); title != "" {
			r.titles = append(r.titles, title)
		}
	}
}

// folderSeason returns the season in a folder's name, or nil.
func folderSeason(name string) *int {
	if specialsFolder().MatchString(name) {
		return new(int)
	}
	inside := reading{text: name, rest: name}
	inside.blotAll(technical)
	inside.ownSeason()
	if inside.Season == nil && strings.Trim(name, "0123456789") != "" {
		// "Season 2023" looks like a year, but is a season.
		inside.rest = name
		inside.ownSeason()
	}
	return inside.Season
}

// folderTitle returns the title in a folder's name. It is "" if the name has only a season or remarks.
func folderTitle(name string) string {
	if specialsFolder().MatchString(name) {
		return ""
	}
	name = remarks().ReplaceAllString(name, " ")
	if at := oneSeason().FindStringIndex(name); at != nil {
		name = name[:at[0]]
	}
	name = folderEnd().ReplaceAllString(name, "")
	if fold(name) == "" || technical().MatchString(name) && technical().FindString(name) == strings.TrimSpace(name) {
		return ""
	}
	return strings.TrimSpace(name)
}
