package renames_test

import (
	"fmt"
	"testing"

	"plotline/plans/renames"
)

// BenchmarkApply renames a thousand files, including the journal, and checks the result.
func BenchmarkApply(b *testing.B) {
	for name, to := range map[string]func(n int) string{
		"one folder":  func(n int) string { return fmt.Sprintf("b%04d", n) },
		"new folders": func(n int) string { return fmt.Sprintf("Season %d/b%04d", n%20, n) },
	} {
		b.Run(name, func(b *testing.B) {
			moves := make([]renames.Move, 1000)
			files := tree{}
			for n := range moves {
				moves[n] = move(fmt.Sprintf("a%04d", n), to(n))
				files[moves[n].From] = moves[n].From
			}
			d := newDesk(b, files)
			j := d.journals()
			for b.Loop() {
				must(b, j.Apply(b.Context(), d.request(moves...), d.commit))
				b.StopTimer()
				must(b, j.Undo(b.Context(), planID, nil, nil, d.commit))
				b.StartTimer()
			}
			must(b, j.Apply(b.Context(), d.request(moves...), d.commit))
			holds(b, d.folder, files.moved(moves))
		})
	}
}
