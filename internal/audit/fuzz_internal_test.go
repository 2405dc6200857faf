package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// FuzzEncode checks that every record is one line and is read back unchanged. Redacted values must not appear
// in it.
func FuzzEncode(f *testing.F) {
	f.Add("ada", "get_episode", "019a", "ok", int64(0), 1.5, false)
	f.Add("a\nb", "\r\n\u2028\u2029\u0085", "\x00\xff", `"},{"`, int64(-1), 1e300, true)
	f.Fuzz(func(t *testing.T, actor, operation, id, outcome string, nanos int64, millis float64, hide bool) {
		rec := Record{
			Time: time.Unix(0, nanos), Actor: actor, Workspace: "w", Transport: "mcp", Operation: operation,
			IDs: []string{id, "x"}, Outcome: outcome, Millis: millis,
		}
		redact := map[string]bool{"actor": hide, "operation": hide, "outcome": hide, "ids": hide}
		line, err := encode(rec, redact)
		if err != nil {
			if millis-millis == 0 { // a finite number
				t.Fatal(err)
			}
			return
		}
		if bytes.Count(line, []byte("\n")) != 1 || line[len(line)-1] != '\n' {
			t.Fatalf("%q is not one line", line)
		}
		var got Record
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(readBack(rec, hide), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// readBack returns the record expected after encoding and decoding.
func readBack(rec Record, hide bool) Record {
	rec.Time = rec.Time.UTC()
	for i, id := range rec.IDs {
		rec.IDs[i] = replaced(id)
	}
	for _, text := range []*string{&rec.Actor, &rec.Operation, &rec.Outcome} {
		if *text = replaced(*text); hide && *text != "" {
			*text = "[redacted]"
		}
	}
	if hide {
		rec.IDs = nil
	}
	return rec
}

// replaced replaces bytes that are not UTF-8, as encoding/json does.
func replaced(text string) string {
	return strings.Map(func(r rune) rune { return r }, text)
}
