package task

import (
	"cmp"
	"slices"
	"strings"

	"plotline/internal/recording/check"
)

// How far back the brief looks, in milliseconds, and how much of each it tells.
const (
	day             = 24 * 60 * 60 * 1000
	correctionsFor  = 90 * day
	checksFor       = 90 * day
	revertsFor      = 30 * day
	maxBrief        = 5
	maxCorrections  = 2 // more if nothing else is there
	maxBriefReverts = 1
	maxBriefChecks  = 4
)

// Brief returns what an agent is told at the start of a session on a branch: at most five lines of at most 230 characters.
// All are the facts of the project's tasks, in any order; now is in Unix milliseconds.
//
// In this order: how checks are run here, what the person corrected, what was taken back, and where the last session on this
// branch ended if that was not green; then, if there is room, which command worked in place of another. Without any of these
// there is no brief.
func Brief(all []Facts, branch string, now int64) []string {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Facts) int { return cmp.Compare(b.Ended, a.Ended) }) // the newest first
	checks, said, taken, red := briefChecks(all, now), corrections(all, now), reverts(all, now), lastRed(all, branch)
	var lines []string
	if checks != "" {
		lines = append(lines, checks)
	}
	room := maxBrief - len(lines) - min(len(taken), maxBriefReverts) - len(red)
	lines = append(lines, said[:min(len(said), max(room, maxCorrections))]...)
	lines = append(lines, taken[:min(len(taken), max(maxBrief-len(lines)-len(red), 0))]...)
	lines = append(append(lines, red...), worked(all, now)...)
	return lines[:min(len(lines), maxBrief)]
}

// briefChecks says how checks are run: of each runner the form that was used most.
func briefChecks(all []Facts, now int64) string {
	counts, runners := map[string]int{}, []string{}
	best := map[string]string{}
	for _, f := range all {
		if now-f.Ended > checksFor {
			continue
		}
		for _, name := range f.Passed {
			c, is := check.Of(name, nil)
			runner := c.Runner
			if !is {
				runner = name // a check that the project names
			}
			counts[name]++
			if old, has := best[runner]; !has {
				runners = append(runners, runner)
				best[runner] = name
			} else if counts[name] > counts[old] {
				best[runner] = name
			}
		}
	}
	if len(runners) == 0 {
		return ""
	}
	names := make([]string, 0, maxBriefChecks)
	for _, runner := range runners[:min(len(runners), maxBriefChecks)] {
		names = append(names, best[runner])
	}
	return told("Checks that passed here: " + strings.Join(names, "; ") + ".")
}

// correction is what a person said once or several times.
type correction struct {
	text  string // the newest form
	words map[string]bool
	times int
}

// corrections returns lines with the person's corrections, the most repeated first, as many on a line as have room. Of those that say
// nearly the same the newest counts.
func corrections(all []Facts, now int64) []string {
	var groups []*correction
	for _, f := range all {
		if now-f.Ended > correctionsFor {
			continue
		}
		for _, text := range f.Corrections {
			words := contentWords(text)
			i := slices.IndexFunc(groups, func(c *correction) bool { return alike(c.words, words) })
			if i < 0 {
				groups = append(groups, &correction{text, words, 1})
			} else {
				groups[i].times++
			}
		}
	}
	slices.SortStableFunc(groups, func(a, b *correction) int { return cmp.Compare(b.times, a.times) })
	var lines []string
	for _, c := range groups {
		text := quoted(clipped(c.text, maxSaid))
		if n := len(lines) - 1; n >= 0 && len([]rune(lines[n]+" / "+text)) < maxLine {
			lines[n] += " / " + text
		} else {
			lines = append(lines, "Person: "+text)
		}
	}
	for i := range lines {
		lines[i] += "."
	}
	return lines
}

// contentWords returns the words of a text that say something.
func contentWords(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range wordsOf(text) {
		if !polite[word] && !refusing[word] && len(word) > 2 {
			words[word] = true
		}
	}
	return words
}

// alike reports whether two sets have most words in common.
func alike(a, b map[string]bool) bool {
	common := 0
	for word := range a {
		if b[word] {
			common++
		}
	}
	return common > 0 && 5*common >= 3*min(len(a), len(b))
}

func reverts(all []Facts, now int64) []string {
	var lines []string
	for _, f := range all {
		if f.Reverted != "" && now-f.Ended <= revertsFor {
			lines = append(lines, f.Reverted)
		}
	}
	return lines
}

// worked returns which commands worked in place of others.
func worked(all []Facts, now int64) []string {
	var lines []string
	for _, f := range all {
		if f.Worked != "" && now-f.Ended <= checksFor && !slices.Contains(lines, f.Worked) {
			lines = append(lines, f.Worked)
		}
	}
	return lines
}

// lastRed says how the last session on a branch ended, if that was not green.
func lastRed(all []Facts, branch string) []string {
	session := ""
	for _, f := range all {
		if f.Branch != branch || session != "" && f.Session != session {
			continue
		}
		session = f.Session
		switch {
		case f.Red != "":
			return []string{told("The last session on this branch did not end green: " + f.Red)}
		case len(f.Passed) > 0:
			return nil
		}
	}
	return nil
}
