package recognise_test

import (
	"testing"

	"plotline/media/recognise"
)

func TestPartOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		folder, around string
		want           recognise.Part
	}{
		{"Season 1", "Dark", recognise.ShowPart},
		{"Säsong 2", "Bron", recognise.ShowPart},
		{"2. évad", "Dark", recognise.ShowPart},
		{"第二季", "三体", recognise.ShowPart},
		{"Specials", "Dark", recognise.SidePart},
		{"OVA", "Naruto", recognise.SidePart},
		{"Disc 2", "Dark", recognise.ShowPart},
		{"VIDEO_TS", "Dark", recognise.SidePart},
		{"Featurettes", "Dark", recognise.SidePart},
		{"Dark S01 1080p", "Dark", recognise.ShowPart},
		{"Dark.S01.1080p.WEB-GRP", "Dark (2017)", recognise.ShowPart},
		{"Season 1", "Season 1 to 3", recognise.ShowPart},
		{"24 - Season 3", "24", recognise.ShowPart},
		{"2", "Dark", recognise.MaybePart},
		{"Akira", "OVA", recognise.OwnShow},
		{"Dark", "Season 2023", recognise.OwnShow},
		{"24", "tv", recognise.MaybePart},
		{"Area 51", "tv", recognise.MaybePart},
		{"The 100", "tv", recognise.MaybePart},
		{"Dark.S01.1080p.WEB-GRP", "downloads", recognise.OwnShow},
		{"Dark (2017)", "tv", recognise.OwnShow},
		{"Breaking Bad", "tv", recognise.OwnShow},
		{"", "tv", recognise.OwnShow},
	} {
		if got := recognise.PartOf(c.folder, c.around); got != c.want {
			t.Errorf("PartOf(%q, %q) = %d, want %d", c.folder, c.around, got, c.want)
		}
	}
}
