package graph

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

const (
	// openingWindow is how many of the newest episodes an opening is chosen from, so that it takes as long in a large
	// workspace as in a small one.
	openingWindow = 1000
	// One of so many episodes of an opening may be one without relationships, however many others there are.
	unlinkedShare = 5
	// countedWindow is how many of the newest episodes the areas of a history count.
	countedWindow = 20_000
	mostAreas     = 12
	mostPeriods   = 14
	// A tag that more than this share of the episodes has tells them apart no more.
	everywhere = 0.9
	// historyShare is the share of episodes with a reward below which a workspace is a history.
	historyShare = 0.1
)

// opening reads the first picture of a workspace: at most most of the newest episodes that match.
func (s *Service) opening(ctx context.Context, ws string, q OutlineQuery, most int) (Outline, openingFacts, error) {
	q.Limit = openingWindow
	window, err := s.outline(ctx, ws, q)
	if err != nil {
		return Outline{}, openingFacts{}, err
	}
	chosen, byMonth := chooseOpening(window, most)
	facts := openingFacts{ByMonth: byMonth, Unlinked: len(unlinkedOf(window))}
	if window.Total > most && isHistory(window.Episodes) {
		q.Limit, q.Details = countedWindow, false
		counted, err := s.outline(ctx, ws, q)
		if err != nil {
			return Outline{}, openingFacts{}, err
		}
		facts.Areas = areasOf(counted)
	}
	part := partOf(window, most, func(i int) bool { return chosen[int32(i)] }) //nolint:gosec // the window is small
	part.Total = window.Total
	part.keepTags(window)
	return part, facts, nil
}

// openingFacts are what an opening says beside its episodes.
type openingFacts struct {
	ByMonth  bool
	Unlinked int
	Areas    *MapAreas
}

// isHistory reports whether hardly an episode has a reward, as in the history of a repository.
func isHistory(episodes []OutlineEpisode) bool {
	rewarded := 0
	for _, e := range episodes {
		if e.Reward != 0 {
			rewarded++
		}
	}
	return float64(rewarded) < historyShare*float64(len(episodes))
}

// chooseOpening returns the episodes of an opening, by their indexes: the newest connected part that is more than a
// chain, then as many of the newest other parts as there is room for, then episodes without relationships. Without such
// a part, it returns the newest episodes, to be drawn by month.
func chooseOpening(o Outline, most int) (chosen map[int32]bool, byMonth bool) {
	chosen = map[int32]bool{}
	near := neighboursOf(o)
	parts := partsOf(near)
	first := slices.IndexFunc(parts, func(part []int32) bool { return !isChain(near, part) })
	if first < 0 {
		for i := range min(most, len(o.Episodes)) {
			chosen[int32(i)] = true
		}
		return chosen, true
	}
	unlinked := unlinkedOf(o)
	kept := min(len(unlinked), max(1, most/unlinkedShare))
	linked := most - kept
	grow(near, parts[first], linked, chosen)
	for i, part := range parts {
		if i != first && len(part) > 1 && len(chosen)+len(part) <= linked {
			for _, at := range part {
				chosen[at] = true
			}
		}
	}
	if o.Total <= most {
		kept = len(unlinked)
	}
	for _, at := range unlinked[:min(kept, most-len(chosen))] {
		chosen[at] = true
	}
	return chosen, false
}

// unlinkedOf returns the episodes without relationships, newest first.
func unlinkedOf(o Outline) []int32 {
	var unlinked []int32
	for i, e := range o.Episodes {
		if e.Degree == 0 {
			unlinked = append(unlinked, int32(i))
		}
	}
	return unlinked
}

// neighboursOf returns the different neighbours of each episode, newest first.
func neighboursOf(o Outline) [][]int32 {
	near := make([][]int32, len(o.Episodes))
	for _, e := range o.Edges {
		if e.From != e.To {
			near[e.From] = append(near[e.From], e.To)
			near[e.To] = append(near[e.To], e.From)
		}
	}
	for i := range near {
		slices.Sort(near[i])
		near[i] = slices.Compact(near[i])
	}
	return near
}

// partsOf returns the connected parts in the order of their newest episodes.
func partsOf(near [][]int32) [][]int32 {
	var parts [][]int32
	known := make([]bool, len(near))
	for i := range near {
		if known[i] {
			continue
		}
		known[i] = true
		part := []int32{int32(i)}
		for at := 0; at < len(part); at++ {
			for _, next := range near[part[at]] {
				if !known[next] {
					known[next] = true
					part = append(part, next)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// isChain reports whether a part neither branches nor closes a ring.
func isChain(near [][]int32, part []int32) bool {
	ends := 0
	for _, i := range part {
		if len(near[i]) > 2 {
			return false
		}
		ends += len(near[i])
	}
	return ends < 2*len(part)
}

// grow chooses at most most episodes of a part, which stay connected: from the newest on, always the newest neighbour.
func grow(near [][]int32, part []int32, most int, chosen map[int32]bool) {
	ready := []int32{part[0]} // sorted, the newest last
	seen := map[int32]bool{part[0]: true}
	for len(ready) > 0 && len(chosen) < most {
		at := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		chosen[at] = true
		for _, next := range near[at] {
			if !seen[next] {
				seen[next] = true
				place, _ := slices.BinarySearchFunc(ready, next, func(a, b int32) int { return cmp.Compare(b, a) })
				ready = slices.Insert(ready, place, next)
			}
		}
	}
}

// MapAreas counts the newest episodes by area and time. An area is a tag that not nearly every episode has, so that each
// count is the number of episodes that a filter by its tag and its period lets through.
type MapAreas struct {
	Starts  []Time    `json:"starts" doc:"Of the periods, oldest first: days, weeks, months, quarters or years of UTC"`
	Until   Time      `json:"until" format:"date-time" doc:"End of the last period"`
	Areas   []MapArea `json:"areas" doc:"Largest first"`
	Counted int       `json:"counted" doc:"Episodes that were counted: at most the newest 20,000"`
	Others  int       `json:"others,omitempty" doc:"Of these, in no area that is listed, or before the first period"`
}

// MapArea counts the episodes of one area in each period.
type MapArea struct {
	Tag    string `json:"tag"`
	Counts []int  `json:"counts"`
}

// areasOf counts the episodes of an outline. It returns nil if there are no two areas.
func areasOf(o Outline) *MapAreas {
	tagged := map[int32]int{}
	for _, e := range o.Episodes {
		for _, tag := range e.Tags {
			tagged[tag]++
		}
	}
	maps.DeleteFunc(tagged, func(_ int32, n int) bool { return float64(n) > everywhere*float64(len(o.Episodes)) })
	listed := slices.SortedFunc(maps.Keys(tagged), func(a, b int32) int {
		return cmp.Or(cmp.Compare(tagged[b], tagged[a]), cmp.Compare(o.Tags[a], o.Tags[b]))
	})
	listed = listed[:min(mostAreas, len(listed))]
	if len(listed) < 2 {
		return nil
	}
	out := &MapAreas{Counted: len(o.Episodes), Others: len(o.Episodes)}
	first, last := o.Episodes[len(o.Episodes)-1].CreatedAt, o.Episodes[0].CreatedAt
	out.Starts, out.Until = periods(first, last)
	row := map[int32]int{}
	for i, tag := range listed {
		row[tag] = i
		out.Areas = append(out.Areas, MapArea{o.Tags[tag], make([]int, len(out.Starts))})
	}
	for _, e := range o.Episodes {
		place, exact := slices.BinarySearch(out.Starts, e.CreatedAt)
		if !exact {
			place--
		}
		isCounted := false
		for _, tag := range e.Tags {
			if at, isListed := row[tag]; isListed && place >= 0 {
				out.Areas[at].Counts[place]++
				isCounted = true
			}
		}
		if isCounted {
			out.Others--
		}
	}
	return out
}

// units are the periods that people count in. Each returns the start of its period, and of a later one.
var units = []func(t time.Time, later int) time.Time{
	func(t time.Time, later int) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day()+later, 0, 0, 0, 0, time.UTC)
	},
	func(t time.Time, later int) time.Time {
		monday := t.Day() - (int(t.Weekday())+6)%7
		return time.Date(t.Year(), t.Month(), monday+7*later, 0, 0, 0, 0, time.UTC)
	},
	func(t time.Time, later int) time.Time {
		return time.Date(t.Year(), t.Month()+time.Month(later), 1, 0, 0, 0, 0, time.UTC)
	},
	func(t time.Time, later int) time.Time {
		return time.Date(t.Year(), t.Month()-(t.Month()-1)%3+time.Month(3*later), 1, 0, 0, 0, 0, time.UTC)
	},
	func(t time.Time, later int) time.Time { return time.Date(t.Year()+later, 1, 1, 0, 0, 0, 0, time.UTC) },
}

// periods returns the starts of the shortest periods of which few cover a range, and the end of the last one. Of too
// many years it returns the last.
func periods(first, last Time) (starts []Time, until Time) {
	from, to := time.UnixMicro(drawable(first)).UTC(), time.UnixMicro(drawable(last)).UTC()
	for i, unit := range units {
		isLast := i == len(units)-1
		if !isLast && unit(from, 0).Before(unit(to, 1-mostPeriods)) {
			continue
		}
		for back := 1 - mostPeriods; back <= 0; back++ {
			if start := unit(to, back); !start.Before(unit(from, 0)) {
				starts = append(starts, Time(start.UnixMicro()))
			}
		}
		return starts, Time(unit(to, 1).UnixMicro())
	}
	return nil, 0 // not reached: the last unit always fits
}

// keepTags takes over the tags of the outline that it is a part of, which has details, and numbers those that are left.
func (o *Outline) keepTags(whole Outline) {
	var tags Numbering
	for i, e := range o.Episodes {
		var names []string
		for _, tag := range e.Tags {
			names = append(names, whole.Tags[tag])
		}
		o.Episodes[i].Tags = tags.Append(nil, names...)
	}
	o.Tags, o.MoreTags = tags.Texts(), whole.MoreTags
}
