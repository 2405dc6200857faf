package main

import (
	"regexp"
	"slices"
	"strings"
)

// helpSection is a part of a help page: a title that ends with a colon and the lines below it. The part
// before the first title has none.
type helpSection struct {
	title string
	text  string
}

type helpPage []helpSection

var (
	sectionTitle = regexp.MustCompile(`^([A-Z][a-z ]+):$`)
	flagName     = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z0-9-]+)`)
)

// parseHelp splits the help of a command into sections. It leaves out --help and the pointer to the flags of
// every command.
func parseHelp(help string) helpPage {
	page := helpPage{{}}
	for line := range strings.Lines(help) {
		if strings.Contains(line, "-h, --help ") || strings.HasPrefix(line, `"plotline --help"`) {
			continue
		}
		if m := sectionTitle.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			page = append(page, helpSection{title: m[1]})
			continue
		}
		page[len(page)-1].text += line
	}
	for i := range page {
		page[i].text = strings.Trim(page[i].text, "\n")
	}
	return slices.DeleteFunc(page, func(s helpSection) bool { return s.text == "" })
}

// sharedSections returns the groups of flags that several pages have, each at its longest.
func sharedSections(pages []helpPage) []helpSection {
	var shared []helpSection
	seen := map[string]int{}
	for _, page := range pages {
		for _, s := range page {
			if s.title == "" || s.title == "Flags" || len(s.flags()) == 0 {
				continue
			}
			seen[s.title]++
			i := slices.IndexFunc(shared, func(o helpSection) bool { return o.title == s.title })
			switch {
			case i < 0:
				shared = append(shared, s)
			case len(shared[i].text) < len(s.text):
				shared[i] = s
			}
		}
	}
	return slices.DeleteFunc(shared, func(s helpSection) bool { return seen[s.title] < 2 })
}

func (s helpSection) flags() []string {
	found := flagName.FindAllStringSubmatch(s.text, -1)
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = m[1]
	}
	return names
}

// withoutShared returns the sections of a page that are not in shared, and a sentence that names the others.
func (p helpPage) withoutShared(shared []helpSection) (own []helpSection, note string) {
	var groups []string
	for _, s := range p {
		i := slices.IndexFunc(shared, func(o helpSection) bool { return o.title == s.title })
		if i < 0 || len(s.flags()) == 0 {
			own = append(own, s)
			continue
		}
		name := s.title
		if flags := s.flags(); len(flags) < len(shared[i].flags()) {
			name += " (only `--" + strings.Join(flags, "`, `--") + "`)"
		}
		groups = append(groups, name)
	}
	if len(groups) > 0 {
		note = "Also takes flags of [several commands](#flags-of-several-commands): " + strings.Join(groups, ", ") + "."
	}
	return own, note
}

func joinSections(sections []helpSection) string {
	parts := make([]string, len(sections))
	for i, s := range sections {
		parts[i] = s.text
		if s.title != "" {
			parts[i] = s.title + ":\n" + s.text
		}
	}
	return strings.Join(parts, "\n\n")
}
