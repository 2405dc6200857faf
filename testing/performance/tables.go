package performance

import (
	"context"
	"strings"

	"plotline/testing/figures"
)

// Missed writes the figures that miss their aims.
func Missed(context.Context) (string, error) {
	r, err := figures.Read(benchFile)
	if err != nil {
		return "", err
	}
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

// Bench writes every figure of make bench.
func Bench(context.Context) (string, error) {
	r, err := figures.Read(benchFile)
	if err != nil {
		return "", err
	}
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

// Scale writes what each operation takes as the number of episodes grows, on both stores.
func Scale(context.Context) (string, error) {
	return curves("episodes", func(row figures.Row) bool { return !atHub(row) })
}

// Degree writes what each operation takes as the relationships of one episode grow.
func Degree(context.Context) (string, error) {
	return curves("relationships", atHub)
}

func atHub(row figures.Row) bool { return strings.HasPrefix(row.Size, "degree") }

// curves writes a line for each operation and store, and a column for each size.
func curves(what string, pass func(figures.Row) bool) (string, error) {
	r, err := figures.Read(largeFile)
	if err != nil {
		return "", err
	}
	rows := only(r.Rows, pass)
	heading := []string{"p50, ms", "store"}
	for _, n := range sizes(rows) {
		heading = append(heading, figures.Thousands(n)+" "+what)
	}
	lines := [][]string{heading}
	for _, name := range names(rows, operation) {
		for _, on := range names(rows, store) {
			line := []string{name, on}
			for _, n := range sizes(rows) {
				text := ""
				if row, ok := find(rows, name, on, n); ok {
					text = short(row.P50)
				}
				line = append(line, text)
			}
			lines = append(lines, line)
		}
	}
	return machine(r) + table(lines), nil
}
