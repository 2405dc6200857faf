package neo4jstore

import (
	"context"
	"errors"
	"sync"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// languages caches the languages for which the texts of workspaces are indexed. Statements that write texts compare
// them with those in the database, so the cache may be out of date.
type languages struct {
	mu sync.Mutex
	of map[string]graph.IndexingState
}

// mostRemembered is the number of workspaces in the cache. A full cache is emptied.
const mostRemembered = 10_000

// get returns the cached state, or the zero state if there is none.
func (l *languages) get(ws string) graph.IndexingState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of[ws]
}

func (l *languages) put(ws string, state graph.IndexingState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil || len(l.of) >= mostRemembered {
		l.of = map[string]graph.IndexingState{}
	}
	l.of[ws] = state
}

// errLanguages reports a write whose texts were indexed for other languages than the workspace's.
var errLanguages = fault.New(fault.Conflict, "The languages of the workspace have just been changed; try again")

// errCounter reports a create whose number was given before: another program has set the counter of the workspace back.
var errCounter = fault.New(fault.Conflict, "The counter of the workspace is behind its episodes; run plotline doctor --repair")

// languageAttempts limits the attempts of a write while the languages change.
const languageAttempts = 20

// inLanguages runs work that writes texts, with the languages for which they must be indexed. A workspace that has no
// languages gets those wanted, and a counter. If a number was given before, the counter is made anew once.
func inLanguages[T any](
	ctx context.Context, s *Store, ws string, wanted analysis.Languages, work func(graph.IndexingState) (T, error),
) (T, error) {
	state, counted := s.languages.get(ws), false
	for try := 1; ; try++ {
		read := readLanguages.with(params{"workspace": ws})
		state.Languages = state.Languages.Or(wanted).Or(analysis.English)
		refused := state.CheckWriter(ws, wanted)
		if refused == nil {
			out, err := work(state)
			behind := !counted && (errors.Is(err, errCounter) || code(err) == codeConstraint)
			if !behind && (try == languageAttempts || !errors.Is(err, errLanguages)) {
				return out, err
			}
			counted = counted || behind
			read = makingCounter(ws, state.Languages, false, graph.MoveOf(ctx) != "")
		} else if try > 1 {
			var none T
			return none, refused
		}
		now, err := run(ctx, s, read, decodeIndexed)
		if err != nil {
			var none T
			return none, err
		}
		state = now.Writing()
		s.languages.put(ws, state)
	}
}

// indexed is the state of a workspace, with its number of episodes.
type indexed struct {
	graph.IndexingState

	episodes int
}

func (i indexed) result() graph.Indexing {
	out := i.Indexing(i.episodes)
	if i.lost() {
		out.Left = i.episodes
	}
	return out
}

// lost reports whether another program has deleted the languages of texts.
func (i indexed) lost() bool { return i.Languages.None() && i.episodes > 0 }

func decodeIndexed(r *row) (indexed, error) {
	return indexed{graph.IndexingState{
		Languages: analysis.Languages(r.str("languages")), Next: analysis.Languages(r.str("next")),
		Pending: !r.empty && r.values["after"] != nil, After: r.integer("after"), Done: int(r.integer("done")),
	}, int(r.integer("episodes"))}, nil
}

// Languages returns the languages in which a workspace answers queries.
func (s *Store) Languages(ctx context.Context, ws string) (graph.Indexing, error) {
	now, err := run(ctx, s, readLanguages.with(params{"workspace": ws}), decodeIndexed)
	return now.result(), err
}

// UseLanguages starts to index the texts of a workspace for other languages.
func (s *Store) UseLanguages(ctx context.Context, ws string, wanted analysis.Languages) (graph.Indexing, error) {
	return transact(ctx, s, "use_languages", func(ctx context.Context, tx neo4j.ManagedTransaction) (graph.Indexing, error) {
		now, err := within(ctx, tx, makingCounter(ws, "", false, true), decodeIndexed)
		if err != nil {
			return graph.Indexing{}, err
		}
		next := now.Begin(wanted)
		if now.lost() {
			next = graph.IndexingState{Languages: wanted.Or(analysis.English), Pending: true}
		}
		if next != now.IndexingState {
			_, err = within(ctx, tx, writing(ws, next), nothing)
		}
		return next.Indexing(now.episodes), err
	})
}

// makingCounter makes the counter of a workspace if it has none or it is lost, or in any case.
func makingCounter(ws string, languages analysis.Languages, anew, arriving bool) query {
	return makeCounter.with(params{
		"workspace": ws, "attempt": newMark(), "languages": orNull(string(languages)), "anew": anew, "arriving": arriving,
	})
}

func writing(ws string, state graph.IndexingState) query {
	var after any
	if state.Pending {
		after = state.After
	}
	return writeLanguages.with(params{
		"workspace": ws, "languages": string(state.Languages), "next": orNull(string(state.Next)), "after": after, "done": state.Done,
	})
}

// mostReindexed limits the bytes of text that one transaction indexes, because writers wait for it.
const mostReindexed = 1 << 20

// ReindexTexts indexes the next episodes of a workspace again. It locks the workspace before the episodes, as a
// delete does.
func (s *Store) ReindexTexts(ctx context.Context, ws string, limit int) (graph.Indexing, error) {
	return writeTexts(ctx, s, ws, mostReindexed, func(ctx context.Context) (graph.Indexing, error) {
		return s.reindexTexts(ctx, ws, limit)
	})
}

func (s *Store) reindexTexts(ctx context.Context, ws string, limit int) (graph.Indexing, error) {
	return transact(ctx, s, "reindex_texts", func(ctx context.Context, tx neo4j.ManagedTransaction) (graph.Indexing, error) {
		q := holdLanguages.with(params{"workspace": ws, "attempt": string(graph.NewID())})
		now, err := within(ctx, tx, q, decodeIndexed)
		if err != nil || !now.Pending {
			return now.result(), err
		}
		q = holdTexts.with(params{"workspace": ws, "after": now.After, "limit": limit + 1})
		some, err := within(ctx, tx, q, func(r *row) ([]graph.Episode, error) {
			return each(r.fields, "episodes", decodeEpisode), nil
		})
		if err != nil {
			return graph.Indexing{}, err
		}
		items, last := reindexed(ws, some[:min(limit, len(some))], now.IndexingState)
		next := now.Advance(last, len(items), len(items) < len(some))
		if _, err = within(ctx, tx, writeIndex.with(params{"workspace": ws, "episodes": items}), nothing); err == nil {
			_, err = within(ctx, tx, writing(ws, next), nothing)
		}
		return next.Indexing(now.episodes), err
	})
}

// reindexed returns the index properties of the first of some episodes, and the serial number of the last of these.
func reindexed(ws string, some []graph.Episode, state graph.IndexingState) (items []any, last int64) {
	last, size := state.After, 0
	items = []any{}
	for _, e := range some {
		if size >= mostReindexed {
			break
		}
		item := map[string]any{"episode_id": string(e.EpisodeID), "updated_at": int64(e.UpdatedAt)}
		index(item, ws, e, state.Sets())
		items, last = append(items, item), e.ID
		size += len(e.Name) + len(e.Query) + len(e.Reflection)
	}
	return items, last
}

// Workspaces lists the workspaces that have episodes.
func (s *Store) Workspaces(ctx context.Context, after string, limit int) ([]string, error) {
	return run(ctx, s, pageWorkspaces.with(params{"after": after, "limit": limit}), func(r *row) ([]string, error) {
		return column[string](r.fields, "workspaces"), nil
	})
}
