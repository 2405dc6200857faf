package graph_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/input"
)

const createOne = "create_episode"

func TestCreateEpisode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	text, err := w.call(t, createOne, `{"query": "Fix the build\nand tell", "reward": 0.5}`)
	listed := w.ok(t, "list_episodes", `{}`).list("episodes")
	id := listed[0].id("episode_id")
	want := fmt.Sprintf(`{"episode_id":%q,"id":1,"name":"Fix the build","created_at":"2026-11-21T09:00:01.000000+00:00",`+
		`"message":"Episode created successfully"}`, id)
	if err != nil || text != want {
		t.Errorf("got  %s, %v\nwant %s", text, err, want)
	}
	same(t, "id in the audit record", []string{string(id)}, w.records(t)[0].IDs)

	full := w.ok(t, createOne, `{"query": "q", "reward": "-1", "name": " My own ", "reflection": "r", "tags": ["b", "a", "b"],
		"metadata": {"z": 1.0}, "created_at": "2020-01-01", "idempotency_key": "k"}`)
	got := w.ok(t, "get_episode", `{"episode_id": %q}`, full.id("episode_id"))
	same(t, "stored", answer{
		"episode_id": string(full.id("episode_id")), "id": 2.0, "name": " My own ", "query": "q", "reflection": "r", "reward": -1.0,
		"tags": anys("b", "a"), "metadata": map[string]any{"z": 1.0}, "created_at": "2020-01-01T00:00:00.000000+00:00",
		"updated_at": "2026-11-21T09:00:02.000000+00:00", "relationship_counts": map[string]any{},
	}, got)
}

func TestCreateEpisodeRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for rest, want := range map[string]string{
		``:                           "query is required",
		`"query": null, "reward": 0`: "query is required",
		`"query": "", "reward": 0`:   "query is required",
		`"query": "` + strings.Repeat("é", 16385) + `", "reward": 0`:                         "query must be between 1 and 32768 bytes",
		`"query": "q", "reward": 1.01`:                                                       "reward must be between -1 and 1",
		`"query": "q", "reward": false`:                                                      "reward must be a number",
		`"query": "q", "reward": 0, "name": "` + strings.Repeat("é", 201) + `"`:              "name must be between 1 and 200 characters",
		`"query": "q", "reward": 0, "reflection": "` + strings.Repeat("x", 65537) + `"`:      "reflection must be at most 65536 bytes",
		`"query": "q", "reward": 0, "tags": [""]`:                                            "tags[0] must be between 1 and 200 characters",
		`"query": "q", "reward": 0, "tags": [` + strings.Repeat(`"t",`, 100) + `"t"]`:        "tags must have at most 100 items",
		`"query": "q", "reward": 0, "metadata": [1]`:                                         "metadata must be an object",
		`"query": "q", "reward": 0, "metadata": {"x": "` + strings.Repeat("x", 65536) + `"}`: "metadata must be at most 65536 bytes",
		`"query": "q", "reward": 0, "created_at": "soon"`:                                    "Invalid ISO 8601 timestamp: soon",
		`"query": "q", "reward": 0, "idempotency_key": "` + strings.Repeat("é", 101) + `"`:   "idempotency_key must be at most 200 bytes",
		`"query": "q", "reward": 0, "embedding": [1]`:                                        "unknown argument 'embedding'; valid: query, reward, name, reflection, tags, metadata, created_at, idempotency_key, relationships",
	} {
		w.fails(t, fault.InvalidArgument, want, createOne, `{%s}`, rest)
	}
	same(t, "episodes", 0.0, w.ok(t, "list_episodes", `{}`)["total_count"].(float64))
}

// TestCreateEpisodeAgain repeats a call with the same key, as a client does that lost the reply.
func TestCreateEpisodeAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.ok(t, createOne, `{"query": "q", "reward": 0, "metadata": {"a": 1, "b": 2}, "idempotency_key": "k"}`)
	again := w.ok(t, createOne, `{"metadata": {"b":2,"a":1}, "idempotency_key": "k", "reward": "0.0", "query": "q"}`)
	same(t, "the second answer", first, again)
	w.touched(t, first.id("episode_id"))
	extra := w.fails(t, fault.Conflict, "idempotency_key 'k' was already used with other content; use a new key for a new episode",
		createOne, `{"query": "q", "reward": 1, "idempotency_key": "k"}`)
	same(t, "what the conflict names", extra, map[string]any{"episode_id": first.id("episode_id")})
	other := w.ok(t, createOne, `{"query": "q", "reward": 0, "metadata": {"a": 1, "b": 2}, "idempotency_key": "K"}`)
	if other.id("episode_id") == first.id("episode_id") {
		t.Error("another key, the same episode")
	}
	w.ok(t, createOne, `{"query": "q", "reward": 0}`)
	w.ok(t, createOne, `{"query": "q", "reward": 0}`)
	same(t, "episodes", 4.0, w.ok(t, "list_episodes", `{}`)["total_count"].(float64))

	// The key lives as long as the episode.
	w.ok(t, "delete_episode", `{"episode_id": %q}`, first.id("episode_id"))
	fresh := w.ok(t, createOne, `{"query": "q", "reward": 1, "idempotency_key": "k"}`)
	if fresh.id("episode_id") == first.id("episode_id") {
		t.Error("a deleted episode came back")
	}
}

const createMany = "create_episodes"

func TestCreateEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	there := w.episode(t, "there")
	got := w.ok(t, createMany, `{"episodes": [{"query": "a", "reward": 0}, {"query": "b", "reward": 1, "name": "B"}],
		"relationships": [{"from": "#0", "to": "#1", "relationship_type": "follows"},
			{"from": %q, "to": "#0", "relationship_type": "causes", "strength": 0, "metadata": {"m": 1}}]}`, strings.ToUpper(string(there)))
	same(t, "fields", "count episodes reads relationships", got.fields())
	same(t, "count", 2.0, got["count"].(float64))
	same(t, "names", anys("a", "B"), got.column("episodes", "name"))
	same(t, "serial numbers", []any{2.0, 3.0}, got.column("episodes", "id"))
	same(t, "fields of an episode", "created_at episode_id id name", got.list("episodes")[0].fields())
	same(t, "fields of a relationship", "created_at relationship_id", got.list("relationships")[0].fields())
	a, b := got.list("episodes")[0].id("episode_id"), got.list("episodes")[1].id("episode_id")
	follows, causes := got.list("relationships")[0].id("relationship_id"), got.list("relationships")[1].id("relationship_id")
	w.touched(t, a, b, follows, causes)

	stored := w.ok(t, "get_episode_relationships", `{"episode_id": %q}`, a)
	same(t, "from", anys(a, there), stored.column("relationships", "from_episode_id"))
	same(t, "to", anys(b, a), stored.column("relationships", "to_episode_id"))
	same(t, "strength", []any{1.0, 0.0}, stored.column("relationships", "strength"))

	alone := w.ok(t, createMany, `{"episodes": [{"query": "c", "reward": 0}]}`)
	same(t, "without relationships", []any{}, alone["relationships"].([]any))
}

func TestCreateEpisodesAllOrNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	there := w.episode(t, "there")
	const two = `"episodes": [{"query": "a", "reward": 0}, {"query": "b", "reward": 0}]`
	rel := func(from, to, typ string) string {
		return fmt.Sprintf(`{"from": %q, "to": %q, "relationship_type": %q}`, from, to, typ)
	}
	good := rel("#0", "#1", "follows")
	tests := []struct {
		name, raw string
		code      fault.Code
		details   string
		index     any
	}{
		{"no episodes", `"episodes": []`, fault.InvalidArgument, "episodes must have between 1 and 1000 items", nil},
		{
			"an episode", `"episodes": [{"query": "a", "reward": 0}, {"query": "b", "reward": 2}]`, fault.InvalidArgument,
			"episodes[1].reward must be between -1 and 1", 1,
		},
		{
			"a time", `"episodes": [{"query": "a", "reward": 0}, {"query": "b", "reward": 0, "created_at": "x"}]`, fault.InvalidArgument,
			"Invalid ISO 8601 timestamp: x", 1,
		},
		{
			"an item that is none", two + `, "relationships": [` + good + `,` + rel("#0", "#2", "causes") + `]`, fault.InvalidArgument,
			"relationships[1].to must be '#0' to '#1' or a UUID: #2", 1,
		},
		{
			"an end that is none", two + `, "relationships": [` + rel("0", "#1", "causes") + `]`, fault.InvalidArgument,
			"relationships[0].from must be '#0' to '#1' or a UUID: 0", 0,
		},
		{
			"an empty end", two + `, "relationships": [` + rel("", "#1", "causes") + `]`, fault.InvalidArgument,
			"relationships[0].from is required", 0,
		},
		{
			"one item at both ends", two + `, "relationships": [` + good + `,` + rel("#1", "#1", "causes") + `]`, fault.InvalidArgument,
			"from_episode_id and to_episode_id must differ", 1,
		},
		{
			"one episode at both ends", two + `, "relationships": [` + rel(string(there), strings.ToUpper(string(there)), "causes") + `]`,
			fault.InvalidArgument, "from_episode_id and to_episode_id must differ", 0,
		},
		{
			"no such type", two + `, "relationships": [` + rel("#0", "#1", "before") + `]`, fault.InvalidArgument,
			"relationships[0].relationship_type must be one of follows, causes, part_of, related_to, contradicts, refines", 0,
		},
		{
			"no such episode", two + `, "relationships": [` + good + `,` + rel("#0", string(unknown), "causes") + `]`, fault.NotFound,
			"Episode not found: " + string(unknown), 1,
		},
		{
			"a cycle", two + `, "relationships": [` + good + `,` + rel("#1", "#0", "follows") + `]`, fault.Cycle,
			"Adding this relationship would create a cycle", 1,
		},
		{
			"a key twice", `"episodes": [{"query": "a", "reward": 0, "idempotency_key": "k"}, {"query": "b", "reward": 0, "idempotency_key": "k"}]`,
			fault.Conflict, "idempotency_key 'k' was already used with other content; use a new key for a new episode", 1,
		},
	}
	for _, test := range tests { // in one world, since no call changes it
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			beside := w.fails(t, test.code, test.details, createMany, `{%s}`, test.raw)
			same(t, "index", test.index, beside["index"])
			same(t, "episodes", 1.0, w.ok(t, "list_episodes", `{}`)["total_count"].(float64))
		})
	}
}

func TestCreateEpisodesAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const raw = `{"episodes": [{"query": "a", "reward": 0, "idempotency_key": "a"}, {"query": "b", "reward": 0, "idempotency_key": "b"}],
		"relationships": [{"from": "#0", "to": "#1", "relationship_type": "follows"}]}`
	first := w.ok(t, createMany, raw)
	same(t, "the second answer", first, w.ok(t, createMany, raw))
	same(t, "episodes", 2.0, w.ok(t, "list_episodes", `{}`)["total_count"].(float64))
	made := first.list("episodes")
	got := w.ok(t, "check_relationship_exists", `{"from_episode_id": %q, "to_episode_id": %q}`,
		made[0].id("episode_id"), made[1].id("episode_id"))
	same(t, "relationships", 1, len(got.list("relationships")))
}

// TestLongestTexts checks that texts of the longest allowed size are accepted, and longer ones are
// not.
func TestLongestTexts(t *testing.T) {
	t.Parallel()
	longest := graph.CreateEpisodeInput{
		Query: strings.Repeat("q", graph.MaxQuery), Name: strings.Repeat("é", graph.MaxName),
		Reflection: strings.Repeat("r", graph.MaxReflection), Tags: []string{strings.Repeat("é", graph.MaxTag)},
	}
	update := func(in graph.CreateEpisodeInput) graph.UpdateEpisodeInput {
		return graph.UpdateEpisodeInput{Query: &in.Query, Name: &in.Name, Reflection: &in.Reflection, Tags: in.Tags}
	}
	if err := input.Check(longest); err != nil {
		t.Error(err)
	}
	if err := input.Check(update(longest)); err != nil {
		t.Error(err)
	}
	for _, longer := range []graph.CreateEpisodeInput{
		{Query: longest.Query + "q", Name: "n"},
		{Query: "q", Name: longest.Name + "é"},
		{Query: "q", Name: "n", Reflection: longest.Reflection + "r"},
		{Query: "q", Name: "n", Tags: []string{longest.Tags[0] + "é"}},
	} {
		if err := input.Check(longer); err == nil {
			t.Errorf("%.3q, %.3q, %.3q, %.3q are too long", longer.Query, longer.Name, longer.Reflection, longer.Tags)
		}
		if err := input.Check(update(longer)); err == nil {
			t.Errorf("an update with %.3q, %.3q, %.3q, %.3q is too long", longer.Query, longer.Name, longer.Reflection, longer.Tags)
		}
	}
	change := graph.UpdateEpisodeInput{
		EpisodeID: "1", Query: &longest.Query, Name: &longest.Name, Reflection: &longest.Reflection, Tags: longest.Tags,
	}
	if err := input.Check(change); err != nil {
		t.Error(err)
	}
	for name, longer := range map[string]graph.UpdateEpisodeInput{
		"query":      {EpisodeID: "1", Query: new(longest.Query + "q")},
		"name":       {EpisodeID: "1", Name: new(longest.Name + "é")},
		"reflection": {EpisodeID: "1", Reflection: new(longest.Reflection + "r")},
		"tags":       {EpisodeID: "1", Tags: []string{longest.Tags[0] + "é"}},
	} {
		if err := input.Check(longer); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("a change to a longer %s: %v", name, err)
		}
	}
}

// TestRecordedWork checks that an agent can neither forge what the recorder writes nor change it, and that others can: a
// machine that sends its records over REST, and a person who edits an episode.
func TestRecordedWork(t *testing.T) {
	t.Parallel()
	const (
		key   = "idempotency_key must not begin with rec1:, which is for recorded work: choose another key"
		field = "metadata.recording is for recorded work, and cannot be set or changed: use another field"
	)
	w := newWorld(t)
	agent, machine := by, by
	machine.Transport = "rest"
	made, err := w.CreateEpisode(t.Context(), machine, graph.CreateEpisodeInput{
		Query: "q", IdempotencyKey: "rec1:codex:s:t", Metadata: input.Object(`{"recording":{"v":1},"a":1}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	var stored struct{ Recording json.RawMessage } // with the name of the machine's token
	if there, err := w.GetEpisode(t.Context(), agent, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(made.EpisodeID)}); err != nil || json.Unmarshal(there.Metadata, &stored) != nil {
		t.Fatal(err)
	}
	update := func(metadata string) error {
		_, err := w.UpdateEpisode(t.Context(), agent, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(made.EpisodeID), Metadata: input.Object(metadata)})
		return err
	}
	create := func(in graph.CreateEpisodeInput) error {
		in.Query = "q"
		_, one := w.CreateEpisode(t.Context(), agent, in)
		_, linked := w.RecordEpisode(t.Context(), agent, graph.CreateLinkedEpisodeInput{CreateEpisodeInput: in})
		_, many := w.CreateEpisodes(t.Context(), agent, graph.CreateEpisodesInput{Episodes: []graph.CreateEpisodeInput{in}})
		if fault.CodeOf(one) != fault.CodeOf(many) || fault.CodeOf(one) != fault.CodeOf(linked) {
			t.Errorf("one: %v, linked: %v, a batch: %v", one, linked, many)
		}
		return one
	}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a key":                  {create(graph.CreateEpisodeInput{IdempotencyKey: "rec1:x"}), key},
		"a field":                {create(graph.CreateEpisodeInput{Metadata: input.Object(`{"recording":{}}`)}), field},
		"a field in escapes":     {create(graph.CreateEpisodeInput{Metadata: input.Object(`{"\u0072ecording":null}`)}), field},
		"another value":          {update(`{"recording":{"v":2},"a":1}`), field},
		"an update around it":    {update(`{"recording":` + string(stored.Recording) + `,"a":2}`), ""},
		"an update without it":   {update(`{"a":2}`), ""},
		"an update to add it":    {update(`{"recording":{"v":1}}`), field},
		"a field of a like name": {create(graph.CreateEpisodeInput{Metadata: input.Object(`{"recordings":1}`), IdempotencyKey: "rec2:x"}), ""},
	} {
		if c.want == "" && c.err == nil {
			continue
		}
		if fault.CodeOf(c.err) != fault.InvalidArgument || fault.From(c.err).Details != c.want {
			t.Errorf("%s: %v, want %q", name, c.err, c.want)
		}
	}
}
