package input_test

import (
	"encoding/json"
	"math"
	"math/big"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/testing/kit/bounds"
)

// FuzzDecode checks that no input causes a panic and that every error is one that a client may see. Accepted
// arguments must survive encoding and decoding.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `{"from": "k-1"}`, `{"from": null}`, `{"from": "k-1", "x": {"y": [1]}}`,
		`{"from": "k-1", "limit": "10.0", "strength": 1e-3, "reward": "-0", "offset": 1e2}`,
		`{"from": "k-1", "kind": "", "name": "é", "title": "ab", "query": "abc", "deep": false, "since": "now"}`,
		`{"from": "k-1", "tags": ["a"], "keys": ["k-2"], "kinds": [], "metadata": {"a": [1.0, {"b": null}]}}`,
		`{"from": "k-1", "items": [{"query": "q", "reward": 1, "note": null}, {"query": "\ud800", "reward": "1"}]}`,
		`{"from": "k-1", "extra": [1.0, {"b": " "}]}`, `{"from": "k-1", "extra": "\ud800"}`, `{"from": "k-1", "extra": false}`,
		"{\"from\": \"k-\xff\"}", `{"from": "k-1", "limit": 1e99999999999}`, `{"from": "k-1", "strength": null}`,
		`{"x": 1, "limit": 0, "tags": [1, "", 2], "kinds": [3, "x"], "items": [0, {"y": 1, "query": ""}]}`,
		`{"from": "k-1", "tags": [¦"a%",¦"b"]}`, `{"from": "k-1", "items": [¦{"query": "q", "reward": "%"},¦null]}`, `{"from": "k-1", "metadata": {"a": ¦[¦%¦]¦}}`,
		`{"from": "k-1", "limit": ¦%¦, "strength": "0.¦%¦e-%"}`, `{¦"x%": 1,¦"y": 2}`, `{"from": "¦k-%¦", "extra": ¦{"a":¦1¦}¦}`, `{"from": "k-1", "kinds": [¦"é%", %,¦0]}`,
	} {
		f.Add(seed, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(seed, uint64(0), uint64(math.MaxUint64), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, text string, one, two uint64, times uint16) {
		raw := []byte(bounds.Grow(text, one, two, times))
		var first everything
		var err error
		bounds.Bytes(t, 1<<20+512*len(raw), func() {
			if first, err = input.Decode[everything](raw); err == nil {
				err = input.Check(first)
			}
		})
		if err != nil {
			if fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details == "" {
				t.Fatalf("refused with %v", err)
			}
			list, several := fault.From(err).Extra["faults"].([]input.Fault)
			if several && (len(list) < 2 || len(list) > input.MaxFaults || list[0].Details != fault.From(err).Details) {
				t.Fatalf("%v lists %v", err, list)
			}
			return
		}
		raw, err = json.Marshal(written(first))
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		second, err := read[everything](string(raw))
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		first.Cleared, second.Cleared = nil, nil
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
		if first.Extra == nil || first.Extra[0] != '"' { // a text may have JSON that is read
			checkTexts(t, raw, first)
		}
	})
}

// FuzzNumber checks that a text is accepted as an integer exactly if it is one mathematically, and as a
// number if strconv can parse it.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{
		"0", "-0", "10.0", "1.5e1", "120e-1", "9223372036854775807", "-9223372036854775808.0", "9223372036854775808", "1e18", "1e19", "0.1e1",
		"1e-1", "0e999999", "00", "1.", ".5", "+1", "1e", "0x10", "1_0", "Inf", "NaN", " 1", "１", "1e400", "5e-324",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw, err := json.Marshal(text)
		if _, power, has := strings.Cut(strings.ToLower(text), "e"); err != nil || text == "" || len(text) > 200 || has && len(power) > 4 {
			return // an empty text is absent; math/big would expand all zeros
		}
		isNumber := json.Valid([]byte(text)) && text != "" && strings.Trim(text, "0123456789+-.eE") == ""
		exact, _ := new(big.Rat).SetString(text)
		whole, err := read[numbers](`{"whole": ` + string(raw) + `}`)
		if want := isNumber && exact.IsInt() && exact.Num().IsInt64(); (err == nil) != want || want && whole.Whole != exact.Num().Int64() {
			t.Errorf("%q: %d, %v; want %v", text, whole.Whole, err, exact)
		}
		held, err := read[numbers](`{"real": ` + string(raw) + `}`)
		x, overflow := strconv.ParseFloat(text, 64)
		if want := isNumber && overflow == nil; (err == nil) != want || want && held.Real != x {
			t.Errorf("%q: %v, %v; want %v", text, held.Real, err, x)
		}
	})
}

// FuzzQuery checks that the arguments of a query equal those of the corresponding JSON object, and that With
// adds an argument to any others.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"from=k-1&limit=7&tags=a&tags=b", "from=k-1&extra=[1,{}]&extra=2", "from=k-1&metadata={}", "from=%00&deep=true", "FROM=k-1", "from=k-1&since=now",
		"from=k-1&strength=1e-3&kinds=causes", "%ff=1", "from=k-1&extra=%22%5Cud800%22", "from=k-1&tags", "=", "from=k-1&extra=nul", "from=k-1&limit=",
	} {
		f.Add(query, "name", "é")
		f.Add(query, "from", "k-2")
	}
	f.Fuzz(func(t *testing.T, query, name, value string) {
		values, err := url.ParseQuery(query)
		if err != nil || !utf8.ValidString(name) || !utf8.ValidString(value) {
			return
		}
		raw, err := input.FromQuery(reflect.TypeFor[everything](), values)
		if err != nil {
			_ = refused(t, err)
			return
		}
		var members map[string]any
		if err := json.Unmarshal(raw, &members); err != nil || len(members) != len(values) {
			t.Fatalf("%q becomes %s, %v", query, raw, err)
		}
		if _, err := read[everything](string(raw)); err != nil {
			_ = refused(t, err)
		}
		more, err := input.With(raw, name, value)
		if _, repeated := members[name]; repeated != (err != nil) {
			t.Fatalf("%s with %q: %s, %v", raw, name, more, err)
		}
		if err != nil {
			_ = refused(t, err)
			return
		}
		members[name] = value
		var got map[string]any
		if err := json.Unmarshal(more, &got); err != nil {
			t.Fatalf("%s: %v", more, err)
		}
		if diff := cmp.Diff(members, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// written encodes everything as a client would that sends explicit zero values, which must be preserved.
type written struct {
	From     key           `json:"from"`
	Kind     kind          `json:"kind"`
	Strength float64       `json:"strength"`
	Limit    int           `json:"limit,omitempty"`
	Offset   int64         `json:"offset"`
	Most     float64       `json:"most,omitempty"`
	Name     string        `json:"name"`
	Title    *string       `json:"title"`
	Query    *string       `json:"query"`
	Reward   *float64      `json:"reward"`
	Deep     bool          `json:"deep"`
	Since    *moment       `json:"since"`
	Tags     []string      `json:"tags"`
	Keys     []key         `json:"keys"`
	Kinds    []kind        `json:"kinds"`
	Metadata input.Object  `json:"metadata"`
	Extra    input.JSON    `json:"extra"`
	Items    []item        `json:"items"`
	Cleared  input.Cleared `json:"-"`
}
