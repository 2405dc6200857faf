package outage_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
)

// verify compares what is there with what was acknowledged: each once, and nothing else, for every
// client went on until it was told.
func (c *crowd) verify(t *testing.T) {
	t.Helper()
	answers, there := map[string]int{}, c.listed(t)
	written := 0
	for _, w := range c.workers {
		for code, n := range w.answers {
			answers[code] += n
		}
		written += len(w.episodes)
		for n, id := range w.episodes {
			if want := fmt.Sprint(w.name, " ", n); there[id] != want {
				t.Errorf("%s is %q, want %q", id, there[id], want)
			}
		}
	}
	if len(there) != written {
		t.Errorf("%d episodes are there, and %d were acknowledged", len(there), written)
	}
	var chains sync.WaitGroup
	for _, w := range c.workers {
		chains.Go(func() { w.verifyChain(t, c.url) })
	}
	chains.Wait()
	t.Logf("%d episodes, each once; answers by code, \"\" for success: %v", written, answers)
	if answers[""] == 0 || len(answers) < 2 {
		t.Error("there was no outage to judge")
	}
}

// listed is the query of every episode, by id.
func (c *crowd) listed(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	total := 1
	for offset := 0; offset < total; offset += 100 {
		var page struct {
			Episodes []struct {
				ID    string `json:"episode_id"`
				Query string `json:"query"`
			} `json:"episodes"`
			Total int `json:"total_count"`
		}
		if !read(t, fmt.Sprintf("%s/api/v1/episodes?limit=100&offset=%d", c.url, offset), &page) {
			return nil
		}
		total = page.Total
		for _, e := range page.Episodes {
			all[e.ID] = e.Query
		}
	}
	if len(all) != total {
		t.Errorf("%d episodes are listed, of %d", len(all), total)
	}
	return all
}

// verifyChain looks whether each episode points to the next one, and to no other.
func (w *worker) verifyChain(t *testing.T, url string) {
	t.Helper()
	for n, id := range w.episodes {
		var page struct {
			Relationships []struct {
				To string `json:"to_episode_id"`
			} `json:"relationships"`
		}
		if !read(t, url+"/api/v1/episodes/"+id+"/relationships?direction=outgoing", &page) {
			return
		}
		var want, got []string
		if n+1 < len(w.episodes) {
			want = []string{w.episodes[n+1]}
		}
		for _, r := range page.Relationships {
			got = append(got, r.To)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s %d points to %v, want %v", w.name, n, got, want)
		}
	}
}

// read tells whether it could; it runs beside the test's own goroutine too.
func read(t *testing.T, url string, into any) bool {
	t.Helper()
	status, body, err := get(t.Context(), url)
	if err == nil && status == http.StatusOK {
		err = json.Unmarshal([]byte(body), into)
	}
	if err != nil || status != http.StatusOK {
		t.Errorf("GET %s: %d %s %v", url, status, body, err)
		return false
	}
	return true
}
