package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

// imported returns two episodes and the relationship between them, as a file may hold them.
func imported() graph.Import {
	a, b := graph.NewID(), graph.NewID()
	return graph.Import{
		Episodes: []graph.NewEpisode{
			{Episode: graph.Episode{EpisodeID: a, ID: 7, Name: "a", Query: "a", CreatedAt: 1, UpdatedAt: 2}},
			{Episode: graph.Episode{EpisodeID: b, ID: 9, Name: "b", Query: "b", CreatedAt: 3, UpdatedAt: 3}},
		},
		Relationships: []graph.Relationship{{ID: graph.NewID(), From: a, To: b, Type: graph.Causes, Strength: 0.5, CreatedAt: 4}},
	}
}

func TestImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := imported()
	a, b, rel := in.Episodes[0].EpisodeID, in.Episodes[1].EpisodeID, in.Relationships[0].ID
	got, err := w.Import(t.Context(), by, in)
	if want := (graph.Imported{EpisodesCreated: 2, RelationshipsCreated: 1}); err != nil || got != want {
		t.Fatalf("Import = %+v, %v", got, err)
	}
	w.touched(t, a, b, rel)
	if rec := w.records(t)[0]; rec.Operation != "import" || rec.Outcome != "ok" {
		t.Errorf("record = %+v", rec)
	}
	stored := w.ok(t, "get_episode", `{"episode_id": %q}`, a)
	same(t, "serial number", 7.0, stored["id"].(float64))
	same(t, "updated_at", "1970-01-01T00:00:00.000002+00:00", stored["updated_at"].(string))

	// Running it again resumes it.
	third := imported().Episodes[0]
	in.Episodes = append(in.Episodes, third, in.Episodes[0], third)
	in.Relationships = append(in.Relationships, in.Relationships[0])
	got, err = w.Import(t.Context(), by, in)
	if want := (graph.Imported{EpisodesCreated: 1, EpisodesSkipped: 4, RelationshipsSkipped: 2}); err != nil || got != want {
		t.Errorf("again: %+v, %v", got, err)
	}
	w.touched(t, third.EpisodeID)

	got, err = w.Import(t.Context(), by, graph.Import{})
	if err != nil || got != (graph.Imported{}) {
		t.Errorf("nothing: %+v, %v", got, err)
	}
}

// TestImportAdapts checks that an import that is too much for the database is stored in parts, and that an error about an
// item has the index that it has in the whole.
func TestImportAdapts(t *testing.T) {
	t.Parallel()
	memory := fault.New(fault.Unavailable, "has too little memory").Because(graph.ErrTooMuch)
	for name, c := range map[string]struct {
		limit error
		most  int
		bad   int // the index of an item that is refused, or -1
		want  fault.Code
	}{
		"memory":           {memory, 3, -1, ""},
		"memory, one item": {memory, 1, -1, ""},
		"no item":          {memory, 0, 0, fault.Unavailable},
		"time":             {fault.New(fault.Timeout, "slow"), 2, -1, ""},
		"size":             {fault.New(fault.TooLarge, "large"), 2, -1, ""},
		"a refused item":   {memory, 3, 13, fault.InvalidArgument},
		"another failure":  {fault.New(fault.Unavailable, "down"), 3, -1, fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			var in graph.Import
			for range 16 {
				more := imported()
				for i := range more.Episodes {
					more.Episodes[i].ID = 0
				}
				in.Episodes = append(in.Episodes, more.Episodes...)
				in.Relationships = append(in.Relationships, more.Relationships...)
			}
			check := func(n int) error {
				if n > c.most {
					return c.limit
				}
				return nil
			}
			w.store.create = func(b graph.Batch) error { return check(len(b.Episodes)) }
			w.store.add = func(list []graph.Relationship) error {
				for i, r := range list {
					if c.bad >= 0 && r.ID == in.Relationships[c.bad].ID && len(list) <= c.most {
						return fault.New(fault.InvalidArgument, "bad").At(i)
					}
				}
				return check(len(list))
			}
			got, err := w.Import(t.Context(), by, in)
			if c.want != "" {
				if own := fault.From(err); own == nil || own.Code != c.want || c.bad >= 0 && own.Extra["index"] != c.bad {
					t.Errorf("Import = %+v, %v (%+v)", got, err, own)
				}
				return
			}
			if want := (graph.Imported{EpisodesCreated: 32, RelationshipsCreated: 16}); err != nil || got != want {
				t.Errorf("Import = %+v, %v", got, err)
			}
		})
	}
}

func TestImportRefused(t *testing.T) {
	t.Parallel()
	there := imported()
	tests := []struct {
		name    string
		change  func(in *graph.Import)
		code    fault.Code
		details func(in graph.Import) string
		index   any
	}{
		{
			"an episode out of bounds", func(in *graph.Import) { in.Episodes[1].Reward = 2 }, fault.InvalidArgument,
			func(graph.Import) string { return "reward must be between -1 and 1" }, 1,
		},
		{
			"a relationship out of bounds", func(in *graph.Import) { in.Relationships[0].Strength = -1 }, fault.InvalidArgument,
			func(graph.Import) string { return "strength must be between 0 and 1" }, 0,
		},
		{
			"one episode at both ends", func(in *graph.Import) { in.Relationships[0].To = in.Relationships[0].From }, fault.InvalidArgument,
			func(graph.Import) string { return "from_episode_id and to_episode_id must differ" }, 0,
		},
		{
			"too many episodes", func(in *graph.Import) { in.Episodes = make([]graph.NewEpisode, graph.ImportLimit+1) }, fault.TooLarge,
			func(graph.Import) string { return "4001 episodes; import at most 4000 at once" }, nil,
		},
		{
			"too many relationships", func(in *graph.Import) { in.Relationships = make([]graph.Relationship, graph.ImportLimit+1) },
			fault.TooLarge, func(graph.Import) string { return "4001 relationships; import at most 4000 at once" }, nil,
		},
		{
			"an episode that is there with other content", func(in *graph.Import) {
				in.Episodes[1] = there.Episodes[1]
				in.Episodes[1].Query = "other"
			}, fault.Conflict,
			func(in graph.Import) string {
				return fmt.Sprintf("Episode %s exists with other content", in.Episodes[1].EpisodeID)
			}, 1,
		},
		{
			"an episode twice, with other content", func(in *graph.Import) { in.Episodes[1].EpisodeID = in.Episodes[0].EpisodeID },
			fault.Conflict,
			func(in graph.Import) string {
				return fmt.Sprintf("Episode %s exists with other content", in.Episodes[1].EpisodeID)
			}, 1,
		},
		{
			"a relationship that is there with other content", func(in *graph.Import) {
				in.Relationships[0] = there.Relationships[0]
				in.Relationships[0].Strength = 1
			}, fault.Conflict,
			func(in graph.Import) string {
				return fmt.Sprintf("Relationship %s exists with other content", in.Relationships[0].ID)
			}, 0,
		},
		{
			"a relationship to nothing", func(in *graph.Import) { in.Relationships[0].To = unknown }, fault.NotFound,
			func(graph.Import) string { return "Episode not found: " + string(unknown) }, 0,
		},
		{
			"a key that is taken", func(in *graph.Import) {
				in.Episodes[0].Key, in.Episodes[0].Digest = "k", "1"
				in.Episodes[1].Key, in.Episodes[1].Digest = "k", "2"
			}, fault.Conflict,
			func(graph.Import) string {
				return "idempotency_key 'k' was already used with other content; use a new key for a new episode"
			}, 1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if _, err := w.Import(t.Context(), by, there); err != nil {
				t.Fatal(err)
			}
			in := imported()
			test.change(&in)
			_, err := w.Import(t.Context(), by, in)
			got := fault.From(err)
			if got == nil || got.Code != test.code || got.Details != test.details(in) || got.Extra["index"] != test.index {
				t.Errorf("error = %v at %v\nwant %s %q at %v", err, got.Extra["index"], test.code, test.details(in), test.index)
			}
		})
	}
}

func TestImportStoreUnavailable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := imported()
	if err := w.store.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := w.Import(t.Context(), by, in)
	if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "closed") {
		t.Errorf("error = %v", err)
	}
}
