package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// vicinity is the part of an order that a transaction has read to settle levels. It is the Graph of a worklist.
type vicinity struct {
	tx            neo4j.ManagedTransaction
	of            orderOf
	after, before map[int64][]int64 // of the episodes that were read
	level         map[int64]int     // of these, and of their neighbours
	changed       map[int64]bool
	err           error // the first
}

func newVicinity(tx neo4j.ManagedTransaction, o orderOf) *vicinity {
	return &vicinity{
		tx: tx, of: o, after: map[int64][]int64{}, before: map[int64][]int64{}, level: map[int64]int{}, changed: map[int64]bool{},
	}
}

// Level implements worklist.Graph.
func (v *vicinity) Level(number int64) int { return v.level[number] }

// SetLevel implements worklist.Graph.
func (v *vicinity) SetLevel(number int64, level int) {
	v.level[number] = level
	v.changed[number] = true
}

// After implements worklist.Graph.
func (v *vicinity) After(ctx context.Context, number int64) []int64 {
	v.look(ctx, []int64{number})
	return v.after[number]
}

// Before implements worklist.Graph.
func (v *vicinity) Before(ctx context.Context, number int64) []int64 {
	v.look(ctx, []int64{number})
	return v.before[number]
}

// Failed implements worklist.Graph.
func (v *vicinity) Failed() bool { return v.err != nil }

// changes lists the levels to be stored, each with its episode's number.
func (v *vicinity) changes() [][]int64 {
	levels := make([][]int64, 0, len(v.changed))
	for number := range v.changed {
		levels = append(levels, []int64{number, int64(v.level[number])})
	}
	return levels
}

// mostBeyond is how many episodes behind those that are needed are read with them.
const mostBeyond = 2_000

// look reads episodes that were not read yet. With them it reads others behind them, twice as many as it has read before.
// A short walk then reads little, and a long one needs few statements.
func (v *vicinity) look(ctx context.Context, numbers []int64) {
	var missing []int64
	for _, number := range numbers {
		if _, read := v.after[number]; !read {
			missing = append(missing, number)
		}
	}
	if len(missing) == 0 || v.err != nil {
		return
	}
	for _, number := range missing {
		v.after[number] = nil // one that is not there has no neighbours
	}
	_, v.err = within(ctx, v.tx, readAround.of(graph.Outgoing, v.of.kind).with(params{
		"workspace": v.of.ws, "numbers": missing, "beyond": min(2*len(v.after), mostBeyond),
	}), func(r *row) (struct{}, error) {
		tuples(r.fields, "episodes", []string{"number", "level", "after", "before"}, func(f fields) struct{} {
			number := f.integer("number")
			v.found(number, f.integer("level"))
			v.after[number] = v.pairs(column[int64](f, "after"))
			v.before[number] = v.pairs(column[int64](f, "before"))
			return struct{}{}
		})
		return struct{}{}, nil
	})
}

// pairs reads the numbers and levels of neighbours, in turn.
func (v *vicinity) pairs(list []int64) []int64 {
	numbers := make([]int64, 0, len(list)/2)
	for i := 0; i+1 < len(list); i += 2 {
		v.found(list[i], list[i+1])
		numbers = append(numbers, list[i])
	}
	return numbers
}

// found keeps a level, unless it is known: then this transaction may have changed it.
func (v *vicinity) found(number, level int64) {
	if _, known := v.level[number]; !known {
		v.level[number] = int(level)
	}
}
