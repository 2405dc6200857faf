package graph_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/input"
)

func TestIDIsAUUIDInLowerCase(t *testing.T) {
	t.Parallel()
	const lower = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"
	for _, text := range []string{lower, strings.ToUpper(lower), "0192F3c4-8f6E-7cc0-b1d2-3e4f5a6b7C8d"} {
		var id graph.ID
		if err := id.UnmarshalText([]byte(text)); err != nil || id != lower {
			t.Errorf("%s: %s, %v", text, id, err)
		}
	}
	for _, text := range []string{
		"", "x", "#0", lower[:35], lower + "0", "{" + lower + "}", "urn:uuid:" + lower, strings.ReplaceAll(lower, "-", ""),
		strings.Replace(lower, "-", "_", 1), strings.Replace(lower, "0", "g", 1), " " + lower[1:], lower[:32] + "٠٠",
	} {
		id := graph.ID("before")
		if err := id.UnmarshalText([]byte(text)); err == nil || err.Error() != "must be a UUID" || id != "before" {
			t.Errorf("%q: %s, %v", text, id, err)
		}
	}
	var zero graph.ID
	if err := zero.UnmarshalText([]byte("00000000-0000-0000-0000-000000000000")); err != nil {
		t.Errorf("any UUID is well-formed: %v", err)
	}
}

func TestNewIDsSortByAge(t *testing.T) {
	t.Parallel()
	ids := make([]graph.ID, 1000)
	for i := range ids {
		ids[i] = graph.NewID()
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Error("ids made later do not sort later")
	}
	var id graph.ID
	if err := id.UnmarshalText([]byte(ids[0])); err != nil || id[14] != '7' {
		t.Errorf("NewID() = %s, %v", ids[0], err)
	}
}

func TestTypes(t *testing.T) {
	t.Parallel()
	want := []graph.Type{"follows", "causes", "part_of", "related_to", "contradicts", "refines"}
	if diff := cmp.Diff(want, graph.Types()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	graph.Types()[0] = "broken"
	for _, typ := range graph.Types() {
		if got, want := typ.Ordering(), typ == "follows" || typ == "causes"; got != want {
			t.Errorf("%s.Ordering() = %v", typ, got)
		}
	}
	if graph.Type("").Ordering() {
		t.Error("no type is an ordering type")
	}
}

// wantUnequal checks that a value with any of the changes does not equal the value.
func wantUnequal[T interface{ Equal(o T) bool }](t *testing.T, value T, changes map[string]func(*T)) {
	t.Helper()
	for name, change := range changes {
		other := value
		change(&other)
		if value.Equal(other) {
			t.Errorf("equal with another %s", name)
		}
	}
}

func TestEpisodeEqual(t *testing.T) {
	t.Parallel()
	episode := graph.Episode{
		EpisodeID: "e", ID: 1, Name: "n", Query: "q", Reflection: "r", Reward: 0.5, Tags: []string{"a", "b"},
		Metadata: input.Object(`{}`), CreatedAt: 1, UpdatedAt: 2,
	}
	wantUnequal(t, episode, map[string]func(*graph.Episode){
		"episode_id": func(e *graph.Episode) { e.EpisodeID = "f" },
		"name":       func(e *graph.Episode) { e.Name = "m" },
		"query":      func(e *graph.Episode) { e.Query = "p" },
		"reflection": func(e *graph.Episode) { e.Reflection = "" },
		"reward":     func(e *graph.Episode) { e.Reward = 0 },
		"tags":       func(e *graph.Episode) { e.Tags = []string{"b", "a"} },
		"metadata":   func(e *graph.Episode) { e.Metadata = nil },
		"created_at": func(e *graph.Episode) { e.CreatedAt = 2 },
		"updated_at": func(e *graph.Episode) { e.UpdatedAt = 1 },
	})
	other := episode
	other.ID, other.Tags = 7, []string{"a", "b"}
	if !episode.Equal(other) {
		t.Error("the serial number or the place in memory makes a difference")
	}
}

func TestRelationshipEqual(t *testing.T) {
	t.Parallel()
	rel := graph.Relationship{ID: "r", From: "a", To: "b", Type: "causes", Strength: 1, Metadata: input.Object(`{}`), CreatedAt: 1}
	wantUnequal(t, rel, map[string]func(*graph.Relationship){
		"id":         func(r *graph.Relationship) { r.ID = "s" },
		"from":       func(r *graph.Relationship) { r.From = "b" },
		"to":         func(r *graph.Relationship) { r.To = "a" },
		"type":       func(r *graph.Relationship) { r.Type = "follows" },
		"strength":   func(r *graph.Relationship) { r.Strength = 0 },
		"metadata":   func(r *graph.Relationship) { r.Metadata = nil },
		"created_at": func(r *graph.Relationship) { r.CreatedAt = 2 },
	})
	if other := rel; !rel.Equal(other) {
		t.Error("a relationship does not equal its copy")
	}
}

func TestValidWorkspace(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a", "0", "default", "a.b_c-d", "9lives", strings.Repeat("x", 64)} {
		if err := graph.ValidWorkspace(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{
		"", ".", "..", "-a", "_a", ".hidden", "A", "a/b", `a\b`, "a b", "a\n", "ä", "a:b", "a\x00", strings.Repeat("x", 65),
	} {
		if err := graph.ValidWorkspace(name); fault.CodeOf(err) != fault.InvalidArgument {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	at, _ := graph.ParseTime("2026-11-21")
	tests := []struct {
		got     *fault.Error
		code    fault.Code
		details string
	}{
		{graph.EpisodeNotFound("a"), fault.NotFound, "Episode not found: a"},
		{graph.EpisodeNotFound("b", "a"), fault.NotFound, "Episode not found: b, a"},
		{graph.RelationshipNotFound("r"), fault.NotFound, "Relationship not found: r"},
		{graph.EpisodeExists("a"), fault.AlreadyExists, "Episode already exists: a"},
		{graph.RelationshipExists("r", "a", "b", "follows"), fault.AlreadyExists, "Relationship already exists: a follows b"},
		{graph.SameEnds(), fault.InvalidArgument, "from_episode_id and to_episode_id must differ"},
		{graph.CycleCreated(graph.CyclePath{}), fault.Cycle, "Adding this relationship would create a cycle"},
		{
			graph.KeyReused("k", ""), fault.Conflict,
			"idempotency_key 'k' was already used with other content; use a new key for a new episode",
		},
		{
			graph.Stale("a", at), fault.Conflict,
			"Episode a was changed meanwhile, at 2026-11-21T00:00:00.000000+00:00; read it again before you update it",
		},
		{
			graph.OutcomeUnknown(errSecret), fault.Unavailable,
			"The answer of the database did not come: the outcome is unknown; look before you repeat. " +
				"A create with an idempotency_key may be repeated at once",
		},
	}
	for _, test := range tests {
		if test.got.Code != test.code || test.got.Details != test.details {
			t.Errorf("got  %s %q\nwant %s %q", test.got.Code, test.got.Details, test.code, test.details)
		}
	}
}

func TestCyclePath(t *testing.T) {
	t.Parallel()
	closed := func(n int) []graph.ID {
		ids := make([]graph.ID, n)
		for i := range ids {
			ids[i] = graph.ID(strings.Repeat("x", i%7))
		}
		return ids
	}
	for _, n := range []int{2, 4, 999, 1000} {
		ids := closed(n)
		path := graph.NewCyclePath(ids)
		if diff := cmp.Diff(graph.CyclePath{IDs: ids}, path); diff != "" {
			t.Errorf("%d entries (-want +got):\n%s", n, diff)
		}
	}
	for _, n := range []int{1001, 1002, 100_001} {
		ids := closed(n)
		path := graph.NewCyclePath(ids)
		want := graph.CyclePath{IDs: slices.Concat(ids[:500], ids[n-500:]), Omitted: n - 1000}
		if diff := cmp.Diff(want, path); diff != "" {
			t.Errorf("%d entries (-want +got):\n%s", n, diff)
		}
		err := graph.CycleCreated(path)
		if diff := cmp.Diff(map[string]any{"cycle_path": want.IDs, "omitted": want.Omitted}, err.Extra); diff != "" {
			t.Errorf("extra (-want +got):\n%s", diff)
		}
		path.IDs[0] = "changed"
		if ids[0] == "changed" {
			t.Error("the cut path shares memory with the whole")
		}
	}
	short := graph.CycleCreated(graph.NewCyclePath([]graph.ID{"a", "b", "a"}))
	text, err := json.Marshal(short.Extra)
	if want := `{"cycle_path":["a","b","a"]}`; err != nil || string(text) != want {
		t.Errorf("extra = %s, %v; want %s", text, err, want)
	}
}
