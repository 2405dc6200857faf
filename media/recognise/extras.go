package recognise

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"plotline/media/release"
)

// The words for files beside the episodes. They are the folder names and suffixes that Kodi, Plex and
// Jellyfin know, and those of anime discs (openings and endings without titles, menus). Chinese and
// Japanese words are included.
const extraWords = `samples?|trailers?|teasers?|featurettes?|behind[ ._-]?the[ ._-]?scenes|deleted[ ._-]?scenes?|` +
	`interviews?|gag[ ._-]?reels?|bloopers?|making[ ._-]?of|bonus(?:[ ._-]?(?:discs?|dvds?|materials?|features?))?|previews?|vorschau|anteprima|ennakko|highlights?|fragmanı?|avance|zwiastun|ukázka|upoutávka|előzetes|трейлер|тизер|анонс|bande[ ._-]?annonce|예고편?|티저`

// extraFolders are the names of folders with such files.
const extraFolders = extraWords + `|extras?|specials? features?|scenes?|shorts?|clips?|others?|deleted|预告片?|預告片?|花絮|特典|特典映像|映像特典`

var (
	extraFolder = regexp.MustCompile(`(?i)^(?:` + extraFolders + `)(?: ?(?:&|\+|,|and|und|et|y) ?(?:` + extraFolders + `))*$`)
	// extraMark matches a mark at either edge of a name. It decides even if the name has season and
	// episode.
	extraMark = regexp.MustCompile(`(?i)^samples?(?:[ ._-]|$)|[._-]samples?$|-(?:trailer|behindthescenes|deleted|featurette|interview|scene|short|clip|extra|other|teaser)$|预告|預告|予告|예고`)
	// onlyExtra matches the title of an episode that is nothing but such a word. "The Trailer" is a title.
	onlyExtra = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(?:` + extraWords + `)$`) })
	// extraWord may appear anywhere in a name that does not give season and episode itself.
	extraWord = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` + extraWords + `|ncop[0-9]*|nced[0-9]*|pv[0-9]*|cm[0-9]*|menu[0-9]*)(?:[^\pL\pN]|$)|花絮|特典|制作特辑|하이라이트`)
	})
)

// extra reports whether a file is a sample, a trailer or another file that is not an episode. An episode
// may be called "The Trailer". So a name with season and episode is an extra only by its folder or by a
// mark at its edge.
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
	return !r.Explicit() && extraWord().MatchString(k.withoutTitle(name))
}

// extraInFront reports whether nothing but such a word stands between the show's title and the numbering: "Show Trailer S01E02".
func (k *knowledge) extraInFront(title string) bool {
	rest := strings.Trim(k.withoutTitle(title), " .-")
	return len(rest) < len(title) && onlyExtra().MatchString(rest)
}

// withoutTitle removes the show's title, so that not every file of "Trailer Park Boys" counts as an
// extra.
func (k *knowledge) withoutTitle(name string) string {
	lower := strings.ToLower(name)
	for _, title := range k.Names {
		if title = strings.ToLower(title); strings.HasPrefix(lower, title) {
			return name[min(len(title), len(name)):]
		}
	}
	return name
}
