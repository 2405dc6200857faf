//go:build unix

package attacks_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/testing/kit/serving"
)

// clone is a git repository with two commits that an attacker has prepared.
type clone struct {
	dir    string
	marker string // A command in the repository's configuration would create this file.
}

func newClone(t *testing.T, subject string) clone {
	t.Helper()
	c := clone{dir: t.TempDir(), marker: filepath.Join(t.TempDir(), "ran")}
	c.git(t, "init", "-q", "-b", "main")
	for _, text := range []string{subject, subject + " again"} {
		c.git(t, "commit", "-q", "--allow-empty", "-m", text)
	}
	return c
}

// git runs git as the attacker, before the import.
func (c clone) git(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", c.dir}, args...)...) //nolint:gosec // The test's own repository.
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// config sets keys in the repository's own configuration. $RUN stands for a command that creates the
// marker.
func (c clone) config(t *testing.T, pairs ...string) {
	t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		c.git(t, "config", pairs[i], strings.ReplaceAll(pairs[i+1], "$RUN", c.command(t)))
	}
}

// command returns an executable file that creates the marker.
func (c clone) command(t *testing.T) string {
	t.Helper()
	path := filepath.Join(c.dir, ".git", "run.sh")
	script := fmt.Sprintf("#!/bin/sh\n: >'%s'\nexit 1\n", c.marker)
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil { //nolint:gosec // It has to be executable.
		t.Fatal(err)
	}
	return path
}

// loseCommit makes the repository a partial clone of the remote without its first commit, so that git wants
// to fetch it.
func (c clone) loseCommit(t *testing.T, url string) {
	t.Helper()
	first := c.git(t, "rev-parse", "HEAD~1")
	c.config(t, "core.repositoryFormatVersion", "1", "extensions.partialClone", "origin",
		"remote.origin.url", url, "remote.origin.promisor", "true", "remote.origin.partialCloneFilter", "blob:none")
	if err := os.Remove(filepath.Join(c.dir, ".git", "objects", first[:2], first[2:])); err != nil {
		t.Fatal(err)
	}
}

// checkNothingRan checks that no command of the repository ran.
func (c clone) checkNothingRan(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(c.marker); err == nil {
		t.Error("a command of the repository's configuration ran")
	}
}

func importGit(t *testing.T, env []string, repository string) (done serving.Finished, data string) {
	t.Helper()
	data = t.TempDir()
	return serving.Run(t, binary, env, "import", "git", repository, "--store", "embedded", "--data-dir", data), data
}

// TestImportRunsNoCommandOfRepository imports partial clones that lack a commit. Each remote would make
// git run a command to fetch what is missing.
func TestImportRunsNoCommandOfRepository(t *testing.T) {
	t.Parallel()
	for name, remote := range map[string]struct {
		url    string
		config []string
	}{
		"uploadpack":  {".", []string{"remote.origin.uploadpack", "$RUN", "protocol.file.allow", "always"}},
		"ext":         {"ext::$RUN", []string{"protocol.ext.allow", "always"}},
		"ssh command": {"ssh://example.invalid/x", []string{"core.sshCommand", "$RUN", "protocol.ssh.allow", "always"}},
		"git proxy":   {"git://example.invalid/x", []string{"core.gitProxy", "$RUN", "protocol.git.allow", "always"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClone(t, "hostile")
			c.loseCommit(t, remote.url)
			c.config(t, remote.config...)
			done, _ := importGit(t, nil, c.dir)
			c.checkNothingRan(t)
			if done.Status != 1 || !strings.Contains(done.Err, "damaged or partial clone") {
				t.Errorf("status %d: %s", done.Status, done.Err)
			}
		})
	}
}

// TestImportWithHostileConfiguration imports complete repositories whose configuration names programs and
// files for many operations of git.
func TestImportWithHostileConfiguration(t *testing.T) {
	t.Parallel()
	for name, config := range map[string][]string{
		"fsmonitor": {"core.fsmonitor", "$RUN"},
		"pager":     {"core.pager", "$RUN", "pager.log", "$RUN"},
		"diff":      {"diff.external", "$RUN", "diff.x.textconv", "$RUN", "diff.x.command", "$RUN", "log.diffMerges", "on"},
		"signature": {"log.showSignature", "true", "gpg.program", "$RUN", "gpg.ssh.program", "$RUN", "gpg.format", "ssh"},
		"alias":     {"alias.log", "!$RUN", "alias.rev-parse", "!$RUN"},
		"hooks":     {"core.hooksPath", ".git"},
		"refs":      {"core.alternateRefsCommand", "$RUN", "credential.helper", "!$RUN", "core.askPass", "$RUN"},
		"mailmap":   {"mailmap.file", "$DIR/pipe", "log.mailmap", "true"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClone(t, "hostile")
			if err := unix.Mkfifo(filepath.Join(c.dir, "pipe"), 0o600); err != nil {
				t.Fatal(err)
			}
			for i := range config {
				config[i] = strings.ReplaceAll(config[i], "$DIR", c.dir)
			}
			for _, hook := range []string{"post-index-change", "reference-transaction", "post-checkout"} {
				if err := os.Symlink(c.command(t), filepath.Join(c.dir, ".git", hook)); err != nil {
					t.Fatal(err)
				}
			}
			c.config(t, config...)
			_ = os.Remove(c.marker) // git config itself may run something
			done, _ := importGit(t, nil, c.dir)
			c.checkNothingRan(t)
			if done.Status != 0 || !strings.Contains(done.Out, "2 commits") {
				t.Errorf("status %d: %s%s", done.Status, done.Out, done.Err)
			}
		})
	}
}

// TestImportIgnoresGitEnvironment imports one repository while the environment names another.
func TestImportIgnoresGitEnvironment(t *testing.T) {
	t.Parallel()
	other := newClone(t, "of the environment")
	for name, env := range map[string][]string{
		"GIT_DIR":              {"GIT_DIR=" + other.dir + "/.git"},
		"GIT_DIR and work":     {"GIT_DIR=" + other.dir + "/.git", "GIT_WORK_TREE=" + other.dir},
		"GIT_COMMON_DIR":       {"GIT_COMMON_DIR=" + other.dir + "/.git"},
		"GIT_OBJECT_DIRECTORY": {"GIT_OBJECT_DIRECTORY=" + other.dir + "/.git/objects"},
		"GIT_CONFIG_COUNT":     {"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=log.showSignature", "GIT_CONFIG_VALUE_0=nonsense"},
		"GIT_TRACE":            {"GIT_TRACE=" + other.marker, "GIT_TRACE2_EVENT=" + other.marker},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			named := newClone(t, "of the argument")
			done, data := importGit(t, env, named.dir)
			if done.Status != 0 {
				t.Fatalf("status %d: %s", done.Status, done.Err)
			}
			exported := serving.Run(t, binary, nil, "export", "--store", "embedded", "--data-dir", data).Out
			if !strings.Contains(exported, "of the argument again") || strings.Contains(exported, "of the environment") {
				t.Errorf("the graph holds\n%s", exported)
			}
			other.checkNothingRan(t)
		})
	}
}

// TestImportOfFolderNamedLikeOption imports a repository whose path begins with a dash.
func TestImportOfFolderNamedLikeOption(t *testing.T) {
	t.Parallel()
	c := newClone(t, "dash")
	parent := t.TempDir()
	if err := os.Rename(c.dir, filepath.Join(parent, "--upload-pack=x")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "import", "git", "--store", "embedded", "--data-dir", t.TempDir(), "--", "--upload-pack=x") //nolint:gosec // The program under test.
	cmd.Env, cmd.Dir = serving.Environ(), parent
	if done := serving.Finish(t, cmd); done.Status != 0 || !strings.Contains(done.Out, "2 commits") {
		t.Errorf("status %d: %s%s", done.Status, done.Out, done.Err)
	}
}

// TestImportOfOtherUsersRepository checks that the user sees git's refusal as advice, and that
// safe.directory in the user's configuration is obeyed.
func TestImportOfOtherUsersRepository(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("skipped: only root can give a folder to another user")
	}
	c := newClone(t, "foreign")
	if err := os.Chown(c.dir, 65532, 65532); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home}
	if done, _ := importGit(t, env, c.dir); done.Status != 1 || !strings.Contains(done.Err, "safe.directory") {
		t.Errorf("status %d: %s", done.Status, done.Err)
	}
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[safe]\n\tdirectory = "+c.dir+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done, _ := importGit(t, env, c.dir); done.Status != 0 || !strings.Contains(done.Out, "2 commits") {
		t.Errorf("status %d: %s%s", done.Status, done.Out, done.Err)
	}
}

// TestImportReadsOnlyTheNamedFolder imports folders that lead to another repository of the user, in each way that git
// follows. The folders of a worktree and of a submodule are what a user means.
func TestImportReadsOnlyTheNamedFolder(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := func(t *testing.T, target, path string) {
		t.Helper()
		if err := cmp.Or(os.RemoveAll(path), os.Symlink(target, path)); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		lead    func(t *testing.T, secret, folder clone) string // returns the folder to import
		refused bool
	}{
		"gitfile": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			_ = os.RemoveAll(folder.dir + "/.git")
			write(t, folder.dir+"/.git", "gitdir: "+secret.dir+"/.git\n")
			return folder.dir
		}, true},
		"link to a repository": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			link(t, secret.dir+"/.git", folder.dir+"/.git")
			return folder.dir
		}, true},
		"links to objects and refs": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			link(t, secret.dir+"/.git/objects", folder.dir+"/.git/objects")
			link(t, secret.dir+"/.git/refs", folder.dir+"/.git/refs")
			return folder.dir
		}, true},
		"link to packs": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			link(t, secret.dir+"/.git/objects/pack", folder.dir+"/.git/objects/pack")
			return folder.dir
		}, true},
		"commondir": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			write(t, folder.dir+"/.git/commondir", secret.dir+"/.git\n")
			return folder.dir
		}, true},
		"alternates": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			write(t, folder.dir+"/.git/objects/info/alternates", secret.dir+"/.git/objects\n")
			write(t, folder.dir+"/.git/refs/heads/main", secret.git(t, "rev-parse", "HEAD")+"\n")
			return folder.dir
		}, true},
		"alternates of alternates": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			middle := folder.dir + "/objects"
			if err := os.MkdirAll(middle+"/info", 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, folder.dir+"/.git/objects/info/alternates", middle+"\n")
			write(t, middle+"/info/alternates", secret.dir+"/.git/objects\n")
			write(t, folder.dir+"/.git/refs/heads/main", secret.git(t, "rev-parse", "HEAD")+"\n")
			return folder.dir
		}, true},
		"parent folder": {func(t *testing.T, secret, _ clone) string {
			t.Helper()
			below := secret.dir + "/below"
			if err := os.Mkdir(below, 0o700); err != nil {
				t.Fatal(err)
			}
			return below
		}, true},
		"a worktree's gitdir that does not point back": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			secret.git(t, "worktree", "add", "-q", filepath.Join(t.TempDir(), "wt"))
			_ = os.RemoveAll(folder.dir + "/.git")
			write(t, folder.dir+"/.git", "gitdir: "+secret.dir+"/.git/worktrees/wt\n")
			return folder.dir
		}, true},
		"worktree": {func(t *testing.T, secret, _ clone) string {
			t.Helper()
			dir := filepath.Join(t.TempDir(), "wt")
			secret.git(t, "worktree", "add", "-q", dir)
			return dir
		}, false},
		"submodule": {func(t *testing.T, secret, folder clone) string {
			t.Helper()
			folder.git(t, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", secret.dir, "sub")
			return folder.dir + "/sub"
		}, false},
		"bare": {func(t *testing.T, secret, _ clone) string {
			t.Helper()
			dir := filepath.Join(t.TempDir(), "bare")
			secret.git(t, "clone", "-q", "--bare", "--no-local", secret.dir, dir)
			return dir
		}, false},
		"link to a folder": {func(t *testing.T, secret, _ clone) string {
			t.Helper()
			path := filepath.Join(t.TempDir(), "link")
			link(t, secret.dir, path)
			return path
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			secret, folder := newClone(t, "secret"), newClone(t, "harmless")
			dir := c.lead(t, secret, folder)
			done, _ := importGit(t, nil, dir)
			if !c.refused {
				if done.Status != 0 || !strings.Contains(done.Out, "2 commits") {
					t.Errorf("status %d: %s%s", done.Status, done.Out, done.Err)
				}
				return
			}
			if done.Status != 1 || !strings.Contains(done.Err, "add --follow") {
				t.Errorf("status %d: %s%s", done.Status, done.Out, done.Err)
			}
			followed := serving.Run(t, binary, nil, "import", "git", "--follow", dir, "--store", "embedded", "--data-dir", t.TempDir())
			if followed.Status != 0 || !strings.Contains(followed.Out, "2 commits") {
				t.Errorf("followed: status %d: %s%s", followed.Status, followed.Out, followed.Err)
			}
		})
	}
}
