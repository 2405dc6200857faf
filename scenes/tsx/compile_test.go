package tsx_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/scenes/tsx"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
)

func TestCompileTakes(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]string{
		"nothing imported":  scene(""),
		"react by default":  scene(`import React, {useState} from "react"; React.useMemo`),
		"remotion, all":     scene(`import * as R from 'remotion'; R.spring`),
		"runtime":           scene(`import {jsx} from "react/jsx-runtime"; jsx`),
		"required":          scene(`const R = require("remotion")`),
		"types from afar":   scene(`import type {Item} from "./types"; const i: Item | null = null`),
		"globals":           "const {AbsoluteFill} = window.Remotion;\nexport default () => <AbsoluteFill/>",
		"export list":       "function S() { return <b/> }\nexport {S as default, S as Other}",
		"class":             `import React from "react"; export default class extends React.Component { render() { return <b/> } }`,
		"memo":              `import React from "react"; export default React.memo(() => <b/>)`,
		"computed":          "const A = {B: () => null}; export default A.B",
		"object's member":   "export default {a: () => null}.a",
		"handed on":         `export {AbsoluteFill as default} from "remotion"`,
		"indexed":           "const A = [() => null]; export default A[0]",
		"called":            "export default ((a) => a)(() => null)",
		"given twice":       "let A = null; A = () => null; export default A",
		"byte order mark":   "\ufeff" + scene(""),
		"CRLF":              strings.ReplaceAll(scene("const a = 1;\n"), "\n", "\r\n"),
		"reference":         scene(`/// <reference path="/etc/passwd" />`),
		"import in a style": scene("const css = `@import '/etc/passwd'`"),
		"source map":        scene("//# sourceMappingURL=/etc/passwd\n"),
		"local generic":     scene("const f = <T,>(a: T): T => a; f<string>('')"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := tsx.Compile(code)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got.Script, "globalThis.PlotlineScene = ") || strings.Contains(got.Script, "PlotlineProbe") {
				t.Errorf("no export, or the probe is still there:\n%s", got.Script)
			}
		})
	}
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	const allowed = `a scene may import from "react" and "remotion" only`
	for name, tt := range map[string]struct{ code, want string }{
		"empty":               {" \n", "there is no code"},
		"no default":          {"export const a = 1", "no default export: add `export default function Scene() {…}`"},
		"no export":           {"const a = 1", "no default export"},
		"CommonJS":            {"module.exports = () => null", "no default export"},
		"two defaults":        {scene("export default () => null"), `2:8: Multiple exports with the same name "default"`},
		"file":                {scene(`import "./secret"`), `1:8: "./secret" cannot be imported: ` + allowed},
		"absolute":            {scene(`import a from "/etc/passwd"`), allowed},
		"node":                {scene(`import fs from "node:fs"`), allowed},
		"data":                {scene(`import "data:text/javascript,alert(1)"`), allowed},
		"network":             {scene(`import "https://example.com/a.js"`), allowed},
		"our entry":           {`import S from "scene"; export default S`, allowed},
		"tsx require":         {scene(`import fs = require("fs")`), allowed},
		"another JSX":         {scene("/** @jsxImportSource https://example.com */"), allowed},
		"style sheet":         {scene(`import "./a.css"`), allowed},
		"tried":               {scene(`try { require("./a") } catch {}`), allowed},
		"dynamic":             {scene(`const f = () => import("react")`), `import("react") is not allowed`},
		"dynamic file":        {scene(`const f = () => import("./a").catch(() => 0)`), allowed},
		"computed import":     {scene(`const a = "x"; export const f = () => import(a)`), "of a computed name are not allowed"},
		"computed require":    {scene(`const a = "x"; require(a)`), "of a computed name are not allowed"},
		"re-exported":         {scene(`export * from "react"`), "`export * from` is not allowed"},
		"await":               {scene(`await fetch("x")`), "1:1: await is not allowed outside of functions"},
		"column in runes":     {scene("const ä = '日本', b = ;"), "1:21: Unexpected \";\"\n    const ä"},
		"number":              {"export default 5", "no component"},
		"text":                {`export default "a\"b"`, "no component"},
		"null":                {"export default null", "no component"},
		"object":              {"export default {a: 1}", "no component"},
		"long object":         {"export default {a: 1, b() { return 2; }, c: [1]}", "no component"},
		"array":               {"export default [1]", "no component"},
		"expression":          {"export default /a/", "no component"},
		"template":            {"export default `a ${1}`", "no component"},
		"element":             {"export default <div/>", "no component"},
		"element by its name": {"const a = <div/>;\nexport default a", "no component"},
		"NUL":                 {scene("a\x00b"), `1:2: Expected ";" but found`},
		"not UTF-8":           {scene("\xff"), "not valid UTF-8"},
		"too long":            {strings.Repeat("x", 1<<20), "at most 256 kB: this one has 1024 kB"},
		"fence":               {"```tsx\n" + scene("") + "```", "fence of Markdown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tsx.Compile(tt.code)
			var problem *tsx.Problem
			if !errors.As(err, &problem) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("%v, want %q", err, tt.want)
			}
		})
	}
}

// TestCompileReadsNoFile checks that no import makes the compiler read a file or list a folder. A reply must not even
// tell whether a file exists.
func TestCompileReadsNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.json", "a.js", "a.txt", "a.css", "a.unknown", "package.json", "tsconfig.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"secret": "a secret"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	up := strings.Repeat("../", 64)
	for name, code := range map[string]string{
		"template":          "import(`FOLDER/${x}.json`)",
		"sum":               "import('FOLDER/' + x + '.json')",
		"every file":        "import(`FOLDER/${x}`)",
		"every folder":      "import(`FOLDER/${x}/${x}.json`)",
		"part of a name":    "import(`FOLDER/a${x}`)",
		"required":          "require(`FOLDER/${x}.js`)",
		"required sum":      "require('FOLDER/' + x)",
		"escaped":           `r\u0065quire("FOLDER/" + x)`,
		"behind a comment":  "import(/* webpackIgnore: true */ `FOLDER/${x}.json`)",
		"as text":           "import(`FOLDER/${x}.txt`, {with: {type: 'text'}})",
		"as JSON":           "import(`FOLDER/${x}.unknown`, {with: {type: 'json'}})",
		"one of two":        "import(x ? `FOLDER/${x}.json` : `FOLDER/b${x}.json`)",
		"awaited":           "(async () => { try { await import(`FOLDER/${x}.json`) } catch {} })",
		"caught":            "import(`FOLDER/${x}.json`).catch(() => 0)",
		"style":             "import(`FOLDER/${x}.css`)",
		"beside a mistake":  "import(`FOLDER/${x}.json`); import('./nowhere')",
		"by its address":    "new URL('FOLDER/a.json', import.meta.url)",
		"resolved":          "require.resolve('FOLDER/a.json')",
		"resolved, unknown": "require.resolve('FOLDER/' + x)",
		"a worker":          "new Worker(new URL('FOLDER/a.js', import.meta.url))",
		"attribute":         "0; import a from 'FOLDER/a.json' with {type: 'json'}; a",
		"attribute text":    "0; import a from 'FOLDER/a.txt' with {type: 'text'}; a",
		"deferred":          "0; import defer * as a from 'FOLDER/a.js'; a",
		"source":            "0; import source a from 'FOLDER/a.js'; a",
		"from the modules":  "0; import a from 'react/FOLDER/a.js'; a",
		"a loader":          "0; import a from 'text!FOLDER/a.json'; a",
		"a namespace":       "0; import a from 'file:FOLDER/a.json'; a",
		"a JSX runtime":     "0; /** @jsxImportSource FOLDER */ <a/>",
		"a source map":      "0\n//# sourceMappingURL=FOLDER/a.json\n",
		"a reference":       "0\n/// <reference path=\"FOLDER/a.js\" />\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := func(folder string) (text string) {
				path := up + folder[1:]
				code := scene("declare const x: string; export const f = () => " + strings.ReplaceAll(code, "FOLDER", path))
				got, err := tsx.Compile(code)
				return strings.NewReplacer(path, "FOLDER", filepath.Base(folder), "FOLDER").Replace(fmt.Sprintf("%s\n%v", got.Script, err))
			}
			there, nowhere := in(dir), in(filepath.Join(filepath.Dir(dir), "999"))
			if strings.Contains(there, "a secret") {
				t.Errorf("the file is read:\n%.2000s", there)
			}
			if there != nowhere {
				t.Errorf("of a file that exists:\n%.2000s\nof another:\n%.2000s", there, nowhere)
			}
		})
	}
}

// TestProblemIsBounded checks that a problem is short, whatever the code.
func TestProblemIsBounded(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]string{
		"one long line": "const a = '" + strings.Repeat("日", 60_000) + "'; const b = = 1;",
		"many errors":   strings.Repeat("import '"+strings.Repeat("m", 200)+"';\n", 500) + scene(""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tsx.Compile(code)
			var problem *tsx.Problem
			if !errors.As(err, &problem) {
				t.Fatal(err)
			}
			if len(problem.Messages) > 10 || len([]rune(err.Error())) > 10*500 {
				t.Errorf("%d messages, %d bytes", len(problem.Messages), len(err.Error()))
			}
		})
	}
}

// TestScriptIsSafeInAPage checks that the script cannot end a script element.
func TestScriptIsSafeInAPage(t *testing.T) {
	t.Parallel()
	got, err := tsx.Compile("/*! </script> */ export default () => <p title='</SCRIPT>'>{`</script>`}{String.raw`</script>`}{/<\\/script>/.source}\u2028{'\u2028\u2029'}{/* </script> */}</p>")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(strings.ToLower(got.Script), "</script") || strings.ContainsAny(got.Script, "\u2028\u2029") {
		t.Error(got.Script)
	}
}

// TestScriptRuns runs the script in Node.js and checks its documented behaviour.
func TestScriptRuns(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	node, err := exec.LookPath("node")
	if err != nil {
		installed.Missing(t, "node is not installed")
	}
	got, err := tsx.Compile(`import React, {useMemo} from "react"; import {AbsoluteFill} from "remotion";
export const durationInFrames = 7; export default () => <AbsoluteFill id={useMemo(() => typeof React.useMemo)}>Hi</AbsoluteFill>`)
	if err != nil {
		t.Fatal(err)
	}
	page := `const jsx = (type, props) => ({type, props});
globalThis.PlotlineModules = {react: {useMemo: f => f()}, "react/jsx-runtime": {jsx, jsxs: jsx}, remotion: {AbsoluteFill: "fill"}};
` + got.Script + `
console.log(JSON.stringify([PlotlineScene.default(), PlotlineScene.durationInFrames, Object.keys(globalThis).filter(k => /^[A-Z]/.test(k) && /Plotline/.test(k))]));`
	file := filepath.Join(t.TempDir(), "page.js")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, file).CombinedOutput()
	want := `[{"type":"fill","props":{"id":"function","children":"Hi"}},7,["PlotlineModules","PlotlineScene"]]`
	if err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v\n%s\nwant %s", err, out, want)
	}
}
