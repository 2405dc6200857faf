package stdio

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func linesOf(text string, limit int) []string {
	lines := newLineReader(iotest.HalfReader(strings.NewReader(text)), limit)
	var got []string
	for next, more := lines.next(); more; next, more = lines.next() {
		mark := ""
		if next.tooLong {
			mark = "too long: "
		}
		got = append(got, mark+strings.TrimSpace(string(next.raw)))
	}
	return got
}

func TestLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200_000)
	for _, test := range []struct {
		name, text string
		limit      int
		want       []string
	}{
		{"nothing", "", 10, nil},
		{"blank", "\n \r\n\t\n", 10, nil},
		{"several, the last without a break", "a\nb\r\nc", 10, []string{"a", "b", "c"}},
		{"longer than the buffer", long + "\nb\n", 1 << 20, []string{long, "b"}},
		{"too long in one piece", "aaaaaaaaaaaaaaa\nb", 10, []string{"too long: aaaaaaaaaa\naaaaaaaaaaaaaaa", "b"}},
		{"too long at the end", "b\naaaaaaaaaaaaaaa", 10, []string{"b", "too long: aaaaaaaaaa\naaaaaaaaaaaaaaa"}},
	} {
		if diff := cmp.Diff(test.want, linesOf(test.text, test.limit)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	got := linesOf("head"+long+"tail\nnext", 100_000)
	if len(got) != 2 || !strings.HasPrefix(got[0], "too long: headxx") || !strings.HasSuffix(got[0], "xxtail") || len(got[0]) > 3*endKept || got[1] != "next" {
		t.Errorf("got %d lines, the first with %d bytes", len(got), len(got[0]))
	}
}

func TestIDOfARequestThatIsTooLong(t *testing.T) {
	t.Parallel()
	for ends, want := range map[string]string{
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"to\nx\"}}":               "7",
		"{ \"id\" : \"a\\\"b\" , \"method\"\nx\"}}":                          `"a\"b"`,
		"{\"method\":\"x\",\"par\nx\"}},\"jsonrpc\":\"2.0\",\"id\":-3}\n":    "-3",
		"{\"method\":\"x\",\"par\nx\"}},\"id\":\"k\",\"jsonrpc\":\"2.0\"}\n": `"k"`,
		"{\"params\":{\"id\":5,\"par\nx\"}}":                                 "null",
		"{\"params\":{\nx\",\"id\":5}}":                                      "null",
		"\n":                                                                 "null",
	} {
		if got := string(idOf([]byte(ends))); got != want {
			t.Errorf("%q: got %s, want %s", ends, got, want)
		}
	}
}

// FuzzLines checks that a stream gives its lines in order. Of a line that is too long only the ends are kept, and an
// id found in them is JSON.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		"", "a\nb", "\r\n\n \n", `{"jsonrpc":"2.0","id":7,"method":"x"}`, `{"id":"a\"b","method":"x"}`, `{"method":"x","id":-3}` + "\n",
		strings.Repeat("x", 70_000) + "\ny", `{"id":"` + strings.Repeat(`\`, 40), "0123456789\nb",
	} {
		f.Add(seed, 10)
		f.Add(seed, 1<<20)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(1, min(limit, 1<<20))
		lines := newLineReader(iotest.HalfReader(strings.NewReader(text)), limit)
		for want := range strings.Lines(text) {
			tooLong := len(want) > limit
			if !tooLong && strings.TrimSpace(want) == "" {
				continue
			}
			got, more := lines.next()
			if !more {
				t.Fatalf("%q is lost", want)
			}
			if got.tooLong != tooLong || !tooLong && string(got.raw) != want || len(got.raw) > limit+2*endKept+1 {
				t.Fatalf("%q is read as %q, too long: %t", want, got.raw, got.tooLong)
			}
			if id := idOf(got.raw); !json.Valid(id) && json.Valid([]byte(want)) {
				t.Errorf("%q has the id %q", want, id)
			}
		}
		if got, more := lines.next(); more {
			t.Errorf("%q comes behind the end", got.raw)
		}
	})
}
