// Package aiserver is a scripted language model endpoint for tests. It is a real HTTP server with the chat
// completions API (https://platform.openai.com/docs/api-reference/chat). Each request gets the next step of
// the script; the last step repeats. The server checks requests against the protocol, and an invalid
// request fails the test. Tests import it; command testing/kit/aiserver/serve runs it by hand.
package aiserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// ModelName is the only model that a server lists by default.
const ModelName = "scripted-model"

// patience is far longer than a request takes.
const patience = 30 * time.Second

// Server is a running endpoint. It is also an http.Handler, for programs that listen themselves.
type Server struct {
	http *httptest.Server
	stop chan struct{} // closed to end the steps that still reply

	mu       sync.Mutex
	steps    []Step
	answer   func(Request) Step
	models   []string
	requests []Request
	listings []http.Header
	problems []string
	arrived  chan struct{} // closed and replaced with each request
}

// New starts a server on the loopback interface, which ends with the test. Without steps it replies to
// every request with GoodScene.
func New(tb testing.TB, steps ...Step) *Server {
	tb.Helper()
	s := Script(steps...)
	s.http = httptest.NewServer(s)
	tb.Cleanup(func() {
		s.Stop()
		s.http.CloseClientConnections()
		s.http.Close()
		for _, p := range s.Problems() {
			tb.Errorf("a question to the model is not one by the protocol: %s", p)
		}
	})
	return s
}

// Script returns a server that does not listen. It can be served under any path. Stop ends its open
// replies.
func Script(steps ...Step) *Server {
	if len(steps) == 0 {
		steps = []Step{Text(GoodScene)}
	}
	return &Server{stop: make(chan struct{}), arrived: make(chan struct{}), steps: steps, models: []string{ModelName}}
}

// URL returns the base URL for clients.
func (s *Server) URL() string { return s.http.URL + "/v1" }

// Stop ends the steps that still reply. Call it once.
func (s *Server) Stop() { close(s.stop) }

// Then replaces the remaining steps.
func (s *Server) Then(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps, s.answer = steps, nil
}

// Answer replaces the steps by a function that chooses the reply. It is called concurrently.
func (s *Server) Answer(by func(Request) Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = by
}

// Models sets the models that the server lists, possibly none.
func (s *Server) Models(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models = names
}

// Requests returns the valid requests so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Listings returns the headers of the requests for the list of models so far.
func (s *Server) Listings() []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.listings)
}

// Problems describes the invalid requests so far.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.problems)
}

// Await waits until this number of requests has arrived, and returns them.
func (s *Server) Await(tb testing.TB, questions int) []Request {
	tb.Helper()
	limit := time.After(patience)
	for {
		s.mu.Lock()
		got, arrived := slices.Clone(s.requests), s.arrived
		s.mu.Unlock()
		if len(got) >= questions {
			return got
		}
		select {
		case <-arrived:
		case <-limit:
			tb.Fatalf("the model was asked %d times, not %d", len(got), questions)
		}
	}
}

// ServeHTTP serves {base}/models and {base}/chat/completions for any base.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/models"):
		s.list(w, r)
	case strings.HasSuffix(r.URL.Path, "/chat/completions"):
		s.complete(w, r)
	default:
		s.object(w, r, fmt.Errorf("nothing is served at %s", r.URL.Path))
	}
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.listings = append(s.listings, r.Header.Clone())
	data := make([]map[string]any, 0, len(s.models))
	for _, name := range s.models {
		data = append(data, map[string]any{"id": name, "object": "model", "created": 1, "owned_by": "tests"})
	}
	s.mu.Unlock()
	sendJSON(w, map[string]any{"object": "list", "data": data})
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body) // whole, or the end of the connection would go unseen
	if err != nil {
		return
	}
	asked, err := decode(r, body)
	if err != nil {
		s.object(w, r, err)
		return
	}
	step := s.next(asked)
	ctx, done := untilStopped(r.Context(), s.stop)
	defer done()
	step(w, r.WithContext(ctx), asked)
}

// next records a request and returns the step that replies to it.
func (s *Server) next(asked Request) Step {
	s.mu.Lock()
	s.requests = append(s.requests, asked)
	close(s.arrived)
	s.arrived = make(chan struct{})
	step, by := s.steps[0], s.answer
	if by == nil && len(s.steps) > 1 {
		s.steps = s.steps[1:]
	}
	s.mu.Unlock()
	if by != nil {
		return by(asked)
	}
	return step
}

// object rejects an invalid request, and records the reason.
func (s *Server) object(w http.ResponseWriter, r *http.Request, err error) {
	s.mu.Lock()
	s.problems = append(s.problems, fmt.Sprintf("%s %s: %v", r.Method, r.URL.Path, err))
	s.mu.Unlock()
	Unsupported("", err.Error())(w, r, Request{})
}

func decode(r *http.Request, body []byte) (Request, error) {
	if r.Method != http.MethodPost {
		return Request{}, errors.New("the method is not POST")
	}
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		return Request{}, fmt.Errorf("the content type is %q", kind)
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	var wire question
	if err := decoder.Decode(&wire); err != nil {
		return Request{}, err
	}
	return wire.request(r.Header.Clone(), body)
}
