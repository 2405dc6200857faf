package media_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/media/tmdb"
)

// fakeTMDB is a TMDB server that replies by path and records requests.
type fakeTMDB struct {
	mu     sync.Mutex
	asked  []string
	answer map[string]string // by path; others are 404
	status map[string]int
	hook   func(path string)
}

const tmdbKey = "0123456789abcdef0123456789abcdef"

func (f *fakeTMDB) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked = append(f.asked, r.URL.Path+"?"+r.URL.Query().Get("query")+"&"+r.URL.Query().Get("first_air_date_year")+"&"+r.URL.Query().Get("language"))
	answer, known := f.answer[r.URL.Path]
	status := f.status[r.URL.Path]
	f.mu.Unlock()
	if f.hook != nil {
		f.hook(r.URL.Path)
	}
	if r.URL.Query().Get("first_air_date_year") == "1900" {
		answer = `{"results":[]}`
	}
	switch {
	case status != 0:
		w.WriteHeader(status)
	case !known:
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = w.Write([]byte(answer))
	}
}

func (f *fakeTMDB) requests() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	slices.Sort(f.asked)
	return slices.Clone(f.asked)
}

func (f *fakeTMDB) client(t *testing.T) *tmdb.Client {
	t.Helper()
	server := httptest.NewServer(f)
	transport := &http.Transport{}
	t.Cleanup(server.Close)
	t.Cleanup(transport.CloseIdleConnections)
	return tmdb.New(tmdb.Config{BaseURL: server.URL, Key: tmdbKey, HTTP: transport, Timeout: 5 * time.Second})
}

// dark returns a TMDB server with one show of three seasons. Its specials have no episodes.
func dark() *fakeTMDB {
	return &fakeTMDB{status: map[string]int{}, answer: map[string]string{
		"/search/tv": `{"results":[{"id":1,"name":"Darkness"},{"id":70523,"name":"Dark","first_air_date":"2017-12-01"}]}`,
		"/tv/70523": `{"id":70523,"name":"Dark","number_of_seasons":2,"number_of_episodes":3,"seasons":[
			{"season_number":0,"name":"Specials"},{"season_number":1,"name":"One"},{"season_number":2,"name":"Two"}]}`,
		"/tv/70523/season/0": `{"season_number":0,"episodes":[]}`,
		"/tv/70523/season/1": `{"season_number":1,"episodes":[{"episode_number":1,"name":"Secrets","overview":"O","air_date":"2017-12-01"},{"episode_number":2,"name":"Lies"}]}`,
		"/tv/70523/season/2": `{"season_number":2,"episodes":[{"episode_number":1,"name":"Beginnings"}]}`,
	}}
}

func TestOpenWithTMDB(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		folder, search, warning string
		files                   map[string]string
		id                      int
	}{
		"by name":                {folder: "Dark", search: "/search/tv?Dark&&en-US"},
		"by name and year":       {folder: "Dark (2017)", search: "/search/tv?Dark&2017&en-US"},
		"by a year that is off":  {folder: "Dark (1900)", search: "/search/tv?Dark&&en-US", warning: "TMDB's best match"},
		"by the folder's id":     {folder: "Whatever [tmdbid=70523]"},
		"by the NFO file's id":   {folder: "Whatever", files: map[string]string{"tvshow.nfo": tvshowNFO}},
		"by the NFO file's name": {folder: "Whatever", files: map[string]string{"tvshow.nfo": "<tvshow><title>Dark</title><year>2017</year></tvshow>"}, search: "/search/tv?Dark&2017&en-US"},
		"by the caller's id":     {folder: "Whatever {tmdb-1}", id: 70523},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := dark()
			w := newWorld(t, fake.client(t))
			show := w.media.Join(c.folder)
			w.fill(t, show, c.files)
			w.empty(t, show, "a.mkv", "b.mkv")
			got, err := w.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: string(show), TMDBID: c.id, Language: "en-US"})
			if err != nil || got.TMDBID != 70523 || got.ShowName != "Dark" || got.NumberOfSeasons != 2 || !slices.Contains(got.Sources, "tmdb") {
				t.Fatalf("%+v, %v", got, err)
			}
			if (len(got.Warnings) > 0) != (c.warning != "") || !strings.Contains(strings.Join(got.Warnings, "\n"), c.warning) {
				t.Errorf("%q", got.Warnings)
			}
			if asked := fake.requests(); c.search != "" && !slices.Contains(asked, c.search) || c.search == "" && strings.HasPrefix(asked[0], "/search") {
				t.Errorf("asked %q", asked)
			}
			m, err := w.Read(t.Context(), show)
			if err != nil {
				t.Fatal(err)
			}
			same(t, 3, m.TMDBTvShow.NumberOfEpisodes)
			one := m.TMDBTvShow.Seasons[1]
			if one.Name != "One" || one.SeasonNumber != 1 || len(one.Episodes) != 2 || one.Episodes[0].Overview != "O" || one.Episodes[0].AirDate != "2017-12-01" {
				t.Errorf("%+v", one)
			}
		})
	}
}

func TestOpenAsksInTheLanguageAndReports(t *testing.T) {
	t.Parallel()
	fake := dark()
	w := newWorld(t, fake.client(t))
	w.empty(t, w.media, "Dark/a.mkv", "Dark/b.mkv")
	var reports []string
	ctx := usecase.WithProgress(t.Context(), func(_ context.Context, done, total int, message string) {
		reports = append(reports, fmt.Sprintf("%d/%d %s", done, total, message))
	})
	raw, _ := json.Marshal(map[string]any{"mediaFolderPath": w.media.Join("Dark"), "tmdbId": "70523", "language": "de-DE"})
	if _, err := w.call(ctx, ada, "open-media-folder", string(raw)); err != nil {
		t.Fatal(err)
	}
	same(t, []string{"/tv/70523/season/0?&&de-DE", "/tv/70523/season/1?&&de-DE", "/tv/70523/season/2?&&de-DE", "/tv/70523?&&de-DE"}, fake.requests())
	if !slices.Contains(reports, "3/3 asking TMDB for seasons") || !strings.HasSuffix(reports[0], "looking at the folder") {
		t.Errorf("%q", reports)
	}
}

// TestOpenWhenTMDBFails checks that failures of TMDB are warnings, and that stored data stays.
func TestOpenWhenTMDBFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path    string
		status  int
		warning string
	}{
		"the key is refused":   {"/search/tv", 401, "TMDB rejected the key"},
		"the show is not hers": {"/tv/70523", 404, "show 70523: TMDB does not have it"},
		"it has a fault":       {"/tv/70523", 400, "show 70523: TMDB returned an invalid reply"},
		"a season is missing":  {"/tv/70523/season/1", 404, `season 1 of "Dark": TMDB does not have it`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := dark()
			w := newWorld(t, fake.client(t))
			show := w.media.Join("Dark")
			w.empty(t, show, "a.mkv", "b.mkv")
			w.put(t, media.PlainName(show), fmt.Sprintf(`{"mediaFolderPath":%q,"type":"tvshow-folder","tmdbTvShow":{"name":"Old","poster":"p",
				"seasons":[{"season_number":1,"pin":1,"episodes":[{"episode_number":1,"name":"Old one","still":"s"}]}]}}`, show))
			fake.status[c.path] = c.status
			got := w.open(t, show)
			if len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], c.warning) || strings.Contains(got.Warnings[0], tmdbKey) {
				t.Errorf("%q", got.Warnings)
			}
			episodes, err := w.GetEpisodes(t.Context(), ada, media.GetEpisodesInput{MediaFolderPath: string(show)})
			if err != nil || episodes.Episodes[0].Title != "Old one" || got.FileCount != 2 {
				t.Errorf("%v, %v", episodes, err)
			}
			text := w.get(t, media.PlainName(show))
			for _, unknown := range []string{`"poster": "p"`, `"pin": 1`, `"still": "s"`} {
				if !strings.Contains(text, unknown) {
					t.Errorf("no %s in %s", unknown, text)
				}
			}
			if strings.Contains(w.log.String(), tmdbKey) {
				t.Errorf("the key is in the log: %s", w.log)
			}
		})
	}
}

func TestOpenAgainWithTMDB(t *testing.T) {
	t.Parallel()
	fake := dark()
	w := newWorld(t, fake.client(t))
	show := w.media.Join("Something else")
	w.empty(t, show, "a.mkv", "b.mkv")
	if _, err := w.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: string(show), TMDBID: 70523, Language: "en-US"}); err != nil {
		t.Fatal(err)
	}
	file := media.PlainName(show)
	w.put(t, file, strings.NewReplacer(`"name": "Secrets"`, `"still": "s", "name": "Old title"`, `"name": "One"`, `"pin": 1`).Replace(w.get(t, file)))
	if got := w.open(t, show); got.TMDBID != 70523 || len(got.Warnings) > 0 {
		t.Errorf("it is not found by the id that is known: %+v", got)
	}
	text := w.get(t, file)
	for _, want := range []string{`"still": "s"`, `"pin": 1`, `"name": "Secrets"`, `"name": "One"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	fake.answer["/tv/5"] = `{"id":5,"name":"Another","seasons":[]}`
	if _, err := w.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: string(show), TMDBID: 5, Language: "en-US"}); err != nil {
		t.Fatal(err)
	}
	if text := w.get(t, file); strings.Contains(text, "still") || !strings.Contains(text, `"name": "Another"`) {
		t.Errorf("another show keeps fields of the old one: %s", text)
	}
}

func TestOpenAsksTMDBOfShowsOnly(t *testing.T) {
	t.Parallel()
	fake := dark()
	w := newWorld(t, fake.client(t))
	w.empty(t, w.media, "Film (2020)/Film.mkv", "Unknown/a.mkv", "Unknown/b.mkv")
	if got := w.open(t, w.media.Join("Film (2020)")); got.Type != media.TypeMovie || len(fake.requests()) != 0 {
		t.Errorf("%+v, asked %v", got, fake.requests())
	}
	fake.answer["/search/tv"] = `{"results":[]}`
	if got := w.open(t, w.media.Join("Unknown")); got.ShowName != "" || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], `no show named "Unknown"`) {
		t.Errorf("%+v", got)
	}
	without := newWorld(t, nil)
	without.empty(t, without.media, "x/a.mkv")
	got, err := without.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: string(without.media.Join("x")), TMDBID: 7, Language: "en-US"})
	if err != nil || got.Type != media.TypeTVShow || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "no key") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestOpenCancelledWhileTMDBIsAsked(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"/search/tv", "/tv/70523", "/tv/70523/season/2"} {
		fake := dark()
		w := newWorld(t, fake.client(t))
		show := w.media.Join("Dark")
		w.empty(t, show, "a.mkv", "b.mkv")
		ctx, cancel := context.WithCancel(t.Context())
		fake.hook = func(path string) {
			if path == at {
				cancel()
			}
		}
		_, err := w.OpenMediaFolder(ctx, ada, media.OpenMediaFolderInput{MediaFolderPath: string(show), Language: "en-US"})
		if fault.CodeOf(err) != fault.Cancelled {
			t.Errorf("%s: %v", at, err)
		}
		if _, err := w.Read(t.Context(), show); err == nil {
			t.Errorf("%s: something was written", at)
		}
		cancel()
	}
}

func TestOpenAsksByTheTitleThatIsRecognised(t *testing.T) {
	t.Parallel()
	fake := dark()
	w := newWorld(t, fake.client(t))
	w.Recognise = func(name string) (string, int) { return strings.ToUpper(name), 2017 }
	w.empty(t, w.media, "dark/a.mkv", "dark/b.mkv")
	if got := w.open(t, w.media.Join("dark")); got.TMDBID != 70523 || fake.requests()[0] != "/search/tv?DARK&2017&en-US" {
		t.Errorf("%+v, asked %q", got, fake.requests())
	}
}
