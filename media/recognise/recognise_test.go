package recognise_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/media/recognise"
)

// count returns a season with the given number of episodes, with air dates in one month.
func count(number, episodes int) recognise.Season {
	s := recognise.Season{Number: number}
	for n := range episodes {
		s.Episodes = append(s.Episodes, recognise.Episode{Number: n + 1, AirDate: fmt.Sprintf("%d-03-%02d", 2020+number, n+1)})
	}
	return s
}

// written formats the lists as lines: "path = 1x02", "path ? 1x02, reason" and "path: reason".
func written(found recognise.Result) []string {
	out := []string{}
	for _, m := range found.Matches {
		out = append(out, fmt.Sprintf("%s = %dx%02d", m.Path, m.Season, m.Episode))
	}
	for _, u := range found.Uncertain {
		guess := []string{}
		for _, e := range u.Episodes {
			guess = append(guess, fmt.Sprintf("%dx%02d", *u.Season, e))
		}
		out = append(out, fmt.Sprintf("%s ? %s, %s", u.Path, strings.Join(guess, " "), u.Why))
	}
	for _, u := range found.Unrecognised {
		out = append(out, fmt.Sprintf("%s: %s", u.Path, u.Reason))
	}
	return out
}

func files(paths ...string) []recognise.File {
	all := make([]recognise.File, len(paths))
	for i, p := range paths {
		all[i].Path = p
	}
	return all
}

var (
	nothing = recognise.Show{}
	// twoSeasons has seasons of 25 and 12 episodes, and two specials.
	twoSeasons = recognise.Show{Seasons: []recognise.Season{count(2, 12), count(0, 2), count(1, 25)}}
)

const (
	none      = ": no episode in its name"
	extra     = ": a sample, a trailer or an extra"
	notInShow = ": an episode that the show does not have"
	duplicate = ": another file is the same episode"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		show  recognise.Show
		paths []string
		want  []string
	}{
		{"nothing at all", nothing, nil, []string{}},
		{"unknown show: as it stands", nothing, []string{"S03E04.mkv", "Season 9/05.mkv"}, []string{"S03E04.mkv = 3x04", "Season 9/05.mkv = 9x05"}},
		{"unknown show: absolute is season 1", nothing, []string{"[G] T - 26.mkv"}, []string{"[G] T - 26.mkv = 1x26"}},
		{"unknown show: no dates", nothing, []string{"T 2024-03-15.mkv"}, []string{"T 2024-03-15.mkv" + none}},
		{"unknown show: hundreds of the folder's season", nothing, []string{"Season 5/503.mkv", "Season 5/603.mkv"}, []string{"Season 5/503.mkv = 5x03", "Season 5/603.mkv = 5x603"}},
		{"double episode", nothing, []string{"T.S01E02E03.mkv"}, []string{"T.S01E02E03.mkv = 1x02", "T.S01E02E03.mkv = 1x03"}},
		{"by path", nothing, []string{"b/S01E01.mkv", "a/S01E02.mkv", "c.mkv", "b.mkv", "b.mkv"}, []string{"a/S01E02.mkv = 1x02", "b/S01E01.mkv = 1x01", "b.mkv" + none, "c.mkv" + none}},
		{"absolute counts through", twoSeasons, []string{"[G] T - 25.mkv", "[G] T - 26.mkv", "[G] T - 37.mkv"}, []string{"[G] T - 25.mkv = 1x25", "[G] T - 26.mkv = 2x01", "[G] T - 37.mkv = 2x12"}},
		{"absolute past the end", twoSeasons, []string{"[G] T - 38.mkv"}, []string{"[G] T - 38.mkv" + notInShow}},
		{"hundreds past the end", twoSeasons, []string{"[G] T - 203.mkv", "[G] T - 213.mkv", "[G] T - 303.mkv"}, []string{"[G] T - 203.mkv = 2x03", "[G] T - 213.mkv" + notInShow, "[G] T - 303.mkv" + notInShow}},
		{"absolute across two seasons", twoSeasons, []string{"[G] T - 25-26.mkv"}, []string{"[G] T - 25-26.mkv" + notInShow}},
		{"absolute in a season's folder", twoSeasons, []string{"Season 2/[G] T - 30.mkv", "Season 2/[G] T - 06.mkv"}, []string{"Season 2/[G] T - 06.mkv = 2x06", "Season 2/[G] T - 30.mkv = 2x05"}},
		{"absolute of another season than the folder's", twoSeasons, []string{"Season 2/[G] T - 20.mkv"}, []string{"Season 2/[G] T - 20.mkv" + notInShow}},
		{"date", twoSeasons, []string{"T 2022-03-05.mkv", "T 2022-04-05.mkv"}, []string{"T 2022-03-05.mkv = 2x05", "T 2022-04-05.mkv" + notInShow}},
		{"date beside a number that is not in the show", twoSeasons, []string{"T S07E99 2022-03-05.mkv"}, []string{"T S07E99 2022-03-05.mkv = 2x05"}},
		{"not in the show", twoSeasons, []string{"S02E13.mkv", "S03E01.mkv", "S02E12E13.mkv", "S00E03.mkv"}, []string{"S00E03.mkv" + notInShow, "S02E12E13.mkv" + notInShow, "S02E13.mkv" + notInShow, "S03E01.mkv" + notInShow}},
		{"a season of which nothing is known", recognise.Show{Seasons: []recognise.Season{{Number: 4}}}, []string{"S04E44.mkv", "S05E01.mkv"}, []string{"S04E44.mkv = 4x44", "S05E01.mkv" + notInShow}},
		{"specials that the metadata leaves out", recognise.Show{Seasons: []recognise.Season{count(1, 3)}}, []string{"S00E09.mkv"}, []string{"S00E09.mkv = 0x09"}},
		{"duplicates: version", nothing, []string{"T.S01E01.2160p.mkv", "T.S01E01.PROPER.720p.mkv"}, []string{"T.S01E01.PROPER.720p.mkv = 1x01", "T.S01E01.2160p.mkv" + duplicate}},
		{"duplicates: v3 over repack", nothing, []string{"T.S01E01.REPACK.mkv", "T.S01E01v3.mkv"}, []string{"T.S01E01v3.mkv = 1x01", "T.S01E01.REPACK.mkv" + duplicate}},
		{"duplicates: resolution", nothing, []string{"a/T.S01E01.720p.mkv", "b/T.S01E01.1080p.mkv"}, []string{"b/T.S01E01.1080p.mkv = 1x01", "a/T.S01E01.720p.mkv" + duplicate}},
		{"duplicates: first by path", nothing, []string{"b/T.S01E01.mkv", "a/T.S01E01.mkv"}, []string{"a/T.S01E01.mkv = 1x01", "b/T.S01E01.mkv" + duplicate}},
		{"duplicates: the surer name", nothing, []string{"T - 01 [1080p].mkv", "T.S01E01.720p.mkv"}, []string{"T.S01E01.720p.mkv = 1x01", "T - 01 [1080p].mkv" + duplicate}},
		{"duplicates: a double that loses one loses both", nothing, []string{"T.S01E01E02.720p.mkv", "T.S01E02.1080p.mkv"}, []string{"T.S01E02.1080p.mkv = 1x02", "T.S01E01E02.720p.mkv" + duplicate}},
		{"a title that begins with a number", recognise.Show{Names: []string{"24 (2001)"}}, []string{"24 - 05.mkv", "24.mkv"}, []string{"24 - 05.mkv = 1x05", "24.mkv" + none}},
		{"a movie with a number", recognise.Show{Names: []string{"Apollo 13 (1995)"}}, []string{"Apollo 13.mkv", "apollo.13.1080p.mkv"}, []string{"Apollo 13.mkv" + none, "apollo.13.1080p.mkv" + none}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, written(recognised(files(test.paths...), test.show))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestExtras(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"Sample/T.S01E01.mkv": true, "T.S01E01-sample.mkv": true, "T.S01E01.sample.mkv": true, "sample-T.S01E01.mkv": true,
		"Trailers/T 01.mkv": true, "T.S01E01-trailer.mkv": true, "T - Trailer 2.mkv": true, "T Season 2 trailer.mp4": true,
		"Extras/S01E01.mkv": true, "season 1/Featurettes/S01E01.mkv": true, "Behind the Scenes/01.mkv": true,
		"T - Deleted Scene 03.mkv": true, "[G] T [NCOP1].mkv": true, "T 予告 第1話.mkv": true, "花絮/第1集.mp4": true,
		"T.S01E01-behindthescenes.mkv": true,
		// Episode titles may contain these words.
		"T.S01E01.The.Trailer.mkv": false, "T.S01E02.Free.Samples.1080p.mkv": false, "T - 1x03 - Behind the Scenes.mkv": false,
		"Trailer Park Boys/S01E04.mkv": false, "Extras.S01E05.mkv": false, "Samplers/S01E06.mkv": false,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			found := recognised(files(path), nothing)
			got := len(found.Unrecognised) == 1 && found.Unrecognised[0].Reason == recognise.Extra
			if got != want || got == (len(found.Matches) > 0) {
				t.Errorf("extra: %t, want %t; %v", got, want, found)
			}
		})
	}
	t.Run("of a show with such a name", func(t *testing.T) {
		t.Parallel()
		show := recognise.Show{Names: []string{"Trailer Park Boys"}}
		got := written(recognised(files("Trailer Park Boys - 05.mkv", "Trailer Park Boys - Trailer.mkv"), show))
		want := []string{"Trailer Park Boys - 05.mkv = 1x05", "Trailer Park Boys - Trailer.mkv" + extra}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestFilesHold checks random folders. No file is lost or in both lists, no episode has two files, the
// unrecognised files are sorted, and the order of the input does not matter.
func TestFilesHold(t *testing.T) {
	t.Parallel()
	pieces := []string{"S01E01", "S01E01E02", "1x02", "- 26", "- 03v2", "2022-03-05", "PROPER", "1080p", "720p", "sample", "Season 2/", "S02/", "第3話", "T", "x", "(1)", "OVA", "Book 2/"}
	rapid.Check(t, func(t *rapid.T) {
		paths := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 5).Draw(t, "pieces"), " ") + ".mkv"
		}), 0, 12).Draw(t, "paths")
		show := rapid.SampledFrom([]recognise.Show{nothing, twoSeasons}).Draw(t, "show")
		found := recognised(files(paths...), show)
		if diff := cmp.Diff(written(found), shuffled(paths, show)); diff != "" {
			t.Fatalf("in another order (-before +after):\n%s", diff)
		}
		checkOnce(t, paths, found)
	})
}

// recognised calls Files with a context that is never cancelled.
func recognised(all []recognise.File, show recognise.Show) recognise.Result {
	found, err := recognise.Files(context.Background(), all, show)
	if err != nil {
		panic(err) // the context is never cancelled
	}
	return found
}

// leaving is a context that is cancelled after a number of calls of Err, and counts these calls.
type leaving struct {
	context.Context //nolint:containedctx // it is one itself

	asked, after int
}

func (l *leaving) Err() error {
	if l.asked++; l.asked > l.after {
		return context.Canceled
	}
	return nil
}

// TestCancel checks that Files reads no further name once its context is cancelled.
func TestCancel(t *testing.T) {
	t.Parallel()
	all := make([]recognise.File, 0, 1000)
	for n := range cap(all) {
		all = append(all, recognise.File{Path: fmt.Sprintf("%d %s.mkv", n, strings.Repeat("12 ", 80))})
	}
	for _, after := range []int{0, 1, 10} {
		ctx := &leaving{Context: t.Context(), after: after}
		found, err := recognise.Files(ctx, all, nothing)
		if !errors.Is(err, context.Canceled) || len(written(found)) > 0 {
			t.Errorf("%v, %v", written(found), err)
		}
		if ctx.asked != after+1 {
			t.Errorf("went on to name %d after the caller had left at %d", ctx.asked, after)
		}
	}
	stays := &leaving{Context: t.Context(), after: len(all)}
	if _, err := recognise.Files(stays, all, nothing); err != nil || stays.asked != len(all) {
		t.Errorf("%d names had %d looks at the context, %v", len(all), stays.asked, err)
	}
}

func shuffled(paths []string, show recognise.Show) []string {
	other := slices.Clone(paths)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] }) //nolint:gosec // no secret
	return written(recognised(files(other...), show))
}

func BenchmarkFiles(b *testing.B) {
	const most = 5000
	show := recognise.Show{Names: []string{"Show (2001)"}}
	paths := make([]string, 0, most)
	for n := range most {
		season, episode := n/50+1, n%50+1
		if episode == 1 {
			show.Seasons = append(show.Seasons, count(season, 50))
		}
		paths = append(paths, fmt.Sprintf("Season %d/Show.S%02dE%02d.Some.Title.1080p.WEB-DL.x264-GROUP.mkv", season, season, episode))
	}
	all := files(paths...)
	for b.Loop() {
		if found := recognised(all, show); len(found.Matches) != most {
			b.Fatalf("%d of %d recognised", len(found.Matches), most)
		}
	}
}

// FuzzFiles checks the promises about each result, whatever the paths, the show and the NFO files are.
func FuzzFiles(f *testing.F) {
	for _, seed := range []string{
		"Show.S01E02.mkv\nShow.S01E02.PROPER.mkv\nShow.S01E02-E04.mkv", "Season 2/05.mkv\nSeason 2/05v2.mkv\nSpecials/S00E01.mkv",
		"24 - 05.mkv\n24 - 503.mkv\n24 - 05.mkv", "Show 2024.03.15.mkv\nShow 15.03.2024.mkv", "第1集.mp4\n第一集.mp4\n", "\xff/\x00\n//\n/", "sample/S01E01.mkv",
		"Season 1/001.mkv\nSeason 1/101.mkv\nSeason 1/101 (1).mkv", "Book 2/05.mkv\nDisc 1/05.mkv\nShow - 01 - OVA.mkv\nShow - 01.mkv\n01-12.mkv",
	} {
		f.Add(seed, "24", 2, 12, 0)
		f.Add(seed, "", 0, 0, 3)
		f.Add(seed, "Show", 3, 12, -1)
	}
	f.Fuzz(func(t *testing.T, names, title string, seasons, episodes, shape int) {
		paths := strings.Split(names, "\n")
		if len(paths) > 50 {
			t.Skip("more than what is worth the time")
		}
		all := files(paths...)
		for i := range all { // some have an NFO file: it may name the episode of another one
			if shape < 0 && i%3 == 0 {
				all[i].Season, all[i].Episodes = i%2+1, []int{i%5 + 1, i%7 + 2}
			}
		}
		show := showOf(title, min(seasons, 5), min(episodes, 30), shape)
		found := recognised(all, show)
		checkOnce(t, paths, found)
		slices.Reverse(all)
		if diff := cmp.Diff(found, recognised(all, show)); diff != "" {
			t.Errorf("in another order:\n%s", diff)
		}
	})
}

// showOf returns a show whose first seasons may be partial, and what may have been decided about its folder.
func showOf(title string, seasons, episodes, shape int) recognise.Show {
	show := recognise.Show{Names: []string{title}, Absolute: shape&1 > 0, Specials: shape&2 > 0}
	for number := range max(seasons, 0) {
		season := recognise.Season{Number: number, Partial: shape&(4<<number) > 0}
		for e := range max(episodes, 0) {
			season.Episodes = append(season.Episodes, recognise.Episode{Number: e + 1, AirDate: "2024-03-15"})
		}
		show.Seasons = append(show.Seasons, season)
	}
	return show
}

// checkOnce checks the promises about a result. Each path is on exactly one list and has a reason if it is not matched.
// Each episode appears once. The lists are sorted.
func checkOnce(t rapid.TB, paths []string, found recognise.Result) {
	t.Helper()
	place, taken := map[string]string{}, map[[2]int]string{}
	for _, m := range found.Matches {
		at := [2]int{m.Season, m.Episode}
		if other, repeated := taken[at]; repeated || m.Season < 0 || m.Episode < 0 {
			t.Errorf("%q and %q are both %v", other, m.Path, at)
		}
		taken[at], place[m.Path] = m.Path, "matched"
	}
	once := func(path, list string, reason recognise.Reason) {
		if was, repeated := place[path]; repeated || reason == "" {
			t.Errorf("%q is %s for %q, and was %s", path, list, reason, was)
		}
		place[path] = list
	}
	for _, u := range found.Uncertain {
		once(u.Path, "uncertain", u.Why)
	}
	for _, u := range found.Unrecognised {
		once(u.Path, "left out", u.Reason)
	}
	for _, path := range paths {
		if place[path] == "" {
			t.Errorf("%q is lost", path)
		}
	}
	if !slices.IsSortedFunc(found.Uncertain, func(a, b recognise.Uncertain) int { return strings.Compare(a.Path, b.Path) }) ||
		!slices.IsSortedFunc(found.Unrecognised, func(a, b recognise.Unrecognised) int { return strings.Compare(a.Path, b.Path) }) ||
		!slices.IsSortedFunc(found.Matches, func(a, b recognise.Match) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("not sorted: %v", found)
	}
}
