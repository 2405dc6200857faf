package neo4jstore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestForeignRelationshipsLeaveTheOrder checks that relationships of another application, with Plotline's label and type,
// change nothing about a kept order, also while they are written.
func TestForeignRelationshipsLeaveTheOrder(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		ids := makeSome(t.T, t.s[0], t.ws, 4)
		t.chain(ids)
		defer t.byHand("MATCH (e:Episode {show: $ws}) DETACH DELETE e WITH count(e) AS gone", params{})
		for range 5 {
			t.byHand("CREATE (:Episode {show: $ws})-[:FOLLOWS]->(:Episode {show: $ws})", params{})
			if !kept(t.T, t.s[0], t.ws, graph.Follows) {
				t.Fatal("the order is computed because of foreign relationships")
			}
		}
	})
}

// TestAPageShowsWrongLevels checks that a page whose levels another program has made wrong is not shown, though the number
// of relationships is as before.
func TestAPageShowsWrongLevels(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		ids := makeSome(t.T, t.s[0], t.ws, 4)
		t.chain(ids)
		t.byHand(`MATCH (:Episode {workspace: $ws, episode_id: $second})-[r:FOLLOWS]->() DELETE r WITH 1 AS gone
			MATCH (a:Episode {workspace: $ws, episode_id: $last}) MATCH (b:Episode {workspace: $ws, episode_id: $first})
			CREATE (a)-[:FOLLOWS {workspace: $ws, id: 'drawn', strength: 1.0, created_at: 1}]->(b) WITH 1 AS made`,
			params{"first": string(ids[0]), "second": string(ids[1]), "last": string(ids[3])})
		kept(t.T, t.s[0], t.ws, graph.Follows)
		keptSoon(t.T, t.s[0], t.ws, graph.Follows)
	})
}

// TestRelationshipsBetweenWorkspaces draws a relationship of each type from one workspace to another, and checks that no
// read shows anything of the other.
func TestRelationshipsBetweenWorkspaces(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, ctx := t.s[0], t.Context()
		mine := makeSome(t.T, s, t.ws, 2)
		secret := newEpisode("SECRET")
		other := t.ws + "-other"
		ok(t, second(s.CreateEpisodes(ctx, other, graph.Batch{Episodes: []graph.NewEpisode{secret}})))
		defer t.byHand(`MATCH (n:Episode|PlotlineSerial|PlotlineSpentSerial|PlotlineLock|PlotlineModel|PlotlinePart {workspace: $other})
			DETACH DELETE n WITH count(n) AS gone`, params{"other": other})
		for _, kind := range graph.Types() {
			t.byHand(fmt.Sprintf(`MATCH (a:Episode {workspace: $ws, episode_id: $from}) MATCH (b:Episode {workspace: $other, episode_id: $to})
				CREATE (a)-[:%s {workspace: $ws, id: $id, strength: 1.0, created_at: 1}]->(b) WITH 1 AS made`, label(kind)),
				params{"other": other, "from": string(mine[0]), "to": string(secret.EpisodeID), "id": string(graph.NewID()) + string(kind)})
		}
		for name, read := range map[string]func() (any, error){
			"relationships": func() (any, error) {
				list, total, err := s.Relationships(ctx, t.ws, graph.RelationshipQuery{Episode: mine[0], Direction: graph.Both, Limit: 100})
				return []any{list, total}, err
			},
			"episode": func() (any, error) {
				e, ties, err := s.Episode(ctx, t.ws, mine[0])
				return []any{e, ties.Newest}, err
			},
			"projection": func() (any, error) { return s.Projection(ctx, t.ws, graph.Follows, nil) },
			"related": func() (any, error) {
				list, total, err := s.Related(ctx, t.ws, graph.RelatedQuery{Start: mine[0], Direction: graph.Both, MaxDepth: 3, Limit: 100})
				return []any{list, total}, err
			},
			"adjacent": func() (any, error) { return s.Adjacent(ctx, t.ws, mine, graph.Types(), 100, 0) },
			"neighbourhood": func() (any, error) {
				return s.Neighbourhood(ctx, t.ws, graph.NeighbourhoodQuery{IDs: mine[:1], MaxDegree: 100, MaxNeighbours: 100})
			},
			"candidates": func() (any, error) {
				return s.Candidates(ctx, t.ws, graph.CandidateQuery{
					IDs: mine, Types: []graph.Type{graph.Causes, graph.Refines, graph.Contradicts}, MaxDegree: 100, Most: 100, MostLater: 100,
				})
			},
			"subgraph": func() (any, error) {
				return s.Subgraph(ctx, t.ws, graph.SubgraphQuery{IDs: mine, Depth: 3, MaxNodes: 100, MaxEdges: 100})
			},
			"backward": func() (any, error) {
				list, ends, err := s.BackwardRelationships(ctx, t.ws, 100)
				return []any{list, ends}, err
			},
			"order": func() (any, error) { return s.OrderState(ctx, t.ws, graph.Follows) },
		} {
			got, err := read()
			ok(t, err)
			if text := fmt.Sprintf("%+v", got); strings.Contains(text, "SECRET") || strings.Contains(text, string(secret.EpisodeID)) {
				t.Errorf("%s shows the other workspace: %s", name, text)
			}
		}
	})
}

// TestFailedForeignIndex checks that an index of another application that failed does not keep the store from opening.
func TestFailedForeignIndex(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	server := neo4jtest.OpenDedicated(t, neo4jtest.LTS)
	for _, text := range []string{
		"CREATE (:Doc {text: reduce(t = '', i IN range(1, 6000) | t + 'some text ' + i)})",
		"CREATE INDEX doc_text FOR (d:Doc) ON (d.text)",
	} {
		ok(t, second(neo4j.ExecuteQuery(t.Context(), server.Driver(t), text, nil, neo4j.EagerResultTransformer)))
	}
	s := openAt(t, server.Server, nil)
	makeSome(t, s, "w", 1)
	found, err := neo4j.ExecuteQuery(t.Context(), server.Driver(t),
		"SHOW INDEXES YIELD name, state WHERE state = 'FAILED' RETURN name", nil, neo4j.EagerResultTransformer)
	ok(t, err)
	if len(found.Records) != 1 {
		t.Errorf("%d failed indexes, want that of the other application", len(found.Records))
	}
}

// TestSearchBesideAnotherIndex checks that a search finds what was written a moment ago while the server indexes documents
// of another application, and calls no procedure that waits for all indexes.
func TestSearchBesideAnotherIndex(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	server := neo4jtest.OpenDedicated(t, neo4jtest.LTS)
	texts := make([]string, 100)
	for i := range texts {
		words := make([]string, 2000)
		for j := range words {
			words[j] = fmt.Sprintf("w%dx%d", i, j*j)
		}
		texts[i] = strings.Join(words, " ")
	}
	foreign := func(text string) error {
		return second(neo4j.ExecuteQuery(t.Context(), server.Driver(t), text, params{"texts": texts}, neo4j.EagerResultTransformer))
	}
	s := openAt(t, server.Server, func(c *Config) {
		c.Observe = func(text string, _ map[string]any) {
			if strings.Contains(text, "awaitEventuallyConsistentIndexRefresh") {
				t.Errorf("it waits for all indexes: %s", text)
			}
		}
	})
	makeSome(t, s, "w", 1)
	ok(t, foreign(`CREATE FULLTEXT INDEX docs FOR (d:Doc) ON EACH [d.text] OPTIONS {indexConfig: {`+"`fulltext.eventually_consistent`"+`: true}}`))
	docs := "UNWIND range(1, 400) AS i CREATE (:Doc {text: $texts[i % 100]})"
	for i := range 5 {
		for range 3 {
			ok(t, foreign(docs))
		}
		e := newEpisode(fmt.Sprintf("question %d", i))
		ok(t, second(s.CreateEpisodes(t.Context(), "w", graph.Batch{Episodes: []graph.NewEpisode{e}})))
		clauses := analysis.English.Parse(fmt.Sprint("question ", i))
		got, err := s.FindText(t.Context(), "w", graph.TextQuery{Clauses: clauses, All: true, Limit: 10})
		ok(t, err)
		if len(got.Matches) != 1 || got.Matches[0].EpisodeID != e.EpisodeID {
			t.Errorf("found %+v, want what was written last", got)
		}
	}
}
