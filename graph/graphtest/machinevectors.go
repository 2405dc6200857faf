package graphtest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"pgregory.net/rapid"

	"plotline/graph"
)

var (
	models    = []string{"small", "large", "huge"}
	drawToken = rapid.SampledFrom([]string{"a", "b"})
)

// anyModel draws the name of a model: mostly the one that vectors are made for, or the one in use.
func (m *machine) anyModel(r *rapid.T) string {
	v := m.here().meaning
	switch below(r, 5, "which model") {
	case 0:
		return rapid.SampledFrom(models).Draw(r, "model")
	case 1, 2:
		return cmp.Or(v.model, models[0])
	default:
		return cmp.Or(v.next, v.model, models[0])
	}
}

// embeddings compares the state of the vectors. It runs after every write, because the next model takes
// over as soon as the last waiting episode is deleted.
func (m *machine) embeddings(r *rapid.T) {
	got, gotErr := m.store.Embeddings(m.ctx, m.ws)
	want, wantErr := m.model.Embeddings(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "embeddings", got, want)
	}
}

func (m *machine) useModel(r *rapid.T) {
	m.useModelBy(r, rapid.SampledFrom(models).Draw(r, "model"), rapid.Bool().Draw(r, "replace"))
}

func (m *machine) useModelBy(r *rapid.T, model string, replace bool) {
	m.wrote = true
	got, gotErr := m.store.UseModel(m.ctx, m.ws, model, replace)
	want, wantErr := m.model.UseModel(m.ctx, m.ws, model, replace)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("use of %s, replace %t", model, replace), got, want)
	}
}

func (m *machine) claim(r *rapid.T) {
	now := drawTime(r)
	c := graph.Claim{
		Model: m.anyModel(r), Token: drawToken.Draw(r, "token"), Now: now,
		Lasts: time.Duration(1+below(r, 3, "seconds")) * time.Second, Limit: below(r, pool, "limit"),
	}
	m.wrote = true
	got, gotErr := m.store.ClaimTexts(m.ctx, m.ws, c)
	took := m.here().took
	clear(took)
	for _, e := range got {
		took[e.EpisodeID] = true
	}
	want, wantErr := m.model.ClaimTexts(m.ctx, m.ws, c)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "texts", got)
		same(r, fmt.Sprintf("texts by %+v", c), byEpisodeID(got), byEpisodeID(want))
	}
}

// put stores vectors for some episodes that the token holds, and for some others.
func (m *machine) put(r *rapid.T) {
	token, ids := drawToken.Draw(r, "token"), m.anyEpisodes(r, 2)
	all := below(r, 3, "all") > 0
	for _, e := range m.here().episodes {
		if m.here().meaning.claims[e.EpisodeID].token == token && !slices.Contains(ids, e.EpisodeID) && (all || rapid.Bool().Draw(r, "put")) {
			ids = append(ids, e.EpisodeID)
		}
	}
	list := make([]graph.EpisodeVector, len(ids))
	for i, id := range ids {
		list[i] = graph.EpisodeVector{EpisodeID: id, Vectors: m.parts(r)}
	}
	m.wrote = true
	got, gotErr := m.store.PutVectors(m.ctx, m.ws, token, list)
	want, wantErr := m.model.PutVectors(m.ctx, m.ws, token, list)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("stored of %v", ids), got, want)
	}
}

// parts draws the vectors of an episode: mostly one, sometimes several, and seldom none.
func (m *machine) parts(r *rapid.T) []graph.Vector {
	parts := make([]graph.Vector, [...]int{1, 1, 1, 1, 0, 2, 3, graph.MaxParts}[below(r, 8, "parts")])
	for i := range parts {
		parts[i] = m.vector(r)
	}
	return parts
}

// vector draws a small vector, sometimes a zero one or one with another number of components.
func (m *machine) vector(r *rapid.T) graph.Vector {
	m.made++
	switch below(r, 12, "vector") {
	case 0:
		return make(graph.Vector, few)
	case 1:
		return draw(uint64(m.made), few/2) //nolint:gosec // not negative
	default:
		return draw(uint64(m.made), few) //nolint:gosec // not negative
	}
}

// few is the number of components of the drawn vectors.
const few = 6

func (m *machine) release(r *rapid.T) {
	token := drawToken.Draw(r, "token")
	m.agree(r, m.store.ReleaseTexts(m.ctx, m.ws, token), m.model.ReleaseTexts(m.ctx, m.ws, token))
}

func (m *machine) waiting(r *rapid.T) {
	model := m.anyModel(r)
	here := func(list []string) []string {
		return slices.Sorted(slices.Values(slices.DeleteFunc(list, func(ws string) bool { return !slices.Contains(m.spaces, ws) })))
	}
	const everybody = 1_000_000
	got, gotErr := m.store.WaitingWorkspaces(m.ctx, model, everybody)
	want, wantErr := m.model.WaitingWorkspaces(m.ctx, model, everybody)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "workspaces", got)
		same(r, "waiting for "+model, here(got), here(want))
	}
}

func (m *machine) nearest(r *rapid.T) {
	q := graph.VectorQuery{
		Model: m.anyModel(r), Vector: m.vector(r), IDs: m.anyEpisodes(r, 3), Limit: below(r, pool+1, "limit"),
		Filter: graph.EpisodeFilter{
			Since: maybe(r, rapid.Custom(drawTime), "since"), Until: maybe(r, rapid.Custom(drawTime), "until"),
			MinReward: maybe(r, drawReward, "min"), MaxReward: maybe(r, drawReward, "max"),
		},
	}
	if below(r, 3, "tagged") == 0 {
		q.Filter.Tags = drawTags.Draw(r, "tags")
	}
	q.Limit = m.pastEquals(r, q)
	got, gotErr := m.store.FindNearest(m.ctx, m.ws, q)
	want, wantErr := m.model.FindNearest(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "matches", got.Matches)
		sameNearest(r, fmt.Sprintf("nearest by %+v", q), got, want)
	}
}

// pastEquals raises the limit of a query until it does not separate equally near vectors. Which of those a
// store keeps is unspecified.
func (m *machine) pastEquals(r *rapid.T, q graph.VectorQuery) int {
	limit := q.Limit
	q.IDs, q.Limit = nil, pool
	all, err := m.model.FindNearest(m.ctx, m.ws, q)
	ok(r, err)
	for limit > 0 && limit < len(all.Matches) && sameCosine(all.Matches[limit-1].Cosine, all.Matches[limit].Cosine) {
		limit++
	}
	return limit
}

func sameCosine(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

// sameNearest compares matches in any order.
func sameNearest(t rapid.TB, what string, got, want graph.Nearest) {
	t.Helper()
	for _, list := range [][]graph.VectorMatch{got.Matches, want.Matches} {
		slices.SortFunc(list, func(a, b graph.VectorMatch) int { return cmp.Compare(a.EpisodeID, b.EpisodeID) })
	}
	for i := range min(len(got.Matches), len(want.Matches)) {
		if sameCosine(got.Matches[i].Cosine, want.Matches[i].Cosine) {
			got.Matches[i].Cosine = want.Matches[i].Cosine
		}
	}
	same(t, what, got, want)
}
