package transfer_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/graph/transfer"
	"plotline/internal/audit"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/testing/kit/neo4jtest"
)

// drawn is a generated graph with all kinds of field values.
type drawn struct {
	episodes []graph.NewEpisode
	rels     []graph.Relationship
}

var (
	drawText = rapid.OneOf(
		rapid.StringN(1, 40, 200),
		rapid.SampledFrom([]string{"\x00", "\u2028<&>\u2029", "a\r\nb", `"\`, "e\u0301", "🚀", "\ufeffbom", "\x7f\x1b[31m", "null"}),
	)
	drawNumber = rapid.OneOf(
		rapid.Float64Range(0, 1),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, math.SmallestNonzeroFloat64, 0x1p-1022, 1 - 0x1p-53, 0.1, 1e-7, 1e-300}),
	)
	drawInstant = rapid.OneOf( // the years 1 to 9999, to the microsecond
		rapid.Int64Range(-62135596800_000000, 253402300799_999999),
		rapid.SampledFrom([]int64{0, -1, 1, -62135596800_000000, 253402300799_999999}),
	)
	drawObject = rapid.SampledFrom([]string{
		"", `{}`, `{"n":12345678901234567890.10,"n":1e400}`, `{"é":{"🚀":[null,{"a":[]}]},"":"\u0000\ud800"}`,
		`{"b":1,"a":-0,"c":"<&>` + "\u2028" + `"}`, `{"a":"\/\u00e9"}`,
	})
)

func drawGraph() *rapid.Generator[drawn] {
	return rapid.Custom(func(r *rapid.T) drawn {
		var g drawn
		used := map[int64]bool{}
		for i := range rapid.IntRange(1, 12).Draw(r, "episodes") {
			e := graph.NewEpisode{Episode: graph.Episode{
				EpisodeID: graph.NewID(), Name: drawText.Draw(r, "name"), Query: drawText.Draw(r, "query"),
				Reward: drawNumber.Draw(r, "reward"), Metadata: input.Object(drawObject.Draw(r, "metadata")),
				Tags:      rapid.SliceOfNDistinct(drawText, 0, 3, rapid.ID).Draw(r, "tags"),
				CreatedAt: graph.Time(drawInstant.Draw(r, "created")), UpdatedAt: graph.Time(drawInstant.Draw(r, "updated")),
			}}
			if rapid.Bool().Draw(r, "negative") {
				e.Reward = -e.Reward
			}
			if rapid.Bool().Draw(r, "reflected") {
				e.Reflection = drawText.Draw(r, "reflection")
			}
			if rapid.Bool().Draw(r, "keyed") {
				e.Key, e.Digest = fmt.Sprint(drawText.Draw(r, "key"), i), "digest"
			}
			if n := rapid.Int64Range(1, 1<<50).Draw(r, "number"); rapid.Bool().Draw(r, "numbered") && !used[n] {
				e.ID, used[n] = n, true
			}
			g.episodes = append(g.episodes, e)
		}
		g.rels = drawRelationships(r, g.episodes)
		return g
	})
}

func drawRelationships(r *rapid.T, episodes []graph.NewEpisode) []graph.Relationship {
	var rels []graph.Relationship
	for from := range episodes {
		for to := from + 1; to < len(episodes); to++ {
			for _, kind := range rapid.SliceOfNDistinct(rapid.SampledFrom(graph.Types()), 0, 3, rapid.ID).Draw(r, "types") {
				rels = append(rels, graph.Relationship{
					ID: graph.NewID(), From: episodes[from].EpisodeID, To: episodes[to].EpisodeID, Type: kind,
					Strength: drawNumber.Draw(r, "strength"), Metadata: input.Object(drawObject.Draw(r, "metadata")),
					CreatedAt: graph.Time(drawInstant.Draw(r, "created")),
				})
			}
		}
	}
	return rels
}

// over returns the use cases over a store.
func over(store graph.Store) *graph.Service {
	return graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler), Timeout: time.Minute})
}

func newFile(t *testing.T) graph.Store {
	t.Helper()
	store := sqlitestore.New(filepath.Join(t.TempDir(), "graph.db"))
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// tester is the part that *testing.T and *rapid.T have in common.
type tester interface {
	rapid.TB
	Context() context.Context
}

// place is a workspace of a store.
type place struct {
	graph.Store
	by audit.Caller
}

func in(store graph.Store, ws string) place {
	caller := by
	caller.Workspace = ws
	return place{store, caller}
}

func (p place) fill(t tester, g drawn) {
	t.Helper()
	if _, err := p.CreateEpisodes(t.Context(), p.by.Workspace, graph.Batch{Episodes: g.episodes}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.AddRelationships(t.Context(), p.by.Workspace, g.rels); err != nil {
		t.Fatal(err)
	}
}

func (p place) export(t tester) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := transfer.Export(t.Context(), over(p.Store), p.by, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// moved imports an export twice and checks that the workspace exports the same bytes.
func (p place) moved(t tester, lines []byte, g drawn) {
	t.Helper()
	want := graph.Imported{EpisodesCreated: len(g.episodes), RelationshipsCreated: len(g.rels)}
	for range 2 {
		done, err := transfer.JSONLines(t.Context(), over(p.Store), p.by, bytes.NewReader(lines))
		if err != nil || done != want {
			t.Fatalf("import: %+v, %v, want %+v\n%s", done, err, want, lines)
		}
		want = graph.Imported{EpisodesSkipped: len(g.episodes), RelationshipsSkipped: len(g.rels)}
	}
	if got := p.export(t); !bytes.Equal(got, lines) {
		t.Fatalf("moved, the graph exports as\n%s\nwant\n%s", got, lines)
	}
}

// TestRoundTrip checks that a graph exports the same bytes after it was imported elsewhere.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	file := newFile(t)
	rapid.Check(t, func(r *rapid.T) {
		g := drawGraph().Draw(r, "graph")
		first := in(graphtest.NewModel(), "first")
		first.fill(r, g)
		in(file, graphtest.Workspace()).moved(r, first.export(r), g)
	})
}

// TestRoundTripThroughNeo4j moves a graph from a file to Neo4j, to another version of Neo4j and back to a
// file.
func TestRoundTripThroughNeo4j(t *testing.T) {
	t.Parallel()
	file := newFile(t)
	for example := range 2 {
		g := drawGraph().Example(example)
		first := in(file, graphtest.Workspace())
		first.fill(t, g)
		lines := first.export(t)
		for _, version := range neo4jtest.VersionsOfTier() {
			server := neo4jtest.Open(t, version)
			store, err := neo4jstore.New(neo4jstore.Config{
				URI: server.URI, Username: server.Username, Password: server.Password,
			}, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = store.Close() })
			there := in(store, server.Workspace(t, "PlotlineSerial", "PlotlineSpentSerial", "PlotlineLock", "PlotlineModel", "PlotlinePart"))
			there.moved(t, lines, g)
			lines = there.export(t)
		}
		in(file, graphtest.Workspace()).moved(t, lines, g)
	}
}

// TestHighestNumber checks that no number is given that an import refuses, whatever numbers were imported.
func TestHighestNumber(t *testing.T) {
	t.Parallel()
	for _, number := range []int64{1 << 52, 1<<53 - 1} {
		service := newService()
		line := strings.Replace(episode(idA, "one"), `"id":7`, fmt.Sprintf(`"id":%d`, number), 1)
		if _, err := transfer.JSONLines(t.Context(), service, by, lines(line)); err != nil {
			t.Fatal(err)
		}
		if _, err := service.CreateEpisode(t.Context(), by, graph.CreateEpisodeInput{Query: "two"}); err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if _, err := transfer.Export(t.Context(), service, by, &text); err != nil {
			t.Fatal(err)
		}
		if _, err := transfer.JSONLines(t.Context(), newService(), by, strings.NewReader(text.String())); err != nil {
			t.Errorf("after %d: %v", number, err)
		}
	}
}
