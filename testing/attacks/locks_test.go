package attacks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// TestDeleteOfHubDoesNotBlockOthers checks that another workspace writes and reads again and again while an episode with many
// relationships is deleted.
//
//nolint:paralleltest // it measures others' writes within 0.1 s, and tests beside it would delay them
func TestDeleteOfHubDoesNotBlockOthers(t *testing.T) {
	attackOver(t, deleteHub(tier.Pick(12, 160)), []protocol{plain})
	overNeo4j(t, deleteHub(60))
}

// deleteHub deletes an episode with that many thousand relationships.
func deleteHub(thousands int) func(t *testing.T, p protocol) {
	return func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		hub := s.hub(t, writer, thousands)
		ended := make(chan answer, 1)
		began := time.Now()
		go func() {
			got, err := s.do(t.Context(), http.MethodDelete, "/api/v1/episodes/"+hub, writer, nil)
			if err != nil {
				t.Error(err)
			}
			ended <- got
		}()
		var slowest time.Duration
		for probes := 0; ; probes++ {
			select {
			case got := <-ended:
				if want := fmt.Sprintf(`"deleted_relationships":%d`, thousands*1000); !strings.Contains(string(got.body), want) {
					t.Errorf("status %d: %.300s, want %s", got.status, got.body, want)
				}
				if probes < thousands/3 {
					t.Errorf("only %d writes of another workspace while %d,000 relationships were deleted", probes, thousands)
				}
				t.Logf("deleted in %v, meanwhile %d creates of another workspace took at most %v", time.Since(began), probes, slowest)
				s.checkAlive(t)
				return
			default:
				probe := time.Now()
				s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", victim, `{"query":"probe","reward":0}`)
				slowest = max(slowest, time.Since(probe))
				s.must(t, http.StatusOK, http.MethodGet, "/api/v1/episodes?limit=1", victim, "")
			}
		}
	}
}

// hub stores an episode with that many thousand relationships, half of them follows, and returns its id.
func (s *server) hub(t *testing.T, token string, thousands int) string {
	t.Helper()
	var made struct {
		EpisodeID string `json:"episode_id"`
	}
	got := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", token, `{"query":"hub","reward":0}`)
	if err := json.Unmarshal(got.body, &made); err != nil {
		t.Fatal(err)
	}
	relationships := make([]string, 1000)
	for i := range relationships {
		relationships[i] = fmt.Sprintf(`{"from":%q,"to":"#%d","relationship_type":%q}`, made.EpisodeID, i, []string{"follows", "related_to"}[i%2])
	}
	episodes := strings.TrimSuffix(strings.Repeat(`{"query":"a neighbour","reward":0},`, len(relationships)), ",")
	body := `{"episodes":[` + episodes + `],"relationships":[` + strings.Join(relationships, ",") + `]}`
	for range thousands {
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token, body)
	}
	return made.EpisodeID
}

// words returns text of random words.
func words(size int) string {
	var text strings.Builder
	for text.Len() < size-8 {
		text.WriteString(strconv.FormatInt(rand.Int64N(1<<31), 36) + " ") //nolint:gosec // not a secret
	}
	return text.String()
}

// TestManyWordsDoNotBlockOthers checks that a workspace waits for few of the episodes of another one whose texts take long to
// index.
func TestManyWordsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
	body := fmt.Appendf(nil, `{"query":%q,"reflection":%q,"reward":0}`, words(32<<10), words(64<<10))
	s.checkOtherDuring(t, victim, func(ctx context.Context) error {
		return callUntilDone(ctx, 60, 200, func(ctx context.Context) error {
			return s.expectStatus(ctx, http.StatusCreated, http.MethodPost, "/api/v1/episodes", writer, body)
		})
	})
}

// TestBatchOfManyWordsIsRefused checks that a call which would take too long to index says how to split it, and that the parts
// are stored.
func TestBatchOfManyWordsIsRefused(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	writer := s.token(t, "large", access.Writer)
	items := make([]string, 40)
	for i := range items {
		items[i] = fmt.Sprintf(`{"query":%q,"reflection":%q,"reward":0}`, words(32<<10), words(64<<10))
	}
	batch := func(items []string) string { return `{"episodes":[` + strings.Join(items, ",") + `]}` }
	got := s.must(t, http.StatusRequestEntityTooLarge, http.MethodPost, "/api/v1/episodes/batch", writer, batch(items))
	if !strings.Contains(string(got.body), "send them in several calls of at most") {
		t.Errorf("it says %.300s", got.body)
	}
	if list := s.must(t, http.StatusOK, http.MethodGet, "/api/v1/episodes?limit=1", writer, ""); !strings.Contains(string(list.body), `"total_count":0`) {
		t.Errorf("something was stored: %.300s", list.body)
	}
	for i := 0; i < len(items); i += 10 {
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, batch(items[i:i+10]))
	}
}
