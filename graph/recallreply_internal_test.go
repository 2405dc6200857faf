package graph

import (
	"strings"
	"testing"
)

// TestRecallFits checks that a reply keeps to its bound, that it counts what it leaves out, and that each result in it
// says what was learned, even if few bytes are allowed.
func TestRecallFits(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("The button must wait for the first answer. ", 40)
	shown := make([]RecalledEpisode, 8)
	for i := range shown {
		shown[i] = RecalledEpisode{EpisodeID: "019a0000-0000-7000-8000-000000000001", ID: int64(i), Name: "Orders arrive twice", Query: text, Learned: text, Why: "words: orders"}
	}
	for _, tt := range []struct{ most, episodes, learned int }{
		{65536, 8, 600}, {4096, 8, 80}, {2048, 5, 80}, {1024, 1, 80},
	} {
		out, err := fitted(RecallOutput{Of: 60, Meaning: "off"}, shown, tt.most)
		if err != nil {
			t.Fatal(err)
		}
		if size, err := sizeOf(out); err != nil || size > tt.most {
			t.Errorf("%d bytes, at most %d: %v", size, tt.most, err)
		}
		if len(out.Episodes) < tt.episodes || out.More != len(shown)-len(out.Episodes) {
			t.Errorf("at most %d bytes: %d results and %d more, want at least %d", tt.most, len(out.Episodes), out.More, tt.episodes)
		}
		for _, one := range out.Episodes {
			if n := len(one.Learned); n < tt.learned*2/3 {
				t.Errorf("at most %d bytes: only %d of what was learned", tt.most, n)
			}
		}
	}
}

// TestRecallOfLongName checks that one result whose name fills the reply is returned nevertheless.
func TestRecallOfLongName(t *testing.T) {
	t.Parallel()
	long := RecalledEpisode{Name: strings.Repeat("name ", 400), Query: "q", Learned: "l"}
	out, err := fitted(RecallOutput{}, []RecalledEpisode{long, long}, 1024)
	if err != nil || len(out.Episodes) != 1 || out.More != 1 || out.Episodes[0].Learned != "" {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestPathPhrase checks that each hop of a path has its own verb. No other verb says that an episode led to the next.
func TestPathPhrase(t *testing.T) {
	t.Parallel()
	for want, via := range map[string][]RecallHop{
		"caused by":                   {{RelationshipType: Causes, Direction: Incoming, ID: 1}},
		"caused #2, which came after": {{RelationshipType: Causes, Direction: Outgoing, ID: 2}, {RelationshipType: Follows, Direction: Incoming, ID: 3}},
		"followed #2, which caused #3, which is part of": {
			{RelationshipType: Follows, Direction: Incoming, ID: 2},
			{RelationshipType: Causes, Direction: Outgoing, ID: 3},
			{RelationshipType: PartOf, Direction: Outgoing, ID: 4},
		},
	} {
		if got := pathPhrase(via); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
