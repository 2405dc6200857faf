package recognise

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// shortestTitle is the number of letters and digits from which on a title in a file name is no coincidence.
const shortestTitle = 4

// Guesser guesses the episodes of files that Files left unrecognised.
type Guesser struct {
	known  *knowledge
	titles []titled // the longest first
}

// titled is an episode with the letters of its title.
type titled struct {
	letters         string
	season, episode int
}

// NewGuesser returns a guesser for a show.
func NewGuesser(show Show) *Guesser {
	g := &Guesser{known: index(show)}
	for _, s := range show.Seasons {
		for _, e := range s.Episodes {
			if letters := lettersOf(e.Title); len([]rune(letters)) >= shortestTitle {
				g.titles = append(g.titles, titled{letters, s.Number, e.Number})
			}
		}
	}
	slices.SortStableFunc(g.titles, func(a, b titled) int { return len(b.letters) - len(a.letters) })
	return g
}

// Guess returns what a person may want to enter for a file: the numbers that its name gives, although the show does not
// have them, or the episode whose title the name has. It returns false for samples, trailers and extras, and where there is
// nothing to go by.
func (g *Guesser) Guess(file string) (season, episode int, ok bool) {
	n := g.known.parse(File{Path: file})
	if n.extra || n.release.Batch {
		return 0, 0, false
	}
	p, reason := g.known.place(n.release, anyStyle)
	if reason != "" {
		p = asNamed(n.release)
	}
	if len(p.episodes) == 0 {
		return g.byTitle(path.Base(file))
	}
	return p.season, p.episodes[0], true
}

// byTitle returns the episode with the longest title that a name has, if there is only one.
func (g *Guesser) byTitle(name string) (season, episode int, ok bool) {
	letters := lettersOf(strings.TrimSuffix(name, path.Ext(name)))
	for i, t := range g.titles {
		if !strings.Contains(letters, t.letters) {
			continue
		}
		if i+1 < len(g.titles) && g.titles[i+1].letters == t.letters {
			break // which of the two?
		}
		return t.season, t.episode, true
	}
	return 0, 0, false
}

// lettersOf returns the letters and digits of a text in lower case, without accents.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(text))
}

// Doubt returns why the episode of a file is uncertain, or "" if it is certain or has none. It looks at the file alone,
// so it knows no doubt that other numbers of the folder raise.
func Doubt(file File, show Show) Reason {
	known := index(show)
	n := known.parse(file)
	if c := known.claim(&n); c.left == "" {
		return c.doubt
	}
	return ""
}
