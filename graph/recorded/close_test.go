package recorded_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/meaning/builtin"
	"plotline/graph/recorded"
	"plotline/internal/recording/recorder"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
)

// table reads a file of testdata: fields between tabs.
func table(t *testing.T, name string) [][]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(raw)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}

// taught stores the made-up tasks, and returns their names by id.
func taught(t *testing.T, m *recorded.Memory) map[string]string {
	t.Helper()
	names := map[string]string{}
	for i, row := range table(t, "lessons.tsv") {
		id, err := m.Create(t.Context(), ws, recorder.Episode{
			Key: fmt.Sprint("rec1:claude-code:s:", i), Name: graph.DefaultName(row[1]), Query: row[1], Reflection: row[2],
			Tags: []string{recorded.Tag, "claude-code"}, CreatedAt: time.Now(),
		})
		if err != nil {
			t.Fatal(err)
		}
		names[id] = row[0]
	}
	return names
}

// shares returns how many of the prompts that are close to a task are told it, and how many of all are told something else.
func shares(t *testing.T, m *recorded.Memory, names map[string]string, file string) (due, wrong float64) {
	t.Helper()
	told, dueAll, wrongAll, all := 0, 0, 0, 0
	for _, row := range table(t, file) {
		found, err := m.Recall(t.Context(), ws, row[1], 20)
		if err != nil {
			t.Fatal(err)
		}
		all++
		is, other := false, []string(nil)
		for _, e := range found {
			if names[e.ID] == row[0] {
				is = true
			} else {
				other = append(other, names[e.ID])
			}
		}
		if row[0] != "-" {
			dueAll++
			if is {
				told++
			} else {
				t.Logf("not told %s: %s", row[0], row[1])
			}
		}
		if other != nil {
			wrongAll++
			t.Logf("told %v: %s", other, row[1])
		}
	}
	return float64(told) / float64(dueAll), float64(wrongAll) / float64(all)
}

// TestTold measures what is told by words alone. Half of the prompts share at most one word with what they are close to.
func TestTold(t *testing.T) {
	t.Parallel()
	m, _ := newMemory(t)
	names := taught(t, m)
	for file, least := range map[string]float64{"prompts.tsv": 0.55, "held-out.tsv": 0.6} {
		due, wrong := shares(t, m, names, file)
		t.Logf("%s: told when due %.2f, told something else %.2f", file, due, wrong)
		if due < least || wrong > 0.1 {
			t.Errorf("%s: told when due %.2f, told something else %.2f", file, due, wrong)
		}
	}
}

// TestToldByMeaning measures what is told with the builtin model.
func TestToldByMeaning(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	model, err := builtin.Open(installed.Model(t), builtin.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m, store := newMemory(t)
	m.Model = model
	names := taught(t, m)
	go embedding.New(graph.Observed(store, nil), model, slog.New(slog.DiscardHandler)).Run(t.Context(), ws)
	for {
		if e, err := store.Embeddings(t.Context(), ws); err != nil {
			t.Fatal(err)
		} else if e.Vectors == len(names) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	for !m.Warm() { // the first prompts are compared by words
		if _, err := m.Recall(t.Context(), ws, "warm", 1); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	for file, least := range map[string]float64{"prompts.tsv": 0.8, "held-out.tsv": 0.7} {
		due, wrong := shares(t, m, names, file)
		t.Logf("%s: told when due %.2f, told something else %.2f", file, due, wrong)
		if due < least || wrong > 0.2 {
			t.Errorf("%s: told when due %.2f, told something else %.2f", file, due, wrong)
		}
	}
}
