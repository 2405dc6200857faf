package main

import (
	"testing"
	"time"
)

// TestTimesInWords checks the bounds of time that a person types.
func TestTimesInWords(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, 3, 17, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ text, since, until string }{
		{"2027-01-31", "2027-01-31", "2027-01-31"},
		{"2027-01-31T10:00:00Z", "2027-01-31T10:00:00Z", "2027-01-31T10:00:00Z"},
		{"30d", "2027-02-15T12:00:00.000000+00:00", "2027-02-15T12:00:00.000000+00:00"},
		{"2h", "2027-03-17T10:00:00.000000+00:00", "2027-03-17T10:00:00.000000+00:00"},
		{"last month", "2027-02-01T00:00:00.000000+00:00", "2027-02-28T23:59:59.999999+00:00"},
		{"yesterday", "2027-03-16T00:00:00.000000+00:00", "2027-03-16T23:59:59.999999+00:00"},
		{"soon", "soon", "soon"},
	} {
		if got := inISO(tt.text, now, false); got != tt.since {
			t.Errorf("since %s: %s, want %s", tt.text, got, tt.since)
		}
		if got := inISO(tt.text, now, true); got != tt.until {
			t.Errorf("until %s: %s, want %s", tt.text, got, tt.until)
		}
	}
}
