//go:build unix

package plans_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestDecidedPlansAreSettledOnce checks that a chain is not read again for decisions that are in it, neither by the process
// that has written them nor by another one.
func TestDecidedPlansAreSettledOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	for range 3 {
		must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, ""))
	}
	other := w.with(func(*plans.Config) {})
	must(t, other.SettleAll(t.Context()))
	chains, err := filepath.Glob(filepath.Join(w.config.DataDir, "plans", ".episodes", "*.json"))
	must(t, err)
	same(t, "chains", 1, len(chains))
	must(t, os.WriteFile(chains[0], []byte("{"), 0o600))
	must(t, w.SettleAll(t.Context()))
	must(t, other.SettleAll(t.Context()))
	if err := w.with(func(*plans.Config) {}).SettleAll(t.Context()); err == nil {
		t.Error("a process that knows nothing of the plans did not read their chain")
	}
}

// TestOpenPlansAreBounded checks that a workspace with many open plans gets another one after a decision, and that other
// workspaces do not count.
func TestOpenPlansAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	first := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	raw, err := os.ReadFile(w.planFile(first))
	must(t, err)
	for n := range plans.MaxOpen - 1 {
		id := fmt.Sprintf("0192f3c4-8f6e-7cc0-b1d2-%012x", n)
		w.write(t, id, strings.ReplaceAll(string(raw), first, id))
	}
	begin := func() error {
		_, err := w.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
		return err
	}
	if err := begin(); fault.CodeOf(err) != fault.TooLarge || !strings.Contains(fault.From(err).Details, "begun and not ended") {
		t.Errorf("one plan too many: %v", err)
	}
	_, err = w.BeginRename(t.Context(), otherTenant, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	must(t, w.decide(t, first, plans.Rejected, ""))
	must(t, begin())
}

// TestProblemsOfLargePlans checks that each row with a problem is named even if there are too many to describe.
func TestProblemsOfLargePlans(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const count = 22_000
	view := w.view(t, w.long(t, count))
	bytes := 0
	for _, text := range view.Problems {
		if text != plans.TooManyProblems {
			bytes += len(text)
		}
	}
	if bytes > plans.MaxProblemBytes {
		t.Errorf("the problems have %d bytes", bytes)
	}
	same(t, "rows with problems", count, len(slices.Compact(slices.Clone(view.ProblemRows))))
	same(t, "the last problem", plans.TooManyProblems, view.Problems[len(view.Problems)-1])
}
