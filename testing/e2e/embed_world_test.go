package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"plotline/graph/meaning/builtin"
	"plotline/graph/meaning/modelfile"
	"plotline/testing/kit/meaningtest"
	"plotline/testing/kit/tiny"
)

// embedder is an embeddings server that knows a few words with the same meaning.
type embedder struct {
	*httptest.Server

	mu     sync.Mutex
	keys   []string              // of the requests
	before func(r *http.Request) // called before each reply
}

func newEmbedder(t *testing.T) *embedder {
	t.Helper()
	e := &embedder{before: func(*http.Request) {}}
	model := meaningtest.New("", "twice two double", "irrigate water", "orders purchases")
	e.Server = httptest.NewServer(model.Handler(func(r *http.Request, _ []string) {
		e.mu.Lock()
		e.keys = append(e.keys, r.Header.Get("Authorization"))
		before := e.before
		e.mu.Unlock()
		before(r)
	}))
	t.Cleanup(e.Close)
	return e
}

// used returns the keys of the requests so far.
func (e *embedder) used() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.keys)
}

// beforeReply calls f before each later reply.
func (e *embedder) beforeReply(f func(r *http.Request)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.before = f
}

// env makes the program request vectors of a model from the server.
func (e *embedder) env(model string) []string {
	return []string{"PLOTLINE_EMBEDDINGS_BASE_URL=" + e.URL + "/v1", "PLOTLINE_EMBEDDINGS_MODEL=" + model}
}

// writeTinyModel writes a small test model, or a damaged file, to the data folder.
func writeTinyModel(t *testing.T, dir string, damaged bool) {
	t.Helper()
	model, err := tiny.Model()
	if err != nil {
		t.Fatal(err)
	}
	file, err := modelfile.Encode(model)
	if err != nil {
		t.Fatal(err)
	}
	if damaged {
		file = file[:len(file)/2]
	}
	if err := os.WriteFile(filepath.Join(dir, builtin.FileName), file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// waitUntil waits until look returns true.
func waitUntil(t *testing.T, what string, look func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !look(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it does not come about that %s", what)
		}
	}
}
