package recognise

import (
	"fmt"
	"path"
	"strings"
)

// style is what the other numbers of a folder tell about a number such as 101.
type style int

const (
	anyStyle style = iota // nothing
	whole                 // it is the number of an episode
	split                 // it may be season and episode
)

// shelf is a folder with the season that it gives, or noSeason.
type shelf struct {
	dir    string
	season int
}

const noSeason = -1

// numbers are those of the files in one shelf.
type numbers struct {
	held   map[int]bool
	padded bool // one below 100 has a zero in front, such as 001
}

// markStyles finds out what the numbers of a folder tell about each of its files.
func markStyles(names []named) {
	shelves := map[shelf]*numbers{}
	for i := range names {
		of, number, ok := names[i].shelved()
		if !ok {
			continue
		}
		in := shelves[of]
		if in == nil {
			in = &numbers{held: map[int]bool{}}
			shelves[of] = in
		}
		in.held[number] = true
		in.padded = in.padded || number < 100 && hasNumber(path.Base(names[i].Path), fmt.Sprintf("%03d", number))
	}
	styles := make(map[shelf]style, len(shelves))
	for of, in := range shelves {
		styles[of] = in.style(of.season)
	}
	for i := range names {
		if of, _, ok := names[i].shelved(); ok {
			names[i].style = styles[of]
		}
	}
}

// shelved returns the folder and the number of a file whose name has a number, but no season.
func (n *named) shelved() (of shelf, number int, ok bool) {
	r := n.release
	switch {
	case r.SeasonFromFolder && len(r.Episodes) == 1:
		return shelf{path.Dir(n.Path), *r.Season}, r.Episodes[0], true
	case len(r.Absolute) == 1 && r.Doubt == "":
		return shelf{path.Dir(n.Path), noSeason}, r.Absolute[0], true
	}
	return shelf{}, 0, false
}

func (n *numbers) style(season int) style {
	switch {
	case season != noSeason && n.long(season):
		return whole
	case season == noSeason && n.splits():
		return split
	}
	return anyStyle
}

// long reports whether the folder of a season has more than 100 episodes. Then most of the numbers that could be season and
// episode have one beside them that is 100 less, or a number such as 001 has a zero in front.
func (n *numbers) long(season int) bool {
	above, pairs := 0, 0
	for number := range n.held {
		if number/100 != season {
			continue
		}
		if above++; n.held[number-100] {
			pairs++
		}
	}
	return n.padded || 2*pairs > above
}

// splits reports whether all numbers look like season and episode: 101, 102, 201.
func (n *numbers) splits() bool {
	const fewest, most = 3, 40 // files, and episodes of a season
	first := false
	for number := range n.held {
		episode := number % 100
		if number < 100 || episode < 1 || episode > most {
			return false
		}
		first = first || episode == 1
	}
	return first && len(n.held) >= fewest
}

// hasNumber reports whether a name has these digits and no further one beside them.
func hasNumber(name, digits string) bool {
	for rest := name; ; {
		at := strings.Index(rest, digits)
		if at < 0 {
			return false
		}
		end := at + len(digits)
		if (at == 0 || !isDigit(rest[at-1])) && (end == len(rest) || !isDigit(rest[end])) {
			return true
		}
		rest = rest[at+1:]
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
