package demomedia

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// marker is the file that tells a folder which Lay made from one with somebody's films in it.
const marker = ".plotline-demo-media"

// Laid counts what Lay made.
type Laid struct{ Folders, Videos, Sidecars int }

// Lay makes the library below dir: empty video files, and beside some of them subtitles, NFO files and
// thumbnails. It makes dir when it is not there, and nothing outside it.
//
// Laying again puts back what was moved or renamed away and removes nothing. A folder that holds
// anything and was not made by Lay is refused, untouched.
func Lay(dir string) (Laid, error) {
	if err := claim(dir); err != nil {
		return Laid{}, err
	}
	// Through the root no name, and no link in the way, leads outside.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Laid{}, err
	}
	defer func() { _ = root.Close() }()
	laid := Laid{Folders: len(folders)}
	for i, row := range Rows() {
		video := path.Join(row.Folder, row.Path)
		if err := root.MkdirAll(filepath.FromSlash(path.Dir(video)), 0o750); err != nil {
			return laid, err
		}
		if err := put(root, video, ""); err != nil {
			return laid, err
		}
		laid.Videos++
		for _, name := range Sidecars(i, row) {
			if err := put(root, path.Join(row.Folder, name), content(name)); err != nil {
				return laid, err
			}
			laid.Sidecars++
		}
	}
	return laid, nil
}

// claim makes dir, or makes sure that it may be written to.
func claim(dir string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	mark := filepath.Join(dir, marker)
	switch info, err := os.Lstat(mark); {
	case err == nil && info.Mode().IsRegular():
		return nil
	case err == nil || !errors.Is(err, fs.ErrNotExist) || len(entries) > 0:
		return fmt.Errorf("%s is not empty and was not made by this program; give an empty folder, or a new one", dir)
	}
	return os.WriteFile(mark, []byte("Made by testing/demomedia. Nothing in this folder is real.\n"), 0o600)
}

// put writes a file that is not there yet.
func put(root *os.Root, name, text string) error {
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// sidecarSets are what lies beside videos; the others have nothing.
var sidecarSets = [][]string{
	{".srt"}, {".en.srt", ".nfo"}, {"-thumb.jpg", ".nfo"}, {".zh-CN.ass", ".en.srt", ".srt", "-thumb.jpg", ".nfo"},
}

// nameMost is the longest file name, in bytes, that the usual file systems take.
const nameMost = 255

// Sidecars gives the files that lie beside the video of a row of the table, by its place in it: every
// third episode has some. Those whose name would be too long are left out.
func Sidecars(index int, row Row) []string {
	if index%3 != 0 || len(row.Episodes) == 0 {
		return nil
	}
	var names []string
	stem := strings.TrimSuffix(row.Path, path.Ext(row.Path))
	for _, ending := range sidecarSets[index/3%len(sidecarSets)] {
		if name := stem + ending; len(path.Base(name)) <= nameMost {
			names = append(names, name)
		}
	}
	return names
}

// content is what a sidecar holds: enough for a program that looks inside.
func content(name string) string {
	switch path.Ext(name) {
	case ".srt":
		return "1\n00:00:01,000 --> 00:00:02,000\nHello.\n"
	case ".nfo":
		return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<episodedetails></episodedetails>\n"
	case ".ass":
		return "[Script Info]\nScriptType: v4.00+\n"
	}
	return ""
}
