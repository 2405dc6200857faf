package performance

import (
	"errors"
	"fmt"

	"plotline/testing/bench/figures"
	"plotline/testing/bench/recallset"
)

// recalled writes a line for each store and method.
func recalled(r *figures.Report) (string, error) {
	t := newTable("", "asked", "recall at 5", "at 10", "at 20", "mean reciprocal rank", "ms, p50", "bytes of a reply")
	for _, first := range only(r.Rows, func(row figures.Row) bool { return row.Operation == recallset.RecallAt5 }) {
		of := func(operation string) figures.Row {
			rows := only(r.Rows, func(row figures.Row) bool { return row.Size == first.Size })
			row, _ := find(rows, operation, first.Store, 0)
			return row
		}
		share := func(operation string) string { return fmt.Sprintf("%.3f", of(operation).P50) }
		bytes := "—"
		if n := int(of(recallset.Reply).P50); n > 0 {
			bytes = figures.Thousands(n)
		}
		t.row(first.Store, first.Size, share(recallset.RecallAt5), share(recallset.RecallAt10), share(recallset.RecallAt20),
			share(recallset.Reciprocal), short(of(recallset.Time).P50), bytes)
	}
	asked, ok := find(r.Rows, recallset.Asked, "", 0)
	if !ok {
		return "", errors.New("the run does not tell how many questions it asked")
	}
	return machine(r) + fmt.Sprintf("%.0f questions about %s commits.\n\n", asked.P50, figures.Thousands(asked.N)) + t.String(), nil
}
