package release_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"plotline/media/release"
	"plotline/testing/kit/bounds"
)

// read formats season, episodes, whole-show numbers and date as "s1 e2,3", "a5", "d2024-03-15", or "-", and a doubt as "?".
func read(r release.Release) string {
	var parts []string
	list := func(letter string, numbers []int) {
		if len(numbers) > 0 {
			parts = append(parts, letter+strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ","))
		}
	}
	if r.Season != nil {
		parts = append(parts, fmt.Sprint("s", *r.Season))
	}
	list("e", r.Episodes)
	list("a", r.Absolute)
	if !r.Date.IsZero() {
		parts = append(parts, fmt.Sprintf("d%04d-%02d-%02d", r.Date.Year, r.Date.Month, r.Date.Day))
	}
	if r.Doubt != "" {
		parts = append(parts, "?")
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, " ")
}

func TestParseNumbers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		// Season and episode.
		"Show.S01E02.mkv":                            "s1 e2",
		"show s1e2":                                  "s1 e2",
		"Show - 1x03.avi":                            "s1 e3",
		"Show.S02E03E04.mkv":                         "s2 e3,4",
		"Show.S02E03-E04.mkv":                        "s2 e3,4",
		"Show.S02E03-04.mkv":                         "s2 e3,4",
		"Show.S02E03-E06.mkv":                        "s2 e3,4,5,6",
		"Show.S02E03.E04.mkv":                        "s2 e3,4",
		"Show S02E03 & E04":                          "s2 e3,4",
		"Show.S02E03.S02E04.mkv":                     "s2 e3,4",
		"Show 1x03-04.mkv":                           "s1 e3,4",
		"Show.1x03x04.mkv":                           "s1 e3,4",
		"Show Season 1 Episode 2.mkv":                "s1 e2",
		"Show - Season 01, Episode 02 - Name.mkv":    "s1 e2",
		"Serie Temporada 2 Capítulo 3.mkv":           "s2 e3",
		"Serie Staffel 3 Folge 4.mkv":                "s3 e4",
		"Série Saison 1 Épisode 12.mkv":              "s1 e12",
		norm.NFD.String("Série Saison 1 Épisode 12"): "s1 e12",
		"Show.S2023E14.mkv":                          "s2023 e14",
		"Show.S01E1000.mkv":                          "s1 e1000",
		"Show S00E01 Special.mkv":                    "s0 e1",
		"Show.S01.COMPLETE.1080p":                    "s1",
		"Show.S01E05-1080p.mkv":                      "s1 e5",
		"Show.S01E05.720p-WEB.x264.mkv":              "s1 e5",
		"Show S03 - 07.mkv":                          "s3 e7",
		"Show - T02E05.mkv":                          "s2 e5",
		"Show - S3xE5.mkv":                           "s3 e5",
		"Сериал 2 сезон 03 серия.mkv":                "s2 e3",
		"Сериал Сезон 2 Серия 3.mkv":                 "s2 e3",
		"Сериал 2 сезон - 05.mkv":                    "s2 e5",
		"드라마 시즌2 3화.mkv":                             "s2 e3",
		"Show [5.05].mkv":                            "s5 e5",
		"Show.S0615.avi":                             "s6 e15",
		"Show - 6.01 - Name.mkv":                     "s6 e1",
		"Show - Episode 1.22 - Name.avi":             "s1 e22",
		"Show 3.sezon.22.seria.iz.22.avi":            "s3 e22",
		"Шоу. Сезон №9. Серия №180.avi":              "s9 e180",
		"Show - Temporada 19 [HDTV][Cap.1905].avi":   "s19 e5",
		"Show 4ª Temporada - 03.mkv":                 "s4 e3",
		"Show Sn4 Ep14 HD.mkv":                       "s4 e14",
		"Show - S43 E10986 - 2016-08-12.mkv":         "s43 e10986 d2016-08-12",
		"24 Season 3 05.mkv":                         "s3 e5",
		"Show - 2016x231.mkv":                        "s2016 e231",
		"Show - S01E05 1920x800.mkv":                 "s1 e5",
		"Show - S07E22 - S07E23 - Name.mkv":          "s7 e22,23",
		"Show - 2x09-2x10 - Name.mkv":                "s2 e9,10",
		"Show S02E03-04-05.mkv":                      "s2 e3,4,5",
		"Show S02E03&04.mkv":                         "s2 e3,4",
		"Show S08E20 50-50 Name.mkv":                 "s8 e20",
		"Show - S02E21 - 18-5-4.mkv":                 "s2 e21",
		"Show.S01E04.2-45.PM.mkv":                    "s1 e4",
		"Show.S01E02-E01.mkv":                        "s1 e2 ?",
		// Dates.
		"Show.2024.03.15.Guest.mkv":  "d2024-03-15",
		"Show 2024-03-15.mkv":        "d2024-03-15",
		"Show.20240315.mkv":          "d2024-03-15",
		"Show 15.03.2024.mkv":        "d2024-03-15",
		"Show 03-15-2024.mkv":        "d2024-03-15",
		"Show - March 15, 2024.mkv":  "d2024-03-15",
		"Show 15th Mar 2024":         "d2024-03-15",
		"Show.2024.02.30.mkv":        "-",
		"Show 2024年3月15日 第3回.mkv":    "a3 d2024-03-15",
		"Show.S03E04.2024.03.15.mkv": "s3 e4 d2024-03-15",
		// Bare numbers.
		"[Group] Title - 05 [1080p].mkv":               "a5",
		"[Group] Title [05].mkv":                       "a5",
		"[Group] Title [05][1080p].mkv":                "a5",
		"[Group] Title - 05v2 [1080p].mkv":             "a5",
		"[Group] Title - 05v2.mkv":                     "a5",
		"[Group] Title - 1071 [1080p].mkv":             "a1071",
		"[Group] Title - 01-02 [1080p].mkv":            "a1,2",
		"[Group] Title 2 - 05 [1080p].mkv":             "a5",
		"[Group] Title - 05 (BD 1920x1080 x265 10bit)": "a5",
		"Title - 05 VOSTFR [1280*720].mkv":             "a5",
		"Title - 05 (1280 × 720).mkv":                  "a5",
		"Title 第05話.mkv":                               "a5",
		"Title 第五话.mkv":                                "a5",
		"Title 第二十一回":                                  "a21",
		"Title 第一百零二集":                                 "a102",
		"Title 第二季 第05集":                               "s2 e5",
		"Title 第1-3集":                                  "a1,2,3",
		"드라마 제5화.mkv":                                  "a5",
		"【组】标题【12】":                                    "a12",
		"Ｔｉｔｌｅ　Ｓ０１Ｅ０２":                                 "s1 e2",
		"進撃の巨人 The Final Season [05].mkv":              "a5 ?",
		"Title Season 3 Part 2 - 01 [1080p].mkv":       "s3 e1 ?",
		"Title - The Final Season - 62.mkv":            "a62",
		"Title Episode 07.mkv":                         "a7",
		"Title Ep.07":                                  "a7",
		"Title E07.mkv":                                "a7",
		"Title #7.mkv":                                 "a7",
		"05.mkv":                                       "a5",
		"05 - Name.mkv":                                "a5",
		"Title 3 of 6.mkv":                             "a3",
		"Title 2of8.mkv":                               "a2",
		"Title 2 av 8.mkv":                             "a2",
		"Title 2 van 8.mkv":                            "a2",
		"[Title]_05_[1080p].mkv":                       "a5",
		"Title.Cap.102.mkv":                            "s1 e2",
		"[Group] Title - 100 Years - 05 (1080p).mkv":   "a5",
		"[Group] Title - 17 - 3 Eggs.mkv":              "a17",
		"321 - Mail #1.avi":                            "a321",
		"[224] Title - S03 - Part 1 -  13 [1080p].mkv": "s3 e13",
		"[Group] Title II - 14.5 - Recap.mkv":          "?",
		"[Group] Title S2 [720][AAC].mkv":              "s2",
		"[Group][Title][13END][720p].mkv":              "a13",
		"【组】[标题][13完][720P].mp4":                       "a13",
		"[组][标题][Title][2017][88-91][1080p].mp4":       "a88,89,90,91",
		// Specials.
		"Title E05 - Special 2.mkv":      "a5",
		"Title 2024-03-15 Special 2.mkv": "d2024-03-15",
		"Title SP02.mkv":                 "s0 e2",
		"[Group] Title OVA 1 [720p].mkv": "s0 e1",
		"[Group] Title - OVA [720p].mkv": "-",
		"Title 特別篇 第3話.mkv":              "s0 e3",
		// Numbers that are not episodes.
		"24.S01E02.mkv":                                       "s1 e2",
		"24 - 1x02.mkv":                                       "s1 e2",
		"24.mkv":                                              "a24", // ambiguous without the show
		"The.100.S03E04.mkv":                                  "s3 e4",
		"The 100.mkv":                                         "-",
		"1923.S01E02.1080p.mkv":                               "s1 e2",
		"1923.mkv":                                            "-",
		"Hawaii.Five-0.2010.S05E06.mkv":                       "s5 e6",
		"Hawaii Five-0 2010.mkv":                              "-",
		"Hawaii.Five-0.2010.1x07.mkv":                         "s1 e7",
		"Cobra.Kai.S06E15.mkv":                                "s6 e15",
		"Title - Livre 5 - 06.mkv":                            "s5 e6 ?",
		"Title.Vol2.E01.mkv":                                  "s2 e1 ?",
		"Title.Vol.3.E02.Bad.1080p.mkv":                       "s3 e2 ?",
		"Title Volume 3 Episode 12.mkv":                       "s3 e12 ?",
		"Title (Vol. 3) - Ep 02.mkv":                          "s3 e2 ?",
		"Title.Vol.2.S03E02.mkv":                              "s3 e2",
		"Title Vol.2 Name E02.mkv":                            "a2",
		"QI - Series H - 01 - Happiness.avi":                  "s8 e1 ?",
		"Title.2x07-1_of_2.avi":                               "s2 e7 ?",
		"Title Folge 33 Teil 1.avi":                           "a33 ?",
		"Title S02E03 Part 1.avi":                             "s2 e3",
		"标题 第25集 上.mp4":                                       "a25 ?",
		"Title 25. Bölüm 1. Parça.mp4":                        "a25 ?",
		"Teil 1.mp4":                                          "a1 ?",
		"9-1-1.S02E03.mkv":                                    "s2 e3",
		"9-1-1.mkv":                                           "-",
		"Apollo 13 (1995).mkv":                                "-",
		"Apollo.13.1995.1080p.BluRay.x264-GRP.mkv":            "-",
		"Blade.Runner.2049.2017.2160p.UHD.x265.10bit.5.1.mkv": "-",
		"Ocean's 11 (2001) 1080p.mkv":                         "-",
		"Se7en.1995.720p.mkv":                                 "-",
		"2001 - A Space Odyssey (1968).mkv":                   "-",
		"12 Monkeys (1995).mkv":                               "-",
		"District 9 2009 x264.mkv":                            "-",
		"Movie.1080p.H.264.DD5.1.mkv":                         "-",
		"Movie.7.1.TrueHD.2160p.HDR10.mkv":                    "-",
		"Movie (2019) [imdb-tt1234567] {tmdb-99}.mkv":         "-",
		"Movie [A1B2C3D4].mkv":                                "-",
		"Movie.2023.25fps.1.4GB.mkv":                          "-",
		"":                                                    "-",
		".mkv":                                                "-",
		"🎬.mkv":                                               "-",
		"Show 🎄 S01E02 🎄.mkv":                                 "s1 e2",
		"Show.S99999E99999.mkv":                               "a99999",
		strings.Repeat("long ", 45) + "S01E02 " + "x.mkv":     "s1 e2",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := read(release.Parse(name)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestParseFolders(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file, title, want string
	}{
		{"Season 2/05.mkv", "", "s2 e5"},
		{"S02/05.mkv", "", "s2 e5"},
		{"Specials/05.mkv", "", "s0 e5"},
		{"第二季/05.mkv", "", "s2 e5"},
		{"第2季/第05集.mkv", "", "s2 e5"},
		{"Staffel 2/05.mkv", "", "s2 e5"},
		{"Season Two/05.mkv", "", "s2 e5"},
		{"2nd Season/05.mkv", "", "s2 e5"},
		{"Season 2023/05.mkv", "", "s2023 e5"},
		{"Season 2/1080p/05.mkv", "", "s2 e5"},
		{"Season 1/Season 2/05.mkv", "", "s2 e5"},
		{"Show.S02.1080p.WEB-DL/05.mkv", "", "s2 e5"},
		{"Season 2/05 Name.mkv", "", "s2 e5"},
		{"Season 2/Show.S03E05.mkv", "", "s3 e5 ?"},
		{"Season 2/Show - 26 [1080p].mkv", "", "s2 e26"},
		{"Movies/05.mkv", "", "a5"},
		{"Season 1/24.mkv", "24 (2001)", "s1 e24"},
		{"24.mkv", "24 (2001)", "-"},
		{"24 - 05.mkv", "24 (2001)", "a5"},
		{"24 05.mkv", "24 (2001)", "a5"},
		{"Apollo 13.mkv", "Apollo 13", "-"},
		{"The 100 - 12.mkv", "The 100", "a12"},
		{"9-1-1 S05/9-1-1 - 503.mkv", "9-1-1 (2018)", "s5 e503"},
		{"Café Élan 07.mkv", norm.NFD.String("Café Élan"), "a7"},
		{"cafe.elan.07.mkv", "Café Élan", "a7"},
		{"Showtime 07.mkv", "Show", "a7 ?"},
		{"Season 2/Show 2024.03.15.mkv", "", "d2024-03-15"},
		{"Show 2 - 05.mkv", "Show", "s2 e5"},
		{"Season 2/05 - Special 2.mkv", "", "s2 e5"},
		{"Season 2/Show Special 2.mkv", "", "s0 e2"},
		{"Show.2009.416.hdtv.mkv", "Show", "a416"},
		{"Season 2/02 - 10 - Name.mkv", "", "s2 e2"},
		{"Season 2/Show.mkv", "", "s2"},
		// A folder without a word is a season only below the show.
		{"2/05.mkv", "Show", "s2 e5"},
		{"2/05.mkv", "", "a5"},
		{"2019/05.mkv", "Show", "s2019 e5"},
		{"77/05.mkv", "Show", "a5 ?"},
		{"Show 2/05.mkv", "Show", "s2 e5"},
		{"Word 2/05.mkv", "Show", "s2 e5 ?"},
		{"1923/1923 05.mkv", "TV", "a5"},
		{"1923 05.mkv", "1923", "a5"},
		{"Area 51/Area 51 - 05.mkv", "TV", "a5"},
		{"05.mkv", "Ocean's 8", "a5"},
		{"Säsong 2/05.mkv", "Show", "s2 e5"},
		{"Season II/05.mkv", "Show", "s2 e5"},
		{"Book 2/05.mkv", "Show", "s2 e5"},
		{"Volume 2/05.mkv", "Show", "s2 e5"},
		{"الموسم الثاني/٠٥.mkv", "Show", "s2 e5"},
		{"Disc 1/05.mkv", "Show", "a5 ?"},
		{"Season 2/CD2/05.mkv", "Show", "s2 e5 ?"},
		{"Season 0.5/05.mkv", "Show", "s0 e5 ?"},
		{"Season 1-3/05.mkv", "Show", "a5 ?"},
		{"OVA/05.mkv", "Show", "s0 e5 ?"},
		// Obfuscated files take the numbers of their folder.
		{"Blue.Show.S08E09.1080p/afaae96ae7.mkv", "Blue Show", "s8 e9"},
		{"Season 3/06 - Balance/QxZ81.mkv", "Show", "s3 e6"},
		{"Show 2 - 05.mkv", "Show", "s2 e5"},
		{"Show III - 05.mkv", "Show", "s3 e5"},
		{"Season 2/Show 9.mkv", "Show", "s2 e9"},
		{"Urlaub 2018 Teil 2.mp4", "Camera", "a2 ?"},
		{"Urlaub Teil 2.mp4", "Urlaub", "a2"},
		{"Another Show 178-179 (720p).mkv", "Show", "a178,179 ?"},
		{"another.523-524.the.one.avi", "Show", "a523,524 ?"},
		{"Another 39-45.mkv", "Show", "-"},
		{"Another 50-50.mkv", "Show", "-"},
	} {
		t.Run(test.title+": "+test.file, func(t *testing.T) {
			t.Parallel()
			var titles []string
			if test.title != "" {
				titles = []string{test.title}
			}
			if got := read(release.Parse(test.file, titles...)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestParseDescription(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		want release.Release // its numbers are not compared
	}{
		{"Breaking.Bad.S01E02.Cats.in.the.Bag.1080p.BluRay.x264-ROVERS.mkv", release.Release{Title: "Breaking Bad", EpisodeTitle: "Cats in the Bag", Group: "ROVERS", Resolution: 1080}},
		{"Breaking Bad (2008) - S03E12 - Half Measures (1080p BluRay x265).mkv", release.Release{Title: "Breaking Bad", Year: 2008, EpisodeTitle: "Half Measures", Resolution: 1080}},
		{"[SubsPlease] Shingeki no Kyojin - 10v2 (1080p) [A1B2C3D4].mkv", release.Release{Title: "Shingeki no Kyojin", Group: "SubsPlease", Resolution: 1080, Version: 2}},
		{"進撃の巨人 The Final Season [05].mkv", release.Release{Title: "進撃の巨人 The Final Season", Doubt: release.LastSeason}},
		{"[桜都字幕组] 進撃の巨人 [01][1080p].mkv", release.Release{Title: "進撃の巨人", Group: "桜都字幕组", Resolution: 1080}},
		{"[DBD-Raws][進撃の巨人][25][1080P][BDRip].mkv", release.Release{Title: "進撃の巨人", Group: "DBD-Raws", Resolution: 1080}},
		{"庆余年 第二季 第05集.mp4", release.Release{Title: "庆余年"}},
		{"Show.S01E02.PROPER.720p.HDTV.x264-GRP.mkv", release.Release{Title: "Show", Group: "GRP", Resolution: 720, Version: 2}},
		{"Show - S01E01-Pilot.mkv", release.Release{Title: "Show", EpisodeTitle: "Pilot"}},
		{"1923.S01E02.2160p.WEB.h265-GRP.mkv", release.Release{Title: "1923", Group: "GRP", Resolution: 2160}},
		{"The.100.S03E04.mkv", release.Release{Title: "The 100"}},
		{"Hawaii.Five-0.2010.S05E06.mkv", release.Release{Title: "Hawaii Five-0", Year: 2010}},
		{"9-1-1.2018.S02E04.Stuck.1080p.mkv", release.Release{Title: "9-1-1", Year: 2018, EpisodeTitle: "Stuck", Resolution: 1080}},
		{"The Late Desk - 2023-10-04 - Carla Voss.mkv", release.Release{Title: "The Late Desk", EpisodeTitle: "Carla Voss"}},
		{"Apollo 13 (1995) 4K.mkv", release.Release{Title: "Apollo 13", Year: 1995, Resolution: 2160}},
		{"Show 2016 02 25 S20E142.mkv", release.Release{Title: "Show"}},
		{"[组][标题][Title][13完][720P].mkv", release.Release{Title: "标题", Group: "组", Resolution: 720}},
		// Folder names.
		{"Café Élan", release.Release{Title: "Café Élan"}},
		{norm.NFD.String("Café Élan (2019) {tmdb-12345}"), release.Release{Title: "Café Élan", Year: 2019}},
		{"24 (2001)", release.Release{Title: "24", Year: 2001}},
		{"庆余年 (2019)", release.Release{Title: "庆余年", Year: 2019}},
		{"進撃の巨人 The Final Season", release.Release{Title: "進撃の巨人 The Final Season"}},
		{"[VCB-Studio] 進撃の巨人 [1080p]", release.Release{Title: "進撃の巨人", Group: "VCB-Studio", Resolution: 1080}},
		{"Blade.Runner.2049.2017.2160p", release.Release{Title: "Blade Runner 2049", Year: 2017, Resolution: 2160}},
		{"[2x12] Breaking Bad - Phoenix.mkv", release.Release{EpisodeTitle: "Breaking Bad - Phoenix"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := release.Parse(test.name)
			got.Season, got.Episodes, got.Absolute, got.Date, got.Marked = nil, nil, nil, release.Date{}, false
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// readsAs checks the numbers that are read from names.
func readsAs(t *testing.T, names map[string]string) {
	t.Helper()
	for name, want := range names {
		if got := read(release.Parse(name)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestParseRanges checks that a range gives at most 50 episodes, and that a number above the bound is not
// read.
func TestParseRanges(t *testing.T) {
	t.Parallel()
	readsAs(t, map[string]string{
		"Show S01-5000000000000 1080p.mkv":             "s1",
		"Show Ep 1 - 9000000000000000.mkv":             "a1",
		"Show S01E01-E99999999999.mkv":                 "s1 e1 ?",
		"Show S01E5000000000000.mkv":                   "s1",
		"Show S01-5000[2160p]5000(2019)5000 1080p.mkv": "s1 e5000",
		"Show 5000000000000 of 9000000000000.mkv":      "-",
		"1ª a 5000000000000ª temporadas.mkv":           "-",
		"Show vol 1-5000000000000.mkv":                 "-",
		"[Group] Title - 01-99 [1080p].mkv":            "-",
	})
}

// TestParseLanguages checks the order of words and numbers in languages, and number words.
func TestParseLanguages(t *testing.T) {
	t.Parallel()
	readsAs(t, map[string]string{
		"Show 2. évad 9. rész":             "s2 e9",
		"Show - 2. Sezon 5. Bölüm":         "s2 e5",
		"Show 2019 Сезон 1 Серия 5":        "s1 e5",
		"Show 2-й сезон, 8-я серия":        "s2 e8",
		"Show Серії 1-3":                   "a1,2,3",
		"드라마 2024 시즌2 3화":                  "s2 e3",
		"Show 2. kausi jakso 4":            "s2 e4",
		"Show Sæson 2 Afsnit 3":            "s2 e3",
		"Show Säsong 2 Avsnitt 3":          "s2 e3",
		"Show Sezonul 2 Episodul 5":        "s2 e5",
		"Show Mùa 2 Tập 5":                 "s2 e5",
		"Show Musim ke-5 Episode ke-8":     "s5 e8",
		"Show Σεζόν 2 Επεισόδιο 3":         "s2 e3",
		"Show 2ος ΚΥΚΛΟΣ Επεισόδιο 3ο":     "s2 e3",
		"עונה 2 פרק 5":                     "s2 e5",
		"الموسم الثاني الحلقة ٥":           "s2 e5",
		"ซีซั่น ๒ ตอนที่ ๕":                "s2 e5",
		"सीज़न २ एपिसोड ५":                 "s2 e5",
		"Show 第貳季 第參集":                     "s2 e3",
		"Show Livre 3 Épisode 14":          "s3 e14",
		"Show Se.3 afl.4":                  "s3 e4",
		"Show Second Season Episode Three": "s2 e3",
		"Show K1 J4":                       "s1 e4",
		"Show 7. série, 9. a 10. díl":      "s7 e9,10",
		"Show Saison 1 Épisodes 1 à 3":     "s1 e1,2,3",
		"Show Ep.05 S02":                   "s2 e5",
	})
}

// TestParseSeveral checks chains, lists and ranges of episodes, and what a name leaves open.
func TestParseSeveral(t *testing.T) {
	t.Parallel()
	readsAs(t, map[string]string{
		"Show 02x03-E04":            "s2 e3,4",
		"Show 02x03 - x04 - x05":    "s2 e3,4,5",
		"Show 8x01_02":              "s8 e1,2",
		"Show S01E01.02":            "s1 e1,2",
		"Show S01E01 & 02":          "s1 e1,2",
		"Show S01E01 to E03":        "s1 e1,2,3",
		"Show S14E01.and.S14E02":    "s14 e1,2",
		"01v2-04":                   "a1,2,3,4",
		"Show #1-4":                 "a1,2,3,4",
		"Show 2×7":                  "s2 e7",
		"Show 1 x 03":               "s1 e3",
		"Show S01x02":               "s1 e2",
		"Show S 01 E 05":            "s1 e5",
		"Show S01E09.10.Things":     "s1 e9 ?",
		"Show S03E0506":             "s3 e5,6 ?",
		"Show S01E1011":             "s1 e10,11 ?",
		"Show S01E1012":             "s1 e1012",
		"Show S05E22-S06E01":        "s5 e22 ?",
		"Show S05E22, S06E01":       "s5 e22 ?",
		"Show 6x26 & 7x01 - Name":   "s6 e26 ?",
		"Show 6x26 and 7x01":        "s6 e26 ?",
		"Show S06E26-7x01":          "s6 e26 ?",
		"Show 6x26_7x01":            "s6 e26 ?",
		"Show 1x05 - 4x4":           "s1 e5",
		"Show S01E05a":              "s1 e5 ?",
		"Show S01E05 cd2":           "s1 e5 ?",
		"Show S02E06.5":             "s2 ?",
		"Show - 26.5.1":             "?",
		"Show - 01 - OVA":           "s0 e1 ?",
		"Show - 01-12":              "-",
		"Show Season 1-3":           "s1",
		"Show S01-S03":              "s1",
		"Show 全46集":                 "-",
		"12 (1)":                    "a12 ?",
		"Show S01E02 - Copy":        "s1 e2",
		"Show - 05 23.976 FPS":      "a5",
		"Show%20S03E09":             "s3 e9",
		"Show - S02E01 - Chapter 9": "s2 e1",
		"Show.Chapter.2.2017.1080p": "-",
		"3f8s05e11c9":               "-",
	})
}

// TestParseJoined checks pairs that touch a word, and numbers that only their position identifies.
func TestParseJoined(t *testing.T) {
	t.Parallel()
	readsAs(t, map[string]string{
		"Those.About.to.DieS01E06.MULTi.720p.WEB-DL.mkv": "s1 e6",
		"Mash S10E01b Thats Show Biz 1080p.mp4":          "s10 e1 ?",
		"Name_S03E02Le malheur.mkv":                      "s3 e2",
		"The.High.Castle1x01.HDTV.avi":                   "s1 e1",
		"Name 01E06.mkv":                                 "s1 e6",
		"Name SO2E04.avi":                                "s2 e4",
		"Имя [06х01-08] (2017) HDTVRip":                  "s6 e1,2,3,4,5,6,7,8",
		"Name [5.134] Part.mp4":                          "s5 e134",
		"Имя (05 сер.) - webrip1080p.mkv":                "a5",
		"Name.(8.sez.21.ser.iz.23).2012.avi":             "s8 e21",
		"Name park.3iz6.Part.avi":                        "a3",
		"Name - odc. 10.mp4":                             "a10",
		"02 The Name.mp4":                                "a2",
		"[DB]_Name_264_[012073FE].avi":                   "a264",
		"08.Name.2014.BDRip.mkv":                         "-", // a film of a box set
		"127.Heures.FRENCH.DVDRip.mkv":                   "-",
		"14 Peaks.mkv":                                   "-",
		"Name.Part.5.A.Dog.HDTV.XviD-XOR.avi":            "a5 ?",
		"Name.Pt.VI.720p.WEB.h264-GRP.mkv":               "a6 ?",
		"Name.Part.Six.PDTV.mkv":                         "a6 ?",
		"Name.Part.Two.2024.HDTV.x264.mkv":               "-",
		"Name Part 2 1080p WEB-DL.mkv":                   "-",
		"Name.Part.of.the.Family.HDTV.avi":               "-",
		"777 Charlie.mkv":                                "-",
	})
}

func TestParseTitles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Blade.Runner.2049.2017.4K.UltraHD.BluRay.2160p": "Blade Runner 2049",
		"2012 2009 1080p BluRay x264-GRP":                "2012",
		"1917 2019 1080p Bluray":                         "1917",
		"2012.London.Olympics.1080p":                     "London Olympics",
		"(2000) The Emperor (DvdRip)":                    "The Emperor",
		"A Complete Unknown 2024 1080p WEB-DL":           "A Complete Unknown",
		"Show Complete Series 720p":                      "Show",
		"Madame Web 2024 UHD BluRay":                     "Madame Web",
		"Guardians.Vol.3.2023.BluRay.1080p":              "Guardians Vol 3",
		"127.Heures.FRENCH.DVDRip.AC3":                   "127 Heures",
		"The Italian Job 2003 1080p":                     "The Italian Job",
		"www.site.example - Name (2024) WEB-DL":          "Name",
		"Name ITA 1080p":                                 "Name",
		"www.site.example - Name.S02E07.WEBRip":          "Name",
		"Agents.of.S.H.I.E.L.D.S02E05.720p":              "Agents of S.H.I.E.L.D.",
		"Name.P.I.2018.S03E04":                           "Name P.I.",
		"Name - The Complete Series 1080p":               "Name",
	} {
		if got := release.Parse(name).Title; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// FuzzParse checks that Parse never panics, whatever the name. Numbers stay within bounds, no episode appears
// twice, and the NFC and NFD forms of a name give the same result. Memory grows neither with a number in the
// name nor with its length. The inputs contain ranges of arbitrary numbers, and repetitions.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "Show.S01E02.mkv", "Show.S02E03-E99999.mkv", "[G] T - 05v2 [1080p].mkv", "2024.13.45", "第二十一話", "S1E1-50-99",
		"1x02x03x04", "E1-E2-E3", "\xff\xfeS01E02", "S01E02\x00\x1f", "十十百百", "第〇集", "🎬", strings.Repeat("S01E0", 400),
		strings.Repeat("[", 2000), strings.Repeat("E1", 700), strings.Repeat("第一集", 300), "ﷺﷺﷺ 05", "24.04.02",
		"Show S%-% 1080p", "Ep % - %", "%ª a %ª temporadas", "% - %TV", "vol %-%", "% of %", "第%-%集", "S01-%[2160p]%(2019)%", "% сезон % серия",
	} {
		f.Add(seed, "Season 2", uint64(1), uint64(5_000_000_000_000), uint16(1))
		f.Add("¦"+seed+"¦", seed, uint64(99_998), uint64(math.MaxUint64), uint16(9))
	}
	f.Fuzz(func(t *testing.T, name, folder string, first, last uint64, times uint16) {
		name, folder = bounds.Grow(name, first, last, times%32), bounds.Grow(folder, last, first, times%32)
		got := release.Parse(name, folder)
		check(t, got)
		var again release.Release
		// The patterns are compiled by now. Listing the numbers of one such range would take terabytes.
		bounds.Bytes(t, 4<<20, func() { again = release.Parse(name, folder) })
		if diff := cmp.Diff(got, again); diff != "" {
			t.Errorf("%q, %q: twice is not the same:\n%s", name, folder, diff)
		}
		if nfc, nfd := norm.NFC.String(name), norm.NFD.String(name); utf8.ValidString(name) && len(nfd) < 1000 {
			if diff := cmp.Diff(release.Parse(nfc), release.Parse(nfd)); diff != "" {
				t.Errorf("%q (-NFC +NFD):\n%s", name, diff)
			}
		}
	})
}

func check(t *testing.T, r release.Release) {
	t.Helper()
	const most = 99_999
	if r.Season != nil && (*r.Season < 0 || *r.Season > most) {
		t.Errorf("season %d", *r.Season)
	}
	for _, list := range [][]int{r.Episodes, r.Absolute} {
		if len(list) > 50 {
			t.Errorf("%d episodes", len(list))
		}
		sorted := slices.Sorted(slices.Values(list))
		if len(slices.Compact(sorted)) != len(list) {
			t.Errorf("an episode twice: %v", list)
		}
		if len(sorted) > 0 && (sorted[0] < 0 || sorted[len(sorted)-1] > most) {
			t.Errorf("out of bounds: %v", list)
		}
	}
	if r.Season == nil && len(r.Episodes) > 0 || len(r.Episodes) > 0 && len(r.Absolute) > 0 {
		t.Errorf("episodes %v and numbers %v with season %v", r.Episodes, r.Absolute, r.Season)
	}
	if r.Year < 0 || r.Year > 2099 || r.Resolution < 0 || r.Resolution > most || r.Version < -1 || r.Version > 9 {
		t.Errorf("%+v", r)
	}
	for _, text := range []string{r.Title, r.EpisodeTitle, r.Group} {
		if !utf8.ValidString(text) || len(text) > 4096 {
			t.Errorf("text %q", text)
		}
	}
}

// TestParseLongName checks that Parse ignores text beyond the bound.
func TestParseLongName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x ", 600) + "S01E02.mkv"
	if got := read(release.Parse(long)); got != "-" {
		t.Errorf("read %s beyond 1,024 bytes", got)
	}
	huge := "Show.S01E02.Name." + strings.Repeat("第9集", 1<<20)
	if got := read(release.Parse(huge, huge)); got != "s1 e2" {
		t.Errorf("got %s of a long name that begins with S01E02", got)
	}
}

func BenchmarkParse(b *testing.B) {
	for name, file := range map[string]string{
		"scene": "Breaking.Bad.S01E02.Cats.in.the.Bag.1080p.BluRay.DTS.x264-ROVERS.mkv",
		"anime": "[SubsPlease] Shingeki no Kyojin - 10v2 (1080p) [A1B2C3D4].mkv",
		"cjk":   "庆余年 第二季 第05集 1080P.mp4",
		"movie": "Apollo.13.1995.1080p.BluRay.x264-AMIABLE.mkv",
		"long":  strings.Repeat("L'été du café ", 17) + "S01E02.mkv",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				release.Parse("Season 1/"+file, "Breaking Bad (2008)")
			}
		})
	}
}

// BenchmarkParseWorst parses names of the maximum length that are expensive to match.
func BenchmarkParseWorst(b *testing.B) {
	for name, file := range map[string]string{
		"letters":  strings.Repeat("a.", 512),
		"numbers":  strings.Repeat("12 ", 340),
		"episodes": strings.Repeat("S01E0", 200),
		"brackets": strings.Repeat("[1]", 340),
		"chinese":  strings.Repeat("第一集", 110),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				release.Parse(file, file)
			}
		})
	}
}
