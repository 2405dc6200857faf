package media_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/media"
	"plotline/testing/kit/expect"
)

const threeEpisodes = `"tmdbTvShow":{"name":"Show","number_of_seasons":9,"number_of_episodes":3,"seasons":[` +
	`{"season_number":1,"name":"One","episodes":[{"episode_number":2,"name":"B"},{"episode_number":1,"name":"A"}]},` +
	`{"season_number":0,"name":"Specials","episodes":[{"episode_number":1,"name":"S"}]}]}`

func episodeFiles(entries ...string) string {
	return `{"mediaFolderPath":"/media/show","type":"tvshow-folder","mediaFiles":[` + strings.Join(entries, ",") + `],` + threeEpisodes + `}`
}

func episodeFile(name string, season, episode int) string {
	return fmt.Sprintf(`{"absolutePath":"/media/show/%s","seasonNumber":%d,"episodeNumber":%d}`, name, season, episode)
}

// TestGetEpisodesFiveCases checks the five cases of the contract.
func TestGetEpisodesFiveCases(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		metadata string
		files    []string // in the order of the metadata: 1x2, 1x1, 0x1
	}{
		"all recognised": {episodeFiles(episodeFile("a.mkv", 1, 1), episodeFile("b.mkv", 1, 2), episodeFile("s.mkv", 0, 1)), []string{"b.mkv", "a.mkv", "s.mkv"}},
		"some":           {episodeFiles(episodeFile("a.mkv", 1, 1), `{"absolutePath":"/media/show/b.mkv"}`), []string{"", "a.mkv", ""}},
		"none":           {episodeFiles(), []string{"", "", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil)
			w.put(t, "_media_show.json", c.metadata)
			want := media.GetEpisodesOutput{
				Episodes: []media.EpisodeFile{
					{Season: 1, Episode: 2, Title: "B"}, {Season: 1, Episode: 1, Title: "A"}, {Season: 0, Episode: 1, Title: "S"},
				},
				TotalCount: 3, ShowName: "Show", NumberOfSeasons: 9,
			}
			for i, file := range c.files {
				if file != "" {
					want.Episodes[i].VideoFilePath = "/media/show/" + file
				}
			}
			got, err := w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/show/"}`)
			if diff := cmp.Diff(any(want), got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	t.Run("a movie folder", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, nil)
		w.put(t, "_media_film.json", `{"mediaFolderPath":"/media/film","type":"movie-folder","mediaFiles":[{"absolutePath":"/media/film/a.mkv"}]}`)
		_, err := w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/film"}`)
		fixedText(t, err, fault.InvalidArgument, "Not a TV show folder. This tool only works with TV show media folders.")
	})
	t.Run("an unknown folder", func(t *testing.T) {
		t.Parallel()
		_, err := newWorld(t, nil).call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/unknown"}`)
		fixedText(t, err, fault.NotFound, "TV show not found. Please ensure the media folder is opened in SMM.")
	})
}

// fixedText checks that the heading and the details of an error are exactly the text.
func fixedText(t *testing.T, err error, code fault.Code, text string) {
	t.Helper()
	shown, ok := err.(*fault.Error) //nolint:errorlint // nothing but this type may come out
	if !ok || shown.Code != code || shown.Title() != text || shown.Details != text {
		t.Errorf("%T %v, want %s: %s", err, err, code, text)
	}
}

const noPath = "Invalid path: 'mediaFolderPath' must be a non-empty string"

func TestGetEpisodesInvalidPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for _, raw := range []string{
		"", "null", " {} ", `{"mediaFolderPath":null}`, `{"mediaFolderPath":""}`, `{"mediaFolderPath":" \t\n"}`, `{"mediaFolderPath":"\u00a0"}`,
		`{"mediaFolderPath":7}`, `{"mediaFolderPath":true}`, `{"mediaFolderPath":["/m"]}`, `{"mediaFolderPath":{"a":1}}`,
		`{"other":1}`, `{"mediaFolderPath":"","other":1}`, `{"mediaFolderPath":"/m","mediaFolderPath":""}`,
	} {
		_, err := w.call(t.Context(), ada, "get-episodes", raw)
		t.Log(raw)
		fixedText(t, err, fault.InvalidArgument, noPath)
	}
	_, err := w.GetEpisodes(t.Context(), ada, media.GetEpisodesInput{})
	fixedText(t, err, fault.InvalidArgument, noPath)
	if !strings.Contains(w.audit.String(), `"operation":"get-episodes","outcome":"invalid_argument"`) {
		t.Errorf("no record: %s", w.audit.String())
	}
}

func TestGetEpisodesErrorsInTheirOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.put(t, "_corrupt.json", "{")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, raw := range []string{`{}`, `{"mediaFolderPath":"/unknown"}`, `{"mediaFolderPath":"/m","bogus":1}`, `[]`} {
		_, err := w.call(cancelled, ada, "get-episodes", raw)
		fixedText(t, err, fault.Cancelled, "Request was aborted")
	}
	_, err := w.GetEpisodes(cancelled, ada, media.GetEpisodesInput{})
	fixedText(t, err, fault.Cancelled, "Request was aborted")
	for _, path := range []string{"/corrupt", "relative", "/a/../b", `C:rel`, "/none"} {
		raw, _ := json.Marshal(map[string]string{"mediaFolderPath": path})
		_, err := w.call(t.Context(), ada, "get-episodes", string(raw))
		fixedText(t, err, fault.NotFound, "TV show not found. Please ensure the media folder is opened in SMM.")
	}
	nobody := ada
	nobody.Role = ""
	_, err = w.call(t.Context(), nobody, "get-episodes", `{}`)
	refused(t, err, fault.PermissionDenied, "get-episodes")
	reader := ada
	reader.Role = access.Reader
	_, err = w.call(t.Context(), reader, "get-episodes", `{"mediaFolderPath":"/m","bogus":1}`)
	refused(t, err, fault.InvalidArgument, "bogus", "mediaFolderPath")
	for _, raw := range []string{`[]`, `"x"`, `{`} {
		_, err = w.call(t.Context(), ada, "get-episodes", raw)
		refused(t, err, fault.InvalidArgument, "arguments must be a JSON object")
	}
}

// TestGetEpisodesCancelledDuringRead checks the text if the call is cancelled while a corrupt file is read
// again.
func TestGetEpisodesCancelledDuringRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.put(t, "_m.json", "{")
	ctx, cancel := context.WithCancel(t.Context())
	_, err := w.GetEpisodes(expect.OnWait(ctx, cancel), ada, media.GetEpisodesInput{MediaFolderPath: "/m"})
	fixedText(t, err, fault.Cancelled, "Request was aborted")
}

func TestGetEpisodesJoins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ metadata, want string }{
		"only one of two numbers": {
			episodeFiles(`{"absolutePath":"/media/show/a","seasonNumber":1}`, `{"absolutePath":"/media/show/b","episodeNumber":1}`,
				`{"absolutePath":"/media/show/c","seasonNumber":1,"episodeNumber":null}`),
			`{"episodes":[{"season":1,"episode":2,"title":"B"},{"season":1,"episode":1,"title":"A"},{"season":0,"episode":1,"title":"S"}],` +
				`"totalCount":3,"showName":"Show","numberOfSeasons":9}`,
		},
		"the last of two files, and a double episode": {
			episodeFiles(episodeFile("x", 1, 1), episodeFile("y", 1, 1), episodeFile("y", 1, 2), episodeFile("z", 5, 5)),
			`{"episodes":[{"season":1,"episode":2,"title":"B","videoFilePath":"/media/show/y"},{"season":1,"episode":1,"title":"A","videoFilePath":"/media/show/y"},` +
				`{"season":0,"episode":1,"title":"S"}],"totalCount":3,"showName":"Show","numberOfSeasons":9}`,
		},
		"no seasons": {
			`{"mediaFolderPath":"/media/show","tmdbTvShow":{"name":"Show"}}`,
			`{"episodes":[],"totalCount":0,"showName":"Show","numberOfSeasons":0}`,
		},
		"seasons without episodes, and no title": {
			`{"mediaFolderPath":"/media/show","tmdbTvShow":{"seasons":[{"season_number":1},{"season_number":2,"episodes":[{"episode_number":1}]}],"number_of_seasons":2}}`,
			`{"episodes":[{"season":2,"episode":1}],"totalCount":1,"showName":"","numberOfSeasons":2}`,
		},
		"a path as it stands": {
			`{"mediaFolderPath":"/media/show","mediaFiles":[{"absolutePath":"C:\\x\\a.mkv","seasonNumber":1,"episodeNumber":1}],` +
				`"tmdbTvShow":{"seasons":[{"season_number":1,"episodes":[{"episode_number":1}]}]}}`,
			`{"episodes":[{"season":1,"episode":1,"videoFilePath":"C:\\x\\a.mkv"}],"totalCount":1,"showName":"","numberOfSeasons":0}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, nil, "/somewhere else") // roots do not matter
			w.put(t, "_media_show.json", c.metadata)
			got, err := w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/show"}`)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(got)
			if diff := cmp.Diff(c.want, string(text)); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestGetEpisodesByAWindowsPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.put(t, "_C_Users_x.json", strings.ReplaceAll(episodeFiles(), "/media/show", "/C/Users/x"))
	for _, path := range []string{`C:\Users\x`, `c:\Users\x\`, "C:/Users/x", "/C:/Users/x", "/C/Users/x/", `\\?\C:\Users\x`} {
		got, err := w.GetEpisodes(t.Context(), ada, media.GetEpisodesInput{MediaFolderPath: path})
		if err != nil || got.TotalCount != 3 {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
}
