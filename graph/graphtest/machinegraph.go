package graphtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"plotline/graph"
)

func (m *machine) relationshipsByID(r *rapid.T) {
	ids := []graph.ID{m.anyRelationship(r), m.anyRelationship(r), fixedID(9, 1)}
	slices.Sort(ids)
	m.relationshipsByIDs(r, slices.Compact(ids))
}

func (m *machine) relationshipsByIDs(r *rapid.T, ids []graph.ID) {
	got, gotErr := m.store.RelationshipsByID(m.ctx, m.ws, ids)
	want, wantErr := m.model.RelationshipsByID(m.ctx, m.ws, ids)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "relationships", got)
		same(r, "relationships", byID(got), byID(want))
	}
}

func (m *machine) relationships(r *rapid.T) {
	q := graph.RelationshipQuery{
		Episode: m.anyEpisode(r, "episode"), Direction: drawDirection.Draw(r, "direction"),
		MinStrength: drawBound.Draw(r, "min"), Limit: below(r, 4, "limit"),
	}
	if rapid.Bool().Draw(r, "of a type") {
		q.Type = drawType.Draw(r, "type")
	}
	there := m.here().rels
	if len(there) > 0 && rapid.Bool().Draw(r, "after") {
		last := there[below(r, len(there), "cursor")]
		q.After = &graph.Cursor{CreatedAt: last.CreatedAt, ID: last.ID}
	}
	got, count, gotErr := m.store.Relationships(m.ctx, m.ws, q)
	want, wantCount, wantErr := m.model.Relationships(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "relationships", got)
		same(r, fmt.Sprintf("relationships by %+v", q), got, want)
		same(r, "count", count, wantCount)
	}
}

func (m *machine) between(r *rapid.T) {
	from, to := m.anyEpisode(r, "from"), m.anyEpisode(r, "to")
	var kind graph.Type
	if rapid.Bool().Draw(r, "of a type") {
		kind = drawType.Draw(r, "type")
	}
	got, gotErr := m.store.RelationshipsBetween(m.ctx, m.ws, from, to, kind)
	want, wantErr := m.model.RelationshipsBetween(m.ctx, m.ws, from, to, kind)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "relationships", got)
		same(r, "relationships between", got, want)
	}
}

func (m *machine) related(r *rapid.T) {
	q := graph.RelatedQuery{
		Start: m.anyEpisode(r, "start"), MaxDepth: 1 + below(r, 5, "depth"), Types: drawTypes.Draw(r, "types"),
		MinStrength: drawBound.Draw(r, "min"), Direction: drawDirection.Draw(r, "direction"),
		Strongest: rapid.Bool().Draw(r, "strongest"), Limit: below(r, 5, "limit"),
	}
	got, count, gotErr := m.store.Related(m.ctx, m.ws, q)
	want, wantCount, wantErr := m.model.Related(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "related", got)
		same(r, fmt.Sprintf("related by %+v", q), got, want)
		same(r, "count", count, wantCount)
	}
}

// findCycle expects a path along stored relationships that is as short as the model's. Which of several
// such paths is returned is unspecified.
func (m *machine) findCycle(r *rapid.T) {
	from, to := m.anyEpisode(r, "from"), m.anyEpisode(r, "to")
	kind := rapid.SampledFrom([]graph.Type{graph.Follows, graph.Causes}).Draw(r, "type")
	got, gotErr := m.store.FindCycle(m.ctx, m.ws, from, to, kind)
	want, wantErr := m.model.FindCycle(m.ctx, m.ws, from, to, kind)
	if !m.agree(r, gotErr, wantErr) {
		return
	}
	if got == nil || want == nil || len(got.IDs) != len(want.IDs) || got.Omitted != 0 {
		same(r, "cycle", got, want)
		return
	}
	m.closed(r, got.IDs, from, to, kind)
}

// closed expects a path from, to, …, from whose steps except the first are relationships of the type.
func (m *machine) closed(r *rapid.T, path []graph.ID, from, to graph.ID, kind graph.Type) {
	if path[0] != from || path[1] != to || path[len(path)-1] != from {
		r.Errorf("path %v is not closed over %s, %s", path, from, to)
	}
	for i := 1; i < len(path)-1; i++ {
		if len(m.here().between(path[i], path[i+1], kind)) == 0 {
			r.Errorf("path %v: nothing leads from %s to %s", path, path[i], path[i+1])
		}
	}
}

func (m *machine) subgraph(r *rapid.T) {
	m.subgraphBy(r, graph.SubgraphQuery{
		IDs: m.anyEpisodes(r, 3), Types: drawTypes.Draw(r, "types"),
		MaxNodes: 1 + below(r, pool, "max nodes"), MaxEdges: below(r, 4, "max edges"), Depth: below(r, 6, "depth"),
	})
}

func (m *machine) subgraphBy(r *rapid.T, q graph.SubgraphQuery) {
	got, gotErr := m.store.Subgraph(m.ctx, m.ws, q)
	want, wantErr := m.model.Subgraph(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		sameSubgraph(r, fmt.Sprintf("subgraph by %+v", q), got, want)
	}
}

func (m *machine) outline(r *rapid.T) {
	q := graph.OutlineQuery{Filter: graph.EpisodeFilter{
		Since: maybe(r, rapid.Custom(drawTime), "since"), Until: maybe(r, rapid.Custom(drawTime), "until"),
		Tags: drawTags.Draw(r, "tags"), MinReward: maybe(r, drawReward, "min"), MaxReward: maybe(r, drawReward, "max"),
	}, Limit: below(r, pool, "limit"), Details: rapid.Bool().Draw(r, "details")}
	got, gotErr := m.store.Outline(m.ctx, m.ws, q)
	want, wantErr := m.model.Outline(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		sameOutline(r, fmt.Sprintf("outline by %+v", q), got, want, q.Details)
	}
	tags, gotErr := m.store.Tags(m.ctx, m.ws)
	wantTags, wantErr := m.model.Tags(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "tags", tags, wantTags)
	}
}

func (m *machine) projection(r *rapid.T) {
	ids, kind := m.anyEpisodes(r, 4), drawType.Draw(r, "type")
	got, gotErr := m.store.Projection(m.ctx, m.ws, kind, ids)
	want, wantErr := m.model.Projection(m.ctx, m.ws, kind, ids)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "nodes", got.Nodes)
		notNil(r, "edges", got.Edges)
		same(r, "projection", resolve(got), resolve(want))
	}
}

func (m *machine) orderPage(r *rapid.T) {
	q := graph.OrderQuery{
		Type:  rapid.SampledFrom([]graph.Type{graph.Follows, graph.Causes}).Draw(r, "type"),
		Limit: below(r, pool, "limit"), Offset: below(r, pool, "offset"),
	}
	if rapid.Bool().Draw(r, "after a place") {
		q.After = &graph.OrderCursor{Level: below(r, 3, "level"), CreatedAt: drawTime(r), ID: int64(below(r, pool, "serial"))}
	}
	got, gotErr := m.store.OrderPage(m.ctx, m.ws, q)
	want, wantErr := m.model.OrderPage(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) && got != nil {
		same(r, fmt.Sprintf("order page %+v", q), *got, *want)
	}
}
