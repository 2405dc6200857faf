package recognise_test

import (
	"maps"
	"slices"
	"testing"

	"plotline/media/recognise"
)

// TestShows checks which folder the videos of several shows get. A video whose name says nothing of a show or of an episode
// has none, and neither have films and extras.
func TestShows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		folders []string
		want    map[string]string // "" for none
	}{
		"shows": {want: map[string]string{
			"the.100.s02e16.blood.must.have.blood.1080p.mkv":       "the 100",
			"24.S08E23-E24.2.00PM-4.00PM.720p.HDTV.x264.mkv":       "24",
			"9-1-1.Lone.Star.S02E03.Hold.the.Line.mkv":             "9-1-1 Lone Star",
			"[SubsPlease] One Piece - 1071 (1080p) [B2D9A3A1].mkv": "One Piece",
			"The.Daily.Show.2023.10.16.720p.WEB.mkv":               "The Daily Show",
			"오징어 게임 시즌2 3화.mp4":                                    "오징어 게임",
			"Кухня (5 сезон, 12 серия).mkv":                        "Кухня",
		}},
		"one show in several spellings": {want: map[string]string{"Bron.S01E01.mkv": "Bron", "bron - 1x02.mkv": "Bron", "Bron S01E03.mp4": "Bron"}},
		"a folder that is there": {folders: []string{"Bron", "Amélie & co"}, want: map[string]string{
			"bron.s01e01.mkv": "Bron", "amelie.co.s01e02.mkv": "Amélie & co",
		}},
		"no show": {want: map[string]string{
			"episode 4.mkv": "", "S01E02.mkv": "", "2001.A.Space.Odyssey.1968.2160p.mkv": "", "holiday.mp4": "",
			"sample-bron.s01e01.mkv": "", "Bron.S01E01-trailer.mkv": "",
			"VID_20210704_153012.mp4": "", "PXL_20230812_101112345.mp4": "", "WhatsApp Video 2021-07-04 at 15.30.12.mp4": "",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, videos := map[string]string{}, make([]string, 0, len(c.want))
			for video, folder := range c.want {
				if videos = append(videos, video); folder != "" {
					want[video] = folder
				}
			}
			if got := recognise.Shows(slices.Sorted(slices.Values(videos)), c.folders); !maps.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
