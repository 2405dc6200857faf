package tsx

import (
	"fmt"
	"strings"

	"github.com/tdewolff/parse/v2/js"
)

// maxSteps limits the expressions that a viewer looks at, so that names that stand for each other take little time.
const maxSteps = 10_000

// nothing and the other nouns are what a component can return instead of JSX.
const (
	nothing   = "nothing"
	anObject  = "an object"
	aFunction = "a function"
	aPromise  = "a promise"
)

// viewer finds components that can never show anything. It follows names, returned values and elements as far as they
// are certain. Its methods return why there is nothing to see: a noun, or a sentence for the author. They return "" for
// everything that may show something, which includes everything that they do not understand.
type viewer struct {
	script script
	values map[string]js.IExpr // parsed constants of the script
	busy   map[string]bool     // components that are being looked at
	steps  int
}

// scope has the constants of a function. esbuild gives no two variables in nested scopes one name.
type scope struct {
	outer     *scope
	constants map[string]js.IExpr
}

// neverShows rejects a default export that can never show anything, as far as its syntax tree tells.
func neverShows(s script, component js.IExpr) *Problem {
	v := viewer{script: s, values: map[string]js.IExpr{}, busy: map[string]bool{}}
	if why := v.component(component, nil, ""); why != "" {
		return refused("the scene can never show anything: %s", why)
	}
	return nil
}

func (v *viewer) tired() bool {
	v.steps++
	return v.steps > maxSteps
}

// component says why a component shows nothing. name is what the script calls it.
func (v *viewer) component(x js.IExpr, in *scope, name string) string {
	if v.tired() {
		return ""
	}
	switch x := x.(type) {
	case *js.GroupExpr:
		return v.component(x.X, in, name)
	case *js.Var:
		return v.named(string(x.Name()), in)
	case *js.FuncDecl:
		return v.function(x.Async, x.Generator, &x.Body, in, name)
	case *js.ArrowFunc:
		return v.function(x.Async, false, &x.Body, in, name)
	case *js.ClassDecl:
		return v.class(x, in, name)
	case *js.CallExpr:
		if wrapper := v.library(x.X); (wrapper == "memo" || wrapper == "forwardRef") && len(x.Args.List) > 0 {
			return v.component(x.Args.List[0].Value, in, name)
		}
	}
	return ""
}

func (v *viewer) named(name string, in *scope) string {
	value, where := v.lookUp(name, in)
	if value == nil || v.busy[name] {
		return ""
	}
	v.busy[name] = true
	defer delete(v.busy, name)
	return v.component(value, where, name)
}

// lookUp returns the value of a constant and the scope that it is in; nil if the name is no constant.
func (v *viewer) lookUp(name string, in *scope) (js.IExpr, *scope) {
	for ; in != nil; in = in.outer {
		if value := in.constants[name]; value != nil {
			return value, in
		}
	}
	value, known := v.values[name]
	if !known {
		if text := v.script.constant(name); text != "" {
			value = expression(text)
		}
		v.values[name] = value
	}
	return value, nil
}

func (v *viewer) function(async, generator bool, body *js.BlockStmt, in *scope, name string) string {
	switch {
	case async:
		return label(name) + " is async, and React does not wait for it: make it an ordinary function that returns JSX"
	case generator:
		return label(name) + " is a generator (function*): make it an ordinary function that returns JSX"
	}
	inner := &scope{outer: in, constants: constantsOf(body)}
	list := &returns{}
	js.Walk(list, body)
	why := nothing
	for _, x := range list.values {
		of := v.value(x, inner)
		if broken := v.objectChild(x, inner); broken != "" {
			of = broken
		}
		if of == "" {
			return ""
		}
		if why == nothing {
			why = of
		}
	}
	const instead = ": return the elements to show, as in `return <AbsoluteFill>…</AbsoluteFill>`"
	switch why {
	case nothing:
		return label(name) + " returns no JSX" + instead
	case anObject, aFunction, aPromise:
		return label(name) + " returns " + why + " instead of JSX" + instead
	}
	return why
}

// label names a component. esbuild gives one without a name a name that ends in "_default".
func label(name string) string {
	if name == "" || strings.HasSuffix(name, "_default") {
		return "the component"
	}
	return "`" + name + "`"
}

// constantsOf returns the constants that a function declares outside of inner blocks.
func constantsOf(body *js.BlockStmt) map[string]js.IExpr {
	found := map[string]js.IExpr{}
	for _, statement := range body.List {
		switch statement := statement.(type) {
		case *js.VarDecl:
			for _, declared := range statement.List {
				if name, ok := declared.Binding.(*js.Var); ok && statement.TokenType == js.ConstToken && declared.Default != nil {
					found[string(name.Name())] = declared.Default
				}
			}
		case *js.FuncDecl:
			if statement.Name != nil {
				found[string(statement.Name.Name())] = statement
			}
		}
	}
	return found
}

// returns collects what a function returns, without the functions in it.
type returns struct{ values []js.IExpr }

// Enter implements js.IVisitor.
func (r *returns) Enter(n js.INode) js.IVisitor {
	switch n := n.(type) {
	case *js.FuncDecl, *js.ArrowFunc, *js.MethodDecl, *js.ClassDecl:
		return nil
	case *js.ReturnStmt:
		if n.Value != nil {
			r.values = append(r.values, n.Value)
		}
		return nil
	}
	return r
}

// Exit implements js.IVisitor.
func (*returns) Exit(js.INode) {}

// class says why a class shows nothing. Its render may come from another class, or from a field, which esbuild moves
// into the constructor.
func (v *viewer) class(x *js.ClassDecl, in *scope, name string) string {
	for _, element := range x.List {
		m := element.Method
		if m == nil || m.Name.IsIdent([]byte("constructor")) || m.Name.IsComputed() {
			return ""
		}
		if !m.Static && m.Name.IsIdent([]byte("render")) {
			return v.function(m.Async, m.Generator, &m.Body, in, name)
		}
	}
	if base := v.library(x.Extends); base == "Component" || base == "PureComponent" {
		return label(name) + " has no method render: add one that returns JSX"
	}
	return ""
}

// value says why a returned value or a child shows nothing.
func (v *viewer) value(x js.IExpr, in *scope) string {
	if v.tired() {
		return ""
	}
	switch x := x.(type) {
	case *js.GroupExpr:
		return v.value(x.X, in)
	case *js.CommaExpr:
		return v.value(x.List[len(x.List)-1], in)
	case *js.CondExpr:
		return v.all([]js.IExpr{x.X, x.Y}, in)
	case *js.BinaryExpr:
		switch x.Op {
		case js.AndToken: // what stands before it is a condition
			return v.value(x.Y, in)
		case js.OrToken, js.NullishToken:
			return v.all([]js.IExpr{x.X, x.Y}, in)
		default:
		}
	case *js.ArrayExpr:
		return v.array(x, in)
	case *js.Var:
		return v.variable(x, in)
	case *js.CallExpr:
		return v.call(x, in)
	default:
		return plain(x)
	}
	return ""
}

// plain says why a value that is no JSX and no text shows nothing.
func plain(x js.IExpr) string {
	switch x := x.(type) {
	case *js.LiteralExpr:
		switch text := string(x.Data); {
		case x.TokenType == js.RegExpToken:
			return anObject
		case text == "null", text == "true", text == "false", text == `""`, text == "''":
			return nothing
		}
	case *js.UnaryExpr:
		if x.Op == js.VoidToken || x.Op == js.NotToken {
			return nothing
		}
	case *js.ObjectExpr:
		for _, property := range x.List {
			if property.Spread {
				return "" // it may be a copied element
			}
		}
		return anObject
	case *js.NewExpr:
		if class, ok := x.X.(*js.Var); ok && string(class.Name()) == "Date" {
			return anObject
		}
	case *js.FuncDecl, *js.ArrowFunc, *js.ClassDecl:
		return aFunction
	}
	return ""
}

func (v *viewer) array(x *js.ArrayExpr, in *scope) string {
	items := make([]js.IExpr, 0, len(x.List))
	for _, item := range x.List {
		if item.Spread {
			return ""
		}
		if item.Value != nil {
			items = append(items, item.Value)
		}
	}
	return v.all(items, in)
}

// all says why several values show nothing. A sentence says more than a noun.
func (v *viewer) all(list []js.IExpr, in *scope) string {
	why := nothing
	for _, x := range list {
		of := v.value(x, in)
		if of == "" {
			return ""
		}
		if why == nothing {
			why = of
		}
	}
	return why
}

func (v *viewer) variable(x *js.Var, in *scope) string {
	name := string(x.Name())
	if name == "undefined" {
		return nothing
	}
	value, where := v.lookUp(name, in)
	if value == nil {
		return ""
	}
	return v.value(value, where)
}

func (v *viewer) call(x *js.CallExpr, in *scope) string {
	if e, ok := v.element(x); ok {
		return v.shown(e, in)
	}
	called := x.X
	if group, ok := called.(*js.GroupExpr); ok {
		called = group.X
	}
	if name, ok := called.(*js.Var); ok {
		called, _ = v.lookUp(string(name.Name()), in)
	}
	switch f := called.(type) {
	case *js.FuncDecl:
		if f.Async && !f.Generator {
			return aPromise
		}
	case *js.ArrowFunc:
		if f.Async {
			return aPromise
		}
	}
	return ""
}

// shown says why an element shows nothing.
func (v *viewer) shown(e element, in *scope) string {
	name := v.library(e.kind)
	switch {
	case name == "Composition" || name == "Still":
		return registers(name, e)
	case name == "Folder" || name == "Artifact":
		return nothing
	case e.children == nil && !e.empty:
		return ""
	case passes[name] && e.onlyTiming, e.onlyTiming && e.box(name) && len(e.children) > 0:
		switch why := v.all(e.children, in); why {
		case anObject, aFunction, aPromise:
			return nothing
		default:
			return why
		}
	case name == "":
		if component, ok := e.kind.(*js.Var); ok {
			return v.named(string(component.Name()), in)
		}
	}
	return ""
}

func registers(name string, e element) string {
	export := "export the component that it names"
	if component, ok := e.properties["component"].(*js.Var); ok {
		export = fmt.Sprintf("export `%s`", component.Name())
	}
	return fmt.Sprintf("it renders <%s>, which registers a video and shows nothing in a scene: %s as the default instead", name, export)
}

// objectChild says which object is a child of an element that is certainly rendered. React throws an error for it.
func (v *viewer) objectChild(x js.IExpr, in *scope) string {
	if v.tired() {
		return ""
	}
	switch x := x.(type) {
	case *js.GroupExpr:
		return v.objectChild(x.X, in)
	case *js.CallExpr:
		e, ok := v.element(x)
		if !ok {
			return ""
		}
		name := e.name(v.library(e.kind))
		if name == "" {
			return "" // a component of the scene may take any children
		}
		for _, child := range e.children {
			if v.value(child, in) == anObject {
				return fmt.Sprintf("an object is a child of <%s>, and React cannot show objects: show the texts in it, as in {data.title}", name)
			}
			if why := v.objectChild(child, in); why != "" {
				return why
			}
		}
	}
	return ""
}
