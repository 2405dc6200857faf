package media_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/media"
)

// entry parses a media file from a short text: "a.mkv 1x2".
func entry(text string) media.MediaFile {
	name, numbers, numbered := strings.Cut(text, " ")
	f := media.MediaFile{AbsolutePath: media.Path("/m/" + name)}
	if numbered {
		f.SeasonNumber, f.EpisodeNumber = new(0), new(0)
		if _, err := fmt.Sscanf(numbers, "%dx%d", f.SeasonNumber, f.EpisodeNumber); err != nil {
			panic(err)
		}
	}
	return f
}

func list(m *media.Metadata) []string {
	texts := make([]string, 0, len(m.MediaFiles))
	for _, f := range m.MediaFiles {
		text := strings.TrimPrefix(string(f.AbsolutePath), "/m/")
		if f.Numbered() {
			text += fmt.Sprintf(" %dx%d", *f.SeasonNumber, *f.EpisodeNumber)
		}
		texts = append(texts, text)
	}
	return texts
}

func metadata(entries ...string) *media.Metadata {
	m := &media.Metadata{MediaFolderPath: "/m"}
	for _, text := range entries {
		m.MediaFiles = append(m.MediaFiles, entry(text))
	}
	return m
}

func assignments(texts ...string) []media.Assignment {
	list := make([]media.Assignment, len(texts))
	for i, text := range texts {
		f := entry(text)
		list[i] = media.Assignment{Path: f.AbsolutePath, Season: *f.SeasonNumber, Episode: *f.EpisodeNumber}
	}
	return list
}

func TestAssign(t *testing.T) {
	t.Parallel()
	type texts = []string
	for name, c := range map[string]struct{ before, assign, after texts }{
		"nothing":                      {texts{"a 1x1"}, nil, texts{"a 1x1"}},
		"to new metadata":              {nil, texts{"b 1x2", "a 1x1"}, texts{"b 1x2", "a 1x1"}},
		"to a file without":            {texts{"a", "b"}, texts{"b 0x3"}, texts{"a", "b 0x3"}},
		"replaces earlier numbers":     {texts{"a 1x1", "b 1x2"}, texts{"a 1x3"}, texts{"a 1x3", "b 1x2"}},
		"takes from another file":      {texts{"a 1x1", "b"}, texts{"b 1x1"}, texts{"a", "b 1x1"}},
		"swaps":                        {texts{"a 1x1", "b 1x2"}, texts{"a 1x2", "b 1x1"}, texts{"a 1x2", "b 1x1"}},
		"a double episode":             {texts{"a", "b"}, texts{"a 1x1", "a 1x2"}, texts{"a 1x1", "a 1x2", "b"}},
		"a double episode, apart":      {texts{"b"}, texts{"a 1x1", "b 1x3", "a 1x2"}, texts{"b 1x3", "a 1x1", "a 1x2"}},
		"a double becomes a single":    {texts{"a 1x1", "b", "a 1x2"}, texts{"a 1x2"}, texts{"a 1x2", "b"}},
		"takes half of a double":       {texts{"a 1x1", "a 1x2", "b"}, texts{"b 1x2"}, texts{"a 1x1", "b 1x2"}},
		"takes a whole double":         {texts{"a 1x1", "a 1x2", "b"}, texts{"b 1x2", "b 1x1"}, texts{"a", "b 1x2", "b 1x1"}},
		"the same twice":               {nil, texts{"a 1x1", "a 1x1"}, texts{"a 1x1"}},
		"keeps what it takes not from": {texts{"a 1x1", "a 1x1", "c"}, texts{"b 2x1"}, texts{"a 1x1", "a 1x1", "c", "b 2x1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := metadata(c.before...)
			m.Assign(assignments(c.assign...))
			if diff := cmp.Diff(append(texts{}, c.after...), list(m)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAssignKeepsWhatTheFileHad(t *testing.T) {
	t.Parallel()
	m := decode(t, `{"mediaFolderPath":"/m","mediaFiles":[{"absolutePath":"/m/a","x":1,"subtitleFilePaths":["/m/a.srt"],"audioFilePaths":["/m/a.mka"]}]}`)
	m.Assign(assignments("a 1x1", "a 1x2"))
	for _, f := range m.MediaFiles {
		if !slices.Equal(f.SubtitleFilePaths, []string{"/m/a.srt"}) || !slices.Equal(f.AudioFilePaths, []string{"/m/a.mka"}) {
			t.Errorf("%v", f)
		}
	}
	if got := compact(t, m); strings.Count(got, `"x":1`) != 2 || len(m.MediaFiles) != 2 {
		t.Error(got)
	}
}

// TestAssignInMetadataOfSMM checks metadata in which SMM writes drives as /C/Users. Paths in Plotline's
// form match its files, and the files keep SMM's form.
func TestAssignInMetadataOfSMM(t *testing.T) {
	t.Parallel()
	m := decode(t, `{"mediaFolderPath":"/C/m","mediaFiles":[{"absolutePath":"/C/m/a.mkv"}]}`)
	m.Assign([]media.Assignment{{Path: "/C:/m/a.mkv", Season: 1, Episode: 1}, {Path: "/C:/m/b.mkv", Season: 1, Episode: 2}})
	m.Renamed(map[media.Path]media.Path{"/C:/m/b.mkv": "/C:/m/c.mkv"})
	want := `{"mediaFolderPath":"/C/m","mediaFiles":[{"absolutePath":"/C/m/a.mkv","seasonNumber":1,"episodeNumber":1},` +
		`{"absolutePath":"/C/m/c.mkv","seasonNumber":1,"episodeNumber":2}]}`
	if diff := cmp.Diff(want, compact(t, m)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRenamed(t *testing.T) {
	t.Parallel()
	m := decode(t, `{"mediaFolderPath":"/m","mediaFiles":[
		{"absolutePath":"/m/a","seasonNumber":1,"episodeNumber":1,"subtitleFilePaths":["/m/a.srt","C:\\x.srt","odd"],"audioFilePaths":["/m/a.mka"]},
		{"absolutePath":"/m/a","seasonNumber":1,"episodeNumber":2},
		{"absolutePath":"/m/b","seasonNumber":1,"episodeNumber":3},
		{"absolutePath":"/m/c","seasonNumber":1,"episodeNumber":4},
		{"absolutePath":"/m/d","seasonNumber":1,"episodeNumber":5},
		{"absolutePath":"/m/gone","seasonNumber":1,"episodeNumber":6}]}`)
	m.Renamed(map[media.Path]media.Path{
		"/m/a": "/m/b", "/m/b": "/m/a", // a swap
		"/m/c": "/m/d", "/m/d": "/m/gone", // a chain that ends at the path of a file that no longer exists
		"/m/a.srt": "/m/b.srt", "/m/a.mka": "/m/b.mka", "/m/not there": "/m/x",
	})
	if diff := cmp.Diff([]string{"b 1x1", "b 1x2", "a 1x3", "d 1x4", "gone 1x5"}, list(m)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	f := m.MediaFiles[0]
	if diff := cmp.Diff([]string{"/m/b.srt", `C:\x.srt`, "odd", "/m/b.mka"}, slices.Concat(f.SubtitleFilePaths, f.AudioFilePaths)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAssignProperties checks that afterwards each assigned file has exactly the given episodes, that no
// other file has one of them, and that all else is unchanged.
func TestAssignProperties(t *testing.T) {
	t.Parallel()
	draw := rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("%s %dx%d", rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "file"),
			rapid.IntRange(0, 1).Draw(t, "season"), rapid.IntRange(1, 3).Draw(t, "episode"))
	})
	rapid.Check(t, func(t *rapid.T) {
		m := metadata(rapid.SliceOfN(draw, 0, 6).Draw(t, "before")...)
		wanted := rapid.SliceOfN(draw, 0, 4).Draw(t, "assigned")
		files := map[string]bool{}
		for _, f := range m.MediaFiles {
			files[string(f.AbsolutePath)] = true
		}
		named, taken := map[string]bool{}, map[string]bool{}
		want := map[string]bool{}
		for _, text := range wanted {
			file, numbers, _ := strings.Cut(text, " ")
			named[file], taken[numbers], want[text] = true, true, true
			files["/m/"+file] = true
		}
		for _, text := range list(m) {
			if file, numbers, _ := strings.Cut(text, " "); !named[file] && !taken[numbers] {
				want[text] = true
			}
		}
		m.Assign(assignments(wanted...))
		got, left := map[string]bool{}, map[string]bool{}
		for _, text := range list(m) {
			if strings.Contains(text, " ") {
				got[text] = true
			}
		}
		for _, f := range m.MediaFiles {
			left[string(f.AbsolutePath)] = true
		}
		if !maps.Equal(want, got) || !maps.Equal(files, left) {
			t.Fatalf("%v; want %v, files %v", list(m), want, files)
		}
	})
}
