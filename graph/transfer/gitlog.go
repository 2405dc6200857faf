package transfer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"unicode/utf8"
)

// commit is one commit of a history.
type commit struct {
	sha     string
	parents []string
	date    string // ISO 8601, of the committer
	author  string
	message string
}

// subject is the first line of the message.
func (c commit) subject() string {
	line, _, _ := strings.Cut(c.message, "\n")
	return strings.TrimSpace(line)
}

var (
	revertLine = regexp.MustCompile(`This reverts commit ([0-9a-f]{7,64})`)
	fixesLine  = regexp.MustCompile(`(?m)^Fixes: ([0-9a-f]{7,64})`)
)

// reverts names the commits that the message says it reverts.
func (c commit) reverts() []string { return submatches(revertLine, c.message) }

// fixes names the commits that the message says it fixes.
func (c commit) fixes() []string { return submatches(fixesLine, c.message) }

// fixup is the subject of the commit that a fixup! or amend! commit mends, or "".
func (c commit) fixup() string {
	subject := c.subject()
	for _, prefix := range []string{"fixup! ", "amend! ", "squash! "} {
		if rest, ok := strings.CutPrefix(subject, prefix); ok {
			return rest
		}
	}
	return ""
}

func submatches(re *regexp.Regexp, text string) []string {
	matches := re.FindAllStringSubmatch(text, -1)
	found := make([]string, len(matches))
	for i, match := range matches {
		found[i] = match[1]
	}
	return found
}

// ErrNoHistory says that a folder is no git repository, or has no commit yet.
var ErrNoHistory = errors.New("no git history")

// logFormat gives five fields, each ended by NUL: hash, parents, committer date, author, message.
const logFormat = "--format=%H%x00%P%x00%cI%x00%an%x00%B%x00"

// walk reads the history of HEAD, parents before children, and hands over each commit.
func walk(ctx context.Context, repository string, yield func(commit) error) error {
	if info, err := os.Stat(repository); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no folder %s; a repository elsewhere must be cloned first", repository)
	}
	if err := exec.CommandContext(ctx, "git", "-C", repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").Run(); err != nil {
		return missing(err, repository)
	}
	cmd := exec.CommandContext(ctx, "git", "-C", repository, "log", "--reverse", "--topo-order",
		"--no-show-signature", "--encoding=UTF-8", logFormat, "HEAD", "--")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("git log: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git log: %w", err)
	}
	read := readLog(out, yield)
	if read != nil {
		_ = cmd.Process.Kill() // nobody reads its output any more
	}
	if err := cmd.Wait(); err != nil && read == nil {
		return fmt.Errorf("git log in %s: %s", repository, firstLine(complaint.String()))
	}
	return read
}

func missing(err error, repository string) error {
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("the program git is not installed; it reads the history")
	}
	return fmt.Errorf("%w in %s", ErrNoHistory, repository)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

func readLog(r io.Reader, yield func(commit) error) error {
	in := bufio.NewReader(r)
	for {
		var fields [5]string
		for i := range fields {
			text, err := in.ReadString(0)
			if errors.Is(err, io.EOF) && i == 0 {
				return nil
			}
			if err != nil {
				return fmt.Errorf("git log ended in the middle of a commit: %w", err)
			}
			fields[i] = strings.ToValidUTF8(strings.Trim(text, "\x00\n"), string(utf8.RuneError))
		}
		c := commit{
			sha: fields[0], parents: strings.Fields(fields[1]), date: fields[2], author: fields[3],
			message: strings.TrimSpace(fields[4]),
		}
		if err := yield(c); err != nil {
			return err
		}
	}
}
