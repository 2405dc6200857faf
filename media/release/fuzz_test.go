package release_test

import (
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
	if r.Year < 0 || r.Year > 2099 || r.Resolution < 0 || r.Resolution > most || r.Version < 0 || r.Version > 9 {
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
				release.Parse(file, "Breaking Bad (2008)", "Season 1")
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
