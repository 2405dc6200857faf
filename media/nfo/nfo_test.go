package nfo_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		"nothing":        {"", nfo.File{}},
		"an address":     {"https://www.themoviedb.org/tv/70523?a=b&c=d\n", nfo.File{}},
		"another root":   {"<musicvideo><title>x</title></musicvideo>", nfo.File{}},
		"a show":         {head + `<tvshow><title>Dark</title><year>2017</year><uniqueid type="tvdb">1</uniqueid><uniqueid type="tmdb" default="true"> 70523 </uniqueid></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Dark", Year: 2017, TMDB: 70523}}},
		"an older show":  {`<tvshow><title>Dark</title><premiered>2017-12-01</premiered><id>334824</id><tmdbid>70523</tmdbid></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Dark", Year: 2017, TMDB: 70523}}},
		"an empty show":  {`<tvshow/>`, nfo.File{Show: &nfo.Show{}}},
		"odd numbers":    {`<tvshow><year>0</year><uniqueid type="tmdb">x</uniqueid><tmdbid>-1</tmdbid></tvshow>`, nfo.File{Show: &nfo.Show{}}},
		"a movie":        {head + `<movie><title>Film</title></movie>`, nfo.File{Movie: true}},
		"an episode":     {head + episode, nfo.File{Episodes: []nfo.Episode{pilot}}},
		"with a mark":    {"\ufeff" + head + episode, nfo.File{Episodes: []nfo.Episode{pilot}}},
		"with an addr.":  {head + episode + "\nhttps://thetvdb.com/?tab=series&id=71663&lid=7", nfo.File{Episodes: []nfo.Episode{pilot}}},
		"two":            {head + episode + episode, nfo.File{Episodes: []nfo.Episode{pilot, pilot}}},
		"two in a root":  {"<xbmcmultiepisode>" + episode + episode + "</xbmcmultiepisode>", nfo.File{Episodes: []nfo.Episode{pilot, pilot}}},
		"unknown number": {"<episodedetails><season>-1</season><episode/></episodedetails>", nfo.File{Episodes: []nfo.Episode{{}}}},
		"a special":      {"<episodedetails><season>0</season><episode>0</episode></episodedetails>", nfo.File{Episodes: []nfo.Episode{{Season: new(0), Episode: new(0)}}}},
		"odd dates":      {"<episodedetails><aired>soon</aired></episodedetails><episodedetails><aired>2017-12-01 20:15</aired></episodedetails><episodedetails><aired>01.12.2017</aired></episodedetails>", nfo.File{Episodes: []nfo.Episode{{}, {Aired: "2017-12-01"}, {}}}},
		"Latin-1":        {`<?xml version="1.0" encoding="ISO-8859-1"?><tvshow><title>Caf` + "\xe9" + `</title></tvshow>`, nfo.File{Show: &nfo.Show{Title: "Café"}}},
		"Windows-1252":   {`<?xml version="1.0" encoding="windows-1252"?><tvshow><title>` + "\x80" + `</title></tvshow>`, nfo.File{Show: &nfo.Show{Title: "€"}}},
		"names in it":    {`<tvshow><title>A</title><actor><name>B</name><title>C</title></actor></tvshow>`, nfo.File{Show: &nfo.Show{Title: "A"}}},
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

func TestParseBroken(t *testing.T) {
	t.Parallel()
	for text, why := range map[string]string{
		"<tvshow><title>Dark":                         "line 1",
		"<tvshow>\n\n<title>\x00</title></tvshow>":    "line 3",
		head + "<tvshow><title>\xff</title></tvshow>": "line 2",
		`<?xml version="1.0" encoding="EBCDIC"?><a/>`: `"EBCDIC" is not supported; save it as UTF-8`,
		strings.Repeat("<tvshow>", 20000):             "",
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
