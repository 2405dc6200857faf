package media

import (
	"fmt"
	"slices"

	"plotline/media/nfo"
)

// take brings the list of media files up to date with what was seen: new files are added and those that
// are gone are dropped; an entry that stays keeps its numbers and whatever else it has. It gives what a
// person should look at.
func (m *Metadata) take(seen *sight, kind string) (doubts []string) {
	wanted := Video
	if kind == TypeMusic {
		wanted = Audio
	}
	names := seen.files.byKind[wanted]
	present := make(map[string]bool, len(names)) // and whether an entry has it
	for _, name := range names {
		present[name] = false
	}
	m.MediaFiles = slices.DeleteFunc(m.MediaFiles, func(f MediaFile) bool {
		name, inside := m.inside(f.AbsolutePath)
		if !inside {
			return false // not seen, so not judged
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
	m.attach(seen, names, wanted)
	return m.number(seen.episodes)
}

// inside is a path's name below the media folder, in either form of a Windows drive.
func (m *Metadata) inside(p Path) (string, bool) { return m.MediaFolderPath.key().Rel(p.key()) }

// attach lists the subtitles and audio tracks with the files that they belong to.
func (m *Metadata) attach(seen *sight, names []string, wanted Kind) {
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

// refresh keeps those of a list that are still there, or lie elsewhere, and adds those that are new.
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

// number gives files without numbers those of their NFO files. An episode that another file has is not
// taken away from it.
func (m *Metadata) number(episodes map[string][]nfo.Episode) (doubts []string) {
	held := map[episodeKey]Path{}
	for _, f := range m.MediaFiles {
		if f.Numbered() {
			held[episodeKey{*f.SeasonNumber, *f.EpisodeNumber}] = f.AbsolutePath
		}
	}
	files := make([]MediaFile, 0, len(m.MediaFiles))
	for _, f := range m.MediaFiles {
		name, _ := m.inside(f.AbsolutePath)
		if f.SeasonNumber != nil || f.EpisodeNumber != nil || episodes[name] == nil {
			files = append(files, f)
			continue
		}
		free, taken := unheld(episodes[name], f.AbsolutePath, held)
		for _, key := range taken {
			doubts = append(doubts, fmt.Sprintf("%s: its NFO file says season %d episode %d, which another file has: %s",
				name, key.season, key.episode, held[key]))
		}
		if free == nil {
			files = append(files, f)
			continue
		}
		files = append(files, assigned(free, []MediaFile{f})...)
	}
	m.MediaFiles = files
	return doubts
}

// unheld tells which episodes no file has, and gives them to this one; taken are those of other files.
func unheld(episodes []nfo.Episode, file Path, held map[episodeKey]Path) (free, taken []episodeKey) {
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
