package recognise_test

import (
	"fmt"
	"testing"

	"plotline/media/recognise"
)

// TestGuess checks that a guess comes from numbers that the show does not have, or from a title, and that there is none
// where there is nothing to go by.
func TestGuess(t *testing.T) {
	t.Parallel()
	g := recognise.NewGuesser(recognise.Show{
		Names: []string{"Cafe"},
		Seasons: []recognise.Season{{
			Number: 1,
			Episodes: []recognise.Episode{
				{Number: 1, Title: "The Opening"},
				{Number: 2, Title: "The Opening Night"},
				{Number: 3, Title: "Ice"},
				{Number: 4, Title: "Reprise"},
				{Number: 5, Title: "Reprise"},
			},
		}},
	})
	for file, want := range map[string]string{
		"Cafe.S01E07.mkv":                  "1x7 true",
		"Season 2/Cafe - 03.mkv":           "2x3 true",
		"Cafe - the opening.1080p.mkv":     "1x1 true",
		"Cafe_The.Opening.Night.mkv":       "1x2 true",
		"Ice.mkv":                          "0x0 false", // too short for a guess
		"Cafe - Reprise.mkv":               "0x0 false", // which one?
		"Cafe.S01E07-trailer.mkv":          "0x0 false",
		"Extras/Cafe - The Opening.mkv":    "0x0 false",
		"something else entirely.mkv":      "0x0 false",
		"Cafe S01E08E09 double length.mkv": "1x8 true",
		"Cafe S01E01-E99.mkv":              "0x0 false", // a whole season
		"Disc 2/Cafe - 05.mkv":             "1x5 true",
		"Cafe - 04 - OVA.mkv":              "0x4 true",
		"Cafe.2021-03-04.mkv":              "0x0 false",
	} {
		season, episode, ok := g.Guess(file)
		if got := fmt.Sprintf("%dx%d %t", season, episode, ok); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestDoubt checks that a file alone is uncertain by its name and its NFO file, and certain by what a person decided.
func TestDoubt(t *testing.T) {
	t.Parallel()
	long := recognise.Show{Seasons: []recognise.Season{count(1, 12), count(2, 12)}}
	for name, test := range map[string]struct {
		file recognise.File
		show recognise.Show
		want string
	}{
		"certain":            {recognise.File{Path: "Cafe S01E02.mkv"}, long, ""},
		"no episode":         {recognise.File{Path: "Cafe S07E02.mkv"}, long, ""},
		"an extra":           {recognise.File{Path: "Cafe - 04 - trailer.mkv"}, long, ""},
		"a disc":             {recognise.File{Path: "Disc 2/Cafe - 05.mkv"}, long, "its folder is a disc or a part, which may count from 1 again"},
		"a disc, decided":    {recognise.File{Path: "Disc 2/Cafe - 05.mkv"}, decided(long, true, false), ""},
		"a special":          {recognise.File{Path: "Cafe - 04 - OVA.mkv"}, long, "its name says that it is a special, but not which"},
		"a special, decided": {recognise.File{Path: "Cafe - 04 - OVA.mkv"}, decided(long, false, true), ""},
		"a special by NFO":   {recognise.File{Path: "Cafe - 04 - OVA.mkv", Season: 0, Episodes: []int{1}}, long, ""},
		"NFO disagrees": {
			recognise.File{Path: "Cafe S01E02.mkv", Season: 1, Episodes: []int{3}},
			long,
			"its name says S01E02, but its NFO file says S01E03",
		},
		"101 alone": {recognise.File{Path: "Cafe 101.mkv"}, recognise.Show{}, ""},
	} {
		if got := recognise.Doubt(test.file, test.show); string(got) != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
