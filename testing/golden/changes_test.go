package golden_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// wrongChanges reports errors in the list of changes. Its last line must have the digest of the record and
// quote an entry of the changelog that no other line quotes.
func wrongChanges(changes, log, digest string) []string {
	var wrong, used []string
	last := ""
	entries := entriesOf(log)
	for line := range strings.Lines(changes) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		of, entry, is := strings.Cut(line, "\t")
		if !is {
			wrong = append(wrong, fmt.Sprintf("%s: there is no tab in %q", changesFile, line))
		}
		if slices.Contains(used, entry) {
			wrong = append(wrong, fmt.Sprintf("%s has the same text twice: each change has an entry of its own in %s: %q", changesFile, changelog, entry))
		}
		used, last = append(used, entry), of
	}
	if len(used) == 0 || last != digest {
		return append(wrong, fmt.Sprintf("The record has changed since the last line of testing/golden/%s, which is for %q.\n"+
			"Add an entry to %s and this line to testing/golden/%s, with the text of the entry on one line, without the dash:\n\n%s\t<the entry>\n",
			changesFile, last, changelog, changesFile, digest))
	}
	if entry := used[len(used)-1]; !slices.Contains(entries, entry) {
		wrong = append(wrong, fmt.Sprintf("%s has no entry that says: %q\nThe last line of testing/golden/%s must repeat one in full, on one line.", changelog, entry, changesFile))
	}
	return wrong
}

// entriesOf returns the entries of a changelog, each on one line.
func entriesOf(log string) []string {
	var all []string
	in := false
	for line := range strings.Lines(log) {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "- "):
			all, in = append(all, strings.TrimPrefix(text, "- ")), true
		case in && strings.HasPrefix(line, "  "):
			all[len(all)-1] += " " + text
		default:
			in = false
		}
	}
	return all
}

func TestWrongChanges(t *testing.T) {
	t.Parallel()
	const log = "# Changelog\n\n- An entry of\n  two lines.\n- Another.\n\n  no entry\n"
	for name, c := range map[string]struct {
		changes string
		wrong   int
	}{
		"right":                     {"aa\tAnother.\nbb\tAn entry of two lines.\n", 0},
		"with a remark":             {"# remark\nbb\tAn entry of two lines.\n", 0},
		"an older entry is gone":    {"aa\tGone.\nbb\tAnother.\n", 0},
		"nothing":                   {"", 1},
		"of another record":         {"aa\tAnother.\n", 1},
		"no entry of the changelog": {"bb\tAn entry\n", 1},
		"part of an entry":          {"bb\tno entry\n", 1},
		"an entry twice":            {"aa\tAnother.\nbb\tAnother.\n", 1},
		"no tab":                    {"bb Another.\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if wrong := wrongChanges(c.changes, log, "bb"); len(wrong) != c.wrong {
				t.Errorf("wrong are %q", wrong)
			}
		})
	}
}
