package recognise

import (
	"cmp"
	"fmt"
	"slices"

	"plotline/media/release"
)

// knowledge is a show, indexed for lookups.
type knowledge struct {
	names   []string
	seasons map[int]map[int]bool // the episodes of each season; empty if none is known
	dates   map[string][2]int    // air date → season and episode
	order   [][2]int             // all episodes without the specials, in the order of numbers that count through
}

func index(show Show) *knowledge {
	k := &knowledge{names: show.Names, seasons: map[int]map[int]bool{}, dates: map[string][2]int{}}
	seasons := slices.Clone(show.Seasons)
	slices.SortStableFunc(seasons, func(a, b Season) int { return cmp.Compare(a.Number, b.Number) })
	for _, s := range seasons {
		if k.seasons[s.Number] == nil {
			k.seasons[s.Number] = map[int]bool{}
		}
		episodes := slices.Clone(s.Episodes)
		slices.SortStableFunc(episodes, func(a, b Episode) int { return cmp.Compare(a.Number, b.Number) })
		for _, e := range episodes {
			at := [2]int{s.Number, e.Number}
			if k.seasons[s.Number][e.Number] {
				continue
			}
			k.seasons[s.Number][e.Number] = true
			if s.Number > 0 {
				k.order = append(k.order, at)
			}
			// If two episodes have the same date, prefer a regular one to a special, then the first.
			if old, found := k.dates[e.AirDate]; e.AirDate != "" && (!found || old[0] == 0 && s.Number > 0) {
				k.dates[e.AirDate] = at
			}
		}
	}
	return k
}

// has reports whether the show may have all of these episodes, as far as is known.
func (k *knowledge) has(season int, episodes []int) bool {
	listed, found := k.seasons[season]
	switch {
	case len(k.seasons) == 0, found && len(listed) == 0, !found && season == 0:
		return true
	}
	return !slices.ContainsFunc(episodes, func(e int) bool { return !listed[e] })
}

// place returns the episodes that a name gives, or the reason why there are none.
func (k *knowledge) place(r release.Release) (int, []int, Reason) {
	switch {
	case r.Season != nil && len(r.Episodes) > 0:
		return k.ofSeason(*r.Season, r)
	case !r.Date.IsZero():
		return k.onDate(r.Date)
	case len(r.Absolute) > 0:
		return k.throughout(r.Absolute)
	}
	return 0, nil, NoNumber
}

// ofSeason checks the numbers against their season. If only a folder gives the season, or the name also
// has a date, it tries other readings.
func (k *knowledge) ofSeason(season int, r release.Release) (int, []int, Reason) {
	if r.SeasonFromFolder {
		split, episodes, ok := asHundreds(r.Episodes)
		ok = ok && split == season
		switch {
		case len(k.seasons[season]) > 0 && k.has(season, r.Episodes):
		case ok && k.has(season, episodes):
			return season, episodes, ""
		default:
			if through, episodes, reason := k.counted(r.Episodes); reason == "" && through == season {
				return season, episodes, ""
			}
		}
	}
	if k.has(season, r.Episodes) {
		return season, r.Episodes, ""
	}
	if !r.Date.IsZero() {
		return k.onDate(r.Date)
	}
	return 0, nil, NotInShow
}

func (k *knowledge) onDate(d release.Date) (int, []int, Reason) {
	if at, found := k.dates[fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)]; found {
		return at[0], []int{at[1]}, ""
	}
	if len(k.dates) == 0 {
		return 0, nil, NoNumber
	}
	return 0, nil, NotInShow
}

// throughout places numbers that count through the whole show.
func (k *knowledge) throughout(numbers []int) (int, []int, Reason) {
	if len(k.order) == 0 {
		if !k.has(1, numbers) {
			return 0, nil, NotInShow
		}
		return 1, numbers, ""
	}
	season, episodes, reason := k.counted(numbers)
	if reason == "" {
		return season, episodes, ""
	}
	if season, episodes, ok := asHundreds(numbers); ok && len(k.seasons[season]) > 0 && k.has(season, episodes) {
		return season, episodes, ""
	}
	return 0, nil, reason
}

// counted maps numbers through the seasons. It rejects a file that spans two seasons, because a plan's
// entry has one season.
func (k *knowledge) counted(numbers []int) (int, []int, Reason) {
	season, episodes := 0, make([]int, 0, len(numbers))
	for _, n := range numbers {
		if n < 1 || n > len(k.order) || season != 0 && k.order[n-1][0] != season {
			return 0, nil, NotInShow
		}
		season = k.order[n-1][0]
		episodes = append(episodes, k.order[n-1][1])
	}
	return season, episodes, ""
}

// asHundreds reads 503 as the third episode of season 5.
func asHundreds(numbers []int) (int, []int, bool) {
	if len(numbers) != 1 || numbers[0] < 101 || numbers[0]%100 == 0 {
		return 0, nil, false
	}
	return numbers[0] / 100, []int{numbers[0] % 100}, true
}
