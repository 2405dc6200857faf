package recognise

import (
	"regexp"
	"strings"

	"plotline/media/release"
)

// Part is whether a folder holds a part of the show in the folder around it.
type Part int

// The answers of PartOf.
const (
	OwnShow   Part = iota // another show, or no show at all
	MaybePart             // it ends in a number, which may be a season, or belong to a title
	SidePart              // specials or extras, also of several shows
	ShowPart              // a season or a disc
)

// discFolder matches the folders in the copy of a disc.
var discFolder = regexp.MustCompile(`(?i)^(?:video_ts|bdmv|stream)$`)

// PartOf reads the name of a folder inside another one. A season with a title is a part of a show with that title only:
// a folder for downloads has seasons of many shows.
func PartOf(folder, around string) Part {
	if extraFolder.MatchString(strings.TrimSpace(folder)) || discFolder.MatchString(folder) {
		return SidePart
	}
	if rest, is := strings.CutPrefix(folder, around); is && strings.Trim(around, "0123456789") == "" && strings.TrimLeft(rest, "0123456789") == rest {
		if rest = strings.Trim(rest, " -._"); rest != "" {
			folder = rest // "24 - Season 3" in "24"
		}
	}
	const file = "/01.mkv"
	inside := release.Parse(folder + file)
	if own := release.Parse(folder); inside.SeasonFromFolder && own.Title == "" && len(own.Episodes) > 0 {
		return OwnShow // a show called 24x7
	}
	if inside.SeasonFromFolder || inside.Doubt != "" {
		if own := release.Parse(folder); own.Season == nil || own.Title == "" || sameTitle(own.Title, around) {
			if inside.Season != nil && *inside.Season == 0 {
				return SidePart
			}
			return ShowPart
		}
		return OwnShow
	}
	if release.Parse("01.mkv", around).SeasonFromFolder {
		return OwnShow // the season would be that of the folder around
	}
	if inside = release.Parse(folder+file, around); inside.SeasonFromFolder || inside.Doubt != "" {
		return MaybePart
	}
	return OwnShow
}

// IsNamed reports whether the name of a file begins with that of the folder it is in.
func IsNamed(file, folder string) bool {
	const shortest = 2 // letters
	title := lettersOf(release.Parse(folder).Title)
	return len(title) >= shortest && strings.HasPrefix(lettersOf(file), title)
}

// sameTitle reports whether a folder's name has a title, possibly with a year and remarks.
func sameTitle(title, folder string) bool {
	return lettersOf(title) == lettersOf(release.Parse(folder).Title) || lettersOf(title) == lettersOf(folder)
}
