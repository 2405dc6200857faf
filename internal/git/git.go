// Package git starts git on repositories that nobody has vouched for: their configuration starts no program.
package git

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// options precede every git command. A hostile repository's configuration can name programs to run. These
// options override it.
var options = []string{
	"--no-pager", "--literal-pathspecs",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.fsmonitor=false",
	"-c", "core.attributesFile=" + os.DevNull,
	"-c", "log.showSignature=false",
	"-c", "mailmap.file=",
	"-c", "mailmap.blob=",
}

// environment replaces git's environment variables. Without allowed protocols git starts no remote helper,
// and it fetches no missing objects. In a partial clone both would run programs named in the repository's
// configuration. Older versions of git support only the first variable, which suffices.
var environment = []string{
	"GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
}

// userConfig lists the variables of the user's own configuration, which is trusted: it names the repositories
// of other users that may be read (safe.directory). Other GIT_ variables would change which history is read,
// or how.
var userConfig = []string{
	"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
}

// Command prepares a command of git on a repository, and returns what it will write as its complaint.
func Command(ctx context.Context, repository string, args ...string) (cmd *exec.Cmd, complaint *bytes.Buffer) {
	all := append(slices.Clone(options), "-C", repository)
	cmd = exec.CommandContext(ctx, "git", append(all, args...)...) //nolint:gosec // Only the folder comes from the user, as the value of -C.
	complaint = &bytes.Buffer{}
	cmd.Env, cmd.Stderr = environ(os.Environ()), complaint
	return cmd, complaint
}

func environ(of []string) []string {
	kept := slices.DeleteFunc(slices.Clone(of), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return strings.HasPrefix(name, "GIT_") && !slices.Contains(userConfig, name)
	})
	return append(kept, environment...)
}
