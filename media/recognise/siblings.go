package recognise

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"plotline/media/release"
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
	small  int  // how many files have one below 100
	padded bool // one below 100 has a zero in front, such as 001
	odd    bool // one of 100 or more cannot be season and episode
}

// mostEpisodes is the largest number that a season's last episode may have in 101, 102 and so on.
const mostEpisodes = 40

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
		if number < 100 {
			in.small++
		}
		in.padded = in.padded || number < 100 && hasNumber(path.Base(names[i].Path), fmt.Sprintf("%03d", number))
		in.odd = in.odd || number >= 100 && (number%100 < 1 || number%100 > mostEpisodes)
	}
	long := make(map[shelf]bool, len(shelves))
	for of, in := range shelves {
		long[of] = of.season != noSeason && in.long(of.season)
	}
	for i := range names {
		switch of, number, ok := names[i].shelved(); {
		case ok && long[of]:
			names[i].style = whole
		case ok && of.season == noSeason && shelves[of].splits(number) && !strings.HasPrefix(path.Base(names[i].Path), "["):
			names[i].style = split // but not in the names of anime, which begin with a group
		}
	}
}

// A season whose first number is above this has numbers that count through the show, unless they say the season, too.
const lateStart = 24

// leastGoingOn is the number of files from which on a season whose numbers go on from the one before is no coincidence.
const leastGoingOn = 3

// A season from here on is a year.
const leastYear = 1900

// markGoingOn finds seasons whose numbers begin where those of the season before end: 1 to 13, and then 14 to 26, or
// begin late. If the episodes of such a season are not known, its numbers may count through the show, unless a name gives both, as S02E14 does.
func (k *knowledge) markGoingOn(claims []claim) {
	seasons := map[int]map[int]bool{} // the certain numbers of each
	sure := map[int]bool{}
	for i := range claims {
		c := &claims[i]
		if !c.certainByName() || len(k.seasons[c.season]) > 0 {
			continue
		}
		sure[c.season] = sure[c.season] || c.release.Marked && !c.release.SeasonFromFolder
		if seasons[c.season] == nil {
			seasons[c.season] = map[int]bool{}
		}
		for _, e := range c.episodes {
			seasons[c.season][e] = true
		}
	}
	before := map[int]int{} // how many episodes stand before those of a season that goes on
	for season, held := range seasons {
		if season < 2 || season >= leastYear || sure[season] {
			continue
		}
		_, end := run(seasons[season-1])
		first, last := run(held)
		if goesOn := last-first+1 >= leastGoingOn && end > 0 && first == end+1; goesOn || !k.Absolute && least(held) > lateStart {
			before[season] = least(held) - 1
		}
	}
	for i := range claims {
		c := &claims[i]
		skip := before[c.season]
		if skip == 0 || !c.certainByName() {
			continue
		}
		c.episodes = slices.Clone(c.episodes)
		for at := range c.episodes {
			c.episodes[at] -= skip
		}
		c.doubt = GoesOn
	}
}

func least(held map[int]bool) int { return slices.Min(slices.Collect(maps.Keys(held))) }

// run returns the first and the last of numbers without a gap, or 0.
func run(held map[int]bool) (first, last int) {
	all := slices.Sorted(maps.Keys(held))
	if len(all) == 0 || all[len(all)-1]-all[0] != len(all)-1 {
		return 0, 0
	}
	return all[0], all[len(all)-1]
}

// shelved returns the folder and the number of a file whose name has a number, but no season.
func (n *named) shelved() (of shelf, number int, ok bool) {
	r := n.release
	switch {
	case r.SeasonFromFolder && len(r.Episodes) > 0:
		return shelf{path.Dir(n.Path), *r.Season}, r.Episodes[0], true
	case len(r.Absolute) > 0 && (r.Doubt == "" || r.Doubt == release.LooseNumber) && !r.Marked:
		return shelf{path.Dir(n.Path), noSeason}, r.Absolute[0], true
	}
	return shelf{}, 0, false
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

// splits reports whether a number looks like season and episode, as 101 does. It does not if a number beside it has a zero
// in front, or cannot be season and episode, or if several lead up to it.
func (n *numbers) splits(number int) bool {
	return number >= 100 && number < 6000 && !n.padded && !n.odd && !n.held[99] && (!n.held[number%100] || n.small < 2)
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
