package graph_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/graph/graphtest"
	"plotline/graph/meaning"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/testing/kit/meaningtest"
)

// meaningWorld is a service with a model that knows words of the same meaning.
type meaningWorld struct {
	*graph.Service

	store graph.Store
	model *meaningtest.Concepts
	by    audit.Caller
	woken int
}

func newMind(t *testing.T) *meaningWorld {
	t.Helper()
	m := &meaningWorld{
		store: graphtest.NewModel(), model: meaningtest.New("m", "slow sluggish lagging", "checkout till payment"),
		by: audit.Caller{Workspace: "w", Role: access.Admin},
	}
	runner := &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}
	m.Service = graph.NewService(m.store, runner, graph.WithMeaning(m.model, func() { m.woken++ }))
	return m
}

func (m *meaningWorld) create(t *testing.T, names ...string) []graph.ID {
	t.Helper()
	in := graph.CreateEpisodesInput{}
	for _, name := range names {
		in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Name: name, Query: name})
	}
	out, err := m.CreateEpisodes(t.Context(), m.by, in)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]graph.ID, len(names))
	for i, e := range out.Episodes {
		ids[i] = e.EpisodeID
	}
	return ids
}

func (m *meaningWorld) embed(t *testing.T) {
	t.Helper()
	if _, err := m.store.UseModel(t.Context(), "w", "m", false); err != nil {
		t.Fatal(err)
	}
	if err := embedding.New(m.store, m.model, slog.New(slog.DiscardHandler)).CatchUp(t.Context(), "w", func(int) {}); err != nil {
		t.Fatal(err)
	}
}

func (m *meaningWorld) recall(t *testing.T, in graph.RecallInput) graph.RecallOutput {
	t.Helper()
	in.Limit, in.MaxBytes = 8, 4096
	out, err := m.Recall(t.Context(), m.by, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func namesOf(out graph.RecallOutput) []string {
	names := make([]string, len(out.Episodes))
	for i, e := range out.Episodes {
		names[i] = e.Name
	}
	return names
}

// unaware is a model that knows no word.
type unaware struct{ *meaningtest.Concepts }

// EmbedQuery implements meaning.Embedder.
func (unaware) EmbedQuery(context.Context, string) ([]float32, error) { return nil, nil }

// TestRecallOfUnknownWords checks that a query in a language that the model does not know goes by words, and says so.
func TestRecallOfUnknownWords(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	runner := &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}
	m.Service = graph.NewService(m.store, runner, graph.WithMeaning(unaware{m.model}, func() {}))
	m.create(t, append([]string{"ชำระเงิน ซ้ำ"}, shop...)...)
	m.embed(t)
	out := m.recall(t, graph.RecallInput{Query: "ซ้ำ", Depth: 2})
	const hint = "Only words were searched. The embedding model does not know the words of the query."
	if got := namesOf(out); len(got) != 1 || got[0] != "ชำระเงิน ซ้ำ" || out.Meaning != "off" || out.Hint != hint {
		t.Errorf("%q, meaning %s, hint %q", got, out.Meaning, out.Hint)
	}
}

var shop = []string{
	"Sluggish till", "Bread was late", "Orders arrived twice", "A new oven", "The fence was painted", "Flour ran out",
	"Roses in winter", "Snow on the road",
}

// newShop returns a mind with the episodes of shop, and their vectors.
func newShop(t *testing.T) *meaningWorld {
	t.Helper()
	m := newMind(t)
	m.create(t, shop...)
	m.embed(t)
	return m
}

// TestRecallByMeaning checks that recall finds an episode with other words, and omits unrelated ones.
func TestRecallByMeaning(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	ids := m.create(t, shop...)
	if m.woken == 0 {
		t.Error("the one who makes vectors was not told of the write")
	}
	before := m.recall(t, graph.RecallInput{Query: "slow checkout"})
	if len(before.Episodes) != 0 || before.Meaning != "off" || before.Hint == "" {
		t.Errorf("before there are vectors: %+v", before)
	}
	m.embed(t)
	out := m.recall(t, graph.RecallInput{Query: "slow checkout"})
	if got := namesOf(out); !slices.Equal(got, []string{"Sluggish till"}) || out.Meaning != "on" || out.Count != 1 || out.Of != len(shop) {
		t.Errorf("got %q, %+v", got, out)
	}
	if e := out.Episodes[0]; !strings.HasPrefix(e.Why, "meaning 1.00") || e.Score < 0.3 {
		t.Errorf("%s, %v", e.Why, e.Score)
	}
	both := m.recall(t, graph.RecallInput{Query: "lagging orders"})
	if got := namesOf(both); len(got) != 2 || got[0] != "Orders arrived twice" {
		t.Errorf("by words and by meaning: %q", got)
	}
	if nonsense := m.recall(t, graph.RecallInput{Query: "quantum chromodynamics lattice"}); len(nonsense.Episodes) != 0 {
		t.Errorf("nothing to do with anything: %+v", nonsense.Episodes)
	}
	if _, err := m.AddRelationship(t.Context(), m.by, graph.AddRelationshipInput{
		FromEpisodeID: graph.EpisodeRef(ids[0]), ToEpisodeID: graph.EpisodeRef(ids[3]), RelationshipType: graph.Causes, Strength: 1,
	}); err != nil {
		t.Fatal(err)
	}
	lent := m.recall(t, graph.RecallInput{Query: "slow checkout", Depth: 1})
	if got := namesOf(lent); !slices.Equal(got, []string{"Sluggish till", "A new oven"}) || lent.Episodes[1].Why != `caused by #1 "Sluggish till"` {
		t.Errorf("along a relationship: %q, %+v", got, lent.Episodes)
	}
}

// TestRecallOfOneEpisode checks that meaning works without other episodes to compare with.
func TestRecallOfOneEpisode(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	m.create(t, shop[0])
	m.embed(t)
	if out := m.recall(t, graph.RecallInput{Query: "slow checkout"}); len(out.Episodes) != 1 || out.Episodes[0].Score < 0.3 {
		t.Errorf("%+v", out)
	}
	if out := m.recall(t, graph.RecallInput{Query: "roses in winter"}); len(out.Episodes) != 0 {
		t.Errorf("%+v", out)
	}
}

// TestRecallByMeaningWithAFilter checks that the filter also applies to the nearest episodes.
func TestRecallByMeaningWithAFilter(t *testing.T) {
	t.Parallel()
	m := newShop(t)
	most := -0.5
	if out := m.recall(t, graph.RecallInput{Query: "slow checkout", MaxReward: &most}); len(out.Episodes) != 0 || out.Count != 0 || out.Meaning != "on" {
		t.Errorf("%+v", out)
	}
	most = 0
	if out := m.recall(t, graph.RecallInput{Query: "slow checkout", MaxReward: &most}); len(out.Episodes) != 1 {
		t.Errorf("%+v", out)
	}
}

// TestRecallWithoutItsModel checks that recall uses words if the model fails, says so, and does not ask the
// model for a while.
func TestRecallWithoutItsModel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newShop(t)
		asked := 0
		m.model.Before(func() { asked++ })
		m.model.Fail(errors.New("dial tcp: refused"))
		for range 3 {
			out := m.recall(t, graph.RecallInput{Query: "orders for the checkout"})
			if got := namesOf(out); !slices.Equal(got, []string{"Orders arrived twice"}) || out.Meaning != "off" || asked != 1 {
				t.Errorf("%q, %+v, asked %d times", got, out, asked)
			}
			if out.Hint != "No episode has: checkout. Only words were searched. The embedding model failed; the log says why." {
				t.Errorf("hint %q", out.Hint)
			}
		}
		time.Sleep(16 * time.Second)
		m.model.Fail(fault.New(fault.Unavailable, "The endpoint is away"))
		if out := m.recall(t, graph.RecallInput{Query: "checkout"}); !strings.Contains(out.Hint, "The endpoint is away.") {
			t.Errorf("hint %q", out.Hint)
		}
		time.Sleep(16 * time.Second)
		m.model.Fail(nil)
		if out := m.recall(t, graph.RecallInput{Query: "checkout"}); out.Meaning != "on" || out.Hint != "No episode has: checkout. These are the nearest by meaning." {
			t.Errorf("%+v", out)
		}
	})
}

// TestRecallDoesNotWaitForItsModel checks that a slow model leaves half of the time for the words.
func TestRecallDoesNotWaitForItsModel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newShop(t)
		m.model.Before(func() { time.Sleep(time.Minute) })
		for _, limit := range []time.Duration{4 * time.Second, time.Hour} {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			out, err := m.Recall(ctx, m.by, graph.RecallInput{Query: "orders", Limit: 8, MaxBytes: 4096})
			cancel()
			if err != nil || len(out.Episodes) != 1 || !strings.Contains(out.Hint, "did not answer in time") {
				t.Errorf("%+v, %v", out, err)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("took %s of %s", took, limit)
			}
			time.Sleep(2 * time.Minute)
		}
	})
}

// TestRecallWithAnotherModel checks that the hint names the model of the vectors.
func TestRecallWithAnotherModel(t *testing.T) {
	t.Parallel()
	m := newMind(t)
	m.create(t, shop...)
	if _, err := m.store.UseModel(t.Context(), "w", "former", false); err != nil {
		t.Fatal(err)
	}
	out := m.recall(t, graph.RecallInput{Query: "orders"})
	if len(out.Episodes) != 1 || out.Meaning != "off" || !strings.Contains(out.Hint, "former") || !strings.Contains(out.Hint, "plotline embed --switch") {
		t.Errorf("%+v", out)
	}
}

// TestRecallBeforeItsVector checks that a vector that is not made yet is no evidence against an episode: one that has
// the only word of the query stands before those that are near by meaning, and the hint counts the vectors.
func TestRecallBeforeItsVector(t *testing.T) {
	t.Parallel()
	m := newShop(t)
	m.create(t, "Till CVE-2024-30171")
	out := m.recall(t, graph.RecallInput{Query: "slow checkout CVE-2024-30171"})
	if got := namesOf(out); len(got) < 2 || got[0] != "Till CVE-2024-30171" || out.Meaning != "on" {
		t.Errorf("got %q, %+v", got, out)
	}
	if want := "8 of 9 episodes have a vector yet"; !strings.Contains(out.Hint, want) {
		t.Errorf("hint %q, want %q", out.Hint, want)
	}
	m.embed(t)
	if out := m.recall(t, graph.RecallInput{Query: "slow checkout CVE-2024-30171"}); out.Hint != "" {
		t.Errorf("hint with all vectors: %q", out.Hint)
	}
}

// TestWaitingIsNotTheModelsFailure checks that many recalls of one workspace take meaning only from some of their own, and
// that recalls of another get their turn meanwhile.
func TestWaitingIsNotTheModelsFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newShop(t)
		m.recall(t, graph.RecallInput{Query: "slow checkout"}) // makes the vectors of unrelated texts
		processors := make(chan struct{}, runtime.GOMAXPROCS(0))
		m.model.Before(func() {
			processors <- struct{}{}
			time.Sleep(time.Second)
			<-processors
		})
		in := graph.RecallInput{Query: "slow till", Limit: 8, MaxBytes: 4096}
		hints := make(chan string, 100)
		visitor, second := sharing.WithCredential(t.Context(), "visitor"), m.by // one credential, two workspaces
		second.Workspace = "second"
		for range cap(hints) * runtime.GOMAXPROCS(0) / 2 {
			go func() {
				out, err := m.Recall(visitor, m.by, in)
				if err != nil {
					t.Error(err)
				}
				hints <- out.Meaning + out.Hint
			}()
			go func() {
				if _, err := m.Recall(visitor, second, in); err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		for range 3 {
			out, err := m.Recall(t.Context(), audit.Caller{Workspace: "other", Role: access.Admin}, in)
			if err != nil || strings.Contains(out.Hint, "Only words") {
				t.Errorf("of another workspace: %q, %v", out.Hint, err)
			}
		}
		got := map[string]int{}
		for range cap(hints) * runtime.GOMAXPROCS(0) / 2 {
			got[<-hints]++
		}
		for hint, n := range got {
			if hint != "on" && !strings.HasSuffix(hint, "Only words were searched. Too many recalls were waiting for the embedding model.") {
				t.Errorf("%d × %q", n, hint)
			}
		}
		if got["on"] == 0 || len(got) != 2 {
			t.Errorf("%v", got)
		}
		if out, err := m.Recall(t.Context(), m.by, in); err != nil || out.Meaning != "on" {
			t.Errorf("afterwards: meaning %s, %q, %v", out.Meaning, out.Hint, err)
		}
	})
}

// TestRejectedQueryFailsAlone checks that a query that the model does not take is no failure for the next one.
func TestRejectedQueryFailsAlone(t *testing.T) {
	t.Parallel()
	m := newShop(t)
	m.recall(t, graph.RecallInput{Query: "slow checkout"})
	m.model.Fail(fault.New(fault.Unavailable, "The embeddings endpoint rejects the texts").Because(meaning.ErrRejected))
	if out := m.recall(t, graph.RecallInput{Query: "slow checkout"}); out.Meaning != "off" || !strings.Contains(out.Hint, "rejects the texts.") {
		t.Errorf("meaning %s, %q", out.Meaning, out.Hint)
	}
	m.model.Fail(nil)
	if out := m.recall(t, graph.RecallInput{Query: "slow checkout"}); out.Meaning != "on" {
		t.Errorf("the next: meaning %s, %q", out.Meaning, out.Hint)
	}
}
