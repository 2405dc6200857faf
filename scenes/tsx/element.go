package tsx

import (
	"strings"

	"github.com/tdewolff/parse/v2/js"
)

// element is a call of React's jsx, jsxs or createElement.
type element struct {
	kind       js.IExpr // a text, a name or a member
	properties map[string]js.IExpr
	children   []js.IExpr
	empty      bool // it certainly has no children
	onlyTiming bool // no property gives it a look of its own
}

// passes has the components that show their children only.
var passes = words("Fragment StrictMode Suspense Profiler Sequence Series Loop Freeze")

// boxes has the elements that show nothing but their children, unless a property or a style sheet gives them a look.
var boxes = words("div span section main article p")

// timing has the properties that do not change what an element looks like.
var timing = words("children key name from durationInFrames frame times offset layout")

// element reads a call that makes an element.
func (v *viewer) element(x *js.CallExpr) (element, bool) {
	maker := v.library(x.X)
	args := x.Args.List
	if maker != "jsx" && maker != "jsxs" && maker != "createElement" || len(args) == 0 {
		return element{}, false
	}
	e := element{kind: args[0].Value, properties: map[string]js.IExpr{}, onlyTiming: true}
	certain := len(args) == 1 || e.read(args[1].Value)
	if child := e.properties["children"]; child != nil {
		e.children = itemsOf(child)
	}
	if maker == "createElement" && len(args) > 2 {
		e.children = nil
		for _, arg := range args[2:] {
			if arg.Rest {
				e.children, certain = nil, false
				break
			}
			e.children = append(e.children, arg.Value)
		}
	}
	e.empty = certain && len(e.children) == 0
	return e, true
}

// read reads the properties. It returns false if there may be others.
func (e *element) read(x js.IExpr) bool {
	object, ok := x.(*js.ObjectExpr)
	if !ok {
		literal, ok := x.(*js.LiteralExpr)
		none := ok && string(literal.Data) == "null"
		e.onlyTiming = none
		return none
	}
	certain := true
	for _, property := range object.List {
		if property.Name == nil || property.Name.IsComputed() {
			certain, e.onlyTiming = false, false
			continue
		}
		name := strings.Trim(property.Name.String(), `"'`)
		e.properties[name] = property.Value
		e.onlyTiming = e.onlyTiming && timing[name]
	}
	return certain
}

// itemsOf returns the elements of a list, or the value itself.
func itemsOf(x js.IExpr) []js.IExpr {
	list, ok := x.(*js.ArrayExpr)
	if !ok {
		return []js.IExpr{x}
	}
	var items []js.IExpr
	for _, item := range list.List {
		if item.Spread || item.Value == nil {
			return []js.IExpr{x}
		}
		items = append(items, item.Value)
	}
	return items
}

// name returns the name of an element of HTML or of a library; else "".
func (e *element) name(library string) string {
	if literal, ok := e.kind.(*js.LiteralExpr); ok {
		return strings.Trim(string(literal.Data), `"'`)
	}
	return library
}

func (e *element) box(library string) bool {
	return library == "AbsoluteFill" || library == "" && boxes[e.name(library)]
}

// library returns the name that a module of the libraries gives to an expression, as in (0, import_react.memo) or
// React.memo; else "".
func (v *viewer) library(x js.IExpr) string {
	switch x := x.(type) {
	case *js.GroupExpr:
		return v.library(x.X)
	case *js.CommaExpr:
		return v.library(x.List[len(x.List)-1])
	case *js.DotExpr:
		if v.module(x.X) {
			return x.Y.String()
		}
	}
	return ""
}

// module reports whether an expression is a module of the libraries, or a member of one.
func (v *viewer) module(x js.IExpr) bool {
	switch x := x.(type) {
	case *js.DotExpr:
		return v.module(x.X)
	case *js.GroupExpr:
		return v.module(x.X)
	case *js.Var:
		name := string(x.Name())
		if v.script[name] == nil {
			return name == "React" || name == "Remotion" || name == "window"
		}
		value := v.script.constant(name)
		return strings.HasPrefix(value, "__toESM(require_") || strings.HasPrefix(value, "require_")
	}
	return false
}
