package timephrase_test

import (
	"bufio"
	"bytes"
	_ "embed"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Berlin, on systems without it

	"plotline/internal/timephrase"
)

//go:embed testdata/phrases.tsv
var phrases []byte

// zone returns a time zone.
func zone(tb testing.TB, name string) *time.Location {
	tb.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		tb.Fatal(err)
	}
	return loc
}

// clock is the now of the table: a Thursday.
func clock(tb testing.TB) time.Time {
	tb.Helper()
	return time.Date(2026, 11, 26, 13, 25, 0, 0, zone(tb, "Europe/Berlin"))
}

// written returns a moment as the table has it.
func written(t time.Time) string {
	switch {
	case t.IsZero():
		return "-"
	case t.Hour() == 0 && t.Minute() == 0:
		return t.Format("2006-01-02")
	default:
		return t.Format("2006-01-02T15:04")
	}
}

// read returns what a question means, as the table has it.
func read(question string, now time.Time) string {
	found, ok := timephrase.Read(question, now)
	if !ok {
		return "-\t-\tnone"
	}
	only := "no"
	if found.Only {
		only = "yes"
	}
	return written(found.Range.Since) + "\t" + written(found.Range.Until) + "\t" + only
}

func TestPhrases(t *testing.T) {
	t.Parallel()
	rows, times, none := 0, map[string]int{}, map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(phrases))
	for lines.Scan() {
		if rows++; rows == 1 {
			continue // the names of the columns
		}
		language, row, _ := strings.Cut(lines.Text(), "\t")
		question, want, _ := strings.Cut(row, "\t")
		if got := read(question, clock(t)); got != want {
			t.Errorf("line %d, %s %q: got %q, want %q", rows, language, question, got, want)
		}
		if strings.HasSuffix(want, "none") {
			none[language]++
		} else {
			times[language]++
		}
	}
	for _, language := range []string{"en", "de", "zh"} {
		if times[language]+none[language] < 65 || none[language] < 15 {
			t.Errorf("%s: %d times and %d others are too few", language, times[language], none[language])
		}
	}
}
