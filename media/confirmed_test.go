package media_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/media"
)

// TestConfirmedEpisodesMakeAShow checks that get-episodes lists the numbers that a person confirmed when no show is
// known, sorted, with the titles in the names of the files.
func TestConfirmedEpisodesMakeAShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.put(t, "_media_show.json", `{"mediaFolderPath":"/media/The Show (2008)","type":"tvshow-folder","mediaFiles":[`+
		`{"absolutePath":"/media/The Show (2008)/The.Show.S02E01.1080p.mkv","seasonNumber":2,"episodeNumber":1},`+
		`{"absolutePath":"/media/The Show (2008)/The Show - S01E02 - Second Thoughts.mkv","seasonNumber":1,"episodeNumber":2},`+
		`{"absolutePath":"/media/The Show (2008)/trailer.mkv"},`+
		`{"absolutePath":"/media/The Show (2008)/half.mkv","seasonNumber":1},`+
		`{"absolutePath":"/media/The Show (2008)/special.mkv","seasonNumber":0,"episodeNumber":4},`+
		`{"absolutePath":"/media/The Show (2008)/copy S01E02.mkv","seasonNumber":1,"episodeNumber":2}]}`)
	got, err := w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/The Show (2008)"}`)
	at := func(name string) string { return "/media/The Show (2008)/" + name }
	want := media.GetEpisodesOutput{
		Episodes: []media.EpisodeFile{
			{Season: 0, Episode: 4, VideoFilePath: at("special.mkv")},
			{Season: 1, Episode: 2, VideoFilePath: at("copy S01E02.mkv")}, // the last file counts
			{Season: 2, Episode: 1, VideoFilePath: at("The.Show.S02E01.1080p.mkv")},
		},
		TotalCount: 3, ShowName: "The Show", NumberOfSeasons: 2,
	}
	if diff := cmp.Diff(any(want), got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	w.put(t, "_media_b.json", `{"mediaFolderPath":"/media/b","type":"tvshow-folder","mediaFiles":[`+
		`{"absolutePath":"/media/b/Show - S01E02 - Second Thoughts.mkv","seasonNumber":1,"episodeNumber":2}]}`)
	got, err = w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/b"}`)
	if out, _ := got.(media.GetEpisodesOutput); err != nil || len(out.Episodes) != 1 || out.Episodes[0].Title != "Second Thoughts" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestShowOfFilesInDownloads checks that files in a folder whose name says nothing have the title in their own names.
func TestShowOfFilesInDownloads(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	file := func(name string, episode int) string {
		return fmt.Sprintf(`{"absolutePath":"/media/Downloads/%s","seasonNumber":1,"episodeNumber":%d}`, name, episode)
	}
	for _, test := range []struct{ first, second, want string }{
		{"Dark.S01E01.720p.mkv", "dark 1x02.mkv", "Dark"},
		{"Dark.S01E01.mkv", "Narcos.S01E02.mkv", "Downloads"},
		{"Dark.S01E01.mkv", "S01E02.mkv", "Downloads"},
		{"one.mkv", "one.mkv", "Downloads"},
	} {
		w.put(t, "_media_d.json", `{"mediaFolderPath":"/media/Downloads","type":"tvshow-folder","mediaFiles":[`+file(test.first, 1)+`,`+file(test.second, 2)+`]}`)
		got, err := w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/Downloads"}`)
		if out, _ := got.(media.GetEpisodesOutput); err != nil || out.ShowName != test.want {
			t.Errorf("%s, %s: %q, want %q, %v", test.first, test.second, out.ShowName, test.want, err)
		}
	}
}

// TestUnnumberedFilesAreNoShow checks that a folder without numbers, and a movie even with numbers, stay no show.
func TestUnnumberedFilesAreNoShow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	for name, text := range map[string]string{
		"a": `"type":"tvshow-folder","mediaFiles":[{"absolutePath":"/media/a/a.mkv"}]`,
		"b": `"type":"movie-folder","mediaFiles":[{"absolutePath":"/media/b/b.mkv","seasonNumber":1,"episodeNumber":1}]`,
		"c": `"type":"tvshow-folder","mediaFiles":[{"absolutePath":"/media/c/c.mkv","seasonNumber":1}]`,
	} {
		w.put(t, "_media_"+name+".json", `{"mediaFolderPath":"/media/`+name+`",`+text+`}`)
		_, err := w.call(t.Context(), ada, "get-episodes", `{"mediaFolderPath":"/media/`+name+`"}`)
		fixedText(t, err, fault.InvalidArgument, "Not a TV show folder. This tool only works with TV show media folders.")
	}
}
