package modelfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"plotline/internal/durable"
)

const (
	magic      = "PLOTLINE MODEL "
	version    = "1"
	mostHeader = 64 << 10
	mostFile   = 1 << 30
)

// These are the faults of a file. Errors of Read wrap one of these, or an error of the operating system.
var (
	ErrForeign = errors.New("this is not a model file of Plotline")
	ErrVersion = errors.New("this model file has another version than this program reads")
	ErrDamaged = errors.New("this model file is damaged or incomplete")
)

// Read reads a file. It uses the size of the file in memory, and about 5% more. Errors contain no folder.
func Read(path string) (*Model, error) {
	data, _, err := begin(path, mostFile)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// ReadHeader reads the header of a file, and checks the length of the file. It reads at most 64 KiB.
func ReadHeader(path string) (Header, error) {
	data, size, err := begin(path, mostHeader)
	if err != nil {
		return Header{}, err
	}
	m, at, err := parseHeader(data)
	if err != nil {
		return Header{}, err
	}
	return m.Header, m.checkSize(at, size)
}

// begin reads the beginning of a file, and returns the size of the whole. It stops reading a file of another
// kind as soon as that is clear.
func begin(path string, most int) (data []byte, size int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, durable.Reason(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, 0, durable.Reason(err)
	case !info.Mode().IsRegular(), info.Size() > mostFile, info.Size() < int64(len(magic)):
		return nil, 0, ErrForeign
	}
	first := make([]byte, len(magic))
	if _, err := io.ReadFull(file, first); err != nil {
		return nil, 0, durable.Reason(err)
	}
	if string(first) != magic {
		return nil, 0, ErrForeign
	}
	size = int(info.Size())
	data = make([]byte, min(size, most))
	copy(data, first)
	if _, err := io.ReadFull(file, data[len(first):]); err != nil {
		return nil, 0, ErrDamaged
	}
	return data, size, nil
}

// Parse decodes the content of a file. The model keeps data.
func Parse(data []byte) (*Model, error) {
	m, at, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	return m, m.read(data, at)
}

// parseHeader reads the lines at the beginning, and returns where they end.
func parseHeader(data []byte) (m *Model, at int, err error) {
	rest, found := bytes.CutPrefix(data, []byte(magic))
	if !found {
		return nil, 0, ErrForeign
	}
	number, rest, found := bytes.Cut(rest[:min(len(rest), mostHeader-len(magic))], []byte("\n"))
	switch {
	case !found:
		return nil, 0, ErrDamaged
	case string(number) != version:
		return nil, 0, ErrVersion
	}
	line, _, found := bytes.Cut(rest, []byte("\n"))
	if !found {
		return nil, 0, ErrDamaged
	}
	m = &Model{}
	if err := json.Unmarshal(line, &m.Header); err != nil {
		return nil, 0, fmt.Errorf("%w: its header is not JSON", ErrDamaged)
	}
	if err := m.check(); err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return m, len(magic) + len(number) + 1 + len(line) + 1, nil
}

// checkSize checks the length of a file whose header ends at this byte.
func (m *Model) checkSize(at, length int) error {
	if want := m.size(at); length != want {
		return fmt.Errorf("%w: it has %d bytes, not %d", ErrDamaged, length, want)
	}
	return nil
}

// read decodes the sections, which begin at this byte.
func (m *Model) read(data []byte, at int) error {
	if err := m.checkSize(at, len(data)); err != nil {
		return err
	}
	end := len(data) - sha256.Size
	if sha256.Sum256(data[:end]) != [sha256.Size]byte(data[end:]) {
		return fmt.Errorf("%w: its checksum does not fit", ErrDamaged)
	}
	m.Blocks = nil
	m.visit(&reader{data: data, at: at})
	m.Tokens = strings.Split(strings.TrimSuffix(string(m.vocabulary), "\n"), "\n")
	if len(m.Tokens) != m.Vocabulary {
		return fmt.Errorf("%w: its vocabulary has %d tokens, not %d", ErrDamaged, len(m.Tokens), m.Vocabulary)
	}
	return nil
}

// size returns the size of a file whose header ends at this byte.
func (m *Model) size(at int) int {
	s := measurer{at: at}
	lengths := Model{Header: m.Header}
	lengths.visit(&s)
	return s.at + sha256.Size
}

// Encode returns the file of a model. The same model gives the same bytes.
func Encode(m *Model) ([]byte, error) {
	m.vocabulary = []byte(strings.Join(m.Tokens, "\n") + "\n")
	m.Vocabulary, m.VocabularyBytes = len(m.Tokens), len(m.vocabulary)
	if err := m.check(); err != nil {
		return nil, err
	}
	header, err := json.Marshal(m.Header)
	if err != nil {
		return nil, err
	}
	w := &writer{data: append([]byte(magic+version+"\n"), append(header, '\n')...)}
	if len(w.data) > mostHeader || len(m.Blocks) != m.Layers {
		return nil, errShape
	}
	m.visit(w)
	if w.bad {
		return nil, errShape
	}
	sum := sha256.Sum256(w.data)
	return append(w.data, sum[:]...), nil
}
