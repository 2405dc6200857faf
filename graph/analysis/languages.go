package analysis

import (
	"fmt"
	"slices"
	"strings"
)

// Languages are those by whose rules words are reduced to stems: a set of names of Snowball's algorithms. The
// zero value names none, and then words are taken for English. Equal sets are equal by ==.
type Languages struct{ names string } // sorted, a space between

// English is what holds where nothing else was chosen.
var English = Languages{"english"}

// LanguagesOf makes a set of names, in any case and order. It refuses a name that is unknown.
func LanguagesOf(names ...string) (Languages, error) {
	set := make([]string, 0, len(names))
	for _, name := range names {
		lower := strings.ToLower(strings.TrimSpace(name))
		if stemmers[lower] == nil {
			return Languages{}, fmt.Errorf("%q is no language that Plotline has stems for; it knows %s",
				name, strings.Join(KnownLanguages(), ", "))
		}
		set = append(set, lower)
	}
	slices.Sort(set)
	return Languages{strings.Join(slices.Compact(set), " ")}, nil
}

// Stored reads what Text wrote. Names that this version does not know stay: they have no stems here.
func Stored(text string) Languages { return Languages{text} }

// Text is the set as a store keeps it; "" for none.
func (l Languages) Text() string { return l.names }

// String is the set for people; "" for none.
func (l Languages) String() string { return strings.ReplaceAll(l.names, " ", ", ") }

// MarshalText writes the set for people, as JSON has it.
func (l Languages) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// None tells whether the set names no language.
func (l Languages) None() bool { return l == Languages{} }

// Or gives the set, or another where it names none.
func (l Languages) Or(other Languages) Languages {
	if l.None() {
		return other
	}
	return l
}

// Within tells whether other has every language of the set.
func (l Languages) Within(other Languages) bool {
	names := strings.Fields(other.names)
	for name := range strings.FieldsSeq(l.names) {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
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
