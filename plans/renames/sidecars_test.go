package renames_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/plans/renames"
)

func isVideo(name string) bool {
	return strings.EqualFold(path.Ext(name), ".mkv") || path.Ext(name) == ".mp4"
}

func TestSidecars(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		files []string
		moves []renames.Move
		leave []string
		want  map[string]string
	}{
		"all kinds": {
			[]string{"a.mkv", "a.srt", "a.en.forced.srt", "a.nfo", "a-thumb.jpg", "a-Poster.PNG", "a-fanart.webp", "a.trickplay.x"},
			[]renames.Move{move("a.mkv", "S/b.mkv")},
			nil,
			map[string]string{
				"a.srt": "S/b.srt", "a.en.forced.srt": "S/b.en.forced.srt", "a.nfo": "S/b.nfo", "a-thumb.jpg": "S/b-thumb.jpg",
				"a-Poster.PNG": "S/b-Poster.PNG", "a-fanart.webp": "S/b-fanart.webp", "a.trickplay.x": "S/b.trickplay.x",
			},
		},
		"none": {
			[]string{"a.mkv", "ab.srt", "a", "a-thumb", "a-thumbs.jpg", "a-banner.jpg", "a srt", "x/a.srt", "A.srt", "a.mp4", "a.x.mkv"},
			[]renames.Move{move("a.mkv", "b.mkv")},
			nil, nil,
		},
		"the longest stem": {
			[]string{"a.mkv", "a.b.mkv", "a.b.srt", "a.srt", "a.bc.srt"},
			[]renames.Move{move("a.mkv", "x.mkv")},
			nil,
			map[string]string{"a.srt": "x.srt", "a.bc.srt": "x.bc.srt"},
		},
		"both stems": {
			[]string{"a.mkv", "a.b.mkv", "a.b.srt", "a.srt"},
			[]renames.Move{move("a.mkv", "x.mkv"), move("a.b.mkv", "y.mkv")},
			nil,
			map[string]string{"a.srt": "x.srt", "a.b.srt": "y.srt"},
		},
		"one stem, one way":   {[]string{"a.mkv", "a.mp4", "a.srt"}, []renames.Move{move("a.mkv", "x.mkv"), move("a.mp4", "x.mp4")}, nil, map[string]string{"a.srt": "x.srt"}},
		"one stem, two ways":  {[]string{"a.mkv", "a.mp4", "a.srt"}, []renames.Move{move("a.mkv", "x.mkv"), move("a.mp4", "y.mp4")}, nil, nil},
		"one stem, one stays": {[]string{"a.mkv", "a.mp4", "a.srt"}, []renames.Move{move("a.mkv", "x.mkv")}, nil, nil},
		"in the plan":         {[]string{"a.mkv", "a.srt", "a.nfo"}, []renames.Move{move("a.mkv", "x.mkv"), move("a.srt", "y.srt")}, []string{"a.nfo"}, nil},
		"in a folder":         {[]string{"d/e/a.mkv", "d/e/a.srt", "d/a.srt"}, []renames.Move{move("d/e/a.mkv", "b.mkv")}, nil, map[string]string{"d/e/a.srt": "b.srt"}},
		"the same stem":       {[]string{"a.mkv", "a.srt"}, []renames.Move{move("a.mkv", "a.mp4")}, nil, nil},
		"a swap":              {[]string{"a.mkv", "b.mkv", "a.srt", "b.srt"}, []renames.Move{move("a.mkv", "b.mkv"), move("b.mkv", "a.mkv")}, nil, map[string]string{"a.srt": "b.srt", "b.srt": "a.srt"}},
		"without a stem":      {[]string{".mkv", ".hidden"}, []renames.Move{move(".mkv", "b.mkv")}, nil, nil},
		"signs of patterns":   {[]string{"a[1].*.mkv", "a[1].*.srt", "a1.x.srt"}, []renames.Move{move("a[1].*.mkv", "b.mkv")}, nil, map[string]string{"a[1].*.srt": "b.srt"}},
		"no such folder":      {[]string{"x"}, []renames.Move{move("gone/a.mkv", "b.mkv"), move("x/a.mkv", "c.mkv")}, nil, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := tree{}
			for _, file := range test.files {
				files[file] = file
			}
			d := newDesk(t, files)
			got, err := renames.Sidecars(openRoot(t, d.folder), test.moves, isVideo, test.leave...)
			must(t, err)
			var found map[string]string
			for _, m := range got {
				if found == nil {
					found = map[string]string{}
				}
				if found[m.From] = m.To; !m.Sidecar {
					t.Errorf("not a sidecar: %v", m)
				}
			}
			if diff := cmp.Diff(test.want, found); diff != "" {
				t.Errorf("sidecars (-want +got):\n%s", diff)
			}
		})
	}
}

func openRoot(t *testing.T, folder string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(folder)
	must(t, err)
	t.Cleanup(func() { _ = root.Close() })
	return root
}

func TestSidecarsThatAreNoFiles(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a.mkv": "v", "a.folder/": "", "x": ""})
	must(t, os.Symlink("x", d.path("a.srt")))
	must(t, os.WriteFile(d.path("a.\xff.srt"), nil, 0o600))
	got, err := renames.Sidecars(openRoot(t, d.folder), []renames.Move{move("a.mkv", "b.mkv")}, isVideo)
	if len(got) != 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	// A link to a video owns the files that are named after it.
	plant(t, d.folder, tree{"a.b.srt": ""})
	must(t, os.Symlink("x", d.path("a.b.mkv")))
	if got, err = renames.Sidecars(openRoot(t, d.folder), []renames.Move{move("a.mkv", "b.mkv")}, isVideo); len(got) != 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestSidecarsThatMeetAnother(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		files tree
		moves []renames.Move
		code  fault.Code
		words string
	}{
		"on the disk":  {tree{"a.mkv": "", "a.srt": "", "b.srt": ""}, []renames.Move{move("a.mkv", "b.mkv")}, fault.Conflict, `Target file "b.srt" already exists`},
		"in the plan":  {tree{"a.mkv": "", "a.srt": "", "c.srt": ""}, []renames.Move{move("a.mkv", "b.mkv"), move("c.srt", "b.srt")}, fault.Conflict, `Target file "b.srt" appears multiple times`},
		"each other":   {tree{"x/a.mkv": "", "x/a.srt": "", "y/a.mp4": "", "y/a.srt": ""}, []renames.Move{move("x/a.mkv", "b.mkv"), move("y/a.mp4", "b.mp4")}, fault.Conflict, `Target file "b.srt" appears multiple times`},
		"a bad name":   {tree{"a.mkv": ""}, []renames.Move{move("../a.mkv", "b.mkv")}, fault.InvalidArgument, "abnormal"},
		"by a way out": {tree{"a.mkv": ""}, []renames.Move{move("out/a.mkv", "b.mkv")}, fault.PermissionDenied, "outside"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, test.files)
			must(t, os.Symlink(t.TempDir(), d.path("out")))
			_, err := renames.Sidecars(openRoot(t, d.folder), test.moves, isVideo)
			refuses(t, err, test.code, test.words)
		})
	}
}
