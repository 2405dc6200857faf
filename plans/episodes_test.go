//go:build unix

package plans_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/plans"
)

// story is the content of the graph: the episodes in the order of creation, and their relationships.
type story struct {
	episodes []graph.GetEpisodeOutput
	relates  map[string]bool // "0 follows 1", by the indices of the episodes
}

// story reads the graph of a workspace.
func (w *world) story(tb testing.TB, by audit.Caller) story {
	tb.Helper()
	by.Role = "admin"
	list, err := w.graph.ListEpisodes(tb.Context(), by, graph.ListEpisodesInput{Limit: 100})
	must(tb, err)
	found := story{relates: map[string]bool{}}
	slices.SortFunc(list.Episodes, func(a, b graph.ListedEpisode) int { return cmp.Compare(a.ID, b.ID) })
	place := map[graph.ID]string{}
	for i, e := range list.Episodes {
		full, err := w.graph.GetEpisode(tb.Context(), by, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(e.EpisodeID)})
		must(tb, err)
		found.episodes = append(found.episodes, full)
		place[e.EpisodeID] = string(rune('0' + i))
	}
	for _, e := range list.Episodes {
		rels, err := w.graph.GetRelationships(tb.Context(), by, graph.GetRelationshipsInput{EpisodeID: graph.EpisodeRef(e.EpisodeID), Direction: "outgoing"})
		must(tb, err)
		for _, r := range rels.Relationships {
			found.relates[place[r.FromEpisodeID]+" "+string(r.RelationshipType)+" "+place[r.ToEpisodeID]] = true
		}
	}
	return found
}

func relations(list ...string) map[string]bool {
	all := map[string]bool{}
	for _, r := range list {
		all[r] = true
	}
	return all
}

// TestDecisionsBecomeEpisodes checks the episodes: reward +1 or −1, the reason as reflection, and the
// tags `plan` and the task. It also checks the relationships. The previous decision on the folder and the
// new one: follows. A rename and the recognition that it builds on: refines. An undo (reward −1) and its
// decision: contradicts.
func TestDecisionsBecomeEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	_, err := w.apply(t, w.ready(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 1})) // 0
	must(t, err)
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "bad.mkv"}), plans.Rejected, "wrong season")) // 1
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "good.mkv"}, row{from: "b.mkv", to: "left.mkv"})
	_, err = w.apply(t, id, pending, leaving(1))
	must(t, err)
	if n := len(w.story(t, agent).episodes); n != 2 {
		t.Fatalf("%d episodes: a plan that is applied and pending is not decided", n)
	}
	must(t, w.decide(t, id, plans.Completed, "well done")) // 2
	_, err = w.undo(t, id)                                 // 3
	must(t, err)

	s := w.story(t, agent)
	type decided struct {
		reward     float64
		reflection string
		tags       string
		text       string
	}
	want := []decided{
		{1, "", "plan recognize-media-file", "Plan accepted: recognise 1 file of media"},
		{-1, "wrong season", "plan rename-files", "Plan rejected: rename 1 file of media"},
		{1, "well done", "plan rename-files", "Plan accepted: rename 1 file of media"},
		{-1, "well done", "plan rename-files undo", "Plan undone: rename 1 file of media"},
	}
	if len(s.episodes) != len(want) {
		t.Fatalf("%d episodes", len(s.episodes))
	}
	for i, e := range s.episodes {
		got := decided{e.Reward, e.Reflection, strings.Join(e.Tags, " "), e.Name}
		if got != want[i] {
			t.Errorf("episode %d is %+v, want %+v", i, got, want[i])
		}
		if !strings.Contains(e.Query, w.folder) {
			t.Errorf("the query %q does not name the folder", e.Query)
		}
	}
	same(t, "relationships", relations("0 follows 1", "1 follows 2", "1 refines 0", "2 refines 0", "3 contradicts 2"), s.relates)
	var about struct{ TaskID, MediaFolderPath string }
	must(t, json.Unmarshal(s.episodes[2].Metadata, &about))
	if about.TaskID != id || about.MediaFolderPath != w.folder {
		t.Errorf("the metadata are %s", s.episodes[2].Metadata)
	}
}

// TestEachWorkspaceHasItsOwn checks that a decision is an episode of its own workspace, and that each
// chain belongs to one folder.
func TestEachWorkspaceHasItsOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, ""))
	for _, folder := range []string{w.folder, w.folder + "2"} {
		out, err := w.BeginRename(t.Context(), otherTenant, plans.BeginInput{MediaFolderPath: folder})
		must(t, err)
		_, err = w.UpdatePlan(t.Context(), otherTenant, plans.UpdatePlanInput{PlanID: out.TaskID, Status: plans.Completed})
		must(t, err)
	}
	if s := w.story(t, agent); len(s.episodes) != 1 {
		t.Errorf("%d episodes", len(s.episodes))
	}
	if s := w.story(t, otherTenant); len(s.episodes) != 2 || len(s.relates) != 0 {
		t.Errorf("%d episodes, %v", len(s.episodes), s.relates)
	}
}

// TestPlansOfOtherPrograms checks that a decision on another program's plan becomes an episode. A
// decision by the other program does not.
func TestPlansOfOtherPrograms(t *testing.T) {
	t.Parallel()
	w := newForeignWorld(t)
	const other = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c00"
	for id, status := range map[string]string{unknown: "pending", other: "completed"} {
		w.write(t, id, `{"id":"`+id+`","task":"rename-files","status":"`+status+`","mediaFolderPath":"/m","files":[{"from":"/m/a.mkv","to":"/m/b.mkv"}]}`)
	}
	_, err := w.UpdatePlan(t.Context(), everybody.person, plans.UpdatePlanInput{PlanID: unknown, Status: plans.Rejected})
	must(t, err)
	w.running(t)
	if s := w.story(t, everybody.person); len(s.episodes) != 1 || s.episodes[0].Reward != -1 {
		t.Errorf("%d episodes", len(s.episodes))
	}
}
