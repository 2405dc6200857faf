package e2e_test

import (
	"encoding/json"
	"maps"
	"math"
	"testing"

	"plotline/testing/kit/aiserver"
)

// kind checks a value of a result.
type kind func(v any) bool

func isText(v any) bool    { _, ok := v.(string); return ok }
func isFlag(v any) bool    { _, ok := v.(bool); return ok }
func isSeconds(v any) bool { x, ok := v.(float64); return ok && x > 0 }
func isObject(v any) bool  { _, ok := v.(object); return ok }
func isFilled(v any) bool  { text, ok := v.(string); return ok && text != "" }
func isJSON(v any) bool    { text, ok := v.(string); return ok && json.Valid([]byte(text)) }

func isFrames(v any) bool { x, ok := v.(float64); return ok && x == math.Trunc(x) && x >= 1 }
func isNumber(v any) bool { x, ok := v.(float64); return ok && x == math.Trunc(x) && x >= 0 }

// listOf checks a list, which may be empty.
func listOf(each kind) kind {
	return func(v any) bool {
		list, ok := v.([]any)
		for _, entry := range list {
			ok = ok && each(entry)
		}
		return ok
	}
}

// fields are the required and the optional members of an object. Others are not allowed.
type fields struct{ required, optional map[string]kind }

func (f fields) of(v any) bool {
	o, ok := v.(object)
	return ok && f.check(o) == ""
}

// check describes what is wrong with an object, or returns "".
func (f fields) check(o object) string {
	for name, is := range f.required {
		if v, there := o[name]; !there || !is(v) {
			return name + " is missing or wrong"
		}
	}
	for name, v := range o {
		if _, must := f.required[name]; must {
			continue
		}
		if is, may := f.optional[name]; !may || !is(v) {
			return name + " is not in the table, or wrong"
		}
	}
	return ""
}

var (
	madeFields = fields{
		map[string]kind{"sceneId": isFilled, "tsxCode": isFilled, "sceneName": isFilled, "duration": isFrames, "reasoning": isText},
		map[string]kind{"layoutJson": isJSON, "chatResponse": isFilled, "debug": isObject},
	}
	addedFields = fields{madeFields.required, map[string]kind{
		"layoutJson": isJSON, "chatResponse": isFilled, "debug": isObject, "replacedWelcomeScene": isFlag,
	}}
	editedFields = fields{
		map[string]kind{
			"tsxCode": isFilled, "sceneName": isFilled, "duration": isFrames, "reasoning": isText,
			"changes": listOf(isText), "preserved": listOf(isText),
		},
		map[string]kind{"sceneId": isFilled, "chatResponse": isFilled, "debug": isObject},
	}
	durationFields = fields{
		map[string]kind{
			"success": isFlag, "sceneId": isFilled, "oldDurationFrames": isFrames, "newDurationFrames": isFrames,
			"oldDurationSeconds": isSeconds, "newDurationSeconds": isSeconds, "reasoning": isText,
		},
		map[string]kind{"chatResponse": isFilled},
	}
	deletedFields = fields{
		map[string]kind{"success": isFlag, "sceneId": isFilled, "deletedSceneId": isFilled, "deletedSceneName": isFilled, "reasoning": isText},
		map[string]kind{"chatResponse": isFilled},
	}
	fixedFields = fields{
		map[string]kind{
			"sceneId": isFilled, "tsxCode": isFilled, "sceneName": isFilled, "duration": isFrames, "reasoning": isText, "changes": listOf(isText),
		},
		map[string]kind{"chatResponse": isFilled, "debug": isObject},
	}
	seenFields = fields{
		map[string]kind{"analysis": fields{
			map[string]kind{"description": isFilled, "elements": listOf(isText), "colors": listOf(isText), "composition": isText, "mood": isText},
			map[string]kind{"suggestedAnimations": listOf(isText)},
		}.of, "reasoning": isText},
		map[string]kind{"debug": isObject},
	}
	rowFields = fields{required: map[string]kind{
		"sceneId": isFilled, "sceneName": isFilled, "order": isNumber, "duration": isFrames, "version": isFrames,
	}}
	listedFields = fields{required: map[string]kind{"scenes": listOf(rowFields.of)}}
	sceneFields  = fields{
		map[string]kind{
			"sceneId": isFilled, "sceneName": isFilled, "order": isNumber, "duration": isFrames, "version": isFrames, "current": isFrames,
			"tsxCode": isFilled, "versions": listOf(isObject),
		},
		map[string]kind{"layoutJson": isJSON, "isWelcome": isFlag},
	}
	projectFields = fields{required: map[string]kind{"projects": listOf(fields{required: map[string]kind{
		"projectId": isFilled, "scenes": isNumber, "duration": isFrames, "updatedAt": isFilled,
	}}.of)}}
)

// TestSceneFields checks that every tool returns the fields of the table, with their types, and no others.
func TestSceneFields(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	first, second := s.add(), s.add()
	edit := aiserver.Text(aiserver.Edit(aiserver.GoodTSX, []string{"the colour"}, []string{"the text"}))
	own := object{"existingCode": aiserver.GoodTSX, "existingName": "Intro", "existingDuration": 90}
	of := func(more ...object) object {
		args := object{"projectId": "p", "userPrompt": "Make it blue"}
		for _, m := range more {
			maps.Copy(args, m)
		}
		return args
	}
	here, images := object{"sceneId": first}, object{"imageUrls": []string{picture}}
	for _, tt := range []struct {
		tool   string
		args   object
		answer aiserver.Step
		want   fields
	}{
		{"addScene", of(object{"sceneNumber": 1, "storyboardSoFar": []any{object{"a": 1}}, "replaceWelcomeScene": true, "visionAnalysis": object{"mood": "calm"}}), nil, addedFields},
		{"createSceneFromImage", of(images, object{"sceneNumber": 2, "visionAnalysis": object{"mood": "calm"}}), nil, madeFields},
		{"editScene", of(here), edit, editedFields},
		{"editScene", of(own, object{
			"editComplexity": "structural", "chatHistory": []any{object{"role": "user", "content": "hi"}}, "storyboardSoFar": []any{}, "visionAnalysis": object{},
		}), edit, editedFields},
		{"editSceneWithImage", of(here, images), edit, editedFields},
		{"editSceneWithImage", of(own, images), edit, editedFields},
		{"changeDuration", object{"projectId": "p", "sceneId": first, "durationSeconds": 2.5}, nil, durationFields},
		{"fixBrokenScene", object{"projectId": "p", "sceneId": first, "sceneName": "Intro", "brokenCode": aiserver.BrokenTSX, "errorMessage": "x"}, edit, fixedFields},
		{"fixBrokenScene", object{"projectId": "p", "sceneId": first, "sceneName": "Intro", "brokenCode": "junk", "errorMessage": ""}, aiserver.Text("I will not."), fixedFields},
		{"analyzeImage", object{"imageUrls": []string{picture}, "analysisPrompt": "Which colours?"}, aiserver.Text(aiserver.Analysis()), seenFields},
		{"listScenes", object{"projectId": "p"}, nil, listedFields},
		{"listScenes", object{"projectId": "unknown"}, nil, listedFields},
		{"getScene", object{"projectId": "p", "sceneId": first}, nil, sceneFields},
		{"getScene", object{"projectId": "p", "sceneId": first, "version": 1}, nil, sceneFields},
		{"listProjects", object{}, nil, projectFields},
		{"deleteScene", object{"projectId": "p", "sceneId": second, "sceneName": "Intro", "remainingScenes": []any{object{"id": first, "name": "Intro"}}}, nil, deletedFields},
	} {
		if tt.answer != nil {
			s.script(tt.answer)
		} else {
			s.script()
		}
		got := s.call(tt.tool, tt.args)
		if wrong := tt.want.check(got); wrong != "" {
			t.Errorf("%s: %s in %v", tt.tool, wrong, got)
		}
	}
	ids := column(s.rows("p"), "sceneId")
	reordered := s.call("reorderScenes", object{"projectId": "p", "sceneIds": []any{ids[2], ids[0], ids[1]}})
	if wrong := listedFields.check(reordered); wrong != "" {
		t.Errorf("reorderScenes: %s in %v", wrong, reordered)
	}
}

// TestAnalyzeImageIsHidden checks that the list has all tools except analyzeImage.
func TestAnalyzeImageIsHidden(t *testing.T) {
	t.Parallel()
	s := newStudio(t, aiserver.Text(aiserver.Analysis()))
	raw, err := s.Request("tools/list", object{})
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, tool := range list.Tools {
		listed[tool.Name] = true
	}
	for _, name := range []string{
		"addScene", "createSceneFromImage", "editScene", "editSceneWithImage", "changeDuration", "deleteScene", "fixBrokenScene",
		"listScenes", "getScene", "reorderScenes", "listProjects",
	} {
		if !listed[name] {
			t.Errorf("%s is not listed", name)
		}
	}
	if listed["analyzeImage"] {
		t.Error("analyzeImage is listed")
	}
	if got := s.call("analyzeImage", object{"imageUrls": []string{picture}}); got["analysis"].(object)["mood"] != "calm" {
		t.Errorf("analyzeImage gives %v", got)
	}
}
