package attacks_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"

	"plotline/internal/access"
	"plotline/internal/pause"
	"plotline/testing/kit/meaningtest"
	"plotline/testing/kit/tier"
)

// TestUnreadRepliesAreLimited lets 100 clients of one reader request large replies and read none. The server
// builds as many as the limit allows and rejects the others when their time is up. It serves another
// workspace meanwhile. Once the clients have gone, the reader gets the largest reply.
func TestUnreadRepliesAreLimited(t *testing.T) {
	t.Parallel()
	list := func(id string) string { return "/api/v1/episodes/" + id + "/relationships" }
	each := func(request func(s *server, id, token string) string) func(t *testing.T, s *server, id, token string) []net.Conn {
		return func(t *testing.T, s *server, id, token string) []net.Conn {
			t.Helper()
			conns := make([]net.Conn, 100)
			for i := range conns {
				conns[i] = s.dial(t)
				_, _ = io.WriteString(conns[i], request(s, id, token))
			}
			return conns
		}
	}
	for name, attack := range map[string]struct {
		over protocol
		ask  func(t *testing.T, s *server, id, token string) []net.Conn
	}{
		"REST": {plain, each(func(s *server, id, token string) string {
			return s.head(http.MethodGet, list(id), token, 0)
		})},
		"REST, compressed": {plain, each(func(s *server, id, token string) string {
			return strings.Replace(s.head(http.MethodGet, list(id), token, 0), "\r\n", "\r\nAccept-Encoding: gzip\r\n", 1)
		})},
		"MCP": {plain, each(func(s *server, id, token string) string {
			call := toolCall("get_episode_relationships", `"episode_id":"`+id+`","limit":60`)
			head := s.head(http.MethodPost, call.path, token, len(call.body))
			for i := 0; i+1 < len(call.headers); i += 2 {
				head = strings.Replace(head, "\r\n", "\r\n"+call.headers[i]+": "+call.headers[i+1]+"\r\n", 1)
			}
			return head + string(call.body)
		})},
		"HTTP2": {secure, func(t *testing.T, s *server, id, token string) []net.Conn { // all streams of a connection, whose windows stay closed
			t.Helper()
			conn, frames := s.dialHTTP2(t, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
			for i := range streamsHTTP2 {
				if err := frames.WriteHeaders(s.headersHTTP2(i, http.MethodGet, list(id), token, 0)); err != nil {
					t.Fatal(err)
				}
			}
			return []net.Conn{conn}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if attack.over != plain {
				tier.Full(t)
			}
			s := attack.over.start(t, "--media-root", t.TempDir(), "--timeout", "15s")
			victim, reader := s.token(t, "victim", access.Writer), s.token(t, "hostile", access.Reader)
			made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", s.token(t, "hostile", access.Writer), bulkCall(200))
			id := string(regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`).Find(made.body))
			conns := attack.ask(t, s, id, reader)
			s.checkOtherDuring(t, victim, func(ctx context.Context) error {
				<-ctx.Done()
				return nil
			})
			answered := map[string]int{}
			for _, conn := range conns { // each gets a reply, or is rejected when its time is up
				begin := make([]byte, len("HTTP/1.1 200"))
				_, _ = io.ReadFull(conn, begin)
				answered[string(begin)]++
			}
			s.checkPeakMemory(t, 400<<20)
			for _, conn := range conns {
				_ = conn.Close()
			}
			got := s.must(t, http.StatusOK, http.MethodGet, list(id), reader, "")
			if len(got.body) < 12e6 {
				t.Errorf("the reader got %d bytes", len(got.body))
			}
			s.checkAlive(t)
			t.Logf("at most %d MiB were held; answers: %v", s.memory(t, "VmHWM")>>20, answered)
		})
	}
}

// TestManyReadersGetLargeReplies checks that ten clients of one token that read their replies get all of
// them.
func TestManyReadersGetLargeReplies(t *testing.T) {
	t.Parallel()
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir(), "--timeout", "2m") // replies of a token are made one after the other
		reader := s.token(t, "a", access.Reader)
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", s.token(t, "a", access.Writer), bulkCall(200))
		id := string(regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`).Find(made.body))
		path, least := "/api/v1/episodes/"+id+"/relationships", int(12e6)
		if p == mcp { // a result of a tool has a smaller limit
			path, least = path+"?limit=60", 3.6e6
		}
		all := waited(t)
		for range 10 {
			all.Go(func() {
				got, err := s.do(t.Context(), http.MethodGet, path, reader, nil)
				if err != nil || got.status != http.StatusOK || len(got.body) < least {
					t.Errorf("status %d: %d bytes, %v", got.status, len(got.body), err)
				}
			})
		}
		all.Wait()
		s.checkPeakMemory(t, 400<<20)
	})
}

// TestHubOfLargeMetadata checks that relationships whose metadata is too large for one reply take little memory, although
// the store sorts them.
func TestHubOfLargeMetadata(t *testing.T) {
	t.Parallel()
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		reader, writer := s.token(t, "a", access.Reader), s.token(t, "a", access.Writer)
		call := bulkCall(200)
		made := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, call)
		id := string(regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`).Find(made.body))
		for range p.size(3, 19) {
			s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, strings.ReplaceAll(call, `"from":"#0"`, `"from":"`+id+`"`))
		}
		before := s.memory(t, "VmRSS")
		all := waited(t)
		for range 16 {
			all.Go(func() {
				got, err := s.do(t.Context(), http.MethodGet, "/api/v1/episodes/"+id+"/relationships", reader, nil)
				if err != nil || got.status != http.StatusRequestEntityTooLarge || !strings.Contains(string(got.body), "limit") {
					t.Errorf("status %d: %.300s, %v", got.status, got.body, err)
				}
			})
		}
		all.Wait()
		t.Logf("%d MiB before, at most %d MiB", before>>20, s.memory(t, "VmHWM")>>20)
		s.checkPeakMemory(t, 300<<20)
	})
}

// TestRecallsOfLongTexts checks that recalls with small replies take little memory, although they read long texts, and that
// others go on while they wait for a slow model. Some may have to wait for too long.
func TestRecallsOfLongTexts(t *testing.T) {
	t.Parallel()
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		model, asked := slowEmbedder(t, "memory")
		s := p.start(t, "--media-root", t.TempDir(), "--embeddings-base-url", model, "--embeddings-model", "slow")
		reader, writer, victim := s.token(t, "a", access.Reader), s.token(t, "a", access.Writer), s.token(t, "victim", access.Writer)
		episode := fmt.Sprintf(`{"query":"memory %s","reward":0,"reflection":%q,"metadata":{"x":%q}}`,
			strings.Repeat("a ", 15<<10), strings.Repeat("b ", 31<<10), strings.Repeat("c", 60<<10))
		for range p.size(4, 16) {
			body := `{"episodes":[` + strings.Repeat(episode+",", 49) + episode + `]}`
			s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, body)
		}
		before := s.memory(t, "VmRSS")
		const path = "/api/v1/recall?query=memory&limit=50&max_bytes=4096"
		all := waited(t)
		var recalled atomic.Int64
		for range 60 {
			all.Go(func() {
				got, err := s.do(t.Context(), http.MethodGet, path, reader, nil)
				if err := s.answered(http.MethodGet, path, got, err); err != nil {
					t.Error(err)
				}
				if got.status == http.StatusOK {
					recalled.Add(1)
				}
			})
		}
		select {
		case <-asked:
		case <-time.After(patience):
			t.Error("no recall has asked the model")
		}
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			<-ctx.Done()
			return nil
		})
		all.Wait()
		if recalled.Load() == 0 {
			t.Error("no recall was answered")
		}
		t.Logf("%d of 60 answered; %d MiB before, at most %d MiB", recalled.Load(), before>>20, s.memory(t, "VmHWM")>>20)
		s.checkPeakMemory(t, 400<<20)
	})
}

// slowEmbedder starts an embedding model that pauses before each reply, and returns its address. The channel is closed when
// it is asked for the vector of the query.
func slowEmbedder(t *testing.T, query string) (address string, asked <-chan struct{}) {
	t.Helper()
	first := make(chan struct{})
	note := sync.OnceFunc(func() { close(first) })
	model := httptest.NewServer(meaningtest.New("").Handler(func(r *http.Request, texts []string) {
		if slices.Equal(texts, []string{query}) {
			note()
		}
		pause.For(r.Context(), tier.Pick(200*time.Millisecond, time.Second))
	}))
	t.Cleanup(model.Close)
	return model.URL, first
}

// bulkCall returns a bulk call with relationships of one episode. Each has 60 kB of metadata that compresses
// to about half at best.
func bulkCall(relationships int) string {
	source := rand.NewChaCha8([32]byte{})
	episodes, edges := make([]string, 1, 1+relationships), make([]string, 0, relationships)
	episodes[0] = `{"query":"q","reward":0}`
	for i := range relationships {
		raw := make([]byte, 30<<10)
		_, _ = source.Read(raw)
		episodes = append(episodes, `{"query":"q","reward":0}`)
		edges = append(edges, fmt.Sprintf(`{"from":"#0","to":"#%d","relationship_type":"causes","metadata":{"x":"%x"}}`, i+1, raw))
	}
	return `{"episodes":[` + strings.Join(episodes, ",") + `],"relationships":[` + strings.Join(edges, ",") + `]}`
}
