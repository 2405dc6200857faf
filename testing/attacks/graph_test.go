package attacks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// graphAttack is an attack on the store by calls of one workspace.
type graphAttack struct {
	callers, calls int
	// prepare stores what the attack needs, and returns one of its calls.
	prepare func(t *testing.T, s *server, writer string) func(ctx context.Context) error
}

var graphAttacks = map[string]graphAttack{
	"searches among many words": {60, 600, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		s.writeManyWords(t, writer, tier.Pick(100, 300))
		return s.calling(http.MethodGet, "/api/v1/search?query=memory&limit=1", writer, "")
	}},
	"recalls among many words": {60, 600, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		s.writeManyWords(t, writer, tier.Pick(100, 300))
		return s.calling(http.MethodGet, "/api/v1/recall?query=memory&limit=50&max_bytes=4096", writer, "")
	}},
	"maps and overviews of many tags": {16, 1000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		s.writeManyTags(t, writer, tier.Pick(1, 5))
		paths := mapsOfManyTags()
		calls := make([]func(context.Context) error, 0, 10*len(paths))
		for i := range 10 {
			for _, path := range paths {
				calls = append(calls, s.calling(http.MethodGet, "/api/v1"+strings.ReplaceAll(path, "%d", strconv.Itoa(1+i)), writer, ""))
			}
		}
		return inTurn(calls)
	}},
	"one token in many workspaces": {24, 2000, func(t *testing.T, s *server, _ string) func(context.Context) error {
		t.Helper()
		workspaces := strings.Fields("w1 w2 w3 w4 w5 w6 w7 w8")
		token := s.visitor(t, access.Writer, workspaces)
		graph := denseGraph(t, 500, 4000)
		write := `{"episodes":[` + strings.TrimSuffix(strings.Repeat(`{"query":"q","reward":0},`, 100), ",") + `]}`
		var calls []func(context.Context) error
		for _, workspace := range workspaces {
			made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", s.token(t, workspace, access.Writer), graph)
			id := string(idPattern.Find(made.body))
			for _, call := range []struct{ method, path, body string }{
				{http.MethodGet, "/api/v1/episodes/" + id + "/related?max_depth=5&min_strength=0", ""},
				{http.MethodPost, "/api/v1/episodes/batch", write},
				{http.MethodGet, "/api/v1/graph?format=svg&max_nodes=500", ""},
			} {
				calls = append(calls, func(ctx context.Context) error { // a request, because no tool chooses a workspace
					got, err := s.send(ctx, call.method, call.path, token, []byte(call.body), "Plotline-Workspace", s.prefix+workspace)
					return s.answered(call.method, call.path, got, err)
				})
			}
		}
		return inTurn(calls)
	}},
	"creates of many words": {60, 2000, func(_ *testing.T, s *server, writer string) func(context.Context) error {
		return s.calling(http.MethodPost, "/api/v1/episodes", writer, manyWords(rand.NewPCG(1, 2)))
	}},
	"searches for many words": {60, 2000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		s.writeManyWords(t, writer, tier.Pick(100, 200))
		return s.calling(http.MethodGet, "/api/v1/search?limit=1&query="+strings.ReplaceAll(manyWordsText(rand.NewPCG(1, 2), 280), " ", "+"), writer, "")
	}},
	"deletes of hubs": {1, 100, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		hub := s.writeHub(t, writer, tier.Pick(4, 10))
		deleted := false
		return func(ctx context.Context) error {
			if !deleted {
				deleted = true
				began := time.Now()
				err := s.expectStatus(context.WithoutCancel(ctx), http.StatusOK, http.MethodDelete, "/api/v1/episodes/"+hub, writer, nil)
				t.Logf("the delete took %v", time.Since(began))
				return err
			}
			<-ctx.Done()
			return nil
		}
	}},
	"paths in a dense graph": {16, 1000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, denseGraph(t, 500, 4000))
		id := string(idPattern.Find(made.body))
		return s.calling(http.MethodGet, "/api/v1/episodes/"+id+"/related?max_depth=5&min_strength=0", writer, "")
	}},
	"relatives of a hub": {16, 1000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		hub := s.writeHub(t, writer, tier.Pick(4, 10))
		return s.calling(http.MethodGet, "/api/v1/episodes/"+hub+"/related?max_depth=5&min_strength=0", writer, "")
	}},
	"drawings around a hub": {16, 1000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		hub := s.writeHub(t, writer, tier.Pick(4, 10))
		return s.calling(http.MethodGet, "/api/v1/graph?format=svg&max_nodes=500&depth=5&episode_ids="+hub, writer, "")
	}},
	"checks for cycles": {60, 1000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		first, last := s.chain(t, writer, tier.Pick(5, 10))
		return s.calling(http.MethodGet, "/api/v1/graph/cycles?from_episode_id="+last+"&to_episode_id="+first+"&relationship_type=follows", writer, "")
	}},
	"orders while relationships before a long chain change": {4, 1000, func(t *testing.T, s *server, writer string) func(context.Context) error {
		t.Helper()
		first, _ := s.chain(t, writer, tier.Pick(5, 10))
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", writer, `{"query":"q","reward":0}`)
		body := `{"from_episode_id":"` + string(idPattern.Find(made.body)) + `","to_episode_id":"` + first + `","relationship_type":"follows"}`
		order := s.calling(http.MethodGet, "/api/v1/graph/order?relationship_type=follows&limit=20", writer, "")
		return func(ctx context.Context) error { // adds and removes it, and asks for the order, which is not settled
			got, err := s.do(ctx, http.MethodPost, "/api/v1/relationships", writer, []byte(body))
			if err != nil || got.status != http.StatusCreated {
				return s.answered(http.MethodPost, "/api/v1/relationships", got, err)
			}
			var made struct {
				Relationship struct {
					ID string `json:"relationship_id"`
				}
				ID string `json:"relationship_id"`
			}
			if err := json.Unmarshal(got.body, &made); err != nil {
				return err
			}
			id := made.ID + made.Relationship.ID
			got, err = s.do(ctx, http.MethodDelete, "/api/v1/relationships/"+id, writer, nil)
			return errors.Join(s.answered(http.MethodDelete, "/api/v1/relationships/"+id, got, err), order(ctx))
		}
	}},
}

var idPattern = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// TestGraphAttacksDoNotBlockOthers runs each attack and checks that another tenant can write and read meanwhile.
func TestGraphAttacksDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	for name, a := range graphAttacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			everyStore(t, func(t *testing.T, p protocol) {
				t.Helper()
				s := p.start(t, "--media-root", t.TempDir())
				victim := s.token(t, "victim", access.Writer)
				call := a.prepare(t, s, s.token(t, "large", access.Writer))
				s.checkOtherDuring(t, victim, func(ctx context.Context) error { return callUntilDone(ctx, a.callers, a.calls, call) })
				s.checkPeakMemory(t, memoryLimit)
			})
		})
	}
}

// calling returns a call that succeeds, or is refused with what to do.
func (s *server) calling(method, path, token, body string) func(context.Context) error {
	return func(ctx context.Context) error {
		got, err := s.do(ctx, method, path, token, []byte(body))
		return s.answered(method, path, got, err)
	}
}

// inTurn returns a call that makes these one after another.
func inTurn(calls []func(context.Context) error) func(context.Context) error {
	var made atomic.Int64
	return func(ctx context.Context) error { return calls[int(made.Add(1))%len(calls)](ctx) }
}

// answered checks an answer to a call of an attack: it may be refused, with what to do, in a sentence of ours.
func (s *server) answered(method, path string, got answer, err error) error {
	switch got.status {
	case http.StatusOK, http.StatusCreated, http.StatusNoContent, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
	default:
		if err == nil {
			return fmt.Errorf("%s %.200s: status %d: %.300s", method, path, got.status, got.body)
		}
	}
	if got.status >= http.StatusBadRequest && (!bytes.Contains(got.body, []byte(`"detail`)) || bytes.Contains(got.body, []byte("Neo."))) {
		return fmt.Errorf("%s %.200s: %.300s", method, path, got.body)
	}
	return err
}

// manyWordsText returns n random words.
func manyWordsText(source rand.Source, n int) string {
	random := rand.New(source) //nolint:gosec // not a secret
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%05x", random.IntN(1<<20))
	}
	return strings.Join(words, " ")
}

// manyWords returns an episode of 90 KB, of which each word is another.
func manyWords(source rand.Source) string {
	return fmt.Sprintf(`{"query":"memory %s","reward":0,"reflection":%q}`, manyWordsText(source, 4000), manyWordsText(source, 9000))
}

// writeManyWords creates n episodes of 90 KB.
func (s *server) writeManyWords(t *testing.T, token string, n int) {
	t.Helper()
	source := rand.NewPCG(3, 4)
	for n > 0 {
		some := min(n, 20) // more are refused, because they have too many words
		episodes := make([]string, some)
		for i := range episodes {
			episodes[i] = manyWords(source)
		}
		body := []byte(`{"episodes":[` + strings.Join(episodes, ",") + `]}`)
		got, err := s.do(t.Context(), http.MethodPost, "/api/v1/episodes/batch", token, body)
		switch {
		case err == nil && got.status == http.StatusCreated:
			n -= some
		case err != nil || got.status != http.StatusGatewayTimeout: // the index may be behind
			t.Fatalf("status %d: %.300s, %v", got.status, got.body, err)
		}
	}
}

// writeHub creates an episode with that many thousand relationships, and returns its id.
func (s *server) writeHub(t *testing.T, token string, thousands int) (id string) {
	t.Helper()
	const size = 999
	id = "#999"
	for range thousands {
		edges := make([]string, size)
		for i := range edges {
			edges[i] = fmt.Sprintf(`{"from":%q,"to":"#%d","relationship_type":"causes"}`, id, i)
		}
		episodes := strings.TrimSuffix(strings.Repeat(`{"query":"q","reward":0},`, size+1), ",")
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token,
			`{"episodes":[`+episodes+`],"relationships":[`+strings.Join(edges, ",")+`]}`)
		if id == "#999" {
			var all struct {
				Episodes []struct {
					ID string `json:"episode_id"`
				}
			}
			if err := json.Unmarshal(made.body, &all); err != nil || len(all.Episodes) != size+1 {
				t.Fatalf("%d episodes, %v", len(all.Episodes), err)
			}
			id = all.Episodes[size].ID
		}
	}
	return id
}
