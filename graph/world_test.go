package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// world is a service as the transports use it, over the model store. Its clock advances by one second at each
// reading, and its audit log can be read.
type world struct {
	*graph.Service
	store *overriddenStore
	now   time.Time
	audit bytes.Buffer
	cases map[string]usecase.UseCase
}

// overriddenStore is the model store, except for the methods that a test replaces.
type overriddenStore struct {
	graph.Store
	episode    func(ctx context.Context, id graph.ID) (graph.Episode, graph.EpisodeRelationships, error)
	replace    func(ctx context.Context, ep graph.Episode, was graph.Time) error
	create     func(batch graph.Batch) error
	add        func(list []graph.Relationship) error
	numbers    func(serials []int64) error
	projection func() (graph.Projection, error)
	orderPage  func() (*graph.OrderPage, error)
	related    func(q graph.RelatedQuery)
	subgraph   func(q graph.SubgraphQuery)
	part       func(ctx context.Context) graph.Subgraph
	outline    func()
	status     error
}

var by = audit.Caller{Workspace: "w", Actor: "ada", Transport: "mcp", Role: access.Writer}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{store: &overriddenStore{Store: graphtest.NewModel()}, cases: map[string]usecase.UseCase{}}
	w.now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	logger := slog.New(slog.DiscardHandler)
	runner := &usecase.Runner{Audit: audit.NewLog(audit.NewWriter(&w.audit), audit.All, logger), Logger: logger}
	var mu sync.Mutex // subtests may share a world
	w.Service = graph.NewService(w.store, runner, graph.WithClock(func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		w.now = w.now.Add(time.Second)
		return w.now
	}))
	for _, uc := range w.ForRoutes() {
		w.cases[uc.Name] = uc
	}
	return w
}

func (s *overriddenStore) Episode(ctx context.Context, ws string, id graph.ID) (graph.Episode, graph.EpisodeRelationships, error) {
	if s.episode != nil {
		return s.episode(ctx, id)
	}
	return s.Store.Episode(ctx, ws, id)
}

func (s *overriddenStore) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	if s.create != nil {
		if err := s.create(batch); err != nil {
			return graph.Created{}, err
		}
	}
	return s.Store.CreateEpisodes(ctx, ws, batch)
}

func (s *overriddenStore) AddRelationships(ctx context.Context, ws string, list []graph.Relationship) ([]graph.Ends, error) {
	if s.add != nil {
		if err := s.add(list); err != nil {
			return nil, err
		}
	}
	return s.Store.AddRelationships(ctx, ws, list)
}

func (s *overriddenStore) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
	if s.numbers != nil {
		if err := s.numbers(serials); err != nil {
			return nil, err
		}
	}
	return s.Store.EpisodeIDs(ctx, ws, serials)
}

func (s *overriddenStore) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	if s.replace != nil {
		return s.replace(ctx, ep, was)
	}
	return s.Store.ReplaceEpisode(ctx, ws, ep, was)
}

func (s *overriddenStore) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	if s.projection != nil {
		return s.projection()
	}
	return s.Store.Projection(ctx, ws, t, ids)
}

func (s *overriddenStore) OrderPage(ctx context.Context, ws string, q graph.OrderQuery) (*graph.OrderPage, error) {
	if s.orderPage != nil {
		return s.orderPage()
	}
	return s.Store.OrderPage(ctx, ws, q)
}

func (s *overriddenStore) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	if s.related != nil {
		s.related(q)
	}
	return s.Store.Related(ctx, ws, q)
}

func (s *overriddenStore) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	if s.subgraph != nil {
		s.subgraph(q)
	}
	if s.part != nil {
		return s.part(ctx), nil
	}
	return s.Store.Subgraph(ctx, ws, q)
}

func (s *overriddenStore) Outline(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
	if s.outline != nil {
		s.outline()
	}
	return s.Store.Outline(ctx, ws, q)
}

func (s *overriddenStore) Status(ctx context.Context) (graph.Status, error) {
	if s.status != nil {
		return graph.Status{}, s.status
	}
	return s.Store.Status(ctx)
}

// answer is a result as sent over the wire.
type answer map[string]any

// call runs a use case as a transport does. The arguments are a format with verbs.
func (w *world) call(t *testing.T, name, format string, args ...any) (string, error) {
	t.Helper()
	uc, there := w.cases[name]
	if !there {
		t.Fatalf("no use case %s", name)
	}
	out, err := uc.Call(t.Context(), by, fmt.Appendf(nil, format, args...))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), nil
}

// ok runs a use case that must succeed.
func (w *world) ok(t *testing.T, name, format string, args ...any) answer {
	t.Helper()
	text, err := w.call(t, name, format, args...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var got answer
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// fails runs a use case that must fail with this text, and returns the other fields of the error.
func (w *world) fails(t *testing.T, code fault.Code, details, name, format string, args ...any) map[string]any {
	t.Helper()
	text, err := w.call(t, name, format, args...)
	got := fault.From(err)
	if err == nil || got.Code != code || got.Details != details {
		t.Fatalf("%s = %s, %v\nwant %s %q", name, text, err, code, details)
	}
	return got.Extra
}

// episode creates an episode and returns its id.
func (w *world) episode(t *testing.T, query string) graph.ID {
	t.Helper()
	return w.ok(t, "create_episode", `{"query": %q, "reward": 0.5}`, query).id("episode_id")
}

// episodes creates one episode for each name.
func (w *world) episodes(t *testing.T, names ...string) []graph.ID {
	t.Helper()
	ids := make([]graph.ID, len(names))
	for i, name := range names {
		ids[i] = w.episode(t, name)
	}
	return ids
}

// newPair returns a world of two episodes, and a relationship from the first to the second.
func newPair(t *testing.T, kind graph.Type, strength float64) (w *world, ids []graph.ID, rel graph.ID) {
	t.Helper()
	w = newWorld(t)
	ids = w.episodes(t, "a", "b")
	return w, ids, w.relate(t, ids[0], ids[1], kind, strength)
}

// relate adds a relationship and returns its id.
func (w *world) relate(t *testing.T, from, to graph.ID, typ graph.Type, strength float64) graph.ID {
	t.Helper()
	return w.ok(t, "add_episode_relationship",
		`{"from_episode_id": %q, "to_episode_id": %q, "relationship_type": %q, "strength": %v}`,
		from, to, typ, strength).id("relationship_id")
}

// records returns the audit records so far.
func (w *world) records(t *testing.T) []audit.Record {
	t.Helper()
	var list []audit.Record
	for line := range bytes.Lines(w.audit.Bytes()) {
		var rec audit.Record
		if err := json.Unmarshal(line, &rec); err != nil {
			t.Fatal(err)
		}
		list = append(list, rec)
	}
	return list
}

// touched checks the ids of the last audit record.
func (w *world) touched(t *testing.T, want ...graph.ID) {
	t.Helper()
	records := w.records(t)
	ids := make([]string, len(want))
	for i, id := range want {
		ids[i] = string(id)
	}
	if diff := cmp.Diff(ids, records[len(records)-1].IDs); diff != "" {
		t.Errorf("ids in the audit record (-want +got):\n%s", diff)
	}
}

func (a answer) id(field string) graph.ID {
	text, _ := a[field].(string)
	return graph.ID(text)
}

// list returns a list of objects.
func (a answer) list(field string) []answer {
	items, _ := a[field].([]any)
	list := make([]answer, len(items))
	for i, item := range items {
		list[i], _ = item.(map[string]any)
	}
	return list
}

// column returns one field of each object in a list.
func (a answer) column(list, field string) []any {
	items := a.list(list)
	column := make([]any, len(items))
	for i, item := range items {
		column[i] = item[field]
	}
	return column
}

// fields returns the names of the fields, sorted.
func (a answer) fields() string {
	return strings.Join(slices.Sorted(maps.Keys(a)), " ")
}

// same compares the expected and the actual value.
func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// anys converts a list for comparison with decoded JSON.
func anys[T ~string](list ...T) []any {
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = string(item)
	}
	return out
}

// unknown is an id without an episode or relationship.
const unknown graph.ID = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"
