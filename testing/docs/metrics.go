package main

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// metric is one of Plotline's metrics, as described by /metrics.
type metric struct {
	kind, help string
	labels     []string
}

var (
	metricComment = regexp.MustCompile(`^# (TYPE|HELP) (plotline_\w+) (.*)$`)
	sample        = regexp.MustCompile(`^(plotline_\w+?)(?:_bucket|_sum|_count)?\{(.*)\}`)
	label         = regexp.MustCompile(`(\w+)="`)
)

// metricTable writes a line for each of Plotline's metrics.
func metricTable(ctx context.Context) (string, error) {
	text, err := ask(ctx, "/api/v1/episodes", "/metrics")
	if err != nil {
		return "", err
	}
	found := map[string]*metric{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := metricComment.FindStringSubmatch(line); m != nil {
			if found[m[2]] == nil {
				found[m[2]] = &metric{}
			}
			if m[1] == "TYPE" {
				found[m[2]].kind = m[3]
			} else {
				found[m[2]].help = m[3]
			}
		}
		if m := sample.FindStringSubmatch(line); m != nil && found[m[1]] != nil {
			found[m[1]].has(m[2])
		}
	}
	var b strings.Builder
	b.WriteString("| metric | kind | labels | |\n|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(found)) {
		m := found[name]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", name, m.kind, strings.Join(m.labels, ", "), cell(m.help))
	}
	return b.String(), nil
}

// has adds the names of labels. It ignores le, which every histogram has.
func (m *metric) has(labels string) {
	for _, found := range label.FindAllStringSubmatch(labels, -1) {
		if name := found[1]; name != "le" && !slices.Contains(m.labels, name) {
			m.labels = append(m.labels, name)
		}
	}
}
