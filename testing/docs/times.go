package main

import (
	"context"
	"fmt"
	"os"
	"strings"
)

// timePhrases are the questions that the tests of package timephrase read: language, question, since, until, only.
const timePhrases = "internal/timephrase/testdata/phrases.tsv"

// timeTable writes a table for each language of what is read in questions.
func timeTable(context.Context) (string, error) {
	raw, err := os.ReadFile(timePhrases)
	if err != nil {
		return "", err
	}
	titles := map[string]string{"en": "English", "de": "German", "zh": "Chinese"}
	var text strings.Builder
	language := ""
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 5 {
			return "", fmt.Errorf("%s: %q has %d columns", timePhrases, line, len(cells))
		}
		if cells[0] != language {
			language = cells[0]
			fmt.Fprintf(&text, "\n## %s\n\n| question | from | before | read as |\n|---|---|---|---|\n", titles[language])
		}
		as := map[string]string{"yes": "filter", "no": "wish", "none": "no time"}[cells[4]]
		if cells[4] == "none" {
			cells[2], cells[3] = "", ""
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s |\n", strings.ReplaceAll(cells[1], "|", `\|`), cells[2], cells[3], as)
	}
	return text.String(), nil
}
