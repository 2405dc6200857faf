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

func partial(number, episodes int) recognise.Season {
	s := count(number, episodes)
	s.Partial = true
	return s
}

// decided returns a show about whose folder a person decided something.
func decided(show recognise.Show, absolute, specials bool) recognise.Show {
	show.Absolute, show.Specials = absolute, specials
	return show
}

// written formats the lists as lines: "path = 1x02", "path ? 1x02, reason" and "path: reason".
func written(found recognise.Result) []string {
	out := make([]string, 0, len(found.Matches)+len(found.Uncertain)+len(found.Unrecognised))
	for _, m := range found.Matches {
		out = append(out, fmt.Sprintf("%s = %dx%02d", m.Path, m.Season, m.Episode))
	}
	for _, u := range found.Uncertain {
		guess := make([]string, 0, len(u.Episodes))
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
	titled  = recognise.Show{Names: []string{"T"}}
	// twoSeasons has seasons of 25 and 12 episodes, and two specials.
	twoSeasons = recognise.Show{Seasons: []recognise.Season{count(2, 12), count(0, 2), count(1, 25)}}
	// byNFO is known to have the first two episodes of season 1, and byNFOs of season 2 too.
	byNFO  = recognise.Show{Names: []string{"T"}, Seasons: []recognise.Season{partial(1, 2)}}
	byNFOs = recognise.Show{Names: []string{"T"}, Seasons: []recognise.Season{partial(1, 2), partial(2, 2)}}
	// grown has a season that is known, and one that only NFO files describe.
	grown = recognise.Show{Names: []string{"T"}, Seasons: []recognise.Season{count(1, 12), partial(2, 2)}}
)

const (
	none      = ": no episode in its name"
	extra     = ": a sample, a trailer or an extra"
	notInShow = ": an episode that the show does not have"
	dated     = ", its name has only a date; this is its place among the dates of that year"
	duplicate = ": another file is the same episode"
	batch     = ": a whole season or several episodes in one file"

	counts   = ", its number may count through several seasons, whose episodes are not all known"
	hundreds = ", its number may be season and episode in one"
	part     = ", its folder is a disc or a part, which may count from 1 again"
	special  = ", its name says that it is a special, but not which"
	more     = ", its name has a further number, which may be an episode too"
	sequel   = ", the number at the end of its title may be the season"
	nameless = ", neither its name nor its folder gives a show"
	half     = ", its name is that of a part of an episode"
	loose    = ", its name has a number, but nothing says that it is the episode"
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
		{
			"a double one of season and episode in one", nothing,
			[]string{"Season 1/T - 101-102 - A.avi", "Season 1/T - 103 - B.avi", "Season 1/T - 104 - C.avi"},
			[]string{
				"Season 1/T - 101-102 - A.avi = 1x01", "Season 1/T - 101-102 - A.avi = 1x02", "Season 1/T - 103 - B.avi = 1x03", "Season 1/T - 104 - C.avi = 1x04",
			},
		},
		{"without its article", recognise.Show{Names: []string{"The X-Files"}}, []string{"x-files.405.dvdrip.avi"}, []string{"x-files.405.dvdrip.avi ? 4x05" + hundreds}},
		{"a high number in words", nothing, []string{"T Season Eight Episode Sixteen.avi"}, []string{"T Season Eight Episode Sixteen.avi = 8x16"}},
		{
			"unknown show: no air dates", nothing,
			[]string{"T 2023-12-31.mkv", "T 2024-03-15.mkv", "T 2024-03-15 720p.mkv", "T 2024.10.01.mkv"},
			[]string{
				"T 2023-12-31.mkv ? 2023x01" + dated, "T 2024-03-15 720p.mkv ? 2024x01" + dated, "T 2024-03-15.mkv ? 2024x01" + dated,
				"T 2024.10.01.mkv ? 2024x02" + dated,
			},
		},
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
		{"long season: the number that is 100 less", nothing, []string{"Season 1/T - 148.mkv", "Season 1/T - 48.mkv", "Season 1/T - 149.mkv", "Season 1/T - 47.mkv", "Season 1/T - 147.mkv"}, []string{"Season 1/T - 147.mkv = 1x147", "Season 1/T - 148.mkv = 1x148", "Season 1/T - 149.mkv = 1x149", "Season 1/T - 47.mkv = 1x47", "Season 1/T - 48.mkv = 1x48"}},
		{"long season: a zero in front", nothing, []string{"Season 1/T - 099.mkv", "Season 1/T - 101.mkv"}, []string{"Season 1/T - 099.mkv = 1x99", "Season 1/T - 101.mkv = 1x101"}},
		{"long season: in another folder", nothing, []string{"Season 1/T - 101.mkv", "S01/T - 001.mkv"}, []string{"S01/T - 001.mkv = 1x01", "Season 1/T - 101.mkv" + duplicate}},
		{"long season: two forms of one episode are no sign of it", nothing, []string{"Season 1/T - 101.mkv", "Season 1/T - 102.mkv", "Season 1/T - 103.mkv", "Season 1/T - 01.mkv"}, []string{"Season 1/T - 01.mkv = 1x01", "Season 1/T - 102.mkv = 1x02", "Season 1/T - 103.mkv = 1x03", "Season 1/T - 101.mkv" + duplicate}},
		{"copies", titled, []string{"12.mkv", "12 (1).mkv", "T S01E13 - Copy.mkv", "T S01E13.mkv", "14 (2).mkv"}, []string{"12.mkv = 1x12", "T S01E13.mkv = 1x13", "14 (2).mkv ? 1x14" + loose, "12 (1).mkv" + duplicate, "T S01E13 - Copy.mkv" + duplicate}},
		{"season and episode in one", titled, []string{"T.101.mkv", "T.102.mkv", "T.201.mkv"}, []string{"T.101.mkv ? 1x01" + hundreds, "T.102.mkv ? 1x02" + hundreds, "T.201.mkv ? 2x01" + hundreds}},
		{"season and episode in one: of an only season", byNFO, []string{"T.101.mkv", "T.102.mkv", "T.103.mkv"}, []string{"T.101.mkv ? 1x01" + hundreds, "T.102.mkv ? 1x02" + hundreds, "T.103.mkv ? 1x03" + hundreds}},
		{"season and episode in one, decided", decided(titled, true, false), []string{"T.101.mkv", "T.102.mkv", "T.201.mkv"}, []string{"T.101.mkv = 1x101", "T.102.mkv = 1x102", "T.201.mkv = 1x201"}},
		{"season and episode in one: others count on", titled, []string{"T.101.mkv", "T.102.mkv", "T.151.mkv"}, []string{"T.101.mkv = 1x101", "T.102.mkv = 1x102", "T.151.mkv = 1x151"}},
		{"a special does not take an episode", nothing, []string{"[G] T - 01 - OVA.mkv", "[G] T - 01.mkv"}, []string{"[G] T - 01.mkv = 1x01", "[G] T - 01 - OVA.mkv ? 0x01" + special}},
		{"a special, decided", decided(twoSeasons, false, true), []string{"[G] T - 01 - OVA.mkv", "[G] T - 03 - OVA.mkv"}, []string{"[G] T - 01 - OVA.mkv = 0x01", "[G] T - 03 - OVA.mkv" + notInShow}},
		{"a disc", twoSeasons, []string{"Disc 2/26.mkv", "Disc 2/38.mkv"}, []string{"Disc 2/26.mkv ? 2x01" + part, "Disc 2/38.mkv ? 1x38" + part}},
		{"a disc, decided", decided(nothing, true, false), []string{"Disc 2/26.mkv", "Season 2/27.mkv"}, []string{"Disc 2/26.mkv = 1x26", "Season 2/27.mkv = 2x27"}},
		{"absolute in a season's folder, decided", decided(recognise.Show{Seasons: []recognise.Season{count(1, 3), count(2, 9)}}, true, false), []string{"Season 2/T - 05.mkv", "Season 2/T - 03.mkv", "T - 203.mkv"}, []string{"Season 2/T - 03.mkv = 2x03", "Season 2/T - 05.mkv = 2x02", "T - 203.mkv" + notInShow}},
		{"decided: a name without a doubt comes first", decided(titled, true, false), []string{"Another 05.mkv", "T - 05.mkv"}, []string{"T - 05.mkv = 1x05", "Another 05.mkv" + duplicate}},
		{"an uncertain name beside a certain one", titled, []string{"Another 05.mkv", "T - 05.mkv"}, []string{"T - 05.mkv = 1x05", "Another 05.mkv ? 1x05" + loose}},
		{"the second number is that of all", titled, []string{"T 02-26 - A.avi", "T 03-26 - B.avi"}, []string{"T 02-26 - A.avi = 1x02", "T 03-26 - B.avi = 1x03"}},
		{"two numbers of season and episode", recognise.Show{Names: []string{"South Hill"}}, []string{"sp-1101-1102.avi", "sp-1103.avi"}, []string{"sp-1101-1102.avi" + none, "sp-1103.avi" + none}},
		{"a season that begins late", titled, []string{"Season 2/049 - A.avi", "Season 2/050 - B.avi"}, []string{"Season 2/049 - A.avi ? 2x01, " + string(recognise.GoesOn), "Season 2/050 - B.avi ? 2x02, " + string(recognise.GoesOn)}},
		{"a season that begins late and says so", titled, []string{"Season 2/T S02E49.avi"}, []string{"Season 2/T S02E49.avi = 2x49"}},
		{"a companion of the show", recognise.Show{Names: []string{"Doctor Why (2005)"}}, []string{"Doctor Why Backstage S05E01.avi", "Doctor Why S05E01.avi"}, []string{"Doctor Why S05E01.avi = 5x01", "Doctor Why Backstage S05E01.avi ? 5x01, " + string(recognise.Several)}},
		{"parts of a story with the same number", titled, []string{"T - 075 - Robot - Part 1.avi", "T - 075 - Robot - Part 2.avi"}, []string{"T - 075 - Robot - Part 1.avi ? 1x75" + half, "T - 075 - Robot - Part 2.avi ? 1x75" + half}},
		{"parts of a story with their own numbers", titled, []string{"T - 01 - Robot - Part 1.avi", "T - 02 - Robot - Part 2.avi"}, []string{"T - 01 - Robot - Part 1.avi = 1x01", "T - 02 - Robot - Part 2.avi = 1x02"}},
		{"the number of a disc is none of the file", titled, []string{"Season 6/Disc 2/title_t01.mkv"}, []string{"Season 6/Disc 2/title_t01.mkv" + none}},
		{"previews", titled, []string{"T_Vorschau_Folge_56.mp4", "T - Episode 4 Preview.mkv", "T - S01E05 - The Preview.mkv"}, []string{"T - S01E05 - The Preview.mkv = 1x05", "T - Episode 4 Preview.mkv: " + string(recognise.Extra), "T_Vorschau_Folge_56.mp4: " + string(recognise.Extra)}},
		{"extras by their folder", titled, []string{"Bonus Disc/T 1.mkv", "Trailer & Interviews/T 2.mkv"}, []string{"Bonus Disc/T 1.mkv: " + string(recognise.Extra), "Trailer & Interviews/T 2.mkv: " + string(recognise.Extra)}},
		{"a whole season", nothing, []string{"01-12.mkv", "T Season 1-3.mkv"}, []string{"01-12.mkv" + batch, "T Season 1-3.mkv" + batch}},
		{"a title that begins with a number", recognise.Show{Names: []string{"24 (2001)"}}, []string{"24 - 05.mkv", "24.mkv"}, []string{"24 - 05.mkv = 1x05", "24.mkv" + none}},
		{"a range behind another title", recognise.Show{Names: []string{"Naruto"}}, []string{"Name Shippuuden 178-179 (720p).mkv"}, []string{"Name Shippuuden 178-179 (720p).mkv ? 1x178 1x179" + loose}},
		{"a range of season and episode in one", recognise.Show{Names: []string{"F.R.I.E.N.D.S"}}, []string{"friendly.523-524.the.one.avi", "friendly.601.avi"}, []string{"friendly.523-524.the.one.avi ? 5x23 5x24" + loose, "friendly.601.avi ? 6x01" + loose}},
		{"a digit behind the title", recognise.Show{Names: []string{"Name 2"}}, []string{"Name 2 - Chapter Nine - The Gate.mkv", "[G] Name 2 - 05.mkv"}, []string{"Name 2 - Chapter Nine - The Gate.mkv ? 2x09" + sequel, "[G] Name 2 - 05.mkv ? 2x05" + sequel}},
		{"a digit of a folder for anything", recognise.Show{Names: []string{"Anime"}}, []string{"[G] Name 2 - 05.mkv"}, []string{"[G] Name 2 - 05.mkv ? 2x05" + sequel}},
		{"a digit of the known show", recognise.Show{Names: []string{"Babylon 5 (1993)", "Babylon 5"}}, []string{"Babylon 5 - 05.mkv"}, []string{"Babylon 5 - 05.mkv = 1x05"}},
		{"a digit of a show beside a season", recognise.Show{Names: []string{"Ocean's 8"}}, []string{"Oceans.8.E05.mkv", "Ocean's 8 2x06.mkv"}, []string{"Ocean's 8 2x06.mkv = 2x06", "Oceans.8.E05.mkv = 1x05"}},
		{"a digit of a known season", recognise.Show{Names: []string{"Name 2", "Name"}, Seasons: []recognise.Season{count(1, 12), count(2, 12)}}, []string{"Name 2 - 05.mkv"}, []string{"Name 2 - 05.mkv ? 2x05" + sequel}},
		{"a digit of no known season", recognise.Show{Names: []string{"Name 2"}, Seasons: []recognise.Season{count(1, 12)}}, []string{"Name 2 - 05.mkv"}, []string{"Name 2 - 05.mkv = 1x05"}},
		{"a digit behind the title, decided", recognise.Show{Names: []string{"Name 2"}, Absolute: true}, []string{"Name 2 - 05.mkv"}, []string{"Name 2 - 05.mkv = 1x05"}},
		{"two numbers in one", titled, []string{"T S01E0102.mkv", "T S01E1011.mkv"}, []string{"T S01E0102.mkv ? 1x01 1x02" + more, "T S01E1011.mkv ? 1x10 1x11" + more}},
		{"four digits beside another", titled, []string{"T S01E1010.mkv", "T S01E1011.mkv", "T S02E1011.mkv"}, []string{"T S01E1010.mkv = 1x1010", "T S01E1011.mkv = 1x1011", "T S02E1011.mkv ? 2x10 2x11" + more}},
		{"four digits of a long season", recognise.Show{Seasons: []recognise.Season{count(1, 1100)}}, []string{"T S01E1011.mkv", "T S01E0102.mkv"}, []string{"T S01E0102.mkv = 1x102", "T S01E1011.mkv = 1x1011"}},
		{"a folder for anything", recognise.Show{Names: []string{"new folder (2)"}}, []string{"Dark/S01E05.mkv", "Season 2/07.mkv", "T S01E06.mkv", "episode 4.mkv"}, []string{"Dark/S01E05.mkv = 1x05", "T S01E06.mkv = 1x06", "Season 2/07.mkv ? 2x07" + nameless, "episode 4.mkv ? 1x04" + nameless}},
		{"a folder for anything, in Russian", recognise.Show{Names: []string{"Новая папка (3)"}}, []string{"03.mkv"}, []string{"03.mkv ? 1x03" + nameless}},
		{"a folder for anything, in Korean", recognise.Show{Names: []string{"새 폴더"}}, []string{"S02E05.mkv"}, []string{"S02E05.mkv ? 2x05" + nameless}},
		{"a folder for anything of a known show", recognise.Show{Names: []string{"Downloads", "Dark"}}, []string{"S02E05.mkv"}, []string{"S02E05.mkv = 2x05"}},
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

// TestNumbersOfTitles checks that the number at the end of a title is no season if it has several digits or a word of its own.
func TestNumbersOfTitles(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"Mob Psycho 100", "The 100", "Area 51", "24", "9-1-1", "Apollo 13", "Eighty-Six Part 2", "Se7en", "Title 1"} {
		path := "[G] " + title + " - 05.mkv"
		if got := written(recognised(files(path), nothing)); !slices.Equal(got, []string{path + " = 1x05"}) {
			t.Errorf("%s: %v", title, got)
		}
	}
}

// TestSeasonsOfNFO checks that seasons which only NFO files describe are a lower bound.
func TestSeasonsOfNFO(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		show recognise.Show
		path string
		want string
	}{
		{"a further episode", byNFO, "T S01E03.mkv", " = 1x03"},
		{"a further season", byNFO, "T S03E01.mkv", " = 3x01"},
		{"a further special", byNFO, "T S00E01.mkv", " = 0x01"},
		{"a number of the only season", byNFO, "T - 05.mkv", " = 1x05"},
		{"a number of a season's folder", byNFOs, "Season 2/T - 05.mkv", " = 2x05"},
		{"hundreds of a season's folder", byNFOs, "Season 2/T - 205.mkv", " = 2x05"},
		{"a date that no NFO file has", byNFO, "T 2022-04-05.mkv", none},
		{"a date of an NFO file", byNFO, "T 2021-03-02.mkv", " = 1x02"},
		{"a number of either season", byNFOs, "T - 05.mkv", " ? 1x05" + counts},
		{"a number of either season, decided", decided(byNFOs, true, false), "T - 05.mkv", " = 1x05"},
		{"a number in the known season", grown, "T - 12.mkv", " = 1x12"},
		{"a number behind the known season", grown, "T - 13.mkv", " ? 2x01" + counts},
		{"a number behind the known season, decided", decided(grown, true, false), "T - 13.mkv", " = 2x01"},
		{"two numbers about its end", grown, "T - 12-13.mkv", notInShow},
		{"a number that is season and episode", grown, "T - 202.mkv", " ? 2x02" + counts},
		{"an episode that the known season lacks", grown, "T S01E13.mkv", notInShow},
		{"an episode of a season without a list", recognise.Show{Seasons: []recognise.Season{count(1, 25), {Number: 2}, count(3, 12)}}, "T - 26.mkv", " ? 2x01" + counts},
		{"a further season behind one without a list", recognise.Show{Seasons: []recognise.Season{{Number: 1}, partial(2, 2)}}, "T S03E01.mkv", " = 3x01"},
		{"only a special is known", recognise.Show{Seasons: []recognise.Season{partial(0, 1)}}, "T - 26.mkv", " = 1x26"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff([]string{test.path + test.want}, written(recognised(files(test.path), test.show))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestOwnNFO checks that a file keeps the episode that its own NFO file names.
func TestOwnNFO(t *testing.T) {
	t.Parallel()
	own := func(path string, season int, episodes ...int) recognise.File {
		return recognise.File{Path: path, Season: season, Episodes: episodes}
	}
	name := func(path string) recognise.File { return recognise.File{Path: path} }
	for _, test := range []struct {
		name  string
		show  recognise.Show
		files []recognise.File
		want  []string
	}{
		{
			"numbers beside NFO files", byNFO,
			[]recognise.File{own("T - 05.mkv", 1, 5), own("T - 06.mkv", 1, 6), name("T - 01.mkv"), name("T - 02.mkv")},
			[]string{"T - 01.mkv = 1x01", "T - 02.mkv = 1x02", "T - 05.mkv = 1x05", "T - 06.mkv = 1x06"},
		},
		{"a number that is no episode", nothing, []recognise.File{own("T - 01.mkv", 1, 5)}, []string{"T - 01.mkv = 1x05"}},
		{"a guess does not get it", nothing, []recognise.File{own("pilot.mkv", 1, 1), name("T - 01 [2160p].mkv")}, []string{"pilot.mkv = 1x01", "T - 01 [2160p].mkv" + duplicate}},
		{"no name does", nothing, []recognise.File{own("pilot.mkv", 1, 1), name("T S01E01 PROPER.mkv")}, []string{"pilot.mkv = 1x01", "T S01E01 PROPER.mkv" + duplicate}},
		{"an extra by its name", nothing, []recognise.File{own("T trailer.mkv", 0, 3)}, []string{"T trailer.mkv = 0x03"}},
		{"the name agrees", twoSeasons, []recognise.File{own("T S02E13.mkv", 2, 13)}, []string{"T S02E13.mkv = 2x13"}},
		{"the name has more", nothing, []recognise.File{own("T S01E01E02.mkv", 1, 1)}, []string{"T S01E01E02.mkv = 1x01", "T S01E01E02.mkv = 1x02"}},
		{"the name has less", nothing, []recognise.File{own("T S01E01.mkv", 1, 2, 1, 2)}, []string{"T S01E01.mkv = 1x01", "T S01E01.mkv = 1x02"}},
		{"the name disagrees", nothing, []recognise.File{own("T S01E01.mkv", 1, 2)}, []string{"T S01E01.mkv ? 1x02, its name says S01E01, but its NFO file says S01E02"}},
		{"in the season", nothing, []recognise.File{own("T S01E01E02.mkv", 2, 1, 2)}, []string{"T S01E01E02.mkv ? 2x01 2x02, its name says S01E01E02, but its NFO file says S02E01E02"}},
		{
			"a guess does not get what is uncertain", nothing,
			[]recognise.File{own("T S01E01.mkv", 1, 2), name("T - 02.mkv"), name("T S01E02.720p.mkv")},
			[]string{"T S01E02.720p.mkv = 1x02", "T S01E01.mkv ? 1x02, its name says S01E01, but its NFO file says S01E02", "T - 02.mkv" + duplicate},
		},
		{"a folder's season is no disagreement", nothing, []recognise.File{own("Season 1/T - 02.mkv", 2, 2)}, []string{"Season 1/T - 02.mkv = 2x02"}},
		{"a doubt is settled", nothing, []recognise.File{own("T - 01 - OVA.mkv", 0, 1)}, []string{"T - 01 - OVA.mkv = 0x01"}},
		{"confirmed as one number", nothing, []recognise.File{{Path: "T S01E1011.mkv", Confirmed: [][2]int{{1, 1011}}}}, []string{"T S01E1011.mkv = 1x1011"}},
		{"named like a copy", nothing, []recognise.File{name("T - 12.mkv"), own("T - 12 (1).mkv", 1, 13)}, []string{"T - 12 (1).mkv = 1x13", "T - 12.mkv = 1x12"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, written(recognised(test.files, test.show))); diff != "" {
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
			if got != want || got == (len(found.Matches)+len(found.Uncertain) > 0) {
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

// TestSeveralShows checks folders with the same episodes under two titles, and with titles that are not that of the folder.
func TestSeveralShows(t *testing.T) {
	t.Parallel()
	guess := ", " + string(recognise.Several)
	for name, c := range map[string]struct {
		show  recognise.Show
		paths []string
		want  []string
	}{
		"two shows": {
			recognise.Show{Names: []string{"new"}},
			[]string{"Quill House 1x01.mkv", "Quill House 1x02.mkv", "Quill House 1x03.mkv", "larkspur.s01e01.avi", "larkspur.s01e02.avi"},
			[]string{
				"Quill House 1x01.mkv ? 1x01" + guess, "Quill House 1x02.mkv ? 1x02" + guess, "Quill House 1x03.mkv ? 1x03" + guess,
				"larkspur.s01e01.avi ? 1x01" + guess, "larkspur.s01e02.avi ? 1x02" + guess,
			},
		},
		"one is the folder's": {
			recognise.Show{Names: []string{"Quill House"}},
			[]string{"Quill House 1x01.mkv", "Quill House 1x02.mkv", "larkspur.s01e01.avi", "larkspur.s01e02.avi"},
			[]string{
				"Quill House 1x01.mkv = 1x01", "Quill House 1x02.mkv = 1x02", "larkspur.s01e01.avi ? 1x01" + guess, "larkspur.s01e02.avi ? 1x02" + guess,
			},
		},
		"one misnamed file": {
			recognise.Show{Names: []string{"Quill House"}},
			[]string{"Quill House 1x01.mkv", "Quill House 1x02.mkv", "larkspur.s01e01.avi"},
			[]string{"Quill House 1x01.mkv = 1x01", "Quill House 1x02.mkv = 1x02", "larkspur.s01e01.avi ? 1x01" + guess},
		},
		"a longer title": {
			nothing,
			[]string{"Quill House 1x01.mkv", "Quill House 1x02.mkv", "Quill House US 1x01.mkv", "Quill House US 1x02.mkv"},
			[]string{
				"Quill House 1x01.mkv = 1x01", "Quill House 1x02.mkv = 1x02",
				"Quill House US 1x01.mkv: " + string(recognise.Duplicate), "Quill House US 1x02.mkv: " + string(recognise.Duplicate),
			},
		},
		"none is the folder's": {
			recognise.Show{Names: []string{"Downloads"}},
			[]string{"Quill House 1x07.mkv", "larkspur.s02e03.avi", "Tin Lanterns S05E01.mkv"},
			[]string{"Quill House 1x07.mkv ? 1x07" + guess, "Tin Lanterns S05E01.mkv ? 5x01" + guess, "larkspur.s02e03.avi ? 2x03" + guess},
		},
		"most are of one": {
			recognise.Show{Names: []string{"Federhaus"}},
			[]string{
				"Quill House 1x01.mkv", "Quill House 1x02.mkv", "quill.house.s02e01.mkv", "Quill House 2x02.mkv", "Quill.Haus.S02E03.mkv", "larkspur.s04e03.avi",
			},
			[]string{
				"Quill House 1x01.mkv = 1x01", "Quill House 1x02.mkv = 1x02", "Quill House 2x02.mkv = 2x02", "Quill.Haus.S02E03.mkv = 2x03",
				"quill.house.s02e01.mkv = 2x01", "larkspur.s04e03.avi ? 4x03" + guess,
			},
		},
		"initials and made-up names": {
			recognise.Show{Names: []string{"Quill House"}},
			[]string{"QH.s01e02.mkv", "Quill House 1x01.mkv", "Quill.House.S01E03/abcdefgh.mkv", "kuill7house s01e04.mkv"},
			[]string{"QH.s01e02.mkv = 1x02", "Quill House 1x01.mkv = 1x01", "Quill.House.S01E03/abcdefgh.mkv = 1x03", "kuill7house s01e04.mkv = 1x04"},
		},
		"without accents": {
			recognise.Show{Names: []string{"Kättemaksukontor"}},
			[]string{"Kattemaksukontor 1x02.mkv", "Kättemaksukontor 1x01.mkv"},
			[]string{"Kattemaksukontor 1x02.mkv = 1x02", "Kättemaksukontor 1x01.mkv = 1x01"},
		},
		"other episodes": {
			recognise.Show{Names: []string{"Quill House"}},
			[]string{"Quill House 1x01.mkv", "Quill House 1x02.mkv", "larkspur.s01e03.avi", "larkspur.s01e04.avi"},
			[]string{
				"Quill House 1x01.mkv = 1x01", "Quill House 1x02.mkv = 1x02", "larkspur.s01e03.avi ? 1x03" + guess, "larkspur.s01e04.avi ? 1x04" + guess,
			},
		},
	} {
		found, err := recognise.Files(t.Context(), files(c.paths...), c.show)
		if got := written(found); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v\n%s", name, err, cmp.Diff(c.want, got))
		}
	}
}

// TestNumbersGoOn checks seasons whose numbers begin where those of the season before end.
func TestNumbersGoOn(t *testing.T) {
	t.Parallel()
	season := func(name string, from, to int) (paths []string) {
		for e := from; e <= to; e++ {
			paths = append(paths, fmt.Sprintf(name, e))
		}
		return paths
	}
	for name, c := range map[string]struct {
		paths  []string
		guess  string // "" if all is certain
		unsure int
	}{
		"in folders":   {slices.Concat(season("Sezon 1/Ranczo odc. %02d.avi", 1, 13), season("Sezon 2/Ranczo odc. %d.avi", 14, 26)), "2x01", 13},
		"by a letter":  {slices.Concat(season("T S1 - %02d.mkv", 1, 25), season("T S2 - %d.mkv", 26, 37)), "2x01", 12},
		"from 1 again": {slices.Concat(season("Season 1/T - %02d.mkv", 1, 12), season("Season 2/T - %02d.mkv", 1, 12)), "", 0},
		"sure numbers": {slices.Concat(season("T S01E%02d.mkv", 1, 13), season("T S02E%02d.mkv", 14, 20)), "", 0},
		"a gap":        {slices.Concat(season("Season 1/T - %02d.mkv", 1, 12), season("Season 2/T - %02d.mkv", 15, 20)), "", 0},
		"a few":        {slices.Concat(season("Season 1/T - %02d.mkv", 1, 12), season("Season 2/T - %02d.mkv", 13, 14)), "", 0},
	} {
		found, err := recognise.Files(t.Context(), files(c.paths...), recognise.Show{Names: []string{"T", "Ranczo"}})
		if err != nil || len(found.Uncertain) != c.unsure || len(found.Matches) != len(c.paths)-c.unsure {
			t.Errorf("%s: %v, %v", name, err, written(found))
			continue
		}
		for i, u := range found.Uncertain {
			if got := fmt.Sprintf("%dx%02d", *u.Season, u.Episodes[0]); i == 0 && got != c.guess || u.Why != recognise.GoesOn {
				t.Errorf("%s: %s, %s", name, got, u.Why)
			}
		}
	}
}
