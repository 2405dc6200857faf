package neo4jstore

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/pause"
)

// definition is an index or a constraint, as a statement of the schema defines it.
type definition struct {
	name       string
	kind       string // of the index: RANGE, FULLTEXT or VECTOR
	constraint bool
	on         string // label or type
	between    bool   // on is a type of relationships
	properties []string
	config     map[string]string // what the statement sets of the index's configuration
	step       query
}

// Patterns of the statements of the schema.
var (
	defining = regexp.MustCompile(`(?s)CREATE (?:(FULLTEXT|VECTOR) )?(INDEX|CONSTRAINT) (\w+) IF NOT EXISTS\s+` +
		`FOR \([^)]*?(?::(\w+)\)|\)-\[\w+:(\w+)\]-\(\)) (?:REQUIRE|ON) (.*?)(?:\sOPTIONS (.*))?$`)
	ofElement = regexp.MustCompile(`\w\.(\w+)`)
	option    = regexp.MustCompile("`([^`]+)`: '?(\\w+)")
)

// definitions returns the indexes and constraints of the store's schema.
func (s *Store) definitions() []definition {
	var all []definition
	for _, m := range s.migrations {
		for _, step := range stepsOf(m) {
			if d, ok := define(step); ok {
				all = append(all, d)
			}
		}
	}
	return all
}

// define reads a statement of the schema. Some define nothing.
func define(step query) (definition, bool) {
	m := defining.FindStringSubmatch(step.text)
	if m == nil {
		return definition{}, false
	}
	d := definition{
		kind: "RANGE", constraint: m[2] == "CONSTRAINT", name: m[3], on: m[4] + m[5], between: m[5] != "", config: map[string]string{}, step: step,
	}
	if m[1] != "" {
		d.kind = m[1]
	}
	for _, property := range ofElement.FindAllStringSubmatch(m[6], -1) {
		d.properties = append(d.properties, property[1])
	}
	for _, set := range option.FindAllStringSubmatch(m[7], -1) {
		d.config[set[1]] = set[2]
	}
	return d, true
}

// noun says what a definition makes.
func (d definition) noun() string {
	if d.constraint {
		return "constraint " + d.name
	}
	return "index " + d.name
}

// place is where an index is.
func place(on, properties []string) string {
	return strings.Join(on, "|") + "(" + strings.Join(properties, ", ") + ")"
}

func (d definition) place() string { return place([]string{d.on}, d.properties) }

// dbIndex is an index of the database.
type dbIndex struct {
	name, kind, state string
	constraint        string // that owns it, "" for none
	on, properties    []string
	config            map[string]any
}

func decodeIndex(f fields) dbIndex {
	return dbIndex{
		name: f.str("name"), kind: f.str("kind"), state: f.str("state"), constraint: f.str("constraint"),
		on: column[string](f, "on"), properties: column[string](f, "properties"), config: take[map[string]any](f, "config"),
	}
}

// covers reports whether an index has the kind and the place of a definition, so that the database makes no other there.
func (i dbIndex) covers(d definition) bool {
	return i.kind == d.kind && slices.Equal(i.on, []string{d.on}) && slices.Equal(i.properties, d.properties)
}

// is reports whether an index is what a definition makes.
func (i dbIndex) is(d definition) bool {
	for name, want := range d.config {
		if !strings.EqualFold(fmt.Sprint(i.config[name]), want) {
			return false
		}
	}
	return i.covers(d) && (i.constraint != "") == d.constraint
}

// foreignAdvice says what to do about something of another application.
const foreignAdvice = "drop it, or give Plotline a database of its own"

// indexState compares the indexes of a database with the schema.
type indexState struct {
	missing          []definition
	building, failed []string
	conflicts        []conflict
}

// conflict is an index of another application in the place or with the name of one that Plotline needs.
type conflict struct {
	of string // name of the definition
	graph.Problem
}

// compareIndexes compares the indexes of a database with the schema. One of another name serves where Plotline finds it by
// its place, and not where it finds it by its name.
func compareIndexes(schema []definition, there []dbIndex) indexState {
	var state indexState
	add := func(d definition, format string, args ...any) {
		p := graph.Problem{Subject: "indexes", Found: fmt.Sprintf(format, args...), Advice: foreignAdvice, Bad: true}
		state.conflicts = append(state.conflicts, conflict{d.name, p})
	}
	for _, d := range schema {
		at := slices.IndexFunc(there, func(i dbIndex) bool { return i.name == d.name })
		if at < 0 {
			at = slices.IndexFunc(there, func(i dbIndex) bool { return i.covers(d) })
		}
		if at < 0 {
			state.missing = append(state.missing, d)
			continue
		}
		switch found := there[at]; {
		case found.name == d.name && found.covers(d) && d.constraint && found.constraint == "":
			state.building = append(state.building, found.name) // another process is making the constraint
		case found.name == d.name && !found.is(d):
			add(d, "the index %s is on %s and not as Plotline needs it, on %s", d.name, place(found.on, found.properties), d.place())
		case found.name != d.name && (d.kind != "RANGE" || !found.is(d)):
			add(d, "the index %s of another application is on %s, where Plotline needs its %s", found.name, d.place(), d.noun())
		case found.state == "FAILED":
			state.failed = append(state.failed, found.name)
		case found.state != "ONLINE":
			state.building = append(state.building, found.name)
		}
	}
	return state
}

// problems describes the state for doctor.
func (state indexState) problems(s *Store) []graph.Problem {
	var all []graph.Problem
	for _, c := range state.conflicts {
		all = append(all, c.Problem)
	}
	if len(state.missing) > 0 {
		all = append(all, graph.Problem{
			Subject: "indexes", Found: describeMissing(state.missing), Bad: true,
			Advice: repairAdvice, Repair: func(ctx context.Context) error { return s.makeIndexes(ctx, state.missing) },
		})
	}
	for _, name := range state.failed {
		all = append(all, graph.Problem{Subject: "indexes", Found: "the index " + name + " could not be built", Advice: failedAdvice, Bad: true})
	}
	for _, name := range state.building {
		all = append(all, graph.Problem{Subject: "indexes", Found: "the index " + name + " is still being built", Advice: "wait until it is"})
	}
	return all
}

const (
	repairAdvice = "to make what is missing, run: plotline doctor --repair"
	failedAdvice = "look for the cause in the log of Neo4j and drop the index there; then run: plotline doctor --repair"
)

// describeMissing names what is missing.
func describeMissing(list []definition) string {
	names := make([]string, len(list))
	for i, d := range list {
		names[i] = d.noun()
	}
	if len(names) == 1 {
		return "the " + names[0] + " is missing"
	}
	return "missing: " + strings.Join(names, ", ")
}

// indexState reads the state of the database's indexes.
func (s *Store) indexState(ctx context.Context) (indexState, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	there, err := exec(ctx, s, showIndexes.with(nil), func(r *row) ([]dbIndex, error) {
		return each(r.fields, "indexes", decodeIndex), nil
	})
	return compareIndexes(s.definitions(), there), err
}

// unusable returns the error of a database whose schema keeps Plotline from working.
func (s *Store) unusable(p graph.Problem) error {
	return s.unavailable(nil, "cannot be used: %s; %s", p.Found, p.Advice)
}

// checkIndexes rejects a database in which an index of another application has the name of one of Plotline's: a search would
// find nothing, and say nothing. What is missing once the database was migrated leaves the rest usable. An account may lack
// the right to see indexes.
func (s *Store) checkIndexes(ctx context.Context, migrated bool) error {
	state, err := s.indexState(ctx)
	switch {
	case code(err) == codeForbidden:
		return nil
	case err != nil:
		return err
	case len(state.conflicts) > 0:
		return s.unusable(state.conflicts[0].Problem)
	case migrated && len(state.missing) > 0:
		s.logger.WarnContext(ctx, "indexes are missing", "address", s.address, "database", s.database,
			"missing", describeMissing(state.missing), "advice", repairAdvice)
	}
	return nil
}

// awaitIndexes waits until Plotline's own indexes are online. The procedure db.awaitIndexes would wait for those of other
// applications as well, and fail with them.
func (s *Store) awaitIndexes(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limitOfIndexes)
	defer cancel()
	for {
		state, err := s.indexState(ctx)
		problems := state.problems(s)
		switch {
		case err != nil:
			return err
		case len(problems) > len(state.building):
			return s.unusable(problems[0])
		case len(problems) == 0:
			return nil
		case !pause.For(ctx, betweenIndexes):
			return s.unavailable(ctx.Err(), "is still building the index %s; try again later", state.building[0])
		}
	}
}

// makeIndexes makes what another program has dropped.
func (s *Store) makeIndexes(ctx context.Context, missing []definition) error {
	for _, d := range missing {
		if err := s.change(ctx, d.step); err != nil {
			return err
		}
	}
	return s.awaitIndexes(ctx)
}

// schemaConflict returns the error of a statement of the schema that failed because of what another application has in the
// database, or nil if it finds nothing of this kind.
func (s *Store) schemaConflict(ctx context.Context, step query) error {
	d, ok := define(step)
	if !ok {
		return nil
	}
	state, err := s.indexState(ctx)
	if err != nil {
		return nil //nolint:nilerr // the statement's own error says more
	}
	if at := slices.IndexFunc(state.conflicts, func(c conflict) bool { return c.of == d.name }); at >= 0 {
		return s.unusable(state.conflicts[at].Problem)
	}
	if d.constraint {
		if p := s.duplicates(ctx, d); p != nil {
			return s.unusable(*p)
		}
	}
	return nil
}

// duplicates finds two elements that break a constraint which is not there yet.
func (s *Store) duplicates(ctx context.Context, d definition) *graph.Problem {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	pattern, name := "(x:"+d.on+")", "node"
	if d.between {
		pattern, name = "()-[x:"+d.on+"]->()", "relationship"
	}
	values, set := make([]string, len(d.properties)), make([]string, len(d.properties))
	for i, property := range d.properties {
		values[i], set[i] = "x."+property+" AS "+property, "x."+property+" IS NOT NULL"
	}
	text := "CYPHER 5\nMATCH " + pattern + " WHERE " + strings.Join(set, " AND ") + "\nWITH " + strings.Join(values, ", ") +
		", collect(elementId(x))[..2] AS elements WHERE size(elements) > 1\nRETURN elements LIMIT 1"
	found, err := exec(ctx, s, query{&statement{name: "duplicates", text: text, meta: meta("duplicates")}, nil}, func(r *row) ([]string, error) {
		return column[string](r.fields, "elements"), nil
	})
	if err != nil || len(found) == 0 {
		return nil
	}
	return &graph.Problem{
		Subject: "constraints", Bad: true,
		Found:  fmt.Sprintf("two %ss have the same %s, so that the %s cannot be made", name, strings.Join(d.properties, " and "), d.noun()),
		Advice: "change or delete one, or give Plotline a database of its own; to see both, run in Neo4j: " + showElements(d.between, found...),
	}
}

// showElements returns the Cypher that shows elements.
func showElements(between bool, elements ...string) string {
	pattern := "(x)"
	if between {
		pattern = "()-[x]->()"
	}
	return fmt.Sprintf("MATCH %s WHERE elementId(x) IN ['%s'] RETURN x", pattern, strings.Join(elements, "', '"))
}
