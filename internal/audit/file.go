package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

const (
	// MaxBytes is the size at which a log file is rotated.
	MaxBytes = 64 << 20
	// Kept is the number of rotated files that are kept; audit.jsonl.1 is the newest.
	Kept = 5
)

// File is a Sink that appends JSON lines to files, which several processes may share. Each record is a
// single write in append mode, so lines never mix. Rotation holds a lock between processes. A process that
// still has the renamed file open detects this before its next record.
//
// Records of reads have a file of their own, so that they never make older records of writes and refusals be deleted.
type File struct {
	redact        map[string]bool
	lasting, rest rotated
	calls         *Calls
}

var _ Sink = (*File)(nil)

// NewFile returns a sink for a path and for its ReadsPath. It opens a file with its first record. The fields named in
// redact (JSON names of Record, except numbers) are written as "[redacted]"; lists are left out.
func NewFile(path string, redact ...string) *File {
	return &File{
		redact: set(redact), calls: NewCalls(path),
		lasting: rotated{path: path, max: MaxBytes}, rest: rotated{path: ReadsPath(path), max: MaxBytes},
	}
}

// ReadsPath returns the path of the records of reads, beside the path of the others: audit-reads.jsonl for audit.jsonl.
func ReadsPath(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(path, extension) + "-reads" + extension
}

// Write appends one record. The record survives a crash of the process, but not a power loss.
func (f *File) Write(rec Record) error {
	line, err := encode(rec, f.redact)
	if err != nil {
		return err
	}
	if rec.lasting() {
		return f.lasting.write(line)
	}
	return f.rest.write(line)
}

// Close closes the files. A second Close does nothing.
func (f *File) Close() error { return errors.Join(f.lasting.close(), f.rest.close()) }

// rotated is a file that is renamed when it is full. The oldest one is then deleted.
type rotated struct {
	path string
	max  int64

	mu     sync.Mutex
	file   *os.File
	torn   bool // a line was written in part; the next record must start a new line
	closed bool
}

func set(names []string) map[string]bool {
	all := make(map[string]bool, len(names))
	for _, name := range names {
		all[name] = true
	}
	return all
}

func (f *rotated) write(line []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return errors.New("audit log is closed")
	}
	if err := f.prepare(int64(len(line))); err != nil {
		return fmt.Errorf("audit log %s: %w", f.path, err)
	}
	if f.torn {
		line = append([]byte{'\n'}, line...)
	}
	n, err := f.file.Write(line)
	if err != nil {
		f.torn = f.torn || n > 0 // a full disk may take a part of the line
		return fmt.Errorf("audit log %s: %w", f.path, err)
	}
	f.torn = false
	return nil
}

func (f *rotated) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	return f.release()
}

func (f *rotated) release() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}

// prepare makes f.file the file that the path names now, with space for n more bytes.
func (f *rotated) prepare(n int64) error {
	if f.file != nil {
		if size, current := f.stat(); current && size+n <= f.max {
			return nil
		}
		if err := f.release(); err != nil {
			return err
		}
	}
	if err := f.open(); err != nil {
		return err
	}
	if size, _ := f.stat(); size == 0 || size+n <= f.max {
		return nil
	}
	if err := f.release(); err != nil {
		return err
	}
	if err := f.rotate(n); err != nil {
		return err
	}
	return f.open()
}

// stat returns the size of the open file, and whether the path still names it.
func (f *rotated) stat() (int64, bool) {
	held, err := f.file.Stat()
	if err != nil {
		return 0, false
	}
	named, err := os.Stat(f.path)
	return held.Size(), err == nil && os.SameFile(held, named)
}

func (f *rotated) open() (err error) {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	f.file, err = os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	return err
}

// rotate renames the full file, unless another process has just done so.
func (f *rotated) rotate(n int64) error {
	lock := flock.New(f.path + ".lock")
	if err := lock.Lock(); err != nil {
		return err
	}
	defer func() { _ = lock.Unlock() }()
	if info, err := os.Stat(f.path); err != nil || info.Size()+n <= f.max {
		return nil // another process has rotated it
	}
	for i := Kept - 1; i >= 1; i-- {
		err := os.Rename(f.aside(i), f.aside(i+1))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Rename(f.path, f.aside(1))
}

func (f *rotated) aside(i int) string { return f.path + "." + strconv.Itoa(i) }

// Writer is a Sink that writes to a stream, for --audit-file=-.
type Writer struct {
	mu     sync.Mutex
	w      io.Writer
	redact map[string]bool
}

var _ Sink = (*Writer)(nil)

// NewWriter returns a sink that writes JSON lines to w. It redacts fields like NewFile.
func NewWriter(w io.Writer, redact ...string) *Writer {
	return &Writer{w: w, redact: set(redact)}
}

// Write appends one record.
func (s *Writer) Write(rec Record) error {
	line, err := encode(rec, s.redact)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.w.Write(line)
	return err
}

// Close does nothing, because the process owns the stream.
func (s *Writer) Close() error { return nil }

func encode(rec Record, redact map[string]bool) ([]byte, error) {
	if len(redact) > 0 {
		rec = redacted(rec, redact)
	}
	rec.Time = rec.Time.UTC()
	line, err := json.Marshal(rec)
	return append(line, '\n'), err
}

// redacted returns a record without the values of some fields.
func redacted(rec Record, fields map[string]bool) Record {
	const hidden = "[redacted]"
	for field, value := range map[string]*string{
		"actor": &rec.Actor, "workspace": &rec.Workspace, "door": &rec.Transport,
		"operation": &rec.Operation, "outcome": &rec.Outcome, "request_id": &rec.RequestID,
	} {
		if fields[field] && *value != "" {
			*value = hidden
		}
	}
	if fields["ids"] {
		rec.IDs, rec.IDCount = nil, 0
	}
	return rec
}
