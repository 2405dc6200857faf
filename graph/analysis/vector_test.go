package analysis_test

import (
	"testing"

	"plotline/graph/analysis"
)

// TestOnly checks that a vector with only some terms counts these as the whole one does, and no others.
func TestOnly(t *testing.T) {
	t.Parallel()
	whole := analysis.Analyze([]analysis.Languages{""}, analysis.Field{Text: "cafe Café naïve naive other words words", Weight: 2}).Vector
	terms := []string{"cafe", "naive", "words", "absent"}
	only := whole.Only(terms)
	for _, term := range terms {
		if only.Count(term) != whole.Count(term) || only.Exact(term) != whole.Exact(term) {
			t.Errorf("%s: %d and %d, want %d and %d", term, only.Count(term), only.Exact(term), whole.Count(term), whole.Exact(term))
		}
	}
	if only.HasFolded() != whole.HasFolded() || !only.HasFolded() {
		t.Error("whether words have marks was lost")
	}
	if only.Count("other") != 0 || whole.Count("other") == 0 {
		t.Error("another term was kept")
	}
}
