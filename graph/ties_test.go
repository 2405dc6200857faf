package graph_test

import (
	"strings"
	"testing"

	"plotline/graph"
)

// TestTies checks that each of two texts with the same words finds itself first, by words alone.
func TestTies(t *testing.T) {
	t.Parallel()
	pairs := [][2]string{
		{"The gateway has the address 10.12.0.4", "The gateway has the address 10.0.12.4"},
		{"fix CVE-2024-30171 now", "fix CVE-30171-2024 now"},
		{"We moved from Postgres to MySQL", "We moved from MySQL to Postgres"},
		{"release of 2026-03-11", "release of 2026-11-03"},
		{"the cat bit the dog", "the dog bit the cat"},
		{"Ada told Ben of the plan of Cleo", "Ben told Ada of the plan of Cleo"},
		{"version 5.9 after version 9.5.1", "version 9.5 after version 5.9.1"},
		{"red left, blue right", "blue left, red right"},
		{"before lunch call the bank", "call the bank before lunch"},
		{"a retry caused the timeout", "the timeout caused a retry"},
	}
	m := newWorld(t)
	var in graph.CreateEpisodesInput
	for _, p := range pairs {
		for _, text := range p {
			in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Name: "Note", Query: text})
		}
	}
	if _, err := m.CreateEpisodes(t.Context(), by, in); err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		for _, text := range p {
			found, err := m.SearchEpisodes(t.Context(), by, graph.SearchEpisodesInput{Query: text, Match: "any", Limit: 1})
			if err != nil || len(found.Episodes) != 1 || found.Episodes[0].Query != text {
				t.Errorf("search %q: %v, %v", text, found.Episodes, err)
			}
			out, err := m.Recall(t.Context(), by, graph.RecallInput{Query: text, Limit: 2, Depth: 2, MaxBytes: 4096})
			if err != nil || len(out.Episodes) == 0 || out.Episodes[0].Query != text {
				t.Errorf("recall %q: %v, %v", text, out.Episodes, err)
			}
		}
	}
}

// TestPhrasesInPastedText checks that quotes in a pasted text do not keep it from being found, and that the hint says so.
func TestPhrasesInPastedText(t *testing.T) {
	t.Parallel()
	m := newWorld(t)
	if _, err := m.CreateEpisodes(t.Context(), by, graph.CreateEpisodesInput{Episodes: []graph.CreateEpisodeInput{
		{Query: "The module lodash was not found after the update"},
		{Query: "level error of the water"},
		{Query: "an exact phrase stands here"},
		{Query: "a phrase that is exact"},
	}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, first, hint string }{
		{`fix "Cannot find module lodash"`, "The module lodash was not found after the update", `No episode has the phrase "Cannot find module lodash"; its words were searched.`},
		{`{"severity":"fatal","msg":"Cannot find module lodash"}`, "The module lodash was not found after the update", "nor "},
		{`"exact phrase"`, "an exact phrase stands here", ""},
	} {
		out, err := m.Recall(t.Context(), by, graph.RecallInput{Query: c.query, Limit: 3, Depth: 2, MaxBytes: 4096})
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Episodes) == 0 || out.Episodes[0].Query != c.first && out.Episodes[0].Name != c.first || !strings.Contains(out.Hint, c.hint) || c.hint == "" && out.Hint != "" {
			t.Errorf("%s: %+v, hint %q", c.query, out.Episodes, out.Hint)
		}
	}
}
