package media_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plotline/media"
	"plotline/testing/kit/expect"
)

// TestDiscover checks which folders count as media folders.
func TestDiscover(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files, known, want []string
		mixed              string
	}{
		"none": {files: []string{"tv/readme.txt", ".hidden/a.mkv"}},
		"shows with and without seasons": {
			files: []string{"tv/Dark/Season 1/1.mkv", "tv/Dark/Specials/1.mkv", "tv/Bron/Bron S01E01.mkv", "tv/Dark/Extras/a.mkv"},
			want:  []string{"tv/Bron", "tv/Dark"},
		},
		"a number is a season in a show":   {files: []string{"tv/Dark/1/01.mkv", "tv/Dark/2/01.mkv", "tv/Bron/a.mkv"}, want: []string{"tv/Bron", "tv/Dark"}},
		"a number is a show beside others": {files: []string{"tv/24/01.mkv", "tv/Dark/01.mkv", "tv/Area 51/01.mkv"}, want: []string{"tv/24", "tv/Area 51", "tv/Dark"}},
		"numbers with seasons are shows":   {files: []string{"tv/1923/Season 1/1.mkv", "tv/1883/Season 1/1.mkv"}, want: []string{"tv/1883", "tv/1923"}},
		"numbers in a root are shows":      {files: []string{"24/1.mkv", "Area 51/1.mkv"}, want: []string{"24", "Area 51"}},
		"a show with seasons and odd folders": {
			files: []string{"tv/Dark/Season 1/1.mkv", "tv/Dark/Making of Dark/a.mkv", "tv/Dark/Season 2/Pack/1.mkv", "tv/Dark/Season 2/2.mkv", "tv/Dark/b.mkv", "tv/Bron/1.mkv"},
			want:  []string{"tv/Bron", "tv/Dark"},
		},
		"extras and specials of a collection": {files: []string{"tv/OVA/Akira/1.mkv", "tv/Clips/a.mkv", "tv/Dark/1.mkv"}, want: []string{"tv/Dark", "tv/OVA/Akira"}},
		"a collection by years":               {files: []string{"tv/Season 2023/Dark/1.mkv", "tv/Bron/1.mkv"}, want: []string{"tv/Bron", "tv/Season 2023/Dark"}},
		"seasons of several shows": {
			files: []string{"in/Dark.S01.1080p.WEB-GRP/a.mkv", "in/Dark.S02.1080p.WEB-GRP/a.mkv", "in/Bron.S01.720p/a.mkv"},
			want:  []string{"in/Bron.S01.720p", "in/Dark.S01.1080p.WEB-GRP", "in/Dark.S02.1080p.WEB-GRP"},
		},
		"seasons of one show with its name": {files: []string{"tv/Dark (2017)/Dark.S01.1080p.WEB-GRP/a.mkv", "tv/Dark (2017)/Dark.S02.1080p/a.mkv"}, want: []string{"tv/Dark (2017)"}},
		"a collection with one that looks like a season": {
			files: []string{"24x7/1.mkv", "Season 4/1.mkv", "Dark/Season 1/1.mkv", "Bron/1.mkv", "Ward 12/Season 1/1.mkv", "1999/1.mkv"},
			known: []string{"."}, want: []string{"1999", "24x7", "Bron", "Dark", "Season 4", "Ward 12"},
		},
		"a known root with its seasons": {files: []string{"Season 1/1.mkv", "Making of/1.mkv"}, known: []string{"."}, want: []string{"."}},
		"an NFO file of the show":       {files: []string{"tv/One Piece/tvshow.nfo", "tv/One Piece/East Blue/1.mkv", "tv/One Piece/Alabasta/2.mkv"}, want: []string{"tv/One Piece"}},
		"a known folder":                {files: []string{"tv/One Piece/East Blue/1.mkv"}, known: []string{"tv/One Piece"}, want: []string{"tv/One Piece"}},
		"a known folder that is gone":   {files: []string{"tv/readme.txt"}, known: []string{"tv/Gone"}, want: []string{"tv/Gone"}},
		"the root itself":               {files: []string{"Season 1/1.mkv"}, want: []string{"."}},
		"a disc":                        {files: []string{"tv/Dark/Disc 1/VIDEO_TS/VTS_01_1.VOB"}, want: []string{"tv/Dark"}},
		"videos beside shows":           {files: []string{"tv/stray.mkv", "tv/Dark/1.mkv"}, want: []string{"tv/Dark"}, mixed: "tv"},
		"a show beside another one that belongs to it": {
			files: []string{"Tatort/Tatort 01.mkv", "Tatort/Tatort 02.mkv", "Tatort/Schimanski/Schimanski 01.mkv", "Tatort/Bonusmaterial/a.mkv"}, want: []string{"Tatort"},
		},
		"a show that is a number, with seasons that have it": {
			files: []string{"TV/24/24 - Season 3/24 - 3x01.mkv", "TV/24/24 - Season 4/24 - 4x01.mkv"}, want: []string{"TV/24"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			expect.WriteFiles(t, root, c.files...)
			folders, err := media.NewFolders([]string{root}, true)
			expect.NoError(t, err)
			at := func(name string) media.Path { return media.Path(filepath.Join(root, name)) }
			known := make([]media.Path, 0, len(c.known))
			for _, name := range c.known {
				known = append(known, at(name))
			}
			want := make([]media.Path, 0, len(c.want))
			for _, name := range c.want {
				want = append(want, at(name))
			}
			got, err := media.Discover(t.Context(), folders.Of("default"), known)
			if err != nil || !slices.Equal(got.Folders, want) {
				t.Errorf("found %q, %v; want %q", got.Folders, err, want)
			}
			var mixed []media.Mixed
			if c.mixed != "" {
				mixed = []media.Mixed{{FolderPath: at(c.mixed), FileCount: 1}}
			}
			if !slices.Equal(got.Mixed, mixed) || len(got.Warnings) > 0 {
				t.Errorf("mixed are %v, want %v; the warnings are %q", got.Mixed, mixed, got.Warnings)
			}
		})
	}
}

// TestDiscoverWithoutRoots checks that only known folders are found, and that a folder outside the roots is not.
func TestDiscoverWithoutRoots(t *testing.T) {
	t.Parallel()
	root, other := t.TempDir(), t.TempDir()
	expect.WriteFiles(t, root, "a.mkv")
	known := []media.Path{media.Path(root), media.Path(other)}
	got, err := media.Discover(t.Context(), media.Folders{}.Of("default"), known)
	if slices.Sort(known); err != nil || !slices.Equal(got.Folders, known) {
		t.Errorf("found %q, %v", got.Folders, err)
	}
	folders, err := media.NewFolders([]string{root}, true)
	expect.NoError(t, err)
	got, err = media.Discover(t.Context(), folders.Of("default"), known)
	if err != nil || !slices.Equal(got.Folders, []media.Path{media.Path(root)}) {
		t.Errorf("found %q, %v", got.Folders, err)
	}
}

// TestDiscoverFollowsNoLinks checks that a link to a folder is not a media folder, and that no cycle is followed.
func TestDiscoverFollowsNoLinks(t *testing.T) {
	t.Parallel()
	root, outside := t.TempDir(), t.TempDir()
	expect.WriteFiles(t, outside, "a.mkv")
	expect.NoError(t, os.Symlink(outside, filepath.Join(root, "linked")))
	expect.WriteFiles(t, root, "Dark/1.mkv")
	expect.NoError(t, os.Symlink("..", filepath.Join(root, "Dark", "up")))
	folders, err := media.NewFolders([]string{root}, true)
	expect.NoError(t, err)
	got, err := media.Discover(t.Context(), folders.Of("default"), nil)
	if err != nil || !slices.Equal(got.Folders, []media.Path{media.Path(filepath.Join(root, "Dark"))}) {
		t.Errorf("found %q, %v", got.Folders, err)
	}
}
