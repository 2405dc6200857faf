package transfer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
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

// subject returns the first line of the message.
func (c commit) subject() string {
	line, _, _ := strings.Cut(c.message, "\n")
	return strings.TrimSpace(line)
}

var (
	revertLine = regexp.MustCompile(`This reverts commit ([0-9a-f]{7,64})`)
	fixesLine  = regexp.MustCompile(`(?m)^Fixes: ([0-9a-f]{7,64})`)
)

// reverts returns the hashes of the commits that the message says it reverts.
func (c commit) reverts() []string { return submatches(revertLine, c.message) }

// fixes returns the hashes of the commits that the message says it fixes.
func (c commit) fixes() []string { return submatches(fixesLine, c.message) }

// fixup returns the subject of the commit that a fixup!, amend! or squash! commit changes, or "".
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

// logFormat prints five fields, each terminated by NUL: hash, parents, committer date, author, message.
const logFormat = "--format=%H%x00%P%x00%cI%x00%an%x00%B%x00"

// maxMessage and maxField bound the fields of a commit, in bytes. Longer messages are cut, and a commit with
// another field that long is an error. Both limits exceed those of an episode.
const (
	maxMessage = 64 << 10
	maxField   = 1 << 20
)

// walk reads the history of HEAD, parents before children, and calls yield with each commit.
func walk(ctx context.Context, repository string, follow bool, yield func(commit) error) error {
	if err := checkHistory(ctx, repository); err != nil {
		return err
	}
	if !follow {
		if err := checkInside(ctx, repository); err != nil {
			return err
		}
	}
	cmd, complaint := git(ctx, repository, "log", "--reverse", "--topo-order", "--no-patch", "--no-ext-diff",
		"--no-textconv", "--no-show-signature", "--no-mailmap", "--no-notes", "--no-decorate", "--no-color",
		"--encoding=UTF-8", logFormat, "HEAD", "--")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("git log: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git log: %w", err)
	}
	read := readLog(out, yield)
	if read != nil {
		_ = cmd.Process.Kill() // Its output is no longer read.
	}
	if err := cmd.Wait(); err != nil && (read == nil || errors.Is(read, errBroken)) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return unreadable(repository, complaint.String())
	}
	return read
}

// errBroken reports that the output of git log ended within a commit.
var errBroken = errors.New("git log ended in the middle of a commit")

func readLog(r io.Reader, yield func(commit) error) error {
	in := bufio.NewReader(r)
	for {
		var fields [5]string
		for i := range fields {
			limit := maxField
			if i == len(fields)-1 {
				limit = maxMessage
			}
			text, whole, err := readField(in, limit)
			switch {
			case errors.Is(err, io.EOF) && i == 0:
				return nil
			case errors.Is(err, io.EOF):
				return errBroken
			case err != nil:
				return fmt.Errorf("%w: %w", errBroken, err)
			case !whole && limit == maxField:
				return fmt.Errorf("the commit %.64q has a field of more than %d bytes: leave it out of the history", fields[0], maxField)
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

// readField reads up to the next NUL, keeps at most limit bytes, and reports whether that is the whole field.
func readField(in *bufio.Reader, limit int) (text string, whole bool, err error) {
	var kept []byte
	whole = true
	for {
		part, err := in.ReadSlice(0)
		free := limit - len(kept)
		if len(part) > free {
			whole = false
		}
		kept = append(kept, part[:min(free, len(part))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(kept), whole, err
		}
	}
}
