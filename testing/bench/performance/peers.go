package performance

import (
	"fmt"
	"slices"
	"strings"

	"plotline/testing/bench/figures"
)

// floor is the lower limit, which is no alternative for users: only the driver, without MCP.
const floor = "Go driver"

// clearly is the least factor to call another peer faster. Below it, a second run may show the opposite.
const clearly = 1.1

func sideBySide(r *figures.Report) (string, error) {
	base := sizes(r.Rows)[0]
	rows := only(r.Rows, func(row figures.Row) bool { return row.N == 0 || row.N == base })
	peers := names(rows, store)
	t := newTable(append([]string{"p50 / p95"}, peers...)...)
	for _, name := range names(rows, operation) {
		cells := each(peers, func(peer string) string { return cell(rows, name, peer) })
		t.row(append([]string{name}, cells...)...)
	}
	return machine(r) + t.String() + "\n" + faster(rows), nil
}

// cell formats p50 and, if it differs, p95.
func cell(rows []figures.Row, operation, peer string) string {
	row, ok := find(rows, operation, peer, 0)
	switch {
	case !ok:
		return "—"
	case row.Unit == "count" && row.P50 == row.P95:
		return fmt.Sprintf("%.0f", row.P50)
	case row.Unit == "count":
		return fmt.Sprintf("%.0f (worst %.0f)", row.P50, row.P95)
	case row.Unit != "ms":
		return short(row.P50) + " " + row.Unit
	case row.P50 == row.P95:
		return short(row.P50) + " ms"
	}
	return short(row.P50) + " / " + short(row.P95)
}

// onNeo4j are the peers that, like Plotline, can store their graph in Neo4j.
var onNeo4j = []string{"mcp-neo4j-memory", "neo4j-mcp-server"}

// faster lists where a peer is faster than Plotline's quicker store, and where a peer on Neo4j is faster
// than Plotline on Neo4j.
func faster(rows []figures.Row) string {
	all := func(row figures.Row) bool { return row.Store != floor }
	there := func(row figures.Row) bool {
		return row.Store == "Plotline, Neo4j" || slices.Contains(onNeo4j, row.Store)
	}
	return beaten(only(rows, all), "Faster than Plotline's quicker store, or smaller, in this run") + "\n" +
		beaten(only(rows, there), "On Neo4j, faster than Plotline there, or smaller")
}

func beaten(rows []figures.Row, heading string) string {
	var b strings.Builder
	for _, name := range names(rows, operation) {
		var ours, best figures.Row
		for _, row := range only(rows, func(row figures.Row) bool { return row.Operation == name && row.Unit != "count" }) {
			kept := &best
			if strings.HasPrefix(row.Store, "Plotline") {
				kept = &ours
			}
			if kept.Store == "" || row.P50 < kept.P50 {
				*kept = row
			}
		}
		if best.Store != "" && ours.Store != "" && best.P50*clearly < ours.P50 {
			fmt.Fprintf(&b, "- %s: %s, %s %s against %s %s of %s\n",
				name, best.Store, short(best.P50), best.Unit, short(ours.P50), ours.Unit, ours.Store)
		}
	}
	if b.Len() == 0 {
		return heading + ": nothing.\n"
	}
	return heading + ":\n\n" + b.String()
}

func growth(r *figures.Report) (string, error) {
	all := sizes(r.Rows)
	rows := only(r.Rows, func(row figures.Row) bool { return row.N == all[len(all)-1] })
	peers := names(rows, store)
	t := newTable(append([]string{"p50, ms", "nodes"}, peers...)...)
	for _, name := range names(rows, operation) {
		for _, n := range all {
			cells := each(peers, func(peer string) string { return median(r.Rows, name, peer, n) })
			t.row(append([]string{name, figures.Thousands(n)}, cells...)...)
		}
	}
	return t.String(), nil
}
