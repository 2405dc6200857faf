package graphtest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

// mutant is a store that breaks the contract in one place. The cases of its topic must detect that.
type mutant struct {
	name  string
	topic topic
	spoil func(b *broken)
}

const mutantsVariable = "GRAPHTEST_MUTANTS"

// TestMutantsAreCaught tests the suite itself. It runs in a child process, because the cases must fail
// there.
func TestMutantsAreCaught(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMutants$", "-test.v", //nolint:gosec // this program
		"-rapid.nofailfile", "-rapid.shrinktime=1ms", "-rapid.checks=2000", "-rapid.seed=1")
	cmd.Env = append(os.Environ(), mutantsVariable+"=1")
	out, err := cmd.CombinedOutput()
	if err == nil || bytes.Contains(out, []byte("panic:")) {
		t.Fatalf("the cases were to fail, and nothing else:\n%.20000s", out)
	}
	for _, m := range allMutants() {
		name := strings.ReplaceAll(m.name, " ", "_")
		if !bytes.Contains(out, []byte("--- FAIL: TestMutants/"+name+"/cases ")) {
			t.Errorf("%s: not caught by the cases of %s", m.name, m.topic.name)
		}
		if !m.beyondModel() && !bytes.Contains(out, []byte("--- FAIL: TestMutants/"+name+"/model ")) {
			t.Errorf("%s: not caught by the model", m.name)
		}
	}
}

// beyondModel reports whether random operations of one caller on few episodes cannot detect the mutant.
func (m mutant) beyondModel() bool {
	return slices.Contains([]string{cancelTopic.name, largeTopic.name, concurrencyTopic.name}, m.topic.name)
}

// TestMutants runs only in the process that TestMutantsAreCaught starts.
func TestMutants(t *testing.T) {
	t.Parallel()
	if os.Getenv(mutantsVariable) == "" {
		return
	}
	for _, m := range allMutants() {
		open := func(*testing.T) graph.Store {
			b := whole(NewModel())
			m.spoil(b)
			return b
		}
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			t.Run("cases", func(t *testing.T) {
				for _, c := range m.topic.cases {
					t.Run(c.name, func(t *testing.T) { c.run(t, newWorld(open(t))) })
				}
			})
			if !m.beyondModel() {
				t.Run("model", func(t *testing.T) { RunModel(t, open) })
			}
		})
	}
}

// broken is a store whose methods can be replaced one by one.
type broken struct {
	graph.Store
	create   func(ctx context.Context, ws string, b graph.Batch) (graph.Created, error)
	byID     func(ctx context.Context, ws string, ids []graph.ID) ([]graph.Episode, error)
	byNumber func(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error)
	replace  func(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error
	list     func(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error)
	count    func(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error)
	find     func(ctx context.Context, ws string, q graph.TextQuery) ([]graph.TextMatch, int, error)
	adjacent func(ctx context.Context, ws string, ids []graph.ID, types []graph.Type, maxDegree int) ([]graph.Relationship, error)
	add      func(ctx context.Context, ws string, rel graph.Relationship) error
	addAll   func(ctx context.Context, ws string, rels []graph.Relationship) error
	rels     func(ctx context.Context, ws string, q graph.RelationshipQuery) ([]graph.Relationship, int, error)
	between  func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) ([]graph.Relationship, error)
	related  func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error)
	cycle    func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error)
	subgraph func(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error)
	project  func(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error)
	order    func(ctx context.Context, ws string, q graph.OrderQuery) (*graph.OrderPage, error)
	outline  func(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error)
	changes  func(ctx context.Context, ws string) (string, error)
	extent   func(ctx context.Context, ws string) (graph.Extent, error)
	episodes func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error)
	relPage  func(ctx context.Context, ws string, page graph.Page[graph.ID]) ([]graph.NumberedRelationship, error)

	remove     func(ctx context.Context, ws string, id graph.ID) (int, error)
	embeddings func(ctx context.Context, ws string) (graph.Embeddings, error)
	useModel   func(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error)
	waiting    func(ctx context.Context, model string, limit int) ([]string, error)
	claim      func(ctx context.Context, ws string, claim graph.Claim) ([]graph.Episode, error)
	put        func(ctx context.Context, ws, token string, vectors []graph.EpisodeVector) (int, error)
	release    func(ctx context.Context, ws, token string) error
	languages  func(ctx context.Context, ws string) (graph.Indexing, error)
	speak      func(ctx context.Context, ws string, languages analysis.Languages) (graph.Indexing, error)
	reindex    func(ctx context.Context, ws string, limit int) (graph.Indexing, error)
	workspaces func(ctx context.Context, after string, limit int) ([]string, error)
	nearest    func(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error)
	deletion   func(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error)
}

func whole(s graph.Store) *broken {
	return &broken{
		s, s.CreateEpisodes, s.EpisodesByID, s.EpisodeIDs, s.ReplaceEpisode, s.ListEpisodes, s.CountText, s.FindText, s.Adjacent, s.AddRelationship,
		s.AddRelationships, s.Relationships, s.RelationshipsBetween, s.Related, s.FindCycle, s.Subgraph, s.Projection, s.OrderPage,
		s.Outline, s.Changes, s.Extent, s.EpisodePage, s.RelationshipPage,
		s.DeleteEpisode, s.Embeddings, s.UseModel, s.WaitingWorkspaces, s.ClaimTexts, s.PutVectors, s.ReleaseTexts,
		s.Languages, s.UseLanguages, s.ReindexTexts, s.Workspaces, s.FindNearest, s.DeleteWorkspace,
	}
}

func (b *broken) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	return b.create(ctx, ws, batch)
}

func (b *broken) EpisodesByID(ctx context.Context, ws string, ids []graph.ID) ([]graph.Episode, error) {
	return b.byID(ctx, ws, ids)
}

func (b *broken) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
	return b.byNumber(ctx, ws, serials)
}

func (b *broken) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	return b.replace(ctx, ws, ep, was)
}

func (b *broken) ListEpisodes(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	return b.list(ctx, ws, q)
}

func (b *broken) CountText(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error) {
	return b.count(ctx, ws, q)
}

func (b *broken) FindText(ctx context.Context, ws string, q graph.TextQuery) ([]graph.TextMatch, int, error) {
	return b.find(ctx, ws, q)
}

func (b *broken) Adjacent(ctx context.Context, ws string, ids []graph.ID, types []graph.Type, maxDegree int) ([]graph.Relationship, error) {
	return b.adjacent(ctx, ws, ids, types, maxDegree)
}

func (b *broken) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) error {
	return b.add(ctx, ws, rel)
}

func (b *broken) AddRelationships(ctx context.Context, ws string, rels []graph.Relationship) error {
	return b.addAll(ctx, ws, rels)
}

func (b *broken) Relationships(
	ctx context.Context, ws string, q graph.RelationshipQuery,
) ([]graph.Relationship, int, error) {
	return b.rels(ctx, ws, q)
}

func (b *broken) RelationshipsBetween(
	ctx context.Context, ws string, from, to graph.ID, t graph.Type,
) ([]graph.Relationship, error) {
	return b.between(ctx, ws, from, to, t)
}

func (b *broken) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	return b.related(ctx, ws, q)
}

func (b *broken) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	return b.cycle(ctx, ws, from, to, t)
}

func (b *broken) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	return b.subgraph(ctx, ws, q)
}

func (b *broken) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	return b.project(ctx, ws, t, ids)
}

func (b *broken) OrderPage(ctx context.Context, ws string, q graph.OrderQuery) (*graph.OrderPage, error) {
	return b.order(ctx, ws, q)
}

func (b *broken) Outline(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
	return b.outline(ctx, ws, q)
}

func (b *broken) Changes(ctx context.Context, ws string) (string, error) {
	return b.changes(ctx, ws)
}

func (b *broken) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	return b.extent(ctx, ws)
}

func (b *broken) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	return b.episodes(ctx, ws, page)
}

func (b *broken) RelationshipPage(
	ctx context.Context, ws string, page graph.Page[graph.ID],
) ([]graph.NumberedRelationship, error) {
	return b.relPage(ctx, ws, page)
}
