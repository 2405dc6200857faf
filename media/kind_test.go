package media_test

import (
	"testing"

	"plotline/media"
)

func TestKindOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]media.Kind{
		"a.mkv": media.Video, "A.MP4": media.Video, "a.b.webm": media.Video, "a.srt": media.Subtitle, "a.en.ASS": media.Subtitle,
		"a.flac": media.Audio, "a.mka": media.Audio, "poster.jpg": media.Image, "tvshow.nfo": media.Info,
		"a.txt": media.Other, "mkv": media.Other, ".mkv": media.Other, "": media.Other, "a.mkv.part": media.Other, "a.": media.Other,
	} {
		if got := media.KindOf(name); got != want || media.IsVideo(name) != (want == media.Video) {
			t.Errorf("%q: %d, want %d", name, got, want)
		}
	}
}

func TestCleanTitle(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		title    string
		year, id int
	}{
		"Dark":                         {"Dark", 0, 0},
		"Dark (2017)":                  {"Dark", 2017, 0},
		"Dark (2017-2020)":             {"Dark", 2017, 0},
		"Dark (2017) [tmdbid=70523]":   {"Dark", 2017, 70523},
		"Dark {tmdb-70523}":            {"Dark", 0, 70523},
		"Dark [tmdbid-70523] [1080p]":  {"Dark", 0, 70523},
		"The.Office.2005":              {"The Office", 2005, 0},
		"The_Office":                   {"The Office", 0, 0},
		"Mr. Robot":                    {"Mr. Robot", 0, 0},
		"S.W.A.T":                      {"S.W.A.T.", 0, 0},
		"Agents.of.S.H.I.E.L.D.":       {"Agents of S.H.I.E.L.D.", 0, 0},
		"1899":                         {"1899", 0, 0},
		"1923 (2022)":                  {"1923", 2022, 0},
		"2012":                         {"2012", 0, 0},
		"[1080p]":                      {"[1080p]", 0, 0},
		"進撃の巨人 (2013)":                 {"進撃の巨人", 2013, 0},
		"Dark [tmdbid=99999999999999]": {"Dark", 0, 0},
		"Vikings.S04E11.720p.HDTV.x264-KILLERS[eztv]":            {"Vikings", 0, 0},
		"www.Torrenting.com - Narcos.S02E07.WEBRip.x264-DEFLATE": {"Narcos", 0, 0},
		"www.Torrenting.com - Narcos":                            {"Narcos", 0, 0},
		"Бригада DVDRip":                                         {"Бригада", 0, 0},
		"Breaking.Bad.2008.S01.1080p":                            {"Breaking Bad", 2008, 0},
		"Dark (2017) [tmdbid=70523] 1080p":                       {"Dark", 2017, 70523},
		"The.100.S03.720p.HDTV":                                  {"The 100", 0, 0},
		"Dark Season 1":                                          {"Dark", 0, 0},
		"Four Seasons":                                           {"Four Seasons", 0, 0},
		"Web Therapy":                                            {"Web Therapy", 0, 0},
		"24x7":                                                   {"24x7", 0, 0},
		"9-1-1":                                                  {"9-1-1", 0, 0},
		"Area 51":                                                {"Area 51", 0, 0},
		"The Complete Guide":                                     {"The Complete Guide", 0, 0},
	} {
		if title, year := media.CleanTitle(name); title != want.title || year != want.year || media.TMDBID(name) != want.id {
			t.Errorf("%q: %q, %d, id %d; want %v", name, title, year, media.TMDBID(name), want)
		}
	}
}
