package neo4jstore

import (
	"context"
	"strconv"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// claimsBegin returns the prefix of the claims that are still valid.
func (n modelState) claimsBegin() string { return strconv.FormatInt(n.claims, 10) + " " }

// withModelLock runs work under the lock of a workspace's model. It does nothing if no model was named.
func withModelLock[T any](
	ctx context.Context, s *Store, op, ws string, work func(context.Context, neo4j.ManagedTransaction, modelState) (T, error),
) (T, error) {
	return transact(ctx, s, op, func(ctx context.Context, tx neo4j.ManagedTransaction) (T, error) {
		q := holdModel.with(params{"workspace": ws, "attempt": string(graph.NewID())})
		n, err := within(ctx, tx, q, decodeNaming)
		if err != nil || n.model == "" {
			var none T
			return none, err
		}
		return work(ctx, tx, n)
	})
}

// ClaimTexts claims episodes that wait for a vector.
func (s *Store) ClaimTexts(ctx context.Context, ws string, claim graph.Claim) ([]graph.Episode, error) {
	taken, err := withModelLock(ctx, s, claimTexts.name, ws, func(ctx context.Context, tx neo4j.ManagedTransaction, n modelState) ([]graph.Episode, error) {
		series := n.target()
		if wanted := (graph.Embeddings{Model: n.model, Next: n.next}).Target(); wanted != claim.Model {
			return nil, nil
		}
		q := claimTexts.series(series).with(params{
			"workspace": ws, "series": series, "claims": n.claimsBegin(), "claim": n.claimsBegin() + claim.Token,
			"now": int64(claim.Now), "length": claim.Lasts.Microseconds(), "limit": claim.Limit,
		})
		return within(ctx, tx, q, func(r *row) ([]graph.Episode, error) {
			return each(r.fields, "episodes", decodeEpisode), nil
		})
	})
	if taken == nil && err == nil {
		taken = []graph.Episode{}
	}
	return taken, err
}

// PutVectors stores vectors for episodes that a claim holds.
func (s *Store) PutVectors(ctx context.Context, ws, token string, vectors []graph.EpisodeVector) (int, error) {
	items, parts := make([]any, len(vectors)), false
	for i, v := range vectors {
		items[i] = vectorsItem(v)
		parts = parts || len(v.Vectors) > 1
	}
	return withModelLock(ctx, s, putVectors.name, ws, func(ctx context.Context, tx neo4j.ManagedTransaction, n modelState) (int, error) {
		series := n.target()
		q := putVectors.inParts(series, parts).with(params{
			"workspace": ws, "series": series, "claim": n.claimsBegin() + token, "vectors": items,
		})
		stored, err := within(ctx, tx, q, func(r *row) (int, error) { return int(r.integer("stored")), nil })
		if err == nil {
			_, err = completeChange(ctx, tx, ws, n)
		}
		return stored, err
	})
}

// vectorsItem converts the vectors of an episode for put_vectors.
func vectorsItem(v graph.EpisodeVector) map[string]any {
	item := map[string]any{"episode_id": string(v.EpisodeID), "without": 1}
	var further []any
	for part, vector := range v.Vectors {
		into := item
		if part > 0 {
			into = map[string]any{"part": part}
			further = append(further, into)
		}
		if into["vector"] = direction(vector); into["vector"] == nil {
			into["zeros"] = len(vector)
		}
		item["without"] = 0
	}
	item["parts"] = further
	return item
}

// ReleaseTexts releases the episodes that a claim holds.
func (s *Store) ReleaseTexts(ctx context.Context, ws, token string) error {
	_, err := withModelLock(ctx, s, releaseTexts.name, ws, func(ctx context.Context, tx neo4j.ManagedTransaction, n modelState) (struct{}, error) {
		q := releaseTexts.with(params{"workspace": ws, "claim": n.claimsBegin() + token})
		return within(ctx, tx, q, nothing)
	})
	return err
}

// direction converts a vector for the server. It returns nil for a vector of zeros, which the server rejects.
func direction(v graph.Vector) any {
	zero := true
	list := make([]int64, len(v))
	for i, x := range v {
		list[i] = int64(x)
		zero = zero && x == 0
	}
	if zero {
		return nil
	}
	return list
}

// compareCount compares the counter of an order with the relationships that are there, first without the lock, so that
// writers seldom wait. If another program changed their number, the order is computed anew.
func (s *Store) compareCount(ctx context.Context, o orderOf) error {
	limited, cancel := context.WithTimeout(ctx, snapshotLimit)
	defer cancel()
	began := time.Now()
	state, err := s.OrderState(limited, o.ws, o.kind)
	differs := false
	if err == nil && state.State == graph.OrderUnknown {
		differs, err = s.countOf(limited, o)
	}
	if differs {
		s.settler.ask(ctx, s, o)
	}
	s.settler.pace.Worked(time.Since(began))
	s.settler.pace.Rest(ctx)
	return err
}

// countOf makes the counter of one workspace right, and reports whether it differed.
func (s *Store) countOf(ctx context.Context, o orderOf) (differs bool, err error) {
	return run(ctx, s, countType.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "mark": newMark(),
	}), func(r *row) (bool, error) { return !r.empty && r.yes("differs"), nil })
}
