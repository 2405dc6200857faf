package transfer

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"plotline/internal/clip"
	"plotline/internal/git"
)

// commit is one commit of a history.
type commit struct {
	sha     string
	parents []string
	date    string // ISO 8601, of the committer
	author  string
	refs    string // the names of its tags, as git log prints them
	message string
	files   []string // the paths that it changes, mostFiles at most; empty for a merge
	folders []string // the top folders of all paths that it changes, mostFolders+1 at most
}

// logFormat prints two empty fields and then hash, parents, committer date, author, tags, message, each terminated by NUL. With
// -z, another NUL ends that, and names of files follow, each terminated by NUL. None is empty, so two empty fields begin a
// commit.
const logFormat = "--format=%x00%x00%H%x00%P%x00%cI%x00%an%x00%D%x00%B%x00"

// maxMessage and maxField bound the fields of a commit, in bytes. Longer messages are cut, and a commit with
// another field that long is an error. Both limits exceed those of an episode.
const (
	maxMessage = 64 << 10
	maxField   = 1 << 20
)

// These bound the paths of a commit that an episode keeps. A longer path is cut. In JSON, a byte becomes six at most,
// so all fit into the metadata of an episode.
const (
	mostFiles = 50
	maxPath   = 200     // characters
	maxPaths  = 8 << 10 // bytes of all
)

// walk reads the history of a commit, parents before children and otherwise by date, and calls yield with each. With files,
// it reads which files each commit changes, too.
func walk(ctx context.Context, repository, head string, files bool, yield func(commit) error) error {
	args := []string{
		"log", "-z", "--reverse", "--date-order", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-mailmap", "--no-notes",
		"--decorate-refs=refs/tags/*", "--no-color", "--no-renames", "-O" + os.DevNull, "--encoding=UTF-8", logFormat,
	}
	if files {
		args = append(args, "--name-only")
	} else {
		args = append(args, "--no-patch")
	}
	cmd, complaint := git.Command(ctx, repository, append(args, head, "--")...)
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
	in := logReader{in: bufio.NewReader(r)}
	for {
		c, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := yield(c); err != nil {
			return err
		}
	}
}

// logReader reads commits. It has read the two empty fields that begin the next one.
type logReader struct {
	in    *bufio.Reader
	begun bool
}

// next returns a commit with its files, or io.EOF.
func (l *logReader) next() (commit, error) {
	if !l.begun {
		if err := l.files(&commit{}); err != nil || !l.begun {
			return commit{}, cmp.Or(err, io.EOF)
		}
	}
	l.begun = false
	var fields [6]string
	for i := range fields {
		limit := maxField
		if i == len(fields)-1 {
			limit = maxMessage
		}
		text, whole, err := readField(l.in, limit)
		switch {
		case errors.Is(err, io.EOF):
			return commit{}, errBroken
		case err != nil:
			return commit{}, fmt.Errorf("%w: %w", errBroken, err)
		case !whole && limit == maxField:
			return commit{}, fmt.Errorf("the commit %.64q has a field of more than %d bytes: leave it out of the history", fields[0], maxField)
		}
		fields[i] = strings.ToValidUTF8(strings.Trim(text, "\x00\n"), string(utf8.RuneError))
	}
	if end, _, err := readField(l.in, 1); err != nil || end != "\x00" {
		return commit{}, errBroken
	}
	c := commit{
		sha: fields[0], parents: strings.Fields(fields[1]), date: fields[2], author: fields[3], refs: fields[4],
		message: strings.TrimSpace(strings.ReplaceAll(fields[5], "\r\n", "\n")),
	}
	err := l.files(&c)
	return c, err
}

// files reads the names of files up to the next commit or the end, and adds them to a commit.
func (l *logReader) files(c *commit) error {
	left := maxPaths
	for empty := 0; empty < 2; {
		name, _, err := readField(l.in, maxField)
		if errors.Is(err, io.EOF) && strings.Trim(name, "\x00\n") == "" {
			return nil
		}
		if err != nil {
			return errBroken
		}
		name = strings.ToValidUTF8(strings.Trim(name, "\x00\n"), string(utf8.RuneError))
		if name == "" {
			empty++
			continue
		}
		empty = 0
		if folder, _, is := strings.Cut(name, "/"); is && len(c.folders) <= mostFolders && !slices.Contains(c.folders, folder) {
			c.folders = append(c.folders, folder)
		}
		if path := clip.Runes(name, maxPath); len(c.files) < mostFiles && len(path) <= left {
			c.files, left = append(c.files, strings.Clone(path)), left-len(path)
		}
	}
	l.begun = true
	return nil
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
