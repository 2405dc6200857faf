package neo4jstore

import (
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/transfer"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/testing/kit/neo4jtest"
)

// damages are what a person or a restored copy may do to the nodes that count and lock. The workspace has the numbers 1 to
// 5, of which 5 is that of a deleted episode.
var damages = map[string]struct {
	text      string
	languages bool // they are lost, too
	sound     bool // the counter is not damaged
}{
	"no counter":           {"MATCH (s:PlotlineSerial {workspace: $ws}) DETACH DELETE s WITH 1 AS gone", true, false},
	"a new counter":        {"MATCH (s:PlotlineSerial {workspace: $ws}) SET s = {workspace: $ws}", true, false},
	"no languages":         {"MATCH (s:PlotlineSerial {workspace: $ws}) REMOVE s.languages", true, true},
	"no last number":       {"MATCH (s:PlotlineSerial {workspace: $ws}) REMOVE s.last", false, false},
	"behind the episodes":  {"MATCH (s:PlotlineSerial {workspace: $ws}) SET s.last = 2, s.levelled = 2", false, false},
	"behind the spent":     {"MATCH (s:PlotlineSerial {workspace: $ws}) SET s.last = 4, s.levelled = 4", false, false},
	"no locks":             {"MATCH (l:PlotlineLock {workspace: $ws}) DETACH DELETE l WITH count(l) AS gone", false, true},
	"neither":              {"MATCH (n:PlotlineSerial|PlotlineLock {workspace: $ws}) DETACH DELETE n WITH count(n) AS gone", true, false},
	"nothing but episodes": {"MATCH (n:PlotlineSerial|PlotlineLock|PlotlineModel {workspace: $ws}) DETACH DELETE n WITH count(n) AS gone", true, false},
}

// TestDamagedCounter damages the counter or the locks of a workspace. It checks that reads take the extent from the indexes,
// that two processes then create episodes at once without giving a number twice, and that all is right after that.
func TestDamagedCounter(t *testing.T) {
	t.Parallel()
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			onBoth(t, 2, func(t fixture) {
				ids := t.numbered()
				t.byHand(damage.text, params{})
				t.extent(4, 5)
				if seen := t.survey(); seen.Miscounted() == damage.sound {
					t.Errorf("miscounted is %t, of %+v", seen.Miscounted(), seen)
				}

				numbers := t.createTogether()
				if slices.Min(numbers) != 6 || slices.Max(numbers) != int64(5+len(numbers)) {
					t.Errorf("new numbers %v, want all from 6", numbers)
				}
				t.extent(4+len(numbers), 5+int64(len(numbers)))
				if seen := t.survey(); seen.Miscounted() {
					t.Errorf("still miscounted: %+v", seen)
				}
				now, err := t.s[0].Languages(t.Context(), t.ws)
				ok(t, err)
				if now.Languages != analysis.English || now.Left > 0 != damage.languages {
					t.Errorf("%+v of the texts, want to index them again: %t", now, damage.languages)
				}
				ok(t, second(t.s[0].AddRelationship(t.Context(), t.ws, link(ids[3], ids[0], graph.Follows))))
				for _, kind := range orderingTypes {
					keptSoon(t.T, t.s[1], t.ws, kind)
				}
			})
		})
	}
}

// numbered makes the numbers 1 to 5, and deletes the last episode. The others are a chain.
func (t fixture) numbered() []graph.ID {
	t.Helper()
	ids := makeSome(t.T, t.s[0], t.ws, 5)
	ok(t, second(t.s[0].DeleteEpisode(t.Context(), t.ws, ids[4])))
	t.chain([]graph.ID{ids[2], ids[1], ids[0]})
	return ids
}

func (t fixture) survey() graph.Survey {
	t.Helper()
	seen, err := t.s[0].Survey(t.Context(), t.ws)
	ok(t, err)
	return seen
}

// extent checks what each kind of read says of the size of the workspace.
func (t fixture) extent(episodes int, last int64) {
	t.Helper()
	s, ctx := t.s[0], t.Context()
	extent, err := s.Extent(ctx, t.ws)
	ok(t, err)
	extent.LastRelationship = ""
	want := graph.Extent{Episodes: episodes, Relationships: 2, LastNumber: last}
	if d := cmp.Diff(want, extent); d != "" {
		t.Errorf("extent (-want +got):\n%s", d)
	}
	names, err := s.Workspaces(ctx, t.ws[:len(t.ws)-1], 1000)
	ok(t, err)
	if !slices.Contains(names, t.ws) {
		t.Error("the list of workspaces lacks it")
	}
	totals := map[string]int{}
	_, totals["list"], err = s.ListEpisodes(ctx, t.ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	after, err := s.EpisodePage(ctx, t.ws, graph.Page[int64]{UpTo: last, Limit: 1})
	ok(t, err)
	_, totals["list with a cursor"], err = s.ListEpisodes(ctx, t.ws, graph.ListQuery{
		Limit: 1, After: &graph.ListCursor{CreatedAt: after[0].CreatedAt + 1, ID: after[0].ID},
	})
	ok(t, err)
	drawn, err := s.Subgraph(ctx, t.ws, graph.SubgraphQuery{MaxNodes: 1})
	ok(t, err)
	totals["graph"] = drawn.Total
	counted, err := s.CountText(ctx, t.ws, graph.CountQuery{})
	ok(t, err)
	totals["search"] = counted.Episodes
	for name, total := range totals {
		if total != episodes {
			t.Errorf("%s: %d episodes, want %d", name, total, episodes)
		}
	}
}

// createTogether creates episodes with both stores at once, in each way, and returns their numbers.
func (t fixture) createTogether() []int64 {
	t.Helper()
	var mu sync.Mutex
	var numbers []int64
	together(12, func(i int) {
		batch := graph.Batch{Episodes: []graph.NewEpisode{newEpisode("late")}}
		switch i % 3 {
		case 1: // in a batch, without checks
			batch.Episodes = append(batch.Episodes, newEpisode("later"))
		case 2: // in a batch, with checks
			keyed := newEpisode("keyed")
			keyed.Key, keyed.Digest = string(keyed.EpisodeID), "d"
			batch.Episodes = append(batch.Episodes, keyed)
		}
		made, err := t.s[i%2].CreateEpisodes(t.Context(), t.ws, batch)
		if err != nil {
			t.Errorf("create %d: %v", i, err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, e := range made.Episodes {
			numbers = append(numbers, e.ID)
		}
	})
	if len(numbers) == 0 {
		t.FailNow()
	}
	slices.Sort(numbers)
	if twice := len(numbers) - len(slices.Compact(slices.Clone(numbers))); twice > 0 {
		t.Errorf("%d numbers given twice: %v", twice, numbers)
	}
	return numbers
}

// TestRepair checks that a repair makes right what no create would find, and that orders are settled after it.
func TestRepair(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		t.numbered()
		for name, damage := range damages {
			t.byHand(damage.text, params{})
			t.repaired(name)
		}
		t.byHand("MATCH (s:PlotlineSerial {workspace: $ws}) SET s.episodes = 40", params{})
		t.repaired("a wrong count")
		t.byHand("MATCH (s:PlotlineSerial {workspace: $ws}) SET s.last = 90, s.episodes = 1", params{})
		t.repaired("a wrong count that is ahead")
		if seen := t.survey(); seen.Counter.Last != 90 {
			t.Errorf("the last number is %d: one that was given may be given again", seen.Counter.Last)
		}
	})
}

func (t fixture) repaired(what string) {
	t.Helper()
	ok(t, t.s[0].Repair(t.Context(), t.ws, ""))
	if seen := t.survey(); seen.Miscounted() || seen.Episodes != 4 {
		t.Errorf("%s: %+v after the repair", what, seen)
	}
	for _, kind := range orderingTypes {
		for state := (graph.OrderState{}); !state.Final(); {
			var err error
			state, err = t.s[0].SettleOrder(t.Context(), t.ws, kind)
			ok(t, err)
		}
		if !kept(t.T, t.s[0], t.ws, kind) {
			t.Errorf("%s: the order by %s is not kept", what, kind)
		}
	}
}

// TestUpdateWithoutCounter checks the other writes of a workspace whose counter is lost.
func TestUpdateWithoutCounter(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, ctx := t.s[0], t.Context()
		ids := t.numbered()
		t.byHand(damages["no counter"].text, params{})
		ep, _, err := s.Episode(ctx, t.ws, ids[0])
		ok(t, err)
		ep.UpdatedAt++
		ok(t, s.ReplaceEpisode(ctx, t.ws, ep, ep.UpdatedAt-1))
		t.byHand(damages["no counter"].text, params{})
		ok(t, second(s.DeleteEpisode(ctx, t.ws, ids[3])))
		makeSome(t.T, s, t.ws, 1)
		t.extent(4, 6)
		t.byHand(damages["no counter"].text, params{})
		for _, kind := range orderingTypes { // a page has the counter made
			keptSoon(t.T, s, t.ws, kind)
		}
		if seen := t.survey(); seen.Miscounted() {
			t.Errorf("still miscounted: %+v", seen)
		}
		now, err := s.UseLanguages(ctx, t.ws, "")
		ok(t, err)
		if now.Languages != analysis.English || now.Left == 0 {
			t.Errorf("%+v, want all texts to be indexed again", now)
		}
	})
}

// TestExportIsNotEmpty checks that an export of a workspace with episodes never ends empty and without an error.
func TestExportIsNotEmpty(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]string{
		"numbers as texts":     "MATCH (e:Episode {workspace: $ws}) SET e.id = 'n' + e.id WITH count(e) AS edited",
		"numbers and fraction": "MATCH (e:Episode {workspace: $ws}) SET e.id = e.id + 0.5 WITH count(e) AS edited",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
			makeSome(t, s, ws, 2)
			fixture{t, ws, []*Store{s}}.byHand(edit, params{})
			service := graph.NewService(s, &usecase.Runner{
				Logger: slog.New(slog.DiscardHandler),
				Audit:  audit.NewLog(audit.NewWriter(io.Discard), audit.All, slog.New(slog.DiscardHandler)),
			})
			_, err := transfer.Export(t.Context(), service, audit.Caller{Workspace: ws, Role: access.Admin}, io.Discard)
			if fault.CodeOf(err) != fault.Conflict {
				t.Errorf("the export ended with %v", err)
			}
		})
	}
}

// TestRightCounterStays checks that a create that fails for another reason than its number leaves the orders kept.
func TestRightCounterStays(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	f := fixture{t, ws, []*Store{s}}
	f.numbered()
	ok(t, second(run(t.Context(), s, makingCounter(ws, "", false, false), nothing)))
	if !kept(t, s, ws, graph.Follows) {
		t.Error("the order is to be computed, though the counter was right")
	}
}
