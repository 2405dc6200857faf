package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"plotline/api"
	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/usecases"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
	"plotline/scenes/model"
	"plotline/scenes/prompts"
	"plotline/testing/kit/aiserver"
)

// config returns the configuration of a server without tokens, over the in-memory model and an empty data
// folder.
func config(t *testing.T) api.Config {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(t.Output(), nil))
	return api.Config{
		Version: "test", UseCases: useCases(t.TempDir(), graphtest.NewModel(), &usecase.Runner{Logger: logger}), Logger: logger,
		Status: func(context.Context) (graph.Status, error) { return graph.Status{}, nil },
		Open:   audit.Caller{Workspace: "test", Role: access.Admin},
	}
}

// useCases returns the use cases of all domains over a store and a data folder. Without roots, media folders
// may be anywhere.
func useCases(dir string, store graph.Store, runner *usecase.Runner, roots ...string) []usecase.UseCase {
	memory, library := graph.NewService(store, runner), media.NewLibraries(dir, runner.Logger)
	known := media.NewService(media.Config{Libraries: library, Folders: foldersOf(roots), Runner: runner, Logger: runner.Logger})
	proposed := plans.NewService(plans.Config{DataDir: dir, Libraries: library, Folders: foldersOf(roots), Memory: memory, Runner: runner, Logger: runner.Logger})
	filmed := scenes.NewService(scenes.Config{DataDir: dir, Model: ready{}, Memory: memory, Runner: runner, Logger: runner.Logger})
	personal := usecases.New(usecases.Config{Runner: runner, Recorder: recorder.Config{
		DataDir: dir, Logger: runner.Logger, Mine: func(spool.Settings) bool { return false }, // and nothing is recorded, so it asks no memory
	}})
	return slices.Concat(memory.ForRoutes(), known.UseCases(), proposed.ForRoutes(), filmed.ForRoutes(), personal.UseCases())
}

func foldersOf(roots []string) media.Folders {
	folders, err := media.NewFolders(roots, false)
	if err != nil {
		panic(err)
	}
	return folders
}

// ready is a language model that always gives a valid answer.
type ready struct{}

// Complete returns an answer that suits the calling service.
func (ready) Complete(_ context.Context, r model.Request) (model.Answer, error) {
	switch {
	case !r.JSON:
		return model.Answer{Text: "There it is."}, nil
	case r.Service == string(prompts.Vision):
		return model.Answer{Text: aiserver.Analysis()}, nil
	}
	return model.Answer{Text: aiserver.GoodScene}, nil
}

// ask sends one request to a handler. A header is "Name: value".
func ask(t *testing.T, h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Host = "localhost"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// problem is an error response.
type problem struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Code      string `json:"code"`
	RequestID string `json:"request_id"`
}

// problemOf decodes an error response and checks it against its status and headers.
func problemOf(t *testing.T, w *httptest.ResponseRecorder) problem {
	t.Helper()
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if w.Header().Get("Content-Type") != "application/problem+json" || p.Status != w.Code || p.Title == "" || p.Detail == "" ||
		p.Type != "urn:plotline:problem:"+p.Code || p.RequestID == "" || p.RequestID != w.Header().Get("X-Request-Id") {
		t.Errorf("a bad problem: %d %v %s", w.Code, w.Header(), w.Body)
	}
	return p
}
