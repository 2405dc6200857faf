package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// ErrNoHistory reports that a folder is not a git repository or has no commits.
var ErrNoHistory = errors.New("no git history")

// gitOptions precede every git command. A hostile repository's configuration can name programs to run. These
// options override it.
var gitOptions = []string{
	"--no-pager", "--literal-pathspecs",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.fsmonitor=false",
	"-c", "core.attributesFile=" + os.DevNull,
	"-c", "log.showSignature=false",
	"-c", "mailmap.file=",
	"-c", "mailmap.blob=",
}

// gitEnvironment replaces git's environment variables. Without allowed protocols git starts no remote helper,
// and it fetches no missing objects. In a partial clone both would run programs named in the repository's
// configuration. Older versions of git support only the first variable, which suffices.
var gitEnvironment = []string{
	"GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
}

// userConfig lists the variables of the user's own configuration, which is trusted: it names the repositories
// of other users that may be read (safe.directory). Other GIT_ variables would change which history is read,
// or how.
var userConfig = []string{
	"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
}

// git prepares a git command on an untrusted repository.
func git(ctx context.Context, repository string, args ...string) (cmd *exec.Cmd, complaint *bytes.Buffer) {
	all := append(slices.Clone(gitOptions), "-C", repository)
	cmd = exec.CommandContext(ctx, "git", append(all, args...)...) //nolint:gosec // Only the folder comes from the user, as the value of -C.
	complaint = &bytes.Buffer{}
	cmd.Env, cmd.Stderr = gitEnviron(os.Environ()), complaint
	return cmd, complaint
}

func gitEnviron(environ []string) []string {
	kept := slices.DeleteFunc(slices.Clone(environ), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return strings.HasPrefix(name, "GIT_") && !slices.Contains(userConfig, name)
	})
	return append(kept, gitEnvironment...)
}

// headOf returns the hash of HEAD, or an error if the folder has no readable history.
func headOf(ctx context.Context, repository string) (string, error) {
	if info, err := os.Stat(repository); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no folder %s; clone the repository first", repository)
	}
	cmd, complaint := git(ctx, repository, "rev-parse", "--verify", "--quiet", "HEAD")
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
		return "", fmt.Errorf("%w in %s", ErrNoHistory, repository)
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
