package recognise

import (
	"path"

	"plotline/media/release"
)

// fourDigits is the first number of an episode that may look like two numbers: S01E1011.
const fourDigits = 1000

// isLong reports whether the season of a name that may hold two numbers is known to have numbers of four digits, or a person
// confirmed one for the file.
func (k *knowledge) isLong(f File, r release.Release) bool {
	if r.Joined == 0 || r.Season == nil {
		return false
	}
	for _, e := range f.Confirmed {
		if e[0] == *r.Season && e[1] >= fourDigits {
			return true
		}
	}
	for e := range k.seasons[*r.Season] {
		if e >= fourDigits {
			return true
		}
	}
	return false
}

// markJoined finds names that may hold two numbers beside files of the same season whose numbers have four digits.
func markJoined(names []named) {
	long := map[shelf]bool{}
	of := func(n *named) shelf {
		if n.release.Season == nil {
			return shelf{path.Dir(n.Path), noSeason}
		}
		return shelf{path.Dir(n.Path), *n.release.Season}
	}
	for i := range names {
		n := &names[i]
		if r := n.release; r.Explicit() && r.Joined == 0 && r.Episodes[0] >= fourDigits {
			long[of(n)] = true
		}
	}
	for i := range names {
		if n := &names[i]; n.release.Joined > 0 && long[of(n)] {
			join(&n.release)
		}
	}
}

// join reads the two numbers of a name as one.
func join(r *release.Release) {
	r.Episodes, r.Joined, r.Doubt = []int{r.Joined}, 0, ""
}
