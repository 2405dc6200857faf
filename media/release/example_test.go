package release_test

import (
	"fmt"

	"plotline/media/release"
)

func ExampleParse() {
	r := release.Parse("Breaking.Bad.S02E03E04.720p.HDTV.x264-DIMENSION.mkv")
	fmt.Println(r.Title, *r.Season, r.Episodes, r.Resolution, r.Group)

	// A bare number may count through the whole show; a folder can give the season.
	fmt.Println(release.Parse("[Group] Title - 05 [1080p].mkv").Absolute)
	r = release.Parse("Season 2/05.mkv", "Breaking Bad (2008)")
	fmt.Println(*r.Season, r.Episodes, r.SeasonFromFolder)
	// Output:
	// Breaking Bad 2 [3 4] 720 DIMENSION
	// [5]
	// 2 [5] true
}
