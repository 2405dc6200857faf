package tsx

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"plotline/internal/pattern"
)

// explained converts esbuild's errors into a Problem. It replaces errors about the entry by one about the scene.
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
	// exportName matches the bundler's name of a default export that exists.
	exportName = pattern.New(`^[\pL_$][\pL\pN_$.]*$`)
	// commonJS matches its name in a module without exports, or with module.exports.
	commonJS = pattern.New(`^import_scene\d*\.default$`)
	// noComponent matches a value that is a number, a string, nothing, or starts an element.
	noComponent = pattern.New(`^(?:(?:-?[\d.][\w.+-]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`$\\\\]*`" + `|true|false|null|void 0);\n|/\* @__PURE__ \*/ \(0, import_jsx_runtime)`)
)

// inspect rejects faults that esbuild accepts. It relies on esbuild's format: the statements of a module are indented
// by two spaces.
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

// isObject reports whether a value is an object literal and nothing more.
func isObject(value string) bool {
	if !strings.HasPrefix(value, "{") {
		return false
	}
	s := newScanner(value)
	s.run(func() bool { return s.at == 0 || len(s.frames) > 1 })
	return strings.HasPrefix(value[s.at:], ";\n")
}

// valueOf returns the script after `var name = `, if that is the only assignment of the name in the module.
func valueOf(script, name string) (string, bool) {
	if strings.Contains(name, ".") {
		return "", false
	}
	if countAssignments(script, name) != 1 {
		return "", false
	}
	_, value, found := strings.Cut(script, "\n  var "+name+" = ")
	return value, found
}

// assignment matches what follows a name that is assigned.
var assignment = pattern.New(`^(?:\+\+|--| (?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?= )`)

// textAlone matches a line that is one string. In a safe scene such lines are kept texts of the broken scene.
var textAlone = pattern.New(`^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + "`[^`$\\\\]*`" + `),?$`)

// countAssignments counts the assignments of a name, up to 2. It searches for the name first: a regular expression with the
// name in the middle would cost more than the rest of a compilation.
func countAssignments(script, name string) (times int) {
	const longest = 6 // bytes of the longest match of gives
	for at := 0; times < 2; {
		n := strings.Index(script[at:], name)
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(name)
		before, _ := utf8.DecodeLastRuneInString(script[:start])
		part := unicode.IsLetter(before) || unicode.IsNumber(before) || strings.ContainsRune("_$.", before)
		if part || !assignment.MatchString(script[at:min(at+longest, len(script))]) {
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

// lineAt returns the line around an index, and the index of its end.
func lineAt(script string, at int) (line string, end int) {
	end = len(script)
	if n := strings.IndexByte(script[at:], '\n'); n >= 0 {
		end = at + n
	}
	return script[strings.LastIndexByte(script[:at], '\n')+1 : end], end
}
