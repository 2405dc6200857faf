package graph_test

import (
	"context"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestGetEpisode(t *testing.T) {
	t.Parallel()
	w, ids, _ := newPair(t, graph.Causes, 1)
	w.relate(t, ids[0], ids[1], graph.RelatedTo, 1)
	w.relate(t, ids[1], ids[0], graph.RelatedTo, 1)
	got := w.ok(t, "get_episode", `{"episode_id": %q}`, ids[0])
	same(t, "fields that are set", "created_at episode_id id name query relationship_counts relationships reward updated_at", got.fields())
	same(t, "counts", map[string]any{
		"causes":     map[string]any{"outgoing": 1.0, "incoming": 0.0},
		"related_to": map[string]any{"outgoing": 1.0, "incoming": 1.0},
	}, got["relationship_counts"].(map[string]any))
	w.touched(t, ids[0])
	w.fails(t, fault.NotFound, "Episode not found: "+string(unknown), "get_episode", `{"episode_id": %q}`, unknown)
	w.fails(t, fault.InvalidArgument, "episode_id must be a string or an integer", "get_episode", `{"episode_id": {}}`)

	w.store.episode = func(context.Context, graph.ID) (graph.Episode, graph.EpisodeRelationships, error) {
		return graph.Episode{EpisodeID: ids[1]}, graph.EpisodeRelationships{}, nil
	}
	text, err := w.call(t, "get_episode", `{"episode_id": %q}`, ids[1])
	if err != nil || !strings.HasSuffix(text, `"relationship_counts":{}}`) {
		t.Errorf("of an episode without relationships: %s, %v", text, err)
	}
}

func TestListEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := make([]graph.ID, 3)
	for i, raw := range []string{
		`{"query": "a", "reward": -1, "created_at": "2026-01-01", "tags": ["x"]}`,
		`{"query": "b", "reward": 0, "created_at": "2026-01-02", "tags": ["x", "y"], "name": "B", "reflection": "r"}`,
		`{"query": "c", "reward": 1, "created_at": "2026-01-02", "tags": ["y"]}`,
	} {
		ids[i] = w.ok(t, createOne, "%s", raw).id("episode_id")
	}
	text, err := w.call(t, "list_episodes", `{"limit": 2, "offset": 1, "since": "2026-01-02"}`)
	want := `{"episodes":[{"id":2,"query":"b","reward":0,"created_at":"2026-01-02T00:00:00.000000+00:00","episode_id":"` +
		string(ids[1]) + `","name":"B"}],"total_count":2,"limit":2,"offset":1,"status":"success"}`
	if err != nil || text != want {
		t.Errorf("got  %s, %v\nwant %s", text, err, want)
	}
	tests := []struct {
		rest  string
		want  []graph.ID
		total float64
	}{
		{``, []graph.ID{ids[2], ids[1], ids[0]}, 3},
		{`"limit": "2.0"`, []graph.ID{ids[2], ids[1]}, 3},
		{`"offset": 3`, nil, 3},
		{`"offset": 9223372036854775807`, nil, 3},
		{`"since": "2026-01-02"`, []graph.ID{ids[2], ids[1]}, 2},
		{`"since": "2026-01-02T00:00:00.000001"`, nil, 0},
		{`"since": "2026-01-02T01:00:00+01:00"`, []graph.ID{ids[2], ids[1]}, 2},
		{`"until": "2026-01-01"`, []graph.ID{ids[0]}, 1},
		{`"until": "2026-01-02"`, []graph.ID{ids[2], ids[1], ids[0]}, 3},
		{`"since": "2026-01-02", "until": "2026-01-01"`, nil, 0},
		{`"since": "2026-01-02", "until": "2026-01-02"`, []graph.ID{ids[2], ids[1]}, 2},
		{`"tags": ["x", "y", "x"]`, []graph.ID{ids[1]}, 1},
		{`"tags": ["X"]`, nil, 0},
		{`"min_reward": 0`, []graph.ID{ids[2], ids[1]}, 2},
		{`"max_reward": 0`, []graph.ID{ids[1], ids[0]}, 2},
		{`"min_reward": 0, "max_reward": 0, "tags": ["y"], "since": "2026-01-01"`, []graph.ID{ids[1]}, 1},
		{`"since": null, "tags": null, "limit": null`, []graph.ID{ids[2], ids[1], ids[0]}, 3},
	}
	for _, test := range tests {
		got := w.ok(t, "list_episodes", `{%s}`, test.rest)
		same(t, "episodes of "+test.rest, anys(test.want...), got.column("episodes", "episode_id"))
		same(t, "total of "+test.rest, test.total, got["total_count"].(float64))
	}
}

// TestListEpisodesByCursor reads a list page by page, while an episode of an earlier page is deleted.
func TestListEpisodesByCursor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := make([]graph.ID, 5)
	for i := range ids {
		ids[i] = w.ok(t, createOne, `{"query": "a", "reward": 0, "tags": ["x"], "created_at": "2026-01-0%d"}`, 1+i/2).id("episode_id")
	}
	for name, filter := range map[string]string{"all": "", "tagged": `, "tags": ["x"]`, "since": `, "since": "2026-01-01"`, "until": `, "until": "2026-01-03"`} {
		got := make([]any, 0, len(ids))
		cursor := ""
		for range 3 {
			page := w.ok(t, "list_episodes", `{"limit": 2, "cursor": %q%s}`, cursor, filter)
			same(t, name+", total", 5.0, page["total_count"].(float64))
			got = append(got, page.column("episodes", "episode_id")...)
			cursor, _ = page["next_cursor"].(string)
		}
		same(t, name, anys(ids[4], ids[3], ids[2], ids[1], ids[0]), got)
		same(t, name+", cursor at the end", "", cursor)
	}
	first := w.ok(t, "list_episodes", `{"limit": 2}`)
	w.fails(t, fault.InvalidArgument, "cursor belongs to another list: repeat the arguments of the call that returned it, or leave cursor out to begin again",
		"list_episodes", `{"limit": 2, "cursor": %q, "min_reward": 0}`, first["next_cursor"])
	w.ok(t, "delete_episode", `{"episode_id": %q}`, ids[3])
	next := w.ok(t, "list_episodes", `{"limit": 1, "cursor": %q}`, first["next_cursor"])
	same(t, "after a deleted episode", anys(ids[2]), next.column("episodes", "episode_id"))
}

func TestListEpisodesRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for rest, want := range map[string]string{
		`"limit": 0`:                 "limit must be between 1 and 100",
		`"limit": 101`:               "limit must be between 1 and 100",
		`"limit": "ten"`:             "limit must be an integer",
		`"offset": -1`:               "offset must be >= 0",
		`"since": "yesterday"`:       "Invalid ISO 8601 timestamp: yesterday",
		`"min_reward": -2`:           "min_reward must be between -1 and 1",
		`"tags": "x"`:                "tags must be a list of strings",
		`"page": 1`:                  "unknown argument 'page'; valid: limit, offset, cursor, since, until, tags, min_reward, max_reward",
		`"cursor": "x"`:              "cursor must be a next_cursor of this tool",
		`"cursor": "x", "offset": 1`: "cursor and offset exclude each other: leave one of them out",
	} {
		w.fails(t, fault.InvalidArgument, want, "list_episodes", `{%s}`, rest)
	}
}

func TestSearchEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	long := "Fix " + strings.Repeat("é", 300)
	first := w.ok(t, createOne, `{"query": %q, "reward": 1, "name": "n", "tags": ["ci"]}`, long).id("episode_id")
	w.ok(t, createOne, `{"query": "other", "reward": -1, "reflection": "FIX it, with \"quotes\" and a*", "tags": ["ci", "x"]}`)
	got := w.ok(t, "search_episodes", `{"query": "fix", "min_reward": 0}`)
	same(t, "fields", "created_at episode_id id name query reward score tags", got.list("episodes")[0].fields())
	same(t, "ids", anys(first), got.column("episodes", "episode_id"))
	same(t, "query, cut", []any{string([]rune(long)[:200])}, got.column("episodes", "query"))
	for rest, want := range map[string]float64{
		`"query": "fix"`:                                       2,
		`"query": "Fix FIX fix", "limit": 1`:                   2,
		`"query": "fix quotes"`:                                2,
		`"query": "fix quotes", "match": "all"`:                1,
		`"query": "\"quotes\" AND a* OR fix:", "match": "all"`: 0, // OR is an ordinary word
		`"query": "\"quotes\" a*", "match": "all"`:             1,
		`"query": "ci", "tags": ["x", "ci"]`:                   1,
		`"query": "?!"`:                                        0,
		`"query": "fi"`:                                        0,
	} {
		got := w.ok(t, "search_episodes", `{%s}`, rest)
		same(t, "count of "+rest, want, got["count"].(float64))
	}
	for rest, want := range map[string]string{
		``:                         "query is required",
		`"query": ""`:              "query is required",
		`"query": "q", "limit": 0`: "limit must be between 1 and 50",
		`"query": "` + strings.Repeat("x", 2001) + `"`: "query must be between 1 and 2000 bytes",
	} {
		w.fails(t, fault.InvalidArgument, want, "search_episodes", `{%s}`, rest)
	}
}
