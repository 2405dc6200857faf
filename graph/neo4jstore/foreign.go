package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// codeProcedure is that of a procedure that failed, such as one whose index is missing.
const codeProcedure = "Neo.ClientError.Procedure.ProcedureCallFailed"

// constraint is a constraint of another application.
type constraint struct {
	name, kind     string
	on, properties []string
}

func (s *Store) foreignConstraints(ctx context.Context) ([]constraint, error) {
	return exec(ctx, s, showConstraints.with(nil), func(r *row) ([]constraint, error) {
		return each(r.fields, "constraints", func(f fields) constraint {
			return constraint{f.str("name"), f.str("kind"), column[string](f, "on"), column[string](f, "properties")}
		}), nil
	})
}

// forbids reports whether a constraint may forbid what Plotline writes: it is on a label or type that Plotline uses and, if
// values must be unique, on properties that Plotline writes.
func (c constraint) forbids() bool {
	var writes func(name string) bool
	switch {
	case slices.Equal(c.on, []string{"Episode"}):
		writes = writesOfEpisode
	case len(c.on) == 1 && slices.Contains(allTypes, c.on[0]):
		writes = func(name string) bool { return name == "workspace" || relationshipTypes[name] != nil }
	default:
		return false
	}
	return !c.unique() || !slices.ContainsFunc(c.properties, func(name string) bool { return !writes(name) })
}

func (c constraint) unique() bool { return strings.Contains(c.kind, "UNIQUENESS") }

// writesOfEpisode reports whether a new episode has a property.
func writesOfEpisode(name string) bool {
	_, written := stored(groupOf{}, []graph.NewEpisode{{}})[0].(map[string]any)[name]
	return written || name == "workspace" || name == "id"
}

func (c constraint) problem() graph.Problem {
	return graph.Problem{
		Subject: "constraints", Advice: foreignAdvice, Bad: true,
		Found: fmt.Sprintf("the constraint %s of another application, on %s, forbids what Plotline writes", c.name, place(c.on, c.properties)),
	}
}

// foreignReason returns the error of a statement that failed because of what another application has in the database, or
// because an index was dropped. It returns nil if it finds nothing of this kind.
func (s *Store) foreignReason(ctx context.Context, err error) error {
	switch c := code(err); {
	case c == codeProcedure && ctx.Err() == nil:
		return s.indexReason(ctx)
	case c == codeConstraint && ctx.Err() == nil:
		return s.constraintReason(ctx, err)
	}
	return nil
}

// indexReason says why a procedure cannot ask its index.
func (s *Store) indexReason(ctx context.Context) error {
	state, err := s.indexState(ctx)
	if err != nil {
		return nil //nolint:nilerr // the procedure's own error says more
	}
	if problems := state.problems(s); len(problems) > 0 {
		return s.unusable(problems[0])
	}
	return nil
}

// violated is the server's error about a constraint. Only the names and the number in it are used.
var (
	violated = regexp.MustCompile("(?s)^(?:Node\\((\\d+)\\)|.*?) (?:already exists with|have the) [a-z ]*`([^`]+)` and propert(?:y|ies) (.*)$")
	valued   = regexp.MustCompile("`([^`]+)` = ")
)

// constraintReason names the constraint of another application that a write has broken, or its node that has the number of
// a new episode.
func (s *Store) constraintReason(ctx context.Context, failed error) error {
	broken, err := s.foreignConstraints(ctx)
	if err != nil {
		return nil //nolint:nilerr // the write's own error says more
	}
	server, _ := errors.AsType[*neo4j.Neo4jError](failed)
	m := violated.FindStringSubmatch(server.Msg)
	var properties []string
	if m != nil {
		for _, value := range valued.FindAllStringSubmatch(m[3], -1) {
			properties = append(properties, value[1])
		}
	}
	broken = slices.DeleteFunc(broken, func(c constraint) bool {
		if m == nil {
			return !c.forbids()
		}
		return !slices.Equal(c.on, []string{m[2]}) || !slices.Equal(c.properties, properties)
	})
	if len(broken) > 0 {
		return s.unusable(broken[0].problem())
	}
	if m == nil {
		return nil
	}
	number, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return nil //nolint:nilerr // it names no node
	}
	element, err := exec(ctx, s, findNode.with(params{"number": number}), func(r *row) (string, error) { return r.str("element"), nil })
	if err != nil || element == "" {
		return nil //nolint:nilerr // the write's own error says more
	}
	return s.unusable(graph.Problem{
		Found:  "a node of another application, on " + m[2] + ", has the key that a new one needs",
		Advice: "delete the node, or give Plotline a database of its own; to see it, run in Neo4j: " + showElements(false, element),
	})
}
