package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/groupcommit"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

// creates returns work that creates an episode with a name and then returns err.
func creates(name string, err error) work {
	e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Name: name, Query: "q", CreatedAt: 1, UpdatedAt: 1}}
	return work{do: func(ctx context.Context, q *session) error {
		_, failed := q.create(ctx, "w", graph.Batch{Episodes: []graph.NewEpisode{e}}, analysed{})
		return errors.Join(failed, err)
	}}
}

// TestLongTextsEndAGroup checks that others take their turn after one create of long texts.
func TestLongTextsEndAGroup(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("w", longTexts)
	for name, c := range map[string]struct {
		names []string
		done  int
	}{
		"long ones":           {[]string{long, long, "a"}, 1},
		"short ones before":   {[]string{"a", "b", long, "c"}, 3},
		"a sum that is long":  {[]string{long[:longTexts/2], long[:longTexts/2], "a"}, 2},
		"none that is long":   {[]string{"a", "b", "c"}, 3},
		"a short one is last": {[]string{long}, 1},
	} {
		s := newStore(t)
		list := make([]work, len(c.names))
		for i, name := range c.names {
			list[i] = creates(name, nil)
		}
		verdicts, err := s.commitGroup(t.Context(), struct{}{}, list)
		ok(t, err)
		same(t, name, len(verdicts), c.done)
	}
}

// TestManyWordsAreRefused checks that a list of episodes with too many words stores nothing, that a part of it may be
// stored, and that a single episode always is, and an import.
func TestManyWordsAreRefused(t *testing.T) {
	t.Parallel()
	s, ctx := newStore(t, func(s *Store) { s.words = 5_500 }), t.Context()
	batch := graph.Batch{}
	for range 5 {
		var words strings.Builder
		for i := range 5_000 {
			fmt.Fprintf(&words, "w%d ", i)
		}
		e := episode("long")
		e.Query = words.String()
		batch.Episodes = append(batch.Episodes, e)
	}
	for range 2 { // in a new workspace, and in one with episodes
		refused := fault.From(second(s.CreateEpisodes(ctx, ws, batch)))
		if refused == nil || refused.Code != fault.TooLarge || !strings.Contains(refused.Details, "in several calls of at most 1") {
			t.Fatalf("error %v", refused)
		}
		_, total, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 1, Filter: graph.EpisodeFilter{Tags: []string{"long"}}})
		ok(t, err)
		same(t, "stored after the refusal", total, 0)
		create(t, s, "short")
	}
	ok(t, second(s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: batch.Episodes[:1]})))
	imported, err := graph.NewService(s, &usecase.Runner{}).Import(ctx, audit.Caller{Workspace: ws, Role: access.Admin}, graph.Import{Episodes: batch.Episodes[1:]})
	ok(t, err)
	same(t, "imported", imported.EpisodesCreated, 4)
}

// TestOutdatedAnalysis checks that texts which were analysed before the languages changed are analysed again.
func TestOutdatedAnalysis(t *testing.T) {
	t.Parallel()
	s, ctx := newStore(t), t.Context()
	create(t, s, "a")
	var batches [2]graph.Batch
	for i := range batches {
		e := episode("long")
		e.Query = strings.Repeat("Häuser running ", longTexts/15)
		batches[i].Episodes = []graph.NewEpisode{e}
	}
	before, err := s.analyse(ctx, ws, batches[0])
	ok(t, err)
	same(t, "analysed before", len(before.texts), 1)
	german, err := analysis.LanguagesOf("german")
	ok(t, err)
	ok(t, second(s.UseLanguages(ctx, ws, german)))
	ok(t, change(ctx, s, func(q *session) error { return second(q.create(ctx, ws, batches[0], before)) }))
	ok(t, second(s.CreateEpisodes(ctx, ws, batches[1])))
	var different int
	ok(t, raw(t, s.path).QueryRowContext(ctx, "SELECT count(DISTINCT terms) FROM episode_terms WHERE episode > 1").Scan(&different))
	same(t, "different analyses of one text", different, 1)
}

// TestGroup checks that a verdict on one member of a group undoes that member's work and no other's.
func TestGroup(t *testing.T) {
	t.Parallel()
	refusal := fault.New(fault.Conflict, "refused")
	broken := work{do: func(_ context.Context, q *session) error {
		q.fail(errors.ErrUnsupported)
		return nil
	}}
	for name, c := range map[string]struct {
		group   []work
		refused []bool
		want    error
		stored  int
	}{
		"one":           {[]work{creates("a", nil)}, []bool{false}, nil, 1},
		"one, refused":  {[]work{creates("a", refusal)}, []bool{true}, nil, 0},
		"some refused":  {[]work{creates("a", nil), creates("b", refusal), creates("c", nil)}, []bool{false, true, false}, nil, 2},
		"first refused": {[]work{creates("a", refusal), creates("b", nil)}, []bool{true, false}, nil, 1},
		"all refused":   {[]work{creates("a", refusal), creates("b", refusal)}, []bool{true, true}, nil, 0},
		"one broken":    {[]work{broken}, nil, errors.ErrUnsupported, 0},
		"a broken one":  {[]work{creates("a", nil), broken, creates("b", nil)}, nil, groupcommit.ErrApart, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			verdicts, err := s.commitGroup(t.Context(), struct{}{}, c.group)
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
	_, err := s.commitGroup(t.Context(), struct{}{}, []work{creates("a", nil), creates("b", nil)})
	if !errors.Is(err, errClosed) || errors.Is(err, groupcommit.ErrApart) {
		t.Errorf("got %v", err)
	}
}

// TestCredentialHasOneLane checks that the writes of one credential in many workspaces delay another workspace by one of them,
// and those of one workspace with many credentials too.
func TestCredentialHasOneLane(t *testing.T) {
	t.Parallel()
	for name, lane := range map[string]func(ctx context.Context, i int) (context.Context, string){
		"credential": func(ctx context.Context, i int) (context.Context, string) {
			return sharing.WithCredential(ctx, "a"), fmt.Sprint("w", i)
		},
		"workspace": func(ctx context.Context, i int) (context.Context, string) {
			return sharing.WithCredential(ctx, fmt.Sprint("a", i)), "w"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			begun, release := make(chan struct{}), make(chan struct{})
			var order []string // the store writes one after the other
			var all sync.WaitGroup
			write := func(ctx context.Context, ws, name string, wait func()) {
				all.Go(func() {
					if err := s.inGroup(ctx, work{ws: ws, do: func(context.Context, *session) error {
						wait()
						order = append(order, name)
						return nil
					}}); err != nil {
						t.Error(err)
					}
				})
			}
			write(t.Context(), "first", "first", func() {
				close(begun)
				<-release
			})
			<-begun
			for i := range 40 {
				ctx, ws := lane(t.Context(), i)
				write(ctx, ws, "many", func() {})
			}
			awaitWaiting(t, s, 40)
			write(sharing.WithCredential(t.Context(), "b"), "quiet", "quiet", func() {})
			awaitWaiting(t, s, 41)
			close(release)
			all.Wait()
			if at := slices.Index(order, "quiet"); at != 2 {
				t.Errorf("the other call was number %d of %d", at, len(order))
			}
		})
	}
}

// awaitWaiting waits until so many calls wait for the write lock.
func awaitWaiting(t *testing.T, s *Store, n int) {
	t.Helper()
	for s.writes.Waiting(struct{}{}) != n {
		if t.Context().Err() != nil {
			t.Fatal("the test ended")
		}
		runtime.Gosched()
	}
}
