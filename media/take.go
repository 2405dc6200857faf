package media

import (
	"fmt"
	"slices"

	"plotline/media/nfo"
)

// updateFiles updates the list of media files from a scan. It adds new files and drops missing ones. Remaining
// entries keep their numbers and all other fields. It returns doubts for a person to check.
func (m *Metadata) updateFiles(seen *scanResult, kind string) (doubts []string) {
	wanted := Video
	if kind == TypeMusic {
		wanted = Audio
	}
	names := seen.files.byKind[wanted]
	present := make(map[string]bool, len(names)) // true if an entry has it
	for _, name := range names {
		present[name] = false
	}
	m.MediaFiles = slices.DeleteFunc(m.MediaFiles, func(f MediaFile) bool {
		name, inside := m.inside(f.AbsolutePath)
		if !inside {
			return false // outside the scanned folder
		}
		_, there := present[name]
		if there {
			present[name] = true
		}
		return !there
	})
	for _, name := range names {
		if !present[name] {
			m.MediaFiles = append(m.MediaFiles, MediaFile{AbsolutePath: m.MediaFolderPath.Join(name)})
		}
	}
	m.attachSidecars(seen, names, wanted)
	return m.number(seen.episodes)
}

// inside returns a path relative to the media folder, in either form of a Windows drive.
func (m *Metadata) inside(p Path) (string, bool) { return m.MediaFolderPath.key().Rel(p.key()) }

// attachSidecars lists subtitles and audio tracks with the files that they belong to.
func (m *Metadata) attachSidecars(seen *scanResult, names []string, wanted Kind) {
	subtitles := seen.files.sidecars(Subtitle, names)
	audio := map[string][]string{}
	if wanted == Video {
		audio = seen.files.sidecars(Audio, names)
	}
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		if name, ok := m.inside(f.AbsolutePath); ok {
			f.SubtitleFilePaths = m.refresh(f.SubtitleFilePaths, subtitles[name], seen.files.all)
			f.AudioFilePaths = m.refresh(f.AudioFilePaths, audio[name], seen.files.all)
		}
	}
}

// refresh keeps the files of a list that still exist or lie outside the folder, and adds new ones.
func (m *Metadata) refresh(list, found []string, there map[string]bool) []string {
	held := map[string]bool{}
	list = slices.DeleteFunc(list, func(text string) bool {
		p, _ := ParsePath(text)
		name, ok := m.inside(p)
		held[name] = ok
		return ok && !there[name]
	})
	for _, name := range found {
		if !held[name] {
			list = append(list, string(m.MediaFolderPath.Join(name)))
		}
	}
	return list
}

// number takes the numbers of unnumbered files from their NFO files. It does not take an episode from
// another file. It notes which files have the numbers of their own NFO file.
func (m *Metadata) number(episodes map[string][]nfo.Episode) (doubts []string) {
	held := map[episodeKey]Path{}
	for _, f := range m.MediaFiles {
		if f.Numbered() {
			held[episodeKey{*f.SeasonNumber, *f.EpisodeNumber}] = f.AbsolutePath
		}
	}
	files := make([]MediaFile, 0, len(m.MediaFiles))
	for _, f := range m.MediaFiles {
		name, inside := m.inside(f.AbsolutePath)
		f.NumbersFromNFO = inside && f.numberedBy(episodes[name])
		if f.SeasonNumber != nil || f.EpisodeNumber != nil || episodes[name] == nil {
			files = append(files, f)
			continue
		}
		free, taken := claimEpisodes(episodes[name], f.AbsolutePath, held)
		for _, key := range taken {
			doubts = append(doubts, fmt.Sprintf("%s: its NFO file says season %d episode %d, which another file has: %s",
				name, key.season, key.episode, held[key]))
		}
		if free == nil {
			files = append(files, f)
			continue
		}
		entries := assignedEntries(free, []MediaFile{f})
		for i := range entries {
			entries[i].NumbersFromNFO = true
		}
		files = append(files, entries...)
	}
	m.MediaFiles = files
	return doubts
}

// numberedBy reports whether an NFO file with these episodes gives the numbers of the entry.
func (f *MediaFile) numberedBy(episodes []nfo.Episode) bool {
	return f.Numbered() && slices.ContainsFunc(episodes, func(e nfo.Episode) bool {
		return e.Season != nil && e.Episode != nil && *e.Season == *f.SeasonNumber && *e.Episode == *f.EpisodeNumber
	})
}

// SeasonEpisodes are episodes of one season.
type SeasonEpisodes struct {
	Season   int
	Episodes []int
}

// NFOEpisodes returns the episodes that videos have from their own NFO files, by the path of the video relative to the media
// folder. If an NFO file names several seasons, only the first counts.
func (m *Metadata) NFOEpisodes() map[string]SeasonEpisodes {
	given := map[string]SeasonEpisodes{}
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		name, inside := m.inside(f.AbsolutePath)
		if !inside || !f.NumbersFromNFO || !f.Numbered() {
			continue
		}
		of, more := given[name]
		if !more {
			of.Season = *f.SeasonNumber
		}
		if of.Season == *f.SeasonNumber {
			of.Episodes = append(of.Episodes, *f.EpisodeNumber)
		}
		given[name] = of
	}
	return given
}

// claimEpisodes assigns the episodes that no file has to this file and returns them as free. Episodes of other
// files are returned as taken.
func claimEpisodes(episodes []nfo.Episode, file Path, held map[episodeKey]Path) (free, taken []episodeKey) {
	for _, e := range episodes {
		if e.Season == nil || e.Episode == nil {
			continue
		}
		key := episodeKey{*e.Season, *e.Episode}
		switch owner, known := held[key]; {
		case !known:
			held[key] = file
			free = append(free, key)
		case owner != file:
			taken = append(taken, key)
		}
	}
	return free, taken
}
