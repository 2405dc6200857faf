package neo4jstore

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"plotline/graph"
	"plotline/graph/kinds"
)

//go:embed cypher/*.cypher
var files embed.FS

// effect says what to do when the answer to a statement was lost.
type effect int

const (
	reads   effect = iota // run it again
	adds                  // run it again: it recognises by their ids the things that it has made
	changes               // report that the outcome is unknown
)

// statement is one Cypher statement, ready to run.
type statement struct {
	name   string
	text   string
	plain  string // text without the check of moves
	effect effect
	meta   map[string]any // shown by the server with the transaction
}

// params are the parameters of a statement.
type params = map[string]any

// query is a statement with its parameters. Write the parameters as a literal at each call, so that a test can
// compare their names with those in the file.
type query struct {
	*statement
	params params
}

func (s *statement) with(p params) query { return query{s, p} }

// Statements without a variable part. A missing file stops the program when it starts.
var (
	inspect            = load("inspect", reads)
	showIndexes        = load("show_indexes", reads)
	showConstraints    = load("show_constraints", reads)
	findNode           = load("find_node", reads)
	awaitTexts         = load("await_texts", reads)
	showStart          = load("show_start", reads)
	unsureTexts        = load("unsure_texts", reads)
	unsureEpisodes     = load("unsure_episodes", reads)
	indexAgain         = load("index_again", adds)
	noteStart          = load("note_start", adds)
	recordSchema       = load("record_schema", adds)
	createEpisodes     = load("create_episodes", adds)
	createNew          = load("create_new", adds)
	getEpisode         = load("get_episode", reads)
	getEpisodes        = load("get_episodes", reads)
	getNumbered        = load("get_numbered", reads)
	replaceEpisode     = load("replace_episode", changes)
	hideEpisode        = load("hide_episode", changes)
	removeHidden       = load("remove_hidden", adds)
	deleteEpisode      = load("delete_episode", changes)
	listEpisodes       = load("list_episodes", reads)
	listAfter          = load("list_after", reads)
	filterEpisodes     = load("filter_episodes", reads)
	countText          = load("count_text", reads)
	lookUp             = load("look_up", reads)
	writeIndex         = load("write_index", adds)
	findAll            = load("find_all", reads)
	readTerms          = load("read_terms", reads)
	readLanguages      = load("read_languages", reads)
	holdLanguages      = load("hold_languages", adds)
	makeCounter        = load("make_counter", adds)
	writeLanguages     = load("write_languages", adds)
	holdTexts          = load("hold_texts", adds)
	pageWorkspaces     = load("page_workspaces", reads)
	updateRelationship = load("update_relationship", changes)
	removeRelationship = load("remove_relationship", changes)
	holdRelationships  = load("hold_relationships", adds)
	readExtent         = load("read_extent", reads)
	lastChange         = load("last_change", reads)
	readChanges        = load("read_changes", reads)
	pageEpisodes       = load("page_episodes", reads)
	pageRelationships  = load("page_relationships", reads)
	unnumberedEpisodes = load("unnumbered_episodes", reads)
	scanEpisodes       = load("scan_episodes", reads)
	readModel          = load("read_model", reads)
	holdModel          = load("hold_model", adds)
	makeModel          = load("make_model", adds)
	writeModel         = load("write_model", adds)
	waitingWorkspaces  = load("waiting_workspaces", reads)
	releaseTexts       = load("release_texts", adds)
)

// Statements of moves.
var (
	getResidence   = load("get_residence", reads)
	readNumbers    = load("read_numbers", reads)
	holdResidence  = load("hold_residence", adds)
	writeResidence = load("write_residence", adds)
	takeLocks      = load("take_locks", adds)
)

// Statements of deletions of workspaces.
var (
	deleteRelationships = load("delete_relationships", adds)
	deleteEpisodes      = load("delete_episodes", adds)
	deleteNumbers       = load("delete_numbers", adds)
	deleteParts         = load("delete_parts", adds)
	resetWorkspace      = load("reset_workspace", adds)
)

// Statements with the properties of a series of vectors.
var (
	changeOver     = load("change_over", adds)
	countVectors   = load("count_vectors", reads)
	beyond         = load("beyond", reads)
	claimTexts     = load("claim_texts", adds)
	putVectors     = load("put_vectors", adds)
	nearestExact   = load("nearest_exact", reads)
	nearestIndexed = load("nearest_indexed", reads)
)

// Statements with a type or a direction in a pattern.
var (
	addOrdering       = load("add_ordering", adds)
	addOther          = load("add_other", adds)
	findEnds          = load("find_ends", reads)
	listRelationships = load("list_relationships", reads)
	getRelationships  = load("get_relationships", reads)
	backward          = load("backward", reads)
	typesNear         = load("types_near", reads)
	between           = load("between", reads)
	related           = load("related", reads)
	adjacent          = load("adjacent", reads)
	readNeighbourhood = load("neighbourhood", reads)
	readCandidates    = load("candidates", reads)
	findCycle         = load("find_cycle", reads)
	newestSubgraph    = load("newest_subgraph", reads)
	grownSubgraph     = load("grown_subgraph", reads)
	readOutline       = load("outline", reads)
	listTags          = load("list_tags", reads)
	projectAll        = load("project_all", reads)
	projectSome       = load("project_some", reads)
	countAll          = load("count_all", reads)
	scanRelationships = load("scan_relationships", reads)

	unnamedRelationships = load("unnamed_relationships", reads)
)

// Statements of the kept orders, each for one ordering type.
var (
	getOrder      = load("get_order", reads)
	orderPage     = load("order_page", adds)
	readAround    = load("around", reads)
	holdOrder     = load("hold_order", adds)
	claimOrder    = load("claim_order", adds)
	writeOrder    = load("write_order", adds)
	setLevels     = load("set_levels", adds)
	pageNotes     = load("page_notes", reads)
	projectLevels = load("project_levels", reads)
	countType     = load("count_type", adds)
)

// label returns the label of a type, which fills the templates.
func label(t graph.Type) string { return kinds.Of(string(t)).Label }

// typeOf returns the type of a label.
func typeOf(label string) graph.Type { return graph.Type(strings.ToLower(label)) }

// templateValues holds the values that a template may use.
type templateValues struct {
	Type        string   // the type of a file that takes only one
	Types       string   // all types of the call, as in a pattern
	Each        []string // the same, one by one
	All         []string // all six types
	Left, Right string   // the two halves of an arrow
	Levels      []level
	Slot        string // a or b: which properties hold a series of vectors
	Parts       bool   // the workspace has texts in parts
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
		names[i] = label(t)
	}
	return names
}

// statementFile is a file whose text depends on types and direction, with the statements made of it so far.
type statementFile struct {
	name   string
	effect effect
	parsed func() *template.Template // parsed at first use, because most starts never reach Neo4j
	made   sync.Map                  // key → *statement
}

var comments = regexp.MustCompile(`(?m)^//.*\n`)

// load reads a file of cypher/. Each is loaded once. Parsing all of them at the start would take 1 ms.
func load(name string, e effect) *statementFile {
	text, err := files.ReadFile("cypher/" + name + ".cypher")
	if err != nil {
		panic(fmt.Sprintf("neo4jstore: no statement %s: %v", name, err))
	}
	parsed := sync.OnceValue(func() *template.Template { return parse(name, text) })
	return &statementFile{name: name, effect: e, parsed: parsed}
}

// parse removes the comments, which the server does not need.
func parse(name string, text []byte) *template.Template {
	parts := template.Must(template.New(name).Funcs(functions).Option("missingkey=error").Parse(sharedParts))
	return template.Must(parts.Parse(comments.ReplaceAllString(string(text), "")))
}

// functions are what a template may call with the label of a type: whether it is an ordering type, and for one the
// properties that hold the level of an episode, and the note that its level may be wrong; whether it starts at the earlier
// episode.
var functions = template.FuncMap{
	"ordering": func(label string) bool { return typeOf(label).Ordering() },
	"level":    func(label string) string { return "level_" + strings.ToLower(label) },
	"noted":    func(label string) string { return "noted_" + strings.ToLower(label) },

	"startsEarlier": func(label string) bool { return typeOf(label).Earlier() == graph.Outgoing },
}

// with returns the query of a file that needs neither types nor direction.
func (f *statementFile) with(p params) query { return query{f.of(graph.Both), p} }

// of returns the statement for a direction and some types, or for all types if none is given.
func (f *statementFile) of(d graph.Direction, types ...graph.Type) *statement {
	names := allTypes
	if len(types) > 0 && types[0] != "" {
		names = sorted(types)
	}
	arrow := arrows[d]
	return f.keep(arrow[0]+strings.Join(names, "|")+arrow[1], templateValues{
		Type: names[0], Types: strings.Join(names, "|"), Each: names, All: allTypes, Left: arrow[0], Right: arrow[1], Levels: allLevels,
	})
}

// series returns the statement for a series of vectors. While one model replaces another there are two series, one of
// them with an even number.
func (f *statementFile) series(number int64) *statement { return f.inParts(number, false) }

// inParts does the same, for a workspace that may have texts in parts.
func (f *statementFile) inParts(number int64, parts bool) *statement {
	slot := [...]string{"a", "b"}[number%2]
	return f.keep(fmt.Sprint(slot, parts), templateValues{Slot: slot, Parts: parts})
}

// keep returns the statement of a key, and makes it at most once.
func (f *statementFile) keep(key string, with templateValues) *statement {
	if made, ok := f.made.Load(key); ok {
		return made.(*statement)
	}
	made, _ := f.made.LoadOrStore(key, f.fill(with))
	return made.(*statement)
}

// sorted returns the labels of some types in a fixed order, so that a set of types has one statement.
func sorted(types []graph.Type) []string {
	var names []string
	for _, t := range graph.Types() {
		if slices.Contains(types, t) {
			names = append(names, label(t))
		}
	}
	return names
}

func (f *statementFile) fill(with templateValues) *statement {
	text := execute(f.parsed(), with)
	st := &statement{name: f.name, text: text, plain: text, effect: f.effect, meta: meta(f.name)}
	if checked[f.name] {
		st.text = withCheck(text)
	}
	return st
}

// meta returns the metadata that the server shows with a transaction.
func meta(op string) map[string]any { return map[string]any{"app": "plotline", "op": op} }

func execute(t *template.Template, with templateValues) string {
	var text strings.Builder
	if err := t.Execute(&text, with); err != nil {
		panic(fmt.Sprintf("neo4jstore: %v", err)) // a bug that every test would find
	}
	return strings.TrimSpace(text.String())
}
