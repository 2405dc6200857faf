package renames

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/bounds"
)

// FuzzJournal checks that an accepted journal names nothing outside its folder, and that encoding and
// decoding it again gives the same journal.
func FuzzJournal(f *testing.F) {
	const id = "019a0000-0000-7000-8000-00000000000a"
	const good = `{"version":1,"id":"` + id + `","state":"staging","folder":"/m","token":"0123abcd","entries":[{"from":"a","to":"b/c","source":{"size":1,"mtime":2}}]}`
	for _, seed := range []string{
		good, "", "null", "[]", "{}", `{"version":1}`, good[:len(good)-1] + `,"made":["b"],"unmade":["x/y"],"note":{"a":[1.0]},"undo":true}`,
		`{"version":1,"id":"` + id + `","state":"placed","folder":"/m","token":"0123abcd","entries":[{"from":"a","to":"../b","source":{},"target":{},"copied":true}]}`,
		good[:len(good)-1] + `,"entries":[{"to":"x"}],"ID":"` + id + `"}`,
		strings.Replace(good, `"entries":[`, `"entries":[¦{"from":"a%","to":"b/c%","source":{"size":%,"mtime":2}},¦`, 1),
		good[:len(good)-1] + `,"made":[¦"b%",¦"b"],"note":¦[¦%¦]¦}`, strings.Replace(good, `"b/c"`, `"b/¦c/¦d"`, 1), strings.Replace(good, `"size":1`, `"size":¦%¦`, 1),
	} {
		f.Add(seed, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(seed, uint64(0), uint64(math.MaxUint64), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, text string, one, two uint64, times uint16) {
		raw := []byte(bounds.Grow(text, one, two, times))
		var first *journal
		var err error
		bounds.Bytes(t, 1<<20+128*len(raw), func() { first, err = decodeJournal(raw, id) })
		if err != nil {
			return
		}
		names := append(append([]string{}, first.Made...), first.Unmade...)
		for n, e := range first.Entries {
			names = append(names, e.From, e.To, first.hold(n), first.stage(n))
		}
		for _, name := range names {
			if !filepath.IsLocal(filepath.FromSlash(name)) {
				t.Errorf("%q leads out of the folder", name)
			}
		}
		written, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		second, err := decodeJournal(written, id)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if again, err := json.Marshal(second); err != nil || string(again) != string(written) {
			t.Errorf("%s is written again as %s, %v", written, again, err)
		}
	})
}

// decodeJournal writes a journal to a file and reads it from there.
func decodeJournal(raw []byte, id string) (*journal, error) {
	folder, err := os.MkdirTemp("", "journal")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	file := filepath.Join(folder, id+journalSuffix)
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return nil, err
	}
	return read(file, id)
}
