package graphtest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"plotline/graph"
	"plotline/internal/input"
)

// The pools are small, so that values often collide.
var (
	// Products of these are exact, tied, rounded, subnormal and zero.
	drawStrength = rapid.SampledFrom([]float64{1, 0.5, 0.9, 0.1, 0.3, 0.7, 1, 0.5, 0, 1e-160, math.SmallestNonzeroFloat64})
	drawBound    = rapid.SampledFrom([]float64{0, 0.5, 0, 0.1, 0.03, 0, 0.9, 1, 0, 0.09, 0.25, 1e-320, math.SmallestNonzeroFloat64})
	drawReward   = rapid.SampledFrom([]float64{0, 1, -1, 0.1, -0.5})
	drawType     = rapid.SampledFrom([]graph.Type{
		graph.Follows, graph.Follows, graph.Causes, graph.PartOf, graph.RelatedTo, graph.Contradicts, graph.Refines,
	})
	drawTypes     = rapid.SliceOfNDistinct(rapid.SampledFrom(graph.Types()), 0, 3, rapid.ID)
	drawDirection = rapid.SampledFrom([]graph.Direction{graph.Both, graph.Outgoing, graph.Incoming})
	drawWords     = rapid.SliceOfN(rapid.SampledFrom([]string{
		"alpha", "Beta", "café", "cafe", "京都", "AND", "or*", "x-1", "🚀", "\"near\"", "हिन्दी", "a/b\\c", "name:", "\x00",
		"Bestellung", "Bestellungen", "orders", "order", "заказы", "заказ",
	}), 0, 3)
	drawQuery = rapid.Custom(func(r *rapid.T) string {
		words := strings.Join(drawWords.Draw(r, "words"), " ")
		forms := []string{"%s", "%s", `"%s"`, `alph* %s`, `%s "beta alpha" caf*`}
		return fmt.Sprintf(rapid.SampledFrom(forms).Draw(r, "form"), words)
	})
	drawTags     = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"t", "T", "é", "two words", "AND"}), 0, 3, rapid.ID)
	drawMetadata = rapid.SampledFrom([]input.Object{
		nil, object(`{}`), object(`{"n":12345678901234567890.10,"n":1e400}`), object(`{"é":{"🚀":[null,{"a":[]}]},"":"\u0000"}`),
		object(`{"b":1,"a":2.0,"b":-0}`),
	})
	drawKey = rapid.SampledFrom([]string{"", "k", "", "K", "k", "k "})
)

// below draws a number from 0 to n-1 with equal probability. The ranges of rapid favour small numbers,
// which would make common cases rare here.
func below(r *rapid.T, n int, label string) int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return rapid.SampledFrom(all).Draw(r, label)
}

// pool is the number of episode ids, and so the most episodes in a workspace.
const pool = 9

// poolID returns an id of the pool. The order of the ids differs from that of the indexes.
func poolID(i int) graph.ID {
	return graph.ID(fmt.Sprintf("%08x-0000-7000-8000-%012x", uint32(i)*2654435761, i)) //nolint:gosec // a hash
}

// anyEpisode draws an id of the pool, mostly that of a stored episode.
func (m *machine) anyEpisode(r *rapid.T, label string) graph.ID {
	there := m.here().episodes
	if len(there) > 0 && below(r, 10, label+" is there") > 0 {
		return there[below(r, len(there), label)].EpisodeID
	}
	return poolID(below(r, pool, label))
}

// anyEpisodes draws some ids without duplicates.
func (m *machine) anyEpisodes(r *rapid.T, most int) []graph.ID {
	var ids []graph.ID
	for range below(r, most+1, "how many") {
		if id := m.anyEpisode(r, "episode"); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// anyRelationship draws the id of a stored relationship, or an unknown id.
func (m *machine) anyRelationship(r *rapid.T) graph.ID {
	there := m.here().rels
	if len(there) > 0 && below(r, 10, "is there") > 0 {
		return there[below(r, len(there), "relationship")].ID
	}
	return fixedID(9, 0)
}

func drawTime(r *rapid.T) graph.Time { return at(40 * below(r, 5, "time")) }

// maybe draws a pointer, often nil.
func maybe[T any](r *rapid.T, g *rapid.Generator[T], label string) *T {
	if !rapid.Bool().Draw(r, label+" given") {
		return nil
	}
	return new(g.Draw(r, label))
}

// content fills the fields that an update may change. A running number makes contents distinct, so that
// equal content is always intended.
func (m *machine) content(r *rapid.T, e *graph.Episode) {
	m.made++
	e.Name = fmt.Sprintf("%s #%d", rapid.SampledFrom([]string{"e", "🚀 é", "e\u0301", "\"]|%%"}).Draw(r, "name"), m.made)
	e.Query = strings.Join(drawWords.Draw(r, "query"), " ") + "\n" + fmt.Sprint("q", m.made)
	if below(r, 4, "begins with its name") == 0 {
		e.Query = e.Name + e.Query
	}
	e.Reflection = strings.Join(drawWords.Draw(r, "reflection"), "\t")
	e.Reward = drawReward.Draw(r, "reward")
	e.Tags = drawTags.Draw(r, "tags")
	e.Metadata = drawMetadata.Draw(r, "metadata")
}

// newEpisode draws an episode to create. It is a new one, or an earlier one under the same or another id,
// as a client that retries sends it.
func (m *machine) newEpisode(r *rapid.T, earlier []graph.NewEpisode) graph.NewEpisode {
	known := slices.Clone(earlier)
	for _, e := range m.here().episodes {
		// The contract does not say whether a bare id still matches its content after an update. No client
		// retries that late, so such an episode is drawn only if it has a key.
		if e.Key != "" || e.UpdatedAt == e.CreatedAt {
			known = append(known, e)
		}
	}
	if len(known) > 0 && below(r, 3, "known") == 0 {
		e := known[below(r, len(known), "which")]
		if e.Key != "" && rapid.Bool().Draw(r, "other id") {
			e.EpisodeID = poolID(below(r, pool, "id"))
		}
		return e
	}
	e := graph.NewEpisode{Key: drawKey.Draw(r, "key")}
	m.content(r, &e.Episode)
	e.EpisodeID = poolID(below(r, pool, "id"))
	e.CreatedAt = drawTime(r)
	e.UpdatedAt = e.CreatedAt
	if e.Key != "" {
		e.Digest = "digest of " + e.Name
	}
	if below(r, 4, "numbered") == 0 {
		e.ID = m.number(r)
	}
	return e
}

// number draws a serial number to request: one up to the counter, or one so far above it that no gap
// reaches it.
func (m *machine) number(r *rapid.T) int64 {
	last := m.here().last
	if last > 0 && rapid.Bool().Draw(r, "low") {
		return rapid.Int64Range(max(1, last-20), last).Draw(r, "number")
	}
	return last + 1000*rapid.Int64Range(1, 2).Draw(r, "far")
}

// newRelationship draws a relationship without its ends.
func (m *machine) newRelationship(r *rapid.T) graph.Relationship {
	m.made++
	return graph.Relationship{
		// Ids of the same instant sort in any order.
		ID:   graph.ID(fmt.Sprintf("%08x-0000-7000-8000-%012x", rapid.Uint32Max(7).Draw(r, "rank"), m.made)),
		Type: drawType.Draw(r, "type"), Strength: drawStrength.Draw(r, "strength"),
		Metadata: drawMetadata.Draw(r, "metadata"), CreatedAt: drawTime(r),
	}
}

// relationship draws a relationship to add. Sometimes it exists already, as when a client retries.
func (m *machine) relationship(r *rapid.T) graph.Relationship {
	there := m.here().rels
	if len(there) > 0 && below(r, 10, "again") == 0 {
		return there[below(r, len(there), "which")]
	}
	rel := m.newRelationship(r)
	rel.From, rel.To = m.twoEpisodes(r)
	return rel
}

// twoEpisodes draws two different ends of a relationship.
func (m *machine) twoEpisodes(r *rapid.T) (from, to graph.ID) {
	from, to = m.anyEpisode(r, "from"), m.anyEpisode(r, "to")
	for i := 0; from == to; i++ {
		to = poolID(i)
		if there := m.here().episodes; i < len(there) {
			to = there[i].EpisodeID
		}
	}
	return from, to
}
