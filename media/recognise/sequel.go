package recognise

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// numberAtEnd matches a title and the one digit behind it. "Part 2" says what its digit is.
var numberAtEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^.*?\pL.*?(?i:( part| pt| cour| vol| volume)?) ([2-9])$`)
})

// markSequels finds numbers without a season behind a title that ends in a digit: "Stranger Things 2 - Chapter Nine". The digit
// may be the season, unless the show is known with this digit or without such an episode, or a file with the same title gives a
// season. The name of a folder says nothing, since people name folders like files.
func (k *knowledge) markSequels(claims []claim) {
	if k.Absolute {
		return
	}
	seasoned := map[string]bool{}
	for i := range claims {
		if r := claims[i].release; r.Explicit() {
			seasoned[lettersOf(r.Title)] = true
		}
	}
	for i := range claims {
		c := &claims[i]
		r := c.release
		if !c.certainByName() || r.Season != nil || len(r.Absolute) == 0 || seasoned[lettersOf(r.Title)] {
			continue
		}
		at := numberAtEnd().FindStringSubmatch(r.Title)
		if at == nil || at[1] != "" || k.isDescribed(r.Title) {
			continue
		}
		if season, _ := strconv.Atoi(at[2]); len(k.seasons) == 0 || k.lists(season, r.Absolute) {
			c.place = place{season: season, episodes: slices.Clone(r.Absolute), doubt: Sequel}
		}
	}
}

// isDescribed reports whether the show is known by a title, and not only its folder.
func (k *knowledge) isDescribed(title string) bool {
	return len(k.Names) > 1 && slices.ContainsFunc(k.Names[1:], func(name string) bool { return strings.Contains(lettersOf(name), lettersOf(title)) })
}
