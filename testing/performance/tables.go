package performance

import (
	"strings"

	"plotline/testing/figures"
)

func missed(r *figures.Report) (string, error) {
	lines := [][]string{{"operation", "store", "size", "p50", "aim", "unit"}}
	for _, row := range r.Rows {
		if !row.Met {
			lines = append(lines, []string{row.Operation, row.Store, row.Size, short(row.P50), aim(row), row.Unit})
		}
	}
	if len(lines) == 1 {
		return "In this run none did.\n", nil
	}
	return table(lines), nil
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
	lines := [][]string{{"operation", "store", "size", "p50", "p95", "unit", "ratio", "against", "aim"}}
	for _, row := range r.Rows {
		ratio := ""
		if row.Ratio > 0 {
			ratio = short(row.Ratio)
		}
		lines = append(lines, []string{
			row.Operation, row.Store, row.Size, short(row.P50), short(row.P95), row.Unit, ratio, row.Against, aim(row),
		})
	}
	return machine(r) + table(lines), nil
}

func atHub(row figures.Row) bool { return strings.HasPrefix(row.Size, "degree") }

// curves writes a line for each operation and store, and a column for each size.
func curves(what string, pass func(figures.Row) bool) func(*figures.Report) (string, error) {
	return func(r *figures.Report) (string, error) {
		rows := only(r.Rows, pass)
		heading := []string{"p50, ms", "store"}
		for _, n := range sizes(rows) {
			heading = append(heading, figures.Thousands(n)+" "+what)
		}
		lines := [][]string{heading}
		for _, name := range names(rows, operation) {
			for _, on := range names(rows, store) {
				lines = append(lines, append([]string{name, on}, bySize(rows, name, on)...))
			}
		}
		return machine(r) + table(lines), nil
	}
}

// bySize writes the figure of each size; a dash stands where there is none.
func bySize(rows []figures.Row, name, on string) []string {
	var cells []string
	for _, n := range sizes(rows) {
		text := "—"
		if row, ok := find(rows, name, on, n); ok {
			text = short(row.P50)
		}
		cells = append(cells, text)
	}
	return cells
}
