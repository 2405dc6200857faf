package recognise_test

import (
	"context"
	"fmt"

	"plotline/media/recognise"
)

func ExampleFiles() {
	show := recognise.Show{
		Names: []string{"24 (2001)"},
		Seasons: []recognise.Season{
			{Number: 1, Episodes: []recognise.Episode{{Number: 1}, {Number: 2}}},
			{Number: 2, Episodes: []recognise.Episode{{Number: 1}, {Number: 2, AirDate: "2002-11-05"}}},
		},
	}
	found, err := recognise.Files(context.Background(), []recognise.File{
		{Path: "Season 1/24.S01E01E02.mkv"}, {Path: "24 - 03.mkv"}, {Path: "24 2002-11-05.mkv"}, {Path: "24-trailer.mkv"},
	}, show)
	if err != nil {
		fmt.Println(err)
	}
	for _, m := range found.Matches {
		fmt.Printf("%s is %dx%02d\n", m.Path, m.Season, m.Episode)
	}
	for _, u := range found.Unrecognised {
		fmt.Printf("%s: %s\n", u.Path, u.Reason)
	}
	// Output:
	// 24 - 03.mkv is 2x01
	// 24 2002-11-05.mkv is 2x02
	// Season 1/24.S01E01E02.mkv is 1x01
	// Season 1/24.S01E01E02.mkv is 1x02
	// 24-trailer.mkv: a sample, a trailer or an extra
}
