package conformance_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plotline/testing/kit/tier"
)

// TestOfficialRunner lets the official conformance runner check the program through the whole HTTP server,
// with each revision that the runner knows.
func TestOfficialRunner(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for name, c := range map[string]struct {
		runner string
		args   []string
	}{
		"0.1, all":         {"conformance", []string{"--suite", "all"}},
		"next, 2025-11-25": {"conformance-next", []string{"--requirements", "2025-11-25"}},
		"next, 2026-07-28": {"conformance-next", []string{"--requirements", "2026-07-28"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := runAndCompare(t, c.runner, serve(t, true), c.args...)
			for scenario, s := range report.scenarios {
				if report.unscored[scenario] == "" && s.failed > 0 {
					t.Errorf("%s: %d passed, %d failed", scenario, s.passed, s.failed)
				}
				if report.unscored[scenario] != "" && s.failed > 0 && unsupported[scenario] == "" {
					t.Errorf("%s: %d passed, %d failed; it does not count, but it passed before", scenario, s.passed, s.failed)
				}
				if s.failed == 0 && s.passed > 0 && unsupported[scenario] != "" {
					t.Errorf("%s passes: it is no longer unsupported", scenario)
				}
			}
			if len(report.scenarios) < 30 {
				t.Errorf("only %d scenarios ran", len(report.scenarios))
			}
			t.Log(report)
		})
	}
}

// unsupported are scenarios that the runner does not score and Plotline does not pass.
var unsupported = func() map[string]string {
	const tasks = "the tasks extension: nothing here takes so long that a client could not wait for it"
	all := map[string]string{}
	for _, name := range []string{
		"lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input",
		"request-headers", "dispatch-and-envelope", "required-task-error", "mrtr-composition",
	} {
		all["tasks-"+name] = tasks
	}
	return all
}()

// TestOfficialRunnerWithoutFixtures checks the released program with the scenarios that need no fixtures.
func TestOfficialRunnerWithoutFixtures(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for revision, scenarios := range map[string][]string{
		"2025-11-25": {
			"server-initialize", "logging-set-level", "ping", "completion-complete", "tools-list",
			"server-sse-multiple-streams", "resources-list", "prompts-list", "dns-rebinding-protection",
			"server-session-lifecycle",
		},
		"2026-07-28": {
			"completion-complete", "tools-list", "server-sse-multiple-streams", "resources-list",
			"sep-2164-resource-not-found", "prompts-list", "dns-rebinding-protection", "caching",
			"input-required-result-unsupported-methods", "http-header-validation",
		},
	} {
		t.Run(revision, func(t *testing.T) {
			t.Parallel()
			report := runAndCompare(t, "conformance-next", serve(t, false), "--requirements", revision)
			for _, scenario := range scenarios {
				if s := report.scenarios[scenario]; s.failed > 0 || s.passed == 0 {
					t.Errorf("%s: %d passed, %d failed", scenario, s.passed, s.failed)
				}
			}
			// Four checks of this scenario need fixtures.
			if s := report.scenarios["server-stateless"]; revision == "2026-07-28" && (s.passed < 22 || s.failed > 4) {
				t.Errorf("server-stateless: %d passed, %d failed", s.passed, s.failed)
			}
		})
	}
}

// count holds the numbers of passed and failed checks of a scenario.
type count struct{ passed, failed int }

// report is the runner's report.
type report struct {
	scenarios map[string]count
	unscored  map[string]string // unscored scenarios, with the reason
}

var (
	scenarioLine = regexp.MustCompile(`(?m)^[✓✗] (\S+): (\d+) passed, (\d+) failed$`)
	unscoredLine = regexp.MustCompile(`(?m)^  [✓✗] (\S+) \((.+)\)$`)
)

func parse(out string) report {
	r := report{map[string]count{}, map[string]string{}}
	for _, m := range scenarioLine.FindAllStringSubmatch(out, -1) {
		passed, _ := strconv.Atoi(m[2])
		failed, _ := strconv.Atoi(m[3])
		r.scenarios[m[1]] = count{passed, failed}
	}
	for _, m := range unscoredLine.FindAllStringSubmatch(out, -1) {
		r.unscored[m[1]] = m[2]
	}
	return r
}

// String counts the scored scenarios, and names the unscored ones that failed.
func (r report) String() string {
	var scored, checks int
	var known []string
	for name, s := range r.scenarios {
		if r.unscored[name] == "" {
			scored++
			checks += s.passed
		} else if s.failed > 0 {
			known = append(known, name)
		}
	}
	slices.Sort(known)
	text := strconv.Itoa(scored) + " scored scenarios with " + strconv.Itoa(checks) + " checks passed"
	if len(known) > 0 {
		text += "; not scored and unsupported: " + strings.Join(known, ", ")
	}
	return text
}
