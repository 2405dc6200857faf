package graph

import (
	"time"

	"plotline/internal/fault"
)

// Time is an instant in microseconds since 1970-01-01 UTC, the precision of every store. On the wire it is
// RFC 3339 in UTC with six decimals and the offset +00:00.
type Time int64

const timeFormat = "2006-01-02T15:04:05.000000-07:00"

// isoLayouts are the ISO 8601 forms that ParseTime reads. Those without a zone are UTC. They omit fractions
// of a second, which Go reads after any seconds.
var isoLayouts = []string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07",
	"2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02",
	"20060102T150405Z0700", "20060102T150405", "20060102",
}

// TimeOf truncates an instant to microseconds.
func TimeOf(t time.Time) Time { return Time(t.UnixMicro()) }

// ParseTime reads ISO 8601. A date alone, or a time without a zone, is UTC.
func ParseTime(text string) (Time, error) {
	for _, layout := range isoLayouts {
		if t, err := time.Parse(layout, text); err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999 {
			return TimeOf(t), nil
		}
	}
	return 0, fault.Invalid("Invalid ISO 8601 timestamp: %.100s", text)
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
