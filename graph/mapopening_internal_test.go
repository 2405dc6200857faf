package graph

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"plotline/testing/kit/expect"
)

// outlineOf makes an outline of episodes with these edges, newest first.
func outlineOf(episodes int, edges ...[2]int32) Outline {
	o := Outline{Episodes: make([]OutlineEpisode, episodes), Total: episodes}
	for i := range o.Episodes {
		o.Episodes[i].ID = int64(episodes - i)
	}
	for _, e := range edges {
		o.Edges = append(o.Edges, OutlineEdge{From: e[0], To: e[1], Type: Causes})
		o.Episodes[e[0]].Degree++
		o.Episodes[e[1]].Degree++
	}
	return o
}

// TestChooseOpening checks which episodes a first picture shows.
func TestChooseOpening(t *testing.T) {
	t.Parallel()
	star := [][2]int32{{4, 5}, {4, 6}, {4, 7}}
	for _, c := range []struct {
		name    string
		o       Outline
		most    int
		want    []int32
		byMonth bool
	}{
		{"nothing", outlineOf(0), 3, nil, true},
		{"no relationships", outlineOf(5), 3, []int32{0, 1, 2}, true},
		{"a chain", outlineOf(5, [2]int32{0, 1}, [2]int32{1, 2}), 4, []int32{0, 1, 2, 3}, true},
		{"a star behind newer episodes", outlineOf(9, star...), 5, []int32{0, 4, 5, 6, 7}, false},
		{"one without relationships is shown in any case", outlineOf(9, star...), 4, []int32{0, 4, 5, 6}, false},
		{"few others", outlineOf(9, star...), 8, []int32{0, 4, 5, 6, 7}, false},
		{"everything fits", outlineOf(9, star...), 9, []int32{0, 1, 2, 3, 4, 5, 6, 7, 8}, false},
		{"a chain before it fits", outlineOf(9, append(star, [2]int32{0, 1})...), 7, []int32{0, 1, 2, 4, 5, 6, 7}, false},
		{"a chain before it does not fit", outlineOf(9, append(star, [2]int32{0, 1})...), 5, []int32{2, 4, 5, 6, 7}, false},
		{"a triangle", outlineOf(4, [2]int32{1, 2}, [2]int32{2, 3}, [2]int32{3, 1}), 4, []int32{0, 1, 2, 3}, false},
		{"an edge twice and to itself", outlineOf(3, [2]int32{0, 1}, [2]int32{1, 0}, [2]int32{1, 1}), 2, []int32{0, 1}, true},
		{"the newest of a star stay connected", outlineOf(5, [2]int32{0, 4}, [2]int32{1, 4}, [2]int32{2, 4}, [2]int32{3, 4}), 3, []int32{0, 1, 4}, false},
	} {
		chosen, byMonth := chooseOpening(c.o, c.most)
		got := slices.Sorted(maps.Keys(chosen))
		if !slices.Equal(got, c.want) || byMonth != c.byMonth {
			t.Errorf("%s: %v, by month %v; want %v, %v", c.name, got, byMonth, c.want, c.byMonth)
		}
	}
}

// TestAreasOf checks that a tag of every episode is no area, and that an episode counts in each of its areas.
func TestAreasOf(t *testing.T) {
	t.Parallel()
	o := outlineOf(20)
	o.Tags = []string{"git", "web", "api"}
	for i := range o.Episodes {
		o.Episodes[i].CreatedAt = Time(time.Date(2026, 9, 20-i, 12, 0, 0, 0, time.UTC).UnixMicro())
		o.Episodes[i].Tags = []int32{0, int32(1 + i%2)}
	}
	o.Episodes[0].Tags = []int32{0, 1, 2}
	o.Episodes[1].Tags = []int32{0}
	got := areasOf(o)
	expect.Equal(t, "areas", []string{"api", "web"}, []string{got.Areas[0].Tag, got.Areas[1].Tag})
	expect.Equal(t, "weeks", 3, len(got.Starts))
	expect.Equal(t, "the first Monday", "2026-08-31T00:00:00Z", time.UnixMicro(int64(got.Starts[0])).UTC().Format(time.RFC3339))
	sum := 0
	for _, area := range got.Areas {
		for _, n := range area.Counts {
			sum += n
		}
	}
	expect.Equal(t, "episodes", []int{20, 1}, []int{sum, got.Others}) // one has two areas, one has none
	o.Tags, o.Episodes = []string{"git"}, o.Episodes[1:2]
	if areasOf(o) != nil {
		t.Error("one tag for all is an area")
	}
}

// TestPeriods checks which periods cover a range.
func TestPeriods(t *testing.T) {
	t.Parallel()
	last := time.Date(2026, 11, 27, 15, 0, 0, 0, time.UTC)
	for _, c := range []struct{ back, want string }{
		{"0s", "1 from 2026-11-27 until 2026-11-28"},
		{"72h", "4 from 2026-11-24 until 2026-11-28"},
		{"720h", "5 from 2026-10-26 until 2026-11-30"},
		{"4800h", "7 from 2026-05-01 until 2026-12-01"},
		{"20000h", "10 from 2024-07-01 until 2027-01-01"},
		{"80000h", "10 from 2017-01-01 until 2027-01-01"},
		{"500000h", "14 from 2013-01-01 until 2027-01-01"},
	} {
		back, err := time.ParseDuration(c.back)
		if err != nil {
			t.Fatal(err)
		}
		starts, until := periods(Time(last.Add(-back).UnixMicro()), Time(last.UnixMicro()))
		day := func(at Time) string { return time.UnixMicro(int64(at)).UTC().Format(time.DateOnly) }
		if got := fmt.Sprintf("%d from %s until %s", len(starts), day(starts[0]), day(until)); got != c.want {
			t.Errorf("%s: %s, want %s", c.back, got, c.want)
		}
	}
}
