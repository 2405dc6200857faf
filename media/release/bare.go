package release

// The places where a number alone is an episode, the surest first. The first group is the number, the second
// the end of a range.
const (
	bareNumber = `([0-9]{1,4})(?:-([0-9]{1,4}))?`
	dash       = `(?:^|[ \])])- ?`
	bareEnd    = `(?: ?v[0-9])?(?: ?(?:end|final|fin|[完终終]))?`
)

var (
	alone         = compiled(`(?i)^[ .#]*` + bareNumber + bareEnd + `[ .]*$`)
	follows       = compiled(`(?i)^[ .\[\]()#-]*` + bareNumber)
	dashed        = compiled(`(?i)` + dash + bareNumber + bareEnd + `(?:[ .]?[\[(]| ?$)`)
	betweenDashes = compiled(`(?i)` + dash + bareNumber + bareEnd + ` - `)
	dashedText    = compiled(`(?i)` + dash + bareNumber + bareEnd + `[ .]`)
	hashed        = compiled(`(?i)#([0-9]{1,4})()`)
	bracketed     = compiled(`(?i)[\[(]` + bareNumber + bareEnd + `[\])]`)
	counted       = compiled(`(?i)` + before + `([0-9]{1,4})() ?(?:of|von|de|из|iz|/) ?[0-9]{1,4}\b`)
	between       = compiled(`\] ?([0-9]{1,3})() ?[\[(]`)
	versioned     = compiled(`(?i)[ .]([0-9]{1,4})()v[0-9]`)
	closing       = compiled(`(?i)^(?:end|final|fin)\b`)
	// fraction follows the number of a recap such as 14.5, which is not a regular episode.
	fraction = compiled(`^\.[0-9](?:[^0-9]|$)`)
	inFront  = compiled(`^\[?([0-9]{1,3})()(?:\] ?| - |\. )`)
	// listed has a leading zero, which titles never have. If the name also has a year, it is a film of a box
	// set.
	listed = compiled(`^(0[0-9])()[ .]\pL`)
	// marked matches a number between the title and the next bracket, in a name that begins with a group's
	// bracket.
	marked      = compiled(`^\[[^\[\]]+\][^\[\]]{2,} ([0-9]{2,4})() ?[\[\x1f]`)
	inFrontBare = compiled(`^([0-9]{1,3})()(?:[ .-]|$)`)
)

// bare reads a number without any marker. After the show's own title, after a season, or in a season's
// folder, the number is an episode. In a name alone it counts only where releases usually put it ("Apollo 13"
// is a title).
func (r *reading) bare() bool {
	season := r.Season != nil
	switch {
	case r.take(alone, 0), r.folder == nil && r.take(dashed, 0):
	case r.known > 0 && r.take(follows, r.known):
	case season && r.take(follows, r.last):
	case r.folder != nil && r.take(inFront, 0):
	case r.take(dashed, 0), r.take(betweenDashes, 0), r.take(dashedText, 0):
	case r.take(counted, 0), r.take(versioned, 0), r.take(bracketed, 0), r.take(between, 0):
	case r.take(inFront, 0), r.take(hashed, 0), r.take(marked, 0):
	case !aYear().MatchString(r.text) && r.take(listed, 0):
	case (r.folder != nil || r.known > 0) && r.take(inFrontBare, 0):
	default:
		return false
	}
	return true
}

// take reads the number at the first match of the pattern after from. It fails if the number does not end
// there.
func (r *reading) take(counting expression, from int) bool {
	at := counting().FindStringSubmatchIndex(r.rest[from:])
	if at == nil {
		return false
	}
	first, end := number(r.rest[from+at[2]:from+at[3]]), from+at[3]
	whole := r.ends(end) || counting() == counted() || closing().MatchString(r.rest[end:]) // 2of8, 13END
	if first > maxNumber || !whole || fraction().MatchString(r.rest[end:]) {
		return false
	}
	episodes := []int{first}
	if at[4] >= 0 && at[5] > at[4] {
		last := number(r.rest[from+at[4] : from+at[5]])
		if last > first && last-first < maxSpan && r.ends(from+at[5]) {
			for n := first + 1; n <= last; n++ {
				episodes = append(episodes, n)
			}
			end = from + at[5]
		}
	}
	r.Episodes = episodes
	start := from + at[2]
	if r.first >= 0 {
		start = min(start, r.first)
	}
	r.numbering(start, end)
	return true
}
