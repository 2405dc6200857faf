package graph

import (
	"time"

	"plotline/internal/fault"
)

// Time is an instant in microseconds since 1970-01-01 UTC, the precision of every store. On the wire it is
// RFC 3339 in UTC with six decimals and the offset +00:00.
type Time int64

const timeFormat = "2006-01-02T15:04:05.000000-07:00"

// isoLayouts and dateLayouts are the ISO 8601 forms that ParseTime reads. Those without a zone are UTC. They omit
// fractions of a second, which Go reads after any seconds.
var (
	isoLayouts = []string{
		"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07",
		"2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05",
		"2006-01-02T15:04Z07:00", "2006-01-02T15:04",
		"20060102T150405Z0700", "20060102T150405",
	}
	dateLayouts = []string{"2006-01-02", "20060102"}
)

// TimeOf truncates an instant to microseconds.
func TimeOf(t time.Time) Time { return Time(t.UnixMicro()) }

// ParseTime reads ISO 8601. A date alone, or a time without a zone, is UTC. A date alone is the beginning of that day.
func ParseTime(text string) (Time, error) {
	if t, ok := parseAny(isoLayouts, text); ok {
		return t, nil
	}
	if t, ok := parseAny(dateLayouts, text); ok {
		return t, nil
	}
	return 0, fault.Invalid("Invalid ISO 8601 timestamp: %.100s", text)
}

// parseAny reads a time in the first of the layouts that fits.
func parseAny(layouts []string, text string) (Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999 {
			return TimeOf(t), true
		}
	}
	return 0, false
}

// UTC returns the instant as a time.Time in UTC.
func (t Time) UTC() time.Time { return time.UnixMicro(int64(t)).UTC() }

// String writes the wire form.
func (t Time) String() string { return t.UTC().Format(timeFormat) }

// MarshalText writes the wire form.
func (t Time) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads ISO 8601, as ParseTime does.
func (t *Time) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTime(string(text))
	return err
}

// Until is a Time up to which an argument selects, inclusive. It reads texts as ParseUntil does.
type Until Time

// ParseUntil reads a time as ParseTime does, but a date alone is the end of that day: its last microsecond in UTC.
func ParseUntil(text string) (Time, error) {
	if date, ok := parseAny(dateLayouts, text); ok {
		return TimeOf(date.UTC().AddDate(0, 0, 1)) - 1, nil
	}
	return ParseTime(text)
}

// MarshalText writes the wire form.
func (u Until) MarshalText() ([]byte, error) { return Time(u).MarshalText() }

// UnmarshalText reads ISO 8601, as ParseUntil does.
func (u *Until) UnmarshalText(text []byte) error {
	t, err := ParseUntil(string(text))
	*u = Until(t)
	return err
}
