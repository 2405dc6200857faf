// Command docs writes the generated parts of the documentation. It fails if a link between the pages is
// broken. The generated parts are:
//
//   - docs/tools.md, with an executed example of every tool
//   - the commands' help in docs/command.md
//   - the flags in docs/configuration.md
//   - the routes in docs/rest.md
//   - the metrics in docs/operations.md
//   - the questions in docs/times.md
//   - the types of relationships for the pages, in web/src/memory/kinds.ts and kinds.css
//
// Run it as:
//
//	make docs
//	go run ./testing/docs -check    fails when a file would change too
//	go run ./testing/docs -count    counts the lines of Go of all modules, source and tests apart
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"plotline/graph/kinds"
	"plotline/testing/kit/command"
)

func main() {
	command.Main("docs", func(ctx context.Context) error { return run(ctx, os.Args[1:]) })
}

// page is a file with a generated part between two markers.
type page struct {
	file, part string
	write      func(ctx context.Context) (string, error)
}

var pages = []page{
	{"docs/tools.md", "overview", toolTable},
	{"docs/tools.md", "tools", toolPages},
	{"docs/command.md", "help", commandPages},
	{"docs/configuration.md", "flags", flagTable},
	{"docs/rest.md", "routes", routeTable},
	{"docs/operations.md", "metrics", metricTable},
	{"docs/times.md", "phrases", timeTable},
}

// files are written as a whole.
var files = []struct {
	file  string
	write func() string
}{
	{"web/src/memory/kinds.ts", kinds.PageModule},
	{"web/src/memory/kinds.css", kinds.PageStyle},
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("docs", flag.ContinueOnError)
	check := flags.Bool("check", false, "change nothing; fail when something would change")
	count := flags.Bool("count", false, "print how many lines of Go there are, and nothing else")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *count {
		counted, err := countLines(".")
		if err != nil {
			return err
		}
		return printLines(os.Stdout, counted)
	}
	var stale []string
	for _, p := range pages {
		changed, err := p.update(ctx, *check)
		if err != nil {
			return fmt.Errorf("%s: %w", p.file, err)
		}
		if changed {
			stale = append(stale, p.file)
		}
	}
	for _, f := range files {
		old, err := os.ReadFile(f.file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		changed, err := write(f.file, old, []byte(f.write()), *check)
		if err != nil {
			return err
		}
		if changed {
			stale = append(stale, f.file)
		}
	}
	if *check && len(stale) > 0 {
		return fmt.Errorf("%s no longer says what the program does: run `make docs`", strings.Join(stale, ", "))
	}
	return checkLinks()
}

func checkLinks() error {
	files, err := written()
	if err != nil {
		return err
	}
	broken, err := brokenLinks(files)
	if err == nil && len(broken) > 0 {
		err = fmt.Errorf("links that lead nowhere:\n%s", strings.Join(broken, "\n"))
	}
	return err
}

// update rewrites the generated part, and reports whether it changed.
func (p page) update(ctx context.Context, check bool) (bool, error) {
	old, err := os.ReadFile(p.file)
	if err != nil {
		return false, err
	}
	part, err := p.write(ctx)
	if err != nil {
		return false, err
	}
	text, err := p.within(string(old), part)
	if err != nil {
		return false, err
	}
	return write(p.file, old, text, check)
}

// write replaces a file, unless it only checks, and reports whether it differs.
func write(file string, old, text []byte, check bool) (bool, error) {
	if bytes.Equal(text, old) {
		return false, nil
	}
	if check {
		return true, nil
	}
	return true, os.WriteFile(file, text, 0o644) //nolint:gosec // public
}

// within inserts the part between its markers.
func (p page) within(old, part string) ([]byte, error) {
	begin, end := "<!-- "+p.part+": written by make docs -->\n", "<!-- end of "+p.part+" -->"
	before, rest, ok := strings.Cut(old, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return nil, fmt.Errorf("it has no part between %q and %q", strings.TrimSpace(begin), end)
	}
	return []byte(before + begin + "\n" + strings.TrimSpace(part) + "\n\n" + end + after), nil
}
