package endpoints_test

import (
	"strings"

	"plotline/internal/fault"
)

func durations() []sceneStep {
	last := func(seconds string, want fault.Code) sceneStep {
		return sceneStep{"changeDuration", `{` + firstScene + `,"durationSeconds":` + seconds + `}`, want}
	}
	return []sceneStep{
		last(`4.5`, ""),
		last(`3600`, ""),
		last(`"2"`, ""),
		last(`0.02`, ""), // one frame, rounded
		last(`0`, fault.InvalidArgument),
		last(`-0.0`, fault.InvalidArgument),
		last(`0.001`, fault.InvalidArgument), // no frame
		last(`-1`, fault.InvalidArgument),
		last(`3600.01`, fault.InvalidArgument),
		last(`1e300`, fault.InvalidArgument),
		last(`"long"`, fault.InvalidArgument),
		last(`null`, fault.InvalidArgument),
		{"changeDuration", `{` + firstScene + `}`, fault.InvalidArgument},
		{"changeDuration", `{` + inProject + `,` + unknownScene + `,"durationSeconds":1}`, fault.NotFound},
		{"changeDuration", `{` + unknownProject + `,"sceneId":"$1","durationSeconds":1}`, fault.NotFound},
		{"getScene", `{` + firstScene + `}`, ""},
	}
}

func repairs() []sceneStep {
	const (
		named = `,"sceneName":"Scene9_outro"`
		wrong = `,"errorMessage":"Unexpected end of file"`
	)
	fix := func(more string, want fault.Code) sceneStep {
		return sceneStep{"fixBrokenScene", `{` + firstScene + more + `}`, want}
	}
	code := func(text string) string { return `,"brokenCode":"export default () => <b>` + text + `"` }
	return []sceneStep{
		fix(named+wrong+code("Hi"), ""),
		fix(named+wrong+code("Keep these words "+promptBroken), ""), // a safe scene
		fix(named+wrong+code(promptNothing), ""),
		fix(named+wrong+code(promptRefused), ""),
		fix(named+`,"errorMessage":""`+code("Hi"), ""),
		fix(wrong+code("Hi"), fault.InvalidArgument),
		fix(named+code("Hi"), fault.InvalidArgument),
		fix(named+wrong, fault.InvalidArgument),
		fix(named+wrong+`,"brokenCode":" "`, fault.InvalidArgument),
		fix(named+wrong+`,"brokenCode":"`+strings.Repeat("x", 262_145)+`"`, fault.InvalidArgument),
		{"fixBrokenScene", `{` + inProject + `,` + unknownScene + named + wrong + code("Hi") + `}`, fault.NotFound},
		{"fixBrokenScene", `{` + unknownProject + `,"sceneId":"mine"` + named + wrong + code("Hi") + `}`, fault.NotFound},
		{"getScene", `{` + firstScene + `}`, ""},
	}
}

func orders() []sceneStep {
	order := func(ids string, want fault.Code) sceneStep {
		return sceneStep{"reorderScenes", `{` + inProject + `,"sceneIds":[` + ids + `]}`, want}
	}
	return []sceneStep{
		{"listScenes", `{` + inProject + `}`, ""},
		order(`$all`, ""),
		{"listScenes", `{` + inProject + `}`, ""},
		order(`"$2","$1"`, fault.Conflict),
		order(`"$1","$1"`, fault.InvalidArgument),
		order(`$all,"$2"`, fault.InvalidArgument),
		order(`$all,"00000000-0000-4000-8000-00000000dead"`, fault.NotFound),
		order(``, fault.Conflict),
		order(`1`, fault.InvalidArgument),
		order(`null`, fault.InvalidArgument),
		{"reorderScenes", `{` + inProject + `}`, fault.InvalidArgument},
		{"reorderScenes", `{` + unknownProject + `,"sceneIds":["$1"]}`, fault.NotFound},
		{"reorderScenes", `{` + unknownProject + `,"sceneIds":[]}`, fault.NotFound},
	}
}

func ends() []sceneStep {
	return []sceneStep{
		{"deleteScene", `{` + inProject + `,` + unknownScene + `}`, fault.NotFound},
		{"deleteScene", `{` + unknownProject + `,"sceneId":"$1"}`, fault.NotFound},
		{"deleteScene", `{` + firstScene + `,"force":true}`, fault.InvalidArgument},
		{"deleteScene", `{` + firstScene + `}`, ""},
		{"deleteScene", `{` + firstScene + `}`, fault.NotFound},
		{"getScene", `{` + firstScene + `}`, fault.NotFound},
		{"listScenes", `{` + inProject + `}`, ""},
		{"listProjects", `{}`, ""},
	}
}
