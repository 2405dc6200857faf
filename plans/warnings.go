package plans

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"plotline/media"
	"plotline/media/release"
)

// Limits of the warnings of a rename.
const (
	namesChecked  = 1000 // entries whose names are read
	warningsShown = 20
)

// renameWarnings says which new names have another extension, or give another episode than the file has. A decided plan has
// none. They prevent nothing: a person may want such a name.
func (p *Plan) renameWarnings(known *media.Metadata) []string {
	if !p.waits() {
		return nil
	}
	episodes := map[media.Path][][2]int{}
	for i := range known.MediaFiles {
		if f := &known.MediaFiles[i]; f.Numbered() {
			episodes[f.AbsolutePath] = append(episodes[f.AbsolutePath], [2]int{*f.SeasonNumber, *f.EpisodeNumber})
		}
	}
	proposed := map[media.Path]media.Path{}
	for _, name := range episodeNames(known) {
		if len(name.episodes) == len(episodes[name.path]) {
			proposed[name.path] = name.path.Dir().Join(name.base())
		}
	}
	var all []string
	for row, e := range p.Files[:min(len(p.Files), namesChecked)] {
		if len(all) == warningsShown {
			break
		}
		from, to := path.Ext(string(e.From)), path.Ext(string(e.To))
		if !strings.EqualFold(from, to) {
			all = append(all, fmt.Sprintf("Row %d changes the extension of %q from %q to %q", row, e.From.Base(), from, to))
		}
		if proposed[e.From] == e.To {
			continue // although it may be read in another way: S01E1011
		}
		had := episodes[e.From]
		if had == nil {
			had = p.episodesIn(e.From, true)
		}
		if now := p.episodesIn(e.To, false); had != nil && !slices.Equal(had, now) {
			all = append(all, fmt.Sprintf("Row %d renames %q, which is %s, to %q, which gives %s", row, e.From.Base(), codes(had), e.To.Base(), codes(now)))
		}
	}
	return all
}

// displacing says which files of the metadata would lose an episode if a recognition were applied. A file that is gone
// loses nothing.
func (p *Plan) displacing(known *media.Metadata, where folder) []string {
	if !p.waits() || where.root == nil {
		return nil
	}
	entries, _ := p.included(nil)
	gets, named := map[[2]int]media.Path{}, map[media.Path]bool{}
	for _, e := range entries {
		gets[[2]int{*e.Season, *e.Episode}], named[e.Path] = e.Path, true
	}
	var lost []string
	for i := range known.MediaFiles {
		f := &known.MediaFiles[i]
		if !f.Numbered() {
			continue
		}
		episode := [2]int{*f.SeasonNumber, *f.EpisodeNumber}
		to, taken := gets[episode]
		if to == f.AbsolutePath || !taken && !named[f.AbsolutePath] {
			continue
		}
		if _, err := where.root.Lstat(where.name(f.AbsolutePath)); err != nil {
			continue
		}
		what := fmt.Sprintf("%s of %q", codes([][2]int{episode}), f.AbsolutePath.Base())
		if taken {
			what += fmt.Sprintf(" goes to %q", to.Base())
		}
		lost = append(lost, what)
	}
	if len(lost) == 0 {
		return nil
	}
	text := "Files that are recognised now would lose their episodes: " + strings.Join(lost[:min(len(lost), namesShown)], ", ")
	if more := len(lost) - namesShown; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return []string{text}
}

// episodesIn returns the episodes that a name gives, or gives for certain: without the help of its folder.
func (p *Plan) episodesIn(file media.Path, certain bool) (all [][2]int) {
	name, _ := p.MediaFolderPath.Rel(file)
	read := release.Parse(name, p.MediaFolderPath.Base())
	if read.Season == nil || certain && (read.SeasonFromFolder || read.Doubt != "") {
		return nil
	}
	for _, episode := range read.Episodes {
		all = append(all, [2]int{*read.Season, episode})
	}
	return all
}

func codes(episodes [][2]int) string {
	if len(episodes) == 0 {
		return "no episode"
	}
	texts := make([]string, 0, len(episodes))
	for _, e := range episodes {
		texts = append(texts, fmt.Sprintf("S%02dE%02d", e[0], e[1]))
	}
	return strings.Join(texts, " and ")
}
