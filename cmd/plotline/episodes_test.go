package main

import (
	"io"
	"testing"
)

// TestFiltered checks that every flag of the list counts as a filter, except those that select the page. Otherwise an
// unmatched filter would be reported as an empty workspace.
func TestFiltered(t *testing.T) {
	t.Parallel()
	parse := func(words ...string) (filtered bool, fields map[string]string) {
		parser, err := newParser(&cli{}, streams{out: io.Discard, err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		line, err := parser.Parse(append([]string{"episodes", "list"}, words...))
		if err != nil {
			t.Fatal(err)
		}
		fields = map[string]string{}
		for _, a := range argumentsOf(line) {
			fields[a.field] = a.shown
		}
		return isFiltered(line), fields
	}
	filtered, fields := parse()
	if filtered || len(fields) < 7 {
		t.Errorf("without flags: %t, %v", filtered, fields)
	}
	for field, flag := range fields {
		filtered, _ := parse(flag, "1")
		if want := field != "limit" && field != "offset"; filtered != want {
			t.Errorf("%s is a filter: %t", flag, filtered)
		}
	}
}
