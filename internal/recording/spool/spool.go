package spool

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"plotline/internal/clip"
	"plotline/internal/durable"
)

// Folder is the path of a spool: a folder per client, with a file per session.
type Folder string

// In returns the spool of a data folder.
func In(dataDir string) Folder { return Folder(filepath.Join(dataDir, "spool")) }

// Socket returns the path on which the recorder listens. Where the spool's own path is too long for a socket, it lies in a
// folder of its own, below XDG_RUNTIME_DIR or the temporary folder. The recorder makes that folder, with the mode 0700.
func (f Folder) Socket() string {
	const name, longest = "hook.sock", 100
	if path := filepath.Join(string(f), name); len(path) <= longest {
		return path
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if !filepath.IsAbs(dir) {
		dir = os.TempDir()
	}
	sum := sha256.Sum256([]byte(f))
	return filepath.Join(dir, "plotline-"+hex.EncodeToString(sum[:6]), name)
}

// IsOurs reports whether the socket's folder is one that no other user can write to.
func (f Folder) IsOurs() bool { return isOwn(filepath.Dir(f.Socket())) }

// Lock returns the path of the lock that the recorder holds.
func (f Folder) Lock() string { return filepath.Join(string(f), ".lock") }

// ErrFull reports that the spool has no room for a line.
var ErrFull = errors.New("the spool is full")

const extension = ".jsonl"

// maxFiles bounds the files that Append counts. A spool with more is full.
const maxFiles = 8192

// File is the file of one session.
type File struct {
	Client, Session string // Session is Name of the client's id
	Path            string
	Size            int64 // in bytes
	Modified        time.Time
}

// Name returns the name of a session: its id, or the SHA-256 of the id where that is no good name for a file. Keys of
// episodes have it, too.
func Name(session string) string {
	good := session != "" && len(session) <= 80 && session[0] != '.'
	for i := 0; good && i < len(session); i++ {
		c := session[i]
		good = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-'
	}
	if good {
		return session
	}
	sum := sha256.Sum256([]byte(session))
	return hex.EncodeToString(sum[:])
}

// File returns the file of a session, which need not exist.
func (f Folder) File(client, session string) File {
	name := Name(session)
	file := File{Client: client, Session: name, Path: filepath.Join(string(f), client, name+extension)}
	if info, err := os.Stat(file.Path); err == nil {
		file.Size, file.Modified = info.Size(), info.ModTime()
	}
	return file
}

// Append adds lines to the file of a session with one write, and makes the file and its folders where they are missing. It
// sets V of the lines, and shortens what is too long. It returns ErrFull if a bound leaves no room for a line.
func (f Folder) Append(client, session string, lines ...Line) error {
	file := f.File(client, session)
	var text bytes.Buffer
	for _, line := range lines {
		if file.Size+int64(text.Len()) >= MostFile && (line.Kind == Session || line.Kind == Tool) {
			continue
		}
		raw, err := encode(line)
		if err != nil {
			return err
		}
		text.Write(raw)
	}
	if text.Len() == 0 {
		return ErrFull
	}
	if size, err := f.size(); err != nil || size+int64(text.Len()) > MostFolder {
		return errors.Join(ErrFull, err)
	}
	if err := os.MkdirAll(filepath.Dir(file.Path), 0o700); err != nil {
		return err
	}
	return appendTo(file.Path, text.Bytes())
}

// appendTo adds a text to a file with one write. After a write that did not end, it begins a new line.
func appendTo(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if info, err := file.Stat(); err == nil && info.Size() > 0 {
		last := []byte{'\n'}
		if _, err := file.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			text = append([]byte{'\n'}, text...)
		}
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// size returns the bytes of all sessions.
func (f Folder) size() (int64, error) {
	files, err := f.Sessions()
	total := int64(0)
	for _, file := range files {
		total += file.Size
	}
	if len(files) >= maxFiles {
		total = MostFolder
	}
	return total, err
}

// encode returns a line with its newline, of at most MostLine bytes.
func encode(line Line) ([]byte, error) {
	line.V = Version
	for {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(line); err != nil || text.Len() <= MostLine {
			return text.Bytes(), err
		}
		longest := &line.Text
		for _, field := range []*string{
			&line.Command, &line.Tail, &line.First, &line.Path, &line.Name, &line.Words, &line.Reason, &line.Task, &line.ID, &line.Source,
			&line.Project, &line.Folder, &line.Branch, &line.Head, &line.Client, &line.Model, &line.Transcript, &line.Parent, &line.Brief,
		} {
			if len(*field) > len(*longest) {
				longest = field
			}
		}
		if *longest == "" {
			return nil, fmt.Errorf("a line has %d bytes: %w", text.Len(), durable.ErrTooLarge)
		}
		*longest = clip.Bytes(*longest, len(*longest)*3/4)
	}
}

// Sessions lists the files of all sessions, by client and name.
func (f Folder) Sessions() ([]File, error) {
	clients, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var files []File
	for _, client := range clients {
		if !client.IsDir() || strings.HasPrefix(client.Name(), ".") {
			continue
		}
		dir := filepath.Join(string(f), client.Name())
		entries, failed := os.ReadDir(dir)
		err = errors.Join(err, failed)
		for _, entry := range entries {
			name, is := strings.CutSuffix(entry.Name(), extension)
			info, gone := entry.Info()
			if is && gone == nil && info.Mode().IsRegular() {
				files = append(files, File{client.Name(), name, filepath.Join(dir, entry.Name()), info.Size(), info.ModTime()})
			}
		}
	}
	return files, err
}

// Content is what the file of a session says.
type Content struct {
	Lines []Line
	Bad   int // lines that are no JSON, or longer than MostLine
	Newer int // lines of a later version, which wait for a newer program
	// Unfinished is whether the last line has no end yet. It is not in Lines.
	Unfinished bool
}

// Read reads the file of a session.
func (f File) Read() (Content, error) {
	file, err := durable.Open(f.Path)
	if err != nil {
		return Content{}, err
	}
	defer func() { _ = file.Close() }()
	// Prompts and ends may follow after MostFile. A file of twice that size is not of our making.
	raw, err := io.ReadAll(io.LimitReader(file, 2*MostFile))
	if err != nil {
		return Content{}, err
	}
	return Parse(raw), nil
}

// Parse reads the lines of a session. A line that a hook wrote twice, because a client has it in two of its configurations,
// counts once.
func Parse(raw []byte) Content {
	var c Content
	for len(raw) > 0 {
		text, rest, ended := bytes.Cut(raw, []byte{'\n'})
		if !ended {
			c.Unfinished = true
			break
		}
		raw = rest
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		var line Line
		switch err := json.Unmarshal(text, &line); {
		case err != nil || len(text) > MostLine || line.V < 1 || line.Kind == "":
			c.Bad++
		case line.V > Version:
			c.Newer++
		case !c.repeats(line):
			c.Lines = append(c.Lines, line)
		}
	}
	return c
}

// repeats reports whether a line says what one of the last lines said at the same time.
func (c *Content) repeats(line Line) bool {
	const sameTime, near = 2000, 4 // milliseconds, lines
	for i := len(c.Lines) - 1; i >= 0 && i >= len(c.Lines)-near; i-- {
		earlier := c.Lines[i]
		if apart := line.T - earlier.T; apart < -sameTime || apart > sameTime {
			return false
		}
		earlier.T = line.T
		if equal(earlier, line) {
			return true
		}
	}
	return false
}

// equal compares two lines of the same time.
func equal(a, b Line) bool {
	if !equalValue(a.Exit, b.Exit) || !equalValue(a.OK, b.OK) {
		return false
	}
	a.Exit, b.Exit, a.OK, b.OK = nil, nil, nil, nil
	return a == b
}

func equalValue[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// Start returns the first line of kind Session, which fixes the project of a session.
func (f File) Start() (line Line, found bool) {
	file, err := durable.Open(f.Path)
	if err != nil {
		return Line{}, false
	}
	defer func() { _ = file.Close() }()
	raw := make([]byte, 4*MostLine)
	n, err := io.ReadFull(file, raw)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Line{}, false
	}
	for _, line := range Parse(raw[:n]).Lines {
		if line.Kind == Session && line.Project != "" {
			return line, true
		}
	}
	return Line{}, false
}

// Remove removes the file of a session, and its mark. A missing file is no error.
func (f File) Remove() error {
	return errors.Join(durable.Remove(f.Path), durable.Remove(f.mark()))
}

// DropBriefs removes from the lines of a session what it was told at its starts. It overwrites the text in its place, because a hook may
// be adding lines to the file. A missing file is no error.
func (f File) DropBriefs() error {
	file, err := os.OpenFile(f.Path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(io.LimitReader(file, MostFile+MostLine))
	for at := 0; err == nil; {
		key := bytes.Index(raw[at:], []byte(briefKey)) // within a text, the quotes have a backslash before them
		if key < 0 {
			break
		}
		from := at + key + len(briefKey)
		end := from
		for end < len(raw) && raw[end] != '"' && raw[end] != '\n' {
			if raw[end] == '\\' {
				end++
			}
			end++
		}
		if at = min(end, len(raw)); end >= len(raw) || raw[end] != '"' {
			continue // a line that was not written whole
		}
		_, err = file.WriteAt(append([]byte{'"'}, bytes.Repeat([]byte{' '}, end-from)...), int64(from))
	}
	return errors.Join(err, file.Close())
}

// briefKey stands before the text of Line.Brief.
const briefKey = `"brief":"`

// mark is the path of an empty file that exists while the session's present task must not be kept.
func (f File) mark() string { return strings.TrimSuffix(f.Path, extension) + ".skip" }

// Skip says whether the session's present task must not be kept, for the hooks that come before the next prompt.
func (f File) Skip(private bool) error {
	if !private {
		if err := os.Remove(f.mark()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(f.mark(), nil, 0o600)
}

// Skips reports whether the session's present task must not be kept.
func (f File) Skips() bool {
	_, err := os.Lstat(f.mark())
	return err == nil
}

// Brief is what agents are told at the start of a session of a project. The recorder writes it, and the hook prints it.
type Brief struct {
	Text string `json:"text,omitempty"`
	// Branches has what is told instead of Text on a branch whose last session did not end green.
	Branches map[string]string `json:"branches,omitempty"`
}

// maxBriefs bounds the file of a brief, in bytes.
const maxBriefs = 256 << 10

// BriefFile returns the file of a data folder with the brief of a workspace's project.
func BriefFile(dataDir, workspace string) string {
	return filepath.Join(dataDir, "recording", "briefs", workspace+".json")
}

// ReadBrief reads the brief of a workspace's project. Without the file it is empty.
func ReadBrief(dataDir, workspace string) (b Brief, err error) {
	err = durable.ReadJSON(BriefFile(dataDir, workspace), maxBriefs, &b)
	return b, err
}

// On returns what is told on a branch.
func (b Brief) On(branch string) string {
	if text, has := b.Branches[branch]; has {
		return text
	}
	return b.Text
}
