package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"plotline/testing/kit/fetch"
	"plotline/testing/kit/liveclient"
	"plotline/testing/kit/serving"
)

// overview is a part of a reply of /api/v1/graph/overview.
type overview struct {
	Episodes   int       `json:"episodes"`
	ComputedAt time.Time `json:"computed_at"`
	Stale      bool      `json:"stale"`
}

func getOverview(t *testing.T, server string) overview {
	t.Helper()
	reply, err := fetch.Get(t.Context(), server+"/api/v1/graph/overview")
	if err != nil {
		t.Fatal(err)
	}
	var out overview
	if err := json.Unmarshal(reply.Body, &out); err != nil || reply.Status != http.StatusOK {
		t.Fatalf("%s: %v", reply, err)
	}
	return out
}

// TestPageReceivesChangesOfOtherProcesses checks that a page of `plotline serve` gets events without content after
// writes of `plotline mcp`, and that the overview is kept until then.
func TestPageReceivesChangesOfOtherProcesses(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		s := serving.Start(t, binary, env, args...)
		first := getOverview(t, s.URL)
		agent := serve(t, env, args...)
		page := liveclient.Open(t, s.URL, "")
		for n := range 3 {
			agent.call("create_episode", map[string]any{"query": "q", "reward": 0})
			missing := map[string]bool{"graphUpdated": true, "clientCalled": true}
			page.Until(t, func(e liveclient.Event) bool {
				if e.Name != "graphUpdated" && e.Name != "clientCalled" || string(e.Body) != "{}" {
					t.Errorf("the page received %s %s", e.Name, e.Body)
				}
				delete(missing, e.Name) // one may come twice: a late first poll notifies too
				return len(missing) == 0
			})
			for now := getOverview(t, s.URL); now.Episodes != n+1; now = getOverview(t, s.URL) {
				if !now.Stale {
					page.Next(t) // the events were late ones of the change before
				}
				if now.ComputedAt.Before(first.ComputedAt) {
					t.Errorf("an overview of %s replaced one of %s", now.ComputedAt, first.ComputedAt)
				}
			}
		}
	})
}
