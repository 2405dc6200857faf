package neo4jstore

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	migrations "plotline/graph/neo4jstore/schema"
)

// source holds what the package's Go files declare and pass.
type source struct {
	files  map[string]string          // variable → file
	params map[string]map[string]bool // variable → names of the parameters that are passed
}

func readSource(t *testing.T) source {
	t.Helper()
	src := source{map[string]string{}, map[string]map[string]bool{}}
	names, err := fs.Glob(goFiles(t), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				src.declared(t, n)
			case *ast.CallExpr:
				src.called(t, n)
			}
			return true
		})
	}
	return src
}

// declared records `name = load("file", …)`.
func (s source) declared(t *testing.T, spec *ast.ValueSpec) {
	t.Helper()
	for i, value := range spec.Values {
		ast.Inspect(value, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isIdent(call.Fun, "load") {
				file, err := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				s.files[spec.Names[i].Name] = file
			}
			return true
		})
	}
}

// called records `name.with(params{…})`, `name.of(…).with(params{…})`, and a call of filtered after them.
func (s source) called(t *testing.T, call *ast.CallExpr) {
	t.Helper()
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "with" && selector.Sel.Name != "filtered" {
		return
	}
	name := root(selector.X)
	if s.params[name] == nil {
		s.params[name] = map[string]bool{}
	}
	if selector.Sel.Name == "filtered" {
		for key := range (query{params: params{}}).filtered(graph.EpisodeFilter{}).params {
			s.params[name][key] = true
		}
		return
	}
	literal, ok := call.Args[0].(*ast.CompositeLit)
	if !ok {
		if !isIdent(call.Args[0], "nil") {
			t.Errorf("%s.with is called with something other than a literal", name)
		}
		return
	}
	for _, element := range literal.Elts {
		key, err := strconv.Unquote(element.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		s.params[name][key] = true
	}
}

func isIdent(e ast.Expr, name string) bool {
	ident, ok := e.(*ast.Ident)
	return ok && ident.Name == name
}

// root returns the variable at the start of a chain of calls.
func root(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return root(e.X)
	case *ast.CallExpr:
		return root(e.Fun)
	}
	return ""
}

// every returns the statements of a file in all fillings that differ: with one type, two and all, in each direction,
// or for each series of vectors, without and with parts.
func every(t *testing.T, name string) []*statement {
	t.Helper()
	f := load(name, reads)
	texts := map[string]*statement{}
	if strings.Contains(read(t, "cypher/"+name+".cypher"), "{{.Slot}}") {
		return []*statement{f.series(0), f.series(1), f.inParts(0, true), f.inParts(1, true)}
	}
	for _, d := range []graph.Direction{graph.Outgoing, graph.Incoming, graph.Both} {
		for _, types := range [][]graph.Type{nil, {graph.Causes}, {graph.Refines, graph.Follows}} {
			st := f.of(d, types...)
			texts[st.text] = st
		}
	}
	return slices.SortedFunc(maps.Values(texts), func(a, b *statement) int { return strings.Compare(a.text, b.text) })
}

func cypherFiles(t *testing.T) []string {
	t.Helper()
	names, err := fs.Glob(files, "cypher/*.cypher")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		names[i] = strings.TrimSuffix(strings.TrimPrefix(name, "cypher/"), ".cypher")
	}
	return names
}

// TestEveryFileIsUsedOnce checks that every file is loaded by one variable and that this variable is used.
func TestEveryFileIsUsedOnce(t *testing.T) {
	t.Parallel()
	src := readSource(t)
	if d := cmp.Diff(cypherFiles(t), slices.Sorted(maps.Values(src.files))); d != "" {
		t.Errorf("files of cypher/ and those that are loaded (-there +loaded):\n%s", d)
	}
	for variable := range src.files {
		if src.params[variable] == nil {
			t.Errorf("nothing runs %s", variable)
		}
	}
}

var parameter = regexp.MustCompile(`\$([a-z_]+)`)

// parametersOf lists the parameters of a text.
func parametersOf(text string) []string {
	names := map[string]bool{}
	for _, match := range parameter.FindAllStringSubmatch(text, -1) {
		names[match[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// TestParametersAgree checks that a file, its header and the Go code name the same parameters.
func TestParametersAgree(t *testing.T) {
	t.Parallel()
	src := readSource(t)
	for variable, file := range src.files {
		text := read(t, "cypher/"+file+".cypher")
		header, _, found := strings.Cut(text, "\nCYPHER 5\n")
		if !found && file != "inspect" {
			t.Errorf("%s does not start with its language", file)
		}
		if !strings.Contains(header, "// Columns:") {
			t.Errorf("%s: the header names no columns", file)
		}
		for _, st := range every(t, file) {
			if d := cmp.Diff(parametersOf(st.text), slices.Sorted(maps.Keys(src.params[variable])), cmpEmpty); d != "" {
				t.Errorf("%s: parameters (-file +Go):\n%s", file, d)
			}
			if d := cmp.Diff(parametersOf(st.text), parametersOf(header), cmpEmpty); found && d != "" {
				t.Errorf("%s: parameters (-file +header):\n%s", file, d)
			}
		}
	}
}

// TestFilling checks that templates are filled only from the closed set, in one order whatever the caller's.
func TestFilling(t *testing.T) {
	t.Parallel()
	a := related.of(graph.Incoming, graph.Refines, graph.Follows, graph.Refines)
	if b := related.of(graph.Incoming, graph.Follows, graph.Refines); a != b {
		t.Error("the same types make two statements")
	}
	if want := "MATCH (here)<-[r:FOLLOWS|REFINES]-(there:Episode)"; !strings.Contains(a.text, want) {
		t.Errorf("no %s in\n%s", want, a.text)
	}
	for _, name := range cypherFiles(t) {
		for _, st := range every(t, name) {
			if strings.Contains(st.text, "{{") || strings.Contains(st.text, "//") || strings.Contains(st.text, "<no value>") {
				t.Errorf("%s is not filled:\n%s", name, st.text)
			}
		}
	}
}

// far matches the episode at which a relationship ends, in a file.
var far = regexp.MustCompile(`\](?:->|-|\{\{\$?\.Right\}\})\((\w+):Episode\)`)

// TestFarEndsAreFollowed checks that no statement lets an index look up the other end of a relationship by its workspace:
// the planner would do so where it takes the workspace for small, such as by old statistics, and read the whole workspace for
// each episode. Which plan it takes depends on all that the database has, so this looks at the texts.
func TestFarEndsAreFollowed(t *testing.T) {
	t.Parallel()
	ends := 0
	for _, name := range cypherFiles(t) {
		text := read(t, "cypher/"+name+".cypher")
		for _, match := range far.FindAllStringSubmatch(text, -1) {
			ends++
			if sought := match[1] + ".workspace = $workspace"; strings.Contains(text, sought) {
				t.Errorf(`%s: %s of %s, want {{template "within" %q}}`, name, sought, match[0], match[1])
			}
		}
	}
	if ends < 20 {
		t.Errorf("%d ends of relationships are found, want the 20 and more that the files have", ends)
	}
}

// scans are the operators that read everything.
var scans = regexp.MustCompile(`AllNodesScan|NodeByLabelScan|AllRelationshipsScan|RelationshipTypeScan|RelationshipTypesScan|RelationshipIndexScan`)

// hidden is the scan of deleted episodes whose relationships wait to be removed. There is seldom one.
var hidden = regexp.MustCompile(`NodeByLabelScan.*:PlotlineDeleted`)

// inOrder are the statements that read no more of a workspace than they return.
var (
	inOrder = map[string]bool{"list_episodes": true, "filter_episodes": true, "page_episodes": true}
	sorts   = regexp.MustCompile(`\+(Partial)?(Sort|Top)`)
)

// large are properties that may be large, in the details of a plan. A filter may read tags and stems, if the rows do not
// keep them.
var large = regexp.MustCompile(`\b\w+\.(query|reflection|metadata|terms)\b|cache\[\w+\.(tags|stems)\]`)

// twoEnds are the statements that look for relationships between two known episodes.
var twoEnds = map[string]bool{"add_ordering": true, "add_other": true, "backward": true, "between": true}

// joins are the operators that bring two sets of nodes together, in place of following relationships from one of them.
var joins = regexp.MustCompile(`Expand\(Into\)|HashJoin`)

// TestPlans checks that both versions accept every statement, look up its keys in an index, follow relationships from the
// episodes that are known and sort no rows with large properties: a row has nodes, whose properties are read when the rows are
// sorted.
func TestPlans(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s := t.s[0]
		if _, err := s.Status(t.Context()); err != nil {
			t.Fatal(err) // Status makes the indexes
		}
		for _, name := range cypherFiles(t.T) {
			for _, st := range every(t.T, name) {
				plan := explain(t.T, s, st.text)
				if scans.MatchString(hidden.ReplaceAllString(plan, "")) {
					t.Errorf("%s reads everything:\n%s\n%s", name, st.text, plan)
				}
				if joins.MatchString(plan) && !twoEnds[name] {
					t.Errorf("%s may read a whole workspace to find the other end of a relationship:\n%s\n%s", name, st.text, plan)
				}
				if at := sorts.FindStringIndex(plan); at != nil { // what is read before is drawn below
					if property := large.FindString(plan[at[0]:]); property != "" {
						t.Errorf("%s may sort rows with %s:\n%s", name, property, plan)
					}
				}
				if inOrder[name] && sorts.MatchString(plan) {
					t.Errorf("%s does not take the index's order:\n%s", name, plan)
				}
			}
		}
		for _, m := range migrations.Migrations() {
			for _, step := range stepsOf(m) {
				explain(t.T, s, step.text)
			}
		}
	})
}

// explain returns the plan as the server draws it. The driver's tree of a plan is wrong: it shows an operator's last
// child in place of each.
func explain(t *testing.T, s *Store, text string) string {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), s.driver, "EXPLAIN "+text, nil, neo4j.EagerResultTransformer)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return ""
	}
	plan, _ := result.Summary.Plan().Arguments()["string-representation"].(string)
	if plan == "" {
		t.Errorf("no plan for\n%s", text)
	}
	return plan
}

// TestSchemaCanBeRepeated checks that every statement of the schema may run again, and that the types are filled in.
func TestSchemaCanBeRepeated(t *testing.T) {
	t.Parallel()
	steps := 0
	for _, m := range migrations.Migrations() {
		for _, step := range stepsOf(m) {
			if !strings.Contains(step.text, "IF NOT EXISTS") || strings.Contains(step.text, "{{") || strings.Contains(step.text, ";") {
				t.Errorf("%s has the statement\n%s", m.Name, step.text)
			}
			steps++
		}
	}
	if want := 24 + len(allTypes); steps != want {
		t.Errorf("%d statements, want %d", steps, want)
	}
}
