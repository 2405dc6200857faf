package sqlitestore

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"plotline/graph"
	"plotline/graph/kinds"
	"plotline/internal/clip"
)

// orderingTypes are those that have an order, by their numbers.
var orderingTypes = [...]graph.Type{graph.Follows, graph.Causes}

// typeNumber returns the number by which the file stores a type.
func typeNumber(t graph.Type) int {
	if kind := kinds.Of(string(t)); kind != nil {
		return kind.Code
	}
	return -1
}

// typeBits returns a bit set of types, or of all types if none is given.
func typeBits(some []graph.Type) int {
	if len(some) == 0 {
		some = graph.Types()
	}
	bits := 0
	for _, t := range some {
		bits |= 1 << typeNumber(t)
	}
	return bits
}

// typeColumn scans the number of a type.
type typeColumn graph.Type

// Scan implements sql.Scanner.
func (t *typeColumn) Scan(src any) error {
	n, ok := src.(int64)
	kind := kinds.OfCode(n)
	if !ok || kind == nil {
		return fmt.Errorf("no type of relationship: %v", src)
	}
	*t = typeColumn(kind.Name)
	return nil
}

// tagsColumn scans a JSON list of strings. NULL is the empty list.
type tagsColumn []string

// Scan implements sql.Scanner.
func (t *tagsColumn) Scan(src any) error {
	*t = nil
	text, ok := src.(string)
	if !ok {
		return nil
	}
	return json.Unmarshal([]byte(text), (*[]string)(t))
}

// list encodes a JSON list for json_each.
func list[T any](items []T) string {
	if len(items) == 0 {
		return "[]"
	}
	text, _ := json.Marshal(items) //nolint:errchkjson // strings and numbers
	return string(text)
}

// tagsText encodes tags for tagsColumn.
func tagsText(tags []string) any {
	if len(tags) == 0 {
		return nil
	}
	return list(tags)
}

// object encodes JSON metadata for storage. Empty metadata is NULL.
func object[T ~[]byte](o T) any {
	if len(o) == 0 {
		return nil
	}
	return string(o)
}

func episodeFields(e *graph.Episode) []any {
	return []any{
		(*string)(&e.EpisodeID), &e.ID, &e.Name, &e.Query, &e.Reflection, &e.Reward,
		(*tagsColumn)(&e.Tags), (*[]byte)(&e.Metadata), (*int64)(&e.CreatedAt), (*int64)(&e.UpdatedAt),
	}
}

// shortEpisodeFields returns a function for the fields of an episode and its pattern. If most is not 0, texts are cut to
// that many characters.
func shortEpisodeFields(most int) func(*graph.Episode) []any {
	return func(e *graph.Episode) []any {
		fields := append(episodeFields(e), &e.Pattern)
		if most > 0 {
			fields[queryPlace], fields[queryPlace+1] = &cutText{&e.Query, most}, &cutText{&e.Reflection, most}
		}
		return fields
	}
}

// queryPlace is the index of the query in episodeFields, before the reflection.
const queryPlace = 3

// cutText scans the beginning of a text, of at most that many characters.
type cutText struct {
	into *string
	most int
}

// Scan implements sql.Scanner.
func (c *cutText) Scan(value any) error {
	var text sql.NullString
	err := text.Scan(value)
	*c.into = clip.Copy(text.String, c.most)
	return err
}

// metadataPlace is the index of the metadata in relationshipFields.
const metadataPlace = 5

func relationshipFields(r *graph.Relationship) []any {
	return []any{
		(*string)(&r.ID), (*string)(&r.From), (*string)(&r.To), (*typeColumn)(&r.Type), &r.Strength,
		(*[]byte)(&r.Metadata), (*int64)(&r.CreatedAt),
	}
}

// node is an episode with its row key and that of its workspace.
type node struct {
	graph.Node

	key, workspace int64
}

func nodeFields(n *node) []any {
	return []any{&n.key, &n.workspace, (*string)(&n.EpisodeID), &n.ID, &n.Name, (*int64)(&n.CreatedAt)}
}
