package stdio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
)

// line is one message. If the message is too long, raw has only its two ends, with a line break between them.
type line struct {
	raw     json.RawMessage
	tooLong bool
}

// endKept is how much is kept of each end of a line that is too long, to find the id of the request.
const endKept = 4 << 10

// lineReader returns the non-blank lines of a stream. The last line may lack a line break.
type lineReader struct {
	r     *bufio.Reader
	limit int // bytes of a line
	ended bool
}

func newLineReader(in io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(in, 64<<10), limit: limit}
}

// next returns false at the end of the stream or after an error.
func (l *lineReader) next() (line, bool) {
	for !l.ended {
		next, err := readLine(l.r, l.limit)
		l.ended = err != nil
		if next.tooLong || len(bytes.TrimSpace(next.raw)) > 0 { // of a line that is too long only the ends are kept
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

// skipLine reads to the end of the line and returns its last part.
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

// idOf returns the id of a request of which only both ends are known. It finds an id before or after everything else,
// where clients write it, and returns null for an id elsewhere.
func idOf(ends json.RawMessage) json.RawMessage {
	for _, form := range []*regexp.Regexp{firstID, lastID} {
		if found := form.FindSubmatch(ends); found != nil {
			return found[1]
		}
	}
	return json.RawMessage("null")
}
