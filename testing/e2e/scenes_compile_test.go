package e2e_test

import (
	"maps"
	"strings"
	"testing"

	"plotline/scenes/tsx"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/brokenscenes"
	"plotline/testing/kit/demoscenes"
	"plotline/testing/kit/expect"
)

const unsaid = "An answer that holds no scene at all."

// TestUnrepairedSceneFails checks that the tool fails after three repairs, without changes.
func TestUnrepairedSceneFails(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	id := s.add()
	before := expect.JSON(t, s.scene(id))
	edit := aiserver.Edit(aiserver.BrokenTSX, nil, nil)
	two := strings.Replace(aiserver.GoodTSX, "const title", "export default 1;\nconst title", 1)
	none := strings.Replace(aiserver.GoodTSX, "export default ", "", 1)
	for says, answer := range map[string]string{
		"JSON": aiserver.BrokenScene, "an edit": edit, "prose": unsaid,
		"two defaults": aiserver.Scene("A", two), "no default": aiserver.Scene("A", none),
	} {
		for tool, more := range map[string]object{
			"addScene": {"projectId": "new"}, "createSceneFromImage": {"projectId": "new"},
			"editScene": {"sceneId": id}, "editSceneWithImage": {"sceneId": id},
		} {
			s.script(aiserver.Text(answer))
			args := valid()[tool]
			maps.Copy(args, more)
			asked := len(s.asked())
			s.expectErrorText(tool, args, "unavailable", "after 3 repairs; nothing was changed")
			if n := len(s.asked()) - asked; n != 4 {
				t.Errorf("%s, %s: the model was asked %d times", tool, says, n)
			}
		}
	}
	if after := expect.JSON(t, s.scene(id)); string(after) != string(before) {
		t.Errorf("the scene is now\n%s\nand was\n%s", after, before)
	}
	if got := s.call("listProjects", object{})["projects"].([]any); len(got) != 1 {
		t.Errorf("there are %d projects", len(got))
	}
}

// TestCompilerErrorsGoToModel checks that the compiler's message returns to the model with its own answer,
// up to three times.
func TestCompilerErrorsGoToModel(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	for repairs := range 4 {
		steps := append([]aiserver.Step{}, aiserver.Text(aiserver.GoodScene))
		for range repairs {
			steps = append([]aiserver.Step{aiserver.Text(aiserver.BrokenScene)}, steps...)
		}
		s.script(steps...)
		asked := len(s.asked())
		id := s.add()
		requests := s.asked()[asked:]
		if len(requests) != repairs+1 {
			t.Fatalf("%d repairs: the model was asked %d times", repairs, len(requests))
		}
		last := requests[repairs].Messages
		if repairs > 0 && (!strings.Contains(last[len(last)-1].Text, "does not compile") || last[len(last)-2].Text != aiserver.BrokenScene) {
			t.Errorf("the model is told %+v", last[len(last)-2:])
		}
		version := s.scene(id)["versions"].([]any)[0].(object)
		if got, _ := version["repairs"].(float64); got != float64(repairs) {
			t.Errorf("%v repairs are noted, want %d", got, repairs)
		}
	}
}

// TestReplyFormats checks that each form is parsed, and that the debug log names the form.
func TestReplyFormats(t *testing.T) {
	t.Parallel()
	fence := func(language, text string) string {
		return "Here it is:\n\n```" + language + "\n" + text + "\n```\n\nEnjoy!"
	}
	good := strings.TrimSpace(aiserver.GoodTSX)
	cut := strings.TrimSuffix(aiserver.Object(object{"reasoning": "r", "tsxCode": aiserver.GoodTSX}), `"}`) // the code is its last member
	s := newStudio(t)
	for name, tt := range map[string]struct{ answer, form string }{
		"JSON":            {aiserver.GoodScene, "json"},
		"JSON in prose":   {"Sure: " + aiserver.GoodScene + " Anything else?", "json"},
		"fenced JSON":     {fence("json", aiserver.GoodScene), "json"},
		"fenced code":     {fence("tsx", aiserver.GoodTSX), "fence"},
		"nameless fence":  {fence("", aiserver.GoodTSX), "fence"},
		"bare code":       {aiserver.GoodTSX, "code"},
		"code after talk": {"This is the scene.\n\n" + aiserver.GoodTSX, "code"},
		"truncated JSON":  {cut, "completed"},
	} {
		s.script(aiserver.Text(tt.answer))
		got := s.call("addScene", object{"projectId": name, "userPrompt": "A title"})
		debug := got["debug"].(object)
		if strings.TrimSpace(got["tsxCode"].(string)) != good || got["sceneName"] != "Scene 1" || got["duration"] != 90.0 {
			t.Errorf("%s gives %v", name, got)
		}
		if debug["answerForm"] != tt.form || debug["requests"] != 1.0 {
			t.Errorf("%s: %v, want %s at once", name, debug, tt.form)
		}
	}
}

// TestAnalysisFormats checks that each form of an image's analysis is parsed.
func TestAnalysisFormats(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	whole := aiserver.Analysis()
	for name, answer := range map[string]string{
		"JSON": whole, "fenced": "```json\n" + whole + "\n```", "in prose": "I see: " + whole, "truncated": strings.TrimSuffix(whole, "}"),
	} {
		s.script(aiserver.Text(answer))
		got := s.call("analyzeImage", object{"imageUrls": []string{picture}})["analysis"].(object)
		if got["description"] != "A red circle on a white ground." || got["composition"] != "centred" || got["mood"] != "calm" {
			t.Errorf("%s gives %v", name, got)
		}
	}
	s.script(aiserver.Text("{}"))
	s.expectErrorText("analyzeImage", object{"imageUrls": []string{picture}}, "unavailable", "did not describe the images")
}

// TestFixWithoutModel checks that every broken scene becomes a safe one which compiles and keeps its
// quoted texts. It runs without a model, with one that fails, and with one that cannot repair the code.
func TestFixWithoutModel(t *testing.T) {
	t.Parallel()
	s := newStudio(t, aiserver.Text(unsaid))
	failing := newStudio(t, aiserver.Fault(400, "no"))
	data := t.TempDir()
	alone := serve(t, nil, "--store", "embedded", "--data-dir", data, "--toolsets", "scenes")
	all := brokenscenes.All()
	if len(all) != 20 {
		t.Fatalf("%d broken scenes", len(all))
	}
	for who, dir := range map[string]string{"none": data, "failing": failing.data, "unable": s.data} {
		s := map[string]*server{"none": alone, "failing": failing.server, "unable": s.server}[who]
		made, err := demoscenes.Create(t.Context(), dir, "p", false)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range all {
			got := s.call("fixBrokenScene", object{
				"projectId": "p", "sceneId": made[0].SceneID, "sceneName": b.Name, "brokenCode": b.Code, "errorMessage": b.Error,
			})
			if wrong := fixedFields.check(got); wrong != "" {
				t.Errorf("%s, %s: %s", who, b.Name, wrong)
			}
			code := got["tsxCode"].(string)
			if _, err := tsx.Compile(code); err != nil {
				t.Errorf("%s, %s: %v", who, b.Name, err)
			}
			if changes := got["changes"].([]any); len(changes) == 0 || !strings.HasPrefix(changes[0].(string), "Fallback:") {
				t.Errorf("%s, %s: the changes are %v", who, b.Name, got["changes"])
			}
			shown := map[string]bool{}
			for _, text := range tsx.Texts(code) {
				shown[text] = true
			}
			for _, text := range tsx.Texts(b.Code) {
				if !shown[text] {
					t.Errorf("%s, %s: %q is lost", who, b.Name, text)
				}
			}
		}
	}
}

// TestFixWithModel checks a repair by the model. After three failed repairs the safe scene is stored as a
// version.
func TestFixWithModel(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	args := object{"projectId": "p", "sceneId": s.add(), "sceneName": "Intro", "brokenCode": aiserver.BrokenTSX, "errorMessage": "a tag is open"}
	s.script(aiserver.Text(aiserver.BrokenScene), aiserver.Text(aiserver.Edit(aiserver.GoodTSX, []string{"Closed the tag"}, nil)))
	got := s.call("fixBrokenScene", args)
	if got["changes"].([]any)[0] != "Closed the tag" || got["chatResponse"] != sentence {
		t.Errorf("mended: %v", got)
	}
	s.script(aiserver.Text(aiserver.BrokenScene))
	asked := len(s.asked())
	got = s.call("fixBrokenScene", args)
	if n := len(s.asked()) - asked; n != 4 || !strings.HasPrefix(got["changes"].([]any)[0].(string), "Fallback:") || got["duration"] != 90.0 {
		t.Errorf("after %d questions: %v", n, got)
	}
	versions := s.scene(args["sceneId"].(string))["versions"].([]any)
	if last := versions[len(versions)-1].(object); len(versions) != 3 || last["fallback"] != true {
		t.Errorf("the versions are %v", versions)
	}
}
