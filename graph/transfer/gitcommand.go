package transfer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"plotline/internal/git"
)

// ErrNoHistory reports that a folder is not a git repository or has no commits.
var ErrNoHistory = errors.New("no git history")

// headOf returns the hash of HEAD, or an error if the folder has no readable history.
func headOf(ctx context.Context, repository string) (string, error) {
	if info, err := os.Stat(repository); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no folder %s; clone the repository first", repository)
	}
	cmd, complaint := git.Command(ctx, repository, "rev-parse", "--verify", "--quiet", "HEAD")
	head, err := cmd.Output()
	text := complaint.String()
	switch {
	case err == nil:
		return strings.TrimSpace(string(head)), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed; Plotline needs it to read the history")
	case strings.Contains(text, "dubious ownership"):
		return "", fmt.Errorf("git does not trust %s, which belongs to another user; if you do, "+
			"run git config --global --add safe.directory with the absolute path of the repository", repository)
	case text == "" || strings.Contains(text, "not a git repository"):
		full, absErr := filepath.Abs(repository)
		if absErr != nil {
			full = repository
		}
		return "", fmt.Errorf("%w in %s; name the folder of a git repository that has commits", ErrNoHistory, full)
	default:
		return "", fmt.Errorf("git cannot open %s: %s", repository, reason(text))
	}
}

// unreadable returns the error for a history that git could not read completely.
func unreadable(repository, complaint string) error {
	return fmt.Errorf("git cannot read the whole history of %s: %s; the repository is a damaged or partial clone, "+
		"and nothing is fetched during an import: run git fsck there, or git fetch --refetch, then import again",
		repository, reason(complaint))
}

// reason returns the first line of git's output that names an error.
func reason(complaint string) string {
	var first string
	for line := range strings.Lines(complaint) {
		line = strings.TrimSpace(line)
		if text, is := strings.CutPrefix(line, "fatal: "); is {
			return text
		}
		if text, is := strings.CutPrefix(line, "error: "); is && first == "" {
			first = text
		}
	}
	if first == "" {
		first, _, _ = strings.Cut(strings.TrimSpace(complaint), "\n")
	}
	return first
}
