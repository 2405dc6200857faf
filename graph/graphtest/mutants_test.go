package graphtest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/graph/fault"
)

// mutant is a store that breaks the contract in one place, and the topic whose cases must notice.
type mutant struct {
	name  string
	topic topic
	wrap  func(s graph.Store) graph.Store
}

const mutantsVariable = "GRAPHTEST_MUTANTS"

// TestMutantsAreCaught proves the suite itself: in a process of its own, since there the cases must
// fail.
func TestMutantsAreCaught(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMutants$", "-test.v",
		"-rapid.nofailfile", "-rapid.shrinktime=1ms")
	cmd.Env = append(os.Environ(), mutantsVariable+"=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("nothing failed:\n%s", out)
	}
	for _, m := range mutants() {
		name := strings.ReplaceAll(m.name, " ", "_")
		for _, by := range []string{"cases", "model"} {
			mark := "--- FAIL: TestMutants/" + name + "/" + by + " "
			if by == "model" && blindSpot(m.topic) {
				continue
			}
			if !bytes.Contains(out, []byte(mark)) {
				t.Errorf("%s: not caught by the %s", m.name, by)
			}
		}
	}
	if bytes.Contains(out, []byte("panic:")) {
		t.Errorf("a mutant made the suite panic:\n%s", out)
	}
}

// blindSpot tells which topics random operations cannot reach.
func blindSpot(topic topic) bool {
	return slices.Contains([]string{cancelTopic.name, largeTopic.name, concurrencyTopic.name}, topic.name)
}

// TestMutants is for the process that TestMutantsAreCaught starts.
func TestMutants(t *testing.T) {
	t.Parallel()
	if os.Getenv(mutantsVariable) == "" {
		return
	}
	for _, m := range mutants() {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			t.Run("cases", func(t *testing.T) {
				for _, c := range m.topic.cases {
					t.Run(c.name, func(t *testing.T) { c.run(t, newWorld(t, m.wrap(NewModel()))) })
				}
			})
			t.Run("model", func(t *testing.T) {
				RunModel(t, func(*testing.T) graph.Store { return m.wrap(NewModel()) })
			})
		})
	}
}

// broken is a store with some methods replaced.
type broken struct {
	graph.Store
	create       func(ctx context.Context, ws string, b graph.Batch) (graph.Created, error)
	replace      func(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error
	remove       func(ctx context.Context, ws string, id graph.ID) (int, error)
	list         func(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error)
	search       func(ctx context.Context, ws string, q graph.SearchQuery) ([]graph.Hit, int, error)
	add          func(ctx context.Context, ws string, rel graph.Relationship) error
	addAll       func(ctx context.Context, ws string, rels []graph.Relationship) error
	rels         func(ctx context.Context, ws string, q graph.RelationshipQuery) ([]graph.Relationship, int, error)
	between      func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) ([]graph.Relationship, error)
	related      func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error)
	cycle        func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error)
	subgraphFunc func(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error)
	project      func(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error)
}

func (b *broken) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	return orElse(b.create, b.Store.CreateEpisodes)(ctx, ws, batch)
}

func (b *broken) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	return orElse(b.replace, b.Store.ReplaceEpisode)(ctx, ws, ep, was)
}

func (b *broken) DeleteEpisode(ctx context.Context, ws string, id graph.ID) (int, error) {
	return orElse(b.remove, b.Store.DeleteEpisode)(ctx, ws, id)
}

func (b *broken) ListEpisodes(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	return orElse(b.list, b.Store.ListEpisodes)(ctx, ws, q)
}

func (b *broken) SearchEpisodes(ctx context.Context, ws string, q graph.SearchQuery) ([]graph.Hit, int, error) {
	return orElse(b.search, b.Store.SearchEpisodes)(ctx, ws, q)
}

func (b *broken) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) error {
	return orElse(b.add, b.Store.AddRelationship)(ctx, ws, rel)
}

func (b *broken) AddRelationships(ctx context.Context, ws string, rels []graph.Relationship) error {
	return orElse(b.addAll, b.Store.AddRelationships)(ctx, ws, rels)
}

func (b *broken) Relationships(
	ctx context.Context, ws string, q graph.RelationshipQuery,
) ([]graph.Relationship, int, error) {
	return orElse(b.rels, b.Store.Relationships)(ctx, ws, q)
}

func (b *broken) RelationshipsBetween(
	ctx context.Context, ws string, from, to graph.ID, t graph.Type,
) ([]graph.Relationship, error) {
	return orElse(b.between, b.Store.RelationshipsBetween)(ctx, ws, from, to, t)
}

func (b *broken) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	return orElse(b.related, b.Store.Related)(ctx, ws, q)
}

func (b *broken) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	return orElse(b.cycle, b.Store.FindCycle)(ctx, ws, from, to, t)
}

func (b *broken) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	return orElse(b.subgraphFunc, b.Store.Subgraph)(ctx, ws, q)
}

func (b *broken) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	return orElse(b.project, b.Store.Projection)(ctx, ws, t, ids)
}

func orElse[F any](replaced, own F) F {
	if any(replaced) == nil {
		return own
	}
	return replaced
}

var _ = json.Valid
var _ = fault.New
