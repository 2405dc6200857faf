package recognise_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/media/recognise"
)

// FuzzFiles checks that each file is matched or left out with a reason, that no episode has two files,
// and that the order of the names does not matter.
func FuzzFiles(f *testing.F) {
	for _, seed := range []string{
		"Show.S01E02.mkv\nShow.S01E02.PROPER.mkv\nShow.S01E02-E04.mkv", "Season 2/05.mkv\nSeason 2/05v2.mkv\nSpecials/S00E01.mkv",
		"24 - 05.mkv\n24 - 503.mkv\n24 - 05.mkv", "Show 2024.03.15.mkv\nShow 15.03.2024.mkv", "第1集.mp4\n第一集.mp4\n", "\xff/\x00\n//\n/", "sample/S01E01.mkv",
	} {
		f.Add(seed, "24", 2, 12)
		f.Add(seed, "", 0, 0)
	}
	f.Fuzz(func(t *testing.T, names, title string, seasons, episodes int) {
		var files []recognise.File
		for name := range strings.SplitSeq(names, "\n") {
			files = append(files, recognise.File{Path: name})
		}
		if len(files) > 50 {
			t.Skip("more than what is worth the time")
		}
		show := showOf(title, min(seasons, 5), min(episodes, 30))
		matches, left := recognised(files, show)
		checkOnce(t, files, matches, left)
		slices.Reverse(files)
		again, leftAgain := recognised(files, show)
		if diff := cmp.Diff(matches, again) + cmp.Diff(left, leftAgain); diff != "" {
			t.Errorf("in another order:\n%s", diff)
		}
	})
}

func showOf(title string, seasons, episodes int) recognise.Show {
	show := recognise.Show{Names: []string{title}}
	for number := range max(seasons, 0) {
		season := recognise.Season{Number: number}
		for e := range max(episodes, 0) {
			season.Episodes = append(season.Episodes, recognise.Episode{Number: e + 1, AirDate: "2024-03-15"})
		}
		show.Seasons = append(show.Seasons, season)
	}
	return show
}

// checkOnce checks that each path is on exactly one of the two lists, and that each episode appears once.
func checkOnce(t *testing.T, files []recognise.File, matches []recognise.Match, left []recognise.Unrecognised) {
	t.Helper()
	place, taken := map[string]string{}, map[[2]int]string{}
	for _, m := range matches {
		at := [2]int{m.Season, m.Episode}
		if other, repeated := taken[at]; repeated || m.Season < 0 || m.Episode < 0 {
			t.Errorf("%q and %q are both %v", other, m.Path, at)
		}
		taken[at], place[m.Path] = m.Path, "matched"
	}
	for _, u := range left {
		if was, repeated := place[u.Path]; repeated || u.Reason == "" {
			t.Errorf("%q is left out for %q, and was %s", u.Path, u.Reason, was)
		}
		place[u.Path] = "left out"
	}
	for _, file := range files {
		if place[file.Path] == "" {
			t.Errorf("%q is lost", file.Path)
		}
	}
}
