// Command covercheck fails if a statement of the listed files is not covered by tests. `make cover` runs
// it.
//
//	go run ./testing/covercheck coverage.out testing/covercheck/files.txt
//
// The list has one path a line, relative to the module's root. A * matches any text within a name. A line
// without a matching file fails too, so that the list cannot become stale.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

const module = "plotline/"

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "covercheck:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: covercheck PROFILE LIST, not %q", args)
	}
	blocks, err := readProfile(args[0])
	if err != nil {
		return err
	}
	patterns, err := readLines(args[1])
	if err != nil {
		return err
	}
	missed, files := 0, 0
	for _, pattern := range patterns {
		matched := 0
		for file, covered := range blocks {
			if ok, err := path.Match(pattern, file); err != nil || !ok {
				continue
			}
			matched++
			for place, count := range covered {
				if count == 0 {
					missed++
					_, _ = fmt.Fprintf(out, "not covered: %s:%s\n", file, place)
				}
			}
		}
		if matched == 0 {
			return fmt.Errorf("%s: no file of the profile is called that", pattern)
		}
		files += matched
	}
	if missed > 0 {
		return fmt.Errorf("%d blocks of statements are not covered", missed)
	}
	_, err = fmt.Fprintf(out, "every statement of %d files is covered\n", files)
	return err
}

// readProfile returns for each file how often each block ran, over all test binaries.
func readProfile(name string) (map[string]map[string]int, error) {
	lines, err := readLines(name)
	if err != nil {
		return nil, err
	}
	files := map[string]map[string]int{}
	for _, line := range lines {
		place, rest, ok := strings.Cut(line, " ")
		file, block, found := strings.Cut(strings.TrimPrefix(place, module), ":")
		if !ok || !found || strings.HasPrefix(line, "mode:") {
			continue
		}
		var statements, count int
		if _, err := fmt.Sscan(rest, &statements, &count); err != nil {
			return nil, fmt.Errorf("%s: %q is no line of a cover profile", name, line)
		}
		if files[file] == nil {
			files[file] = map[string]int{}
		}
		if statements > 0 {
			files[file][block] += count
		}
	}
	return files, nil
}

func readLines(name string) ([]string, error) {
	file, err := os.Open(name) //nolint:gosec // the caller's own argument
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var lines []string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if line := strings.TrimSpace(scanner.Text()); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines, scanner.Err()
}
