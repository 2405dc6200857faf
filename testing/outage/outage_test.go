package outage_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/fetch"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// patience is far longer than any wait here on a busy machine. It ends a hang.
const patience = 10 * time.Minute

// TestNeo4jStopsAndReturns stops and restarts Neo4j, then kills and restarts it.
func TestNeo4jStopsAndReturns(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	database := neo4jtest.OpenDedicated(t, neo4jtest.LTS)
	binary, err := serving.Program(t.Context(), t.TempDir(), serving.Plain)
	if err != nil {
		t.Fatal(err)
	}
	server := serving.Start(t, binary, database.Env(), "--data-dir", t.TempDir(), "--timeout", limit.String())
	t.Cleanup(func() {
		if t.Failed() {
			server.Explain(t)
		}
	})
	probe := checkServing(t, server.URL)
	waitReady(t, server.URL, http.StatusOK)

	clients := httpClients(t, server.URL)
	crowd := startWriters(t, clients)
	written := func(w *worker) int64 { return w.written.Load() }
	crowd.waitFor(t, "written", 10, written)
	for _, takeAway := range []func(testing.TB){database.Stop, database.Kill} {
		calls := startLoad(t, clients)
		began := time.Now()
		takeAway(t)
		death := span{began, time.Now()}
		calls.dead.Store(true)
		waitReady(t, server.URL, http.StatusServiceUnavailable)
		crowd.waitFor(t, "been refused", 2, func(w *worker) int64 { return w.refused.Load() })
		calls.waitFor(t, "been refused", func(c *caller) int64 { return c.refused.Load() })
		database.Start(t)
		waitReady(t, server.URL, http.StatusOK)
		calls.resume(t)
		calls.end()
		calls.checkRunningAt(t, death)
		crowd.waitFor(t, "written", 5, written)
	}
	crowd.finish(t)
	probe()
	if !server.Runs() {
		t.Error("the server ended")
	}
	crowd.verify(t.Context(), t)
}

// httpClients returns a client of REST and one of MCP.
func httpClients(t *testing.T, url string) []apiclient.Client {
	t.Helper()
	rest, err := apiclient.OverREST(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rest.Close)
	mcp, err := apiclient.OverHTTP(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mcp.Close() })
	return []apiclient.Client{rest, mcp}
}

// checkServing continuously checks that the process serves requests, until the returned function is called.
func checkServing(t *testing.T, url string) func() {
	t.Helper()
	var stop atomic.Bool
	var done sync.WaitGroup
	done.Go(func() {
		for !stop.Load() {
			if status, body, err := get(t.Context(), url+"/livez"); status != http.StatusOK {
				t.Errorf("/livez: %d %s %v", status, body, err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	end := func() { stop.Store(true); done.Wait() }
	t.Cleanup(end)
	return end
}

// waitReady waits until /readyz returns the status. It may only return 200 and 503.
func waitReady(t *testing.T, url string, want int) {
	t.Helper()
	before, asked := "", 0
	for began := time.Now(); time.Since(began) < patience; time.Sleep(50 * time.Millisecond) {
		asked++
		switch status, body, err := get(t.Context(), url+"/readyz"); {
		case status == want:
			t.Logf("/readyz is %d after %s and %d requests: %s, before %s", want, time.Since(began).Round(100*time.Millisecond), asked, body, before)
			return
		case status != http.StatusOK && status != http.StatusServiceUnavailable:
			t.Fatalf("/readyz: %d %s %v", status, body, err)
		default:
			before = body
		}
	}
	t.Fatalf("/readyz is not %d after %s and %d requests, at last %s", want, patience, asked, before)
}

func get(ctx context.Context, url string) (status int, body string, err error) {
	answer, err := fetch.Get(ctx, url)
	return answer.Status, string(answer.Body), err
}
