package endpoints_test

import (
	"fmt"
	"strings"

	"plotline/internal/fault"
)

// sceneStep is a call of a use case that both APIs have, with the expected error code, or "" for success.
// $film is a project, $welcome another with its welcome scene $hello. $1 is the first scene that the script
// creates.
type sceneStep struct {
	name, args string
	want       fault.Code
}

// Arguments of steps.
const (
	inProject      = `"projectId":"$film"`
	unknownProject = `"projectId":"no such film"`
	unknownScene   = `"sceneId":"00000000-0000-4000-8000-00000000dead"`
	firstScene     = inProject + `,"sceneId":"$1"`
	poster         = `"imageUrls":["https://example.org/poster.png"]`
)

func prompt(wish string) string { return `,"userPrompt":"A title. ` + wish + `"` }

// sceneScript covers the operations on scenes and every error.
func sceneScript() []sceneStep {
	script := additions()
	for _, part := range [][]sceneStep{pictures(), changes(), editsOfForeignCode(), durations(), repairs(), orders(), ends()} {
		script = append(script, part...)
	}
	return script
}

func additions() []sceneStep {
	add := func(more string, want fault.Code) sceneStep {
		return sceneStep{"addScene", `{` + inProject + more + `}`, want}
	}
	return []sceneStep{
		{"listProjects", `{}`, ""},
		{"listProjects", `{"limit":1}`, fault.InvalidArgument},
		{"listScenes", `{` + inProject + `}`, ""},
		add(prompt(""), ""),
		add(prompt(promptNamed)+`,"sceneNumber":1`, ""),
		add(prompt(promptRepair)+`,"sceneNumber":"2"`, ""),
		add(prompt(promptProse)+`,"sceneNumber":99,"storyboardSoFar":[{"scene":1}],"visionAnalysis":{"mood":"calm"}`, ""),
		add(prompt("")+`,"storyboardSoFar":"a sunrise, then a title","visionAnalysis":[1,"two",null]`, ""),
		add(prompt("")+`,"storyboardSoFar":null,"visionAnalysis":null,"replaceWelcomeScene":null`, ""),
		add(prompt("")+`,"replaceWelcomeScene":true`, ""), // there is none
		add(prompt(promptBroken), fault.Unavailable),
		add(prompt(promptNothing), fault.Unavailable),
		add(prompt(promptRefused), fault.Unavailable),
		add(``, fault.InvalidArgument),
		add(`,"userPrompt":""`, fault.InvalidArgument),
		add(`,"userPrompt":" \n\t"`, fault.InvalidArgument),
		add(`,"userPrompt":null`, fault.InvalidArgument),
		add(`,"userPrompt":["x"]`, fault.InvalidArgument),
		add(`,"userPrompt":"`+strings.Repeat("x", 20_000)+`"`, ""),
		add(`,"userPrompt":"`+strings.Repeat("x", 20_001)+`"`, fault.InvalidArgument),
		add(prompt("")+`,"sceneNumber":0`, fault.InvalidArgument),
		add(prompt("")+`,"sceneNumber":-1`, fault.InvalidArgument),
		add(prompt("")+`,"sceneNumber":1.5`, fault.InvalidArgument),
		add(prompt("")+`,"replaceWelcomeScene":"perhaps"`, fault.InvalidArgument),
		add(prompt("")+`,"storyboardSoFar":["`+strings.Repeat("x", 200_000)+`"]`, fault.InvalidArgument),
		add(prompt("")+`,"title":"x"`, fault.InvalidArgument),
		{"addScene", `{"projectId":" "` + prompt("") + `}`, fault.InvalidArgument},
		{"addScene", `{"projectId":"` + strings.Repeat("x", 129) + `"` + prompt("") + `}`, fault.InvalidArgument},
		{"addScene", `{"projectId":"$welcome","replaceWelcomeScene":true` + prompt(promptBroken) + `}`, fault.Unavailable},
		{"getScene", `{"projectId":"$welcome","sceneId":"$hello"}`, ""},
		{"addScene", `{"projectId":"$welcome","replaceWelcomeScene":true` + prompt("") + `}`, ""},
		{"addScene", `{"projectId":"$welcome","replaceWelcomeScene":true` + prompt("") + `}`, ""},
		{"listScenes", `{"projectId":"$welcome"}`, ""},
		{"getScene", `{"projectId":"$welcome","sceneId":"$hello"}`, ""},
	}
}

func pictures() []sceneStep {
	look := func(urls string) []sceneStep {
		urls = `"imageUrls":` + urls
		return []sceneStep{
			{"createSceneFromImage", `{` + inProject + prompt("") + `,` + urls + `}`, fault.InvalidArgument},
			{"editSceneWithImage", `{` + firstScene + prompt("") + `,` + urls + `}`, fault.InvalidArgument},
			{"analyzeImage", `{` + urls + `}`, fault.InvalidArgument},
		}
	}
	script := make([]sceneStep, 0, 100)
	script = append(script, []sceneStep{
		{"createSceneFromImage", `{` + inProject + prompt("") + `,` + poster + `,"sceneNumber":1,"visionAnalysis":{"colors":["#fff"]}}`, ""},
		{"createSceneFromImage", `{` + inProject + prompt("") + `,"imageUrls":["http://example.org/a","https://example.org/b?c","data:image/png;base64,AAAA","data:image/svg+xml,x"]}`, ""},
		{"createSceneFromImage", `{` + inProject + prompt(promptBroken) + `,` + poster + `}`, fault.Unavailable},
		{"createSceneFromImage", `{` + inProject + prompt("") + `}`, fault.InvalidArgument},
		{"createSceneFromImage", `{"projectId":"\t"` + prompt("") + `,` + poster + `}`, fault.InvalidArgument},
		{"createSceneFromImage", `{` + inProject + `,` + poster + `}`, fault.InvalidArgument},
		{"editSceneWithImage", `{` + firstScene + prompt("") + `,` + poster + `,"editComplexity":"creative"}`, ""},
		{"editSceneWithImage", `{` + inProject + `,` + unknownScene + prompt("") + `,` + poster + `}`, fault.NotFound},
		{"edit_code_with_image", `{` + inProject + prompt("") + `,` + poster + `,"existingCode":"x","existingName":"y"}`, fault.InvalidArgument},
		{"edit_code_with_image", `{` + inProject + prompt("") + `,` + poster + `,"existingCode":"x","existingName":"y","existingDuration":1}`, ""},
		{"analyzeImage", `{` + poster + `}`, ""},
		{"analyzeImage", `{` + poster + `,"analysisPrompt":"The colours"}`, ""},
		{"analyzeImage", `{` + poster + `,"analysisPrompt":"` + strings.Repeat("x", 20_001) + `"}`, fault.InvalidArgument},
	}...)
	for _, urls := range []string{
		`[]`, `null`, `{}`, `[null]`, `[1]`, `[""]`, `["poster.png"]`, `["/etc/passwd"]`, `["//example.org/a"]`, `["file:///etc/passwd"]`,
		`["ftp://example.org/a"]`, `["javascript:alert(1)"]`, `["data:text/html,x"]`, `["data:image/png;base64,"]`, `["https://"]`,
		`["https://ada:secret@example.org/a"]`, `["https://example.org/a","gopher://example.org"]`,
		`["https://a.org","https://a.org","https://a.org","https://a.org","https://a.org"]`,
		`["data:image/png;base64,` + strings.Repeat("A", 4<<20) + `"]`,
	} {
		script = append(script, look(urls)...)
	}
	return script
}

func changes() []sceneStep {
	edit := func(more string, want fault.Code) sceneStep {
		return sceneStep{"editScene", `{` + firstScene + more + `}`, want}
	}
	return []sceneStep{
		edit(prompt(""), ""),
		edit(prompt("")+`,"editComplexity":"structural","chatHistory":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]`, ""),
		edit(prompt(promptNamed)+`,"storyboardSoFar":{"any":"thing"},"visionAnalysis":"blue"`, ""),
		edit(prompt(promptRepair)+`,"editComplexity":""`, ""),
		edit(prompt(promptBroken), fault.Unavailable),
		edit(prompt(promptNothing), fault.Unavailable),
		edit(`,"userPrompt":" "`, fault.InvalidArgument),
		edit(prompt("")+`,"editComplexity":"total"`, fault.InvalidArgument),
		edit(prompt("")+`,"chatHistory":[{"role":"system","content":"Hi"}]`, fault.InvalidArgument),
		edit(prompt("")+`,"chatHistory":[`+strings.Repeat(`{"role":"user","content":"Hi"},`, 50)+`{"role":"user","content":"Hi"}]`, fault.InvalidArgument),
		edit(prompt("")+`,"existingCode":"export default () => <i>old</i>;"`, fault.Conflict),
		edit(prompt("")+`,"existingDuration":0`, fault.InvalidArgument),
		edit(prompt("")+`,"existingDuration":108001`, fault.InvalidArgument),
		{"editScene", `{` + inProject + `,` + unknownScene + prompt("") + `}`, fault.NotFound},
		{"editScene", `{` + unknownProject + `,"sceneId":"$1"` + prompt("") + `}`, fault.NotFound},
		{"editScene", `{` + inProject + `,"sceneId":"../../x"` + prompt("") + `}`, fault.NotFound},
		{"getScene", `{` + firstScene + `}`, ""},
		{"getScene", `{` + firstScene + `,"version":1}`, ""},
		{"getScene", `{` + firstScene + `,"version":"2"}`, ""},
		{"getScene", `{` + firstScene + `,"version":99}`, fault.NotFound},
		{"getScene", `{` + firstScene + `,"version":0}`, fault.InvalidArgument},
		{"getScene", `{` + firstScene + `,"version":-1}`, fault.InvalidArgument},
		{"getScene", `{` + firstScene + `,"code":true}`, fault.InvalidArgument},
		{"getScene", `{` + inProject + `,` + unknownScene + `}`, fault.NotFound},
		{"getScene", `{` + unknownProject + `,"sceneId":"$1"}`, fault.NotFound},
		{"listScenes", `{` + unknownProject + `}`, ""},
	}
}

// editsOfForeignCode returns edits of a scene that is in no project. All three parts of the scene must be
// given.
func editsOfForeignCode() []sceneStep {
	bring := func(code, name, duration string, want fault.Code) sceneStep {
		return sceneStep{"edit_code", fmt.Sprintf(`{%s%s%s%s%s}`, inProject, prompt(""), code, name, duration), want}
	}
	const (
		code, name, duration = `,"existingCode":"export default () => <b/>;"`, `,"existingName":"Scene3_abc"`, `,"existingDuration":45`
	)
	return []sceneStep{
		bring(code, name, duration, ""),
		bring("", name, duration, fault.InvalidArgument),
		bring(code, "", duration, fault.InvalidArgument),
		bring(code, name, "", fault.InvalidArgument),
		bring("", "", "", fault.InvalidArgument),
		bring(`,"existingCode":" "`, name, duration, fault.InvalidArgument),
		bring(code, `,"existingName":" "`, duration, fault.InvalidArgument),
		bring(code, name, `,"existingDuration":null`, fault.InvalidArgument),
		bring(code, name, `,"existingDuration":1.5`, fault.InvalidArgument),
		bring(`,"existingCode":"`+strings.Repeat("x", 262_145)+`"`, name, duration, fault.InvalidArgument),
		{"edit_code", `{` + unknownProject + prompt("") + code + name + duration + `}`, ""},
	}
}
