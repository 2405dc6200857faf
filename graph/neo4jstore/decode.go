package neo4jstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/input"
)

// errDecode reports an answer that does not match its statement, which is a bug.
var errDecode = errors.New("neo4jstore: unexpected answer")

// errVanished reports an answer with something that was deleted during the read. Some versions then return null for
// its properties, and others fail. A retry no longer finds it.
var errVanished = errors.New("neo4jstore: deleted while it was read")

// fields reads named values and keeps the first error, so that decoders need not check each step. An absent value, or
// null, is the zero value.
type fields struct {
	values map[string]any
	bad    *error
	left   *[]string // what readable has left out
}

// row is the only record of an answer, with its summary.
type row struct {
	fields
	empty   bool
	summary neo4j.ResultSummary
}

// decodeRow runs decode on a record. An error of reading values takes precedence over decode's own.
func decodeRow[T any](record *neo4j.Record, summary neo4j.ResultSummary, decode func(*row) (T, error)) (T, error) {
	result, _, err := decodeReadable(record, summary, decode)
	return result, err
}

// decodeReadable is decodeRow. It also describes the elements that readable has left out.
func decodeReadable[T any](
	record *neo4j.Record, summary neo4j.ResultSummary, decode func(*row) (T, error),
) (result T, left []string, err error) {
	var bad error
	r := &row{fields: fields{bad: &bad, left: &left}, empty: record == nil, summary: summary}
	if record != nil {
		r.values = record.AsMap()
	}
	result, err = decode(r)
	if bad != nil {
		var none T
		return none, left, bad
	}
	return result, left, err
}

// nothing ignores the record.
func nothing(*row) (struct{}, error) { return struct{}{}, nil }

// take returns a value, which must be of type T.
func take[T any](f fields, name string) T {
	var none T
	return as[T](f, name, f.values[name], none)
}

func as[T any](f fields, name string, value any, none T) T {
	if value == nil {
		return none
	}
	typed, ok := value.(T)
	if !ok && *f.bad == nil {
		*f.bad = fmt.Errorf("%w: %s is %T, not %T", errDecode, name, value, none)
	}
	return typed
}

func (f fields) str(name string) string    { return take[string](f, name) }
func (f fields) integer(name string) int64 { return take[int64](f, name) }
func (f fields) yes(name string) bool      { return take[bool](f, name) }
func (f fields) list(name string) []any    { return take[[]any](f, name) }

// number returns a float. It accepts an integer, because another writer may have stored 1 for 1.0.
func (f fields) number(name string) float64 { return asNumber(f, name, f.values[name]) }

func asNumber(f fields, name string, value any) float64 {
	if whole, ok := value.(int64); ok {
		return float64(whole)
	}
	return as(f, name, value, 0.0)
}

// of returns the fields of a map.
func (f fields) of(name string) fields { return f.inside(name, f.values[name]) }

func (f fields) inside(name string, value any) fields {
	return fields{as[map[string]any](f, name, value, nil), f.bad, f.left}
}

// column returns the items of a list, which must be of type T.
func column[T any](f fields, name string) []T {
	var none T
	list := f.list(name)
	typed := make([]T, len(list))
	for i, value := range list {
		typed[i] = as(f, name, value, none)
	}
	return typed
}

// each decodes a list of maps.
func each[T any](f fields, name string, decode func(fields) T) []T {
	list := f.list(name)
	decoded := make([]T, len(list))
	for i, value := range list {
		decoded[i] = decode(f.inside(name, value))
	}
	return decoded
}

// tuples decodes a list of lists. names are the names of their items.
func tuples[T any](f fields, name string, names []string, decode func(fields) T) []T {
	list := f.list(name)
	decoded := make([]T, len(list))
	values := make(map[string]any, len(names))
	for i, value := range list {
		items := as[[]any](f, name, value, nil)
		for j, n := range names {
			values[n] = nil
			if j < len(items) {
				values[n] = items[j]
			}
		}
		decoded[i] = decode(fields{values, f.bad, f.left})
	}
	return decoded
}

// readable makes a decoder that returns nil for an element that cannot be read, because another program has written one of its
// values, or because it was deleted during the read. So one bad value takes one element, not the answer.
func readable[T any](decode func(fields) T) func(fields) *T {
	return func(f fields) *T {
		one, err := alone(f, decode)
		if err == nil {
			return &one
		}
		if !errors.Is(err, errVanished) || len(nameOf(f)) > 0 {
			*f.left = append(*f.left, fmt.Sprintf("%s: %v", nameOf(f), err))
		}
		return nil
	}
}

// alone decodes an element, and returns its own error with what could be read.
func alone[T any](f fields, decode func(fields) T) (T, error) {
	var bad error
	if *f.bad != nil { // it is no element at all
		bad, *f.bad = *f.bad, nil
	}
	one := decode(fields{f.values, &bad, f.left})
	return one, bad
}

// nameOf names an element by the values that identify it. It is empty for one that was deleted during the read.
func nameOf(f fields) string {
	var names []string
	for _, name := range []string{"episode_id", "id", "type", "from", "to"} {
		if value := f.values[name]; value != nil {
			names = append(names, fmt.Sprintf("%s %v", name, value))
		}
	}
	return strings.Join(names, ", ")
}

// present returns the elements that could be read.
func present[T any](list []*T) []T {
	all := make([]T, 0, len(list))
	for _, one := range list {
		if one != nil {
			all = append(all, *one)
		}
	}
	return all
}

// eachReadable is each, without the elements that cannot be read.
func eachReadable[T any](f fields, name string, decode func(fields) T) []T {
	return present(each(f, name, readable(decode)))
}

// tuplesReadable is tuples, without the elements that cannot be read.
func tuplesReadable[T any](f fields, name string, names []string, decode func(fields) T) []T {
	return present(tuples(f, name, names, readable(decode)))
}

func (f fields) time(name string) graph.Time { return graph.Time(f.integer(name)) }

// id returns an id, which must be present.
func (f fields) id(name string) graph.ID {
	id := graph.ID(f.str(name))
	f.holds(id != "")
	return id
}

// holds records errVanished if a condition is false.
func (f fields) holds(condition bool) {
	if !condition && *f.bad == nil {
		*f.bad = errVanished
	}
}

func (f fields) object(name string) input.Object {
	text := f.str(name)
	if text == "" {
		return nil
	}
	if *f.bad == nil && (text[0] != '{' || !json.Valid([]byte(text))) {
		*f.bad = fmt.Errorf("%w: %s is no JSON object", errDecode, name)
		return nil
	}
	return input.Object(text)
}

func decodeEpisode(f fields) graph.Episode {
	e := graph.Episode{
		EpisodeID: f.id("episode_id"), ID: f.integer("id"), Name: f.str("name"), Query: f.str("query"),
		Reflection: f.str("reflection"), Reward: f.number("reward"), Metadata: f.object("metadata"),
		CreatedAt: f.time("created_at"), UpdatedAt: f.time("updated_at"), Pattern: f.integer("pattern"),
	}
	if len(f.list("tags")) > 0 {
		e.Tags = column[string](f, "tags")
	}
	return e
}

func decodeNode(f fields) graph.ShownNode {
	return graph.ShownNode{Node: graph.Node{
		EpisodeID: f.id("episode_id"), ID: f.integer("id"), Name: f.str("name"), CreatedAt: f.time("created_at"),
	}, Reward: f.number("reward")}
}

func decodeRelationship(f fields) graph.Relationship {
	return graph.Relationship{
		ID: f.id("id"), From: f.id("from"), To: f.id("to"), Type: typeOf(f.str("type")),
		Strength: f.number("strength"), Metadata: f.object("metadata"), CreatedAt: f.time("created_at"),
	}
}

// orNull returns nil for an empty text, so that its property is not stored.
func orNull[T ~string | ~[]byte](text T) any {
	if len(text) == 0 {
		return nil
	}
	return string(text)
}
