package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// modelState holds the model of a workspace's vectors, and the next model while it is being introduced. The vectors of a
// model form a series with a number, which no other model of the workspace ever gets. Naming a model therefore
// changes no episode: those without a vector of the series wait.
type modelState struct {
	model, next        string
	series, nextSeries int64
	last               int64 // the last series number given
	claims             int64 // how often all claims have been ended
	parts              bool  // some text was stored in parts
}

// target returns the series whose vectors are wanted.
func (n modelState) target() int64 {
	if n.next != "" {
		return n.nextSeries
	}
	return n.series
}

func decodeNaming(r *row) (modelState, error) {
	return modelState{
		model: r.str("model"), next: r.str("next"), series: r.integer("series"), nextSeries: r.integer("next_series"),
		last: r.integer("last_series"), claims: r.integer("claims"), parts: r.yes("parts"),
	}, nil
}

// named returns the naming with a model, or an error if another is in use.
func (n modelState) named(ws, model string, replace bool) (modelState, error) {
	switch {
	case n.model == "":
		n.last++
		n.model, n.series = model, n.last
	case n.model == model && replace:
		if n.next != "" {
			n.next = ""
			n.claims++
		}
	case n.model == model, n.next == model:
	case replace:
		if n.last++; n.last%2 == n.series%2 { // the properties of this one are in use
			n.last++
		}
		n.next, n.nextSeries = model, n.last
		n.claims++
	default:
		return n, graph.OtherModel(ws, n.model, model)
	}
	return n, nil
}

// Embeddings returns the model of a workspace's vectors, and how many there are.
func (s *Store) Embeddings(ctx context.Context, ws string) (graph.Embeddings, error) {
	return transact(ctx, s, "embeddings", func(ctx context.Context, tx neo4j.ManagedTransaction) (graph.Embeddings, error) {
		n, err := within(ctx, tx, readModel.with(params{"workspace": ws}), decodeNaming)
		if err != nil {
			return graph.Embeddings{}, err
		}
		return count(ctx, tx, ws, n)
	})
}

// UseModel names the model of a workspace's vectors.
func (s *Store) UseModel(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error) {
	return transact(ctx, s, "use_model", func(ctx context.Context, tx neo4j.ManagedTransaction) (graph.Embeddings, error) {
		made := makeModel.with(params{"workspace": ws, "attempt": string(graph.NewID())})
		was, err := within(ctx, tx, made, decodeNaming)
		if err != nil {
			return graph.Embeddings{}, err
		}
		n, err := was.named(ws, model, replace)
		if err == nil && n != was {
			_, err = within(ctx, tx, n.writing(ws), nothing)
		}
		if err != nil {
			return graph.Embeddings{}, err
		}
		return count(ctx, tx, ws, n)
	})
}

func (n modelState) writing(ws string) query {
	var nextSeries any
	if n.next != "" {
		nextSeries = n.nextSeries
	}
	return writeModel.with(params{
		"workspace": ws, "model": n.model, "series": n.series, "next": orNull(n.next), "next_series": nextSeries,
		"last_series": n.last, "claims": n.claims,
	})
}

// count returns the embeddings of a workspace. The next model takes over here if no episode waits for it, which a
// deletion of episodes may have caused.
func count(ctx context.Context, tx neo4j.ManagedTransaction, ws string, n modelState) (graph.Embeddings, error) {
	if n.model == "" {
		return graph.Embeddings{}, nil
	}
	over, err := completeChange(ctx, tx, ws, n)
	if err != nil {
		return graph.Embeddings{}, err
	}
	if over {
		n.model, n.series, n.next = n.next, n.nextSeries, ""
	}
	now := graph.Embeddings{Model: n.model, Next: n.next}
	now.Waiting, now.Vectors, err = countSeries(ctx, tx, ws, n.series)
	if err == nil && n.next != "" {
		now.Waiting, _, err = countSeries(ctx, tx, ws, n.nextSeries)
	}
	return now, err
}

func countSeries(ctx context.Context, tx neo4j.ManagedTransaction, ws string, series int64) (waiting, vectors int, err error) {
	q := countVectors.series(series).with(params{"workspace": ws, "series": series})
	_, err = within(ctx, tx, q, func(r *row) (struct{}, error) {
		waiting, vectors = int(r.integer("waiting")), int(r.integer("vectors"))
		return struct{}{}, nil
	})
	return waiting, vectors, err
}

// completeChange makes the next model the one in use if no episode waits for it, and reports whether it did.
func completeChange(ctx context.Context, tx neo4j.ManagedTransaction, ws string, n modelState) (bool, error) {
	if n.next == "" {
		return false, nil
	}
	q := changeOver.series(n.nextSeries).with(params{
		"workspace": ws, "attempt": string(graph.NewID()), "series": n.nextSeries,
	})
	return within(ctx, tx, q, func(r *row) (bool, error) { return !r.empty, nil })
}

// WaitingWorkspaces lists the workspaces where episodes wait for a vector of a model, or for a model.
func (s *Store) WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error) {
	q := waitingWorkspaces.with(params{"model": model, "limit": limit})
	return run(ctx, s, q, func(r *row) ([]string, error) { return column[string](r.fields, "workspaces"), nil })
}
