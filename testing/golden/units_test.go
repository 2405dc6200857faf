package golden_test

import (
	"slices"
	"testing"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	value, err := decode([]byte(`{"title":"T","type":"object","required":["b","a"],
		"properties":{"title":{"type":"string","description":"D"},"description":{"items":{"type":"integer","maximum":9007199254740993}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := facts("", withoutWording(value))
	slices.Sort(got)
	want := []string{
		`properties.description.items = {"maximum":9007199254740993,"type":"integer"}`,
		`properties.title = {"type":"string"}`,
		`required = ["a","b"]`,
		`type = "object"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("facts are %q, want %q", got, want)
	}
}

func TestShape(t *testing.T) {
	t.Parallel()
	s := newShape("status")
	for _, text := range []string{
		`{"version":1,"status":"new","id":"01930000-0000-7000-8000-00000000000f","list":[{"n":1},{"n":1.5,"m":null}]}`,
		`{"version":1,"status":"old","id":7,"list":[],"at":"2026-01-01T00:00:00Z"}`,
	} {
		value, err := decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s.add(value)
	}
	got := s.facts("f")
	slices.Sort(got)
	want := []string{
		"f at?: time", "f id: integer, uuid", "f list: list", "f list[].m?: null", "f list[].n: number", "f list[]: object",
		`f status: "new", "old"`, "f version: 1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("facts are %q, want %q", got, want)
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Episode not found: 01930000-0000-7000-8000-00000000000f": "Episode not found: <uuid>",
		"changed at 2026-01-01T09:00:00.123456+00:00":             "changed at <time>",
		"http://127.0.0.1:40000/livez":                            "http://<address>/livez",
		"plans/.episodes/0123456789abcdef0123456789abcdef.json":   "plans/.episodes/<digest>.json",
		"limit must be between 1 and 100":                         "limit must be between 1 and 100",
	} {
		if got := redact(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
