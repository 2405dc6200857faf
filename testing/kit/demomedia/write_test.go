package demomedia_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"plotline/testing/kit/demomedia"
)

// listed returns every file below dir with its size.
func listed(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		found[name] = info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	counts, err := demomedia.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := listed(t, dir)
	if got, want := len(found), counts.Videos+counts.Sidecars+1; got != want || counts.Videos != len(demomedia.Rows()) || counts.Sidecars < 100 {
		t.Errorf("%d files, want %d: %+v", got, want, counts)
	}
	longest, decomposed := 0, 0
	for _, row := range demomedia.Rows() {
		name := path.Join(row.Folder, row.Path)
		if size, there := found[name]; !there || size != 0 {
			t.Errorf("%s: there %t, %d bytes", name, there, size)
		}
		longest = max(longest, len(path.Base(name)))
		if !norm.NFC.IsNormalString(row.Path) {
			decomposed++
		}
	}
	if longest != 250 || decomposed < 5 {
		t.Errorf("the longest name has %d bytes, want 250; %d names are decomposed", longest, decomposed)
	}

	// A second call restores the renamed file and keeps existing ones.
	row := demomedia.Rows()[0]
	own := filepath.Join(dir, row.Folder, "renamed.mkv")
	if err := os.Rename(filepath.Join(dir, row.Folder, filepath.FromSlash(row.Path)), own); err != nil {
		t.Fatal(err)
	}
	if _, err := demomedia.Write(dir); err != nil {
		t.Fatal(err)
	}
	found[path.Join(row.Folder, "renamed.mkv")] = 0
	if diff := cmp.Diff(found, listed(t, dir)); diff != "" {
		t.Errorf("written again (-want +got):\n%s", diff)
	}
}

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	full := t.TempDir()
	if err := os.Mkdir(filepath.Join(full, "Breaking Bad (2008)"), 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := demomedia.Write(full); err == nil {
		t.Error("a folder with something in it was taken")
	}
	if found := listed(t, full); len(found) != 0 {
		t.Errorf("a refused folder got %v", found)
	}
	if _, err := demomedia.Write(filepath.Join(full, "\x00")); err == nil {
		t.Error("a name that cannot be was taken")
	}
}

// TestWriteStaysInside checks that a link in an existing library leads nothing outside.
func TestWriteStaysInside(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	if _, err := demomedia.Write(dir); err != nil {
		t.Fatal(err)
	}
	show := filepath.Join(dir, demomedia.Shows()[0].Folder)
	if err := os.RemoveAll(show); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, show); err != nil {
		t.Skip("no links here:", err)
	}
	if _, err := demomedia.Write(dir); err == nil {
		t.Error("a folder that leads outside was taken")
	}
	if found := listed(t, outside); len(found) != 0 {
		t.Errorf("made outside: %v", found)
	}
}

func TestSidecars(t *testing.T) {
	t.Parallel()
	row := demomedia.Row{Path: "Season 1/a.b.mkv", Episodes: []int{1}}
	var all []string
	for i := range 12 {
		all = append(all, demomedia.Sidecars(i, row)...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	want := []string{
		"Season 1/a.b-thumb.jpg", "Season 1/a.b.en.srt", "Season 1/a.b.nfo", "Season 1/a.b.srt", "Season 1/a.b.zh-CN.ass",
	}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := demomedia.Sidecars(0, demomedia.Row{Path: "a.mkv"}); got != nil {
		t.Errorf("what is no episode has %v", got)
	}
}
