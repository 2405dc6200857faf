package transfer

import (
	"regexp"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/clip"
)

// link is a kind of relationship between a commit and one that its message names.
type link int

const (
	fixes link = iota
	reverts
	picks
	amends
)

// reference is a commit that a message names, by its hash or its subject.
type reference struct {
	link
	sha   string // all of it or its beginning, or ""
	title string // "" without
}

const hash = `([0-9a-f]{7,64})\b`

// These are the ways in which a message names another commit by its hash.
var byHash = []struct {
	link    link
	pattern *regexp.Regexp
}{
	{fixes, regexp.MustCompile(`(?mi)^Fixes:[ \t]*(?:commit )?` + hash)},
	{reverts, regexp.MustCompile(`\bThis reverts commit ` + hash)},
	{reverts, regexp.MustCompile(`(?mi)^(?:this )?reverts? (?:commit )?` + hash)},
	{picks, regexp.MustCompile(`(?m)^\(cherry picked from commit ` + hash + `\)`)},
}

var (
	revertTitle = regexp.MustCompile(`^Revert "(.+)"\.?(?: \(#\d+\))?\s*$`)
	// requestNumber is what GitHub puts behind the title of a commit that it makes of a pull request.
	requestNumber = regexp.MustCompile(` \(#\d+\)$`)
	amendPrefix   = regexp.MustCompile(`^(?:fixup|squash|amend)! `)
	wholeHash     = regexp.MustCompile(`^` + hash + `$`)
	issue         = regexp.MustCompile(`(?i)(?:^|[^\w-])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #(\d{1,9})\b`)
	areas         = regexp.MustCompile(`^([\w.+*/-]+(?:, ?[\w.+*/-]+)*)(?:\(([\w.+*/, -]+)\))?!?: `)
	trailer       = regexp.MustCompile(`^(?:[A-Za-z]+(?:-[A-Za-z]+)+: |(?i:fixes|closes|refs?|links?|bug|cc): |\(cherry picked from commit )`)
)

// references returns the commits that the message names, each with what it is to this one.
func (c commit) references() []reference {
	var found []reference
	add := func(r reference) {
		if !slices.Contains(found, r) {
			found = append(found, r)
		}
	}
	title := ""
	if match := revertTitle.FindStringSubmatch(c.subject()); match != nil {
		title = match[1]
	}
	for _, way := range byHash {
		for _, match := range way.pattern.FindAllStringSubmatch(c.message, -1) {
			r := reference{link: way.link, sha: strings.ToLower(match[1])}
			if r.link == reverts {
				r.title, title = title, ""
			}
			add(r)
		}
	}
	if title != "" {
		add(reference{link: reverts, title: title})
	}
	if rest := c.amended(); rest != "" {
		r := reference{link: amends, title: rest}
		if wholeHash.MatchString(rest) {
			r.sha = rest
		}
		add(r)
	}
	return found
}

// amended returns the subject of the commit that a fixup!, squash! or amend! commit changes, or "".
func (c commit) amended() string {
	rest := c.subject()
	for amendPrefix.MatchString(rest) {
		rest = strings.TrimSpace(amendPrefix.ReplaceAllString(rest, ""))
	}
	if rest == c.subject() {
		return ""
	}
	return rest
}

// subject returns the first paragraph of the message as one line, as git does.
func (c commit) subject() string {
	first, _, _ := strings.Cut(c.message, "\n\n")
	return strings.Join(strings.FieldsFunc(first, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// body returns what follows the first paragraph, without the trailers at its end.
func (c commit) body() string {
	_, rest, _ := strings.Cut(c.message, "\n\n")
	rest = strings.TrimSpace(rest)
	before, last := "", rest
	if at := strings.LastIndex(rest, "\n\n"); at >= 0 {
		before, last = rest[:at], rest[at+2:]
	}
	for line := range strings.Lines(strings.TrimSpace(last)) {
		if !trailer.MatchString(line) && !strings.HasPrefix(line, " ") {
			return rest
		}
	}
	return strings.TrimSpace(before)
}

// name returns the subject, cut at a word.
func (c commit) name() string {
	subject := c.subject()
	if subject == "" {
		return noMessage
	}
	cut := clip.Runes(subject, graph.MaxName)
	if at := strings.LastIndex(cut, " "); len(cut) < len(subject) && at > 0 && subject[len(cut)] != ' ' {
		cut = cut[:at]
	}
	return strings.TrimSpace(cut)
}

// noMessage is the text of a commit without a message.
const noMessage = "(no message)"

// types are what Conventional Commits write before the colon, where others write an area.
var types = []string{"feat", "feature", "fix", "chore", "refactor", "perf", "style", "revert", "wip", "hotfix", "bugfix"}

// mostFolders is how many top folders a commit may change for their names to say what it is about. mostTags is how many tags
// a commit may have.
const mostFolders, mostTags = 5, 50

// releaseName matches the name of a tag that ends in a version with a dot: v1.2.0, go1.22, server-2.0.0-rc.1.
var releaseName = regexp.MustCompile(`^(?:.*[^0-9.])?([0-9]+(?:\.[0-9]+)+(?:-[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)?)$`)

// releases returns the tags for the versions that the commit is tagged with.
func (c commit) releases() (tags []string) {
	for name := range strings.SplitSeq(c.refs, ", ") {
		if name, is := strings.CutPrefix(name, "tag: "); is && len(name) <= graph.MaxTag {
			if match := releaseName.FindStringSubmatch(name); match != nil {
				tags = append(tags, graph.ReleaseTag(match[1]))
			}
		}
	}
	return tags
}

// tags returns what the commit is about: its versions, the areas before the colon of its subject, the top folders that it
// changes, and the issues that it closes.
func (c commit) tags() []string {
	tags := []string{graph.GitTag}
	add := func(tag string) {
		if tag = clip.Runes(strings.TrimSpace(tag), graph.MaxTag); tag != "" && !slices.Contains(tags, tag) && len(tags) < mostTags {
			tags = append(tags, tag)
		}
	}
	for _, tag := range c.releases() {
		add(tag)
	}
	subject := c.subject()
	if rest := c.amended(); rest != "" {
		subject = rest
	}
	if match := areas.FindStringSubmatch(subject); match != nil {
		for _, list := range match[1:] {
			for area := range strings.SplitSeq(list, ",") {
				if area = strings.TrimSpace(area); !slices.Contains(types, strings.ToLower(area)) {
					add(area)
				}
			}
		}
	}
	if len(c.folders) <= mostFolders {
		for _, folder := range c.folders {
			add(folder)
		}
	}
	for _, match := range issue.FindAllStringSubmatch(c.message, -1) {
		add("issue:" + match[1])
	}
	return tags
}
