// Package figures holds the results of measuring programs, which can be printed as a table and written as JSON.
package figures

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Row is one figure. Times are in milliseconds.
type Row struct {
	Operation string `json:"operation"`
	Store     string `json:"store"`
	Size      string `json:"size"`
	// N is the number in Size; 0 means none.
	N    int     `json:"n,omitempty"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	Unit string  `json:"unit"`
	// Ratio is P50 divided by that of Against, measured in the same run; 0 means none.
	Ratio   float64 `json:"ratio,omitempty"`
	Against string  `json:"against,omitempty"`
	// Aim is the target for P50, in the row's unit; 0 means none.
	Aim float64 `json:"aim,omitempty"`
	// AtLeast is set if P50 must reach the aim. P95 is then the slowest of the series.
	AtLeast bool `json:"at_least,omitempty"`
	Met     bool `json:"met"`
}

// Report holds the results of one run.
type Report struct {
	Date       string `json:"date"`
	Go         string `json:"go"`
	Processors int    `json:"processors"`
	// Memory is the machine's memory in GiB, or 0 if the kernel does not report it.
	Memory float64 `json:"memory_gib,omitempty"`
	// Load is the kernel's load average of the last minute before the run. A higher load means that the
	// machine did other work, which makes every figure larger.
	Load float64 `json:"load,omitempty"`
	Rows []Row   `json:"rows"`
}

// New starts the report of a run on this machine, today.
func New() *Report {
	return &Report{
		Date: time.Now().UTC().Format(time.DateOnly), Go: runtime.Version(), Processors: runtime.NumCPU(),
		Memory: memory(), Load: load(),
	}
}

// Add adds a figure and checks its aim.
func (r *Report) Add(f Row) {
	if f.Unit == "" {
		f.Unit = "ms"
	}
	f.Met = f.Aim == 0 || f.P50 == f.Aim || (f.P50 > f.Aim) == f.AtLeast
	r.Rows = append(r.Rows, f)
}

// Times adds a series of durations.
func (r *Report) Times(f Row, series []time.Duration) {
	f.P50, f.P95 = Percentile(series, 50), Percentile(series, 95)
	r.Add(f)
}

// Write writes the report as JSON.
func (r *Report) Write(file string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o600)
}

// Percentile returns the p-th percentile in milliseconds, by the nearest rank.
func Percentile(series []time.Duration, p int) float64 {
	if len(series) == 0 {
		return 0
	}
	sorted := slices.SortedFunc(slices.Values(series), cmp.Compare[time.Duration])
	rank := (len(sorted)*p + 99) / 100
	return float64(sorted[max(rank, 1)-1].Microseconds()) / 1000
}

// Print writes the figures as a table for a terminal.
func (r *Report) Print(w io.Writer) error {
	lines := make([][]string, 0, 1+len(r.Rows))
	lines = append(lines, []string{"operation", "store", "size", "p50", "p95", "unit", "ratio", "against", "aim", ""})
	for _, f := range r.Rows {
		line := []string{f.Operation, f.Store, f.Size, Digits(f.P50), Digits(f.P95), f.Unit, "", f.Against, "", ""}
		if f.Ratio > 0 {
			line[6] = fmt.Sprintf("%.2f", f.Ratio)
		}
		if f.Aim > 0 {
			line[8] = map[bool]string{false: "≤ ", true: "≥ "}[f.AtLeast] + Digits(f.Aim)
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

// Digits formats a figure for tables.
func Digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// Thousands formats a number with commas.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
