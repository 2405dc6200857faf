package recognise

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"plotline/media/release"
)

// mostTitles bounds the titles of one episode that are compared.
const mostTitles = 8

// leastShared is how many episodes two titles must have in common to be two shows, and not one misnamed file.
const leastShared = 2

// markShows finds folders with the files of several shows. Two titles, neither of which is a part of the other, with the
// same episodes are two shows: the numbers of both are only guesses, except of the one that is the show's own title. So are
// those of titles that are neither the show's nor related to each other.
func markShows(claims []claim, names []string) {
	folders := map[string]map[[2]int][]string{} // the titles of each episode
	for i := range claims {
		title, dir := claims[i].ownTitle(), path.Dir(claims[i].Path)
		if title == "" {
			continue
		}
		if folders[dir] == nil {
			folders[dir] = map[[2]int][]string{}
		}
		for _, e := range claims[i].episodes {
			at := [2]int{claims[i].season, e}
			if known := folders[dir][at]; len(known) < mostTitles && !slices.Contains(known, title) {
				folders[dir][at] = append(known, title)
			}
		}
	}
	others := map[string]map[string]bool{} // by folder, the titles that are not the show's own
	for dir, episodes := range folders {
		shared := map[[2]string]int{}
		for _, titles := range episodes {
			for pair := range pairsOf(titles) {
				shared[pair]++
			}
		}
		for pair, n := range shared {
			if n < leastShared {
				continue
			}
			if others[dir] == nil {
				others[dir] = map[string]bool{}
			}
			for _, title := range pair {
				others[dir][title] = !isOneOf(title, names)
			}
		}
	}
	unrelated, beside := strangers(claims, names), companions(claims, names)
	for i := range claims {
		c := &claims[i]
		if title := c.ownTitle(); others[path.Dir(c.Path)][title] || unrelated[title] || beside[title] {
			c.doubt = Several
		}
	}
}

// companions returns titles that begin like the show's own and go on, with an episode that files with the show's own title have:
// the episodes of "Doctor Who Confidential" are not those of "Doctor Who". Where no file has the title of the folder, the
// title of most files is the show's own.
func companions(claims []claim, names []string) map[string]bool {
	own := map[string]bool{}
	for _, name := range names {
		own[lettersOf(name)], own[lettersOf(release.Parse(name).Title)] = true, true
	}
	delete(own, "")
	files, most := map[string]int{}, ""
	for i := range claims {
		title := claims[i].ownTitle()
		if files[title]++; title != "" && beginsLike(title, own) && (most == "" || files[title] > files[most]) {
			most = title
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(own)), func(name string) bool { return files[name] > 0 }) {
		own[most] = true
	}
	held := map[[2]int]bool{} // the episodes of files with the show's own title
	each := func(see func(title string, at [2]int)) {
		for i := range claims {
			title := claims[i].ownTitle()
			for _, e := range claims[i].episodes {
				if title != "" {
					see(title, [2]int{claims[i].season, e})
				}
			}
		}
	}
	each(func(title string, at [2]int) { held[at] = held[at] || own[title] })
	out := map[string]bool{}
	each(func(title string, at [2]int) {
		out[title] = out[title] || held[at] && !own[title] && beginsLike(title, own)
	})
	return out
}

// beginsLike reports whether a title begins with one of the show's own, or as one does.
func beginsLike(title string, own map[string]bool) bool {
	for name := range own {
		if n := min(len(name), len(title), alike); n == alike && title[:n] == name[:n] || len(name) >= shortestName && strings.HasPrefix(title, name) {
			return true
		}
	}
	return false
}

const (
	alike        = 5 // letters, or bytes, with which related titles begin
	shortestName = 3 // of a show that a title may go on
)

// strangers returns titles of other shows. If the folder has files with the show's title, those are the titles that are not
// related to it. If it has none, as "Downloads", those are all of several groups, except of one that has most files.
func strangers(claims []claim, names []string) map[string]bool {
	letters := make([]string, len(names))
	for i, name := range names {
		letters[i] = lettersOf(name)
	}
	files, foreign, own := map[string]int{}, map[string]bool{}, false
	for i := range claims {
		switch title := claims[i].ownTitle(); {
		case title == "":
		case relatedToAny(letters, title):
			own = true
		default:
			files[title]++
			foreign[title] = foreign[title] || isTitle(claims[i].release.Title) && !inFolderOf(claims[i].Path, letters)
		}
	}
	switch {
	case !own:
		return groupsBut(files)
	case slices.ContainsFunc(names, isLatin):
		return foreign
	}
	return nil
}

// groupsBut returns the titles of all groups of related titles, except of one that has most of the files. A single group is that
// of the show.
func groupsBut(files map[string]int) map[string]bool {
	all := 0
	groups := map[string]int{} // by the first title of each, how many files it has
	of := make(map[string]string, len(files))
	for _, title := range slices.Sorted(maps.Keys(files)) {
		all += files[title]
		first := title
		for known := range groups {
			if related(known, title) {
				first = min(first, known)
			}
		}
		if of[title] = first; len(groups) < mostGroups || groups[first] > 0 {
			groups[first] += files[title]
		}
	}
	out := map[string]bool{}
	for title, first := range of {
		out[title] = len(groups) > 1 && groups[first]*100 < all*mostlyOne
	}
	return out
}

const (
	mostGroups = 64 // bounds the groups of titles that are compared
	mostlyOne  = 80 // of a hundred files, how many of one group make the folder that of its show
)

// isTitle reports whether a text may be the title of a show, and not its initials or a name made of digits and letters.
func isTitle(text string) bool {
	const shortest = 6
	letters := 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= shortest && isLatin(text)
}

func isLatin(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}

// inFolderOf reports whether a folder around a file has one of the names, because then the file's own may be made up.
func inFolderOf(file string, names []string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(folder string) bool { return relatedToAny(names, lettersOf(folder)) })
}

func relatedToAny(names []string, title string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return related(name, title) })
}

// related reports whether two titles may be of one show: one is a part of the other, or they begin alike.
func related(a, b string) bool {
	switch {
	case a == "" || b == "":
		return false
	case strings.Contains(a, b), strings.Contains(b, a):
		return true
	}
	letters := []rune(a)
	return len(letters) >= alike && strings.HasPrefix(b, string(letters[:alike]))
}

// ownTitle returns the letters of the title in a file's own name, or "" if the name does not give its episodes for certain.
func (c *claim) ownTitle() string {
	if !c.certainByName() {
		return ""
	}
	return lettersOf(c.release.Title)
}

// certainByName reports whether the name of a file gives its episodes, and not an NFO file, without a doubt.
func (c *claim) certainByName() bool {
	return c.left == "" && c.doubt == "" && len(c.named.Episodes) == 0
}

// pairsOf returns the pairs of different titles, each once and in order. A title that is a part of another is the same show.
func pairsOf(titles []string) map[[2]string]bool {
	pairs := map[[2]string]bool{}
	for _, a := range titles {
		for _, b := range titles {
			if a < b && !strings.Contains(a, b) && !strings.Contains(b, a) {
				pairs[[2]string{a, b}] = true
			}
		}
	}
	return pairs
}

func isOneOf(title string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return lettersOf(name) == title })
}

// Shows returns the folder of its show for each video in a folder with the videos of several shows: one of the folders
// there with the show's name, or else the title that the video's name gives. Titles that differ only in case, accents and
// punctuation are one show, with the spelling of the first. A video without a title, or whose name says nothing of an episode
// or a date, has none. Neither have extras and recordings of a camera.
func Shows(videos, folders []string) map[string]string {
	spelling := make(map[string]string, len(folders)) // by letters
	for _, folder := range folders {
		if key := lettersOf(folder); key != "" && spelling[key] == "" {
			spelling[key] = folder
		}
	}
	of := make(map[string]string, len(videos))
	for _, video := range videos {
		r := release.Parse(video)
		key := lettersOf(r.Title)
		if key == "" || recordings[key] || !isEpisode(r) || new(knowledge).extra(video, nil, r) {
			continue
		}
		if spelling[key] == "" {
			spelling[key] = r.Title
		}
		of[video] = spelling[key]
	}
	return of
}

// isEpisode reports whether a name says that a file is an episode, or several.
func isEpisode(r release.Release) bool {
	return len(r.Episodes) > 0 || len(r.Absolute) > 0 || !r.Date.IsZero() || r.Batch
}
