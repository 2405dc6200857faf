package media_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plotline/media"
	"plotline/testing/kit/bounds"
)

// shown ignores the kept text of unknown fields in comparisons.
var shown = cmpopts.IgnoreUnexported(
	media.Metadata{}, media.MediaFile{}, media.TVShow{}, media.Season{}, media.Episode{},
)

func decode(t *testing.T, text string) *media.Metadata {
	t.Helper()
	m, err := media.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return m
}

// compact returns the encoded metadata on one line.
func compact(t *testing.T, m *media.Metadata) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(string(m.Encode())) {
		b.WriteString(strings.TrimSpace(line))
	}
	return strings.ReplaceAll(b.String(), `": `, `":`)
}

const full = `{"zebra":1e400,"mediaFolderPath":"/media/show/","x":{"b":1,"a":[ ]},"type":"tvshow-folder",` +
	`"mediaFiles":[{"id":12345678901234567890,"absolutePath":"/media/show/a.mkv","seasonNumber":1,"note":"<&>","episodeNumber":2,` +
	`"subtitleFilePaths":["/media/show/a.srt"],"audioFilePaths":[]},{"absolutePath":"/media/show/b.mkv"}],` +
	`"tmdbTvShow":{"id":7,"poster_path":null,"name":"Show","number_of_seasons":1,"number_of_episodes":2,"seasons":[` +
	`{"id":71,"season_number":0,"name":"Specials"},` +
	`{"season_number":1,"air_date":"2020-01-01","name":"One","episodes":[{"crew":[],"episode_number":1,"name":"Pilot","overview":"","air_date":null}]}]},` +
	`"tail":null}`

func TestDecode(t *testing.T) {
	t.Parallel()
	want := &media.Metadata{
		MediaFolderPath: "/media/show", Type: media.TypeTVShow,
		MediaFiles: []media.MediaFile{
			{AbsolutePath: "/media/show/a.mkv", SeasonNumber: new(1), EpisodeNumber: new(2), SubtitleFilePaths: []string{"/media/show/a.srt"}},
			{AbsolutePath: "/media/show/b.mkv"},
		},
		TMDBTvShow: &media.TVShow{ID: 7, Name: "Show", NumberOfSeasons: 1, NumberOfEpisodes: 2, Seasons: []media.Season{
			{SeasonNumber: 0, Name: "Specials"},
			{SeasonNumber: 1, Name: "One", Episodes: []media.Episode{{EpisodeNumber: 1, Name: "Pilot"}}},
		}},
	}
	if diff := cmp.Diff(want, decode(t, "\ufeff"+full), shown); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnknownFieldsSurviveAtEveryLevelInTheirOrder(t *testing.T) {
	t.Parallel()
	got := compact(t, decode(t, full))
	if want := strings.ReplaceAll(full, "[ ]", "[]"); got != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}
}

func TestChangedFieldsKeepTheirPlace(t *testing.T) {
	t.Parallel()
	m := decode(t, full)
	m.Type = media.TypeMovie
	m.MediaFiles[0].SeasonNumber = nil
	m.MediaFiles[0].EpisodeNumber = new(0)
	m.MediaFiles[1].SubtitleFilePaths = []string{"/media/show/<b>.srt"}
	m.TMDBTvShow.Seasons[1].Episodes[0].AirDate = "2020-01-02"
	m.TMDBTvShow.Name = ""
	want := strings.NewReplacer(
		"[ ]", "[]", `"tvshow-folder"`, `"movie-folder"`, `"seasonNumber":1,`, "", `"episodeNumber":2`, `"episodeNumber":0`,
		`b.mkv"}`, `b.mkv","subtitleFilePaths":["/media/show/<b>.srt"]}`, `"air_date":null`, `"air_date":"2020-01-02"`, `"name":"Show",`, "",
	).Replace(full)
	if diff := cmp.Diff(want, compact(t, m)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNewMetadataHaveTheFieldsOfTheContract(t *testing.T) {
	t.Parallel()
	m := &media.Metadata{
		MediaFolderPath: "/m", Type: media.TypeTVShow, MediaFiles: []media.MediaFile{{AbsolutePath: "/m/a.mkv", SeasonNumber: new(0), EpisodeNumber: new(1)}},
		TMDBTvShow: &media.TVShow{Name: "S", Seasons: []media.Season{{Name: "Specials", Episodes: []media.Episode{{Name: "E", Overview: "O", AirDate: "2020-01-01"}}}}},
	}
	want := `{"mediaFolderPath":"/m","type":"tvshow-folder","mediaFiles":[{"absolutePath":"/m/a.mkv","seasonNumber":0,"episodeNumber":1}],` +
		`"tmdbTvShow":{"name":"S","number_of_seasons":0,"number_of_episodes":0,"seasons":[{"season_number":0,"name":"Specials",` +
		`"episodes":[{"episode_number":0,"name":"E","overview":"O","air_date":"2020-01-01"}]}]}}`
	if diff := cmp.Diff(want, compact(t, m)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := compact(t, &media.Metadata{MediaFolderPath: "/m", TMDBTvShow: &media.TVShow{}}); !strings.Contains(got, `"mediaFiles":[]`) ||
		!strings.Contains(got, `"seasons":[]`) {
		t.Error(got)
	}
}

func TestDecodeIsLenient(t *testing.T) {
	t.Parallel()
	for text, files := range map[string]int{
		`{"mediaFolderPath":"/m"}`:                                     0,
		`{"mediaFolderPath":"/m","type":null,"mediaFiles":null}`:       0,
		`{"mediaFolderPath":"/m","mediaFolderPath":"/m"}`:              0,
		`{"mediaFolderPath":"/m","tmdbTvShow":{}}`:                     0,
		`{"mediaFolderPath":"/m","tmdbTvShow":{"id":"seven"}}`:         0,
		`{"mediaFolderPath":"/m","tmdbTvShow":{"seasons":null}}`:       0,
		`{"mediaFolderPath":"/m","tmdbTvShow":{"seasons":[{}]}}`:       0,
		`{"mediaFolderPath":"/m","other":[1,{"a":"b"},null,"x"]}`:      0,
		`{"mediaFolderPath":"C:\\m","mediaFiles":[]}`:                  0,
		"{\n\t\"mediaFolderPath\" : \"/m\" }":                          0,
		`{"mediaFolderPath":"/m","mediaFiles":[{"absolutePath":"x"}]}`: 1,
		`{"mediaFolderPath":"/m","mediaFiles":[{"absolutePath":"/m/a","seasonNumber":1.0,"episodeNumber":null,"subtitleFilePaths":null}]}`: 1,
		`{"mediaFolderPath":"/m","mediaFiles":[null,1,"x",[],{},{"absolutePath":1},{"absolutePath":"/m/a","seasonNumber":"one"},` +
			`{"absolutePath":"/m/a","subtitleFilePaths":[1]},{"absolutePath":"/m/a","episodeNumber":1.5},{"absolutePath":"/m/good"}]}`: 1,
	} {
		m := decode(t, text)
		if len(m.MediaFiles) != files {
			t.Errorf("%s: %d files, want %d", text, len(m.MediaFiles), files)
		}
		var before, after any
		if err := json.Unmarshal([]byte(text), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(m.Encode(), &after); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "null,1") { // invalid entries are kept, after the others
			if n := len(after.(map[string]any)["mediaFiles"].([]any)); n != 10 {
				t.Errorf("%d entries are left", n)
			}
			continue
		}
		if _, listed := before.(map[string]any)["mediaFiles"].([]any); !listed {
			before.(map[string]any)["mediaFiles"] = []any{}
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for text, why := range map[string]string{
		"":                                  "not JSON",
		"null":                              "an object was expected, not null",
		"[]":                                "not a list",
		"{}":                                "mediaFolderPath",
		`{"mediaFolderPath":""}`:            "mediaFolderPath",
		`{"mediaFolderPath":1}`:             "mediaFolderPath: a string was expected, not a number",
		`{"mediaFolderPath":"media"}`:       "not an absolute path",
		full[:len(full)/2]:                  "not JSON, or only a part of it",
		full + full:                         "not JSON",
		`{"mediaFolderPath":"/m","type":3}`: "type",
		`{"mediaFolderPath":"/m","mediaFiles":{}}`:                                                      "mediaFiles: a list was expected, not an object",
		`{"mediaFolderPath":"/m","tmdbTvShow":[]}`:                                                      "tmdbTvShow",
		`{"mediaFolderPath":"/m","tmdbTvShow":{"number_of_seasons":"two"}}`:                             "number_of_seasons",
		`{"mediaFolderPath":"/m","tmdbTvShow":{"seasons":[null]}}`:                                      "seasons[0]",
		`{"mediaFolderPath":"/m","tmdbTvShow":{"seasons":[{"season_number":true}]}}`:                    "seasons[0]: season_number",
		`{"mediaFolderPath":"/m","tmdbTvShow":{"seasons":[{},{"episodes":[{"episode_number":1e99}]}]}}`: "seasons[1]: episodes[0]: episode_number",
		"{\"mediaFolderPath\":\"/m\xff\"}":                                                              "UTF-8",
	} {
		if m, err := media.Decode([]byte(text)); m != nil || err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	m := decode(t, `{"mediaFolderPath":"/C/m","mediaFiles":[{"absolutePath":"C:\\m\\a.mkv"},{"absolutePath":"a.mkv"},{"absolutePath":"/C/m/b.mkv"}]}`)
	want := []string{`C:\m\a.mkv`, "a.mkv", "/C/m/b.mkv"}
	for i := range m.MediaFiles {
		if got := m.MediaFiles[i].Text(); got != want[i] {
			t.Errorf("%q, want %q", got, want[i])
		}
	}
	if m.MediaFiles[0].AbsolutePath = "/C:/m/c.mkv"; m.MediaFiles[0].Text() != "/C:/m/c.mkv" {
		t.Errorf("after a change: %q", m.MediaFiles[0].Text())
	}
	if m.MediaFiles[1].AbsolutePath != "" {
		t.Errorf("a relative path is taken for %q", m.MediaFiles[1].AbsolutePath)
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		full, `{"mediaFolderPath":"C:\\m","mediaFiles":[null,{"absolutePath":"x"},{"absolutePath":"/m/a","seasonNumber":-1e2}]}`,
		`{"mediaFolderPath":"/m","a":1,"\u0061":2,"tmdbTvShow":{"id":1e5,"seasons":[{"episodes":[{"episode_number":-0}]}]}}`,
		`{"mediaFolderPath":"/\ud800","type":"\ud800x","":{}}`, `{"mediaFolderPath":"/m","x":¦[¦%¦]¦,"y":¦{"a":¦1¦}¦}`,
		`{"mediaFolderPath":"/m","mediaFiles":[¦{"absolutePath":"/m/a%","seasonNumber":%},¦null]}`, `{"mediaFolderPath":"/¦a/¦"}`,
		`{"mediaFolderPath":"/m","tmdbTvShow":{"id":¦%¦,"seasons":[¦{"season_number":%,"episodes":[{"episode_number":%}]},¦null]}}`,
	} {
		f.Add(text, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(text, uint64(0), uint64(math.MaxUint64), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, drawn string, first, last uint64, times uint16) {
		raw := []byte(bounds.Grow(drawn, first, last, times))
		var m *media.Metadata
		var err error
		bounds.Bytes(t, 1<<20+128*len(raw), func() { m, err = media.Decode(raw) })
		if err != nil {
			return
		}
		text := m.Encode()
		again, err := media.Decode(text)
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if diff := cmp.Diff(m, again, shown, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-first +second):\n%s", diff)
		}
		if second := again.Encode(); string(second) != string(text) {
			t.Fatalf("(-first +second):\n%s", cmp.Diff(string(text), string(second)))
		}
	})
}
