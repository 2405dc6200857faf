package endpoints_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/fault"
	"plotline/testing/kit/tier"
)

func clientCount() int { return tier.Pick(300, 1000) }

// TestIdleConnectionsDoNotAffectOthers checks that connections which send nothing, or only part of a header,
// do not affect other clients.
func TestIdleConnectionsDoNotAffectOthers(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.admin(t)
	for i := range clientCount() {
		conn := s.dial(t)
		switch i % 3 {
		case 1:
			_, _ = io.WriteString(conn, "GET /api/v1/episodes HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		case 2:
			s.keptAlive(t, conn)
		}
	}
	for range 10 {
		s.create(t, token, "beside them")
	}
	s.expectEpisodes(t, token, 10)
}

// keptAlive uses a connection once and leaves it open.
func (s *server) keptAlive(t *testing.T, conn net.Conn) {
	t.Helper()
	_, _ = fmt.Fprintf(conn, "GET /livez HTTP/1.1\r\nHost: %s\r\n\r\n", s.host)
	if r := answerOn(t, conn, http.MethodGet); r.status != http.StatusOK {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// TestManyRequestsAtOnce checks that each request succeeds or is told to retry, and that the
// successful ones take effect.
func TestManyRequestsAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	token := s.admin(t)
	many := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clientCount()}, Timeout: 2 * time.Minute}
	defer many.CloseIdleConnections()
	var made, later atomic.Int64
	var all sync.WaitGroup
	gun := make(chan struct{})
	for i := range clientCount() {
		all.Go(func() {
			<-gun
			switch r, err := s.createBy(t, many, token, i); {
			case err != nil:
				t.Error(err)
			case r.status == http.StatusCreated:
				made.Add(1)
			default:
				later.Add(1)
				r.refused(t, http.StatusTooManyRequests, fault.RateLimited, "try again in a second")
			}
		})
	}
	close(gun)
	all.Wait()
	t.Logf("%d made, %d told to come back", made.Load(), later.Load())
	if s.expectEpisodes(t, token, int(made.Load())); made.Load() == 0 {
		t.Error("nobody came through")
	}
}

func (s *server) createBy(t *testing.T, by *http.Client, token string, i int) (reply, error) {
	t.Helper()
	body, writer := io.Pipe()
	go func() { _, _ = fmt.Fprintf(writer, `{"query":"%d","reward":0}`, i); _ = writer.Close() }()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/v1/episodes", body)
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	response, err := by.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, raw}, err
}

// TestSlowBodiesDoNotBlockOthers opens more requests with slow bodies than may run at once. Other clients
// must not wait.
func TestSlowBodiesDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	s := start(t)
	token, other := s.admin(t), s.admin(t)
	slow := make([]net.Conn, 300)
	for i := range slow {
		slow[i] = s.slow(t, token, 24)
		_, _ = io.WriteString(slow[i], "{")
	}
	for range 10 {
		s.create(t, other, "beside them")
	}
	for _, conn := range slow {
		_, _ = io.WriteString(conn, `"query":"q","reward":0}`)
	}
	made := 0
	for _, conn := range slow { // all bodies arrive at once now; a busy machine may reject some
		if r := answerOn(t, conn, http.MethodPost); r.status == http.StatusCreated {
			made++
		} else {
			r.refused(t, http.StatusTooManyRequests, fault.RateLimited, "try again in a second")
		}
	}
	if s.expectEpisodes(t, token, made); made < len(slow)/2 {
		t.Errorf("%d of %d were made", made, len(slow))
	}
}
