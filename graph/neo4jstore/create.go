package neo4jstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// CreateEpisodes stores a batch, all or nothing.
func (s *Store) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	return writeTexts(ctx, s, ws, bytesOf(batch.Episodes), func(ctx context.Context) (graph.Created, error) {
		return s.createEpisodes(ctx, ws, batch)
	})
}

func (s *Store) createEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	if len(batch.Episodes) == 1 && len(batch.Relationships) == 0 && graph.MoveOf(ctx) == "" { // a group has the context of one caller
		made, err := inLanguages(ctx, s, ws, batch.Languages, func(in graph.IndexingState) (graph.Episode, error) {
			return doGrouped(ctx, s, s.creates, groupOf{ws, in}, batch.Episodes[0])
		})
		return graph.Created{
			Episodes: []graph.Episode{made}, Relationships: []graph.Relationship{}, Ends: []graph.Ends{},
		}, err
	}
	if len(batch.Episodes) == 0 {
		return s.createBatch(ctx, ws, batch, graph.IndexingState{})
	}
	return inLanguages(ctx, s, ws, batch.Languages, func(in graph.IndexingState) (graph.Created, error) {
		return s.createBatch(ctx, ws, batch, in)
	})
}

func (s *Store) createBatch(ctx context.Context, ws string, batch graph.Batch, in graph.IndexingState) (graph.Created, error) {
	create := makeEpisodes
	if allNew(batch.Episodes) {
		create = makeNew
	}
	var due []dueOrder
	created, err := transactIn(ctx, s, ws, createEpisodes.name, adds, func(ctx context.Context, tx neo4j.ManagedTransaction) (graph.Created, error) {
		made, err := create(ctx, tx, groupOf{ws, in}, batch.Episodes)
		create = makeEpisodes // if this attempt fails, the next one checks what exists
		if err != nil {
			return graph.Created{}, err
		}
		created := graph.Created{Episodes: make([]graph.Episode, len(made))}
		created.Relationships, created.Ends, due, err = addResolved(ctx, s, tx, ws, resolve(batch.Relationships, made))
		for i, m := range made {
			created.Episodes[i] = m.Episode
		}
		return created, err
	})
	if err == nil {
		s.settleLater(ctx, ws, due)
	}
	return created, err
}

// createGroup creates the episodes of several callers and returns a verdict for each.
func (s *Store) createGroup(ctx context.Context, of groupOf, episodes []graph.NewEpisode) ([]itemResult[graph.Episode], error) {
	verdicts := make([]itemResult[graph.Episode], len(episodes))
	_, err := run(ctx, s, creating(of, episodes), func(r *row) (struct{}, error) {
		outcomes, err := decodeOutcomes(r)
		if err != nil {
			return struct{}{}, err
		}
		if len(outcomes) != len(episodes) {
			return struct{}{}, errDecode
		}
		for i, o := range outcomes {
			made, refused := o.result(episodes[i])
			verdicts[i] = itemResult[graph.Episode]{made.Episode, refused}
		}
		return struct{}{}, rollBack(verdicts)
	})
	return groupResults(verdicts, err)
}

func makeEpisodes(
	ctx context.Context, tx neo4j.ManagedTransaction, of groupOf, episodes []graph.NewEpisode,
) ([]madeEpisode, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	return within(ctx, tx, creating(of, episodes), func(r *row) ([]madeEpisode, error) {
		outcomes, err := decodeOutcomes(r)
		if err != nil {
			return nil, err
		}
		made, refused := checkEpisodes(outcomes, episodes)
		if refused != nil {
			return nil, refused.fault.At(refused.index)
		}
		return made, nil
	})
}

// allNew reports whether a batch can be tried without checks: no item has a key, and either all ask for a number or
// none does.
func allNew(episodes []graph.NewEpisode) bool {
	return len(episodes) > 0 && !slices.ContainsFunc(episodes, func(e graph.NewEpisode) bool {
		return e.Key != "" || e.ID > 0 != (episodes[0].ID > 0)
	})
}

// makeNew is makeEpisodes without checks. An id or a number that exists already breaks a constraint.
func makeNew(
	ctx context.Context, tx neo4j.ManagedTransaction, of groupOf, episodes []graph.NewEpisode,
) ([]madeEpisode, error) {
	last, err := within(ctx, tx, creatingNew(of, episodes), func(r *row) (*int64, error) {
		if r.values["last"] == nil {
			return nil, nil
		}
		last := r.integer("last")
		return &last, nil
	})
	if err != nil {
		return nil, err
	}
	if last == nil { // other languages, or a number that may be spent
		return makeEpisodes(ctx, tx, of, episodes)
	}
	made := make([]madeEpisode, len(episodes))
	for i, e := range episodes {
		made[i].Episode = e.Episode
		if e.ID == 0 {
			made[i].ID = *last + 1 + int64(i)
		}
	}
	return made, nil
}

func creating(of groupOf, episodes []graph.NewEpisode) query {
	return createEpisodes.with(params{
		"workspace": of.ws, "attempt": string(graph.NewID()), "episodes": stored(of, episodes),
		"languages": string(of.indexing.Languages), "next": orNull(string(of.indexing.Next)),
	})
}

func creatingNew(of groupOf, episodes []graph.NewEpisode) query {
	var lowest, highest any
	if episodes[0].ID > 0 {
		byNumber := func(a, b graph.NewEpisode) int { return cmp.Compare(a.ID, b.ID) }
		lowest, highest = slices.MinFunc(episodes, byNumber).ID, slices.MaxFunc(episodes, byNumber).ID
	}
	return createNew.with(params{
		"workspace": of.ws, "attempt": string(graph.NewID()), "episodes": stored(of, episodes), "lowest": lowest, "highest": highest,
		"languages": string(of.indexing.Languages), "next": orNull(string(of.indexing.Next)),
	})
}

// stored returns episodes as the properties in which they are stored.
func stored(of groupOf, episodes []graph.NewEpisode) []any {
	items := make([]any, len(episodes))
	sharing.Each(len(items), func(i int) {
		e := episodes[i]
		item := properties(of, e.Episode)
		item["episode_id"], item["created_at"] = string(e.EpisodeID), int64(e.CreatedAt)
		item["idempotency_key"], item["digest"] = orNull(e.Key), orNull(e.Digest)
		item["series_a"], item["series_b"] = 0, 0          // no vectors
		item["level_follows"], item["level_causes"] = 0, 0 // no relationships
		if e.ID > 0 {
			item["id"] = e.ID
		}
		items[i] = item
	})
	return items
}

// properties returns the properties that an update writes.
func properties(of groupOf, e graph.Episode) map[string]any {
	fields := map[string]any{
		"name": e.Name, "query": e.Query, "reflection": orNull(e.Reflection), "reward": e.Reward,
		"tags": e.Tags, "metadata": orNull(e.Metadata), "updated_at": int64(e.UpdatedAt),
		"pattern": graph.PatternOf(e),
	}
	index(fields, of.ws, e, of.indexing.Sets())
	return fields
}

// madeEpisode is the result for an item of a batch.
type madeEpisode struct {
	graph.Episode
	replayed bool
}

// refused is a verdict against an item of a batch.
type refused struct {
	index int
	fault *fault.Error
}

// outcome is the database's result for an item: its number, or the episode that existed already.
type outcome struct {
	number int64
	old    *graph.NewEpisode
}

func decodeOutcome(f fields) outcome {
	if f.values["old"] == nil {
		return outcome{number: f.integer("number")}
	}
	old := decodeNewEpisode(f.of("old"))
	return outcome{old: &old}
}

func decodeNewEpisode(f fields) graph.NewEpisode {
	return graph.NewEpisode{Episode: decodeEpisode(f), Key: f.str("idempotency_key"), Digest: f.str("digest")}
}

// decodeOutcomes returns an error if the statement has created nothing.
func decodeOutcomes(r *row) ([]outcome, error) {
	outcomes := tuples(r.fields, "outcomes", []string{"number", "old"}, decodeOutcome)
	switch {
	case len(outcomes) == 0:
		return nil, errLanguages
	case slices.Contains(outcomes, outcome{}):
		return nil, errCounter
	}
	return outcomes, nil
}

// checkEpisodes reads the outcome of each item. The first verdict decides. It names no episode of the batch itself, which
// is rolled back.
func checkEpisodes(outcomes []outcome, asked []graph.NewEpisode) ([]madeEpisode, *refused) {
	made := make([]madeEpisode, len(outcomes))
	for i, o := range outcomes {
		one, err := o.result(asked[i])
		if err != nil && slices.ContainsFunc(made[:i], func(m madeEpisode) bool { return !m.replayed && m.EpisodeID == err.Extra["episode_id"] }) {
			err = graph.KeyReused(asked[i].Key, "")
		}
		if err != nil {
			return nil, &refused{i, err}
		}
		made[i] = one
	}
	return made, nil
}

// result returns the episode that was made of an item, or the one that the item replays.
func (o outcome) result(asked graph.NewEpisode) (madeEpisode, *fault.Error) {
	if o.old == nil {
		asked.ID = o.number
		return madeEpisode{asked.Episode, false}, nil
	}
	if err := checkReplay(asked, *o.old); err != nil {
		return madeEpisode{}, err
	}
	return madeEpisode{o.old.Episode, true}, nil
}

// checkReplay checks an item whose key or id an episode already has. It returns nil for a replay.
func checkReplay(asked, old graph.NewEpisode) *fault.Error {
	switch {
	case asked.Key != "" && old.Key == asked.Key:
		if old.Digest == asked.Digest {
			return nil
		}
		return graph.KeyReused(asked.Key, old.EpisodeID)
	case asked.Key == "" && old.Key == "" && old.Equal(asked.Episode):
		return nil
	}
	return graph.EpisodeExists(asked.EpisodeID)
}
