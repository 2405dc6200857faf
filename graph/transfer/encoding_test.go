package transfer_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"plotline/graph/transfer"
	"plotline/internal/fault"
)

// encodings are the forms in which editors and shells save a text.
var encodings = []struct {
	name     string
	encoding encoding.Encoding
}{
	{"plain", unicode.UTF8},
	{"UTF-8 with BOM", unicode.UTF8BOM},
	{"UTF-16LE with BOM", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
	{"UTF-16BE with BOM", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
}

// readings are ways in which the bytes of a file or a pipe arrive.
var readings = map[string]func(io.Reader) io.Reader{
	"whole": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "end with data": iotest.DataErrReader,
}

func encoded(t *testing.T, e encoding.Encoding, text string) string {
	t.Helper()
	out, err := e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestImportsReadEveryEncoding checks that both imports of lines read the same from each encoding.
func TestImportsReadEveryEncoding(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		load func(t *testing.T, r io.Reader) (string, error)
	}{
		"JSON Lines": {
			strings.Join([]string{episode(idA, "naïve 日本語 🧵"), episode(idB, "two"), relationship(idR, idA, idB), ""}, "\r\n"), loadLines,
		},
		"memory": {memoryFile(t) + "\n" + `{"type":"entity","name":"Zoë 🧵","entityType":"person","observations":["é"]}` + "\n", loadMemory},
	} {
		want, err := c.load(t, strings.NewReader(c.text))
		if err != nil || want == "" {
			t.Fatal(want, err)
		}
		for _, e := range encodings {
			for reading, as := range readings {
				t.Run(name+"/"+e.name+"/"+reading, func(t *testing.T) {
					t.Parallel()
					got, err := c.load(t, as(strings.NewReader(encoded(t, e.encoding, c.text))))
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("(-plain +%s):\n%s", e.name, diff)
					}
				})
			}
		}
	}
}

// loadLines imports JSON Lines and returns the graph.
func loadLines(t *testing.T, r io.Reader) (string, error) {
	t.Helper()
	service := newService()
	if _, err := transfer.JSONLines(t.Context(), service, by, r); err != nil {
		return "", err
	}
	return exported(t, service), nil
}

// loadMemory imports a memory file and returns the graph.
func loadMemory(t *testing.T, r io.Reader) (string, error) {
	t.Helper()
	service := newService()
	if _, err := transfer.Memory(t.Context(), service, by, r, fileDate); err != nil {
		return "", err
	}
	return exported(t, service), nil
}

// TestImportsRefuseOtherEncodings checks that other texts fail as before, by the line.
func TestImportsRefuseOtherEncodings(t *testing.T) {
	t.Parallel()
	const notAnObject = "line 1: this line is not a JSON object of an episode or a relationship"
	line := episode(idA, "one") + "\n"
	for name, tt := range map[string]struct{ text, want string }{
		"UTF-16 without BOM":       {encoded(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), line), notAnObject},
		"a program":                {"\x7fELF\x02\x01\x01\x00\n", notAnObject},
		"a mark in the second row": {line + "\ufeff" + episode(idB, "two") + "\n", "line 2" + strings.TrimPrefix(notAnObject, "line 1")},
		"half of UTF-16":           {"\xff\xfe{\x00\"", notAnObject},
	} {
		_, err := loadLines(t, strings.NewReader(tt.text))
		if got := fault.From(err); err == nil || got.Code != fault.InvalidArgument || got.Details != tt.want {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	for _, empty := range []string{"", "\ufeff", "\xff\xfe", "\xef\xbb", "\xff"} {
		if _, err := loadLines(t, strings.NewReader(empty)); (err != nil) != (empty == "\xef\xbb" || empty == "\xff") {
			t.Errorf("%q: %v", empty, err)
		}
	}
}
