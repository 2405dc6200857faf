package release

import (
	"strings"
	"time"
)

var (
	// Invalid dates match too, so that they are blotted out and not read as episodes.
	yearFirst = compiled(`\b((?:19|20)[0-9]{2})([ ./-])([0-9]{2})[ ./-]([0-9]{2})(?:T[0-9.]+)?\b`)
	compact   = compiled(`\b((?:19|20)[0-9]{2})()([0-9]{2})([0-9]{2})\b`)
	yearLast  = compiled(`\b([0-9]{2})[ ./-]([0-9]{2})[ ./-]((?:19|20)[0-9]{2})\b`)
	dayMonth  = compiled(`(?i)\b([0-9]{1,2})(?:st|nd|rd|th)?[ .-](` + months + `)[a-z]{0,6}[ .,-]{1,2}((?:19|20)[0-9]{2})\b`)
	monthDay  = compiled(`(?i)\b(` + months + `)[a-z]{0,6}[ .]([0-9]{1,2})(?:st|nd|rd|th)?[ .,]{1,2}((?:19|20)[0-9]{2})\b`)
	shortDate = compiled(`\b([0-9]{2})\.([0-9]{2})\.([0-9]{2})\b`)
)

const months = `jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec`

// readDate stores the first date that has a four-digit year, and blots out every such date.
func (r *reading) readDate() {
	for _, form := range []struct {
		pattern          expression
		year, month, day int
	}{
		{yearFirst, 1, 3, 4}, {compact, 1, 3, 4}, {yearLast, 3, 2, 1}, {dayMonth, 3, 2, 1}, {monthDay, 3, 1, 2},
	} {
		for _, at := range form.pattern().FindAllStringSubmatchIndex(r.rest, -1) {
			part := func(i int) int { return monthOrNumber(r.rest[at[2*i]:at[2*i+1]]) }
			date := Date{part(form.year), part(form.month), part(form.day)}
			if form.pattern() == yearLast() && date.Month > 12 {
				date.Month, date.Day = date.Day, date.Month // American order
			}
			if r.Date.IsZero() && date.real() {
				r.Date = date
				r.first, r.last = at[0], at[1]
				r.dateAt, r.dateEnd = at[0], at[1]
			}
			r.blot(at[0], at[1])
		}
	}
}

func monthOrNumber(text string) int {
	if at := strings.Index(months, strings.ToLower(text)); at >= 0 && len(text) == 3 {
		return at/4 + 1
	}
	return number(text)
}

// real reports whether the day exists in the calendar.
func (d Date) real() bool {
	at := time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
	return d.Year > 0 && at.Month() == time.Month(d.Month) && at.Day() == d.Day && at.Year() == d.Year
}

// shortDate reads 24.04.02 as a date.
func (r *reading) shortDate() bool {
	at := shortDate().FindStringSubmatchIndex(r.rest)
	if at == nil {
		return false
	}
	part := func(i int) int { return number(r.rest[at[2*i]:at[2*i+1]]) }
	date := Date{2000 + part(1), part(2), part(3)}
	if !date.real() {
		return false
	}
	r.Date = date
	r.first, r.last = at[0], at[1]
	return true
}
