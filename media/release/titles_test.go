package release_test

import (
	"testing"

	"plotline/media/release"
)

// TestEpisodeTitles checks what is the title of an episode in a name, and what is a word of the release.
func TestEpisodeTitles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Harbour - S00E14 - The End of Winter Part 2.avi":                      "The End of Winter Part 2",
		"Harbour.2005.4x08.Silence.in.the.Attic.(Part 1).avi":                  "Silence in the Attic (Part 1)",
		"Harbour 2005 - Series 4 Episode 9 - Forest of the Crows (2 of 2).mp4": "Forest of the Crows (2 of 2)",
		"Harbour.S04E01.Partners.in.Snow.German.DL.720p.BluRay.x264.mkv":       "Partners in Snow",
		"Harbour.S04E02.The.German.720p.mkv":                                   "The German",
		"Harbour ep 146 vostfr.avi":                                            "",
		"Harbour 4x04 & 4x05 - The First Stratagem & The Black Sky.avi":        "The First Stratagem & The Black Sky",
		"Harbour.S02E23-E24.Finale.720p.x264.mkv":                              "Finale",
		"Harbour Ep01 of 24 Harbor Door Salt.mkv":                              "Harbor Door Salt",
		"Harbour S01E01of10 The Boat.mkv":                                      "The Boat",
		"Harbour 6x26 & 7x01 - Descent.mkv":                                    "Descent",
		"Harbour S06E26-S07E01 - Descent.mkv":                                  "Descent",
		"Harbour S01E03 Of Mice.mkv":                                           "Of Mice",
	} {
		if got := release.Parse(name).EpisodeTitle; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
