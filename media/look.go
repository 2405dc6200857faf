package media

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/usecase"
	"plotline/media/nfo"
)

// scanResult is the result of scanning a media folder.
type scanResult struct {
	folder   Path
	files    *folderFiles
	show     *nfo.Show                // of tvshow.nfo; nil if there is none, or none that describes the show
	showFile bool                     // there is a tvshow.nfo
	movie    bool                     // an NFO file describes a movie
	episodes map[string][]nfo.Episode // by the video beside the NFO file
	bytes    int                      // of the NFO files with episodes, and of the episodes
	warnings []string
}

// Limits of what is read of NFO files, in bytes.
const (
	maxNFOBytes     = 1 << 20  // of one file
	maxEpisodeBytes = 32 << 20 // of all files that describe episodes
	nfoEpisodeBytes = 100      // what an episode counts besides its text
)

// scanFolder scans a folder and reads its NFO files.
func scanFolder(ctx context.Context, roots Roots, folder Path) (*scanResult, error) {
	root, err := openFolder(roots, folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	usecase.Report(ctx, 0, 0, "looking at the folder")
	files, err := walk(ctx, folder, root)
	if err != nil {
		return nil, err
	}
	s := &scanResult{folder: folder, files: files, episodes: map[string][]nfo.Episode{}}
	byStem := make(map[string]string, len(files.byKind[Video]))
	for _, video := range files.byKind[Video] {
		byStem[stem(video)] = video
	}
	infos := files.byKind[Info]
	for i, name := range infos {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if i%500 == 0 {
			usecase.Report(ctx, i, len(infos), "reading NFO files")
		}
		s.read(root, name, byStem[stem(name)])
	}
	return s, nil
}

// read reads one NFO file; video is the video beside it, or "".
func (s *scanResult) read(root *os.Root, name, video string) {
	top := !strings.Contains(name, "/")
	isShow := top && strings.EqualFold(path.Base(name), "tvshow.nfo")
	if video == "" && !top {
		return
	}
	s.showFile = s.showFile || isShow
	raw, err := readSome(root, name)
	if err != nil {
		s.warnings = append(s.warnings, name+": the NFO file cannot be read")
		return
	}
	f, err := nfo.Parse(raw)
	if err != nil {
		s.warnings = append(s.warnings, fmt.Sprintf("%s: the NFO file is skipped: %v", name, err))
		return
	}
	if isShow && f.Show != nil {
		s.show = f.Show
	}
	s.movie = s.movie || (top && f.Movie)
	if video == "" || len(f.Episodes) == 0 {
		return
	}
	if s.bytes += len(raw) + nfoEpisodeBytes*len(f.Episodes); s.bytes > maxEpisodeBytes {
		s.warnings = append(s.warnings, fmt.Sprintf("%s: the NFO file is skipped: those before it have %d MiB", name, maxEpisodeBytes>>20))
		return
	}
	s.episodes[video] = f.Episodes
}

func readSome(root *os.Root, name string) ([]byte, error) {
	file, err := durable.OpenIn(root, name) // a pipe may have replaced it since the walk
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, maxNFOBytes))
}

func (s *scanResult) usedNFO() bool { return s.show != nil || s.movie || len(s.episodes) > 0 }

// folderType returns the type of the folder. A known type stays, unless the caller gives a TMDB id and so
// says that it is a show.
func (s *scanResult) folderType(known *Metadata, tmdbID int) string {
	videos := s.files.byKind[Video]
	switch {
	case tmdbID > 0:
		return TypeTVShow
	case known != nil && known.Type != "":
		return known.Type
	case s.showFile || len(s.episodes) > 0:
		return TypeTVShow
	case s.movie:
		return TypeMovie
	case len(videos) == 0 && len(s.files.byKind[Audio]) > 0:
		return TypeMusic
	case len(videos) == 1 && !looksLikeEpisode(videos[0]):
		return TypeMovie
	}
	return TypeTVShow
}

// looksLikeEpisode reports whether a video is one of many, by its name or its folder.
func looksLikeEpisode(name string) bool {
	if numbered.MatchString(path.Base(name)) {
		return true
	}
	dir := path.Dir(name)
	return dir != "." && seasonal.MatchString(path.Base(dir))
}
