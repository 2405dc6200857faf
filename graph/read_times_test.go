package graph_test

import (
	"testing"
	"time"
	_ "time/tzdata" // Asia/Tokyo, on systems without it

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// TestReadTimes reads questions in the evening of a Friday in UTC, when it is Saturday in Tokyo.
func TestReadTimes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.now = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	const read = "read_times"

	same(t, "a period and nothing else", answer{"rest": "What happened?", "time": map[string]any{
		"text": "yesterday", "as": "filter",
		"since": "2026-11-19T00:00:00.000000+00:00", "until": "2026-11-19T23:59:59.999999+00:00",
	}}, w.ok(t, read, `{"question": "What happened yesterday?"}`))
	same(t, "in a zone", answer{"rest": "What failed?", "time": map[string]any{
		"text": "yesterday", "as": "wish",
		"since": "2026-11-19T15:00:00.000000+00:00", "until": "2026-11-20T14:59:59.999999+00:00",
	}}, w.ok(t, read, `{"question": "What failed yesterday?", "time_zone": "Asia/Tokyo"}`))
	same(t, "an open end", answer{"rest": "deploys", "time": map[string]any{
		"text": "since August", "as": "wish", "since": "2026-08-01T00:00:00.000000+00:00",
	}}, w.ok(t, read, `{"question": "deploys since August"}`))
	same(t, "no period", answer{}, w.ok(t, read, `{"question": "Orders arrive twice"}`))

	w.fails(t, fault.InvalidArgument, `time_zone must be an IANA name, such as Europe/Berlin: "Tokyo"`,
		read, `{"question": "yesterday", "time_zone": "Tokyo"}`)
	w.fails(t, fault.InvalidArgument, `time_zone must be an IANA name, such as Europe/Berlin: "../Asia/Tokyo"`,
		read, `{"question": "yesterday", "time_zone": "../Asia/Tokyo"}`)
}

// TestReadTimesOfTheService checks that a question without a zone is read in that of the service, as recall reads it.
func TestReadTimesOfTheService(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 5, 0, 0, 0, zone)
	s := graph.NewService(w.store, &usecase.Runner{}, graph.WithClock(func() time.Time { return now }), graph.WithTimeZone(zone))
	got, err := s.ReadTimes(t.Context(), by, graph.ReadTimesInput{Question: "yesterday"})
	if err != nil {
		t.Fatal(err)
	}
	recalled, err := s.Recall(t.Context(), by, graph.RecallInput{Query: "yesterday", Limit: 8, MaxBytes: 4096})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the period", recalled.Time, got.Time)
	same(t, "since", "2026-11-19T15:00:00.000000+00:00", got.Time.Since.String())
}

// TestReadTimesOfQuestions reads questions as people put them to the page, on Wednesday 2026-09-16.
func TestReadTimesOfQuestions(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 9, 16, 10, 30, 0, 0, time.UTC)
	s := graph.NewService(graphtest.NewModel(), &usecase.Runner{}, graph.WithClock(func() time.Time { return now }))
	for _, c := range []struct{ question, since, until, rest string }{
		{"what failed last week?", "2026-09-07", "2026-09-13", "what failed?"},
		{"What went well today", "2026-09-16", "2026-09-16", "What went well"},
		{"what succeeded yesterday?", "2026-09-15", "2026-09-15", "what succeeded?"},
		{"bad deploys this week", "2026-09-14", "2026-09-20", "bad deploys"},
		{"this month", "2026-09-01", "2026-09-30", ""},
		{"good ideas of last month", "2026-08-01", "2026-08-31", "good ideas"},
		{"what did we try in August?", "2026-08-01", "2026-08-31", "what did we try?"},
		{"in December", "2025-12-01", "2025-12-31", ""},
		{"failures in February 2024", "2024-02-01", "2024-02-29", "failures"},
		{"failures of this week, on Tuesday", "2026-09-15", "2026-09-15", "failures"},
		{"it may march on", "", "", ""},
		{"was ist letzte Woche schiefgegangen?", "2026-09-07", "2026-09-13", "was ist schiefgegangen?"},
		{"Was hat gestern geklappt?", "2026-09-15", "2026-09-15", "Was hat geklappt?"},
		{"im März", "2026-03-01", "2026-03-31", ""},
		{"letzten Monat fehlgeschlagen", "2026-08-01", "2026-08-31", "fehlgeschlagen"},
		{"上周什么失败了？", "2026-09-07", "2026-09-13", "什么失败了？"},
		{"上个月成功的", "2026-08-01", "2026-08-31", "成功的"},
		{"2026年8月", "2026-08-01", "2026-08-31", ""},
		{"13月", "", "", ""},
	} {
		out, err := s.ReadTimes(t.Context(), by, graph.ReadTimesInput{Question: c.question})
		if err != nil {
			t.Fatal(err)
		}
		since, until := "", ""
		if out.Time != nil {
			since, until = out.Time.Since.String()[:10], out.Time.Until.String()[:10]
		}
		same(t, c.question, []string{c.since, c.until, c.rest}, []string{since, until, out.Rest})
	}
}
