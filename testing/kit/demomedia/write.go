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

// marker is a file that marks a folder created by Write, so that it never touches a real library.
const marker = ".plotline-demo-media"

// Counts counts what Write created.
type Counts struct{ Folders, Videos, Sidecars int }

// Write creates the library below dir: empty video files, some with subtitles, NFO files and thumbnails. It
// creates dir if it is missing, and nothing outside it.
//
// A second call restores what was moved or renamed, and removes nothing. Write rejects a folder with content
// that it did not create, and leaves it unchanged.
func Write(dir string) (Counts, error) {
	if err := claim(dir); err != nil {
		return Counts{}, err
	}
	// The root ensures that no name or link leads outside.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Counts{}, err
	}
	defer func() { _ = root.Close() }()
	counts := Counts{Folders: len(folders)}
	for i, row := range Rows() {
		video := path.Join(row.Folder, row.Path)
		if err := root.MkdirAll(filepath.FromSlash(path.Dir(video)), 0o750); err != nil {
			return counts, err
		}
		if err := writeNew(root, video, ""); err != nil {
			return counts, err
		}
		counts.Videos++
		for _, name := range Sidecars(i, row) {
			if err := writeNew(root, path.Join(row.Folder, name), content(name)); err != nil {
				return counts, err
			}
			counts.Sidecars++
		}
	}
	return counts, nil
}

// claim creates dir, or checks that Write may write to it.
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
	return os.WriteFile(mark, []byte("Made by testing/kit/demomedia. Nothing in this folder is real.\n"), 0o600)
}

// writeNew writes a file that does not exist yet.
func writeNew(root *os.Root, name, text string) error {
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

// sidecarSets are the files beside some videos. The other videos have none.
var sidecarSets = [][]string{
	{".srt"}, {".en.srt", ".nfo"}, {"-thumb.jpg", ".nfo"}, {".zh-CN.ass", ".en.srt", ".srt", "-thumb.jpg", ".nfo"},
}

// maxNameBytes is the longest file name in bytes on common file systems.
const maxNameBytes = 255

// Sidecars returns the files beside the video of a row, given the row's index. Every third episode has
// some. Names that would be too long are left out.
func Sidecars(index int, row Row) []string {
	if index%3 != 0 || len(row.Episodes) == 0 {
		return nil
	}
	var names []string
	stem := strings.TrimSuffix(row.Path, path.Ext(row.Path))
	for _, ending := range sidecarSets[index/3%len(sidecarSets)] {
		if name := stem + ending; len(path.Base(name)) <= maxNameBytes {
			names = append(names, name)
		}
	}
	return names
}

// content returns the content of a sidecar file, enough for a program that reads it.
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
