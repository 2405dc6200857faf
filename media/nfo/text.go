package nfo

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// declared matches the encoding in an XML declaration.
var declared = regexp.MustCompile(`^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']`)

// toUTF8 returns a file's text in UTF-8. A byte order mark tells UTF-8 from UTF-16, and so does a zero among the first two
// bytes. Otherwise the declaration of the XML tells the encoding. A text that declares none and is not UTF-8 is read as
// Windows-1252, which has the characters of Latin-1. The error names an encoding that is not supported.
func toUTF8(raw []byte) ([]byte, error) {
	if from := wide(raw); from != nil {
		return from.NewDecoder().Bytes(raw)
	}
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	label := ""
	if found := declared.FindSubmatch(raw[:min(len(raw), 1024)]); found != nil {
		label = strings.TrimSpace(string(found[1]))
	}
	switch {
	case label == "" && !utf8.Valid(raw):
		return charmap.Windows1252.NewDecoder().Bytes(raw)
	case label == "", isUTF8(label), strings.HasPrefix(strings.ToLower(label), "utf-16"):
		return raw, nil // what declares UTF-16 in bytes of ASCII was saved anew as UTF-8
	}
	from, err := htmlindex.Get(strings.Replace(strings.ToLower(label), "latin-", "latin", 1))
	if err != nil || from == encoding.Replacement {
		return nil, fmt.Errorf("its encoding %.40q is not supported; save it as UTF-8", label)
	}
	return from.NewDecoder().Bytes(raw)
}

// wide returns the encoding of a text in UTF-16, or nil for another one.
func wide(raw []byte) encoding.Encoding {
	switch {
	case len(raw) < 2:
	case raw[0] == 0xfe && raw[1] == 0xff, raw[0] == 0 && raw[1] != 0:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case raw[0] == 0xff && raw[1] == 0xfe, raw[0] != 0 && raw[1] == 0:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	}
	return nil
}

func isUTF8(label string) bool {
	from, err := htmlindex.Get(label)
	return err == nil && from == unicode.UTF8 || strings.EqualFold(label, "us-ascii") || strings.EqualFold(label, "ascii")
}

// decoded is the reader of a text that is in UTF-8 already, whatever it declares.
func decoded(_ string, input io.Reader) (io.Reader, error) { return input, nil }
