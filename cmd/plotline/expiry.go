package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxDays catches typing errors and keeps the year within four digits.
const maxDays = 36500

// expiry parses --expires: a number of days, a Go duration, or the last valid day in the local time zone.
// An empty text means never.
func expiry(text string, now time.Time) (*time.Time, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // a token without expiry is valid
	}
	end, err := expiryTime(text, now)
	if err != nil {
		return nil, err
	}
	end = end.Truncate(time.Second) // lists and logs show seconds
	if !end.After(now) {
		return nil, fmt.Errorf("--expires must lie in the future: %q", text)
	}
	return &end, nil
}

func expiryTime(text string, now time.Time) (time.Time, error) {
	if day, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		return day.AddDate(0, 0, 1), nil
	}
	if number, ok := strings.CutSuffix(text, "d"); ok {
		days, err := strconv.Atoi(number)
		if err == nil && days >= 0 && days <= maxDays {
			return now.AddDate(0, 0, days), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil {
		return now.Add(d), nil
	}
	return time.Time{}, fmt.Errorf("--expires must be days up to %dd, a time such as 720h, or a day such as 2027-01-31: %q", maxDays, text)
}
