package media_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
)

func (w *world) open(t *testing.T, folder media.Path) media.OpenMediaFolderOutput {
	t.Helper()
	got, err := w.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: string(folder), Language: "en-US"})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// entries lists the stored media files in short form.
func (w *world) entries(t *testing.T, folder media.Path) []string {
	t.Helper()
	m, err := w.Read(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	short := func(text string) string { return strings.TrimPrefix(text, string(folder)+"/") }
	texts := make([]string, 0, len(m.MediaFiles))
	for _, f := range m.MediaFiles {
		text := short(string(f.AbsolutePath))
		if f.Numbered() {
			text += fmt.Sprintf(" %dx%d", *f.SeasonNumber, *f.EpisodeNumber)
		}
		sidecars := slices.Concat([]string{text}, f.SubtitleFilePaths, f.AudioFilePaths)
		for i, sidecar := range sidecars {
			sidecars[i] = short(sidecar)
		}
		texts = append(texts, strings.Join(sidecars, " +"))
	}
	return texts
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOpenWithoutNFOAndTMDB(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Show")
	w.empty(t, show, "S1/Show S01E02.mkv", "S1/Show S01E01.mkv", "S1/Show S01E01.srt", "S1/Show S01E01.en.forced.ass", "S1/Show S01E01.mka",
		"S1/Show S01E01 extra.srt", "S2/Show S01E01.srt", "poster.jpg", "S1/Show S01E01.commentary.mkv", "S1/Show S01E01.commentary.srt")
	got := w.open(t, show)
	same(t, media.OpenMediaFolderOutput{
		FolderSummary: media.FolderSummary{MediaFolderPath: show, Type: media.TypeTVShow, FileCount: 3}, Sources: []string{},
		Warnings: []string{"The show's episodes are not known: the folder has no tvshow.nfo, and the server has no key for TMDB (PLOTLINE_TMDB_KEY). " +
			"With one of them, open the folder again; or confirm a recognition plan, then get-episodes lists the episodes in it"},
	}, got)
	same(t, []string{
		"S1/Show S01E01.commentary.mkv +S1/Show S01E01.commentary.srt",
		"S1/Show S01E01.mkv +S1/Show S01E01.en.forced.ass +S1/Show S01E01.srt +S1/Show S01E01.mka", // numbers in names are left to plans
		"S1/Show S01E02.mkv",
	}, w.entries(t, show))
	_, err := w.GetEpisodes(t.Context(), ada, media.GetEpisodesInput{MediaFolderPath: string(show)})
	refused(t, err, fault.InvalidArgument, "Not a TV show folder")
}

func TestOpenDetectsType(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a movie":               {map[string]string{"Film (2020).mkv": ""}, media.TypeMovie},
		"a movie by NFO":        {map[string]string{"a.mkv": "", "b.mkv": "", "movie.nfo": "<movie/>"}, media.TypeMovie},
		"one episode":           {map[string]string{"Show S01E01.mkv": ""}, media.TypeTVShow},
		"one in a season":       {map[string]string{"Season 1/Pilot.mkv": ""}, media.TypeTVShow},
		"one of a show by NFO":  {map[string]string{"Pilot.mkv": "", "TVShow.nfo": "<tvshow/>"}, media.TypeTVShow},
		"one of a show by URL":  {map[string]string{"Pilot.mkv": "", "tvshow.nfo": "https://www.themoviedb.org/tv/70523"}, media.TypeTVShow},
		"music":                 {map[string]string{"a.flac": "", "b.mp3": ""}, media.TypeMusic},
		"videos":                {map[string]string{"a.mkv": "", "b.mkv": "", "c.mp3": ""}, media.TypeTVShow},
		"nothing":               {nil, media.TypeTVShow},
		"a movie below":         {map[string]string{"Film/Film.mkv": ""}, media.TypeMovie},
		"a movie's NFO, deeper": {map[string]string{"x/a.mkv": "", "x/a.nfo": "<movie/>", "y/b.mkv": ""}, media.TypeTVShow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			w.fill(t, w.media.Join("x"), c.files)
			got := w.open(t, w.media.Join("x"))
			if got.Type != c.want {
				t.Errorf("%s, want %s", got.Type, c.want)
			}
			if c.want == media.TypeMusic && got.FileCount != 2 {
				t.Errorf("%d songs", got.FileCount)
			}
		})
	}
}

const tvshowNFO = `<tvshow><title>Dark</title><year>2017</year><uniqueid type="tmdb">70523</uniqueid></tvshow>`

func episodeNFO(season, episode int, title string) string {
	return fmt.Sprintf("<episodedetails><title>%s</title><season>%d</season><episode>%d</episode><aired>2017-12-0%d</aired></episodedetails>", title, season, episode, episode)
}

func TestOpenWithNFO(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Dark")
	w.fill(t, show, map[string]string{
		"tvshow.nfo": tvshowNFO, "a.mkv": "", "a.nfo": episodeNFO(1, 2, "Lies"), "b.mkv": "", "b.nfo": episodeNFO(1, 1, "Secrets"),
		"c.mkv": "", "c.nfo": episodeNFO(1, 3, "Past") + episodeNFO(1, 4, "Present") + "\nhttps://www.themoviedb.org/tv/70523",
		"d.mkv": "", "d.nfo": "<episodedetails><title>broken", "e.mkv": "", "e.nfo": episodeNFO(1, 2, "Twice"),
		"s/f.mkv": "", "s/f.NFO": "\ufeff" + episodeNFO(0, 1, "Special"), "lonely.nfo": "<episodedetails/>", "s/other.nfo": "not looked at <",
	})
	got := w.open(t, show)
	if len(got.Warnings) != 2 || !strings.HasPrefix(got.Warnings[0], "d.nfo: ") || !strings.Contains(got.Warnings[0], "line 1") ||
		!strings.Contains(got.Warnings[1], "e.mkv: its NFO file says season 1 episode 2, which another file has") {
		t.Errorf("%q", got.Warnings)
	}
	got.Warnings = nil
	same(t, media.OpenMediaFolderOutput{
		FolderSummary:   media.FolderSummary{MediaFolderPath: show, Type: media.TypeTVShow, ShowName: "Dark", FileCount: 6, RecognisedCount: 4},
		NumberOfSeasons: 1, TMDBID: 70523, Sources: []string{"nfo"},
	}, got)
	same(t, []string{"a.mkv 1x2", "b.mkv 1x1", "c.mkv 1x3", "c.mkv 1x4", "d.mkv", "e.mkv", "s/f.mkv 0x1"}, w.entries(t, show))
	episodes, err := w.GetEpisodes(t.Context(), ada, media.GetEpisodesInput{MediaFolderPath: string(show)})
	if err != nil {
		t.Fatal(err)
	}
	same(t, media.GetEpisodesOutput{Episodes: []media.EpisodeFile{
		{Season: 0, Episode: 1, Title: "Special", VideoFilePath: string(show.Join("s/f.mkv"))},
		{Season: 1, Episode: 1, Title: "Secrets", VideoFilePath: string(show.Join("b.mkv"))},
		{Season: 1, Episode: 2, Title: "Lies", VideoFilePath: string(show.Join("a.mkv"))},
		{Season: 1, Episode: 3, Title: "Past", VideoFilePath: string(show.Join("c.mkv"))},
		{Season: 1, Episode: 4, Title: "Present", VideoFilePath: string(show.Join("c.mkv"))},
	}, TotalCount: 5, ShowName: "Dark", NumberOfSeasons: 1}, episodes)
	m, err := w.Read(t.Context(), show)
	if err != nil || m.TMDBTvShow.NumberOfEpisodes != 4 || m.TMDBTvShow.Seasons[1].Episodes[0].AirDate != "2017-12-01" {
		t.Errorf("%v, %v", m.TMDBTvShow, err)
	}
}

// TestOpenAgain checks that neither an NFO file nor a second scan overwrites what a person accepted.
func TestOpenAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Show")
	w.empty(t, show, "a.mkv", "b.mkv", "c.mkv", "a.srt")
	w.open(t, show)
	if err := w.Update(t.Context(), show, func(m *media.Metadata) error {
		m.Assign([]media.Assignment{{Path: show.Join("a.mkv"), Season: 1, Episode: 1}, {Path: show.Join("b.mkv"), Season: 1, Episode: 2}})
		m.MediaFiles[0].SubtitleFilePaths = append(m.MediaFiles[0].SubtitleFilePaths, "/elsewhere/a.srt", string(show.Join("gone.srt")))
		m.MediaFiles = append(m.MediaFiles, media.MediaFile{AbsolutePath: "/elsewhere/x.mkv"})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	file := media.PlainName(show)
	w.put(t, file, strings.Replace(w.get(t, file), `"seasonNumber": 1`, `"mine": true, "seasonNumber": 1`, 1))
	if err := os.Remove(show.Join("b.mkv").Native()); err != nil {
		t.Fatal(err)
	}
	w.fill(t, show, map[string]string{
		"0 new.mkv": "", "a.en.srt": "", "a.nfo": episodeNFO(7, 7, "A"), "c.nfo": episodeNFO(1, 1, "C"), "tvshow.nfo": "<tvshow><title>Show</title></tvshow>",
	})
	if got := w.open(t, show); len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "c.mkv") || got.Type != media.TypeTVShow {
		t.Errorf("%+v", got)
	}
	want := []string{"a.mkv 1x1 +a.srt +/elsewhere/a.srt +a.en.srt", "c.mkv", "/elsewhere/x.mkv", "0 new.mkv"}
	same(t, want, w.entries(t, show))
	if got := w.get(t, file); !strings.Contains(got, `"mine": true`) {
		t.Error(got)
	}
	before, err := os.Stat(filepath.Join(w.data, "metadata", file))
	if err != nil {
		t.Fatal(err)
	}
	w.open(t, show)
	if after, err := os.Stat(filepath.Join(w.data, "metadata", file)); err != nil || !os.SameFile(before, after) {
		t.Errorf("nothing was new, and the file was written: %v", err)
	}
}

// TestOpenAddsFromNewNFO checks that later NFO files add what is missing and change nothing else.
func TestOpenAddsFromNewNFO(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Show")
	w.put(t, media.PlainName(show), fmt.Sprintf(`{"mediaFolderPath":%q,"type":"tvshow-folder","tmdbTvShow":{"name":"Kept","x":1,"number_of_seasons":1,
		"seasons":[{"season_number":1,"episodes":[{"episode_number":1,"name":"One"},{"episode_number":2,"name":""}]}]}}`, show))
	w.fill(t, show, map[string]string{
		"tvshow.nfo": tvshowNFO, "a.mkv": "", "a.nfo": episodeNFO(1, 1, "Other"), "b.mkv": "", "b.nfo": episodeNFO(1, 2, "Two"), "c.mkv": "", "c.nfo": episodeNFO(2, 1, "Three"),
	})
	if got := w.open(t, show); got.ShowName != "Kept" || got.NumberOfSeasons != 2 || got.TMDBID != 70523 {
		t.Errorf("%+v", got)
	}
	got, err := w.GetEpisodes(t.Context(), ada, media.GetEpisodesInput{MediaFolderPath: string(show)})
	titles := make([]string, 0, len(got.Episodes))
	for _, e := range got.Episodes {
		titles = append(titles, e.Title)
	}
	if !slices.Equal(titles, []string{"One", "Two", "Three"}) || err != nil || !strings.Contains(w.get(t, media.PlainName(show)), `"x": 1`) {
		t.Errorf("%v, %v", titles, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	root := folderOf(t, t.TempDir())
	w := newWorld(t, nil, string(root))
	w.empty(t, root, "file.mkv", "corrupt/a.mkv")
	mustLink(t, w.media.Native(), root.Join("out"))
	w.put(t, media.PlainName(root.Join("corrupt")), "{")
	for path, c := range map[string]struct {
		code  fault.Code
		words []string
	}{
		"":                              {fault.InvalidArgument, []string{"mediaFolderPath"}},
		"relative":                      {fault.InvalidArgument, []string{`"relative"`, "absolute"}},
		string(root) + "/../x":          {fault.InvalidArgument, []string{"absolute"}},
		string(w.media):                 {fault.PermissionDenied, []string{string(w.media), "--media-root"}},
		string(root.Join("out")):        {fault.PermissionDenied, []string{string(root.Join("out"))}},
		string(root) + "2":              {fault.PermissionDenied, []string{string(root) + "2"}},
		string(root.Join("gone")):       {fault.NotFound, []string{string(root.Join("gone")), "check its spelling"}},
		string(root.Join("file.mkv")):   {fault.InvalidArgument, []string{"is a file"}},
		string(root.Join("corrupt")):    {fault.Conflict, []string{string(root.Join("corrupt")), "was not changed"}},
		strings.Repeat("relative", 999): {fault.InvalidArgument, []string{"…"}},
	} {
		_, err := w.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: path, Language: "en-US"})
		refused(t, err, c.code, c.words...)
	}
	if runtime.GOOS != "windows" {
		_, err := w.OpenMediaFolder(t.Context(), ada, media.OpenMediaFolderInput{MediaFolderPath: `C:\Users\x`, Language: "en-US"})
		refused(t, err, fault.InvalidArgument, "Windows path", runtime.GOOS)
	}
	reader := ada
	reader.Role = access.Reader
	_, err := w.call(t.Context(), reader, "open-media-folder", `{}`)
	refused(t, err, fault.PermissionDenied, "reader")
	for _, raw := range []string{`{}`, `{"mediaFolderPath":"/m","tmdbId":0}`, `{"mediaFolderPath":"/m","language":"x"}`, `{"mediaFolderPath":"/m","bogus":1}`} {
		_, err := w.call(t.Context(), ada, "open-media-folder", raw)
		refused(t, err, fault.InvalidArgument)
	}
	same(t, []string{media.PlainName(root.Join("corrupt"))}, w.files(t))
}

// TestOpenCancelled checks that the old metadata stays whenever the call is cancelled.
func TestOpenCancelled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("Show")
	w.fill(t, show, map[string]string{"a.mkv": "", "a.nfo": episodeNFO(1, 1, "A"), "tvshow.nfo": tvshowNFO})
	old := fmt.Sprintf(`{"mediaFolderPath":%q}`, show)
	w.put(t, media.PlainName(show), old)
	var messages []string
	leave := func(at string) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ctx = usecase.WithProgress(ctx, func(_ context.Context, _, _ int, message string) {
			messages = append(messages, message)
			if message == at {
				cancel()
			}
		})
		_, err := w.OpenMediaFolder(ctx, ada, media.OpenMediaFolderInput{MediaFolderPath: string(show), Language: "en-US"})
		return err
	}
	for _, at := range []string{"looking at the folder", "reading NFO files"} {
		if err := leave(at); fault.CodeOf(err) != fault.Cancelled || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", at, err)
		}
		if got := w.get(t, media.PlainName(show)); got != old {
			t.Errorf("%s: %s", at, got)
		}
	}
	if err := leave("never"); err != nil {
		t.Error(err)
	}
	if !slices.Contains(messages, "reading NFO files") {
		t.Errorf("%v", messages)
	}
}
