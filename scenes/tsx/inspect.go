package tsx

import (
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/tdewolff/parse/v2/js"
)

// explained converts esbuild's errors into a Problem. It replaces errors about the entry by one about the scene. It
// leaves out those about files and folders, so that no client learns which ones exist.
func explained(errs []api.Message) *Problem {
	if errs = slices.DeleteFunc(errs, aboutFiles); len(errs) == 0 {
		return computedName()
	}
	for _, e := range errs {
		if strings.HasPrefix(e.Text, "No matching export in ") {
			return noDefault()
		}
	}
	return reported(errs)
}

// aboutFiles reports whether an error comes from esbuild's own look-up of an import whose name is known in part.
func aboutFiles(e api.Message) bool {
	inFile := e.Location != nil && e.Location.File != entryFile && e.Location.File != sceneSpace+":"+sceneFile
	return inFile || strings.HasPrefix(e.Text, "Could not resolve ") || strings.HasPrefix(e.Text, "Cannot read ")
}

func computedName() *Problem {
	return refused("require(…) and import(…) of a computed name are not allowed: %s", allowed)
}

func noDefault() *Problem {
	return refused("no default export: add `export default function Scene() {…}`")
}

// inspect rejects faults that esbuild accepts. output is the text of the script. esbuild puts a helper into it for
// each construct that it cannot bundle.
func inspect(output string, s script, component js.IExpr) *Problem {
	if !exported(component) {
		return noDefault()
	}
	if strings.Contains(output, "\n  var __require = ") || strings.Contains(output, "\n  var __glob = ") {
		return computedName()
	}
	if strings.Contains(output, "\n  var __reExport = ") {
		return refused("`export * from` is not allowed: export what is meant by name")
	}
	value := component.String()
	for range maxNames {
		if value = s.constant(value); noComponent(value) {
			return refused("the default export is no component: `export default` needs a function, as in `export default function Scene() {…}`")
		}
	}
	return neverShows(s, component)
}

// exported reports whether the bundler found a default export. It names one by a variable, or by a member of an
// imported module. Of a module without exports, or with module.exports, it takes import_scene.default.
func exported(component js.IExpr) bool {
	if member, ok := component.(*js.DotExpr); ok {
		number, scene := strings.CutPrefix(member.X.String(), "import_scene")
		return !scene || member.Y.String() != "default" || strings.Trim(number, "0123456789") != ""
	}
	_, ok := component.(*js.Var)
	return ok
}

// noComponent reports whether a value is a literal, void, an array, an object or an element. Components are long, so
// it parses no long value that can be one.
func noComponent(value string) bool {
	if strings.HasPrefix(value, "/* @__PURE__ */ (0, import_jsx_runtime") {
		return true
	}
	if value == "" || len(value) > maxExpression && strings.IndexByte("{[\"'`", value[0]) < 0 {
		return false
	}
	switch x := expression(value).(type) {
	case *js.LiteralExpr, *js.ArrayExpr, *js.ObjectExpr:
		return true
	case *js.TemplateExpr:
		return x.Tag == nil
	case *js.UnaryExpr:
		return x.Op == js.NegToken || x.Op == js.VoidToken
	}
	return false
}
