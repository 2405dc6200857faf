package neo4jstore

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"

	"plotline/graph"
	"plotline/internal/pattern"
)

//go:embed cypher/*.cypher cypher/schema/*.cypher
var files embed.FS

// effect says what may be done when the answer to a statement was lost.
type effect int

const (
	reads   effect = iota // run it again
	adds                  // run it again: what it makes carries ids of ours, and recognises itself
	changes               // say that the outcome is unknown
)

// statement is one Cypher statement, ready to run.
type statement struct {
	name   string
	text   string
	effect effect
	meta   map[string]any // what the server shows beside the transaction
}

// params are the parameters of a statement.
type params = map[string]any

// query is a statement with its parameters. They are always written where it is made, so that a test
// can compare their names with those in the file.
type query struct {
	*statement
	params params
}

func (s *statement) with(p params) query { return query{s, p} }

// The statements that are the same whatever is asked. A missing file stops the program at its start.
var (
	inspect            = load("inspect", reads)
	awaitIndexes       = load("await_indexes", reads)
	recordSchema       = load("record_schema", adds)
	createEpisodes     = load("create_episodes", adds)
	createNew          = load("create_new", adds)
	getEpisode         = load("get_episode", reads)
	getEpisodes        = load("get_episodes", reads)
	getNumbered        = load("get_numbered", reads)
	replaceEpisode     = load("replace_episode", changes)
	deleteEpisode      = load("delete_episode", changes)
	listEpisodes       = load("list_episodes", reads)
	filterEpisodes     = load("filter_episodes", reads)
	countText          = load("count_text", reads)
	lookUp             = load("look_up", reads)
	findAll            = load("find_all", reads)
	listWorkspaces     = load("list_workspaces", reads)
	pageTexts          = load("page_texts", reads)
	writeIndex         = load("write_index", adds)
	readLanguages      = load("read_languages", reads)
	holdLanguages      = load("hold_languages", adds)
	makeLanguages      = load("make_languages", adds)
	writeLanguages     = load("write_languages", adds)
	holdTexts          = load("hold_texts", adds)
	pageWorkspaces     = load("page_workspaces", reads)
	updateRelationship = load("update_relationship", changes)
	removeRelationship = load("remove_relationship", changes)
	getRelationships   = load("get_relationships", reads)
	readExtent         = load("read_extent", reads)
	pageEpisodes       = load("page_episodes", reads)
	pageRelationships  = load("page_relationships", reads)
	readModel          = load("read_model", reads)
	holdModel          = load("hold_model", adds)
	makeModel          = load("make_model", adds)
	writeModel         = load("write_model", adds)
	waitingWorkspaces  = load("waiting_workspaces", reads)
	releaseTexts       = load("release_texts", adds)
	markEpisodes       = load("mark_episodes", adds)
)

// Those that name the properties of a series of vectors.
var (
	changeOver     = load("change_over", adds)
	countVectors   = load("count_vectors", reads)
	beyond         = load("beyond", reads)
	claimTexts     = load("claim_texts", adds)
	putVectors     = load("put_vectors", adds)
	nearestExact   = load("nearest_exact", reads)
	nearestIndexed = load("nearest_indexed", reads)
)

// Those that have a type or a direction in a pattern.
var (
	addOrdering       = load("add_ordering", adds)
	addOther          = load("add_other", adds)
	listRelationships = load("list_relationships", reads)
	between           = load("between", reads)
	related           = load("related", reads)
	adjacent          = load("adjacent", reads)
	findCycle         = load("find_cycle", reads)
	newestSubgraph    = load("newest_subgraph", reads)
	grownSubgraph     = load("grown_subgraph", reads)
	projectAll        = load("project_all", reads)
	projectSome       = load("project_some", reads)
	countAll          = load("count_all", reads)
)

// labels are the closed set that fills the templates, in the contract's order.
var labels = map[graph.Type]string{
	graph.Follows: "FOLLOWS", graph.Causes: "CAUSES", graph.PartOf: "PART_OF",
	graph.RelatedTo: "RELATED_TO", graph.Contradicts: "CONTRADICTS", graph.Refines: "REFINES",
}

// typeOf is the way back.
func typeOf(label string) graph.Type { return graph.Type(strings.ToLower(label)) }

// filling is what a template may name.
type filling struct {
	Type        string   // the one type that was asked for
	Types       string   // all that were asked for, as a pattern has them
	All         []string // the six
	Left, Right string   // the two halves of an arrow
	Levels      []level
	Slot        string // a or b: which properties hold a series of vectors
}

// level is a step of a search by levels.
type level struct{ Before, Number int }

var (
	allTypes  = labelsOf(graph.Types())
	allLevels = []level{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}
	arrows    = map[graph.Direction][2]string{
		graph.Outgoing: {"-", "->"}, graph.Incoming: {"<-", "-"}, graph.Both: {"-", "-"},
	}
)

func labelsOf(types []graph.Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = labels[t]
	}
	return names
}

// family is a file whose text depends on types and direction, and its statements made so far.
type family struct {
	name   string
	effect effect
	parsed func() *template.Template // when it is first needed: most starts never reach Neo4j
	made   sync.Map                  // key → *statement
}

var comments = pattern.New(`(?m)^//.*\n`)

// load reads a file of cypher/; each is loaded once. Parsing all at the start would take it 1 ms.
func load(name string, e effect) *family {
	text, err := files.ReadFile("cypher/" + name + ".cypher")
	if err != nil {
		panic(fmt.Sprintf("neo4jstore: no statement %s: %v", name, err))
	}
	parsed := sync.OnceValue(func() *template.Template { return parse(name, text) })
	return &family{name: name, effect: e, parsed: parsed}
}

// parse drops the comments, which the server need not read.
func parse(name string, text []byte) *template.Template {
	return template.Must(template.New(name).Option("missingkey=error").Parse(comments.ReplaceAllString(string(text), "")))
}

// with is the query of a file that needs neither types nor direction.
func (f *family) with(p params) query { return query{f.of(graph.Both), p} }

// of gives the statement for a direction and some types; none are all.
func (f *family) of(d graph.Direction, types ...graph.Type) *statement {
	names := allTypes
	if len(types) > 0 && types[0] != "" {
		names = sorted(types)
	}
	arrow := arrows[d]
	return f.keep(arrow[0]+strings.Join(names, "|")+arrow[1], filling{
		Type: names[0], Types: strings.Join(names, "|"), All: allTypes, Left: arrow[0], Right: arrow[1], Levels: allLevels,
	})
}

// series gives the statement for a series of vectors. Two stand beside one another while a model follows
// another, with numbers of which one is even.
func (f *family) series(number int64) *statement {
	slot := [...]string{"a", "b"}[number%2]
	return f.keep(slot, filling{Slot: slot})
}

// keep gives the statement of a key, made at most once.
func (f *family) keep(key string, with filling) *statement {
	if made, ok := f.made.Load(key); ok {
		return made.(*statement)
	}
	made, _ := f.made.LoadOrStore(key, f.fill(with))
	return made.(*statement)
}

// sorted gives the labels of some types in one order, so that it makes one statement of them.
func sorted(types []graph.Type) []string {
	var names []string
	for _, t := range graph.Types() {
		if slices.Contains(types, t) {
			names = append(names, labels[t])
		}
	}
	return names
}

func (f *family) fill(with filling) *statement {
	return &statement{
		name: f.name, text: execute(f.parsed(), with), effect: f.effect,
		meta: meta(f.name),
	}
}

// meta is what the server shows beside a transaction.
func meta(op string) map[string]any { return map[string]any{"app": "plotline", "op": op} }

func execute(t *template.Template, with filling) string {
	var text strings.Builder
	if err := t.Execute(&text, with); err != nil {
		panic(fmt.Sprintf("neo4jstore: %v", err)) // a mistake of ours, which every test would find
	}
	return strings.TrimSpace(text.String())
}
