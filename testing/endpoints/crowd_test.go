package endpoints_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/fault"
	"plotline/testing/kit/aiserver"
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
	const clients = 300
	slow := s.slowCreates(t, token, clients)
	for range 10 {
		s.create(t, other, "beside them")
	}
	made := finishCreates(t, slow)
	for round := 0; made < clients && round < 2; round++ { // a busy machine may reject some, which try again as they are told
		time.Sleep(time.Second)
		made += finishCreates(t, s.slowCreates(t, token, clients-made))
	}
	if s.expectEpisodes(t, token, made); made < clients/2 {
		t.Errorf("%d of %d were made", made, clients)
	}
}

// slowCreates begins requests to create an episode, and sends one byte of each body.
func (s *server) slowCreates(t *testing.T, token string, clients int) []net.Conn {
	t.Helper()
	slow := make([]net.Conn, clients)
	for i := range slow {
		slow[i] = s.slow(t, token, 24)
		_, _ = io.WriteString(slow[i], "{")
	}
	return slow
}

// finishCreates sends the rest of all bodies at once. It returns the number of episodes that were made.
func finishCreates(t *testing.T, slow []net.Conn) (made int) {
	t.Helper()
	for _, conn := range slow {
		_, _ = io.WriteString(conn, `"query":"q","reward":0}`)
	}
	for _, conn := range slow {
		if r := answerOn(t, conn, http.MethodPost); r.status == http.StatusCreated {
			made++
		} else {
			r.refused(t, http.StatusTooManyRequests, fault.RateLimited, "try again in a second")
		}
	}
	return made
}

// sceneClients is the number of clients that request a scene at once.
func sceneClients() int { return tier.Pick(12, 50) }

// TestManyScenesAtOnce requests many scenes at once, in one project or in as many. The model replies when all
// requests have arrived, so they must not wait for each other. No scene may be lost.
func TestManyScenesAtOnce(t *testing.T) {
	t.Parallel()
	for name, project := range map[string]func(i int) string{
		"one project":    func(int) string { return "launch" },
		"a project each": func(i int) string { return fmt.Sprintf("launch %d", i) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ai := aiserver.New(t)
			together := aiserver.WaitForAll(sceneClients(), aiserver.Text(aiserver.GoodScene))
			ai.Answer(func(asked aiserver.Request) aiserver.Step {
				if asked.JSON {
					return together
				}
				return scripted(asked)
			})
			s := startWithServer(t, ai)
			token := s.admin(t)
			projects := map[string]bool{}
			var all sync.WaitGroup
			for i := range sceneClients() {
				projects[project(i)] = true
				all.Go(func() {
					if status, body := s.requestScene(t.Context(), token, project(i)); status != http.StatusCreated {
						t.Errorf("%d %s", status, body)
					}
				})
			}
			all.Wait()
			found := map[string]bool{}
			for name := range projects {
				scenes, _ := s.send(t, token, http.MethodGet, "/api/v1/projects/"+strings.ReplaceAll(name, " ", "%20")+"/scenes", "").ok(t)["scenes"].([]any)
				for i, scene := range scenes {
					found[textAt(scene, "sceneId")] = true
					if textAt(scene, "order") != strconv.Itoa(i) || textAt(scene, "version") != "1" {
						t.Errorf("scene %d of %s is %v", i, name, scene)
					}
				}
			}
			if len(found) != sceneClients() {
				t.Errorf("%d scenes are there, want %d", len(found), sceneClients())
			}
		})
	}
}

// requestScene requests a scene.
func (s *server) requestScene(ctx context.Context, token, project string) (status int, body string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/api/v1/projects/"+strings.ReplaceAll(project, " ", "%20")+"/scenes",
		strings.NewReader(`{"userPrompt":"A title"}`))
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	response, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(raw)
}
