package main

import (
	"bytes"
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
