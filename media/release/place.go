package release

import "strings"

// place is where a number without any word stands. The lower it is, the surer the number is an episode.
type place int

const (
	alone           place = iota // 05
	afterDashLast                // Title - 05 [1080p]
	afterTitle                   // the known title 05
	afterSeason                  // Season 2 05
	leadingInSeason              // 05 - Name, in the folder of a season
	afterDash                    // Title - 05 - Name
	counted                      // 3 of 6
	versioned                    // 05v2
	inBrackets                   // [05]
	betweenBrackets              // [Group] 05 [1080p]
	atStart                      // 05 - Name
	hashed                       // #05
	afterGroup                   // [Group] Title 05
	listed                       // 05 Name
	leadingBare                  // 05 Name, in the folder of a season or a show
	trailing                     // Name 05, in the folder of a season
	nowhere
)

// surroundings are what stands around a number.
type surroundings struct {
	*reading
	first, last   int    // the items of the number, with its range and version
	front, behind string // the gaps
	opens, closes bool   // the gaps have a bracket beside the number
	dash          bool   // a dash with a space before it, or behind a bracket, stands in front
	end           bool   // nothing follows but brackets
}

// around returns what stands around a number that ends with item last.
func (r *reading) around(first, last int) surroundings {
	s := surroundings{reading: r, first: first, last: last, front: r.gap(first), behind: r.gap(last + 1)}
	dashed := strings.TrimSuffix(s.front, " ")
	s.dash = strings.HasSuffix(dashed, "-") && (first > 0 && strings.ContainsAny(dashed[:len(dashed)-1], " ])") || first == 0 && strings.Trim(dashed, " ") == "-")
	s.opens = strings.HasSuffix(s.front, "[") || strings.HasSuffix(s.front, "(")
	s.closes = strings.HasPrefix(s.behind, "]") || strings.HasPrefix(s.behind, ")")
	s.end = s.final() && strings.Trim(s.behind, " ") == "" || s.bracketBehind(" .")
	return s
}

// place returns where the number stands.
func (s surroundings) place() place {
	number := s.items[s.first]
	switch {
	case s.first == 0 && s.final() && strings.Trim(s.front, " .#") == "" && strings.Trim(s.behind, " .") == "":
		return alone
	case s.dash && s.end && s.folder == nil:
		return afterDashLast
	case s.behindTitle():
		return afterTitle
	case s.Season != nil && number.from >= s.reading.last && strings.Trim(s.rest[s.reading.last:number.from], " .[]()#-") == "":
		return afterSeason
	case s.leads() && s.folder != nil && leadingGap(s.behind):
		return leadingInSeason
	case s.dash && (s.end || s.behind != "" && strings.ContainsRune(" .", rune(s.behind[0]))):
		return afterDash
	case s.word(s.last+1, ofWord) && s.number(s.last+2) || s.number(s.last+1) && strings.Trim(s.behind, " ") == "/":
		return counted
	case s.word(s.first+1, versionWord) && s.last > s.first && s.front != "":
		return versioned
	case s.opens && s.closes && (s.text[0] == '[' || !strings.Contains(s.rest[:number.from], blots)):
		return inBrackets
	case strings.HasSuffix(strings.TrimRight(s.front, " "), "]") && s.bracketBehind(" "):
		return betweenBrackets
	case s.leads() && leadingGap(s.behind):
		return atStart
	case strings.HasSuffix(s.front, "#"):
		return hashed
	case s.behindGroup():
		return afterGroup
	}
	return s.placeInList()
}

// placeInList returns the place of a number that only its position in a list of files identifies.
func (s surroundings) placeInList() place {
	number := s.items[s.first]
	zero := s.text[number.from] == '0'
	switch {
	case s.leads() && s.front == "" && number.digits() == 2 && zero && s.wordBehind() && !aYear().MatchString(s.text):
		return listed
	case s.leads() && s.front == "" && (s.folder != nil || s.known > 0) && (s.final() || s.behind != "" && strings.ContainsRune(" .-", rune(s.behind[0]))):
		return leadingBare
	case s.worded && s.end && s.final() && number.digits() >= 2 && zero:
		return trailing
	}
	return nowhere
}

// final reports whether the number is the last item.
func (s surroundings) final() bool { return s.last+1 == len(s.items) }

// leads reports whether the name begins with the number, which has at most three digits.
func (s surroundings) leads() bool {
	return s.first == 0 && (s.front == "" || s.front == "[") && s.items[0].digits() <= 3
}

// bracketBehind reports whether a bracket follows, behind some characters.
func (s surroundings) bracketBehind(skip string) bool {
	behind := strings.TrimLeft(s.behind, skip)
	return strings.HasPrefix(behind, "[") || strings.HasPrefix(behind, "(")
}

// wordBehind reports whether a word follows after a space or a dot.
func (s surroundings) wordBehind() bool {
	return !s.final() && s.items[s.last+1].kind == wordItem && s.behind != "" && only(s.behind, " .", 1)
}

// behindTitle reports whether only the known title, or nothing that could be one in the folder of a season, stands before
// the number.
func (s surroundings) behindTitle() bool {
	const gaps = " .[]()#-" + blots
	from := s.items[s.first].from
	return s.known > 0 && from >= s.known && strings.Trim(s.rest[s.known:from], gaps) == "" ||
		s.folder != nil && s.first > 0 && strings.Trim(s.rest[:from], gaps) == ""
}

// behindGroup reports whether the name begins with the bracket of a group, and the number ends the title behind it or
// stands directly behind the bracket.
func (s surroundings) behindGroup() bool {
	if s.text[0] != '[' || s.items[s.first].digits() < 2 || s.opens {
		return false
	}
	blotted := !s.final() && s.items[s.last+1].kind == blotItem
	ends := strings.HasPrefix(strings.TrimLeft(s.behind, " "), "[") || (blotted || s.final()) && strings.Trim(s.behind, " ") == ""
	return s.front == " " && ends ||
		strings.HasSuffix(s.front, "] ") && s.items[s.first].digits() == 2 && strings.HasPrefix(s.behind, " ")
}

// leadingGap reports whether a gap divides a leading number from a title: "05 - Name", "05. Name", "[05] Name".
func leadingGap(gap string) bool {
	return strings.HasPrefix(gap, "]") || strings.HasPrefix(gap, " - ") || strings.HasPrefix(gap, ". ")
}
