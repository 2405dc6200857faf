package e2e_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

// TestSceneDurations checks the duration: the exported one, else the former one, else 150. Changing it
// leaves the code.
func TestSceneDurations(t *testing.T) {
	t.Parallel()
	const exported = "export const durationInFrames = 42;"
	s := newStudio(t, aiserver.Text(aiserver.Scene("A", withDuration(exported))), aiserver.Text(aiserver.Scene("B", withDuration(""))))
	long, plain := s.add(), s.add()
	lasts := func(id string, want float64) {
		t.Helper()
		if got := s.scene(id)["duration"]; got != want {
			t.Errorf("%v frames, want %v", got, want)
		}
	}
	lasts(long, 42)
	lasts(plain, 150)
	before := s.scene(plain)["tsxCode"]
	for seconds, frames := range map[float64]float64{2.5: 75, 0.05: 2, 3600: 108_000, 1.0 / 30: 1, 3.349: 100} {
		was := s.scene(plain)["duration"].(float64)
		got := s.call("changeDuration", object{"projectId": "p", "sceneId": plain, "durationSeconds": seconds})
		if got["newDurationFrames"] != frames || got["newDurationSeconds"] != frames/30 || got["oldDurationFrames"] != was || got["oldDurationSeconds"] != was/30 {
			t.Errorf("%v s: %v", seconds, got)
		}
		lasts(plain, frames)
	}
	if after := s.scene(plain)["tsxCode"]; after != before {
		t.Errorf("changeDuration left the code as %q, want %q", after, before)
	}
	s.call("changeDuration", object{"projectId": "p", "sceneId": plain, "durationSeconds": 7})
	s.script(aiserver.Text(aiserver.Edit(withDuration("// blue"), nil, nil)))
	s.call("editScene", object{"projectId": "p", "sceneId": plain, "userPrompt": "blue"})
	lasts(plain, 210)
	s.script(aiserver.Text(aiserver.Edit(withDuration(exported), nil, nil)))
	s.call("editScene", object{"projectId": "p", "sceneId": plain, "userPrompt": "short"})
	lasts(plain, 210) // changeDuration has set it
	s.script(aiserver.Text(aiserver.Edit(withDuration(strings.Replace(exported, "42", "43", 1)), nil, nil)))
	s.call("editScene", object{"projectId": "p", "sceneId": long, "userPrompt": "longer"})
	lasts(long, 43) // nothing has set it
}

// TestSceneNames checks that a generated suffix is never shown, and that a scene without a name is named by
// its position.
func TestSceneNames(t *testing.T) {
	t.Parallel()
	s := newStudio(t, sceneNamed("Scene7_mbkd21k9"), sceneNamed(""), sceneNamed("Opening"))
	made := s.call("addScene", object{"projectId": "p", "userPrompt": "one"})
	s.add()
	s.add()
	id := made["sceneId"].(string)
	if got, want := column(s.rows("p"), "sceneName"), []any{"Scene 7", "Scene 2", "Opening"}; !slices.Equal(got, want) {
		t.Errorf("names %v, want %v", got, want)
	}
	own := s.call("editScene", object{
		"projectId": "p", "userPrompt": "blue", "existingCode": aiserver.GoodTSX, "existingName": "Scene3_k2x", "existingDuration": 90,
	})
	fixed := s.call("fixBrokenScene", object{
		"projectId": "p", "sceneId": id, "sceneName": "Scene12_a_b", "brokenCode": "junk", "errorMessage": "it is",
	})
	edited := s.call("editScene", object{"projectId": "p", "sceneId": id, "userPrompt": "blue"})
	scene, gone := s.scene(id), s.call("deleteScene", object{"projectId": "p", "sceneId": id, "sceneName": "Scene7_mbkd21k9"})
	for where, answer := range map[string]object{"made": made, "own": own, "fixed": fixed, "edited": edited, "scene": scene, "gone": gone} {
		if text := string(expect.JSON(t, answer)); strings.Contains(text, "mbkd21k9") || strings.Contains(text, "_k2x") || strings.Contains(text, "_a_b") {
			t.Errorf("%s shows the suffix: %s", where, text)
		}
	}
	if made["sceneName"] != "Scene 7" || fixed["sceneName"] != "Scene 7" || gone["deletedSceneName"] != edited["sceneName"] {
		t.Errorf("made %v, fixed %v, gone %v", made["sceneName"], fixed["sceneName"], gone["deletedSceneName"])
	}
}

// TestWelcomeSceneIsReplaced checks that the first scene replaces the welcome scene on request, and a
// second one does not.
func TestWelcomeSceneIsReplaced(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	rest := site{Server: serving.Start(t, binary, nil, "--store", "embedded", "--data-dir", s.data)}
	for _, project := range []string{"p", "beside"} {
		if got := s.created(t, rest, project); got != "Welcome" {
			t.Fatalf("a new project begins with %v", got)
		}
	}
	welcome := s.rows("p")[0]["sceneId"].(string)
	if s.scene(welcome)["isWelcome"] != true {
		t.Errorf("the welcome scene is %v", s.scene(welcome))
	}
	got := s.call("addScene", object{"projectId": "p", "userPrompt": "A title", "replaceWelcomeScene": true, "sceneNumber": 9})
	if got["replacedWelcomeScene"] != true || got["sceneId"] != welcome || len(s.rows("p")) != 1 {
		t.Errorf("replaced: %v, in the project %v", got, s.rows("p"))
	}
	if now := s.scene(welcome); now["isWelcome"] != nil || now["version"] != 2.0 || len(now["versions"].([]any)) != 2 {
		t.Errorf("the scene in its place is %v", now)
	}
	again := s.call("addScene", object{"projectId": "p", "userPrompt": "A title", "replaceWelcomeScene": true})
	if again["replacedWelcomeScene"] != nil || len(s.rows("p")) != 2 {
		t.Errorf("a second time: %v", again)
	}
	beside := s.call("addScene", object{"projectId": "beside", "userPrompt": "A title"})
	if beside["replacedWelcomeScene"] != nil || len(s.rows("beside")) != 2 {
		t.Errorf("beside it: %v", beside)
	}
}

// created creates a project as the page does, and returns the name of its scene.
func (s *studio) created(t *testing.T, rest site, project string) any {
	t.Helper()
	rest.ask(t, http.MethodPost, "/api/v1/projects", object{"projectId": project})
	return s.rows(project)[0]["sceneName"]
}

// TestSceneOrder checks that a number is a position, that the order never has gaps, and that a list of all
// ids reorders.
func TestSceneOrder(t *testing.T) {
	t.Parallel()
	s := newStudio(t, sceneNamed("a"), sceneNamed("b"), sceneNamed("c"), sceneNamed("d"))
	for _, number := range []any{nil, 99, 1, 2} {
		args := object{"projectId": "p", "userPrompt": "x"}
		if number != nil {
			args["sceneNumber"] = number
		}
		s.call("addScene", args)
	}
	is := func(want ...any) []any {
		t.Helper()
		rows := s.rows("p")
		if got := column(rows, "sceneName"); !slices.Equal(got, want) {
			t.Errorf("order %v, want %v", got, want)
		}
		return column(rows, "sceneId")
	}
	ids := is("c", "d", "a", "b")
	s.call("deleteScene", object{"projectId": "p", "sceneId": ids[1]})
	ids = is("c", "a", "b")
	s.call("reorderScenes", object{"projectId": "p", "sceneIds": []any{ids[2], ids[1], ids[0]}})
	ids = is("b", "a", "c")
	s.expectErrorText("reorderScenes", object{"projectId": "p", "sceneIds": ids[:2]}, "conflict", "lacks 1")
	s.expectErrorText("reorderScenes", object{"projectId": "p", "sceneIds": []any{ids[0], ids[0], ids[1]}}, "invalid_argument", "twice")
	s.expectErrorText("reorderScenes", object{"projectId": "p", "sceneIds": []any{ids[0], ids[1], "nobody"}}, "not_found", "nobody")
	is("b", "a", "c")
}

// TestChangesKeepFormerVersions checks that every version remains unchanged.
func TestChangesKeepFormerVersions(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	id := s.add()
	code := func(n int) string { return withDuration(fmt.Sprintf("// version %d", n)) }
	at := object{"projectId": "p", "sceneId": id}
	with := func(more object) object {
		maps.Copy(more, at)
		return more
	}
	for n, call := range []struct {
		tool string
		args object
	}{
		{"editScene", object{"userPrompt": "blue"}},
		{"editSceneWithImage", object{"userPrompt": "so", "imageUrls": []string{picture}}},
		{"fixBrokenScene", object{"brokenCode": "junk", "errorMessage": "it is", "sceneName": "x"}},
		{"changeDuration", object{"durationSeconds": 1}},
	} {
		s.script(aiserver.Text(aiserver.Edit(code(n+2), nil, nil)))
		s.call(call.tool, with(call.args))
	}
	tools := column(objects(s.scene(id)["versions"]), "tool")
	if want := []any{"addScene", "editScene", "editSceneWithImage", "fixBrokenScene", "changeDuration"}; !slices.Equal(tools, want) {
		t.Errorf("versions by %v, want %v", tools, want)
	}
	for version, want := range map[int]string{1: aiserver.GoodTSX, 2: code(2), 3: code(3), 4: code(4), 5: code(4)} {
		got := s.call("getScene", with(object{"version": version}))
		if strings.TrimSpace(got["tsxCode"].(string)) != strings.TrimSpace(want) || got["version"] != float64(version) || got["current"] != 5.0 {
			t.Errorf("version %d is %v", version, got)
		}
	}
	s.expectErrorText("getScene", with(object{"version": 6}), "not_found", "version 6")
}

func objects(list any) []object {
	entries := list.([]any)
	all := make([]object, len(entries))
	for i, entry := range entries {
		all[i] = entry.(object)
	}
	return all
}

// TestConcurrentEditsOfOneScene runs two edits at once. One succeeds, the other is a conflict.
func TestConcurrentEditsOfOneScene(t *testing.T) {
	t.Parallel()
	s := newStudio(t)
	id := s.add()
	s.script(aiserver.WaitForAll(2, aiserver.Text(aiserver.Edit(withDuration(""), nil, nil))))
	var answers [2]<-chan stdioclient.Message
	for i := range answers {
		_, answers[i] = s.begin("tools/call", object{"name": "editScene", "arguments": object{"projectId": "p", "sceneId": id, "userPrompt": "blue"}})
	}
	first, second := s.await(answers[0]), s.await(answers[1])
	if first.Result.IsError == second.Result.IsError {
		t.Fatalf("both ended alike: %v, %v", first.Result.Content, second.Result.Content)
	}
	if second.Result.IsError {
		first = second
	}
	if text := first.Result.Content[0].Text; !strings.Contains(text, `"conflict"`) || !strings.Contains(text, "version 2") {
		t.Errorf("the second says %s", text)
	}
	if got := s.scene(id); got["current"] != 2.0 {
		t.Errorf("the scene is at version %v", got["current"])
	}
	s.expectErrorText("editScene", object{"projectId": "p", "sceneId": id, "userPrompt": "blue", "existingCode": "export default () => null;"}, "conflict", "existingCode")
}

// TestScenesBecomeEpisodes checks on every store that the graph tools return the episodes of scenes. They
// must have the compiler's reward and the relationships that agents search for. A person's rating replaces
// the reward.
func TestScenesBecomeEpisodes(t *testing.T) {
	t.Parallel()
	onStores(t, func(t *testing.T, args, env []string) {
		t.Helper()
		s := &studio{ai: aiserver.New(t)}
		s.server = serve(t, append(s.env(), env...), args...)
		s.script(sceneNamed("A"), aiserver.Text(aiserver.BrokenScene), sceneNamed("B"), aiserver.Text(aiserver.Edit(withDuration(""), nil, nil)), aiserver.Text(unsaid))
		a, b := s.add(), s.add()
		s.call("changeDuration", object{"projectId": "p", "sceneId": b, "durationSeconds": 9})
		s.call("editScene", object{"projectId": "p", "sceneId": b, "userPrompt": "Make it blue"})
		s.call("fixBrokenScene", object{"projectId": "p", "sceneId": a, "sceneName": "A", "brokenCode": "junk", "errorMessage": "It is junk"})
		episodes, relationships := s.graph()
		same(t, "episodes", episodes, []string{
			"A v1: A title, 0.5", "A v2: It is junk, -0.5", "B v1: A title, 0", "B v3: Make it blue, 0.5", "p: Make the video project p, 0",
		})
		same(t, "relationships", relationships, []string{
			"A v1 follows B v1", "A v1 follows B v3",
			"A v1 part_of p", "A v2 part_of p", "A v2 refines A v1",
			"B v1 part_of p", "B v3 part_of p", "B v3 refines B v1",
		})
		versions := objects(s.scene(b)["versions"])
		if versions[1]["episodeId"] != nil {
			t.Errorf("a change that no model made is an episode: %v", versions[1])
		}
		id := versions[2]["episodeId"]
		s.call("update_episode", object{"episode_id": id, "reward": 1})
		if got := s.call("get_episode", object{"episode_id": id}); got["reward"] != 1.0 || got["query"] != "Make it blue" {
			t.Errorf("the judged episode is %v", got)
		}
		found := s.call("find_related_episodes", object{"episode_id": id, "relationship_types": []string{"refines"}})
		if found["count"] != 1.0 {
			t.Errorf("what it refines: %v", found)
		}
	})
}

// graph returns the episodes of scenes as "name: query, reward" and "name type name", sorted.
func (s *server) graph() (episodes, relationships []string) {
	s.t.Helper()
	names := map[any]string{}
	list := objects(s.call("list_episodes", object{"limit": 100})["episodes"])
	for _, e := range list {
		full := s.call("get_episode", object{"episode_id": e["episode_id"]})
		about := full["metadata"].(object)
		name := fmt.Sprint(about["projectId"])
		if about["version"] != nil {
			name = fmt.Sprintf("%v v%v", about["sceneName"], about["version"])
		}
		names[e["episode_id"]] = name
		episodes = append(episodes, fmt.Sprintf("%s: %v, %v", name, full["query"], full["reward"]))
	}
	for _, e := range list {
		out := s.call("get_episode_relationships", object{"episode_id": e["episode_id"], "direction": "outgoing"})
		for _, r := range objects(out["relationships"]) {
			relationships = append(relationships, fmt.Sprintf("%s %v %s", names[r["from_episode_id"]], r["relationship_type"], names[r["to_episode_id"]]))
		}
	}
	slices.Sort(episodes)
	slices.Sort(relationships)
	return episodes, relationships
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%q\nwant\n%q", what, got, want)
	}
}
