package snippets_test

import (
	"regexp"
	"strings"

	"github.com/VictoriaMetrics/metricsql"
	"go.yaml.in/yaml/v3"

	"plotline/testing/kit/markdown"
)

// rules is a file of alerting rules for Prometheus.
type rules struct {
	Groups []struct {
		Name  string
		Rules []struct {
			Alert       string
			Expr        string
			For         string
			Annotations map[string]string
		}
	}
}

var metricName = regexp.MustCompile(`\bplotline_[a-z0-9_]+`)

// checkYAML parses a block. Its alerts must be valid Prometheus queries on metrics in the page's generated
// table.
func (w *world) checkYAML(b markdown.Block) {
	w.t.Helper()
	var alerts rules
	if err := yaml.Unmarshal([]byte(b.Text), &alerts); err != nil {
		w.failf(b, "it is no YAML: %v", err)
		return
	}
	for _, group := range alerts.Groups {
		for _, rule := range group.Rules {
			if _, err := metricsql.Parse(rule.Expr); err != nil || rule.Alert == "" {
				w.failf(b, "alert %q: %v", rule.Alert, err)
			}
			for _, name := range metricName.FindAllString(rule.Expr, -1) {
				name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count"), "_sum")
				if !strings.Contains(w.page.source, "| `"+name+"` |") {
					w.failf(b, "alert %q asks for %s, which the table of metrics does not have", rule.Alert, name)
				}
			}
		}
	}
}
