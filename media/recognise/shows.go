package recognise

import (
	"path"
	"slices"
	"strings"
)

// Several is about files of a folder that has the same episodes under two titles.
const Several Reason = "its folder has the same episodes under another title, perhaps of another show"

// mostTitles bounds the titles of one episode that are compared.
const mostTitles = 8

// leastShared is how many episodes two titles must have in common to be two shows, and not one misnamed file.
const leastShared = 2

// markShows finds folders with the files of several shows. Two titles, neither of which is a part of the other, with the same episodes
// are two shows: the numbers of both are only guesses, except of the one that is the show's own title.
func markShows(claims []claim, names []string) {
	folders := map[string]map[[2]int][]string{} // the titles of each episode
	for i := range claims {
		title, dir := claims[i].ownTitle(), path.Dir(claims[i].Path)
		if title == "" {
			continue
		}
		if folders[dir] == nil {
			folders[dir] = map[[2]int][]string{}
		}
		for _, e := range claims[i].episodes {
			at := [2]int{claims[i].season, e}
			if known := folders[dir][at]; len(known) < mostTitles && !slices.Contains(known, title) {
				folders[dir][at] = append(known, title)
			}
		}
	}
	others := map[string]map[string]bool{} // by folder, the titles that are not the show's own
	for dir, episodes := range folders {
		shared := map[[2]string]int{}
		for _, titles := range episodes {
			for pair := range pairsOf(titles) {
				shared[pair]++
			}
		}
		for pair, n := range shared {
			if n < leastShared {
				continue
			}
			if others[dir] == nil {
				others[dir] = map[string]bool{}
			}
			for _, title := range pair {
				others[dir][title] = !isOneOf(title, names)
			}
		}
	}
	for i := range claims {
		if c := &claims[i]; others[path.Dir(c.Path)][c.ownTitle()] {
			c.doubt = Several
		}
	}
}

// ownTitle returns the letters of the title in a file's own name, or "" if the file is left out or uncertain, or an NFO file names it.
func (c *claim) ownTitle() string {
	if c.left != "" || c.doubt != "" || len(c.named.Episodes) > 0 {
		return ""
	}
	return lettersOf(c.release.Title)
}

// pairsOf returns the pairs of different titles, each once and in order. A title that is a part of another is the same show.
func pairsOf(titles []string) map[[2]string]bool {
	pairs := map[[2]string]bool{}
	for _, a := range titles {
		for _, b := range titles {
			if a < b && !strings.Contains(a, b) && !strings.Contains(b, a) {
				pairs[[2]string{a, b}] = true
			}
		}
	}
	return pairs
}

func isOneOf(title string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return lettersOf(name) == title })
}
