package recorder

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"plotline/internal/durable"
)

// ledger is a file of JSON lines, of which the last line with a key counts. Lines are only added, so a write costs as much
// as it adds, and a reader that knows an earlier state reads the rest.
type ledger[T any] struct {
	path  string
	key   func(T) string
	byKey map[string]T
	lines int // in the file
	read  int64
	of    os.FileInfo
}

func newLedger[T any](path string, key func(T) string) *ledger[T] {
	return &ledger[T]{path: path, key: key, byKey: map[string]T{}}
}

// refresh reads what the file has got since the last call. A missing file has no lines.
func (l *ledger[T]) refresh() error {
	file, err := durable.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		l.byKey, l.lines, l.read, l.of = map[string]T{}, 0, 0, nil
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if l.of == nil || !os.SameFile(l.of, info) || info.Size() < l.read {
		l.byKey, l.lines, l.read = map[string]T{}, 0, 0
	}
	l.of = info
	if info.Size() == l.read {
		return nil
	}
	if _, err := file.Seek(l.read, io.SeekStart); err != nil {
		return err
	}
	reader := bufio.NewReader(file)
	for {
		text, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // a torn last line is read once it has ended
			return nil
		}
		if err != nil {
			return err
		}
		l.read += int64(len(text))
		var v T
		if json.Unmarshal(text, &v) == nil {
			l.byKey[l.key(v)] = v
			l.lines++
		}
	}
}

// add appends values. It writes the file anew if more than half of its lines are out of date.
func (l *ledger[T]) add(values ...T) error {
	if len(values) == 0 {
		return nil
	}
	if err := l.refresh(); err != nil {
		return err
	}
	for _, v := range values {
		l.byKey[l.key(v)] = v
	}
	if few := 64; l.lines+len(values) > few+2*len(l.byKey) {
		return l.compact()
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for _, v := range values {
		if err := encoder.Encode(v); err != nil {
			return err
		}
	}
	return appendDurably(l.path, text.Bytes())
}

// replace writes the file anew, with these values in place of those with their keys, so that nothing of the earlier ones is
// left in it.
func (l *ledger[T]) replace(values []T) error {
	if err := l.refresh(); err != nil || l.of == nil {
		return err
	}
	for _, v := range values {
		l.byKey[l.key(v)] = v
	}
	return l.compact()
}

// compact writes the file anew, with the lines that count.
func (l *ledger[T]) compact() error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for _, key := range slices.Sorted(maps.Keys(l.byKey)) {
		if err := encoder.Encode(l.byKey[key]); err != nil {
			return err
		}
	}
	return durable.Write(l.path, text.Bytes(), 0o600)
}

// appendDurably adds lines to a file, which is on the disk afterwards. After a write that did not end, it begins a new line.
func appendDurably(path string, text []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() > 0 {
		last := []byte{'\n'}
		if _, err := file.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			text = append([]byte{'\n'}, text...)
		}
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.Sync()
}
