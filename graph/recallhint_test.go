package graph_test

import (
	"testing"
	"time"

	"plotline/graph"
)

// TestRecallHints checks that a reply says which words no episode has, and whether its period is empty.
func TestRecallHints(t *testing.T) {
	t.Parallel()
	w := newWorld(t) // on 2026-11-21
	for _, e := range []struct {
		name string
		at   time.Time
	}{
		{"Light the oven", time.Date(2026, 9, 3, 9, 0, 0, 0, time.UTC)},
		{"Clean the oven", time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)},
	} {
		at := graph.TimeOf(e.at)
		if _, err := w.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Query: e.name, CreatedAt: &at}); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string]string{
		"kubernetes oven, the ingress of webhooks": "No episode has: kubernetes, ingress, webhooks.",
		"light the ovens":                          "",
		"light many ovens":                         "",
		"the oven last month":                      "No episode is of this period. The newest is of 2026-11-03.",
		"the oven last month, kubernetes":          "No episode has: kubernetes. No episode is of this period. The newest is of 2026-11-03.",
		"the oven in November":                     "",
		"light in November":                        "None of these is of this period, which has 1: since and until select them.",
		"kubernetes in November":                   "No episode has any of the words: try others, or prefix* for the beginning of one.",
		"oven aaaa bbbb cccc dddd eeee ffff gggg":  "No episode has: aaaa, bbbb, cccc, dddd, eeee, and 2 more.",
	} {
		out, err := w.Recall(t.Context(), by, graph.RecallInput{Query: query, Limit: 8, Depth: 2, MaxBytes: 4096})
		if err != nil || len(out.Episodes) == 0 || out.Hint != want {
			t.Errorf("%q: %d results, the hint %q, want %q: %v", query, len(out.Episodes), out.Hint, want, err)
		}
	}
}

// TestEmptyHint checks that the hint of an empty workspace never leads an import to default, where no client with
// --workspace auto looks.
func TestEmptyHint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for workspace, want := range map[string]string{
		"default": "The workspace default has no episodes yet. A client or a server that is started in a git repository with --workspace auto " +
			"uses the workspace of that repository, which plotline import git . fills.",
		"shop-1a2b3c4d": "The workspace shop-1a2b3c4d has no episodes yet. To import a git history, run: plotline import git . --workspace shop-1a2b3c4d",
	} {
		caller := by
		caller.Workspace = workspace
		out, err := w.Recall(t.Context(), caller, graph.RecallInput{Query: "oven", Limit: 8, Depth: 2, MaxBytes: 4096})
		if err != nil || out.Hint != want {
			t.Errorf("the hint is %q, want %q: %v", out.Hint, want, err)
		}
	}
}
