package recognise

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// claim is a file with the episodes that it claims, or with the reason why it claims none.
type claim struct {
	*named
	place

	left Reason
	by   string // see Unrecognised
}

// place is what a name means for the show.
type place struct {
	season   int
	episodes []int
	doubt    Reason // why it is only a guess; "" if it is certain
}

// claim decides what a file is, without a look at the others.
func (k *knowledge) claim(n *named) claim {
	c := claim{named: n}
	switch {
	case len(n.Episodes) > 0:
		c.place = n.byNFO()
	case n.extra:
		c.left = Extra
	default:
		if c.place, c.left = k.place(n.release, n.style); c.left == "" && c.doubt == "" && k.isNameless(n) {
			c.doubt = Nameless
		}
	}
	return c
}

// byNFO returns the episodes of the file's own NFO file. Many of these files name only the first episode of several. So if
// the name gives more of the same season, it counts.
func (n *named) byNFO() place {
	p := place{season: n.Season, episodes: slices.Compact(slices.Sorted(slices.Values(n.Episodes)))}
	read := n.release
	if !read.Explicit() || read.Doubt != "" {
		return p
	}
	switch {
	case *read.Season == n.Season && hasAll(n.Episodes, read.Episodes):
	case *read.Season == n.Season && hasAll(read.Episodes, n.Episodes):
		p.episodes = read.Episodes
	default:
		p.doubt = disagreement(*read.Season, read.Episodes, n.Season, n.Episodes)
	}
	return p
}

// disagreement is why a file is uncertain whose name and NFO file give different episodes.
func disagreement(season int, episodes []int, nfoSeason int, nfoEpisodes []int) Reason {
	return Reason(fmt.Sprintf("its name says %s, but its NFO file says %s", written(season, episodes), written(nfoSeason, nfoEpisodes)))
}

// written returns numbers in the form S01E02E03.
func written(season int, episodes []int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "S%02d", season)
	for _, e := range episodes {
		fmt.Fprintf(&text, "E%02d", e)
	}
	return text.String()
}

func hasAll(list, wanted []int) bool {
	return !slices.ContainsFunc(wanted, func(e int) bool { return !slices.Contains(list, e) })
}

// markCopies leaves out copies of files with the same episodes, also where the name of the copy leaves a doubt.
func markCopies(claims []claim) {
	held := map[[2]int]string{}
	for i := range claims {
		if c := &claims[i]; c.left == "" && !c.copied() {
			for _, e := range c.episodes {
				held[[2]int{c.season, e}] = c.Path
			}
		}
	}
	for i := range claims {
		c := &claims[i]
		free := func(e int) bool { return held[[2]int{c.season, e}] == "" }
		if c.left == "" && c.copied() && !slices.ContainsFunc(c.episodes, free) {
			c.left = Duplicate
			for _, e := range c.episodes {
				c.by = held[[2]int{c.season, e}]
			}
		}
	}
}

// copied reports whether a file is named like a copy, and has no NFO file that says otherwise.
func (c *claim) copied() bool { return c.release.Version < 0 && len(c.named.Episodes) == 0 }

// decide gives every episode to one file, the better files first. A file that loses one of its episodes
// loses them all, so that it does not block another file.
func decide(claims []claim) Result {
	out := Result{Matches: []Match{}}
	ranked := make([]*claim, 0, len(claims))
	reserved := map[[2]int]bool{} // the episodes that NFO files of uncertain files name; only an explicit name gets them
	for i := range claims {
		switch c := &claims[i]; {
		case c.left != "":
			out.leave(c, c.left)
		case c.doubt != "":
			out.Uncertain = append(out.Uncertain, Uncertain{Path: c.Path, Season: new(c.season), Episodes: c.episodes, Why: c.doubt})
			for _, e := range c.named.Episodes {
				reserved[[2]int{c.named.Season, e}] = true
			}
		default:
			ranked = append(ranked, c)
		}
	}
	slices.SortFunc(ranked, byWorth)
	taken := map[[2]int]string{}
	for _, c := range ranked {
		lost := func(e int) bool {
			at := [2]int{c.season, e}
			return taken[at] != "" || reserved[at] && c.worth() < explicit
		}
		if at := slices.IndexFunc(c.episodes, lost); at >= 0 {
			c.by = taken[[2]int{c.season, c.episodes[at]}]
			out.leave(c, Duplicate)
			continue
		}
		for _, e := range c.episodes {
			taken[[2]int{c.season, e}] = c.Path
			out.Matches = append(out.Matches, Match{Path: c.Path, Season: c.season, Episode: e})
		}
	}
	slices.SortStableFunc(out.Matches, func(a, b Match) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(out.Unrecognised, func(a, b Unrecognised) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

func (r *Result) leave(c *claim, reason Reason) {
	r.Unrecognised = append(r.Unrecognised, Unrecognised{Path: c.Path, Reason: reason, By: c.by})
}

func byWorth(a, b *claim) int {
	return cmp.Or(
		-cmp.Compare(a.confirmed(), b.confirmed()),
		-cmp.Compare(a.worth(), b.worth()),
		-cmp.Compare(a.release.Version, b.release.Version),
		-cmp.Compare(a.release.Resolution, b.release.Resolution),
		cmp.Compare(a.Path, b.Path),
	)
}

// confirmed returns 1 if a person confirmed one of the episodes that a file claims, otherwise 0.
func (c *claim) confirmed() int {
	if slices.ContainsFunc(c.Confirmed, func(e [2]int) bool { return e[0] == c.season && slices.Contains(c.episodes, e[1]) }) {
		return 1
	}
	return 0
}

// explicit is the worth of a name that itself gives season and episode.
const explicit = 3

// worth returns how sure the numbers of a certain file are, from 0 to 4.
func (c *claim) worth() int {
	switch {
	case len(c.named.Episodes) > 0:
		return explicit + 1
	case c.release.Doubt != "": // a decision about the folder settles it
		return 0
	case c.release.Explicit():
		return explicit
	case c.release.Season != nil || !c.release.Date.IsZero():
		return explicit - 1
	}
	return 1
}
