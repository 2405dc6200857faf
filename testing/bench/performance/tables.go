package performance

import (
	"slices"
	"strings"

	"plotline/testing/bench/figures"
)

func missed(r *figures.Report) (string, error) {
	rows := only(r.Rows, func(row figures.Row) bool { return !row.Met })
	if len(rows) == 0 {
		return "In this run none did.\n", nil
	}
	t := newTable("operation", "store", "size", "p50", "aim", "unit")
	for _, row := range rows {
		t.row(row.Operation, row.Store, row.Size, short(row.P50), aim(row), row.Unit)
	}
	return t.String(), nil
}

func aim(row figures.Row) string {
	switch {
	case row.Aim == 0:
		return ""
	case row.AtLeast:
		return "≥ " + short(row.Aim)
	}
	return "≤ " + short(row.Aim)
}

func all(r *figures.Report) (string, error) {
	t := newTable("operation", "store", "size", "p50", "p95", "unit", "ratio", "against", "aim")
	for _, row := range r.Rows {
		quotient := ""
		if row.Ratio > 0 {
			quotient = short(row.Ratio)
		}
		t.row(row.Operation, row.Store, row.Size, short(row.P50), short(row.P95), row.Unit, quotient, row.Against, aim(row))
	}
	return machine(r) + t.String(), nil
}

func atHub(row figures.Row) bool { return strings.HasPrefix(row.Size, "degree") }

// curves writes a line for each operation and store, with a column for each size. If there are ratios, a column has those of
// the largest size.
func curves(what string, pass func(figures.Row) bool) func(*figures.Report) (string, error) {
	return func(r *figures.Report) (string, error) {
		rows := only(r.Rows, pass)
		ns := sizes(rows)
		columns := each(ns, func(n int) string { return figures.Thousands(n) + " " + what })
		compared := slices.ContainsFunc(rows, func(row figures.Row) bool { return row.Ratio > 0 })
		if compared {
			columns = append(columns, "largest : "+figures.Thousands(ns[0])+", in turn")
		}
		t := newTable(append([]string{"p50, ms", "store"}, columns...)...)
		for _, name := range names(rows, operation) {
			for _, on := range names(rows, store) {
				cells := each(ns, func(n int) string { return median(rows, name, on, n) })
				if compared {
					cells = append(cells, ratio(rows, name, on, ns[len(ns)-1]))
				}
				t.row(append([]string{name, on}, cells...)...)
			}
		}
		return machine(r) + t.String(), nil
	}
}
