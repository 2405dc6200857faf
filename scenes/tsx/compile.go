package tsx

import (
	"fmt"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/tdewolff/parse/v2/js"

	"plotline/internal/clip"
)

// Compiled is a scene that a browser can run.
type Compiled struct {
	// Script is one classic script in ES2020 that is safe inside an HTML page. It takes the modules "react",
	// "react/jsx-runtime" and "remotion" from the object globalThis.PlotlineModules, by these names. It sets
	// globalThis.PlotlineScene to an object with the scene's exports.
	Script string
	// Frames is the exported durationInFrames, rounded to an integer, if it is constant and from 1 to MaxFrames; else
	// 0. Constants are numbers, + - * / % and parentheses, Math.round, Math.floor and Math.ceil, and names in the
	// module that are assigned such a value once.
	Frames int
	// BadFrames reports that the scene exports a duration which is not such a constant.
	BadFrames bool
}

const (
	sceneSpace  = "scene"
	sceneFile   = "scene.tsx"
	entryFile   = "entry.ts"
	moduleSpace = "module"

	allowed = `a scene may import from "react" and "remotion" only`
)

// entry connects a scene to the page. Compile reads from its last statement, the probe, how the bundler names the
// default export and the duration, and then removes the statement.
const entry = `import * as scene from "scene";
import Scene from "scene";
globalThis.PlotlineScene = scene;
globalThis.PlotlineProbe = [Scene, scene.durationInFrames];
`

const probe = "  globalThis.PlotlineProbe = ["

// Compile compiles a scene in this process. It can neither be cancelled nor limited, so only package compiler and
// tests call it with untrusted code. The error is a *Problem. Compile rejects a default export that cannot be a
// component: a number, a string, an array, an object, an element, null, true or false. It also rejects a component that
// can never show anything, as far as the syntax tree tells. Other mistakes show only when the scene runs.
func Compile(code string) (Compiled, error) {
	if problem := Check(code); problem != nil {
		return Compiled{}, problem
	}
	built := bundle(code)
	if len(built.Errors) > 0 {
		return Compiled{}, explained(built.Errors)
	}
	output := string(built.OutputFiles[0].Contents)
	at := strings.LastIndex(output, probe)
	names, rest, _ := strings.Cut(output[at+len(probe):], "];\n")
	text := output[:at] + rest
	probed, ok := expression("[" + names + "]").(*js.ArrayExpr)
	if !ok || len(probed.List) != 2 {
		return Compiled{}, noDefault()
	}
	s := readScript(text)
	if problem := inspect(text, s, probed.List[0].Value); problem != nil {
		return Compiled{}, problem
	}
	frames, bad := framesOf(s, probed.List[1].Value)
	return Compiled{Script: text, Frames: frames, BadFrames: bad}, nil
}

// bundle runs esbuild. It uses Build because Transform does not show the imports and their places to a plugin. Build
// costs 1 ms.
func bundle(code string) api.BuildResult {
	return api.Build(api.BuildOptions{
		Stdin:         &api.StdinOptions{Contents: entry, Loader: api.LoaderTS, Sourcefile: entryFile},
		Bundle:        true,
		Format:        api.FormatIIFE,
		Target:        api.ES2020,
		Supported:     map[string]bool{"dynamic-import": false}, // so that the script has none
		Charset:       api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone,
		JSX:           api.JSXAutomatic,
		AbsWorkingDir: "/", // only a name, so that esbuild does not look up the working directory
		Outfile:       "/scene.js",
		// Keep unused imports, so that they are checked too.
		TsconfigRaw: `{"compilerOptions":{"verbatimModuleSyntax":true}}`,
		Plugins:     []api.Plugin{{Name: "scene", Setup: func(b api.PluginBuild) { answerImports(b, code) }}},
	})
}

// answerImports resolves every import of the entry and of the scene, and gives esbuild every module, so that it reads
// no file.
func answerImports(b api.PluginBuild, code string) {
	every := api.OnResolveOptions{Filter: ".*"}
	b.OnResolve(every, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		if args.Namespace != sceneSpace {
			return api.OnResolveResult{Path: sceneFile, Namespace: sceneSpace}, nil
		}
		return resolve(args), nil
	})
	b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: sceneSpace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
		return api.OnLoadResult{Contents: &code, Loader: api.LoaderTSX}, nil
	})
	b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: moduleSpace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		contents := fmt.Sprintf("module.exports = globalThis.PlotlineModules[%q]", args.Path)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
	})
	// esbuild itself looks up imports of a name that is known in part, as in import(`./${name}.json`). It gets an empty
	// module for each file, whether it could be read or not. inspect rejects the scene.
	b.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
		return api.OnLoadResult{Contents: new(string), Loader: api.LoaderJS}, nil
	})
}

func resolve(args api.OnResolveArgs) api.OnResolveResult {
	text := fmt.Sprintf("%q cannot be imported: %s; write what else is needed into the scene itself", clip.Marked(args.Path, 80), allowed)
	switch args.Path {
	case "react", "remotion", "react/jsx-runtime":
		if args.Kind != api.ResolveJSDynamicImport {
			return api.OnResolveResult{Path: args.Path, Namespace: moduleSpace}
		}
		text = fmt.Sprintf("import(%q) is not allowed: write the import at the top of the scene", args.Path)
	}
	return api.OnResolveResult{Errors: []api.Message{{Text: text}}}
}
