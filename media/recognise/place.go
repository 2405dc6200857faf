package recognise

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"plotline/media/release"
)

// knowledge is a show, indexed for lookups.
type knowledge struct {
	Show

	seasons map[int]map[int]bool // the episodes of each season; empty if none is known
	partial map[int]bool         // seasons that may have more episodes than these
	bound   bool                 // there may be more seasons than these
	dates   map[string][2]int    // air date → season and episode
	// order has the episodes in the order of numbers that count through, without the specials. It ends before season open,
	// the first whose episodes are not all known; 0 if there is none.
	order      [][2]int
	open, last int  // last is the last season
	usual      bool // no name of the show says which it is
}

func index(show Show) *knowledge {
	k := &knowledge{Show: show, seasons: map[int]map[int]bool{}, partial: map[int]bool{}, dates: map[string][2]int{}}
	k.usual = len(show.Names) > 0 && !slices.ContainsFunc(show.Names, func(name string) bool { return !IsUsual(name) })
	seasons := slices.Clone(show.Seasons)
	slices.SortStableFunc(seasons, func(a, b Season) int { return cmp.Compare(a.Number, b.Number) })
	for _, s := range seasons {
		if k.seasons[s.Number] == nil {
			k.seasons[s.Number] = map[int]bool{}
		}
		k.partial[s.Number] = k.partial[s.Number] || s.Partial
		episodes := slices.Clone(s.Episodes)
		slices.SortStableFunc(episodes, func(a, b Episode) int { return cmp.Compare(a.Number, b.Number) })
		for _, e := range episodes {
			k.seasons[s.Number][e.Number] = true
			// If two episodes have the same date, prefer a regular one to a special, then the first.
			if old, found := k.dates[e.AirDate]; e.AirDate != "" && (!found || old[0] == 0 && s.Number > 0) {
				k.dates[e.AirDate] = [2]int{s.Number, e.Number}
			}
		}
	}
	k.count()
	return k
}

// count finds the order of the numbers that count through, and where it ends.
func (k *knowledge) count() {
	complete, partial := false, false
	for _, season := range slices.Sorted(maps.Keys(k.seasons)) {
		complete = complete || !k.partial[season]
		if season < 1 {
			continue
		}
		k.last = season
		partial = partial || k.partial[season]
		if k.open == 0 && (k.partial[season] || len(k.seasons[season]) == 0) {
			k.open = season
		}
		if k.open > 0 {
			continue
		}
		for _, e := range slices.Sorted(maps.Keys(k.seasons[season])) {
			k.order = append(k.order, [2]int{season, e})
		}
	}
	k.bound = partial || !complete
}

// has reports whether the show may have all of these episodes, as far as is known.
func (k *knowledge) has(season int, episodes []int) bool {
	listed, found := k.seasons[season]
	switch {
	case found && len(listed) == 0, k.partial[season], !found && (season == 0 || k.bound):
		return true
	}
	return k.lists(season, episodes)
}

// lists reports whether the show is known to have all of these episodes.
func (k *knowledge) lists(season int, episodes []int) bool {
	return !slices.ContainsFunc(episodes, func(e int) bool { return !k.seasons[season][e] })
}

// aboutCounting are the doubts that Show.Absolute settles.
var aboutCounting = []release.Doubt{release.FolderNumber, release.FolderPart, release.LooseNumber}

// place returns the episodes that a name gives, or the reason why there are none. The style
// is that of the numbers beside it.
func (k *knowledge) place(r release.Release, beside style) (place, Reason) {
	numbers := slices.Concat(r.Episodes, r.Absolute)
	switch {
	case r.Batch:
		return place{}, Batch
	case r.Doubt == release.SpecialName:
		return k.special(numbers)
	case k.Absolute && slices.Contains(aboutCounting, r.Doubt) && len(numbers) > 0:
		return k.throughout(numbers, beside)
	}
	p, reason := k.read(r, beside)
	if r.Doubt == "" {
		return p, reason
	}
	if reason != "" && len(numbers) == 0 && r.Doubt != release.Decimal {
		return place{}, reason
	}
	if reason != "" {
		p = asNamed(r)
	}
	p.doubt = Reason(r.Doubt)
	return p, ""
}

// asNamed returns the numbers of a name, whether the show has them or not.
func asNamed(r release.Release) place {
	p := place{season: 1, episodes: slices.Concat(r.Episodes, r.Absolute)}
	if r.Season != nil {
		p.season = *r.Season
	}
	return p
}

// special places a name that says that it is a special, but not which.
func (k *knowledge) special(numbers []int) (place, Reason) {
	p := place{season: 0, episodes: numbers, doubt: Reason(release.SpecialName)}
	if k.Specials && len(numbers) > 0 {
		if p.doubt = ""; !k.has(0, numbers) {
			return place{}, NotInShow
		}
	}
	return p, ""
}

// read places a name without a doubt.
func (k *knowledge) read(r release.Release, beside style) (place, Reason) {
	switch {
	case r.Season != nil && len(r.Episodes) > 0:
		return k.ofSeason(*r.Season, r, beside)
	case !r.Date.IsZero() && (len(k.dates) > 0 || len(r.Absolute) == 0):
		return k.onDate(r.Date)
	case len(r.Absolute) > 0:
		return k.throughout(r.Absolute, beside)
	}
	return place{}, NoNumber
}

// ofSeason checks the numbers against their season. If only a folder gives the season, or the name also
// has a date, it tries other readings.
func (k *knowledge) ofSeason(season int, r release.Release, beside style) (place, Reason) {
	if r.SeasonFromFolder {
		if p, ok := k.inFolder(season, r.Episodes, beside); ok {
			return p, ""
		}
	}
	if k.has(season, r.Episodes) {
		return place{season: season, episodes: r.Episodes}, ""
	}
	if !r.Date.IsZero() {
		return k.onDate(r.Date)
	}
	return place{}, NotInShow
}

// inFolder reads numbers whose season only a folder gives in other ways: as counting through the show, and 503 as the
// third episode of season 5.
func (k *knowledge) inFolder(season int, numbers []int, beside style) (place, bool) {
	through, reason := k.counted(numbers)
	counts := reason == "" && through.season == season
	if k.Absolute && counts {
		return through, true
	}
	if k.lists(season, numbers) {
		return place{}, false
	}
	if split, episodes, ok := asHundreds(numbers); ok && beside != whole && split == season && k.has(season, episodes) {
		return place{season: season, episodes: episodes}, true
	}
	return through, counts
}

func (k *knowledge) onDate(d release.Date) (place, Reason) {
	if at, found := k.dates[fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)]; found {
		return place{season: at[0], episodes: []int{at[1]}}, ""
	}
	if len(k.dates) == 0 || k.bound {
		return place{}, NoNumber
	}
	return place{}, NotInShow
}

// countDates guesses the episodes of files that have nothing but a date, by its place among the dates of the year.
func countDates(claims []claim) {
	dated := func(c *claim) bool { return c.left == NoNumber && !c.release.Date.IsZero() }
	years := map[int][]release.Date{}
	for i := range claims {
		if c := &claims[i]; dated(c) {
			years[c.release.Date.Year] = append(years[c.release.Date.Year], c.release.Date)
		}
	}
	for year, dates := range years {
		slices.SortFunc(dates, byDay)
		years[year] = slices.Compact(dates)
	}
	for i := range claims {
		if c := &claims[i]; dated(c) {
			at, _ := slices.BinarySearchFunc(years[c.release.Date.Year], c.release.Date, byDay)
			c.left, c.place = "", place{season: c.release.Date.Year, episodes: []int{at + 1}, doubt: Dated}
		}
	}
}

func byDay(a, b release.Date) int {
	return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month), cmp.Compare(a.Day, b.Day))
}

// throughout places numbers that count through the whole show.
func (k *knowledge) throughout(numbers []int, beside style) (place, Reason) {
	if k.last == 0 {
		if !k.has(1, numbers) {
			return place{}, NotInShow
		}
		return k.first(numbers, beside), ""
	}
	p, reason := k.counted(numbers)
	if reason == "" {
		return p, ""
	}
	if k.open > 0 {
		return k.beyond(numbers, beside)
	}
	if split, episodes, ok := asHundreds(numbers); ok && !k.Absolute && len(k.seasons[split]) > 0 && k.lists(split, episodes) {
		return place{season: split, episodes: episodes}, ""
	}
	return place{}, reason
}

// beyond guesses at numbers behind the episodes of which all are known. They are certain if season 1 is the only one, as
// they are if nothing is known of the show.
func (k *knowledge) beyond(numbers []int, beside style) (place, Reason) {
	p := place{season: k.open, doubt: Counts}
	for _, n := range numbers {
		if len(k.order) > 0 && n <= len(k.order) {
			return place{}, NotInShow
		}
		p.episodes = append(p.episodes, n-len(k.order))
	}
	if k.Absolute {
		p.doubt = ""
		return p, ""
	}
	if k.last == 1 {
		return k.first(numbers, beside), ""
	}
	if split, episodes, ok := asHundreds(numbers); ok && k.lists(split, episodes) {
		p.season, p.episodes = split, episodes
	}
	return p, ""
}

// first places numbers where no season but the first is known.
func (k *knowledge) first(numbers []int, beside style) place {
	if season, episodes, ok := asHundreds(numbers); ok && beside == split && !k.Absolute {
		return place{season: season, episodes: episodes, doubt: Hundreds}
	}
	return place{season: 1, episodes: numbers}
}

// counted maps numbers through the seasons. It rejects a file that spans two seasons, because a plan's
// entry has one season.
func (k *knowledge) counted(numbers []int) (place, Reason) {
	p := place{episodes: make([]int, 0, len(numbers))}
	for _, n := range numbers {
		if n < 1 || n > len(k.order) || p.season != 0 && k.order[n-1][0] != p.season {
			return place{}, NotInShow
		}
		p.season = k.order[n-1][0]
		p.episodes = append(p.episodes, k.order[n-1][1])
	}
	return p, ""
}

// asHundreds reads 503 as the third episode of season 5.
func asHundreds(numbers []int) (int, []int, bool) {
	if len(numbers) == 0 {
		return 0, nil, false
	}
	season := numbers[0] / 100
	episodes := make([]int, 0, len(numbers))
	for _, n := range numbers {
		if n < 101 || n%100 == 0 || n/100 != season {
			return 0, nil, false
		}
		episodes = append(episodes, n%100)
	}
	return season, episodes, true
}
