package transfer

import (
	"bufio"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// utf8Of reads a text as UTF-8. A byte order mark at its beginning, which programs on Windows write, tells
// UTF-8 from UTF-16 and is skipped. A text without one is left as it is.
func utf8Of(r io.Reader) io.Reader {
	return transform.NewReader(bufio.NewReaderSize(r, 64<<10), unicode.BOMOverride(transform.Nop))
}
