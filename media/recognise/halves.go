package recognise

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"plotline/media/release"
)

// partIn matches the number of a part in a name.
var partIn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:(?:part|pt|cd|disc|teil|parte|partie|parça|kısım|часть|част|část|część|deel|del)[ ._-]?([0-9]{1,2}|[ivx]{1,4})|([0-9]) ?(?:of|von|из) ?[0-9])(?:[^\pL\pN]|$)`)
})

// partOf returns the last number of a part in a file's name, or "".
func partOf(file string) string {
	name := path.Base(file)
	all := partIn().FindAllStringSubmatch(strings.TrimSuffix(name, path.Ext(name)), -1)
	if len(all) == 0 {
		return ""
	}
	last := all[len(all)-1]
	return strings.ToLower(last[1] + last[2])
}

// markParts finds files with the same episode whose names say that they are different parts: of it, or of a story that has several
// episodes, as "075 - Robot - Part 1".
func markParts(claims []claim) {
	parts := map[[2]int]map[string]bool{} // of each episode
	sure := func(c *claim) bool { return c.certainByName() && len(c.episodes) == 1 }
	for i := range claims {
		c := &claims[i]
		if !sure(c) {
			continue
		}
		at := [2]int{c.season, c.episodes[0]}
		if parts[at] == nil {
			parts[at] = map[string]bool{}
		}
		if part := partOf(c.Path); part != "" {
			parts[at][part] = true
		}
	}
	for i := range claims {
		if c := &claims[i]; sure(c) && len(parts[[2]int{c.season, c.episodes[0]}]) > 1 && partOf(c.Path) != "" {
			c.doubt = Reason(release.Half)
		}
	}
}

// leastTotals is how many files of a folder have a range with the same end if that is the number of all episodes.
const leastTotals = 2

// markTotals finds folders in which the second number is that of all episodes: "01-26", "02-26", "03-26".
func markTotals(names []named) {
	type total struct {
		dir string
		end int
	}
	firsts := map[total]map[int]bool{}
	ranged := func(n *named) (*[]int, total) {
		numbers := &n.release.Absolute
		if len(*numbers) == 0 && n.release.SeasonFromFolder {
			numbers = &n.release.Episodes
		}
		if len(*numbers) < 2 || n.release.Marked {
			return nil, total{}
		}
		return numbers, total{path.Dir(n.Path), (*numbers)[len(*numbers)-1]}
	}
	for i := range names {
		numbers, at := ranged(&names[i])
		if numbers == nil {
			continue
		}
		if firsts[at] == nil {
			firsts[at] = map[int]bool{}
		}
		firsts[at][(*numbers)[0]] = true
	}
	for i := range names {
		if numbers, at := ranged(&names[i]); numbers != nil && len(firsts[at]) >= leastTotals {
			*numbers = (*numbers)[:1]
		}
	}
}
