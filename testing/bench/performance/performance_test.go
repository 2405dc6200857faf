package performance

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/testing/bench/figures"
	"plotline/testing/bench/recallset"
)

// sample is a run of two peers and the floor, at two sizes.
func sample() *figures.Report {
	r := &figures.Report{Date: "2026-01-05", Go: "go1.26", Processors: 2, Memory: 8, Versions: map[string]string{"neo4j": "5.26.30"}}
	for _, peer := range []string{"Plotline, embedded", "server-memory", floor} {
		slow := map[string]float64{"Plotline, embedded": 1, "server-memory": 3, floor: 0.2}[peer]
		for _, n := range []int{1000, 10_000} {
			for _, operation := range compared {
				r.Add(figures.Row{Operation: operation, Store: peer, N: n, P50: slow * float64(n) / 1000, P95: 2 * slow * float64(n) / 1000})
			}
		}
		r.Add(figures.Row{Operation: "tools/list", Store: peer, Unit: "KiB", P50: 10 / slow, P95: 10 / slow})
		r.Add(figures.Row{Operation: "kept", Store: peer, Unit: "count", P50: 50, P95: slow})
	}
	return r
}

// scaled is a run of operations on both stores, and at a hub.
func scaled() *figures.Report {
	r := &figures.Report{Date: "2026-01-05", Go: "go1.26", Processors: 2, Memory: 8}
	for _, on := range []string{"embedded", "neo4j"} {
		for i, operation := range shown {
			for _, n := range []int{1000, 10_000, 100_000} {
				row := figures.Row{Operation: operation, Store: on, N: n, Size: figures.Thousands(n), P50: float64(i+1) / 10 * float64(n) / 1000}
				if n > 1000 {
					row.Ratio = float64(n) / 1000
				}
				r.Add(row)
			}
		}
		r.Add(figures.Row{Operation: "get", Store: on, N: 10, Size: "degree 10", P50: 0.3})
	}
	return r
}

func TestSideBySideNamesFasterPeer(t *testing.T) {
	t.Parallel()
	text, err := sideBySide(sample())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Run of 2026-01-05: 2 processors, 8 GiB, go1.26, neo4j 5.26.30.",
		"- tools/list: server-memory, 3.33 KiB against 10.0 KiB of Plotline, embedded\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "- write one node: ") {
		t.Errorf("a slower peer, or the floor, is said to be faster:\n%s", text)
	}
	var line string
	for line = range strings.Lines(text) {
		if strings.HasPrefix(line, "| kept") {
			break
		}
	}
	for _, want := range []string{"50 (worst 1)", "50 (worst 3)", "50 (worst 0)"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is not in %q", want, line)
		}
	}
}

func TestTablesHaveAColumnForEachSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		write func(*figures.Report) (string, error)
		run   *figures.Report
		want  string
	}{
		{"growth", growth, sample(), "| write one node | 10,000 |"},
		{"episodes", curves("episodes", func(row figures.Row) bool { return !atHub(row) }), scaled(), "| get | neo4j | 0.20 | 2.00 | 20.0 | 100 |"},
		{"degree", curves("relationships", atHub), scaled(), "| p50, ms | store | 10 relationships |\n|---|--:|--:|\n| get | embedded | 0.30 |"},
	} {
		text, err := c.write(c.run)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s has no %q:\n%s", c.name, c.want, text)
		}
	}
}

func TestRecallTableHasRowForEachMethod(t *testing.T) {
	t.Parallel()
	r := &figures.Report{Processors: 2}
	question := recallset.Commit{Fixes: []string{"a"}}
	words, best := &recallset.Method{Store: "embedded", Name: "words"}, &recallset.Method{Store: "embedded", Name: "BM25"}
	words.Add(question, recallset.Answer{SHAs: []string{"b", "a"}, Took: 5 * time.Millisecond, Bytes: 4000})
	best.Add(question, recallset.Answer{SHAs: []string{"a"}, Took: time.Millisecond})
	recallset.Report(r, 20_860, []*recallset.Method{words, best})
	text, err := recalled(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1 questions about 20,860 commits.",
		"| embedded | words | 1.000 | 1.000 | 1.000 | 0.500 | 5.00 | 4,000 |",
		"| embedded | BM25 | 1.000 | 1.000 | 1.000 | 1.000 | 1.00 | — |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if _, err := recalled(&figures.Report{}); err == nil {
		t.Error("a run without questions is a table")
	}
}

func TestBusyMachineIsNoted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		load float64
		want bool
	}{{0, false}, {2, false}, {2.1, true}} {
		text := machine(&figures.Report{Processors: 2, Load: c.load})
		if strings.Contains(text, "not idle") != c.want {
			t.Errorf("at a load of %v it is said: %s", c.load, text)
		}
	}
}

func TestMissedAimsAreListed(t *testing.T) {
	t.Parallel()
	r := &figures.Report{}
	r.Add(figures.Row{Operation: "add", P50: 2, Aim: 1})
	r.Add(figures.Row{Operation: "get", P50: 1, Aim: 1})
	r.Add(figures.Row{Operation: "flow", P50: 10, Aim: 20, AtLeast: true, Unit: "gets/s"})
	text, err := missed(r)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "| add |") || !strings.Contains(text, "≥ 20.0 | gets/s") || strings.Contains(text, "| get |") {
		t.Errorf("the figures that miss are\n%s", text)
	}
}

// PLOTLINE_PLOTS names a folder for the plots, to inspect them after a change of their style.
func TestPlotsAreWellFormedAndNameTheirCurves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		write func(*figures.Report) (string, error)
		run   *figures.Report
		want  []string
	}{
		{"bars", barsOf, sample(), append([]string{"server-memory", "3.00"}, compared...)},
		{"write", peersCurve("write one node", "Writing"), sample(), []string{"Writing", "server-memory", "10,000"}},
		{"neo4j", scaleCurve("neo4j", "Neo4j"), scaled(), append([]string{"100,000"}, shown...)},
	} {
		text, err := c.write(c.run)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := wellFormed(text); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not show %q", c.name, want)
			}
		}
		if dir := os.Getenv("PLOTLINE_PLOTS"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, c.name+".svg"), []byte(text), 0o600); err != nil { //nolint:gosec // a folder that the developer names
				t.Error(err)
			}
		}
	}
}

func wellFormed(text string) error {
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
