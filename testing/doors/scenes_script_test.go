package doors_test

import (
	"fmt"
	"strings"

	"plotline/internal/fault"
)

// shot is a call of a use case that both APIs have, with the expected error code, or "" for success. $film
// is a project, $welcome another with its welcome scene $hello. $1 is the first scene that the script
// creates.
type shot struct {
	name, args string
	want       fault.Code
}

// Arguments of shots.
const (
	inFilm     = `"projectId":"$film"`
	nowhere    = `"projectId":"no such film"`
	nobody     = `"sceneId":"00000000-0000-4000-8000-00000000dead"`
	firstScene = inFilm + `,"sceneId":"$1"`
	poster     = `"imageUrls":["https://example.org/poster.png"]`
)

func asking(wish string) string { return `,"userPrompt":"A title. ` + wish + `"` }

// sceneScript covers the operations on scenes and every error.
func sceneScript() []shot {
	script := additions()
	for _, part := range [][]shot{pictures(), changes(), broughtAlong(), durations(), repairs(), orders(), ends()} {
		script = append(script, part...)
	}
	return script
}

func additions() []shot {
	add := func(more string, want fault.Code) shot { return shot{"addScene", `{` + inFilm + more + `}`, want} }
	return []shot{
		{"listProjects", `{}`, ""},
		{"listProjects", `{"limit":1}`, fault.InvalidArgument},
		{"listScenes", `{` + inFilm + `}`, ""},
		add(asking(""), ""),
		add(asking(wishNamed)+`,"sceneNumber":1`, ""),
		add(asking(wishRepair)+`,"sceneNumber":"2"`, ""),
		add(asking(wishProse)+`,"sceneNumber":99,"storyboardSoFar":[{"scene":1}],"visionAnalysis":{"mood":"calm"}`, ""),
		add(asking("")+`,"storyboardSoFar":"a sunrise, then a title","visionAnalysis":[1,"two",null]`, ""),
		add(asking("")+`,"storyboardSoFar":null,"visionAnalysis":null,"replaceWelcomeScene":null`, ""),
		add(asking("")+`,"replaceWelcomeScene":true`, ""), // there is none
		add(asking(wishBroken), fault.Unavailable),
		add(asking(wishNothing), fault.Unavailable),
		add(asking(wishRefused), fault.Unavailable),
		add(``, fault.InvalidArgument),
		add(`,"userPrompt":""`, fault.InvalidArgument),
		add(`,"userPrompt":" \n\t"`, fault.InvalidArgument),
		add(`,"userPrompt":null`, fault.InvalidArgument),
		add(`,"userPrompt":["x"]`, fault.InvalidArgument),
		add(`,"userPrompt":"`+strings.Repeat("x", 20_000)+`"`, ""),
		add(`,"userPrompt":"`+strings.Repeat("x", 20_001)+`"`, fault.InvalidArgument),
		add(asking("")+`,"sceneNumber":0`, fault.InvalidArgument),
		add(asking("")+`,"sceneNumber":-1`, fault.InvalidArgument),
		add(asking("")+`,"sceneNumber":1.5`, fault.InvalidArgument),
		add(asking("")+`,"replaceWelcomeScene":"perhaps"`, fault.InvalidArgument),
		add(asking("")+`,"storyboardSoFar":["`+strings.Repeat("x", 200_000)+`"]`, fault.InvalidArgument),
		add(asking("")+`,"title":"x"`, fault.InvalidArgument),
		{"addScene", `{"projectId":" "` + asking("") + `}`, fault.InvalidArgument},
		{"addScene", `{"projectId":"` + strings.Repeat("x", 129) + `"` + asking("") + `}`, fault.InvalidArgument},
		{"addScene", `{"projectId":"$welcome","replaceWelcomeScene":true` + asking(wishBroken) + `}`, fault.Unavailable},
		{"getScene", `{"projectId":"$welcome","sceneId":"$hello"}`, ""},
		{"addScene", `{"projectId":"$welcome","replaceWelcomeScene":true` + asking("") + `}`, ""},
		{"addScene", `{"projectId":"$welcome","replaceWelcomeScene":true` + asking("") + `}`, ""},
		{"listScenes", `{"projectId":"$welcome"}`, ""},
		{"getScene", `{"projectId":"$welcome","sceneId":"$hello"}`, ""},
	}
}

func pictures() []shot {
	look := func(urls string) []shot {
		urls = `"imageUrls":` + urls
		return []shot{
			{"createSceneFromImage", `{` + inFilm + asking("") + `,` + urls + `}`, fault.InvalidArgument},
			{"editSceneWithImage", `{` + firstScene + asking("") + `,` + urls + `}`, fault.InvalidArgument},
			{"analyzeImage", `{` + urls + `}`, fault.InvalidArgument},
		}
	}
	script := make([]shot, 0, 100)
	script = append(script, []shot{
		{"createSceneFromImage", `{` + inFilm + asking("") + `,` + poster + `,"sceneNumber":1,"visionAnalysis":{"colors":["#fff"]}}`, ""},
		{"createSceneFromImage", `{` + inFilm + asking("") + `,"imageUrls":["http://example.org/a","https://example.org/b?c","data:image/png;base64,AAAA","data:image/svg+xml,x"]}`, ""},
		{"createSceneFromImage", `{` + inFilm + asking(wishBroken) + `,` + poster + `}`, fault.Unavailable},
		{"createSceneFromImage", `{` + inFilm + asking("") + `}`, fault.InvalidArgument},
		{"createSceneFromImage", `{"projectId":"\t"` + asking("") + `,` + poster + `}`, fault.InvalidArgument},
		{"createSceneFromImage", `{` + inFilm + `,` + poster + `}`, fault.InvalidArgument},
		{"editSceneWithImage", `{` + firstScene + asking("") + `,` + poster + `,"editComplexity":"creative"}`, ""},
		{"editSceneWithImage", `{` + inFilm + `,` + nobody + asking("") + `,` + poster + `}`, fault.NotFound},
		{"edit_code_with_image", `{` + inFilm + asking("") + `,` + poster + `,"existingCode":"x","existingName":"y"}`, fault.InvalidArgument},
		{"edit_code_with_image", `{` + inFilm + asking("") + `,` + poster + `,"existingCode":"x","existingName":"y","existingDuration":1}`, ""},
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

func changes() []shot {
	edit := func(more string, want fault.Code) shot {
		return shot{"editScene", `{` + firstScene + more + `}`, want}
	}
	return []shot{
		edit(asking(""), ""),
		edit(asking("")+`,"editComplexity":"structural","chatHistory":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]`, ""),
		edit(asking(wishNamed)+`,"storyboardSoFar":{"any":"thing"},"visionAnalysis":"blue"`, ""),
		edit(asking(wishRepair)+`,"editComplexity":""`, ""),
		edit(asking(wishBroken), fault.Unavailable),
		edit(asking(wishNothing), fault.Unavailable),
		edit(`,"userPrompt":" "`, fault.InvalidArgument),
		edit(asking("")+`,"editComplexity":"total"`, fault.InvalidArgument),
		edit(asking("")+`,"chatHistory":[{"role":"system","content":"Hi"}]`, fault.InvalidArgument),
		edit(asking("")+`,"chatHistory":[`+strings.Repeat(`{"role":"user","content":"Hi"},`, 50)+`{"role":"user","content":"Hi"}]`, fault.InvalidArgument),
		edit(asking("")+`,"existingCode":"export default () => <i>old</i>;"`, fault.Conflict),
		edit(asking("")+`,"existingDuration":0`, fault.InvalidArgument),
		edit(asking("")+`,"existingDuration":108001`, fault.InvalidArgument),
		{"editScene", `{` + inFilm + `,` + nobody + asking("") + `}`, fault.NotFound},
		{"editScene", `{` + nowhere + `,"sceneId":"$1"` + asking("") + `}`, fault.NotFound},
		{"editScene", `{` + inFilm + `,"sceneId":"../../x"` + asking("") + `}`, fault.NotFound},
		{"getScene", `{` + firstScene + `}`, ""},
		{"getScene", `{` + firstScene + `,"version":1}`, ""},
		{"getScene", `{` + firstScene + `,"version":"2"}`, ""},
		{"getScene", `{` + firstScene + `,"version":99}`, fault.NotFound},
		{"getScene", `{` + firstScene + `,"version":0}`, fault.InvalidArgument},
		{"getScene", `{` + firstScene + `,"version":-1}`, fault.InvalidArgument},
		{"getScene", `{` + firstScene + `,"code":true}`, fault.InvalidArgument},
		{"getScene", `{` + inFilm + `,` + nobody + `}`, fault.NotFound},
		{"getScene", `{` + nowhere + `,"sceneId":"$1"}`, fault.NotFound},
		{"listScenes", `{` + nowhere + `}`, ""},
	}
}

// broughtAlong returns edits of a scene that is in no project. All three parts of the scene must be given.
func broughtAlong() []shot {
	bring := func(code, name, duration string, want fault.Code) shot {
		return shot{"edit_code", fmt.Sprintf(`{%s%s%s%s%s}`, inFilm, asking(""), code, name, duration), want}
	}
	const (
		code, name, duration = `,"existingCode":"export default () => <b/>;"`, `,"existingName":"Scene3_abc"`, `,"existingDuration":45`
	)
	return []shot{
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
		{"edit_code", `{` + nowhere + asking("") + code + name + duration + `}`, ""},
	}
}
