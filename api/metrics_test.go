package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/api"
)

// TestMetricsStayFew: no client can make up a series.
func TestMetricsStayFew(t *testing.T) {
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
