package media

import (
	"regexp"
	"strconv"
	"strings"

	"plotline/media/release"
)

// The patterns of common folder names: Show Name (2019) {tmdb-123} [1080p].
var (
	tmdbMark = regexp.MustCompile(`(?i)[\[{(]\s*tmdb(?:id)?\s*[-=: ]\s*(\d{1,9})\s*[\]})]`)
	yearMark = regexp.MustCompile(`[(\[]\s*((?:19|20)\d\d)\s*(?:-\s*(?:(?:19|20)\d\d)?\s*)?[)\]]`)
	lastYear = regexp.MustCompile(`[ ]((?:19|20)\d\d)$`)
	bracket  = regexp.MustCompile(`\[[^\]]*\]|\{[^}]*\}`)
	numbered = regexp.MustCompile(`(?i)(?:\bs\d{1,3}[ ._-]*e\d{1,4}|\b\d{1,2}x\d{2,3}\b|第.{1,4}[集话話回]|\bep?\.? ?\d{1,4}\b)`)
	seasonal = regexp.MustCompile(`(?i)^(?:season|staffel|saison|series|s)[ ._-]*\d{1,4}$|^specials?$|^第.{1,4}[季期]$`)
)

// tmdbID returns TMDB's id in a folder name, or 0.
func tmdbID(name string) int {
	if mark := tmdbMark.FindStringSubmatch(name); mark != nil {
		id, _ := strconv.Atoi(mark[1])
		return id
	}
	return 0
}

// cleanTitle returns the show's title and year in a folder name; the year is 0 if there is none. The folder may be named like a
// release.
func cleanTitle(name string) (title string, year int) {
	if title, year, ok := release.OfFolder(name); ok {
		return title, year
	}
	text := tmdbMark.ReplaceAllString(name, " ")
	if mark := yearMark.FindStringSubmatch(text); mark != nil {
		year, _ = strconv.Atoi(mark[1])
		text = yearMark.ReplaceAllString(text, " ")
	}
	text = bracket.ReplaceAllString(text, " ")
	if !strings.Contains(strings.TrimSpace(text), " ") {
		text = release.WithAcronyms(strings.NewReplacer(".", " ", "_", " ").Replace(text))
	}
	text = strings.Join(strings.Fields(text), " ")
	if mark := lastYear.FindStringSubmatch(text); mark != nil && year == 0 {
		year, _ = strconv.Atoi(mark[1])
		text = strings.TrimSpace(strings.TrimSuffix(text, mark[1]))
	}
	if text == "" {
		return strings.TrimSpace(name), year
	}
	return text, year
}
