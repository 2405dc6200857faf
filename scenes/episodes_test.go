package scenes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/testing/kit/aiserver"
)

var reader = audit.Caller{Workspace: "w", Transport: "test", Role: access.Reader}

// remembered lists the episodes as "name (reward)" and the relationships as "name type name".
func (w *world) remembered(tb testing.TB) (episodes, relationships []string) {
	tb.Helper()
	list, err := w.memory.ListEpisodes(tb.Context(), reader, graph.ListEpisodesInput{Limit: 100})
	must(tb, err)
	names := map[graph.ID]string{}
	for _, e := range list.Episodes {
		full, err := w.memory.GetEpisode(tb.Context(), reader, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(e.EpisodeID)})
		must(tb, err)
		var about struct {
			SceneName string
			Version   int
			ProjectID string
		}
		must(tb, json.Unmarshal(full.Metadata, &about))
		names[e.EpisodeID] = about.ProjectID
		if about.Version > 0 {
			names[e.EpisodeID] = fmt.Sprintf("%s v%d", about.SceneName, about.Version)
		}
		episodes = append(episodes, fmt.Sprintf("%s (%g)", names[e.EpisodeID], e.Reward))
	}
	for _, e := range list.Episodes {
		out, err := w.memory.GetRelationships(tb.Context(), reader, graph.GetRelationshipsInput{EpisodeID: graph.EpisodeRef(e.EpisodeID), Direction: graph.Outgoing, Limit: 100})
		must(tb, err)
		for _, r := range out.Relationships {
			relationships = append(relationships, fmt.Sprintf("%s %s %s", names[r.FromEpisodeID], r.RelationshipType, names[r.ToEpisodeID]))
		}
	}
	slices.Sort(episodes)
	slices.Sort(relationships)
	return episodes, relationships
}

// TestEpisodes checks that each scene made, edited or fixed by a model is an episode with its relationships, and that
// other versions are not.
func TestEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t,
		named("A"), aiserver.Nothing(),
		aiserver.Text(aiserver.BrokenScene), named("B"), aiserver.Nothing(),
		aiserver.Text(aiserver.Edit(edited, nil, nil)), aiserver.Nothing(),
		aiserver.Text(aiserver.BrokenScene),
	)
	a, b := w.add(t, "p", "make a"), w.add(t, "p", "make b")
	_, err := w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: b.SceneID, DurationSeconds: 9})
	must(t, err)
	_, err = w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: b.SceneID})
	must(t, err)
	_, err = w.FixBrokenScene(t.Context(), agent, broken("p", a.SceneID, aiserver.BrokenTSX))
	must(t, err)
	episodes, relationships := w.remembered(t)
	same(t, "episodes", []string{"A v1 (0.5)", "A v2 (-0.5)", "B v1 (0)", "B v3 (0.5)", "p (0)"}, episodes)
	same(t, "relationships", []string{
		"A v1 follows B v1", "A v1 follows B v3",
		"A v1 part_of p", "A v2 part_of p", "A v2 refines A v1",
		"B v1 part_of p", "B v3 part_of p", "B v3 refines B v1",
	}, relationships)
	got := w.get(t, "p", b.SceneID)
	ids := make([]bool, 0, len(got.Versions))
	for _, v := range got.Versions {
		ids = append(ids, v.EpisodeID != "")
	}
	same(t, "versions with an episode", []bool{true, false, true}, ids)
	full, err := w.memory.GetEpisode(t.Context(), reader, graph.GetEpisodeInput{EpisodeID: graph.EpisodeRef(got.Versions[2].EpisodeID)})
	must(t, err)
	same(t, "its query", "Make it blue", full.Query)
}

// TestEpisodeOfOwnCode checks that a change stored in no project is an episode too.
func TestEpisodeOfOwnCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Text(aiserver.Edit(edited, nil, nil)))
	for range 2 {
		_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", ExistingCode: edited, ExistingName: "Own", ExistingDuration: 1})
		must(t, err)
	}
	list, err := w.memory.ListEpisodes(t.Context(), reader, graph.ListEpisodesInput{Limit: 100})
	must(t, err)
	same(t, "episodes", 2, len(list.Episodes))
}

// away is a memory that is unavailable.
type away struct{}

func (away) CreateEpisode(context.Context, audit.Caller, graph.CreateEpisodeInput) (graph.CreateEpisodeOutput, error) {
	return graph.CreateEpisodeOutput{}, fault.New(fault.Unavailable, "away").Because(errors.New("pulled out"))
}

func (away) AddRelationship(context.Context, audit.Caller, graph.AddRelationshipInput) (graph.AddRelationshipOutput, error) {
	return graph.AddRelationshipOutput{}, fault.New(fault.Unavailable, "away")
}

// TestStoreUnavailable checks that scenes are made without the graph. A running process writes their episodes later, once.
func TestStoreUnavailable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.begin(t, away{}, named("A"), aiserver.Nothing(), named("B"), aiserver.Nothing(), aiserver.Text(aiserver.Edit(edited, nil, nil)), aiserver.Nothing())
	w.add(t, "p", "make a")
	b := w.add(t, "p", "make b")
	_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: b.SceneID})
	must(t, err)
	w.begin(t, w.memory)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.Run(ctx) }()
	later(t, "the last episode", func() bool { return w.get(t, "p", b.SceneID).Versions[1].EpisodeID != "" })
	stop()
	<-ended
	episodes, relationships := w.remembered(t)
	same(t, "episodes", []string{"A v1 (0.5)", "B v1 (0.5)", "B v2 (0.5)", "p (0)"}, episodes)
	same(t, "relationships", []string{
		"A v1 follows B v1", "A v1 follows B v2", "A v1 part_of p", "B v1 part_of p", "B v2 part_of p", "B v2 refines B v1",
	}, relationships)
}

// TestLedgerLost checks that the idempotency keys find episodes that are already written.
func TestLedgerLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("A"), aiserver.Nothing(), named("B"), aiserver.Nothing())
	w.add(t, "p", "make a")
	w.forget(t)
	w.add(t, "p", "make b")
	episodes, _ := w.remembered(t)
	same(t, "episodes", []string{"A v1 (0.5)", "B v1 (0.5)", "p (0)"}, episodes)
}
