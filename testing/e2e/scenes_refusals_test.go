package e2e_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"plotline/testing/kit/aiserver"
)

// valid returns valid arguments for each tool, with a scene that does not exist.
func valid() map[string]object {
	edit := object{"userPrompt": "x", "projectId": "p", "sceneId": "s"}
	editImage := maps.Clone(edit)
	editImage["imageUrls"] = []string{picture}
	return map[string]object{
		"addScene":             {"userPrompt": "x", "projectId": "p"},
		"createSceneFromImage": {"userPrompt": "x", "projectId": "p", "imageUrls": []string{picture}},
		"editScene":            edit,
		"editSceneWithImage":   editImage,
		"changeDuration":       {"sceneId": "s", "durationSeconds": 1, "projectId": "p"},
		"deleteScene":          {"sceneId": "s", "projectId": "p"},
		"fixBrokenScene":       {"brokenCode": "x", "errorMessage": "x", "sceneId": "s", "sceneName": "x", "projectId": "p"},
		"analyzeImage":         {"imageUrls": []string{picture}},
		"listScenes":           {"projectId": "p"},
		"getScene":             {"projectId": "p", "sceneId": "s"},
		"reorderScenes":        {"projectId": "p", "sceneIds": []string{}},
		"listProjects":         {},
	}
}

// TestSceneArgumentsAreRequired checks that each tool names an argument that is missing, unknown or of the
// wrong type, and does not call the model.
func TestSceneArgumentsAreRequired(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	optional := map[string]bool{"editScene sceneId": true, "editSceneWithImage sceneId": true}
	for tool, args := range valid() {
		for name := range args {
			if optional[tool+" "+name] {
				continue
			}
			lacking, wrong := maps.Clone(args), maps.Clone(args)
			delete(lacking, name)
			wrong[name] = object{}
			s.expectErrorText(tool, lacking, "invalid_argument", name)
			s.expectErrorText(tool, wrong, "invalid_argument", name)
		}
		more := maps.Clone(args)
		more["colour"] = "blue"
		s.expectErrorText(tool, more, "invalid_argument", "colour")
	}
	if asked := s.ai.Requests(); len(asked) != 0 {
		t.Errorf("the model was asked %d times", len(asked))
	}
}

// TestSceneBounds checks that values out of bounds are rejected before a call of the model.
func TestSceneBounds(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	for _, tt := range []struct {
		tool string
		with object
		says string
	}{
		{"addScene", object{"userPrompt": "  \n"}, "userPrompt"},
		{"addScene", object{"projectId": ""}, "projectId"},
		{"addScene", object{"sceneNumber": 0}, "sceneNumber"},
		{"addScene", object{"sceneNumber": 1.5}, "sceneNumber"},
		{"createSceneFromImage", object{"imageUrls": []string{}}, "imageUrls"},
		{"createSceneFromImage", object{"imageUrls": []string{picture, picture, picture, picture, picture}}, "imageUrls"},
		{"createSceneFromImage", object{"userPrompt": " "}, "userPrompt"},
		{"editScene", object{"userPrompt": " "}, "userPrompt"},
		{"editScene", object{"editComplexity": "total"}, "editComplexity"},
		{"editScene", object{"chatHistory": []any{object{"role": "robot", "content": "x"}}}, "role"},
		{"editSceneWithImage", object{"imageUrls": []string{}}, "imageUrls"},
		{"editSceneWithImage", object{"userPrompt": "\t"}, "userPrompt"},
		{"changeDuration", object{"durationSeconds": 0}, "durationSeconds"},
		{"changeDuration", object{"durationSeconds": -1}, "durationSeconds"},
		{"changeDuration", object{"durationSeconds": 0.001}, "durationSeconds"},
		{"changeDuration", object{"durationSeconds": 3600.01}, "durationSeconds"},
		{"changeDuration", object{"durationSeconds": "soon"}, "durationSeconds"},
		{"fixBrokenScene", object{"brokenCode": " "}, "brokenCode"},
		{"analyzeImage", object{"imageUrls": []string{}}, "imageUrls"},
		{"getScene", object{"version": 0}, "version"},
		{"reorderScenes", object{"sceneIds": []string{"a", "a"}}, "sceneIds"},
	} {
		args := valid()[tt.tool]
		maps.Copy(args, tt.with)
		s.expectErrorText(tt.tool, args, "invalid_argument", tt.says)
	}
	if asked := s.ai.Requests(); len(asked) != 0 {
		t.Errorf("the model was asked %d times", len(asked))
	}
}

// TestUnknownScenes checks that the error names an unknown project or scene, and that the model is not
// called.
func TestUnknownScenes(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	for _, tool := range []string{"editScene", "editSceneWithImage", "changeDuration", "deleteScene", "getScene", "reorderScenes", "fixBrokenScene"} {
		s.expectErrorText(tool, valid()[tool], "not_found", "Project not found: p")
	}
	id := s.add()
	before := len(s.ai.Requests())
	for _, tool := range []string{"editScene", "editSceneWithImage", "changeDuration", "deleteScene", "getScene", "fixBrokenScene"} {
		s.expectErrorText(tool, valid()[tool], "not_found", "Scene not found in project p: s")
	}
	if asked := len(s.ai.Requests()); asked != before {
		t.Errorf("the model was asked %d times", asked-before)
	}
	if got := column(s.rows("p"), "sceneId"); len(got) != 1 || got[0] != id {
		t.Errorf("the project holds %v", got)
	}
}

// TestEditWithoutSceneID checks that the three arguments which replace it are required, and that nothing
// is stored.
func TestEditWithoutSceneID(t *testing.T) {
	t.Parallel()
	s := newStudio(t, aiserver.Text(aiserver.Edit(withDuration(""), nil, nil)))
	three := object{"existingCode": aiserver.GoodTSX, "existingName": "Intro", "existingDuration": 77}
	for _, tool := range []string{"editScene", "editSceneWithImage"} {
		args := valid()[tool]
		delete(args, "sceneId")
		maps.Copy(args, three)
		for name := range three {
			lacking := maps.Clone(args)
			delete(lacking, name)
			s.expectErrorText(tool, lacking, "invalid_argument", name+" is required")
		}
		got := s.call(tool, args)
		if got["sceneId"] != nil || got["duration"] != 77.0 || got["sceneName"] != "Intro" {
			t.Errorf("%s gives %v", tool, got)
		}
	}
	if got := s.call("listProjects", object{})["projects"].([]any); len(got) != 0 {
		t.Errorf("there are the projects %v", got)
	}
}

// TestImageAddresses checks that http, https and data:image addresses go to the model unchanged and others
// are rejected. Plotline fetches none.
func TestImageAddresses(t *testing.T) {
	t.Parallel()
	var fetched atomic.Int64
	host := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fetched.Add(1) }))
	t.Cleanup(host.Close)
	s := newStudio(t)
	s.server = serve(t, s.env(), "--store", "embedded", "--data-dir", s.data, "--image-host", "127.0.0.1", "--image-host", "images.example")
	good := []string{host.URL + "/a.png", "https://images.example/b.jpg?x=1", picture, "HTTP://images.example/c"}
	tools := []string{"createSceneFromImage", "editSceneWithImage", "analyzeImage"}
	id := s.add()
	for _, tool := range tools {
		args := valid()[tool]
		if tool == "editSceneWithImage" {
			args["sceneId"] = id
		}
		for _, bad := range []string{
			"ftp://x/a.png", "file:///etc/passwd", "/etc/passwd", "javascript:alert(1)", "data:text/html,x", "data:image/png;base64,", "https://", "",
		} {
			args["imageUrls"] = []string{picture, bad}
			s.expectErrorText(tool, args, "invalid_argument", "imageUrls[1]")
		}
		s.script()
		if tool == "analyzeImage" {
			s.script(aiserver.Text(aiserver.Analysis()))
		}
		args["imageUrls"] = good[:3]
		s.call(tool, args)
		asked := s.asked()
		got := asked[len(asked)-1].Messages
		if images := got[len(got)-1].Images; len(images) != 3 || images[0] != good[0] || images[1] != good[1] || images[2] != picture {
			t.Errorf("%s hands on %q", tool, images)
		}
	}
	if n := fetched.Load(); n != 0 {
		t.Errorf("the image was fetched %d times", n)
	}
}
