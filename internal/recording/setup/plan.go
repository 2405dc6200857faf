package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plotline/internal/durable"
)

// Plan is what setup would change. Nothing is written before Apply.
type Plan struct {
	Client  Client
	Changes []Change
	Notes   []string // sentences for the person
}

// Change is the change of one file.
type Change struct {
	Path string

	client        Client
	key           string
	before, after []byte
	existed, ends bool // the file exists; it is to be removed
	mode          fs.FileMode
	clean         []byte // before, without what is ours
	kept          *KeptFile
	stays         bool // the person has changed a file that is ours
	forget        bool // there is nothing of ours any more
}

// none reports whether there is nothing to do.
func (c Change) none() bool { return !c.forget && c.kept == nil }

// Writes reports whether the file changes.
func (c Change) Writes() bool {
	return c.ends || !c.stays && (!c.existed && len(c.after) > 0 || !bytes.Equal(c.before, c.after))
}

// Writes reports whether a file changes.
func (p Plan) Writes() bool {
	for _, c := range p.Changes {
		if c.Writes() {
			return true
		}
	}
	return false
}

// maxFile bounds a configuration, in bytes. Claude Code keeps much of its state in one.
const maxFile = 64 << 20

// read reads a file, behind links. A missing file is empty.
func read(path string) (target string, text []byte, mode fs.FileMode, existed bool, err error) {
	target = path
	if behind, err := filepath.EvalSymlinks(path); err == nil {
		target = behind
	}
	info, err := os.Stat(target)
	if errors.Is(err, fs.ErrNotExist) {
		return target, nil, 0o600, false, nil
	}
	if err != nil {
		return "", nil, 0, false, err
	}
	if text, err = durable.Read(target, maxFile); err != nil {
		err = fmt.Errorf("%s cannot be read: %w", path, durable.Reason(err))
	}
	return target, text, info.Mode().Perm(), true, err
}

// prepare returns the change that brings a file to what the spec wants.
func (s spec) prepare(kept KeptFile) (Change, error) {
	_, before, mode, existed, err := read(s.path)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: s.path, before: before, existed: existed, mode: mode}
	if s.whole != nil {
		return s.prepareWhole(c, kept)
	}
	is, err := s.present(before)
	if err != nil {
		return Change{}, s.pasteError(err)
	}
	if is {
		c.after = before
		return c, nil
	}
	c.clean = s.clean(before, kept)
	after, ranges, err := s.add(c.clean)
	if err != nil {
		return Change{}, s.pasteError(err)
	}
	c.after = after
	c.kept = &KeptFile{
		Digest: digest(after), Added: ranges, Created: !existed || kept.Created && len(c.clean) == 0, Server: s.server(), Folders: kept.Folders,
	}
	return c, nil
}

// prepareWhole is prepare for a file that is ours from beginning to end.
func (s spec) prepareWhole(c Change, kept KeptFile) (Change, error) {
	c.after = s.whole
	switch {
	case c.existed && bytes.Equal(c.before, s.whole) && kept.Digest == digest(c.before):
		return c, nil
	case c.existed && kept.Digest != digest(c.before): // the person's own, or changed by them
		c.after, c.stays = c.before, true
		return c, nil
	}
	c.mode = 0o644
	c.kept = &KeptFile{Digest: digest(s.whole), Added: []added{{0, len(s.whole)}}, Created: true, Folders: kept.Folders}
	return c, nil
}

// remove returns the change that takes what is ours out of a file.
func (s spec) remove(kept KeptFile) (Change, error) {
	_, before, mode, existed, err := read(s.path)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: s.path, before: before, existed: existed, mode: mode, forget: kept.Digest != ""}
	switch {
	case !existed:
		return c, nil
	case s.whole != nil && kept.Digest != digest(before):
		c.after, c.stays = before, kept.Digest != ""
		c.forget = false
		return c, nil
	case s.whole == nil:
		c.after = s.clean(before, kept)
	}
	c.ends = kept.Created && strings.Trim(string(c.after), "{} \t\r\n") == ""
	c.forget = c.forget || c.Writes()
	return c, nil
}

// clean returns the text without what is ours. If the text is as setup left it, that is the old text.
func (s spec) clean(text []byte, kept KeptFile) []byte {
	if kept.Digest == digest(text) {
		if old, fits := without(text, kept.Added); fits {
			return old
		}
	}
	own := func(has Server) bool { return has.writtenAs(kept.Server) }
	for _, p := range s.json {
		text = p.remove(text, own)
	}
	if s.toml != nil {
		text = s.toml.remove(text, own)
	}
	return text
}

// present reports whether a text has exactly what the spec wants.
func (s spec) present(text []byte) (bool, error) {
	if s.toml != nil {
		return s.toml.present(text), s.toml.check(text)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return len(s.json) == 0, nil
	}
	root, err := parse(text)
	if err != nil {
		return false, err
	}
	for _, p := range s.json {
		if !p.present(text, root) {
			return false, nil
		}
	}
	return true, nil
}

// add returns the text with what the spec wants, and the places of what was inserted.
func (s spec) add(text []byte) (after []byte, ranges []added, err error) {
	if s.toml != nil {
		after, ranges = s.toml.add(text)
		return after, ranges, nil
	}
	if len(bytes.TrimSpace(text)) == 0 { // an empty file is not JSON yet
		text, ranges = insert(text, nil, 0, "{}\n")
	}
	for _, p := range s.json {
		if text, ranges, err = p.add(text, ranges); err != nil {
			return nil, nil, err
		}
	}
	return text, ranges, nil
}

// server returns the entry that the spec has.
func (s spec) server() *Server {
	if s.toml != nil {
		return &Server{Command: s.toml.server.Command, Args: s.toml.server.Args}
	}
	for _, p := range s.json {
		if p.server != nil {
			return &Server{Command: p.server.Command, Args: p.server.Args}
		}
	}
	return nil
}

// pasteError says what to add by hand to a file that setup cannot change.
func (s spec) pasteError(reason error) error {
	paste := ""
	if s.toml != nil {
		paste = s.toml.text()
	} else if text, _, err := s.add(nil); err == nil {
		paste = string(text)
	}
	return fmt.Errorf("%s cannot be changed, because %w. Add this to it yourself:\n%s%w", s.path, reason, paste, ErrConflict)
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Difference shows what changes in the file, line by line: what setup adds, and what it takes out of its own. What else the file
// has is not shown, as it may have secrets.
func (c Change) Difference() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", c.Path)
	switch {
	case c.ends:
		b.WriteString(": removed\n")
		return b.String()
	case !c.existed:
		b.WriteString(": new\n")
	default:
		b.WriteString("\n")
	}
	if taken := len(c.before) - len(c.clean); c.existed && c.kept != nil && taken > 0 && !c.kept.Created {
		fmt.Fprintf(&b, "  - %d bytes that an earlier setup added\n", taken)
	} else if c.kept == nil && len(c.before) > len(c.after) {
		fmt.Fprintf(&b, "  - %d bytes that setup added\n", len(c.before)-len(c.after))
	}
	if c.kept == nil {
		return b.String()
	}
	for _, r := range c.kept.Added {
		line := bytes.Count(c.after[:r[0]], []byte("\n")) + 1
		fmt.Fprintf(&b, "  @@ line %d @@\n", line)
		for text := range strings.Lines(strings.Trim(string(c.after[r[0]:r[0]+r[1]]), ",\r\n")) {
			b.WriteString("  + " + strings.TrimRight(text, "\r\n") + "\n")
		}
	}
	return b.String()
}
