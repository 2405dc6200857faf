package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// Limits of one media folder that is scanned.
const (
	maxFiles     = 200_000  // files
	maxPathBytes = 32 << 20 // bytes of the paths of media files
)

// folderFiles holds the files of a media folder by kind: slash-separated relative paths, sorted.
type folderFiles struct {
	root     *os.Root
	byKind   map[Kind][]string
	all      map[string]bool // of the kinds above
	count    int
	bytes    int // of the paths
	links    int // symbolic links that are left out
	link     string
	warnings []string
}

// openFolder opens a media folder so that nothing outside can be reached through it. The errors say what
// to do.
func openFolder(roots Roots, folder Path) (*os.Root, error) {
	if folder.Windows() && !onWindows {
		return nil, foreign(folder)
	}
	info, err := os.Stat(folder.Native())
	if err == nil && !info.IsDir() {
		return nil, fault.Invalid("%q is a file; give its folder", string(folder))
	}
	var root *os.Root
	if err == nil {
		root, err = roots.Open(folder)
	}
	switch {
	case err == nil:
		return root, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.Newf(fault.NotFound, "the folder %q does not exist; check its spelling, and that its disk is mounted", string(folder))
	case errors.Is(err, fs.ErrPermission):
		return nil, mayNotRead(folder)
	case fault.CodeOf(err) == fault.PermissionDenied:
		return nil, err
	}
	return nil, fault.Newf(fault.Unavailable, "the folder %q cannot be opened; check that its disk is mounted", string(folder)).Because(err)
}

func foreign(folder Path) error {
	return fault.Invalid("%q is a Windows path, but this server runs on %s; give the folder's path there", string(folder), runtime.GOOS)
}

func mayNotRead(folder Path) error {
	return fault.Newf(fault.PermissionDenied, "the folder %q cannot be read by this server; give its user the permission", string(folder))
}

// walk lists the files below root, without hidden files and folders. A symbolic link counts if it leads
// to a file inside the folder. Links to folders are not followed, which avoids cycles. A warning says how many links are left
// out.
func walk(ctx context.Context, folder Path, root *os.Root) (*folderFiles, error) {
	w := &folderFiles{root: root, byKind: map[Kind][]string{}, all: map[string]bool{}}
	err := fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && name == ".":
			return mayNotRead(folder)
		case err != nil:
			w.warn("cannot be read, and is left out: " + name)
			return nil //nolint:nilerr // the rest of the folder can
		case entry.IsDir():
			if name != "." && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		return w.see(ctx, folder, name, entry)
	})
	if err != nil {
		return nil, err
	}
	for _, names := range w.byKind {
		slices.Sort(names)
	}
	if w.links > 0 {
		w.warnings = slices.Insert(w.warnings, 0, fmt.Sprintf(
			"symbolic links are followed only to files inside the folder; %d left out, such as %s", w.links, w.link))
	}
	return w, nil
}

func (w *folderFiles) see(ctx context.Context, folder Path, name string, entry fs.DirEntry) error {
	if w.count++; w.count > maxFiles {
		return tooLarge(folder, fmt.Sprintf("%d files", maxFiles))
	}
	if w.count%1000 == 0 {
		usecase.Report(ctx, w.count, 0, "looking at files: "+strconv.Itoa(w.count))
	}
	kind := KindOf(entry.Name())
	if strings.HasPrefix(entry.Name(), ".") || !w.plain(name, entry) || kind == Other {
		return nil
	}
	if !utf8.ValidString(name) {
		w.warn("its name is not UTF-8, and it is left out: " + strings.ToValidUTF8(name, "\ufffd"))
		return nil
	}
	if w.bytes += len(folder) + len("/") + len(name); w.bytes > maxPathBytes {
		return tooLarge(folder, fmt.Sprintf("%d MiB of paths", maxPathBytes>>20))
	}
	w.byKind[kind] = append(w.byKind[kind], name)
	w.all[name] = true
	return nil
}

func tooLarge(folder Path, limit string) error {
	return fault.Newf(fault.TooLarge, "the folder %q contains more than %s; open its subfolders one by one", string(folder), limit)
}

// plain reports whether an entry is a regular file, or a link to one inside the folder. It counts the other links.
func (w *folderFiles) plain(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	info, err := w.root.Stat(name) // Stat does not leave the root
	if err == nil && info.Mode().IsRegular() {
		return true
	}
	if w.links++; w.link == "" {
		w.link = strings.ToValidUTF8(name, "\ufffd")
	}
	return false
}

// maxWarnings is the maximum number of warnings of one kind.
const maxWarnings = 20

func (w *folderFiles) warn(text string) {
	if len(w.warnings) < maxWarnings {
		w.warnings = append(w.warnings, text)
	}
}

// Videos lists the video files below a folder, sorted, as open-media-folder does, with the same warnings about what is left
// out. The error is not_found if the folder does not exist. It is permission_denied if the folder is unreadable or outside
// the roots.
func Videos(ctx context.Context, roots Roots, folder Path) (videos []Path, warnings []string, err error) {
	root, err := openFolder(roots, folder)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = root.Close() }()
	files, err := walk(ctx, folder, root)
	if err != nil {
		return nil, nil, err
	}
	videos = make([]Path, len(files.byKind[Video]))
	for i, name := range files.byKind[Video] {
		videos[i] = folder.Join(name)
	}
	return videos, files.warnings, nil
}

// Loose lists the names of the videos that lie directly in a folder, and of the folders beside them. Names that begin with
// a dot are left out. The errors are those of Videos.
func Loose(roots Roots, folder Path) (videos, folders []string, err error) {
	root, err := openFolder(roots, folder)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = root.Close() }()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, nil, mayNotRead(folder)
	}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case strings.HasPrefix(name, ".") || !utf8.ValidString(name):
		case entry.IsDir():
			folders = append(folders, name)
		case entry.Type().IsRegular() && IsVideo(name):
			videos = append(videos, name)
		}
	}
	return videos, folders, nil
}

// stem returns a path without its extension.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// sidecars returns the files of a kind, grouped by the video that they belong to. A file belongs to the
// video whose stem, followed by a dot, begins the file's name. If there are several, the longest stem
// counts.
func (w *folderFiles) sidecars(kind Kind, videos []string) map[string][]string {
	byStem := make(map[string]string, len(videos))
	for _, video := range videos {
		if _, taken := byStem[stem(video)]; !taken {
			byStem[stem(video)] = video
		}
	}
	owned := map[string][]string{}
	for _, name := range w.byKind[kind] {
		for s := stem(name); ; s = stem(s) {
			if video, ok := byStem[s]; ok {
				owned[video] = append(owned[video], name)
				break
			}
			if path.Ext(s) == "" {
				break
			}
		}
	}
	return owned
}
