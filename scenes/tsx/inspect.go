package tsx

import (
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// explained turns what esbuild says into a Problem, and puts into our words what is about our entry.
func explained(errs []api.Message) *Problem {
	for _, e := range errs {
		if strings.HasPrefix(e.Text, "No matching export in ") {
			return noDefault()
		}
	}
	return reported(errs)
}

func noDefault() *Problem {
	return refused("no default export: add `export default function Scene() {…}`")
}

var (
	// exportName is what the bundler calls a default export that is there.
	exportName = regexp.MustCompile(`^[\pL_$][\pL\pN_$.]*$`)
	// commonJS is what it calls one of a module without exports, or with module.exports.
	commonJS = regexp.MustCompile(`^import_scene\d*\.default$`)
	// noComponent is a whole value that is a number, a text, nothing, or the beginning of an element.
	noComponent = regexp.MustCompile(`^(?:(?:-?[\d.][\w.+-]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`$\\\\]*`" + `|true|false|null|void 0);\n|/\* @__PURE__ \*/ \(0, import_jsx_runtime)`)
)

// inspect looks at the script for what esbuild lets pass. A script is what esbuild prints: the
// statements of a module are indented by two spaces.
func inspect(script, component string) *Problem {
	if !exportName.MatchString(component) || commonJS.MatchString(component) {
		return noDefault()
	}
	if strings.Contains(script, "\n  var __require = ") {
		return refused("require(…) and import(…) of a computed name are not allowed: %s", allowed)
	}
	if strings.Contains(script, "\n  var __reExport = ") {
		return refused("`export * from` is not allowed: export what is meant by name")
	}
	for range maxNames {
		value, once := valueOf(script, component)
		if !once {
			return nil
		}
		if noComponent.MatchString(value) || isObject(value) {
			return refused("the default export is no component: `export default` needs a function, as in `export default function Scene() {…}`")
		}
		component, _, _ = strings.Cut(value, ";\n")
		if !exportName.MatchString(component) {
			return nil
		}
	}
	return nil
}

// isObject tells whether a value is an object and nothing more.
func isObject(value string) bool {
	if !strings.HasPrefix(value, "{") {
		return false
	}
	s := newScanner(value)
	s.run(func() bool { return s.at == 0 || len(s.frames) > 1 })
	return strings.HasPrefix(value[s.at:], ";\n")
}

// valueOf is what stands behind `var name = `, to the end of the script, if a name of the module is
// given a value just once, by that.
func valueOf(script, name string) (string, bool) {
	if strings.Contains(name, ".") {
		return "", false
	}
	given := regexp.MustCompile(`(?:^|[^\pL\pN_$.])` + regexp.QuoteMeta(name) + `(?:\+\+|--| (?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?= )`)
	if len(given.FindAllStringIndex(script, 2)) != 1 {
		return "", false
	}
	_, value, found := strings.Cut(script, "\n  var "+name+" = ")
	return value, found
}
