package graph_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/fault"
)

// fillWorkspace creates two triangles that one relationship joins, and an episode alone.
func fillWorkspace(t *testing.T, w *world) []graph.ID {
	t.Helper()
	ids := make([]graph.ID, 0, 7)
	for _, episode := range []string{
		`"name": "a1", "reward": -1, "tags": ["x", "y"], "metadata": {"agent": "ada"}`, `"name": "a2", "reward": -0.5, "tags": ["x"]`,
		`"name": "a3", "reward": 0, "metadata": {"agent": "ada"}`, `"name": "b1", "reward": 0.1, "tags": ["z"], "metadata": {"source": "git"}`,
		`"name": "b2", "reward": 0.5`, `"name": "b3", "reward": 1`, `"name": "alone", "reward": 0.9`,
	} {
		ids = append(ids, w.ok(t, "create_episode", `{"query": "q", %s}`, episode).id("episode_id"))
	}
	for _, edge := range [][2]int{{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}} {
		w.relate(t, ids[edge[0]], ids[edge[1]], graph.Causes, 1)
	}
	w.relate(t, ids[2], ids[3], graph.Follows, 0)
	return ids
}

func TestOverview(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	same(t, "empty", `{"episodes":0,"relationships":0,"buckets":[],"bucket_seconds":0,`+
		`"types":[{"relationship_type":"follows","count":0},{"relationship_type":"causes","count":0},{"relationship_type":"part_of","count":0},`+
		`{"relationship_type":"related_to","count":0},{"relationship_type":"contradicts","count":0},{"relationship_type":"refines","count":0}],`+
		`"tags":[],"communities":[],"links":[],"computed_at":"2026-11-21T09:00:01.000000+00:00"}`, w.text(t, "get_graph_overview", `{"communities": 5}`))
	fillWorkspace(t, w)
	got := w.overview(t, `{"communities": 2}`)
	same(t, "sizes", []int{7, 7, 1}, []int{got.Episodes, got.Relationships, got.Others})
	same(t, "tags", []graph.TagCount{{Tag: "x", Count: 2}, {Tag: "y", Count: 1}, {Tag: "z", Count: 1}}, got.Tags)
	same(t, "types", []graph.TypeCount{{Type: "follows", Count: 1}, {Type: "causes", Count: 6}}, got.Types[:2])
	same(t, "links", []graph.Link{{From: 1, To: 0, Count: 1}}, got.Links)
	names := []string{got.Communities[0].Name, got.Communities[1].Name}
	same(t, "communities, by their best connected episode", []string{"b1", "a3"}, names)
	same(t, "mean reward", -0.5, got.Communities[1].Reward)
	same(t, "frequent tags", []string{"x", "y"}, got.Communities[1].Tags)
	sum := [7]int{}
	for _, b := range got.Buckets {
		for i, n := range b.Rewards {
			sum[i] += n
		}
	}
	same(t, "classes of reward", [7]int{1, 1, 0, 2, 0, 1, 2}, sum)

	got = w.overview(t, `{"tags": ["x"]}`)
	same(t, "filtered", []int{2, 1}, []int{got.Episodes, got.Relationships})
	if got.Communities != nil {
		t.Error("communities that were not asked for")
	}
	got = w.overview(t, `{"since": "2026-11-21", "until": "2026-11-21"}`)
	same(t, "one day", []int{7, 7}, []int{got.Episodes, got.Relationships})
	w.fails(t, fault.InvalidArgument, "buckets must be between 1 and 400", "get_graph_overview", `{"buckets": 401}`)
}

// text returns the JSON of a use case that must succeed.
func (w *world) text(t *testing.T, name, args string) string {
	t.Helper()
	text, err := w.call(t, name, "%s", args)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// overview decodes an overview, which must succeed.
func (w *world) overview(t *testing.T, args string) (out graph.OverviewOutput) {
	t.Helper()
	if err := json.Unmarshal([]byte(w.text(t, "get_graph_overview", args)), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestOverviewWaits checks that overviews of one workspace run one after the other, and end with their caller.
func TestOverviewWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	var inner error
	w.store.outline = func() {
		w.store.outline = nil
		go func() {
			for w.Waiting()["overview"] == 0 {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		_, inner = w.Overview(ctx, by, graph.OverviewInput{Buckets: 2})
	}
	if _, err := w.Overview(t.Context(), by, graph.OverviewInput{Buckets: 1}); err != nil {
		t.Fatal(err)
	}
	if fault.CodeOf(inner) != fault.Cancelled {
		t.Errorf("the second overview of the workspace: %v", inner)
	}
}

// TestOverviewIsKept checks that an overview is computed once for all orders of its arguments, until something in the
// workspace changes, and that a kept one is marked while the next one is computed.
func TestOverviewIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	t.Cleanup(w.Close)
	fillWorkspace(t, w)
	reads := 0
	w.store.outline = func() { reads++ }
	first := w.text(t, "get_graph_overview", `{"tags": ["x", "y"]}`)
	for _, args := range []string{`{"tags": ["x", "y"]}`, `{"tags": ["y", "x", "x"], "buckets": 80, "communities": 0}`} {
		same(t, args, first, w.text(t, "get_graph_overview", args))
	}
	other := by
	other.Workspace = "other"
	if out, err := w.Overview(t.Context(), other, graph.OverviewInput{Tags: []string{"x", "y"}, Buckets: 80}); err != nil || out.Episodes != 0 {
		t.Errorf("%+v, %v", out, err)
	}
	same(t, "reads of this workspace and of the other", 2, reads)

	w.ok(t, "create_episode", `{"query": "q", "tags": ["x", "y"], "reward": 0}`)
	begun, proceed := make(chan struct{}, 1), make(chan struct{})
	w.store.outline = func() {
		begun <- struct{}{}
		<-proceed
	}
	old := w.overview(t, `{"tags": ["x", "y"]}`)
	<-begun
	same(t, "the kept one", []any{1, true}, []any{old.Episodes, old.Stale})
	close(proceed)
	now := old
	for now.Stale {
		now = w.overview(t, `{"tags": ["x", "y"]}`)
	}
	same(t, "the next one", []any{2, false}, []any{now.Episodes, now.Stale})
	if now.ComputedAt <= old.ComputedAt {
		t.Errorf("computed at %s, after %s", now.ComputedAt, old.ComputedAt)
	}
}

// TestBuckets checks that drawn episodes are counted once each, in the right bucket, and that there are not too many.
func TestBuckets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		w := newWorld(t)
		at := rapid.SliceOfN(rapid.Int64Range(-6e16, 2.5e17), 1, 20).Draw(r, "times")
		span := rapid.SampledFrom([]int64{1, 1e6, 1e9, 1e12, 1e15, 1e18}).Draw(r, "span")
		batch := graph.Batch{}
		for _, micros := range at {
			when := graph.Time(at[0]/span*span + micros%span)
			batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), CreatedAt: when}})
		}
		if _, err := w.store.CreateEpisodes(r.Context(), "w", batch); err != nil {
			r.Fatal(err)
		}
		most := rapid.IntRange(1, 50).Draw(r, "most")
		got, err := w.Overview(r.Context(), by, graph.OverviewInput{Buckets: most})
		if err != nil {
			r.Fatal(err)
		}
		if len(got.Buckets) > most {
			r.Errorf("%d buckets, at most %d", len(got.Buckets), most)
		}
		for i, b := range got.Buckets {
			end := graph.Time(math.MaxInt64)
			if i+1 < len(got.Buckets) {
				end = got.Buckets[i+1].Since
			}
			want, last := 0, b.Since
			for _, e := range batch.Episodes {
				if e.CreatedAt >= b.Since && e.CreatedAt < end {
					want++
					last = max(last, e.CreatedAt)
				}
			}
			if b.Rewards != [7]int{3: want} {
				r.Errorf("bucket %d from %s to %s: %d, want %d", i, b.Since, end, b.Rewards, want)
			}
			// Above 2^33 seconds, a float64 no longer holds every microsecond.
			if within := float64(last-b.Since) / 1e6; within > got.BucketSeconds*(1+1e-12) {
				r.Errorf("bucket %d of %v s holds an episode %v s after its beginning", i, got.BucketSeconds, within)
			}
		}
	})
}

func TestMap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	same(t, "empty", `{"episodes":[],"edges":[],"tags":[],"sources":[],"total":0,"truncated":false}`, w.text(t, "get_graph_map", `{}`))
	ids := fillWorkspace(t, w)
	got := w.ok(t, "get_graph_map", `{"limit": 5}`)
	same(t, "newest first", anys(ids[6], ids[5], ids[4], ids[3], ids[2]), got.column("episodes", "episode_id"))
	same(t, "total", 7.0, got["total"].(float64))
	same(t, "degrees, also outwards", []any{0.0, 2.0, 2.0, 3.0, 3.0}, got.column("episodes", "degree"))
	same(t, "sources", []any{"git", "ada"}, got["sources"].([]any))
	same(t, "source of each", []any{nil, nil, nil, 0.0, 1.0}, got.column("episodes", "source"))
	same(t, "edges, the strongest first", []any{2.0, 3.0, 3.0, 4.0}, got.column("edges", "from"))
	same(t, "their types", []any{"causes", "causes", "causes", "follows"}, got.column("edges", "type"))
	same(t, "filtered", []any{"a2"}, w.ok(t, "get_graph_map", `{"tags": ["x"], "min_reward": -0.6}`).column("episodes", "name"))
	day := w.ok(t, "get_graph_map", `{"since": "2026-11-21", "until": "2026-11-21"}`)
	same(t, "one day", 7.0, day["total"].(float64))
	w.fails(t, fault.InvalidArgument, "limit must be between 1 and 20000", "get_graph_map", `{"limit": 20001}`)
}

// TestMapOfCommunity checks the map of one community, which has no edges to other ones.
func TestMapOfCommunity(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := fillWorkspace(t, w)
	same(t, "communities of the whole", []any{0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0},
		w.ok(t, "get_graph_map", `{}`).column("episodes", "community"))
	for _, member := range []string{"1", "2", "3"} {
		got := w.ok(t, "get_graph_map", `{"community": %s}`, member)
		same(t, "members", anys(ids[2], ids[1], ids[0]), got.column("episodes", "episode_id"))
		same(t, "edges between them", []any{1.0, 2.0, 2.0}, got.column("edges", "from"))
		same(t, "degrees, also outwards", []any{3.0, 2.0, 2.0}, got.column("episodes", "degree"))
		same(t, "tags", []any{"x", "y"}, got["tags"].([]any))
		same(t, "sources", []any{"ada"}, got["sources"].([]any))
	}
	newest := w.ok(t, "get_graph_map", `{"community": 1, "limit": 2}`)
	same(t, "the newest", anys(ids[2], ids[1]), newest.column("episodes", "episode_id"))
	same(t, "of all members", 3.0, newest["total"].(float64))
	same(t, "filtered", []any{"a2", "a1"}, w.ok(t, "get_graph_map", `{"community": 1, "tags": ["x"]}`).column("episodes", "name"))
	same(t, "filtered away", `{"episodes":[],"edges":[],"tags":[],"sources":[],"total":0,"truncated":false}`,
		w.text(t, "get_graph_map", `{"community": 4, "tags": ["x"]}`))
	w.fails(t, fault.InvalidArgument, "community must be between 1 and 9007199254740991", "get_graph_map", `{"community": 0}`)
}

// TestOverviewOfForeignNumbers checks times and numbers that only other programs can have stored.
func TestOverviewOfForeignNumbers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := graph.Episode{EpisodeID: graph.NewID(), Name: "a", CreatedAt: math.MinInt64, Reward: math.NaN()}
	b := graph.Episode{EpisodeID: graph.NewID(), Name: "b", CreatedAt: math.MaxInt64, Reward: 7}
	_, err := w.store.CreateEpisodes(t.Context(), "w", graph.Batch{Episodes: []graph.NewEpisode{{Episode: a}, {Episode: b}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.link(t, a.EpisodeID, b.EpisodeID, 2)
		a, b = b, a
	}
	got, err := w.Overview(t.Context(), by, graph.OverviewInput{Buckets: 10, Communities: 1})
	if err != nil || got.BucketSeconds <= 0 || len(got.Buckets) > 10 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, call := range []string{"get_graph_overview", "get_graph_map"} {
		w.ok(t, call, `{}`)
	}
	paths := w.ok(t, "explain_connection", `{"from": 1, "to": 2}`).list("paths")
	same(t, "strength", 1.0, paths[0]["total_strength"].(float64))
	same(t, "hops", 1, len(paths[0]["path"].([]any)))
}

// link stores a relationship that the service would reject.
func (w *world) link(t *testing.T, from, to graph.ID, strength float64) {
	t.Helper()
	_, err := w.store.AddRelationship(t.Context(), "w", graph.Relationship{
		ID: graph.NewID(), From: from, To: to, Type: graph.RelatedTo, Strength: strength,
	})
	if err != nil {
		t.Fatal(err)
	}
}
