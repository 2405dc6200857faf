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
		"Harbour - S01E01 - german.mkv":                                        "",
		"Harbour.S01E02.FRENCH.DVDRip.mkv":                                     "",
		"Harbour 1x02.iTA.ENG.BDMux.x264.mkv":                                  "",
		"Harbour.1x02.The.Boat.iTA.BDMux.mkv":                                  "The Boat",
		"Harbour.S01E02.The.Boat.GERMAN.HDTVRip.avi":                           "The Boat",
		"Harbour S01E02 - The French.mkv":                                      "The French",
		"Harbour S01E02 - French Toast.mkv":                                    "French Toast",
		"Harbour - S01E01 av 10.mkv":                                           "",
		"Harbour - S01E01 - 1 av 10.mkv":                                       "",
		"Harbour - S01E01 - 1 av 10 - The Boat.mkv":                            "The Boat",
		"Harbour S01E14 14 af 20.mkv":                                          "",
		"Harbour S01E03 - 3 von 10.mkv":                                        "",
		"Harbour S01E03 - 3 de 10.mkv":                                         "",
		"Harbour - S01E15 - 11001001.mkv":                                      "11001001",
		"Harbour S03E07 - 42.mkv":                                              "42",
		"Harbour 1x01 - 1-23-45 [1080p].mkv":                                   "1-23-45",
		"Harbour - S02E07 - 3 (720p).mkv":                                      "3",
		"Harbour - S02E07 - 08.mkv":                                            "",
		"Harbour - S02E07 - 720.mkv":                                           "",
		"Harbour.S02E07.42.mkv":                                                "",
		"Harbour.S01E02.The.Boat.GERMAN.1080p.mkv":                             "The Boat",
		"HARBOUR.S01E02.THE.GERMAN.1080p.mkv":                                  "THE GERMAN",
		"Harbour.S01E03.PL.1080p.mkv":                                          "",
		"[Group] Harbour - S02E04 - 17 [1080p].mkv":                            "",
		"Harbour S01E03 Of Mice.mkv":                                           "Of Mice",
		"Harbour.Part.2.of.3.HDTV.avi":                                         "",
	} {
		if got := release.Parse(name).EpisodeTitle; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
