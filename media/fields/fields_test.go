package fields_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/media/fields"
)

func parse(t *testing.T, text string) fields.Object {
	t.Helper()
	o, err := fields.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestParse(t *testing.T) {
	t.Parallel()
	o := parse(t, " { \"b\" : [1, {\"x\":\"}\\\"\"} ] ,\"a\":null, \"\\u0062\" : -1.50e9 ,\"\":\"\"}")
	got := make([]string, 0, len(o))
	for _, m := range o {
		got = append(got, m.Name+"="+string(m.Value))
	}
	if diff := cmp.Diff([]string{"b=-1.50e9", "a=null", `=""`}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if o.Get("a") != nil || !o.Has("a") || o.Has("c") || string(o.Get("b")) != "-1.50e9" {
		t.Error("Get or Has")
	}
	for text, why := range map[string]string{"[]": "a list", `"x"`: "a string", "1": "a number", "null": "null", "true": "true or false", "": "nothing"} {
		if _, err := fields.Parse([]byte(text)); err == nil || !strings.HasSuffix(err.Error(), "not "+why) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestParseMany checks that each of many members is found, and that the last of two with the same name
// counts.
func TestParseMany(t *testing.T) {
	t.Parallel()
	members := make([]string, 0, 300)
	for i := range 300 {
		members = append(members, fmt.Sprintf(`"m%d":%d`, i%200, i))
	}
	o := parse(t, "{"+strings.Join(members, ",")+"}")
	if len(o) != 200 || string(o.Get("m7")) != "207" || string(o.Get("m150")) != "150" || o[7].Name != "m7" {
		t.Errorf("%d members, m7 = %s", len(o), o.Get("m7"))
	}
}

func TestScalars(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`"a\n\u00e9"`: "a\né", "null": "", "": ""} {
		if got, err := fields.Text(json.RawMessage(text)); err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]int{"0": 0, "-0": 0, "12": 12, "1.0": 1, "1e2": 100, "9007199254740993": 9007199254740993} {
		if got, given, err := fields.Int(json.RawMessage(text)); err != nil || !given || got != want {
			t.Errorf("%s: %d, %t, %v", text, got, given, err)
		}
	}
	for _, text := range []string{"null", ""} {
		if _, given, err := fields.Int(json.RawMessage(text)); given || err != nil {
			t.Errorf("%q: %t, %v", text, given, err)
		}
	}
	for _, text := range []string{"1.5", "1e400", "1e19", `"1"`, "true", "[]", "{}"} {
		if n, given, err := fields.Int(json.RawMessage(text)); given || err == nil {
			t.Errorf("%s: %d, %v", text, n, err)
		}
	}
	for _, text := range []string{"1", "true", "[]", "{}"} {
		if got, err := fields.Text(json.RawMessage(text)); got != "" || err == nil {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]int{"null": 0, "": 0, "[]": 0, "[ ]": 0, `[1,"],",[2,3],{"a":[]}]`: 4} {
		if got, err := fields.List(json.RawMessage(text)); err != nil || len(got) != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if _, err := fields.List(json.RawMessage("{}")); err == nil {
		t.Error("an object is a list")
	}
}

func TestWriteKeepsUnchangedText(t *testing.T) {
	t.Parallel()
	o := parse(t, `{"n":1.0,"t":"\u0061","z":null,"gone":1,"u":[1, 2],"list":null,"e":""}`)
	got := o.Write(
		o.Int("n", new(1)), o.Text("t", "a"), o.Text("z", ""), fields.Known{Name: "gone"}, o.Items("list", nil), o.Text("e", ""),
		o.Count("absent", 0), o.Text("none", ""), o.Int("new", new(-2)), o.Text("text", "<&>\u2028"), o.Items("items", []json.RawMessage{[]byte("1")}),
	)
	want := `{"n":1.0,"t":"\u0061","z":null,"u":[1, 2],"list":null,"e":"","new":-2,"text":"<&>\u2028","items":[1]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := string(fields.Object(nil).Write(fields.Object(nil).Count("n", 0))); got != `{"n":0}` {
		t.Error(got)
	}
}

// TestRoundTrip checks that an object that is read and written again has the same members in the same
// order.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	value := rapid.SampledFrom([]string{"1", "-2.5e10", "null", "true", `"a\"\\"`, `{"x":[1,{}]}`, "[]", `[" ]",{"}":"{"}]`, `"é"`})
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.MapOf(rapid.StringN(0, 5, -1), value).Draw(t, "members")
		parts := make([]string, 0, len(members))
		for name, text := range members {
			parts = append(parts, string(fields.Quote(name))+":"+text)
		}
		text := "{" + strings.Join(parts, ",") + "}"
		if !json.Valid([]byte(text)) {
			t.Fatalf("not JSON: %s", text)
		}
		o, err := fields.Parse([]byte(text))
		if err != nil || string(o.Write()) != text {
			t.Fatalf("%s became %s, %v", text, o.Write(), err)
		}
	})
}
