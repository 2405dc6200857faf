package attacks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/access"
)

// TestSearchScoresHideOtherWorkspaces checks that a search reveals nothing about other workspaces' texts.
// Otherwise a reader could learn from scores, or their order, which words another tenant uses.
func TestSearchScoresHideOtherWorkspaces(t *testing.T) {
	t.Parallel()
	everyProtocol(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		victim, reader := s.token(t, "victim", access.Writer), s.token(t, "reader", access.Writer)
		s.write(t, reader, 30, func(i int) string {
			return strings.Repeat("merger ", 1+i%3) + strings.Repeat("salary ", i%2) + strings.Repeat("filler ", i%7)
		})
		searches := []string{"merger", "salary", "merger+salary", "filler+merger&limit=3"}
		before := make([]string, len(searches))
		for i, query := range searches {
			before[i] = s.found(t, reader, query)
		}
		for range 5 {
			s.write(t, victim, 1000, func(i int) string { return strings.Repeat("merger ", 1+i%9) + strings.Repeat("salary ", i%2) })
		}
		for i, query := range searches {
			if after := s.found(t, reader, query); after != before[i] {
				t.Errorf("the answer to %s changed with what another workspace wrote:\n%s\n%s", query, before[i], after)
			}
		}
		s.checkAlive(t)
	})
}

// found returns the exact reply to a search.
func (s *server) found(t *testing.T, token, query string) string {
	t.Helper()
	return string(s.must(t, http.StatusOK, http.MethodGet, "/api/v1/search?query="+query, token, "").body)
}

// write creates n episodes in one call.
func (s *server) write(t *testing.T, token string, n int, text func(i int) string) {
	t.Helper()
	type item struct {
		Name   string  `json:"name"`
		Query  string  `json:"query"`
		Reward float64 `json:"reward"`
	}
	batch := struct {
		Episodes []item `json:"episodes"`
	}{make([]item, n)}
	for i := range batch.Episodes {
		batch.Episodes[i] = item{fmt.Sprintf("n%d", i), text(i), 0}
	}
	body, err := json.Marshal(batch)
	if err != nil {
		t.Fatal(err)
	}
	s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token, string(body))
}
