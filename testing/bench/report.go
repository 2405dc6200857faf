package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// row is one figure. Times are in milliseconds.
type row struct {
	Operation string  `json:"operation"`
	Store     string  `json:"store"`
	Size      string  `json:"size"`
	P50       float64 `json:"p50"`
	P95       float64 `json:"p95"`
	Unit      string  `json:"unit"`
	// Ratio compares P50 with that of what Against names, measured in the same run; 0 is none.
	Ratio   float64 `json:"ratio,omitempty"`
	Against string  `json:"against,omitempty"`
	// Aim is the bound that the work order sets, in the row's unit; 0 is none.
	Aim float64 `json:"aim,omitempty"`
	// AtLeast makes of the aim what P50 must reach; P95 is then the slowest of the series.
	AtLeast bool `json:"at_least,omitempty"`
	Met     bool `json:"met"`
}

type report struct {
	Date       string `json:"date"`
	Go         string `json:"go"`
	Processors int    `json:"processors"`
	Rows       []row  `json:"rows"`
}

// add keeps a figure and judges its aim.
func (r *report) add(f row) {
	if f.Unit == "" {
		f.Unit = "ms"
	}
	f.Met = f.Aim == 0 || f.P50 == f.Aim || (f.P50 > f.Aim) == f.AtLeast
	r.Rows = append(r.Rows, f)
}

// times adds a series of durations.
func (r *report) times(f row, series []time.Duration) {
	f.P50, f.P95 = percentile(series, 50), percentile(series, 95)
	r.add(f)
}

// percentile gives the p-th percentile in milliseconds, by the nearest rank.
func percentile(series []time.Duration, p int) float64 {
	if len(series) == 0 {
		return 0
	}
	sorted := slices.SortedFunc(slices.Values(series), cmp.Compare[time.Duration])
	rank := (len(sorted)*p + 99) / 100
	return float64(sorted[max(rank, 1)-1].Microseconds()) / 1000
}

func (r *report) print(w io.Writer) error {
	lines := make([][]string, 0, 1+len(r.Rows))
	lines = append(lines, []string{"operation", "store", "size", "p50", "p95", "unit", "ratio", "against", "aim", ""})
	for _, f := range r.Rows {
		line := []string{f.Operation, f.Store, f.Size, digits(f.P50), digits(f.P95), f.Unit, "", f.Against, "", ""}
		if f.Ratio > 0 {
			line[6] = fmt.Sprintf("%.2f", f.Ratio)
		}
		if f.Aim > 0 {
			line[8] = map[bool]string{false: "≤ ", true: "≥ "}[f.AtLeast] + digits(f.Aim)
			line[9] = map[bool]string{true: "met", false: "MISSED"}[f.Met]
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for n, line := range lines {
		for i, cell := range line {
			line[i] = cell + strings.Repeat(" ", widths[i]-len([]rune(cell)))
		}
		if _, err := fmt.Fprintln(w, "| "+strings.Join(line, " | ")+" |"); err != nil {
			return err
		}
		if n == 0 {
			for i, width := range widths {
				line[i] = strings.Repeat("-", width)
			}
			if _, err := fmt.Fprintln(w, "|-"+strings.Join(line, "-|-")+"-|"); err != nil {
				return err
			}
		}
	}
	return nil
}

func digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
