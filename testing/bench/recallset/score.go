package recallset

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"plotline/testing/bench/figures"
)

// MaxResults is the number of results of a question that count.
const MaxResults = 20

// Answer is a memory's answer to a question.
type Answer struct {
	SHAs  []string // of the commits, best first
	Took  time.Duration
	Bytes int // of the reply
}

// Method is a method of asking a memory, with its results.
type Method struct {
	Store, Name string

	rankings []ranking
}

type ranking struct {
	Answer

	kind   string
	places []int // indexes of the right answers in the results, or -1 if missing
}

// Add scores the answer to a question.
func (w *Method) Add(question Commit, a Answer) {
	a.SHAs = a.SHAs[:min(MaxResults, len(a.SHAs))]
	f := ranking{Answer: a, kind: question.Kind}
	for _, sha := range question.Fixes {
		f.places = append(f.places, slices.Index(a.SHAs, sha))
	}
	w.rankings = append(w.rankings, f)
}

// recallAt returns the mean share of a question's answers among its first n results.
func (w *Method) recallAt(n int) float64 {
	sum := 0.0
	for _, f := range w.rankings {
		hit := 0
		for _, place := range f.places {
			if place >= 0 && place < n {
				hit++
			}
		}
		sum += float64(hit) / float64(len(f.places))
	}
	return sum / float64(len(w.rankings))
}

// reciprocal returns the mean of 1 over the rank of the first right answer.
func (w *Method) reciprocal() float64 {
	sum := 0.0
	for _, f := range w.rankings {
		best := 0.0
		for _, place := range f.places {
			if place >= 0 {
				best = max(best, 1/float64(place+1))
			}
		}
		sum += best
	}
	return sum / float64(len(w.rankings))
}

// The figures of a method, as named in a report.
const (
	RecallAt5  = "recall at 5"
	RecallAt10 = "recall at 10"
	RecallAt20 = "recall at 20"
	Reciprocal = "mean reciprocal rank"
	Time       = "one question"
	Reply      = "bytes of a reply"
	Asked      = "questions"
)

// Report adds the figures of all methods, for the given number of commits.
func Report(r *figures.Report, commits int, methods []*Method) {
	for _, w := range methods {
		row := figures.Row{Store: w.Store, Size: w.Name, N: commits}
		share := func(operation string, value float64) {
			row.Operation, row.Unit, row.P50, row.P95 = operation, "share", value, value
			r.Add(row)
		}
		share(RecallAt5, w.recallAt(5))
		share(RecallAt10, w.recallAt(10))
		share(RecallAt20, w.recallAt(20))
		share(Reciprocal, w.reciprocal())
		times, bytes := w.costs()
		row.Operation, row.Unit = Time, "ms"
		r.Times(row, times)
		row.Operation, row.Unit, row.P50, row.P95 = Reply, "bytes", float64(Quantile(bytes, 0.5)), float64(Quantile(bytes, 0.95))
		r.Add(row)
	}
	r.Add(figures.Row{Operation: Asked, Unit: "count", N: commits, P50: float64(len(methods[0].rankings)), P95: float64(len(methods[0].rankings))})
}

func (w *Method) costs() (times []time.Duration, bytes []int) {
	for _, f := range w.rankings {
		times, bytes = append(times, f.Took), append(bytes, f.Bytes)
	}
	return times, bytes
}

// Print writes the figures of all methods as a table for a terminal.
func Print(out io.Writer, methods []*Method) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "\trecall at 5\t10\t20\tmean reciprocal rank\tms p50\tp95\tbytes p50\t")
	for _, w := range methods {
		times, bytes := w.costs()
		_, _ = fmt.Fprintf(table, "%s: %s\t%.3f\t%.3f\t%.3f\t%.3f\t%.1f\t%.1f\t%d\t\n", w.Store, w.Name,
			w.recallAt(5), w.recallAt(10), w.recallAt(20), w.reciprocal(),
			figures.Percentile(times, 50), figures.Percentile(times, 95), Quantile(bytes, 0.5))
	}
	return table.Flush()
}

// PrintKinds writes the figures of all methods for each kind of question, in alphabetical order.
func PrintKinds(out io.Writer, methods []*Method) error {
	kinds := map[string]int{}
	for _, f := range methods[0].rankings {
		kinds[f.kind]++
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if _, err := fmt.Fprintf(out, "\n%s, %d questions\n\n", kind, kinds[kind]); err != nil {
			return err
		}
		some := make([]*Method, len(methods))
		for i, w := range methods {
			some[i] = &Method{Store: w.Store, Name: w.Name}
			for _, f := range w.rankings {
				if f.kind == kind {
					some[i].rankings = append(some[i].rankings, f)
				}
			}
		}
		if err := Print(out, some); err != nil {
			return err
		}
	}
	return nil
}

// Quantile returns the value below which the share q of the values lies.
func Quantile(values []int, q float64) int {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// Overlap returns the mean overlap of the first results of two methods.
func Overlap(a, b *Method, first int) float64 {
	sum := 0.0
	for i := range a.rankings {
		sum += overlap(head(a.rankings[i].SHAs, first), head(b.rankings[i].SHAs, first))
	}
	return sum / float64(len(a.rankings))
}

func head(list []string, n int) []string { return list[:min(n, len(list))] }

// overlap returns the share of the longer list that is in the other.
func overlap(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	both := 0
	for _, name := range a {
		if slices.Contains(b, name) {
			both++
		}
	}
	return float64(both) / float64(max(len(a), len(b)))
}
