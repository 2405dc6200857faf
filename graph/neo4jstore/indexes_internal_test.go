package neo4jstore

import (
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestDefinitions checks that every statement of the schema is understood, so that doctor compares all of it.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	s := somewhere(t)
	steps, names := 0, map[string]bool{}
	for _, m := range s.migrations {
		steps += len(stepsOf(m))
	}
	for _, d := range s.definitions() {
		names[d.name] = true
		if !strings.HasPrefix(d.name, "plotline_") || d.on == "" || len(d.properties) == 0 || d.between != slices.Contains(allTypes, d.on) {
			t.Errorf("%q is read as %+v", d.step.text, d)
		}
		if d.kind != "RANGE" && len(d.config) == 0 {
			t.Errorf("%s has no configuration", d.name)
		}
	}
	if len(names) != steps {
		t.Errorf("%d of %d statements define something", len(names), steps)
	}
}

// TestCompareIndexes checks what is wrong with the indexes of a database.
func TestCompareIndexes(t *testing.T) {
	t.Parallel()
	texts := definition{
		name: "plotline_texts", kind: "FULLTEXT", on: "Episode", properties: []string{"words"}, config: map[string]string{"fulltext.analyzer": "whitespace"},
	}
	number := definition{name: "plotline_number", kind: "RANGE", constraint: true, on: "Episode", properties: []string{"workspace", "id"}}
	age := definition{name: "plotline_age", kind: "RANGE", on: "Episode", properties: []string{"workspace"}}
	like := func(d definition, change func(*dbIndex)) dbIndex {
		i := dbIndex{name: d.name, kind: d.kind, state: "ONLINE", on: []string{d.on}, properties: d.properties, config: map[string]any{}}
		for name, value := range d.config {
			i.config[name] = strings.ToUpper(value)
		}
		if d.constraint {
			i.constraint = d.name
		}
		if change != nil {
			change(&i)
		}
		return i
	}
	for name, c := range map[string]struct {
		of     definition
		change func(*dbIndex) // nil for no index
		want   string         // "" for nothing
	}{
		"there":                      {texts, func(*dbIndex) {}, ""},
		"none":                       {texts, nil, "the index plotline_texts is missing"},
		"no constraint":              {number, nil, "the constraint plotline_number is missing"},
		"failed":                     {texts, func(i *dbIndex) { i.state = "FAILED" }, "could not be built"},
		"populating":                 {texts, func(i *dbIndex) { i.state = "POPULATING" }, "still being built"},
		"another label":              {texts, func(i *dbIndex) { i.on = []string{"Doc"} }, "is on Doc(words)"},
		"several labels":             {texts, func(i *dbIndex) { i.on = []string{"Episode", "Doc"} }, "is on Episode|Doc(words)"},
		"other properties":           {texts, func(i *dbIndex) { i.properties = []string{"stems"} }, "is on Episode(stems)"},
		"another kind":               {texts, func(i *dbIndex) { i.kind = "RANGE" }, "not as Plotline needs it"},
		"another analyzer":           {texts, func(i *dbIndex) { i.config["fulltext.analyzer"] = "english" }, "not as Plotline needs it"},
		"its place taken":            {texts, func(i *dbIndex) { i.name = "tv" }, "the index tv of another application"},
		"a lookup by place":          {age, func(i *dbIndex) { i.name = "tv" }, ""},
		"a constraint by place":      {number, func(i *dbIndex) { i.name, i.constraint = "tv", "tv" }, ""},
		"no constraint in its place": {number, func(i *dbIndex) { i.name, i.constraint = "tv", "" }, "the index tv of another application"},
		"being made":                 {number, func(i *dbIndex) { i.constraint = "" }, "still being built"},
		"a constraint for an index":  {age, func(i *dbIndex) { i.name, i.constraint = "tv", "tv" }, "the index tv of another application"},
		"elsewhere":                  {age, func(i *dbIndex) { i.name, i.on = "tv", []string{"Doc"} }, "the index plotline_age is missing"},
	} {
		var there []dbIndex
		if c.change != nil {
			there = append(there, like(c.of, c.change))
		}
		found := compareIndexes([]definition{c.of}, there)
		problems := found.problems(nil)
		if c.want == "" && len(problems) > 0 || c.want != "" && (len(problems) != 1 || !strings.Contains(problems[0].Found, c.want)) {
			t.Errorf("%s: %+v, want %q", name, problems, c.want)
		}
	}
}

// TestSharedSchema breaks the schema of a database of its own, as another application or a person does, and checks that calls
// and doctor name what is wrong.
func TestSharedSchema(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for _, version := range neo4jtest.Versions() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			server := neo4jtest.OpenDedicated(t, version)
			driver := server.Driver(t)
			run := func(t *testing.T, text string) [][]any {
				t.Helper()
				found, err := neo4j.ExecuteQuery(t.Context(), driver, text, nil, neo4j.EagerResultTransformer)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				var rows [][]any
				for _, row := range found.Records {
					rows = append(rows, row.Values)
				}
				return rows
			}
			for _, c := range sharedSchemas {
				t.Run(c.name, func(t *testing.T) {
					for _, row := range run(t, "SHOW CONSTRAINTS YIELD name RETURN name") {
						run(t, "DROP CONSTRAINT `"+row[0].(string)+"`")
					}
					for _, row := range run(t, "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name") {
						run(t, "DROP INDEX `"+row[0].(string)+"`")
					}
					run(t, "MATCH (n) DETACH DELETE n")
					for _, text := range c.before {
						run(t, text)
					}
					c.check(t, server.Server, func(text string) { run(t, text) })
				})
			}
		})
	}
}

// sharedSchema is a database of TestSharedSchema.
type sharedSchema struct {
	name   string
	before []string // keeps the database from being opened
	broken []string // after it was opened
	call   func(t *testing.T, s *Store) error
	fails  string // what the error of the call says, "" if it succeeds
	doctor string // what doctor finds, "" for nothing
}

func (c sharedSchema) check(t *testing.T, server neo4jtest.Server, run func(text string)) {
	t.Helper()
	survey := func() (graph.Survey, error) { return openAt(t, server, nil).Survey(t.Context(), "w") }
	fails := func(err error) {
		t.Helper()
		f := fault.From(err)
		switch {
		case c.fails == "" && err != nil:
			t.Errorf("the call fails: %v", err)
		case c.fails != "" && (fault.CodeOf(err) != fault.Unavailable || !strings.Contains(f.Details, "cannot be used: "+c.fails)):
			t.Errorf("the call fails with %v, want %q", err, c.fails)
		}
	}
	if len(c.before) > 0 {
		_, err := survey()
		fails(err)
		fails(second(openAt(t, server, nil).Status(t.Context())))
		return
	}
	s := openAt(t, server, nil)
	makeSome(t, s, "w", 3)
	ok(t, search(t, s))
	for _, text := range c.broken {
		run(text)
	}
	if c.call != nil {
		fails(c.call(t, s))
	}
	found, err := survey()
	if len(found.Problems) == 0 != (c.doctor == "") || c.doctor != "" && !strings.Contains(found.Problems[0].Found, c.doctor) {
		t.Errorf("doctor finds %+v, want %q", found.Problems, c.doctor)
	}
	if c.doctor == "" || found.Problems[0].Repair == nil {
		return
	}
	ok(t, err)
	repairing := openAt(t, server, nil)
	found, err = repairing.Survey(t.Context(), "w")
	ok(t, err)
	ok(t, found.Problems[0].Repair(t.Context()))
	found, err = survey()
	ok(t, err)
	if len(found.Problems) > 0 {
		t.Errorf("after the repair doctor finds %+v", found.Problems)
	}
	ok(t, search(t, s))
	counted, err := s.CountText(t.Context(), "w", graph.CountQuery{Clauses: []analysis.Clause{{Kind: analysis.Term, Tokens: []string{"go"}}}, Most: 10})
	ok(t, err)
	if counted.Having[0] != 3 {
		t.Errorf("after the repair a search finds %d of 3", counted.Having[0])
	}
}

// sharedSchemas are the databases of TestSharedSchema.
var sharedSchemas = []sharedSchema{
	{
		name: "the name of an index", before: []string{"CREATE INDEX plotline_episode_index FOR (d:Doc) ON (d.text)"},
		fails: "the index plotline_episode_index is on Doc(text) and not as Plotline needs it, on Episode(words, stems)",
	},
	{
		name: "the name of a constraint", before: []string{"CREATE CONSTRAINT plotline_lock FOR (d:Doc) REQUIRE d.text IS UNIQUE"},
		fails: "the index plotline_lock is on Doc(text) and not as Plotline needs it, on PlotlineLock(workspace, type)",
	},
	{
		name: "the place of a constraint", before: []string{"CREATE INDEX tv FOR (e:Episode) ON (e.workspace, e.id)"},
		fails: "the index tv of another application is on Episode(workspace, id), where Plotline needs its constraint plotline_episode_number",
	},
	{
		name: "the place of an index of texts", before: []string{"CREATE FULLTEXT INDEX tv FOR (e:Episode) ON EACH [e.words, e.stems]"},
		fails: "the index tv of another application is on Episode(words, stems), where Plotline needs its index plotline_episode_index",
	},
	{
		name: "two nodes with a key", before: []string{"UNWIND [1, 2] AS i CREATE (:Episode {workspace: 'w', id: 1})"},
		fails: "two nodes have the same workspace and id, so that the constraint plotline_episode_number cannot be made",
	},
	{
		name: "two relationships with a key", before: []string{"UNWIND [1, 2] AS i CREATE (:Episode)-[:CAUSES {workspace: 'w', id: 'a'}]->(:Episode)"},
		fails: "two relationships have the same workspace and id, so that the constraint plotline_CAUSES cannot be made",
	},
	{
		name: "a dropped index of texts", broken: []string{"DROP INDEX plotline_episode_index"}, call: search,
		fails:  "the index plotline_episode_index is missing; to make what is missing, run: plotline doctor --repair",
		doctor: "the index plotline_episode_index is missing",
	},
	{
		name: "a dropped index of vectors", broken: []string{"DROP INDEX plotline_vector_a"},
		doctor: "the index plotline_vector_a is missing",
	},
	{
		name: "dropped keys", broken: []string{"DROP CONSTRAINT plotline_FOLLOWS", "DROP INDEX plotline_episode_age"}, call: search,
		doctor: "missing: index plotline_episode_age, constraint plotline_FOLLOWS",
	},
	{
		name: "an index replaced", broken: []string{"DROP INDEX plotline_episode_index", "CREATE INDEX plotline_episode_index FOR (d:Doc) ON (d.text)"},
		fails: "the index plotline_episode_index is on Doc(text) and not as Plotline needs it", call: search,
		doctor: "the index plotline_episode_index is on Doc(text)",
	},
	{
		name: "a foreign constraint", broken: []string{"CREATE CONSTRAINT tv FOR (e:Episode) REQUIRE e.id IS UNIQUE"}, call: createElsewhere,
		fails:  "the constraint tv of another application, on Episode(id), forbids what Plotline writes",
		doctor: "the constraint tv of another application, on Episode(id)",
	},
	{
		name: "a constraint on what Plotline does not write", broken: []string{"CREATE CONSTRAINT tv FOR (e:Episode) REQUIRE e.show IS UNIQUE"}, call: createElsewhere,
	},
	{
		name: "a foreign node", broken: []string{"CREATE (:Episode {workspace: 'w', id: 99})"}, call: createNumber99,
		fails:  "a node of another application, on Episode, has the key that a new one needs",
		doctor: "episodes whose created_at cannot be read: 1, ",
	},
	{
		name: "a constraint on relationships", broken: []string{"CREATE CONSTRAINT tv FOR ()-[r:FOLLOWS]-() REQUIRE r.strength IS UNIQUE"}, call: addTwo,
		fails:  "the constraint tv of another application, on FOLLOWS(strength), forbids what Plotline writes",
		doctor: "the constraint tv of another application, on FOLLOWS(strength)",
	},
}

func search(t *testing.T, s *Store) error {
	t.Helper()
	_, err := s.CountText(t.Context(), "w", graph.CountQuery{Clauses: []analysis.Clause{{Kind: analysis.Term, Tokens: []string{"go"}}}, Most: 10})
	return err
}

func createElsewhere(t *testing.T, s *Store) error {
	t.Helper()
	_, err := s.CreateEpisodes(t.Context(), "elsewhere", graph.Batch{Episodes: []graph.NewEpisode{newEpisode("first")}})
	return err
}

// createNumber99 is what a create does that has no other number to take.
func createNumber99(t *testing.T, s *Store) error {
	t.Helper()
	text := "CREATE (e:Episode {workspace: 'w', id: 99, episode_id: 'a', query: 'a'}) RETURN 1 AS made"
	return second(run(t.Context(), s, query{&statement{name: "create", effect: adds, text: text}, nil}, nothing))
}

func addTwo(t *testing.T, s *Store) error {
	t.Helper()
	ids := makeSome(t, s, "w", 3)
	_, err := s.AddRelationships(t.Context(), "w", []graph.Relationship{link(ids[0], ids[1], graph.Follows), link(ids[1], ids[2], graph.Follows)})
	return err
}
