package graph_test

import (
	"log/slog"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// speaker returns a service over a store that other services use too.
func speaker(store graph.Store, languages analysis.Languages) *graph.Service {
	return graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}, graph.WithLanguages(languages))
}

// TestLanguagesOfWorkspaces checks that a service without languages follows every workspace, also through a
// change. A service with languages other than the workspace's is rejected until the change.
func TestLanguagesOfWorkspaces(t *testing.T) {
	t.Parallel()
	store, caller := graphtest.NewModel(), audit.Caller{Workspace: "w", Role: access.Admin}
	const german = analysis.Languages("german")
	follower, germans := speaker(store, ""), speaker(store, german)
	create := func(s *graph.Service, query string) error {
		_, err := s.CreateEpisode(t.Context(), caller, graph.CreateEpisodeInput{Query: query})
		return err
	}
	found := func(s *graph.Service, query string) (int, error) {
		t.Helper()
		one, err := s.SearchEpisodes(t.Context(), caller, graph.SearchEpisodesInput{Query: query, Match: "any", Limit: 5})
		two, again := s.Recall(t.Context(), caller, graph.RecallInput{Query: query, Limit: 5, MaxBytes: 4096})
		if len(one.Episodes) != len(two.Episodes) || (err == nil) != (again == nil) {
			t.Errorf("search finds %d (%v), recall %d (%v)", len(one.Episodes), err, len(two.Episodes), again)
		}
		return len(one.Episodes), err
	}
	finds := func(s *graph.Service, query string, want int) {
		t.Helper()
		if n, err := found(s, query); n != want || err != nil {
			t.Errorf("%q finds %d (%v), want %d", query, n, err, want)
		}
	}
	finds(germans, "anything", 0) // a workspace without episodes has no languages
	noError(t, create(follower, "Bestellungen"))
	finds(follower, "Bestellung", 0)
	if err := create(germans, "more"); fault.CodeOf(err) != fault.Conflict {
		t.Errorf("created in others: %v", err)
	}
	if _, err := found(germans, "Bestellung"); fault.CodeOf(err) != fault.Conflict || !strings.Contains(fault.From(err).Details, "plotline reindex") {
		t.Errorf("searched in others: %v", err)
	}
	now, err := store.UseLanguages(t.Context(), "w", german)
	for noError(t, err); now.Left > 0; noError(t, err) {
		finds(follower, "Bestellungen", 1)
		now, err = store.ReindexTexts(t.Context(), "w", 1)
	}
	for i, s := range []*graph.Service{follower, germans} {
		finds(s, "Bestellung", 1+i)
		noError(t, create(s, strings.Repeat("eine ", i+1)+"Bestellung"))
	}
	finds(follower, "Bestellungen", 3)
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
