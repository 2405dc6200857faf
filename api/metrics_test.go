package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/api"
	"plotline/graph"
	"plotline/graph/embedding"
)

// TestMetricsAreBounded checks that clients cannot create new series.
func TestMetricsAreBounded(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	series := func() int {
		return strings.Count(ask(t, h, http.MethodGet, "/metrics", "").Body.String(), "plotline_http_request_duration_seconds_count")
	}
	for i := range 50 {
		ask(t, h, fmt.Sprintf("M%d", i), fmt.Sprintf("/nowhere/%d", i), "", fmt.Sprintf("Host: h%d.example", i))
		ask(t, h, fmt.Sprintf("M%d", i), fmt.Sprintf("/nowhere/%d", i), "")
		ask(t, h, http.MethodGet, fmt.Sprintf("/api/v1/episodes/%d?x%d=1", i, i), "", fmt.Sprintf("User-Agent: a%d", i))
	}
	if before, after := series(), series(); before > 8 || after > before+1 {
		t.Errorf("150 odd requests made %d series, then %d", before, after)
	}
}

// TestMetricsOfCounts checks the metrics that exist only if a Config counts their subject.
func TestMetricsOfCounts(t *testing.T) {
	t.Parallel()
	vectors, orders := config(t), config(t)
	vectors.Embeddings = func() embedding.Counts { return embedding.Counts{Made: 5, Failed: 1, Waiting: 3} }
	orders.Orders = func() graph.OrderCounts { return graph.OrderCounts{Unsettled: 2, Steps: 7, Failed: 1} }
	for name, tt := range map[string]struct {
		cfg  api.Config
		want []string
	}{
		"with vectors": {vectors, []string{"plotline_embeddings_waiting 3", "plotline_embeddings_made_total 5", "plotline_embeddings_failed_total 1"}},
		"with orders":  {orders, []string{"plotline_orders_unsettled 2", "plotline_order_steps_total 7", "plotline_order_steps_failed_total 1"}},
		"without":      {config(t), nil},
	} {
		var got []string
		for line := range strings.Lines(ask(t, api.New(tt.cfg).Handler(), http.MethodGet, "/metrics", "").Body.String()) {
			if strings.HasPrefix(line, "plotline_embeddings_") || strings.HasPrefix(line, "plotline_order") {
				got = append(got, strings.TrimSpace(line))
			}
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
