package e2e_test

import (
	"fmt"
	"slices"
	"testing"

	"plotline/testing/kit/aiserver"
)

// TestScenesBecomeEpisodes checks on every store that the graph tools return the episodes of scenes. They
// must have the compiler's reward and the relationships that agents search for. A person's rating replaces
// the reward.
func TestScenesBecomeEpisodes(t *testing.T) {
	t.Parallel()
	for _, where := range stores() {
		t.Run(where.name, func(t *testing.T) {
			t.Parallel()
			args, env := where.open(t)
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
