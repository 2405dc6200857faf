package neo4jstore

import (
	"context"
	"errors"
	"testing"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/boltproxy"
	"plotline/testing/kit/neo4jtest"
)

// behind returns a store whose connections can be cut.
func behind(t *testing.T, change ...func(*Config)) (*Store, *boltproxy.Proxy, string) {
	t.Helper()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	p := boltproxy.Start(t, "127.0.0.1:0", server)
	ws := workspace(t, neo4jtest.LTS)
	server = p.Of(server)
	s := openAt(t, server, func(c *Config) {
		for _, f := range change {
			f(c)
		}
	})
	ok(t, second(s.Status(t.Context())))
	return s, p, ws
}

// TestLostAnswerOfAnAdd checks that creates and adds whose commit lost its answer are repeated and recognise
// themselves.
func TestLostAnswerOfAnAdd(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{false, true} {
		s, p, ws := behind(t)
		ctx := t.Context()
		p.Before.Store(before)
		first := newEpisode("first")
		p.Cuts.Store(1)
		made, err := s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{first}})
		ok(t, err)
		keyed := newEpisode("keyed")
		keyed.Key, keyed.Digest = "k", "d"
		p.Cuts.Store(2)
		batch, err := s.CreateEpisodes(ctx, ws, graph.Batch{
			Episodes: []graph.NewEpisode{keyed, newEpisode("other")},
			Relationships: []graph.NewRelationship{
				{Relationship: link("", "", graph.Refines), FromEnd: graph.End{Item: 0}, ToEnd: graph.End{Item: 1}},
			},
		})
		ok(t, err)
		from, to := made.Episodes[0].EpisodeID, batch.Episodes[0].EpisodeID
		for _, kind := range []graph.Type{graph.Follows, graph.PartOf} {
			p.Cuts.Store(1)
			ok(t, second(s.AddRelationship(ctx, ws, link(from, to, kind))))
			p.Cuts.Store(1)
			ok(t, second(s.AddRelationships(ctx, ws, []graph.Relationship{link(to, batch.Episodes[1].EpisodeID, kind)})))
		}
		_, total, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 10})
		ok(t, err)
		_, rels, err := s.Episode(ctx, ws, to)
		ok(t, err)
		one := graph.Degree{Outgoing: 1, Incoming: 1}
		if total != 3 || rels.Degrees[graph.Follows] != one || rels.Degrees[graph.PartOf] != one || rels.Degrees[graph.Refines].Outgoing != 1 {
			t.Errorf("%d episodes, degrees %v", total, rels.Degrees)
		}
		if left := p.Cuts.Load(); left >= 0 {
			t.Errorf("%d commits were not cut", left)
		}
	}
}

// TestLostAnswerOfVectors checks that operations on vectors are repeated, too.
func TestLostAnswerOfVectors(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{false, true} {
		s, p, ws := behind(t)
		makeSome(t, s, ws, 1)
		p.Before.Store(before)
		claim := graph.Claim{Model: "small", Token: "a", Lasts: time.Minute, Limit: 1}
		p.Cuts.Store(1)
		ok(t, second(s.UseModel(t.Context(), ws, "small", false)))
		p.Cuts.Store(1)
		ok(t, second(s.ClaimTexts(t.Context(), ws, claim)))
		p.Cuts.Store(1)
		ok(t, s.ReleaseTexts(t.Context(), ws, "a"))
		list, err := s.ClaimTexts(t.Context(), ws, claim)
		ok(t, err)
		if len(list) != 1 {
			t.Fatalf("%d texts", len(list))
		}
		p.Cuts.Store(1)
		ok(t, second(s.PutVectors(t.Context(), ws, "a", []graph.EpisodeVector{{EpisodeID: list[0].EpisodeID, Vectors: []graph.Vector{{1}}}})))
		now, err := s.Embeddings(t.Context(), ws)
		ok(t, err)
		if want := (graph.Embeddings{Model: "small", Vectors: 1}); now != want || p.Cuts.Load() >= 0 {
			t.Errorf("%+v; %d commits were not cut", now, p.Cuts.Load())
		}
	}
}

// TestLateLostAnswer checks that a slow server is asked again after a lost answer.
func TestLateLostAnswer(t *testing.T) {
	t.Parallel()
	s, p, ws := behind(t, func(c *Config) { c.ConnectTimeout = time.Second })
	p.Hold.Store(int64(1100 * time.Millisecond))
	p.Cuts.Store(1)
	ok(t, second(s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("late")}})))
	_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 10})
	ok(t, err)
	if total != 1 {
		t.Errorf("%d episodes", total)
	}
}

// TestLostAnswerOfAChange checks that any other change whose answer was lost reports an unknown outcome.
func TestLostAnswerOfAChange(t *testing.T) {
	t.Parallel()
	s, p, ws := behind(t)
	ctx := t.Context()
	ids := makeSome(t, s, ws, 2)
	rel := link(ids[0], ids[1], graph.Causes)
	ok(t, second(s.AddRelationship(ctx, ws, rel)))
	ep, _, err := s.Episode(ctx, ws, ids[0])
	ok(t, err)
	for name, change := range map[string]func() error{
		"replace": func() error {
			next := ep
			next.UpdatedAt++
			return s.ReplaceEpisode(ctx, ws, next, ep.UpdatedAt)
		},
		"update": func() error {
			strength := 0.5
			return second(s.UpdateRelationship(ctx, ws, rel.ID, graph.RelationshipChange{Strength: &strength}))
		},
		"remove": func() error { return s.RemoveRelationship(ctx, ws, rel.ID) },
		"delete": func() error { return second(s.DeleteEpisode(ctx, ws, ids[1])) },
	} {
		p.Before.Store(true)
		p.Cuts.Store(1)
		want := graph.OutcomeUnknown(nil)
		wantCode(t, change(), want.Code, want.Details)
		t.Log(name)
	}
	p.Before.Store(false)
	p.Cuts.Store(1)
	wantCode(t, second(s.DeleteEpisode(ctx, ws, ids[1])), fault.Unavailable, graph.OutcomeUnknown(nil).Details)
	waitFor(t, "what had taken place, unknown to the caller", func() bool {
		_, _, err := s.Episode(ctx, ws, ids[1])
		return fault.CodeOf(err) == fault.NotFound
	})
}

// TestEndDuringCommit checks that a call whose context ends after its commit was sent says that the outcome is unknown,
// whatever it writes.
func TestEndDuringCommit(t *testing.T) {
	t.Parallel()
	s, p, _ := behind(t)
	p.Hold.Store(int64(time.Minute))
	for name, write := range map[string]func(ctx context.Context, ws string, ids []graph.ID) error{
		"create": func(ctx context.Context, ws string, _ []graph.ID) error {
			return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("one")}}))
		},
		"create several": func(ctx context.Context, ws string, _ []graph.ID) error {
			return second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("one"), newEpisode("two")}}))
		},
		"add": func(ctx context.Context, ws string, ids []graph.ID) error {
			return second(s.AddRelationship(ctx, ws, link(ids[0], ids[1], graph.RelatedTo)))
		},
		"add several": func(ctx context.Context, ws string, ids []graph.ID) error {
			return second(s.AddRelationships(ctx, ws, []graph.Relationship{link(ids[0], ids[1], graph.Follows)}))
		},
		"delete": func(ctx context.Context, ws string, ids []graph.ID) error {
			return second(s.DeleteEpisode(ctx, ws, ids[1]))
		},
	} {
		ws := workspace(t, neo4jtest.LTS) // the server keeps the locks of the one before
		ids := makeSome(t, s, ws, 2)
		p.Cuts.Store(1)
		ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second) // a busy machine commits late
		err := write(ctx, ws, ids)
		cancel()
		if !errors.Is(err, fault.ErrOutcomeUnknown) || p.Cuts.Load() != 0 {
			t.Errorf("%s: got %v, with %d commits that were not held", name, err, p.Cuts.Load())
		}
	}
	p.Cuts.Store(0)
}

// TestServerComesBack checks that a server that returns is found again, even after it has cut connections.
func TestServerComesBack(t *testing.T) {
	t.Parallel()
	server := neo4jtest.Open(t, neo4jtest.LTS)
	s, p, ws := behind(t)
	makeSome(t, s, ws, 1)
	address := p.Addr().String()
	_ = p.Close()
	p.Cuts.Store(1) // the only open connection
	err := second(s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode("lost")}}))
	wantCode(t, err, fault.Unavailable, graph.OutcomeUnknown(nil).Details)
	boltproxy.Start(t, address, server)
	makeSome(t, s, ws, 1)
}
