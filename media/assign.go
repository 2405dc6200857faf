package media

import "slices"

// Assignment assigns an episode to a file. A file that holds two episodes has two assignments.
type Assignment struct {
	Path            Path
	Season, Episode int
}

type episodeKey struct{ season, episode int }

// Assign records which episodes files hold. It replaces the earlier entries of those files, but keeps
// their subtitles, audio tracks and unknown fields. It removes the numbers from any other file that held
// one of the episodes.
func (m *Metadata) Assign(entries []Assignment) {
	byFile := map[Path][]episodeKey{}
	taken := map[episodeKey]bool{}
	var order []Path
	for _, entry := range entries {
		file, episode := entry.Path.key(), episodeKey{entry.Season, entry.Episode}
		if byFile[file] == nil {
			order = append(order, entry.Path)
		}
		if !slices.Contains(byFile[file], episode) {
			byFile[file] = append(byFile[file], episode)
		}
		taken[episode] = true
	}
	m.removeNumbers(byFile, taken)
	earlier := m.entriesOf(byFile)
	done := map[Path]bool{}
	files := make([]MediaFile, 0, len(m.MediaFiles)+len(entries))
	for _, f := range m.MediaFiles {
		file := f.AbsolutePath.key()
		if byFile[file] == nil {
			files = append(files, f)
		} else if !done[file] {
			files = append(files, assignedEntries(byFile[file], earlier[file])...)
			done[file] = true
		}
	}
	for _, p := range order {
		if file := p.key(); !done[file] {
			files = append(files, assignedEntries(byFile[file], []MediaFile{{AbsolutePath: m.inFolderForm(p)}})...)
		}
	}
	m.MediaFiles = files
}

// removeNumbers removes the taken numbers from files that are not assigned again. An entry left without numbers
// is dropped if the file has another entry.
func (m *Metadata) removeNumbers(assigned map[Path][]episodeKey, taken map[episodeKey]bool) {
	lost := map[Path]bool{}
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		if assigned[f.AbsolutePath.key()] == nil && f.Numbered() && taken[episodeKey{*f.SeasonNumber, *f.EpisodeNumber}] {
			f.SeasonNumber, f.EpisodeNumber, f.NumbersFromNFO = nil, nil, false
			lost[f.AbsolutePath.key()] = true
		}
	}
	has := map[Path]bool{}
	for i := range m.MediaFiles {
		if f := &m.MediaFiles[i]; f.Numbered() {
			has[f.AbsolutePath.key()] = true
		}
	}
	m.MediaFiles = slices.DeleteFunc(m.MediaFiles, func(f MediaFile) bool {
		file := f.AbsolutePath.key()
		if file == "" || !lost[file] || f.Numbered() {
			return false
		}
		extra := has[file]
		has[file] = true
		return extra
	})
}

// entriesOf returns the entries of the given files.
func (m *Metadata) entriesOf(files map[Path][]episodeKey) map[Path][]MediaFile {
	found := map[Path][]MediaFile{}
	for _, f := range m.MediaFiles {
		if file := f.AbsolutePath.key(); files[file] != nil {
			found[file] = append(found[file], f)
		}
	}
	return found
}

// assignedEntries returns the entries of one file. Each is based on the earlier entry with the same numbers, or
// else on the first.
func assignedEntries(episodes []episodeKey, earlier []MediaFile) []MediaFile {
	entries := make([]MediaFile, len(episodes))
	for i, episode := range episodes {
		at := slices.IndexFunc(earlier, func(f MediaFile) bool {
			return f.Numbered() && *f.SeasonNumber == episode.season && *f.EpisodeNumber == episode.episode
		})
		entry := earlier[max(at, 0)]
		entry.SubtitleFilePaths = slices.Clone(entry.SubtitleFilePaths)
		entry.AudioFilePaths = slices.Clone(entry.AudioFilePaths)
		entry.SeasonNumber, entry.EpisodeNumber = new(episode.season), new(episode.episode)
		entry.NumbersFromNFO = entry.NumbersFromNFO && at >= 0
		entries[i] = entry
	}
	return entries
}

// inFolderForm returns a path in the form of the media folder's own path. SMM's metadata has /C/Users/x for
// a path on a Windows drive.
func (m *Metadata) inFolderForm(p Path) Path {
	if rel, inside := m.MediaFolderPath.key().Rel(p.key()); inside {
		return m.MediaFolderPath.Join(rel)
	}
	return p
}

// Renamed applies the new paths of files to the metadata: those of videos and of their subtitles and
// audio tracks. All moves happen at once, so swaps and chains work. If a file was moved onto the path of
// an entry that did not move, that entry is dropped, because its file no longer existed.
func (m *Metadata) Renamed(moved map[Path]Path) {
	targets := make(map[Path]Path, len(moved))
	replaced := map[Path]bool{}
	for from, to := range moved {
		targets[from.key()] = to
		replaced[to.key()] = true
	}
	for from := range targets {
		delete(replaced, from)
	}
	m.MediaFiles = slices.DeleteFunc(m.MediaFiles, func(f MediaFile) bool { return replaced[f.AbsolutePath.key()] })
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		if to, ok := targets[f.AbsolutePath.key()]; ok {
			f.AbsolutePath = m.inFolderForm(to)
		}
		f.SubtitleFilePaths = m.renamed(f.SubtitleFilePaths, targets, replaced)
		f.AudioFilePaths = m.renamed(f.AudioFilePaths, targets, replaced)
	}
	m.renameReplaced(targets)
}

// renamed returns a new list, because copies of an entry share theirs.
func (m *Metadata) renamed(texts []string, targets map[Path]Path, replaced map[Path]bool) []string {
	if len(texts) == 0 {
		return texts
	}
	list := make([]string, 0, len(texts))
	for _, text := range texts {
		p, ok := ParsePath(text)
		if ok && replaced[p.key()] {
			continue
		}
		if to, moved := targets[p.key()]; ok && moved {
			text = string(m.inFolderForm(to))
		}
		list = append(list, text)
	}
	return list
}
