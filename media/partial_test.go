package media_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"plotline/media"
)

// seasons lists the seasons of a folder's show, such as "1: 1 2, partial".
func (w *world) seasons(t *testing.T, folder media.Path) []string {
	t.Helper()
	m, err := w.Read(t.Context(), folder)
	if err != nil || m.TMDBTvShow == nil {
		t.Fatalf("%v, %v", m, err)
	}
	all := make([]string, 0, len(m.TMDBTvShow.Seasons))
	for _, season := range m.TMDBTvShow.Seasons {
		var text strings.Builder
		fmt.Fprint(&text, season.SeasonNumber, ":")
		for _, e := range season.Episodes {
			fmt.Fprint(&text, " ", e.EpisodeNumber)
		}
		if season.Partial {
			text.WriteString(", partial")
		}
		all = append(all, text.String())
	}
	return all
}

// byNFO lists the videos that have their numbers from their own NFO files, such as "a.mkv 1x2".
func (w *world) byNFO(t *testing.T, folder media.Path) []string {
	t.Helper()
	m, err := w.Read(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for name, of := range m.NFOEpisodes() {
		for _, e := range of.Episodes {
			all = append(all, fmt.Sprintf("%s %dx%d", name, of.Season, e))
		}
	}
	slices.Sort(all)
	return all
}

// TestSeasonsFromNFOArePartial checks that a season is partial if only NFO files describe it, until TMDB does.
func TestSeasonsFromNFOArePartial(t *testing.T) {
	t.Parallel()
	nfo := map[string]string{
		"tvshow.nfo": tvshowNFO, "a.mkv": "", "a.nfo": episodeNFO(1, 1, "A"), "b.mkv": "", "b.nfo": episodeNFO(2, 1, "B"),
	}
	for name, c := range map[string]struct {
		known string // seasons in the metadata
		want  []string
	}{
		"nothing else":             {"", []string{"1: 1, partial", "2: 1, partial"}},
		"a known season":           {`{"season_number":1,"episodes":[{"episode_number":1},{"episode_number":2}]}`, []string{"1: 1 2", "2: 1, partial"}},
		"a season without a list":  {`{"season_number":1}`, []string{"1: 1, partial", "2: 1, partial"}},
		"an NFO file adds to TMDB": {`{"season_number":1,"episodes":[{"episode_number":2}]},{"season_number":2,"partial":true,"episodes":[]}`, []string{"1: 2 1", "2: 1, partial"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			show := w.media.Join("Show")
			if c.known != "" {
				w.put(t, media.PlainName(show), fmt.Sprintf(`{"mediaFolderPath":%q,"type":"tvshow-folder","tmdbTvShow":{"name":"Show","seasons":[%s]}}`, show, c.known))
			}
			w.fill(t, show, nfo)
			for range 2 { // a second scan changes nothing
				w.open(t, show)
				same(t, c.want, w.seasons(t, show))
			}
		})
	}
	t.Run("TMDB knows all", func(t *testing.T) {
		t.Parallel()
		fake := dark()
		fake.status["/tv/70523"] = 500
		w := newWorld(t, fake.client(t))
		show := w.media.Join("Dark")
		w.fill(t, show, nfo)
		w.open(t, show)
		same(t, []string{"1: 1, partial", "2: 1, partial"}, w.seasons(t, show))
		fake.mu.Lock()
		fake.status = map[string]int{"/tv/70523/season/2": 500}
		fake.mu.Unlock()
		w.open(t, show)
		same(t, []string{"0:", "1: 1 2", "2: 1, partial"}, w.seasons(t, show))
		fake.mu.Lock()
		fake.status = map[string]int{}
		fake.mu.Unlock()
		w.open(t, show)
		same(t, []string{"0:", "1: 1 2", "2: 1"}, w.seasons(t, show))
		if text := w.get(t, media.PlainName(show)); strings.Contains(text, "partial") {
			t.Error(text)
		}
	})
}

// TestNumbersFromNFO checks which entries count as numbered by their own NFO files.
func TestNumbersFromNFO(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Show")
	w.fill(t, show, map[string]string{
		"a.mkv": "", "a.nfo": episodeNFO(1, 1, "A"), "b.mkv": "", "c.mkv": "", "c.nfo": episodeNFO(1, 3, "C") + episodeNFO(2, 1, "C"),
		"d.mkv": "", "d.nfo": "<episodedetails><season>1</season><episode>5</episode><episodenumberend>6</episodenumberend></episodedetails>",
	})
	w.open(t, show)
	same(t, []string{"a.mkv 1x1", "c.mkv 1x3", "d.mkv 1x5", "d.mkv 1x6"}, w.byNFO(t, show))
	assign := func(entries ...media.Assignment) {
		t.Helper()
		if err := w.Update(t.Context(), show, func(m *media.Metadata) error {
			m.Assign(entries)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	assign(media.Assignment{Path: show.Join("a.mkv"), Season: 1, Episode: 1}, media.Assignment{Path: show.Join("b.mkv"), Season: 1, Episode: 2})
	same(t, []string{"a.mkv 1x1", "c.mkv 1x3", "d.mkv 1x5", "d.mkv 1x6"}, w.byNFO(t, show))
	assign(media.Assignment{Path: show.Join("a.mkv"), Season: 1, Episode: 9}, media.Assignment{Path: show.Join("b.mkv"), Season: 1, Episode: 5})
	same(t, []string{"c.mkv 1x3", "d.mkv 1x6"}, w.byNFO(t, show))
	w.open(t, show) // the numbers that a person gave stay
	same(t, []string{"c.mkv 1x3", "d.mkv 1x6"}, w.byNFO(t, show))
	if err := os.Remove(show.Join("c.nfo").Native()); err != nil {
		t.Fatal(err)
	}
	w.open(t, show)
	same(t, []string{"d.mkv 1x6"}, w.byNFO(t, show))
	same(t, []string{"a.mkv 1x9", "b.mkv 1x5", "c.mkv 1x3", "c.mkv 2x1", "d.mkv 1x6"}, w.entries(t, show))
}

// TestOpenWithUselessShowFile checks that no warning says that a tvshow.nfo is missing which is there.
func TestOpenWithUselessShowFile(t *testing.T) {
	t.Parallel()
	const useless = "the folder's tvshow.nfo does not describe the show"
	for text, want := range map[string][]string{
		"<tvshow><title>Dark":                         {useless, "tvshow.nfo: the NFO file is skipped: its XML is broken in line 1"},
		"https://www.themoviedb.org/tv/70523\n":       {useless},
		"<tvshow><title>Caf&eacute;</title></tvshow>": {},
	} {
		w := newWorld(t, nil)
		show := w.media.Join("Show")
		w.fill(t, show, map[string]string{"a.mkv": "", "tvshow.nfo": text})
		got := w.open(t, show)
		if len(got.Warnings) != len(want) {
			t.Fatalf("%q: %q", text, got.Warnings)
		}
		for i, part := range want {
			if !strings.Contains(got.Warnings[i], part) || strings.Contains(got.Warnings[i], "has no tvshow.nfo") {
				t.Errorf("%q: %q", text, got.Warnings)
			}
		}
	}
}

// TestOpenReportsLinks checks that links that are not followed are said.
func TestOpenReportsLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Show")
	w.empty(t, show, "a.mkv")
	w.empty(t, w.media.Join("store"), "b.mkv")
	mustLink(t, "a.mkv", show.Join("inside.mkv"))
	if got := w.open(t, show); len(got.Warnings) != 1 {
		t.Errorf("%q", got.Warnings)
	}
	mustLink(t, w.media.Join("store").Native(), show.Join("Season 1"))
	mustLink(t, w.media.Join("store/b.mkv").Native(), show.Join("b.mkv"))
	mustLink(t, w.media.Join("store/b.mkv").Native(), show.Join(".hidden.mkv"))
	got := w.open(t, show)
	if want := "symbolic links are followed only to files inside the folder; 2 left out, such as Season 1"; len(got.Warnings) != 2 || got.Warnings[1] != want {
		t.Errorf("%q", got.Warnings)
	}
}
