package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// rows reads the rows of a file one after the other.
type rows struct {
	in   *bufio.Reader
	most int    // the bytes of the longest row that is returned
	row  []byte // a row that is longer than the buffer
	long int    // how many rows were left out for their length
}

func newRows(in io.Reader, most int) *rows {
	const buffer = 128 << 10
	return &rows{in: bufio.NewReaderSize(in, buffer), most: most}
}

// next returns the next row without its newline, or io.EOF after the last one. It is valid until the next call. What follows the
// last newline is a row that the client is still writing, and not returned.
func (r *rows) next() ([]byte, error) {
	r.row = r.row[:0]
	for tooLong := false; ; {
		part, err := r.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		tooLong = tooLong || len(r.row)+len(part) > r.most
		switch {
		case err != nil && !tooLong:
			r.row = append(r.row, part...)
		case err != nil:
			r.row = r.row[:0]
		case tooLong:
			r.long++
			r.row, tooLong = r.row[:0], false
		case len(r.row) > 0:
			r.row = append(r.row, part...)
			return bytes.TrimSpace(r.row), nil
		default:
			return bytes.TrimSpace(part), nil
		}
	}
}

// idIn returns the text that follows a mark, such as "turn_id":", up to the next quote. A quote within a text of JSON is
// escaped, so that a mark that ends with one is found only where it is a name.
func idIn(row, mark []byte) []byte {
	_, rest, found := bytes.Cut(row, mark)
	id, _, ended := bytes.Cut(rest, []byte{'"'})
	if !found || !ended {
		return nil
	}
	return id
}
