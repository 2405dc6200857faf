package compiler_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"plotline/scenes/tsx"
)

// hostileScenes is code that looks for a weakness of the compiler, and how each compilation may end.
func hostileScenes() map[string]struct{ code, outcomes string } {
	const end = "\nexport default () => <b/>"
	of := func(part, between string, n int) string { return strings.Repeat(part+between, n) }
	up := strings.Repeat("../", 64)
	const compiled, refused, exhausted = "compiled", "refused", "exhausted"
	return map[string]struct{ code, outcomes string }{
		// Without a limit on open files, esbuild walks the whole disk for these.
		"every file of the disk":     {"declare const x: string; export const f = () => import(`" + up + "${x}/${x}.nothing`);" + end, refused},
		"every file, required":       {"declare const x: string; export const f = () => require(`" + up + "${x}/${x}.nothing`);" + end, refused},
		"every file of the program":  {"declare const x: string; export const f = () => require('./' + x);" + end, refused},
		"every file of the system":   {"declare const x: string; export const f = () => import(`" + up + "proc/${x}/${x}`);" + end, refused},
		"union of a thousand types":  {"type U = " + of("{a: '", "'} | ", 8000) + "0;" + end, compiled + " " + refused},
		"generic of generics":        {"type G<" + of("T", ", ", 1) + "U> = [T, U];\n" + numbered("type G# = G<G%, G%>;\n", 1500) + end, compiled + " " + refused},
		"mapped types":               {of("type A = {[K in keyof typeof x as `${K}a`]: A};\n", "", 800) + end, compiled + " " + refused},
		"attributes":                 {"export default () => <b " + numbered("a#={1} ", 12_000) + "/>", compiled + " " + refused},
		"siblings":                   {"export default () => <b>" + of("<i/>", "", 30_000) + "</b>", compiled + " " + refused},
		"entities":                   {"export default () => <b>" + of("&amp;&#x1F600;&notin;", "", 12_000) + "</b>", compiled + " " + refused},
		"fragments in attributes":    {"export default () => " + of("<a b={<>", "", 120) + of("</>}/>", "", 120), compiled + " " + refused},
		"spread of spreads":          {"export default () => <b {..." + of("{...", "", 200) + "{}" + of("}", "", 200) + "}/>", compiled + " " + refused},
		"template of 200 kB":         {"export const t = `" + of("x${t}", "", 30_000) + "`;" + end, compiled + " " + refused + " " + exhausted},
		"text of 250 kB":             {"export const t = '" + of("日", "", 80_000) + "';" + end, compiled},
		"escapes":                    {"export const t = '" + of(`\u{1F600}`, "", 25_000) + "';" + end, compiled},
		"raw templates":              {"export const t = String.raw`" + of(`\u{1F600}`, "", 20_000) + "`;" + end, compiled},
		"regular expressions":        {"export const t = [" + of("/(a+)+$/u", ", ", 10_000) + "];" + end, compiled + " " + refused},
		"regular expression":         {"export const t = /" + of("(?:a|", "", 15_000) + "/;" + end, compiled + " " + refused},
		"divisions or expressions":   {"export const t = 1" + of("/a/g", "", 15_000) + ";" + end, compiled + " " + refused},
		"escaped identifiers":        {numbered(`const \u{61}# = %;`+"\n", 8000) + end, compiled + " " + refused},
		"escaped keyword":            {`export const f = () => \u0069mport("./" + f);` + end, refused},
		"escaped probe":              {`globalThis.Plotline\u0050robe = [1, 2];` + end, compiled},
		"our own probe":              {"export const t = `\n  globalThis.PlotlineProbe = [1, 2];\n`;" + end, compiled},
		"our own names":              {"var import_scene, Scene, scene_exports, __glob, __require, require_react;" + end, compiled},
		"comments":                   {of("/*", "*/", 60_000) + end, compiled + " " + refused},
		"open comment":               {of("/*", "\n", 60_000) + end, refused},
		"legal comments":             {of("/*! @license <\\/script> */\n", "", 7000) + end, compiled + " " + refused},
		"pragmas":                    {of("/** @jsx a @jsxFrag b @jsxRuntime classic @jsxImportSource react */\n", "", 3000) + end, compiled + " " + refused},
		"source maps":                {of("//# sourceMappingURL=file:///etc/passwd\n", "", 6000) + end, compiled},
		"references":                 {of("/// <reference path=\"/etc/passwd\" />\n", "", 6000) + end, compiled + " " + refused},
		"NUL bytes":                  {of("\x00", "", 200_000) + end, refused},
		"byte order marks":           {of("\ufeff", "", 80_000) + end, compiled + " " + refused},
		"line separators":            {of("\u2028", "", 80_000) + end, compiled},
		"text that turns around":     {"export const t = '\u202e\u2066\u200f';" + end, compiled},
		"open parentheses":           {of("(", "", 250_000), refused},
		"arrow parameters or values": {"export default " + of("(a, ", "", 400) + of(")", "", 400), compiled + " " + refused},
		"types or comparisons":       {"export const t = " + of("a<b,", "", 12_000) + "c>(0);" + end, compiled + " " + refused},
		"labels":                     {numbered("a#: ", 490) + "0;" + end, compiled + " " + refused},
		"cases":                      {"export const f = (x) => { switch (x) {" + numbered("case #: ", 12_000) + "} };" + end, compiled + " " + refused},
		"one name, many scopes":      {of("{ let a; { let a; { let a } } }", "\n", 4000) + end, compiled + " " + refused},
		"private names":              {"class A {" + numbered("#a# = %; ", 8000) + "}" + end, compiled + " " + refused},
		"accessors":                  {"class A {" + numbered("static accessor a# = %; ", 6000) + "}" + end, compiled + " " + refused + " " + exhausted},
		"generators":                 {of("async function* f() { for await (const a of b) yield* a }\n", "", 3000) + end, compiled + " " + refused + " " + exhausted},
		"optional chains":            {"export const t = a" + of("?.b", "", 480) + ";" + end, compiled + " " + refused},
		"values by default":          {"export const f = (" + numbered("{a# = {b: %}} = {}, ", 2500) + "z) => z;" + end, compiled + " " + refused},
		"enum of a text":             {"enum E { a = '" + of("x", "", 1000) + "' }\nexport const t = [" + of("E.a", ",", 2000) + "];" + end, compiled + " " + exhausted},
		"two names of one module":    {numbered("import * as r# from 'react'; r#;\n", 5000) + end, compiled + " " + refused},
		"exports":                    {numbered("export const e# = %;\n", 9000) + end, compiled + " " + refused},
	}
}

// TestHostileScenes checks that each hostile scene ends as a scene or as a problem of the scene, within the limits of a
// child: never as a failure of the server.
func TestHostileScenes(t *testing.T) {
	t.Parallel()
	for name, tt := range hostileScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var outcomes []string
			got, err := newCompiler(t, &outcomes).Compile(t.Context(), "w", tt.code)
			var problem *tsx.Problem
			if err != nil && !errors.As(err, &problem) {
				t.Fatal(err)
			}
			if len(outcomes) != 1 || !slices.Contains(strings.Fields(tt.outcomes), outcomes[0]) {
				t.Errorf("observed %v, want %s: %.300v", outcomes, tt.outcomes, err)
			}
			if script := strings.ToLower(got.Script); strings.Contains(script, "</script") || strings.ContainsAny(script, "\u2028\u2029") {
				t.Error("the script can end its element in a page")
			}
			if len(got.Script) > 4<<20 || err != nil && len(err.Error()) > 10_000 {
				t.Errorf("%d bytes of script, %d bytes of a problem", len(got.Script), len(err.Error()))
			}
		})
	}
}
