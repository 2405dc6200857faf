package servers_test

import (
	"fmt"
	"net/http"
	"testing"

	"plotline/testing/kit/neo4jtest"
)

// TestRESTNeedsNoStickiness makes each request at another server. Each reads what the others wrote.
func TestRESTNeedsNoStickiness(t *testing.T) {
	t.Parallel()
	w := start(t, neo4jtest.LTS, inTurn)
	for i := range 2 * count {
		body := fmt.Sprintf(`{"query":"q","reward":1,"idempotency_key":"k%d"}`, i)
		id := w.episode(t, body)
		if again := w.episode(t, body); again != id {
			t.Errorf("the key gave %s, then %s", id, again)
		}
		path := "/api/v1/episodes/" + id
		tag := w.send(t, http.MethodGet, path, "").header.Get("ETag")
		if tag == "" {
			t.Fatal("a reply without ETag")
		}
		w.send(t, http.MethodGet, path, "", "If-None-Match", tag).expect(t, http.StatusNotModified)
		var changed, read struct {
			Reward float64 `json:"reward"`
		}
		w.send(t, http.MethodPatch, path, `{"reward":0.25}`).into(t, http.StatusOK, &changed)
		w.send(t, http.MethodGet, path, "", "If-None-Match", tag).into(t, http.StatusOK, &read)
		if changed.Reward != 0.25 || read.Reward != 0.25 {
			t.Errorf("changed %+v, read %+v", changed, read)
		}
		w.send(t, http.MethodDelete, path, "").expect(t, http.StatusOK)
		w.send(t, http.MethodGet, path, "").expect(t, http.StatusNotFound)
	}
	w.checkAllServed(t)
}
