// Command english reports coined words in names, comments and documentation. `make check` runs it in the
// module's root:
//
//	go run ./testing/english
//
// words.tsv lists the words, and what to write instead. exceptions.tsv lists the phrases and paths in which a
// word has its plain meaning. An exception that nothing uses fails too. Commit messages are not checked.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"plotline/testing/kit/command"
)

const (
	wordsFile      = "testing/english/words.tsv"
	exceptionsFile = "testing/english/exceptions.tsv"
)

func main() {
	command.Main("english", func(ctx context.Context) error { return run(ctx, os.Stdout) })
}

func run(ctx context.Context, out io.Writer) error {
	check, err := newChecker(wordsFile, exceptionsFile)
	if err != nil {
		return err
	}
	files, err := checkedFiles(ctx)
	if err != nil {
		return err
	}
	found := 0
	for _, file := range files {
		texts, err := read(file)
		if err != nil {
			return err
		}
		for _, t := range texts {
			for _, finding := range check.find(t) {
				found++
				_, _ = fmt.Fprintln(out, finding)
			}
		}
	}
	for _, e := range check.unused() {
		found++
		_, _ = fmt.Fprintf(out, "%s:%d: nothing uses this exception for %q: delete it\n", exceptionsFile, e.line, e.word)
	}
	if found > 0 {
		return fmt.Errorf("%d findings; if a word has its plain meaning, add the phrase or the path to %s", found, exceptionsFile)
	}
	return nil
}

// checkedFiles lists the files of the checkout that git does not ignore.
func checkedFiles(ctx context.Context) ([]string, error) {
	out, err := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []string
	for file := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		if _, err := os.Stat(file); err == nil && file != wordsFile && file != exceptionsFile {
			files = append(files, file)
		}
	}
	return files, nil
}
