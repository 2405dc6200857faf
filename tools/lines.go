package tools

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
)

// line is one message as it came. Of one that is too long raw holds both ends, with a line break
// between them.
type line struct {
	raw     json.RawMessage
	tooLong bool
}

// endKept is how much is kept of each end of a line that is too long: the id stands near one.
const endKept = 4 << 10

// lineReader gives the lines of a stream that are not blank. A last line without a line break counts.
type lineReader struct {
	r     *bufio.Reader
	limit int // bytes of a line
	ended bool
}

func newLineReader(in io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(in, 64<<10), limit: limit}
}

// next is false at the end, or at an error, which is as good as that.
func (l *lineReader) next() (line, bool) {
	for !l.ended {
		next, err := readLine(l.r, l.limit)
		l.ended = err != nil
		if next.tooLong || len(bytes.TrimSpace(next.raw)) > 0 { // of one that is too long only the ends are known
			return next, true
		}
	}
	return line{}, false
}

func readLine(r *bufio.Reader, limit int) (line, error) {
	var whole []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(whole)+len(part) > limit {
			head := append(whole, part...)[:min(endKept, limit)]
			tail, err := skipLine(r, part, err)
			return line{raw: append(append(bytes.Clone(head), '\n'), tail...), tooLong: true}, err
		}
		whole = append(whole, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line{raw: whole}, err
		}
	}
}

// skipLine reads on to the end of the line and gives the last of it.
func skipLine(r *bufio.Reader, part []byte, err error) ([]byte, error) {
	tail := bytes.Clone(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = r.ReadSlice('\n')
		tail = append(tail, part...)
		tail = bytes.Clone(tail[max(0, len(tail)-endKept):])
	}
	return tail[max(0, len(tail)-endKept):], err
}

var (
	firstID = regexp.MustCompile(`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*,`)
	lastID  = regexp.MustCompile(`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)
)

// idOf finds the id of a request of which only both ends are there, where clients write it: before
// or behind everything else. Null when it is elsewhere.
func idOf(ends json.RawMessage) json.RawMessage {
	for _, form := range []*regexp.Regexp{firstID, lastID} {
		if found := form.FindSubmatch(ends); found != nil {
			return found[1]
		}
	}
	return json.RawMessage("null")
}
