package sqlitestore

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/fault"
)

// creates returns work that creates an episode with a name and then returns err.
func creates(name string, err error) work {
	e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Name: name, Query: "q", CreatedAt: 1, UpdatedAt: 1}}
	return work{do: func(ctx context.Context, q *session) error {
		_, failed := q.create(ctx, "w", graph.Batch{Episodes: []graph.NewEpisode{e}}, true)
		return errors.Join(failed, err)
	}}
}

// nobody joins.
func nobody() []work { return nil }

// TestGroup checks that a verdict on one member of a group undoes that member's work and no other's. Work that joins the
// group is stored with it, unless its transaction will be rolled back.
func TestGroup(t *testing.T) {
	t.Parallel()
	refusal := fault.New(fault.Conflict, "refused")
	broken := work{do: func(_ context.Context, q *session) error {
		q.fail(errors.ErrUnsupported)
		return nil
	}}
	for name, c := range map[string]struct {
		group, late []work
		refused     []bool
		want        error
		stored      int
	}{
		"one":           {[]work{creates("a", nil)}, nil, []bool{false}, nil, 1},
		"one, refused":  {[]work{creates("a", refusal)}, nil, []bool{true}, nil, 0},
		"some refused":  {[]work{creates("a", nil), creates("b", refusal), creates("c", nil)}, nil, []bool{false, true, false}, nil, 2},
		"first refused": {[]work{creates("a", refusal), creates("b", nil)}, nil, []bool{true, false}, nil, 1},
		"all refused":   {[]work{creates("a", refusal), creates("b", refusal)}, nil, []bool{true, true}, nil, 0},
		"one broken":    {[]work{broken}, nil, nil, errors.ErrUnsupported, 0},
		"a broken one":  {[]work{creates("a", nil), broken, creates("b", nil)}, nil, nil, groupcommit.ErrApart, 0},

		"one joins":                {[]work{creates("a", nil)}, []work{creates("b", nil)}, []bool{false, false}, nil, 2},
		"a refused one joins":      {[]work{creates("a", nil)}, []work{creates("b", refusal)}, []bool{false, true}, nil, 1},
		"some refused ones join":   {[]work{creates("a", refusal), creates("b", nil)}, []work{creates("c", refusal), creates("d", nil)}, []bool{true, false, true, false}, nil, 2},
		"none joins a refused one": {[]work{creates("a", refusal)}, []work{creates("b", nil)}, []bool{true}, nil, 0},
		"a broken one joins":       {[]work{creates("a", nil)}, []work{broken}, nil, groupcommit.ErrApart, 0},
		"none joins a broken one":  {[]work{broken}, []work{creates("b", nil)}, nil, errors.ErrUnsupported, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			late := c.late
			verdicts, err := s.commitGroup(t.Context(), struct{}{}, c.group, func() (joined []work) {
				joined, late = late, nil
				return joined
			})
			if !errors.Is(err, c.want) || len(verdicts) != len(c.refused) {
				t.Fatalf("verdicts %v, error %v, want %v", verdicts, err, c.want)
			}
			for i, verdict := range verdicts {
				if (verdict != nil) != c.refused[i] {
					t.Errorf("verdict %d: %v", i, verdict)
				}
			}
			_, total, err := s.ListEpisodes(t.Context(), "w", graph.ListQuery{Limit: 10})
			if err != nil || total != c.stored {
				t.Errorf("%d episodes are stored, %v, want %d", total, err, c.stored)
			}
		})
	}
}

// TestGroupClosed checks that a closed store rejects a group as a whole and tries no member alone.
func TestGroupClosed(t *testing.T) {
	t.Parallel()
	s := New(filepath.Join(t.TempDir(), "g.db"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := s.commitGroup(t.Context(), struct{}{}, []work{creates("a", nil), creates("b", nil)}, nobody)
	if !errors.Is(err, errClosed) || errors.Is(err, groupcommit.ErrApart) {
		t.Errorf("got %v", err)
	}
}
