package attacks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// TestManyTags checks that maps and overviews of episodes with many different tags take little memory, and that their
// replies are small.
func TestManyTags(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	s.writeManyTags(t, s.token(t, "a", access.Writer), tier.Pick(2, 5))
	reader := s.token(t, "a", access.Reader)
	for _, path := range mapsOfManyTags() {
		if largest := s.read(t, 16, path, reader, 300<<20); largest > 4<<20 {
			t.Errorf("%s: %d MiB in one reply", path, largest>>20)
		}
	}
	s.checkAlive(t)
}

// mapsOfManyTags returns the paths of the largest maps and overviews. A number in place of %d makes them different.
func mapsOfManyTags() []string {
	return []string{
		"/graph/map?limit=20000", "/graph/map?limit=20000&since=2000-01-01", "/graph/map?limit=20000&community=1",
		"/graph/overview?communities=500&buckets=%d", "/graph/overview?communities=500&since=2000-01-01&buckets=%d",
	}
}

// writeManyTags creates batches of 400 episodes with 100 long tags each, all different.
func (s *server) writeManyTags(t *testing.T, token string, batches int) {
	t.Helper()
	type episode struct {
		Query  string   `json:"query"`
		Reward float64  `json:"reward"`
		Tags   []string `json:"tags"`
	}
	for batch := range batches {
		episodes := make([]episode, 400)
		for i := range episodes {
			episodes[i] = episode{Query: "q", Tags: make([]string, 100)}
			for j := range episodes[i].Tags {
				episodes[i].Tags[j] = fmt.Sprintf("%d.%d.%d%s", batch, i, j, strings.Repeat("x", 180))
			}
		}
		body, err := json.Marshal(map[string]any{"episodes": episodes})
		if err != nil {
			t.Fatal(err)
		}
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token, string(body))
	}
}

// TestReadersOfLongTexts checks that 60 concurrent reads of episodes with long texts take little memory, whatever they
// read.
//
//nolint:paralleltest // beside other tests, the garbage collector comes late
func TestReadersOfLongTexts(t *testing.T) {
	s := plain.start(t, "--media-root", t.TempDir())
	reader, writer := s.token(t, "a", access.Reader), s.token(t, "a", access.Writer)
	hub := s.writeLongTexts(t, writer, tier.Pick(4, 16))
	for _, path := range []string{
		"/episodes?limit=100", "/episodes?limit=100&min_reward=-1", "/episodes?limit=100&tags=long",
		"/search?query=memory&limit=50", "/recall?query=memory&limit=50&max_bytes=4096",
		"/episodes/" + hub, "/episodes/" + hub + "/relationships", "/graph/neighbours/" + hub + "?limit=500",
		"/episodes/" + hub + "/related?max_depth=5&min_strength=0",
		"/graph/order?relationship_type=causes", "/graph/order?relationship_type=causes&limit=1000",
		"/graph?max_nodes=500&labels=readable", "/graph/overview?communities=500",
	} {
		s.read(t, 60, path, reader, 350<<20)
	}
	s.read(t, tier.Pick(8, 16), "/graph/map?limit=20000&community=1", reader, 350<<20) // it reads texts, one map at a time
	s.checkAlive(t)
}

// writeLongTexts creates batches of 50 episodes of 160 KB, with long names, that a hub causes. It returns the id of the
// hub.
func (s *server) writeLongTexts(t *testing.T, token string, batches int) string {
	t.Helper()
	hub := ""
	for range batches {
		episodes, edges := make([]string, 0, 50), make([]string, 0, 50)
		for i := range cap(episodes) {
			episodes = append(episodes, fmt.Sprintf(`{"name":%q,"query":"memory %s","reward":0,"reflection":%q,"metadata":{"x":%q},"tags":["long"]}`,
				strings.Repeat("𝄞", 199), strings.Repeat("a ", 15<<10), strings.Repeat("b ", 31<<10), strings.Repeat("c", 60<<10)))
			from := hub
			if from == "" {
				from = "#0"
			}
			if to := fmt.Sprintf("#%d", i); to != from {
				edges = append(edges, fmt.Sprintf(`{"from":%q,"to":%q,"relationship_type":"causes","metadata":{"x":%q}}`, from, to, strings.Repeat("d", 60<<10)))
			}
		}
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token,
			`{"episodes":[`+strings.Join(episodes, ",")+`],"relationships":[`+strings.Join(edges, ",")+`]}`)
		if hub == "" {
			hub = string(regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`).Find(made.body))
		}
	}
	return hub
}

// read sends a request as many clients at once, and checks that the server's memory stays below a limit. It returns the
// size of the largest reply.
func (s *server) read(t *testing.T, clients int, path, token string, most int64) int {
	t.Helper()
	before := s.memory(t, "VmRSS")
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.Process()), []byte("5"), 0); err != nil { // resets VmHWM
		t.Fatal(err)
	}
	all := waited(t)
	sizes, statuses := make([]int, clients), make([]int, clients)
	for i := range clients {
		path := path
		if strings.Contains(path, "%d") { // so that each is computed
			path = fmt.Sprintf(path, 1+i)
		}
		all.Go(func() {
			got, err := s.do(t.Context(), http.MethodGet, "/api/v1"+path, token, nil)
			sizes[i], statuses[i] = len(got.body), got.status
			if err := s.answered(http.MethodGet, path, got, err); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	largest, ok := 0, 0
	for i, size := range sizes {
		largest = max(largest, size)
		if statuses[i] == http.StatusOK {
			ok++
		}
	}
	peak := s.memory(t, "VmHWM")
	t.Logf("%s: %d of %d answered, %d KiB, %d MiB before, at most %d MiB", path, ok, clients, largest>>10, before>>20, peak>>20)
	if peak > most {
		t.Errorf("%s: %d MiB, more than %d", path, peak>>20, most>>20)
	}
	return largest
}

// TestSearchesOfManyWords checks that searches in texts with many different words take little memory, although the store
// reads the words of every episode that matches.
func TestSearchesOfManyWords(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	reader, writer := s.token(t, "a", access.Reader), s.token(t, "a", access.Writer)
	for batch := range tier.Pick(4, 16) {
		episodes := make([]string, 0, 25)
		for i := range cap(episodes) {
			var text strings.Builder
			for j := range 8000 {
				fmt.Fprintf(&text, "w%x ", (batch*25+i)*1000+j)
			}
			episodes = append(episodes, fmt.Sprintf(`{"query":"memory","reward":0,"reflection":%q}`, text.String()))
		}
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, `{"episodes":[`+strings.Join(episodes, ",")+`]}`)
	}
	for _, path := range []string{"/search?query=memory&limit=50", "/recall?query=memory&limit=50&max_bytes=4096"} {
		s.read(t, 60, path, reader, 300<<20)
	}
	s.checkAlive(t)
}
