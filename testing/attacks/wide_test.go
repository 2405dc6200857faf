package attacks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// TestWideGraphsTakeLittleMemory checks that reads that cross many relationships take little memory, however many a token
// sends at once: recalls in a dense graph, connections between hubs, and all that is around a hub.
func TestWideGraphsTakeLittleMemory(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir(), "--timeout", "2m")
	reader, writer := s.token(t, "a", access.Reader), s.token(t, "a", access.Writer)
	dense := s.episodes(t, writer, "dense", tier.Pick(400, 2000))
	s.relate(t, writer, len(dense)*tier.Pick(20, 99), func(i int) (from, to string) {
		n := len(dense)
		return dense[i%n], dense[(i%n+7*(1+i/n))%n]
	})
	ends := s.episodes(t, writer, "end", 2)
	hubs, leaves := s.episodes(t, writer, "hub", tier.Pick(4, 10)), s.episodes(t, writer, "leaf", tier.Pick(1000, 10_000))
	s.relate(t, writer, len(hubs)*len(leaves), func(i int) (from, to string) { return hubs[i%len(hubs)], leaves[i/len(hubs)] })
	s.relate(t, writer, len(hubs), func(i int) (from, to string) { return ends[0], hubs[i] })
	for _, a := range []struct {
		path    string
		clients int
	}{
		{"/recall?query=dense&depth=3&limit=50&max_bytes=65536", 8},
		{"/paths?from=" + ends[0] + "&to=" + ends[1], 4},
		{"/graph/neighbours/" + hubs[0] + "?limit=500", 32},
		{"/episodes/" + hubs[0] + "/related?max_depth=5&min_strength=0", 16},
		{"/graph/overview?communities=500&min_reward=-0.%d", 6},
		{"/graph/map?limit=20000&min_reward=-0.%d", 6},
	} {
		s.read(t, a.clients, a.path, reader, 400<<20)
	}
	s.checkAlive(t)
}

// episodes creates episodes and returns their ids.
func (s *server) episodes(t *testing.T, token, query string, n int) []string {
	t.Helper()
	var ids []string
	for len(ids) < n {
		some := min(1000, n-len(ids))
		body := strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"query":%q,"reward":0},`, query), some), ",")
		got := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token, `{"episodes":[`+body+`]}`)
		var made struct {
			Episodes []struct {
				EpisodeID string `json:"episode_id"`
			} `json:"episodes"`
		}
		if err := json.Unmarshal(got.body, &made); err != nil || len(made.Episodes) != some {
			t.Fatalf("%d episodes, %v: %.300s", len(made.Episodes), err, got.body)
		}
		for _, e := range made.Episodes {
			ids = append(ids, e.EpisodeID)
		}
	}
	return ids
}

// relate adds related_to relationships.
func (s *server) relate(t *testing.T, token string, n int, pair func(i int) (from, to string)) {
	t.Helper()
	for done := 0; done < n; {
		list := make([]string, 0, 1000)
		for ; done < n && len(list) < cap(list); done++ {
			from, to := pair(done)
			list = append(list, fmt.Sprintf(`{"from":%q,"to":%q,"relationship_type":"related_to"}`, from, to))
		}
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/relationships/batch", token, `{"relationships":[`+strings.Join(list, ",")+`]}`)
	}
}
