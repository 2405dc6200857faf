package plans

import (
	"slices"
	"strings"
	"unicode"

	"plotline/internal/fault"
	"plotline/media"
)

// guesses are the uncertain files of a plan, for lookups.
type guesses struct {
	of    map[media.Path][]Uncertain // a double episode has several
	alike map[string][]media.Path    // by pattern; those not moved yet
}

func newGuesses(p *Plan) *guesses {
	g := &guesses{of: map[media.Path][]Uncertain{}, alike: map[string][]media.Path{}}
	for _, u := range p.review.Uncertain {
		if g.of[u.Path] == nil {
			key := pattern(u.Path)
			g.alike[key] = append(g.alike[key], u.Path)
		}
		g.of[u.Path] = append(g.of[u.Path], u)
	}
	return g
}

// pattern returns a path with one "#" for each run of digits in the file name. Names of one pattern are numbered alike.
func pattern(path media.Path) string {
	base := path.Base()
	folder := strings.TrimSuffix(string(path), base)
	var b strings.Builder
	b.WriteString(folder)
	digits := false
	for _, r := range base {
		if digit := unicode.IsDigit(r); !digit {
			b.WriteRune(r)
			digits = false
		} else if !digits {
			b.WriteByte('#')
			digits = true
		}
	}
	return b.String()
}

// up adds entries for an uncertain file and, if wanted, for those that are named alike. Of these, files whose guess lacks a
// number stay uncertain.
func (e *editor) up(row UpRow) error {
	if err := e.p.checkNumbered("up"); err != nil {
		return err
	}
	path, err := e.where.inside(asSource, row.Path)
	if err != nil {
		return err
	}
	if e.guesses == nil {
		e.guesses = newGuesses(e.p)
	}
	of := e.guesses.of[path]
	if len(of) == 0 {
		return fault.Invalid(`"%s" is not an uncertain file of the plan; to add another file, give add`, path)
	}
	entries, err := row.entries(of)
	if err != nil {
		return err
	}
	if row.Alike {
		entries = append(entries, e.alike(path)...)
	}
	for _, entry := range entries {
		if err := e.add(entry); err != nil {
			return err
		}
	}
	return nil
}

// entries returns the entries for a file with these guesses.
func (row UpRow) entries(of []Uncertain) ([]AddedRow, error) {
	if row.Episode != nil {
		of = []Uncertain{{Path: of[0].Path, Season: of[0].Season, Episode: row.Episode}}
	}
	entries := make([]AddedRow, 0, len(of))
	for _, u := range of {
		if row.Season != nil {
			u.Season = row.Season
		}
		if u.Season == nil || u.Episode == nil {
			return nil, fault.Invalid(`Nothing tells which episode "%s" is; give season and episode`, u.Path)
		}
		entries = append(entries, AddedRow{Season: *u.Season, Episode: *u.Episode, Path: string(u.Path)})
	}
	return entries, nil
}

// alike returns the entries for the files that are named like this one, without it and those that were moved before.
func (e *editor) alike(path media.Path) []AddedRow {
	var entries []AddedRow
	key := pattern(path)
	for _, other := range e.guesses.alike[key] {
		if other == path || e.added[other] {
			continue
		}
		if more, err := (UpRow{}).entries(e.guesses.of[other]); err == nil {
			entries = append(entries, more...)
		}
	}
	delete(e.guesses.alike, key)
	return entries
}

// Remember is something that a folder remembers about the numbers in its file names.
type Remember string

// What a folder can remember.
const (
	RememberAbsolute Remember = "absolute" // numbers without a season count through the show
	RememberSpecials Remember = "specials" // an OVA and the like is season 0
)

// remember adds to what the folder of a recognition remembers when the plan is applied.
func (p *Plan) remember(more []Remember) error {
	if len(more) == 0 {
		return nil
	}
	if err := p.checkNumbered("remember"); err != nil {
		return err
	}
	all := slices.Concat(p.review.Remember, more)
	slices.Sort(all)
	p.review.Remember = slices.Compact(all)
	return nil
}

// numbering returns what a folder remembers, with what a plan adds to it.
func (p *Plan) numbering(known media.Numbering) media.Numbering {
	return media.Numbering{
		Absolute: known.Absolute || slices.Contains(p.review.Remember, RememberAbsolute),
		Specials: known.Specials || slices.Contains(p.review.Remember, RememberSpecials),
	}
}
