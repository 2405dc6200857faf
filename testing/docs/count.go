package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// lines counts lines of Go: of source, and of files that end in _test.go.
type lines struct{ source, tests int }

// countLines counts the .go files below a folder, those of all modules, by the top folder. It leaves out hidden folders,
// what was built, and packages of npm.
func countLines(root string) (map[string]lines, error) {
	counted := map[string]lines{}
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() {
			if name != "." && (name[0] == '.' || slices.Contains([]string{"node_modules", "bin", "out"}, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		top, _, _ := strings.Cut(path, "/")
		of, n := counted[top], bytes.Count(text, []byte("\n"))
		if strings.HasSuffix(path, "_test.go") {
			of.tests += n
		} else {
			of.source += n
		}
		counted[top] = of
		return err
	})
	return counted, err
}

// printLines prints the counts and their sums.
func printLines(out io.Writer, counted map[string]lines) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "lines of Go\tsource\ttests\t")
	var all lines
	for _, top := range slices.Sorted(maps.Keys(counted)) {
		of := counted[top]
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t\n", top, of.source, of.tests)
		all.source, all.tests = all.source+of.source, all.tests+of.tests
	}
	_, _ = fmt.Fprintf(table, "all\t%d\t%d\t\n", all.source, all.tests)
	return table.Flush()
}

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
