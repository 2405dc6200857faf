package attacks_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/internal/access"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestHeavyReadersOfNeo4j lets one tenant send the reads that cost a Neo4j most, many at once: what is around a hub, and
// recalls of what every episode holds. Each is answered or refused before its time limit. The tenant has at most half of the
// connections, and another tenant creates episodes meanwhile.
func TestHeavyReadersOfNeo4j(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	overNeo4j(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		database, err := databases[p].open()
		if err != nil {
			t.Fatal(err)
		}
		reader, writer, other := s.token(t, "a", access.Reader), s.token(t, "a", access.Writer), s.token(t, "b", access.Writer)
		leaves := s.episodes(t, writer, "memory of a leaf", 5200)
		hub := s.episodes(t, writer, "hub", 1)[0]
		s.relate(t, writer, len(leaves), func(i int) (from, to string) { return hub, leaves[i] })
		s.relate(t, writer, len(leaves), func(i int) (from, to string) {
			n := len(leaves)
			return leaves[i], leaves[(i+1)%n]
		})
		for _, heavy := range []struct {
			path    string
			clients int
		}{
			{"/episodes/" + hub + "/related?max_depth=3&min_strength=0&limit=50", 16},
			{"/recall?query=memory+of+a+leaf&limit=50", 40},
		} {
			watching, stop := context.WithCancel(t.Context())
			most := make(chan int, 1)
			go func() { most <- mostTransactions(watching, t, database.Server) }()
			statuses, longest := s.readTogether(t, heavy.path, reader, heavy.clients, func(ended <-chan struct{}) {
				creates := s.createUntil(t, other, ended)
				slices.Sort(creates)
				t.Logf("%s: %d creates of another tenant, in %s, at most %s", heavy.path, len(creates), creates[len(creates)/2], creates[len(creates)-1])
			})
			stop()
			held := <-most
			t.Logf("%s: statuses %v, the last after %s, at most %d transactions at once", heavy.path, statuses, longest, held)
			const connections = 50
			if held > connections/2+2 { // and the question for the workspace's state, and the other tenant
				t.Errorf("%s: %d transactions at once", heavy.path, held)
			}
		}
	})
}

// readTogether sends a read as many clients at once, and calls during until all have ended. It returns how many replies had
// each status, and how long the last took.
func (s *server) readTogether(
	t *testing.T, path, token string, clients int, during func(ended <-chan struct{}),
) (statuses map[int]int, longest time.Duration) {
	t.Helper()
	all := waited(t)
	var mu sync.Mutex
	statuses = map[int]int{}
	began := time.Now()
	for range clients {
		all.Go(func() {
			got, err := s.do(t.Context(), http.MethodGet, "/api/v1"+path, token, nil)
			mu.Lock()
			defer mu.Unlock()
			statuses[got.status]++
			switch got.status {
			case http.StatusOK, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests:
			default:
				t.Errorf("%s: status %d: %.300s, %v", path, got.status, got.body, err)
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		all.Wait()
		longest = time.Since(began)
		close(ended)
	}()
	during(ended)
	<-ended
	return statuses, longest
}

// createUntil creates episodes, one after the other, and returns how long each took.
func (s *server) createUntil(t *testing.T, token string, ended <-chan struct{}) []time.Duration {
	t.Helper()
	var took []time.Duration
	for {
		began := time.Now()
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", token, fmt.Sprintf(`{"query":%q,"reward":0}`, strconv.Itoa(len(took))))
		took = append(took, time.Since(began))
		select {
		case <-ended:
			return took
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// mostTransactions returns how many transactions of Plotline a database had at once, until ctx ended.
func mostTransactions(ctx context.Context, t *testing.T, of neo4jtest.Server) int {
	t.Helper()
	driver, err := neo4j.NewDriverWithContext(of.URI, neo4j.BasicAuth(of.Username, of.Password, ""))
	if err != nil {
		t.Error(err)
		return 0
	}
	defer func() { _ = driver.Close(context.WithoutCancel(ctx)) }()
	most := 0
	for ctx.Err() == nil {
		found, err := neo4j.ExecuteQuery(context.WithoutCancel(ctx), driver,
			"SHOW TRANSACTIONS YIELD metaData WHERE metaData.app = 'plotline' RETURN count(*) AS number", nil, neo4j.EagerResultTransformer)
		if err != nil {
			t.Error(err)
			return most
		}
		number, _, err := neo4j.GetRecordValue[int64](found.Records[0], "number")
		if err != nil {
			t.Error(err)
			return most
		}
		most = max(most, int(number))
		time.Sleep(20 * time.Millisecond)
	}
	return most
}
