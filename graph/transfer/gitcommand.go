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

// ErrNoHistory reports that a folder is no git repository, or has no commit yet.
var ErrNoHistory = errors.New("no git history")

// gitOptions come before every git command. A repository may be hostile, and its own configuration can name
// programs to run. These options win over it.
var gitOptions = []string{
	"--no-pager", "--literal-pathspecs",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.fsmonitor=false",
	"-c", "core.attributesFile=" + os.DevNull,
	"-c", "log.showSignature=false",
	"-c", "mailmap.file=",
	"-c", "mailmap.blob=",
}

// gitEnvironment replaces what the environment says about git. No protocol is allowed, so git starts no
// helper for a remote, and it fetches no missing object: in a partial clone both would run what the
// repository's configuration says. Older versions of git know the first of the two alone, which suffices.
var gitEnvironment = []string{
	"GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
}

// userConfig names the user's own configuration, which is trusted: it says which repositories of other users
// may be read (safe.directory). Every other GIT_ variable would change which history is read, or how.
var userConfig = []string{
	"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
}

// git prepares a git command on a repository that is not trusted.
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

// checkHistory reports why the folder has no history that could be read.
func checkHistory(ctx context.Context, repository string) error {
	if info, err := os.Stat(repository); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no folder %s; a repository elsewhere must be cloned first", repository)
	}
	cmd, complaint := git(ctx, repository, "rev-parse", "--verify", "--quiet", "HEAD")
	err := cmd.Run()
	text := complaint.String()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("the program git is not installed; it reads the history")
	case strings.Contains(text, "dubious ownership"):
		return fmt.Errorf("git does not trust %s, which belongs to another user; if you do, "+
			"run git config --global --add safe.directory with the absolute path of the repository", repository)
	case text == "" || strings.Contains(text, "not a git repository"):
		return fmt.Errorf("%w in %s", ErrNoHistory, repository)
	default:
		return fmt.Errorf("git cannot open %s: %s", repository, reason(text))
	}
}

// unreadable explains a history that git began to read and could not.
func unreadable(repository, complaint string) error {
	return fmt.Errorf("git cannot read the whole history of %s: %s; the repository is a damaged or partial clone, "+
		"and nothing is fetched during an import: run git fsck there, or git fetch --refetch, then import again",
		repository, reason(complaint))
}

// reason is the first line of git's that names a failure.
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
