package recognise

import (
	"path"
	"strings"

	"plotline/graph/pattern"
	"plotline/media/release"
)

// The words for what lies beside the episodes: those that Kodi, Plex and Jellyfin know as folders and
// as endings, those of anime discs (openings and endings without titles, menus), and the Chinese and
// Japanese ones.
const extraWords = `samples?|trailers?|teasers?|featurettes?|behind[ ._-]?the[ ._-]?scenes|deleted[ ._-]?scenes?|` +
	`interviews?|gag[ ._-]?reels?|bloopers?|making[ ._-]?of|bonus`

var (
	extraFolder = pattern.New(`(?i)^(?:` + extraWords + `|extras?|specials? features?|scenes?|shorts?|clips?|others?|deleted|` +
		`featurettes?|trailers?|预告片?|預告片?|花絮|特典|特典映像|映像特典)$`)
	// extraMark stands at the edge of a name, joined to it, whatever else the name says.
	extraMark = pattern.New(`(?i)^samples?[ ._-]|[._-]samples?$|-(?:trailer|behindthescenes|deleted|featurette|interview|scene|short|clip|extra|other|teaser)$`)
	// extraWord may stand anywhere in a name that does not number itself as an episode of a season.
	extraWord = pattern.New(`(?i)(?:^|[^\pL\pN])(?:` + extraWords + `|ncop[0-9]*|nced[0-9]*|pv[0-9]*|cm[0-9]*|menu[0-9]*)(?:[^\pL\pN]|$)|预告|預告|予告|花絮|特典|制作特辑`)
)

// extra tells whether a file is a sample, a trailer or another thing that is no episode. An episode may
// be called "The Trailer": a name with season and episode is an extra only by its folder or by a mark
// at its edge.
func (k *knowledge) extra(name string, folders []string, r release.Release) bool {
	for _, folder := range folders {
		if extraFolder.MatchString(strings.TrimSpace(folder)) {
			return true
		}
	}
	name = strings.TrimSuffix(name, path.Ext(name))
	if extraMark.MatchString(name) {
		return true
	}
	return !r.Explicit() && extraWord.MatchString(k.withoutTitle(name))
}

// withoutTitle keeps a show that is called "Trailer Park Boys" from being an extra altogether.
func (k *knowledge) withoutTitle(name string) string {
	lower := strings.ToLower(name)
	for _, title := range k.names {
		if title = strings.ToLower(title); strings.HasPrefix(lower, title) {
			return name[min(len(title), len(name)):]
		}
	}
	return name
}
