package media

import (
	"cmp"
	"slices"
	"strings"

	"plotline/media/recognise"
	"plotline/media/release"
)

// confirmed reports whether files have numbers although no description of a show is known. People gave them these
// numbers, by a recognition plan or in SMM. A movie is no show.
func (m *Metadata) confirmed() bool {
	return m.Type != TypeMovie && m.Type != TypeMusic &&
		slices.ContainsFunc(m.MediaFiles, func(f MediaFile) bool { return f.Numbered() })
}

// confirmedShow describes a show by the numbers of its files, in order, with the titles in their names.
func (m *Metadata) confirmedShow() *TVShow {
	show := &TVShow{Name: m.nameOfShow()}
	titles := map[episodeKey]string{}
	for i := range m.MediaFiles {
		f := &m.MediaFiles[i]
		if !f.Numbered() {
			continue
		}
		key := episodeKey{*f.SeasonNumber, *f.EpisodeNumber}
		if _, known := titles[key]; !known {
			season := show.season(key.season)
			season.Episodes = append(season.Episodes, Episode{EpisodeNumber: key.episode})
		}
		titles[key] = m.titleInName(f)
	}
	for i := range show.Seasons {
		season := &show.Seasons[i]
		for j := range season.Episodes {
			season.Episodes[j].Name = titles[episodeKey{season.SeasonNumber, season.Episodes[j].EpisodeNumber}]
		}
		slices.SortFunc(season.Episodes, func(a, b Episode) int { return cmp.Compare(a.EpisodeNumber, b.EpisodeNumber) })
	}
	slices.SortFunc(show.Seasons, func(a, b Season) int { return cmp.Compare(a.SeasonNumber, b.SeasonNumber) })
	show.count()
	return show
}

// nameOfShow returns the title in the name of the folder. A folder such as "Downloads" has the title that the names of all its
// files give, if there is one.
func (m *Metadata) nameOfShow() string {
	folder, _ := cleanTitle(m.MediaFolderPath.Base())
	if !recognise.IsUsual(folder) {
		return folder
	}
	shared := ""
	for i := range m.MediaFiles {
		if f := &m.MediaFiles[i]; f.Numbered() {
			read := release.Parse(f.AbsolutePath.Base())
			title := read.Title
			if title == "" || len(read.Episodes)+len(read.Absolute) == 0 || shared != "" && !strings.EqualFold(title, shared) {
				return folder
			}
			shared = cmp.Or(shared, title)
		}
	}
	return shared
}

// titleInName returns the title of the episode in a file's name, or "". In a name with several episodes, each has it.
func (m *Metadata) titleInName(f *MediaFile) string {
	return release.Parse(f.AbsolutePath.Base(), m.MediaFolderPath.Base()).EpisodeTitle
}
