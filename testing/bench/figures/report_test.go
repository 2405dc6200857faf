package figures_test

import (
	"strings"
	"testing"
	"time"

	"plotline/testing/bench/figures"
)

func TestPercentileIsTheNearestRank(t *testing.T) {
	t.Parallel()
	var series []time.Duration
	for i := 20; i > 0; i-- {
		series = append(series, time.Duration(i)*time.Millisecond)
	}
	for _, c := range []struct {
		series []time.Duration
		p      int
		want   float64
	}{{series, 50, 10}, {series, 95, 19}, {series[:1], 95, 20}, {nil, 50, 0}} {
		if got := figures.Percentile(c.series, c.p); got != c.want {
			t.Errorf("percentile %d of %d is %v, want %v", c.p, len(c.series), got, c.want)
		}
	}
}

func TestAimIsUpperOrLowerBound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row  figures.Row
		want bool
	}{
		{figures.Row{P50: 3}, true},
		{figures.Row{P50: 3, Aim: 3}, true},
		{figures.Row{P50: 3.1, Aim: 3}, false},
		{figures.Row{P50: 3.1, Aim: 3, AtLeast: true}, true},
		{figures.Row{P50: 2.9, Aim: 3, AtLeast: true}, false},
	} {
		r := figures.New()
		r.Add(c.row)
		if got := r.Rows[0]; got.Met != c.want || got.Unit != "ms" {
			t.Errorf("%+v: met is %v, want %v", c.row, got.Met, c.want)
		}
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	r := figures.New()
	r.Times(figures.Row{Operation: "get", Store: "embedded", Size: "1,000", N: 1000}, []time.Duration{2 * time.Millisecond})
	var table strings.Builder
	if err := r.Print(&table); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "| get       | embedded | 1,000 | 2.00 | 2.00 | ms   |") {
		t.Errorf("the table is\n%s", &table)
	}
}
