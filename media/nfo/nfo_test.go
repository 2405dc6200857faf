package nfo_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"plotline/media/nfo"
	"plotline/testing/kit/bounds"
)

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>` + "\n"

func TestParse(t *testing.T) {
	t.Parallel()
	pilot := nfo.Episode{Season: new(1), Episode: new(2), Title: "Pilot & more", Plot: "It begins.", Aired: "2017-12-01"}
	episode := `<episodedetails><title> Pilot &amp;
		more </title><season>1</season><episode> 02 </episode><plot> It begins. </plot><aired>2017-12-01</aired></episodedetails>`
	for name, c := range map[string]struct {
		text string
		want nfo.File
	}{
		"nothing":               {"", nfo.File{}},
		"an address":            {"https://www.themoviedb.org/tv/70523?a=b&c=d\n", nfo.File{}},
		"another root":          {"<musicvideo><title>x</title></musicvideo>", nfo.File{}},
		"a show":                {head + `<tvshow><title>Dark</title><year>2017</year><uniqueid type="tvdb">1</uniqueid><uniqueid type="tmdb" default="true"> 70523 </uniqueid></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Dark", Year: 2017, TMDB: 70523}}},
		"an older show":         {`<tvshow><title>Dark</title><premiered>2017-12-01</premiered><id>334824</id><tmdbid>70523</tmdbid></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Dark", Year: 2017, TMDB: 70523}}},
		"an empty show":         {`<tvshow/>`, nfo.File{Show: &nfo.Show{}}},
		"odd numbers":           {`<tvshow><year>0</year><uniqueid type="tmdb">x</uniqueid><tmdbid>-1</tmdbid></tvshow>`, nfo.File{Show: &nfo.Show{}}},
		"a movie":               {head + `<movie><title>Film</title></movie>`, nfo.File{Movie: true}},
		"an episode":            {head + episode, nfo.File{Episodes: []nfo.Episode{pilot}}},
		"with a mark":           {"\ufeff" + head + episode, nfo.File{Episodes: []nfo.Episode{pilot}}},
		"with an addr.":         {head + episode + "\nhttps://thetvdb.com/?tab=series&id=71663&lid=7", nfo.File{Episodes: []nfo.Episode{pilot}}},
		"two":                   {head + episode + episode, nfo.File{Episodes: []nfo.Episode{pilot, pilot}}},
		"two in a root":         {"<xbmcmultiepisode>" + episode + episode + "</xbmcmultiepisode>", nfo.File{Episodes: []nfo.Episode{pilot, pilot}}},
		"unknown number":        {"<episodedetails><season>-1</season><episode/></episodedetails>", nfo.File{Episodes: []nfo.Episode{{}}}},
		"a special":             {"<episodedetails><season>0</season><episode>0</episode></episodedetails>", nfo.File{Episodes: []nfo.Episode{{Season: new(0), Episode: new(0)}}}},
		"odd dates":             {"<episodedetails><aired>soon</aired></episodedetails><episodedetails><aired>2017-12-01 20:15</aired></episodedetails><episodedetails><aired>01.12.2017</aired></episodedetails>", nfo.File{Episodes: []nfo.Episode{{}, {Aired: "2017-12-01"}, {}}}},
		"Latin-1":               {`<?xml version="1.0" encoding="ISO-8859-1"?><tvshow><title>Caf` + "\xe9" + `</title></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Café"}}},
		"Windows-1252":          {`<?xml version="1.0" encoding="windows-1252"?><tvshow><title>` + "\x80" + `</title></tvshow>`, nfo.File{Show: &nfo.Show{Title: "€"}}},
		"a root of Kodi":        {"<kodimultiepisode>" + episode + episode + "</kodimultiepisode>", nfo.File{Episodes: []nfo.Episode{pilot, pilot}}},
		"up to a number":        {"<episodedetails><season>1</season><episode>2</episode><episodenumberend>4</episodenumberend></episodedetails>", nfo.File{Episodes: []nfo.Episode{{Season: new(1), Episode: new(2)}, {Season: new(1), Episode: new(3)}, {Season: new(1), Episode: new(4)}}}},
		"up to one less":        {"<episodedetails><episode>2</episode><episodenumberend>1</episodenumberend></episodedetails>", nfo.File{Episodes: []nfo.Episode{{Episode: new(2)}}}},
		"up to no end":          {"<episodedetails><episode>0</episode><episodenumberend>2147483647</episodenumberend></episodedetails>", nfo.File{Episodes: []nfo.Episode{{Episode: new(0)}}}},
		"HTML entities":         {head + "<tvshow><title>Caf&eacute; &ndash; &#233;&nbsp;&unknown;</title></tvshow>", nfo.File{Show: &nfo.Show{Title: "Café – é &unknown;"}}},
		"undeclared":            {"<?xml version=\"1.0\"?><tvshow><title>Caf\xe9 \x80</title></tvshow>", nfo.File{Show: &nfo.Show{Title: "Café €"}}},
		"UTF-16 saved as UTF-8": {`<?xml version="1.0" encoding="UTF-16"?><tvshow><title>Café</title></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Café"}}},
		"names in it":           {`<tvshow><title>A</title><actor><name>B</name><title>C</title></actor></tvshow>`, nfo.File{Show: &nfo.Show{Title: "A"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := nfo.Parse([]byte(c.text))
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestParseEncodings checks encodings that programs for other languages write.
func TestParseEncodings(t *testing.T) {
	t.Parallel()
	utf16 := unicode.UTF16
	for name, c := range map[string]struct {
		label string
		as    encoding.Encoding
		title string
	}{
		"Cyrillic":               {"windows-1251", charmap.Windows1251, "Тьма"},
		"Polish":                 {"ISO-8859-2", charmap.ISO8859_2, "Świat według Kiepskich"},
		"French":                 {"iso-8859-15", charmap.ISO8859_15, "Œuvre à 5 €"},
		"Turkish":                {"windows-1254", charmap.Windows1254, "Diriliş Ertuğrul"},
		"Japanese":               {"Shift_JIS", japanese.ShiftJIS, "進撃の巨人"},
		"Japanese of Unix":       {"EUC-JP", japanese.EUCJP, "進撃の巨人"},
		"simplified Chinese":     {"GBK", simplifiedchinese.GBK, "庆余年"},
		"old Chinese":            {"gb2312", simplifiedchinese.GBK, "庆余年"},
		"traditional Chinese":    {"Big5", traditionalchinese.Big5, "想見你"},
		"Korean":                 {"EUC-KR", korean.EUCKR, "오징어 게임"},
		"UTF-16 with a mark":     {"utf-16", utf16(unicode.LittleEndian, unicode.UseBOM), "Тьма 庆余年"},
		"big-endian":             {"UTF-16", utf16(unicode.BigEndian, unicode.UseBOM), "Тьма 庆余年"},
		"UTF-16 without":         {"utf-16", utf16(unicode.LittleEndian, unicode.IgnoreBOM), "Тьма 庆余年"},
		"big-endian without":     {"utf-16be", utf16(unicode.BigEndian, unicode.IgnoreBOM), "Тьма 庆余年"},
		"UTF-16 that says UTF-8": {"utf-8", utf16(unicode.LittleEndian, unicode.UseBOM), "Тьма 庆余年"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := fmt.Sprintf(`<?xml version="1.0" encoding=%q?>`+"\r\n<tvshow><title>%s</title><year>2019</year></tvshow>", c.label, c.title)
			raw, err := c.as.NewEncoder().String(text)
			if err != nil || raw == text {
				t.Fatalf("not encoded: %v", err)
			}
			got, err := nfo.Parse([]byte(raw))
			want := nfo.File{Show: &nfo.Show{Title: c.title, Year: 2019}}
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestParseBroken(t *testing.T) {
	t.Parallel()
	for text, why := range map[string]string{
		"<tvshow><title>Dark":                         "line 1",
		"<tvshow>\n\n<title>\x00</title></tvshow>":    "line 3",
		head + "<tvshow><title>\xff</title></tvshow>": "line 2",
		`<?xml version="1.0" encoding="EBCDIC"?><a/>`: `"EBCDIC" is not supported; save it as UTF-8`,
		strings.Repeat("<tvshow>", 20000):             "",
		`<?xml version="1.0" encoding="hz-gb-2312"?>`: `"hz-gb-2312" is not supported; save it as UTF-8`,
		"\xff\xfe<\x00t\x00v\x00s\x00h\x00o\x00w\x00": "line 1",
	} {
		f, err := nfo.Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), why) || f.Show != nil {
			t.Errorf("%.60q: %v, %v; want %s", text, f, err, why)
		}
	}
}

func TestParseUpToError(t *testing.T) {
	t.Parallel()
	f, err := nfo.Parse([]byte("<episodedetails><season>1</season><episode>1</episode></episodedetails><episodedetails>"))
	if err == nil || len(f.Episodes) != 1 {
		t.Errorf("%v, %v", f, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		head + `<tvshow><title>Dark</title><uniqueid type="tmdb">%</uniqueid></tvshow>`, "<episodedetails><season>%</season></episodedetails>\nhttp://a/?b&c",
		`<?xml version="1.0" encoding="latin1"?><movie/>`, "¦<tvshow>¦<title>a</title>¦</tvshow>¦", "¦<episodedetails><season>%</season><episode>%</episode></episodedetails>¦",
		"<tvshow>¦<uniqueid type='t%'>%</uniqueid>¦</tvshow>", "<tvshow ¦a%='b' ¦/>", "<tvshow><title>¦&amp;%¦</title></tvshow>", "<!DOCTYPE a [¦<!ENTITY e% '%'>¦]><tvshow>&e1;</tvshow>",
		`<?xml version="1.0" encoding="shift_jis"?><tvshow><title>¦` + "\xb1" + `¦</title></tvshow>`, "\xff\xfe<\x00¦a\x00¦",
		"¦<episodedetails><episode>0</episode><episodenumberend>19</episodenumberend></episodedetails>¦<kodimultiepisode>", "<?xml version='1.0'?>¦\xe9¦",
		"<movie><year>¦%¦</year><runtime>%</runtime></movie>", "¦<![CDATA[¦", "¦<?a ?>¦<movie/>",
	} {
		f.Add(text, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(text, uint64(70_523), uint64(math.MaxUint64), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, text string, first, last uint64, times uint16) {
		raw := []byte(bounds.Grow(text, first, last, times))
		var file nfo.File
		var err error
		bounds.Bytes(t, 1<<20+128*len(raw), func() { file, err = nfo.Parse(raw) })
		if err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
		for _, e := range file.Episodes {
			if e.Season != nil && *e.Season < 0 || e.Episode != nil && *e.Episode < 0 || (e.Aired != "" && len(e.Aired) != 10) {
				t.Errorf("%+v", e)
			}
		}
	})
}
