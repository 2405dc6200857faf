package analysis

import (
	"fmt"
	"slices"
	"strings"
)

// Languages are those by whose rules words are reduced to stems: a set of names of Snowball's algorithms, sorted,
// with a space between. The zero value names none, and then words are taken for English. A store keeps a set as it
// is; a name that this version does not know has no stems.
type Languages string

// English is what holds where nothing else was chosen.
const English Languages = "english"

// LanguagesOf makes a set of names, in any case and order. It refuses a name that is unknown.
func LanguagesOf(names ...string) (Languages, error) {
	set := make([]string, 0, len(names))
	for _, name := range names {
		lower := strings.ToLower(strings.TrimSpace(name))
		if stemmers[lower] == nil {
			return "", fmt.Errorf("%q is no language that Plotline has stems for; it knows %s",
				name, strings.Join(KnownLanguages(), ", "))
		}
		set = append(set, lower)
	}
	slices.Sort(set)
	return Languages(strings.Join(slices.Compact(set), " ")), nil
}

// Names lists the languages.
func (l Languages) Names() []string { return strings.Fields(string(l)) }

// String is the set for people; "" for none.
func (l Languages) String() string { return strings.Join(l.Names(), ", ") }

// None tells whether the set names no language.
func (l Languages) None() bool { return l == "" }

// Or gives the set, or another where it names none.
func (l Languages) Or(other Languages) Languages {
	if l.None() {
		return other
	}
	return l
}

// KnownLanguages lists the names that LanguagesOf takes.
func KnownLanguages() []string {
	names := make([]string, 0, len(stemmers))
	for name := range stemmers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
