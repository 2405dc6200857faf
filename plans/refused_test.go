//go:build unix

package plans_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestInvalidEntriesAreRejected checks the errors of add for malformed paths and for paths outside the media folder,
// by their text or through a link. The contract prescribes the texts. The plan stays unchanged.
func TestInvalidEntriesAreRejected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "sub/c.mkv")
	outside := filepath.Join(w.base, "outside")
	must(t, os.MkdirAll(outside, 0o750))
	must(t, os.WriteFile(filepath.Join(outside, "x.mkv"), nil, 0o600))
	for name, to := range map[string]string{
		"out": outside, "in": "sub", "absolute": w.at("sub"), "dangling": filepath.Join(w.base, "nowhere"), "up": "..", "out.mkv": filepath.Join(outside, "x.mkv"),
		"inward dangling": w.at("not there yet"), "loop": w.at("loop"),
	} {
		must(t, os.Symlink(to, w.at(name)))
	}
	abnormal := func(role, path string) (fault.Code, string) {
		return fault.InvalidArgument, fmt.Sprintf(`%s path "%s" is abnormal`, role, path)
	}
	out := func(role, path string) (fault.Code, string) {
		return fault.PermissionDenied, fmt.Sprintf(`%s path "%s" is outside the media folder "%s"`, role, path, w.folder)
	}
	good := w.at("a.mkv")
	cases := []struct {
		name, path string
		want       func(role, path string) (fault.Code, string) // nil if allowed
	}{
		{"relative", "a.mkv", abnormal},
		{"empty", "", abnormal},
		{"dot dot in the middle", w.folder + "/x/../a.mkv", abnormal},
		{"dot dot at the end", w.folder + "/..", abnormal},
		{"a dot in the middle", w.folder + "/./a.mkv", abnormal},
		{"a dot at the end", w.folder + "/.", abnormal},
		{"a NUL", w.folder + "/a\x00.mkv", abnormal},
		{"three dots are a name", w.folder + "/.../a.mkv", nil},
		{"a name that begins with two dots", w.folder + "/..a.mkv", nil},
		{"elsewhere", "/etc/passwd", out},
		{"the folder's own parent", filepath.Dir(w.folder), out},
		{"the folder itself", w.folder, out},
		{"a prefix of the name", w.folder + "2/a.mkv", out},
		{"through a link to outside", w.at("out/x.mkv"), out},
		{"through a link to outside, to what is not there", w.at("out/new.mkv"), out},
		{"through a link upwards", w.at("up/media/a.mkv"), out}, // os.Root rejects it in the rename itself too
		{"through a link upwards and out", w.at("up/data/a.mkv"), out},
		{"a link to a file outside", w.at("out.mkv"), out},
		{"through a dangling link", w.at("dangling/a.mkv"), out},
		{"a dangling link", w.at("dangling"), out},
		{"a link that dangles within", w.at("inward dangling"), out},
		{"a link to itself", w.at("loop/a.mkv"), out},
		{"through a link to inside", w.at("in/c.mkv"), nil},
		{"through an absolute link to inside", w.at("absolute/c.mkv"), out},
		{"below a file", w.at("b.mkv/a.mkv"), nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			check := func(err error, role, asAbnormal string) {
				t.Helper()
				if c.want == nil {
					must(t, err)
					return
				}
				code, text := c.want(role, c.path)
				if code == fault.InvalidArgument {
					_, text = c.want(asAbnormal, c.path)
				}
				fails(t, err, code, text)
			}
			id := w.begin(t, plans.Recognise)
			_, err := w.AddRecognised(t.Context(), agent, plans.AddRecognisedInput{TaskID: id, Path: c.path})
			check(err, "Source", "Source")
			id = w.begin(t, plans.Rename)
			_, err = w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: id, From: c.path, To: w.at("new.mkv")})
			check(err, "Source", "Source")
			id = w.begin(t, plans.Rename)
			_, err = w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: id, From: good, To: c.path})
			check(err, "Target", "Destination")
			if n := len(w.view(t, id).Plan.Files); (n == 1) != (c.want == nil) {
				t.Errorf("%d entries", n)
			}
		})
	}
}

// TestSourceIsCheckedFirst checks that the error names the source if both paths are wrong.
func TestSourceIsCheckedFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.begin(t, plans.Rename)
	_, err := w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: id, From: "x", To: "y"})
	fails(t, err, fault.InvalidArgument, `Source path "x" is abnormal`)
}

// TestDuplicateEntries checks that an entry that is already in the plan, or shares an end with another, is
// already_exists.
func TestDuplicateEntries(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	id := w.begun(t, plans.Rename, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"})
	for _, c := range []struct {
		add  row
		text string
	}{
		{row{from: "a.mkv", to: "3.mkv"}, fmt.Sprintf(`Source file "%s" appears multiple times in the batch`, w.at("a.mkv"))},
		{row{from: "c.mkv", to: "2.mkv"}, fmt.Sprintf(`Target file "%s" appears multiple times in the batch`, w.at("2.mkv"))},
		{row{from: "b.mkv", to: "2.mkv"}, fmt.Sprintf(`The rename of "%s" to "%s" is already in the plan`, w.at("b.mkv"), w.at("2.mkv"))},
		{row{from: "b.mkv", to: "1.mkv"}, fmt.Sprintf(`Target file "%s" appears multiple times in the batch`, w.at("1.mkv"))},
	} {
		_, err := w.add(t, id, c.add)
		fails(t, err, fault.AlreadyExists, c.text)
	}
	id = w.begun(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 2})
	_, err := w.add(t, id, row{path: "a.mkv", season: 1, episode: 2})
	fails(t, err, fault.AlreadyExists, fmt.Sprintf(`Season 1 episode 2 of "%s" is already in the plan`, w.at("a.mkv")))
}

// TestNumbers checks that season and episode must not be negative.
func TestNumbers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.begin(t, plans.Recognise)
	for _, c := range [][2]int{{-1, 0}, {0, -1}} {
		_, err := w.add(t, id, row{path: "a.mkv", season: c[0], episode: c[1]})
		refuses(t, err, fault.InvalidArgument)
	}
	_, err := w.add(t, id, row{path: "a.mkv"})
	must(t, err)
}
