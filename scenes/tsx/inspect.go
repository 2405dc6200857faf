package tsx

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"plotline/graph/pattern"
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
	exportName = pattern.New(`^[\pL_$][\pL\pN_$.]*$`)
	// commonJS is what it calls one of a module without exports, or with module.exports.
	commonJS = pattern.New(`^import_scene\d*\.default$`)
	// noComponent is a whole value that is a number, a text, nothing, or the beginning of an element.
	noComponent = pattern.New(`^(?:(?:-?[\d.][\w.+-]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`$\\\\]*`" + `|true|false|null|void 0);\n|/\* @__PURE__ \*/ \(0, import_jsx_runtime)`)
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
	if timesGiven(script, name) != 1 {
		return "", false
	}
	_, value, found := strings.Cut(script, "\n  var "+name+" = ")
	return value, found
}

// gives is what stands behind a name that is given a value.
var gives = pattern.New(`^(?:\+\+|--| (?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?= )`)

// textAlone is a line that is one text: of a safe scene, a line of the code that it keeps.
var textAlone = pattern.New(`^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + "`[^`$\\\\]*`" + `),?$`)

// timesGiven counts how often a name is given a value, up to 2. The name is looked for first: an expression
// with it in the middle would cost more than all the rest of a compilation.
func timesGiven(script, name string) (times int) {
	const longest = 6 // bytes of what gives matches
	for at := 0; times < 2; {
		n := strings.Index(script[at:], name)
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(name)
		before, _ := utf8.DecodeLastRuneInString(script[:start])
		part := unicode.IsLetter(before) || unicode.IsNumber(before) || strings.ContainsRune("_$.", before)
		if part || !gives.MatchString(script[at:min(at+longest, len(script))]) {
			continue
		}
		line, end := lineAt(script, start)
		if textAlone.MatchString(line) {
			at = end
			continue
		}
		times++
	}
	return times
}

// lineAt is the line around a place, and where it ends.
func lineAt(script string, at int) (line string, end int) {
	end = len(script)
	if n := strings.IndexByte(script[at:], '\n'); n >= 0 {
		end = at + n
	}
	return script[strings.LastIndexByte(script[:at], '\n')+1 : end], end
}
