package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
)

// AddRelationship stores one relationship. Calls of a workspace that arrive during a transaction share the next one.
func (s *Store) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	return doGrouped(ctx, s, s.adds, ws, rel)
}

// addGroup adds the relationships of several callers and returns a verdict for each. Relationships of different types
// do not affect each other's verdicts, so there is one statement for each type, in the order of the locks. One group
// at a time adds relationships of all types, because two groups that lock many episodes would often block each other.
func (s *Store) addGroup(ctx context.Context, ws string, rels []graph.Relationship) ([]itemResult[graph.Ends], error) {
	list, verdicts := toAdditions(rels), make([]itemResult[graph.Ends], len(rels))
	if oneType(list) {
		q := adding(ws, list, nil)
		_, err := settling(ctx, s, ws, q, func(r *row) (struct{}, []dueOrder, error) {
			clear(verdicts)
			reportEach(r, q, list, verdicts)
			return struct{}{}, dueOf(r, list[0].Type), rollBack(verdicts)
		})
		return groupResults(verdicts, err)
	}
	var due []dueOrder
	_, err := transactIn(ctx, s, ws, "add_group", adds, func(ctx context.Context, tx neo4j.ManagedTransaction) (_ struct{}, err error) {
		clear(verdicts)
		due, err = addEach(ctx, s, tx, ws, list, verdicts)
		return struct{}{}, err
	})
	if err == nil {
		s.settleLater(ctx, ws, due)
	}
	return groupResults(verdicts, err)
}

// addEach adds relationships of several types in a transaction.
func addEach(
	ctx context.Context, s *Store, tx neo4j.ManagedTransaction, ws string, list []addition, verdicts []itemResult[graph.Ends],
) (due []dueOrder, err error) {
	for _, t := range graph.Types() {
		some := ofType(t, list, nil)
		if len(some) == 0 {
			continue
		}
		q := adding(ws, some, nil)
		_, left, err := settlingWithin(ctx, s, tx, ws, q, func(r *row) (struct{}, []dueOrder, error) {
			reportEach(r, q, some, verdicts)
			return struct{}{}, dueOf(r, t), nil
		})
		if err != nil {
			return nil, err
		}
		due = append(due, left...)
	}
	return due, rollBack(verdicts)
}

// reportEach stores the result of each addition at its caller's index.
func reportEach(r *row, q query, some []addition, verdicts []itemResult[graph.Ends]) {
	found := episodes{}
	found.read(r, lookedUp(q))
	for _, rel := range some {
		verdicts[rel.index].result = found.of(rel.Relationship)
	}
	for _, j := range each(r.fields, "verdicts", decodeReport) {
		rel := some[j.index]
		verdicts[rel.index].refused = j.verdict(rel)
	}
}

// toAdditions turns relationships into additions.
func toAdditions(rels []graph.Relationship) []addition {
	list := make([]addition, len(rels))
	for i, rel := range rels {
		list[i] = addition{Relationship: rel, index: i}
	}
	return list
}

// addition is a relationship to add.
type addition struct {
	graph.Relationship
	index   int  // in the caller's list
	lenient bool // an existing relationship is returned, not rejected
}

// adding returns the query that adds relationships of one type. There must be at least one. It takes the ends from nodes,
// or looks them up if nodes is nil.
func adding(ws string, rels []addition, nodes endNodes) query {
	c := columnsOf(rels)
	if nodes != nil {
		c.nodes, c.episodes = nodes.of(c.episodes), []string{}
	}
	t := rels[0].Type
	if t.Ordering() {
		return addOrdering.of(graph.Outgoing, t).with(params{
			"workspace": ws, "attempt": newMark(), "episodes": c.episodes, "nodes": c.nodes, "from": c.from, "to": c.to,
			"relationships": c.ids, "strengths": c.strengths, "metadata": c.metadata, "created": c.created,
		})
	}
	return addOther.of(graph.Outgoing, t).with(params{
		"workspace": ws, "node": changeNode(), "mark": newMark(), "episodes": c.episodes, "nodes": c.nodes, "from": c.from, "to": c.to,
		"relationships": c.ids, "strengths": c.strengths, "metadata": c.metadata, "created": c.created,
	})
}

// lookedUp returns the ids of the episodes that such a query looks up.
func lookedUp(q query) []string {
	ids, _ := q.params["episodes"].([]string)
	return ids
}

// columns are relationships as a statement takes them: one list for each field, which is less to send and to decode than a
// map for each relationship. The episodes at the ends are listed once each, and found once each.
type columns struct {
	episodes  []string
	nodes     []int64 // in place of episodes
	from, to  []int   // places in episodes or nodes
	ids       []string
	strengths []float64
	metadata  []any
	created   []int64
}

func columnsOf(rels []addition) columns {
	n := len(rels)
	c := columns{
		nodes: []int64{}, from: make([]int, n), to: make([]int, n), ids: make([]string, n),
		strengths: make([]float64, n), metadata: make([]any, n), created: make([]int64, n),
	}
	places := map[graph.ID]int{}
	place := func(id graph.ID) int {
		at, there := places[id]
		if !there {
			at = len(c.episodes)
			places[id], c.episodes = at, append(c.episodes, string(id))
		}
		return at
	}
	for i, r := range rels {
		c.from[i], c.to[i], c.ids[i] = place(r.From), place(r.To), string(r.ID)
		c.strengths[i], c.metadata[i], c.created[i] = r.Strength, orNull(r.Metadata), int64(r.CreatedAt)
	}
	return c
}

// report is the database's report on an addition that it did not create.
type report struct {
	index    int
	from, to bool // whether the ends exist
	old      *graph.Relationship
	cycle    graph.CyclePath
}

func decodeReport(f fields) report {
	j := report{
		index: int(f.integer("index")), from: f.yes("from"), to: f.yes("to"),
		cycle: decodeCycle(f),
	}
	if f.values["old"] != nil {
		old := decodeRelationship(f.of("old"))
		j.old = &old
	}
	return j
}

// decodeCycle reads a cycle that the statement has shortened already.
func decodeCycle(f fields) graph.CyclePath {
	path := graph.CyclePath{IDs: idsIn(f, "cycle")}
	if length := int(f.integer("length")); length > len(path.IDs) {
		path.Omitted = length - len(path.IDs)
	}
	return path
}

func idsIn(f fields, name string) []graph.ID {
	list := column[string](f, name)
	typed := make([]graph.ID, len(list))
	for i, id := range list {
		typed[i] = graph.ID(id)
	}
	return typed
}

// checkAdditions returns the first verdict against one of the additions. It replaces those that existed already by
// the stored relationships.
func checkAdditions(r *row, rels []addition) *refused {
	for _, j := range each(r.fields, "verdicts", decodeReport) {
		rel := &rels[j.index]
		if err := j.verdict(*rel); err != nil {
			return &refused{rel.index, err}
		}
		rel.Relationship = *j.old
	}
	return nil
}

// verdict returns nil if the relationship is an earlier attempt of the same call, or if it may exist already.
func (j report) verdict(rel addition) *fault.Error {
	if unknown := missing(rel.From, j.from, rel.To, j.to); len(unknown) > 0 {
		return graph.EpisodeNotFound(unknown...)
	}
	switch {
	case j.old == nil:
		return graph.CycleCreated(j.cycle)
	case j.old.ID == rel.ID || rel.lenient:
		return nil
	}
	return graph.RelationshipExists(j.old.ID, rel.From, rel.To, rel.Type)
}

// missing lists which of two ends do not exist, from first.
func missing(from graph.ID, fromExists bool, to graph.ID, toExists bool) []graph.ID {
	var unknown []graph.ID
	if !fromExists {
		unknown = append(unknown, from)
	}
	if !toExists && (to != from || fromExists) {
		unknown = append(unknown, to)
	}
	return unknown
}
