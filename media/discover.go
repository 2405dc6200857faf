package media

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media/recognise"
)

// Limits of a search for media folders.
const (
	maxFolders = 20_000 // media folders that a search finds
	maxDepth   = 32     // folders inside each other
)

// Found are the media folders of a workspace.
type Found struct {
	Folders  []Path   // sorted
	Mixed    []Mixed  // sorted
	Warnings []string // folders that cannot be read
}

// Mixed is a folder with videos beside media folders. They belong to none of these.
type Mixed struct {
	FolderPath Path `json:"folderPath"`
	FileCount  int  `json:"fileCount" doc:"Number of videos that lie directly in it"`
}

// Discover finds the media folders below the media roots: folders with videos in them or in their seasons, extras and
// discs, and the known folders. A folder with a tvshow.nfo is one show, whatever is in it. It reads only the names of
// files, and follows no links. Without media roots, only the known folders are found.
//
// The error is too_large if there are more than 20,000 folders, or the context's.
func Discover(ctx context.Context, roots Roots, known []Path) (Found, error) {
	e := explorer{ctx: ctx, roots: roots, known: make(map[Path]bool, len(known)), found: make(map[Path]bool, len(known))}
	for _, folder := range known {
		if e.known[folder] = true; roots.Allow(folder) == nil {
			e.found[folder] = true
		}
	}
	for _, at := range roots.Paths {
		if err := e.exploreRoot(at); err != nil {
			return Found{}, err
		}
	}
	slices.SortFunc(e.mixed, func(a, b Mixed) int { return cmp.Compare(a.FolderPath, b.FolderPath) })
	return Found{slices.Sorted(maps.Keys(e.found)), e.mixed, e.warnings}, nil
}

// explorer is the state of a search.
type explorer struct {
	ctx      context.Context //nolint:containedctx // of one call
	roots    Roots
	at       Path // the media root
	root     fs.FS
	known    map[Path]bool
	found    map[Path]bool
	read     int // folders
	mixed    []Mixed
	warnings []string
}

func (e *explorer) exploreRoot(at Path) error {
	root, err := e.roots.Open(at)
	if err != nil {
		e.warn(at, "cannot be opened; check that its disk is mounted") // the other roots can be
		return nil
	}
	defer func() { _ = root.Close() }()
	e.at, e.root = at, root.FS()
	has, err := e.explore(".", 0)
	switch has {
	case holdsVideos, holdsParts:
		e.found[at] = true
	case holdsShows, holdsBoth: // known or not: a root with shows is none
		delete(e.found, at)
	case holdsNothing:
	}
	return err
}

// holding is what a folder has of media.
type holding int

const (
	holdsNothing holding = iota
	holdsVideos          // it is a media folder, or a part of the one around it
	holdsParts           // the same, and the videos are in seasons or the like
	holdsShows           // media folders, or it is known to be one
	holdsBoth            // media folders, and videos beside them
)

// explore looks for media folders in a folder.
func (e *explorer) explore(name string, depth int) (holding, error) {
	if err := e.ctx.Err(); err != nil {
		return holdsNothing, err
	}
	if e.read++; e.read%100 == 0 {
		usecase.Report(e.ctx, e.read, 0, "looking for media folders")
	}
	folder := e.at.Join(name)
	if name == "." {
		folder = e.at
	}
	entries, err := fs.ReadDir(e.root, name)
	if err != nil {
		e.warn(folder, "cannot be read, and is left out")
		return holdsNothing, nil //nolint:nilerr // the other folders can be
	}
	if e.known[folder] && folder != e.at || hasShowFile(entries) {
		e.found[folder] = true
		return holdsShows, nil
	}
	inside := contents{folder: folder, before: len(e.found)}
	for _, entry := range entries {
		if err := e.see(&inside, path.Join(name, entry.Name()), entry, depth); err != nil {
			return holdsNothing, err
		}
	}
	return e.settle(inside)
}

// contents are the entries of a folder, as far as they were seen.
type contents struct {
	folder Path
	before int    // how many media folders were found before
	videos int    // beside its folders
	named  int    // how many of these have the name of the folder
	parts  []Path // seasons and discs, with videos
	sides  bool   // specials and extras
	maybe  []Path // folders with videos that may be seasons
	shows  bool   // media folders are inside
}

// see looks at one entry of a folder.
func (e *explorer) see(inside *contents, name string, entry fs.DirEntry, depth int) error {
	base := entry.Name()
	if strings.HasPrefix(base, ".") || !utf8.ValidString(base) {
		return nil
	}
	if !entry.IsDir() {
		if entry.Type()&(fs.ModeType&^fs.ModeSymlink) == 0 && IsVideo(base) {
			inside.videos++
			if recognise.IsNamed(base, inside.folder.Base()) {
				inside.named++
			}
		}
		return nil
	}
	child := e.at.Join(name)
	if depth >= maxDepth || contains(e.roots.own, child) {
		return nil
	}
	has, err := e.explore(name, depth+1)
	if err != nil || has == holdsNothing {
		return err
	}
	switch part := recognise.PartOf(base, inside.folder.Base()); {
	case part == recognise.ShowPart && has != holdsShows:
		inside.parts = append(inside.parts, child)
	case has == holdsShows || has == holdsBoth:
		inside.shows = true
	case part == recognise.SidePart:
		inside.sides = true
	case part == recognise.MaybePart && has == holdsVideos:
		inside.maybe = append(inside.maybe, child)
	default: // a number with seasons is a show
		e.found[child] = true
		inside.shows = true
	}
	return e.checkCount()
}

// settle decides what a folder is, once all that it has is known. One with seasons is a show, whatever else it has, unless
// that is more than twice as many shows. So is one with videos of its own name, unless it has half as many shows: the show and
// another one that belongs to it. Beside other shows, and in a media root, "24" is a show. In a show, it is a season.
func (e *explorer) settle(inside contents) (holding, error) {
	shows := len(e.found) - inside.before
	ownVideos := inside.folder != e.at && inside.shows && inside.named > 1 && 2*shows <= inside.named
	if len(inside.parts) > 0 && shows <= 2*len(inside.parts) || ownVideos {
		if shows > 0 {
			e.absorb(inside.folder)
		}
		return holdsParts, nil
	}
	for _, child := range inside.parts {
		e.found[child], inside.shows = true, true
	}
	isShow := inside.videos > 0 || inside.sides
	if inside.folder == e.at && !isShow && len(inside.maybe) > 0 {
		inside.shows = true
	}
	switch {
	case inside.shows:
	case len(inside.maybe) > 0:
		return holdsParts, nil
	case isShow:
		return holdsVideos, nil
	default:
		return holdsNothing, nil
	}
	for _, child := range inside.maybe {
		e.found[child] = true
	}
	if inside.videos > 0 {
		e.mixed = append(e.mixed, Mixed{inside.folder, inside.videos})
		return holdsBoth, e.checkCount()
	}
	return holdsShows, e.checkCount()
}

// absorb makes a folder one show. What seemed to be shows below it are parts of it, unless they are known.
func (e *explorer) absorb(folder Path) {
	maps.DeleteFunc(e.found, func(below Path, _ bool) bool { return folder.Contains(below) && !e.known[below] })
	e.mixed = slices.DeleteFunc(e.mixed, func(below Mixed) bool { return folder.Contains(below.FolderPath) })
}

func (e *explorer) checkCount() error {
	if len(e.found) > maxFolders {
		return fault.Newf(fault.TooLarge, "the media roots have more than %d media folders; set narrower ones with --media-root", maxFolders)
	}
	return nil
}

func (e *explorer) warn(folder Path, text string) {
	if len(e.warnings) < maxWarnings {
		e.warnings = append(e.warnings, string(folder)+": "+text)
	}
}

func hasShowFile(entries []os.DirEntry) bool {
	return slices.ContainsFunc(entries, func(entry os.DirEntry) bool { return strings.EqualFold(entry.Name(), "tvshow.nfo") })
}
