package main

import (
	"math"
	"slices"
	"testing"
)

func TestBM25PutsRareWordsAndShortTextsFirst(t *testing.T) {
	t.Parallel()
	var b bm25
	for _, text := range []string{
		"the cache is stale",
		"the port is closed",
		"the cache, and a long story about something that nobody asked for",
		"the end",
	} {
		b.add(text)
	}
	if got := b.search("The stale cache!", 3); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("it found %v", got)
	}
	if got := b.search("nothing of it", 9); len(got) != 0 {
		t.Errorf("words that no text has found %v", got)
	}
	if got := b.rarest("the stale cache of the unknown port", 2); !slices.Equal(got, []string{"stale", "port"}) {
		t.Errorf("the rarest words are %q", got)
	}
}

// TestBM25MatchesFormula compares with the formula, computed by hand for two texts of two and four words.
func TestBM25MatchesFormula(t *testing.T) {
	t.Parallel()
	var one, two bm25
	one.add("alpha beta")
	one.add("gamma gamma delta delta")
	two.add("gamma gamma delta delta")
	two.add("alpha beta")
	if a, b := one.search("alpha gamma", 2), two.search("alpha gamma", 2); a[0] == b[0] {
		t.Errorf("the order of two texts depends on that of their writing: %v, %v", a, b)
	}
	// alpha: ln(1+1.5/1.5) × 2.2/(1+1.2×(0.25+0.75×2/3)); gamma: the same rarity × 2×2.2/(2+1.2×(0.25+0.75×4/3))
	alpha, gamma := math.Log(2)*2.2/1.9, math.Log(2)*4.4/3.5
	if first := one.search("alpha gamma", 1)[0]; (first == 1) != (gamma > alpha) {
		t.Errorf("text %d is first; the formula gives %v and %v", first, alpha, gamma)
	}
}
