package graph_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestParseTime(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"2026-11-21", "2026-11-21T00:00:00.000000+00:00"},
		{"20261121", "2026-11-21T00:00:00.000000+00:00"},
		{"2026-11-21T09:08", "2026-11-21T09:08:00.000000+00:00"},
		{"2026-11-21T09:08Z", "2026-11-21T09:08:00.000000+00:00"},
		{"2026-11-21T09:08+01:00", "2026-11-21T08:08:00.000000+00:00"},
		{"2026-11-21T09:08:07", "2026-11-21T09:08:07.000000+00:00"},
		{"2026-11-21 09:08:07", "2026-11-21T09:08:07.000000+00:00"},
		{"2026-11-21T09:08:07Z", "2026-11-21T09:08:07.000000+00:00"},
		{"2026-11-21 09:08:07Z", "2026-11-21T09:08:07.000000+00:00"},
		{"2026-11-21 09:08:07.5-03:30", "2026-11-21T12:38:07.500000+00:00"},
		{"2026-11-21T09:08:07+00:00", "2026-11-21T09:08:07.000000+00:00"},
		{"2026-11-21T09:08:07.123456+00:00", "2026-11-21T09:08:07.123456+00:00"},
		{"2026-11-21T09:08:07,25Z", "2026-11-21T09:08:07.250000+00:00"},
		{"2026-11-21T09:08:07.1", "2026-11-21T09:08:07.100000+00:00"},
		{"2026-11-21T09:08:07.123456789Z", "2026-11-21T09:08:07.123456+00:00"},
		{"1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999+00:00"},
		{"2026-11-21T09:08:07-0330", "2026-11-21T12:38:07.000000+00:00"},
		{"2026-11-21T09:08:07+05", "2026-11-21T04:08:07.000000+00:00"},
		{"20261121T090807Z", "2026-11-21T09:08:07.000000+00:00"},
		{"20261121T090807+0100", "2026-11-21T08:08:07.000000+00:00"},
		{"20261121T090807.5", "2026-11-21T09:08:07.500000+00:00"},
		{"2024-02-29", "2024-02-29T00:00:00.000000+00:00"},
		{"0001-01-01", "0001-01-01T00:00:00.000000+00:00"},
		{"9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999+00:00"},
	}
	for _, test := range tests {
		got, err := graph.ParseTime(test.text)
		if err != nil || got.String() != test.want {
			t.Errorf("ParseTime(%q) = %v, %v; want %s", test.text, got, err, test.want)
		}
	}
}

func TestParseTimeRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "now", "yesterday", "2026", "2026-11", "2026-13-01", "2026-02-29", "2026-11-21T24:00:00Z", "2026-11-21T09",
		"2026-11-21T09:08:60Z", "2026-11-21T09:08:07 Z", " 2026-11-21", "2026-11-21 ", "21.11.2026", "11/21/2026",
		"1700000000", "2026-11-21T09:08:07Z[Europe/Berlin]", "0000-01-01", "10000-01-01", "-0001-01-01",
		"0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "２０２６-11-21", "2026-11-21T09:08:07+25:00",
	} {
		got, err := graph.ParseTime(text)
		if want := "Invalid ISO 8601 timestamp: " + text; fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != want {
			t.Errorf("ParseTime(%q) = %v, %v; want %q", text, got, err, want)
		}
	}
	_, err := graph.ParseTime(strings.Repeat("9", 1<<20))
	if got := fault.From(err).Details; len(got) > 200 {
		t.Errorf("a long text is refused with %d bytes", len(got))
	}
}

// TestUntil checks that a date alone means the end of its day, and that other texts mean what they mean elsewhere.
func TestUntil(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"2026-11-21", "2026-11-21T23:59:59.999999+00:00"},
		{"20261121", "2026-11-21T23:59:59.999999+00:00"},
		{"2026-12-31", "2026-12-31T23:59:59.999999+00:00"},
		{"2024-02-29", "2024-02-29T23:59:59.999999+00:00"},
		{"1969-12-31", "1969-12-31T23:59:59.999999+00:00"},
		{"0001-01-01", "0001-01-01T23:59:59.999999+00:00"},
		{"9999-12-31", "9999-12-31T23:59:59.999999+00:00"},
		{"2026-11-21T00:00", "2026-11-21T00:00:00.000000+00:00"},
		{"2026-11-21T00:00:00Z", "2026-11-21T00:00:00.000000+00:00"},
		{"2026-11-21 00:00:00", "2026-11-21T00:00:00.000000+00:00"},
		{"20261121T000000", "2026-11-21T00:00:00.000000+00:00"},
		{"2026-11-21T09:08+01:00", "2026-11-21T08:08:00.000000+00:00"},
	} {
		var u graph.Until
		if err := u.UnmarshalText([]byte(test.text)); err != nil || graph.Time(u).String() != test.want {
			t.Errorf("until %q = %v, %v; want %s", test.text, graph.Time(u), err, test.want)
		}
		text, err := u.MarshalText()
		if err != nil || string(text) != test.want {
			t.Errorf("until %q is written as %s, %v; want %s", test.text, text, err, test.want)
		}
	}
	for _, text := range []string{"", "2026-11", "2026-02-29", " 2026-11-21", "10000-01-01", "2026-11-21T24:00:00Z"} {
		var u graph.Until
		err := u.UnmarshalText([]byte(text))
		if want := "Invalid ISO 8601 timestamp: " + text; fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != want {
			t.Errorf("until %q = %v, %v; want %q", text, graph.Time(u), err, want)
		}
	}
}

func TestTimeOnTheWire(t *testing.T) {
	t.Parallel()
	type holder struct {
		At graph.Time `json:"at"`
	}
	zone := time.FixedZone("", -5*3600)
	text, err := json.Marshal(holder{graph.TimeOf(time.Date(2026, 1, 2, 3, 4, 5, 6789, zone))})
	if want := `{"at":"2026-01-02T08:04:05.000006+00:00"}`; err != nil || string(text) != want {
		t.Errorf("Marshal = %s, %v; want %s", text, err, want)
	}
	var back holder
	if err := json.Unmarshal(text, &back); err != nil || back.At.UTC().Location() != time.UTC {
		t.Errorf("Unmarshal = %v, %v", back.At, err)
	}
	if err := json.Unmarshal([]byte(`{"at":"soon"}`), &back); fault.CodeOf(err) != fault.InvalidArgument {
		t.Errorf("Unmarshal of no time = %v", err)
	}
}

// TestTimeRoundTrip checks that written times can be read, and that their texts sort as the instants
// do.
func TestTimeRoundTrip(t *testing.T) {
	t.Parallel()
	first, _ := graph.ParseTime("0001-01-01")
	last, _ := graph.ParseTime("9999-12-31T23:59:59.999999")
	times := rapid.Int64Range(int64(first), int64(last))
	rapid.Check(t, func(t *rapid.T) {
		a, b := graph.Time(times.Draw(t, "a")), graph.Time(times.Draw(t, "b"))
		back, err := graph.ParseTime(a.String())
		if err != nil || back != a {
			t.Fatalf("%d is written as %s and read as %d, %v", a, a, back, err)
		}
		if (a < b) != (a.String() < b.String()) {
			t.Fatalf("%s and %s do not sort as the instants do", a, b)
		}
		if graph.TimeOf(a.UTC()) != a {
			t.Fatalf("UTC() of %d is another instant", a)
		}
	})
}

func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{"2026-11-21T09:08:07.123456+00:00", "2026-11-21", "20261121T090807.5Z", "0001-01-01T00:00:00+01:00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := graph.ParseTime(text)
		if err != nil {
			if fault.CodeOf(err) != fault.InvalidArgument {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if year := read.UTC().Year(); year < 1 || year > 9999 {
			t.Fatalf("%q is in the year %d", text, year)
		}
		if again, err := graph.ParseTime(read.String()); err != nil || again != read {
			t.Fatalf("%q is written as %s and read as %v, %v", text, read, again, err)
		}
	})
}
