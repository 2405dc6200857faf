package graph_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/ranking"
	"plotline/internal/usecase"
)

// tasks are unlike each other, except for the first two.
var tasks = []string{
	"The nightly backup of the orders database is empty",
	"Fix the flaky checkout test: CheckoutSpec times out waiting for the banner",
	"Write release notes for the mobile app",
	"Choose a typeface for printed invoices",
	"Users prefer tabs over spaces",
	"Replace the certificate of the staging server",
	"Plan the move of our mail to another provider",
}

func recording(t *testing.T, store graph.Store) *graph.Service {
	t.Helper()
	return graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler)})
}

func task(query string) graph.CreateLinkedEpisodeInput {
	return graph.CreateLinkedEpisodeInput{CreateEpisodeInput: graph.CreateEpisodeInput{Query: query}}
}

func record(t *testing.T, s *graph.Service, in graph.CreateLinkedEpisodeInput) graph.RecordEpisodeOutput {
	t.Helper()
	made, err := s.RecordEpisode(t.Context(), by, in)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestSimilar(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   graph.CreateLinkedEpisodeInput
		want []int64
	}{
		"the same task in other words": {task("Again the backup of the orders database was empty this night"), []int64{1}},
		"the same text":                {task(tasks[1]), []int64{2}},
		"something else":               {task("Deploy the search service to Frankfurt"), nil},
		"one word in common":           {task("Delete the staging bucket"), nil},
		"function words alone":         {task("What is it for, and over what?"), nil},
		"a query of operators":         {task(`"flaky checkout" AND (banner* OR -"x" NOT`), nil},
		"already linked by its number": {linked(tasks[1], "#2"), nil},
		"a bulk text with the task far behind": {
			task("Notes of the week. " + tasks[3] + ". " + tasks[4] + ". " + tasks[5] + ". " + tasks[6] + ". " + tasks[2] + ". " + tasks[0]), nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := recording(t, graphtest.NewModel())
			for _, text := range tasks {
				if got := record(t, s, task(text)); got.Similar != nil {
					t.Errorf("%q: %+v", text, got.Similar)
				}
			}
			var ids []int64
			for _, e := range record(t, s, c.in).Similar {
				ids = append(ids, e.ID)
				if e.Name != tasks[e.ID-1] || e.EpisodeID == "" {
					t.Errorf("similar %+v", e)
				}
			}
			same(t, "similar", c.want, ids)
		})
	}
}

func linked(query string, to graph.EpisodeRef) graph.CreateLinkedEpisodeInput {
	in := task(query)
	in.Relationships = []graph.LinkInput{{To: to, RelationshipType: graph.Refines, Strength: 1}}
	return in
}

// TestSimilarIsForNewEpisodes checks that a replay names no similar episodes, and that at most three are named, the newest
// of equal ones first.
func TestSimilarIsForNewEpisodes(t *testing.T) {
	t.Parallel()
	s := recording(t, graphtest.NewModel())
	for range 4 {
		record(t, s, task(tasks[0]))
	}
	again := task(tasks[0])
	again.IdempotencyKey = "k"
	first := record(t, s, again)
	if len(first.Similar) != 3 || first.Similar[0].ID < first.Similar[1].ID {
		t.Errorf("similar %+v", first.Similar)
	}
	if replay := record(t, s, again); replay.EpisodeID != first.EpisodeID || replay.Similar != nil {
		t.Errorf("a replay: %+v", replay)
	}
}

// TestSimilarIsNotForRoutes checks that a program that calls the route gets no similar episodes.
func TestSimilarIsNotForRoutes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.episode(t, tasks[0])
	got := w.ok(t, createOne, `{"query": %q}`, tasks[0])
	same(t, "fields", "created_at episode_id id message name", got.fields())
}

// lostTexts is a store whose searches fail.
type lostTexts struct {
	graph.Store

	wait bool // until the search is cancelled
}

func (l lostTexts) CountText(ctx context.Context, _ string, _ graph.CountQuery) (ranking.Statistics, error) {
	if l.wait {
		<-ctx.Done()
	}
	return ranking.Statistics{}, errors.New("lost")
}

// TestSimilarNeverFailsACall checks that an episode is created although the search for similar ones fails or hangs.
func TestSimilarNeverFailsACall(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]bool{"it fails": false, "it hangs": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := recording(t, lostTexts{graphtest.NewModel(), wait})
			record(t, s, task(tasks[0]))
			if got := record(t, s, task(tasks[0])); got.ID != 2 || got.Similar != nil {
				t.Errorf("got %+v", got)
			}
		})
	}
}
