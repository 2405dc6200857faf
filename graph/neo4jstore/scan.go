package neo4jstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/fault"
)

// Types of values, as valueType of Cypher names them.
var (
	text      = []string{"STRING NOT NULL", "NULL"}
	textList  = []string{"LIST<STRING NOT NULL> NOT NULL", "LIST<NOTHING> NOT NULL", "NULL"}
	integer   = []string{"INTEGER NOT NULL", "NULL"}
	anyNumber = []string{"INTEGER NOT NULL", "FLOAT NOT NULL", "NULL"}
)

// The types that decoding accepts, by property. An element with a value of another one is left out of replies.
var (
	episodeTypes = map[string][]string{
		"episode_id": text[:1], "id": integer[:1], "name": text, "query": text, "reflection": text, "reward": anyNumber, "tags": textList,
		"metadata": text, "created_at": integer[:1], "updated_at": integer, "idempotency_key": text, "digest": text,
		"pattern": integer, "length": integer, "words": text, "stems": text,
	}
	relationshipTypes = map[string][]string{
		"id": text[:1], "strength": anyNumber, "metadata": text, "created_at": integer,
	}
)

// badValues are the elements of which a property has a value that cannot be read.
type badValues struct {
	property, element string
	number            int
}

func decodeBadValues(r *row) ([]badValues, error) {
	all := tuples(r.fields, "bad", []string{"property", "number", "element"}, func(f fields) badValues {
		return badValues{f.str("property"), f.str("element"), int(f.integer("number"))}
	})
	slices.SortFunc(all, func(a, b badValues) int { return cmp.Compare(a.property, b.property) })
	return all, nil
}

// unpaged are elements that no page has.
type unpaged struct {
	number   int
	elements []string
}

func decodeUnpaged(r *row) (unpaged, error) {
	return unpaged{int(r.integer("number")), column[string](r.fields, "elements")}, nil
}

const (
	unnumbered = "episode without a number"
	unnamed    = "relationship without an id or a workspace"
)

// unpagedError describes an element that no page has.
func unpagedError(what string, between bool, element string) error {
	return fault.Newf(fault.Conflict, "%s (element %s): another program wrote it; set or delete it in Neo4j: %s", what, element, showElements(between, element))
}

// scan finds the elements of a workspace that replies leave out, because another program wrote them.
func (s *Store) scan(ctx context.Context, ws string) ([]graph.Problem, error) {
	var all []graph.Problem
	add := func(number int, what, property, element, show string) {
		all = append(all, graph.Problem{
			Subject: "values", Bad: true,
			Found:  fmt.Sprintf("%s: %d, such as the element %s", fmt.Sprintf(what, property), number, element),
			Advice: "another program wrote them, and replies leave them out; set what is wrong, or delete them; to see them, run in Neo4j: " + show,
		})
	}
	for _, scanned := range []struct {
		what    string
		pattern string
		types   map[string][]string
		query   query
		lost    query
		unpaged string
		between bool
	}{
		{
			"episodes whose %s cannot be read", fmt.Sprintf("(x:Episode {workspace: '%s'})", ws), episodeTypes,
			scanEpisodes.with(params{"workspace": ws, "types": episodeTypes}),
			unnumberedEpisodes.with(params{"workspace": ws, "limit": 1}), unnumbered, false,
		},
		{
			"relationships whose %s cannot be read", fmt.Sprintf("(:Episode {workspace: '%s'})-[x:%s]->()", ws, strings.Join(allTypes, "|")),
			relationshipTypes, scanRelationships.of(graph.Outgoing).with(params{"workspace": ws, "types": relationshipTypes}),
			unnamedRelationships.of(graph.Outgoing).with(params{"workspace": ws, "limit": 1}), unnamed, true,
		},
	} {
		lost, err := exec(ctx, s, scanned.lost, decodeUnpaged)
		if err != nil {
			return nil, err
		}
		if lost.number > 0 {
			add(lost.number, "%s", scanned.unpaged, lost.elements[0], showElements(scanned.between, lost.elements[0]))
		}
		found, err := exec(ctx, s, scanned.query, decodeBadValues)
		if err != nil {
			return nil, err
		}
		for _, bad := range found {
			show := fmt.Sprintf("MATCH %s WHERE NOT valueType(x.%s) IN ['%s']", scanned.pattern, bad.property,
				strings.Join(scanned.types[bad.property], "', '"))
			if bad.property == "metadata" {
				show += " OR NOT (x.metadata STARTS WITH '{' AND x.metadata ENDS WITH '}')"
			}
			add(bad.number, scanned.what, bad.property, bad.element, show+" RETURN x")
		}
	}
	return all, nil
}
