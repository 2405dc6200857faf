package graph_test

import (
	"testing"
	"time"
	_ "time/tzdata" // Asia/Tokyo, on systems without it

	"plotline/graph"
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
