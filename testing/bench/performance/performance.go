// Package performance makes the tables and plots of the documentation from measured figures. The files are
// in docs/performance: bench.json of `make bench`, peers.json and peers-recall.json of `make bench-peers`,
// recall.json of `make bench-recall`, and large.json of `make bench-large`. To show a newer run, copy its
// file there from out/ and run `make docs`.
package performance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"plotline/testing/bench/figures"
)

// The files of the stored runs.
const (
	benchFile = "docs/performance/bench.json"
	peersFile = "docs/performance/peers.json"
	largeFile = "docs/performance/large.json"

	recallFile      = "docs/performance/recall.json"
	peersRecallFile = "docs/performance/peers-recall.json"
)

// part is a part of a page, or a plot.
type part = func(context.Context) (string, error)

// The parts of the pages.
var (
	// Peers is the comparison table, followed by where peers are faster than Plotline.
	Peers = of(peersFile, sideBySide)
	// PeersGrowth shows how the peers slow down as the graph grows.
	PeersGrowth = of(peersFile, growth)
	// PeersBars plots single and bulk calls side by side.
	PeersBars = of(peersFile, barsOf)
	// PeersWrite and PeersRead plot how a single call slows down as the graph grows.
	PeersWrite = of(peersFile, peersCurve("write one node", "Writing one node as the graph grows"))
	PeersRead  = of(peersFile, peersCurve("read one node with its links", "Reading one node with its links as the graph grows"))
	// Recall shows what recall finds on each store, and PeersRecall compares with other memories.
	Recall      = of(recallFile, recalled)
	PeersRecall = of(peersRecallFile, recalled)
	// Missed lists the figures that miss their aims.
	Missed = of(benchFile, missed)
	// Bench lists every figure of `make bench`.
	Bench = of(benchFile, all)
	// Scale shows the time of each operation as the number of episodes grows, on both stores.
	Scale = of(largeFile, curves("episodes", func(row figures.Row) bool { return !atHub(row) }))
	// Degree shows the time of each operation as the relationships of one episode grow.
	Degree = of(largeFile, curves("relationships", atHub))
	// ScaleEmbedded and ScaleNeo4j plot operations over the number of episodes.
	ScaleEmbedded = of(largeFile, scaleCurve("embedded", "The embedded store"))
	ScaleNeo4j    = of(largeFile, scaleCurve("neo4j", "Neo4j"))
)

// of returns a part that is made from a file.
func of(file string, write func(r *figures.Report) (string, error)) part {
	return func(context.Context) (string, error) {
		r, err := figures.Read(file)
		if err != nil {
			return "", err
		}
		return write(r)
	}
}

// machine describes when and on what machine a run was made.
func machine(r *figures.Report) string {
	text := fmt.Sprintf("Run of %s: %d processors, %.0f GiB, %s", r.Date, r.Processors, r.Memory, r.Go)
	versions := each(slices.Sorted(maps.Keys(r.Versions)), func(name string) string { return ", " + name + " " + r.Versions[name] })
	text += strings.Join(versions, "") + "."
	if r.Load > float64(r.Processors) {
		text += fmt.Sprintf(" **The machine was not idle when the run began** (load %.1f): "+
			"its figures may be larger than on a quiet one; the order within the run tells more.", r.Load)
	}
	return text + "\n\n"
}

// names lists the distinct values of a field, in the order of the rows.
func names(rows []figures.Row, field func(figures.Row) string) []string {
	var list []string
	for _, row := range rows {
		if name := field(row); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func store(row figures.Row) string     { return row.Store }
func operation(row figures.Row) string { return row.Operation }

// sizes lists the distinct sizes of the rows, ascending.
func sizes(rows []figures.Row) []int {
	seen := map[int]bool{}
	for _, row := range rows {
		if row.N > 0 {
			seen[row.N] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// only returns the rows that pass.
func only(rows []figures.Row, pass func(figures.Row) bool) []figures.Row {
	var list []figures.Row
	for _, row := range rows {
		if pass(row) {
			list = append(list, row)
		}
	}
	return list
}

// find returns the row of an operation on a store, at a size unless n is 0.
func find(rows []figures.Row, operation, store string, n int) (figures.Row, bool) {
	at := slices.IndexFunc(rows, func(row figures.Row) bool {
		return row.Operation == operation && row.Store == store && (n == 0 || row.N == n)
	})
	if at < 0 {
		return figures.Row{}, false
	}
	return rows[at], true
}

// table is a Markdown table that grows row by row.
type table struct{ text strings.Builder }

// newTable starts a table with its heading.
func newTable(heading ...string) *table {
	t := &table{}
	t.row(heading...)
	t.text.WriteString("|---" + strings.Repeat("|--:", len(heading)-1) + "|\n")
	return t
}

func (t *table) row(cells ...string) { t.text.WriteString("| " + strings.Join(cells, " | ") + " |\n") }

// String returns the table's lines.
func (t *table) String() string { return t.text.String() }

// each returns a cell for every item.
func each[T any](items []T, cell func(item T) string) []string {
	cells := make([]string, len(items))
	for i, item := range items {
		cells[i] = cell(item)
	}
	return cells
}

// median formats p50, or a dash if there is no row.
func median(rows []figures.Row, operation, store string, n int) string {
	row, ok := find(rows, operation, store, n)
	if !ok {
		return "—"
	}
	return short(row.P50)
}

// ratio formats the ratio, or a dash if there is none.
func ratio(rows []figures.Row, operation, store string, n int) string {
	row, ok := find(rows, operation, store, n)
	if !ok || row.Ratio == 0 {
		return "—"
	}
	return short(row.Ratio)
}

// short formats a figure with only its significant digits.
func short(x float64) string {
	switch {
	case x >= 100:
		return figures.Thousands(int(x + 0.5))
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
