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
	"time"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/fault"
)

// mutant is a store that breaks the contract in one place. There is one for each topic of the suite, and one for what
// only a single test detects.
type mutant struct {
	name  string
	topic topic
	spoil func(s graph.Store) graph.Store
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
	for _, m := range mutants {
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
	for _, m := range mutants {
		open := func(*testing.T) graph.Store { return m.spoil(NewModel()) }
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

var mutants = []mutant{
	{"digests are not compared", keysTopic, func(s graph.Store) graph.Store { return noDigests{s} }},
	{"numbers cannot be asked for", serialTopic, func(s graph.Store) graph.Store { return noNumbers{s} }},
	{"metadata passes float64", createTopic, func(s graph.Store) graph.Store { return floatMetadata{s} }},
	{"a batch is not one transaction", batchTopic, func(s graph.Store) graph.Store { return splitBatch{s} }},
	{"the last writer wins", episodesTopic, func(s graph.Store) graph.Store { return lastWriter{s} }},
	{"duplicates are asked before existence", addTopic, func(s graph.Store) graph.Store { return oneUnknown{s} }},
	{"the ends are exchanged", addTopic, func(s graph.Store) graph.Store { return exchangedEnds{s} }},
	{"cancelled writes are done", cancelTopic, func(s graph.Store) graph.Store { return uncancelled{s} }},
	{"the check and the write are two", concurrencyTopic, func(s graph.Store) graph.Store { return checkThenWrite{s} }},
	{"one tag is enough", listTopic, func(s graph.Store) graph.Store { return oneTag{s} }},
	{"a phrase is its words", searchTopic, func(s graph.Store) graph.Store { return noPhrases{s} }},
	{"a crowd is not left out", adjacentTopic, func(s graph.Store) graph.Store { return crowds{s} }},
	{"count is that of the page", relationshipsTopic, func(s graph.Store) graph.Store { return countOfPage{s} }},
	{"a swap makes new ids", relationshipsTopic, func(s graph.Store) graph.Store { return newIDs{s} }},
	{"one workspace for all", workspacesTopic, func(s graph.Store) graph.Store { return oneWorkspace{s, map[string]bool{}} }},
	{"the bound is exclusive", relatedTopic, func(s graph.Store) graph.Store { return exclusiveBound{s} }},
	{"itself is no cycle", cycleTopic, func(s graph.Store) graph.Store { return noSelfCycle{s} }},
	{"long paths are told whole", largeTopic, func(s graph.Store) graph.Store { return wholePaths{s} }},
	{"it grows along every type", subgraphTopic, func(s graph.Store) graph.Store { return everyType{s} }},
	{"the first unknown id alone is named", projectionTopic, func(s graph.Store) graph.Store { return firstUnknown{s} }},
	{"no level above 1", orderTopic, func(s graph.Store) graph.Store { return lowLevels{s} }},
	{"edges point back", outlineTopic, func(s graph.Store) graph.Store { return backEdges{s} }},
	{"a page of episodes has no end", pagesTopic, func(s graph.Store) graph.Store { return endlessPages{s} }},
	{"the mark never changes", changesTopic, func(s graph.Store) graph.Store { return noChanges{s} }},
	{"held texts are given again", vectorsTopic, func(s graph.Store) graph.Store { return freeClaims{s} }},
	{"only the first part is stored", vectorsTopic, func(s graph.Store) graph.Store { return firstParts{s} }},
	{"queries may be in any language", languagesTopic, func(s graph.Store) graph.Store { return anyLanguage{s} }},
	{"a deletion deletes all at once", deletionTopic, func(s graph.Store) graph.Store { return allAtOnce{s} }},
	{"a state changes from any other", movesTopic, func(s graph.Store) graph.Store { return anyState{s} }},
}

// withEpisodes returns a batch whose episodes are changed copies.
func withEpisodes(batch graph.Batch, change func(e *graph.NewEpisode)) graph.Batch {
	batch.Episodes = slices.Clone(batch.Episodes)
	for i := range batch.Episodes {
		change(&batch.Episodes[i])
	}
	return batch
}

type noDigests struct{ graph.Store }

func (s noDigests) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	return s.Store.CreateEpisodes(ctx, ws, withEpisodes(b, func(e *graph.NewEpisode) { e.Digest = "" }))
}

type noNumbers struct{ graph.Store }

func (s noNumbers) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	return s.Store.CreateEpisodes(ctx, ws, withEpisodes(b, func(e *graph.NewEpisode) { e.ID = 0 }))
}

type floatMetadata struct{ graph.Store }

func (s floatMetadata) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	return s.Store.CreateEpisodes(ctx, ws, withEpisodes(b, func(e *graph.NewEpisode) {
		var value map[string]any
		if json.Unmarshal(e.Metadata, &value) == nil {
			e.Metadata, _ = json.Marshal(value)
		}
	}))
}

type splitBatch struct{ graph.Store }

func (s splitBatch) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	if _, err := s.Store.CreateEpisodes(ctx, ws, graph.Batch{Episodes: b.Episodes}); err != nil && len(b.Relationships) == 0 {
		return graph.Created{}, err
	}
	return s.Store.CreateEpisodes(ctx, ws, b)
}

type lastWriter struct{ graph.Store }

func (s lastWriter) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	if now, _, err := s.Episode(ctx, ws, ep.EpisodeID); err == nil {
		was = now.UpdatedAt
	}
	return s.Store.ReplaceEpisode(ctx, ws, ep, was)
}

type oneUnknown struct{ graph.Store }

func (s oneUnknown) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	ends, err := s.Store.AddRelationship(ctx, ws, rel)
	if fault.CodeOf(err) == fault.NotFound {
		return ends, graph.EpisodeNotFound(rel.To)
	}
	return ends, err
}

type exchangedEnds struct{ graph.Store }

func (s exchangedEnds) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	ends, err := s.Store.AddRelationship(ctx, ws, rel)
	return graph.Ends{From: ends.To, To: ends.From}, err
}

type uncancelled struct{ graph.Store }

func (s uncancelled) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	return s.Store.AddRelationship(context.WithoutCancel(ctx), ws, rel)
}

type checkThenWrite struct{ graph.Store }

func (s checkThenWrite) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	path, err := s.FindCycle(ctx, ws, rel.From, rel.To, rel.Type)
	if err != nil || path != nil {
		return s.Store.AddRelationship(ctx, ws, rel)
	}
	time.Sleep(time.Millisecond)
	m, _ := s.Store.(*model)
	return graph.Ends{}, m.write(ctx, ws, func(s *space) error {
		s.rels = append(s.rels, rel)
		return nil
	})
}

type oneTag struct{ graph.Store }

func (s oneTag) ListEpisodes(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	q.Filter.Tags = q.Filter.Tags[:min(1, len(q.Filter.Tags))]
	return s.Store.ListEpisodes(ctx, ws, q)
}

type noPhrases struct{ graph.Store }

func (s noPhrases) FindText(ctx context.Context, ws string, q graph.TextQuery) (graph.TextFound, error) {
	q.Clauses = slices.Clone(q.Clauses)
	for i, c := range q.Clauses {
		if c.Kind == analysis.Phrase {
			q.Clauses[i].Tokens = c.Tokens[:1]
		}
	}
	return s.Store.FindText(ctx, ws, q)
}

type crowds struct{ graph.Store }

func (s crowds) Adjacent(ctx context.Context, ws string, ids []graph.ID, types []graph.Type, _, most int) ([]graph.Relationship, error) {
	return s.Store.Adjacent(ctx, ws, ids, types, 1_000_000, most)
}

type countOfPage struct{ graph.Store }

func (s countOfPage) Relationships(ctx context.Context, ws string, q graph.RelationshipQuery) ([]graph.Relationship, int, error) {
	list, _, err := s.Store.Relationships(ctx, ws, q)
	return list, len(list), err
}

type newIDs struct{ graph.Store }

func (s newIDs) SwapRelationships(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, []graph.Ends, error) {
	rels, ends, err := s.Store.SwapRelationships(ctx, ws, ids)
	for i := range rels {
		rels[i].ID = graph.NewID()
	}
	return rels, ends, err
}

type oneWorkspace struct {
	graph.Store
	seen map[string]bool
}

func (s oneWorkspace) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	s.seen[ws] = true
	return s.Store.CreateEpisodes(ctx, ws, b)
}

func (s oneWorkspace) EpisodesByID(ctx context.Context, ws string, ids []graph.ID, most int) ([]graph.Episode, error) {
	s.seen[ws] = true
	for other := range s.seen {
		if list, err := s.Store.EpisodesByID(ctx, other, ids, most); err == nil && len(list) > 0 {
			return list, nil
		}
	}
	return s.Store.EpisodesByID(ctx, ws, ids, most)
}

type exclusiveBound struct{ graph.Store }

func (s exclusiveBound) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	q.MinStrength *= 1.0000001
	return s.Store.Related(ctx, ws, q)
}

type noSelfCycle struct{ graph.Store }

func (s noSelfCycle) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	if path, err := s.Store.FindCycle(ctx, ws, from, to, t); err != nil || from != to {
		return path, err
	}
	return nil, nil //nolint:nilnil // as the contract demands
}

type wholePaths struct{ graph.Store }

func (s wholePaths) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	path, err := s.Store.FindCycle(ctx, ws, from, to, t)
	if path != nil {
		path.Omitted = 0
	}
	return path, err
}

type everyType struct{ graph.Store }

func (s everyType) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	types := q.Types
	q.Types = nil
	part, err := s.Store.Subgraph(ctx, ws, q)
	part.Edges = slices.DeleteFunc(part.Edges, func(r graph.Relationship) bool { return !wanted(types, r.Type) })
	return part, err
}

type firstUnknown struct{ graph.Store }

func (s firstUnknown) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	part, err := s.Store.Projection(ctx, ws, t, ids)
	for _, id := range ids {
		if _, _, unknown := s.Episode(ctx, ws, id); err != nil && unknown != nil {
			return part, graph.EpisodeNotFound(id)
		}
	}
	return part, err
}

type lowLevels struct{ graph.Store }

func (s lowLevels) OrderPage(ctx context.Context, ws string, q graph.OrderQuery) (*graph.OrderPage, error) {
	page, err := s.Store.OrderPage(ctx, ws, q)
	if page != nil {
		for i := range page.Episodes {
			page.Episodes[i].Level = min(page.Episodes[i].Level, 1)
		}
	}
	return page, err
}

type backEdges struct{ graph.Store }

func (s backEdges) Outline(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
	out, err := s.Store.Outline(ctx, ws, q)
	for i, e := range out.Edges {
		out.Edges[i].From, out.Edges[i].To = e.To, e.From
	}
	return out, err
}

type endlessPages struct{ graph.Store }

func (s endlessPages) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	page.UpTo = allEpisodes.UpTo
	return s.Store.EpisodePage(ctx, ws, page)
}

type noChanges struct{ graph.Store }

func (noChanges) Changes(context.Context, string) (string, error) { return "0", nil }

type freeClaims struct{ graph.Store }

func (s freeClaims) ClaimTexts(ctx context.Context, ws string, c graph.Claim) ([]graph.Episode, error) {
	c.Lasts = 0
	return s.Store.ClaimTexts(ctx, ws, c)
}

type firstParts struct{ graph.Store }

func (s firstParts) PutVectors(ctx context.Context, ws, token string, list []graph.EpisodeVector) (int, error) {
	list = slices.Clone(list)
	for i, one := range list {
		list[i].Vectors = one.Vectors[:min(1, len(one.Vectors))]
	}
	return s.Store.PutVectors(ctx, ws, token, list)
}

type anyLanguage struct{ graph.Store }

func (s anyLanguage) CountText(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error) {
	q.Languages = ""
	return s.Store.CountText(ctx, ws, q)
}

func (s anyLanguage) FindText(ctx context.Context, ws string, q graph.TextQuery) (graph.TextFound, error) {
	q.Languages = ""
	return s.Store.FindText(ctx, ws, q)
}

type allAtOnce struct{ graph.Store }

func (s allAtOnce) DeleteWorkspace(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
	q.Limit = 1000
	return s.Store.DeleteWorkspace(ctx, ws, q)
}

type anyState struct{ graph.Store }

func (s anyState) SetResidence(ctx context.Context, ws string, _, now graph.Residence) error {
	was, err := s.Store.Residence(ctx, ws)
	if err != nil {
		return err
	}
	return s.Store.SetResidence(ctx, ws, was, now)
}
