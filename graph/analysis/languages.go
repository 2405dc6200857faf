package analysis

import (
	"fmt"
	"slices"
	"strings"
)

// Languages are the languages whose rules reduce words to stems: a sorted set of names of Snowball's
// algorithms, separated by spaces. The zero value has no names, and words are then treated as English. A
// store saves a set unchanged. A name that this version does not know has no stems.
type Languages string

// English is the default.
const English Languages = "english"

// LanguagesOf returns a set of names, given in any case and order. It rejects an unknown name.
func LanguagesOf(names ...string) (Languages, error) {
	set := make([]string, 0, len(names))
	for _, name := range names {
		lower := strings.ToLower(strings.TrimSpace(name))
		if stemmers[lower] == nil {
			return "", fmt.Errorf("the language %q is not supported; valid: %s",
				name, strings.Join(KnownLanguages(), ", "))
		}
		set = append(set, lower)
	}
	slices.Sort(set)
	return Languages(strings.Join(slices.Compact(set), " ")), nil
}

// Names lists the languages.
func (l Languages) Names() []string { return strings.Fields(string(l)) }

// String returns the set for people; "" for none.
func (l Languages) String() string { return strings.Join(l.Names(), ", ") }

// None reports whether the set has no names.
func (l Languages) None() bool { return l == "" }

// Or returns the set, or other if the set has no names.
func (l Languages) Or(other Languages) Languages {
	if l.None() {
		return other
	}
	return l
}

// KnownLanguages lists the names that LanguagesOf accepts.
func KnownLanguages() []string {
	names := make([]string, 0, len(stemmers))
	for name := range stemmers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
