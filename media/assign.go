package media

import "slices"

// Assignment says that a file is an episode. A file that holds two episodes is named twice.
type Assignment struct {
	Path            Path
	Season, Episode int
}

type episodeKey struct{ season, episode int }

// Assign writes down which episodes files are. It replaces the earlier entries of those files, whose
// subtitles, audio tracks and unknown fields the new ones keep, and takes the numbers from any other
// file that held one of the episodes.
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
	m.giveUp(byFile, taken)
	earlier := m.entriesOf(byFile)
	done := map[Path]bool{}
	files := make([]MediaFile, 0, len(m.MediaFiles)+len(entries))
	for _, f := range m.MediaFiles {
		file := f.AbsolutePath.key()
		if byFile[file] == nil {
			files = append(files, f)
		} else if !done[file] {
			files = append(files, assigned(byFile[file], earlier[file])...)
			done[file] = true
		}
	}
	for _, p := range order {
		if file := p.key(); !done[file] {
			files = append(files, assigned(byFile[file], []MediaFile{{AbsolutePath: m.inOwnForm(p)}})...)
		}
	}
	m.MediaFiles = files
}

// giveUp takes the numbers from files that are not assigned anew. An entry that is left without any
// goes, when the file has another.
func (m *Metadata) giveUp(assigned map[Path][]episodeKey, taken map[episodeKey]bool) {
	lost := map[Path]bool{}
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		if assigned[f.AbsolutePath.key()] == nil && f.Numbered() && taken[episodeKey{*f.SeasonNumber, *f.EpisodeNumber}] {
			f.SeasonNumber, f.EpisodeNumber = nil, nil
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

// entriesOf gives the entries of some files.
func (m *Metadata) entriesOf(files map[Path][]episodeKey) map[Path][]MediaFile {
	found := map[Path][]MediaFile{}
	for _, f := range m.MediaFiles {
		if file := f.AbsolutePath.key(); files[file] != nil {
			found[file] = append(found[file], f)
		}
	}
	return found
}

// assigned makes the entries of one file: each of the earlier one with the same numbers, else of the
// first.
func assigned(episodes []episodeKey, earlier []MediaFile) []MediaFile {
	entries := make([]MediaFile, len(episodes))
	for i, episode := range episodes {
		at := slices.IndexFunc(earlier, func(f MediaFile) bool {
			return f.Numbered() && *f.SeasonNumber == episode.season && *f.EpisodeNumber == episode.episode
		})
		entry := earlier[max(at, 0)]
		entry.SubtitleFilePaths = slices.Clone(entry.SubtitleFilePaths)
		entry.AudioFilePaths = slices.Clone(entry.AudioFilePaths)
		entry.SeasonNumber, entry.EpisodeNumber = new(episode.season), new(episode.episode)
		entries[i] = entry
	}
	return entries
}

// inOwnForm writes a path in the form of the folder's own: SMM's metadata say /C/Users/x for a path on
// a Windows drive.
func (m *Metadata) inOwnForm(p Path) Path {
	if rel, inside := m.MediaFolderPath.key().Rel(p.key()); inside {
		return m.MediaFolderPath.Join(rel)
	}
	return p
}

// Renamed carries the new paths of files into the metadata, of videos and of what belongs to them. All
// moves happen at once, so that swaps and chains come out right. An entry of a file that was not moved
// but whose place another took is dropped: it was gone before.
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
			f.AbsolutePath = m.inOwnForm(to)
		}
		f.SubtitleFilePaths = m.renamed(f.SubtitleFilePaths, targets, replaced)
		f.AudioFilePaths = m.renamed(f.AudioFilePaths, targets, replaced)
	}
}

// renamed is a new list, since copies of an entry share theirs.
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
			text = string(m.inOwnForm(to))
		}
		list = append(list, text)
	}
	return list
}
