package graphtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"plotline/graph"
)

// Each operation below draws its arguments. It passes them to a function that calls the store and the
// model, and compares the results.

func (m *machine) create(r *rapid.T, most int) {
	var batch graph.Batch
	for range 1 + below(r, most, "episodes") {
		batch.Episodes = append(batch.Episodes, m.newEpisode(r, batch.Episodes))
	}
	end := func(label string) graph.End {
		if rapid.Bool().Draw(r, label+" in the batch") {
			return graph.End{Item: below(r, len(batch.Episodes), label)}
		}
		return graph.End{Item: -1, Episode: m.anyEpisode(r, label)}
	}
	if most > 1 {
		for range below(r, 5, "relationships") {
			batch.Relationships = append(batch.Relationships, graph.NewRelationship{
				Relationship: m.newRelationship(r), FromEnd: end("from"), ToEnd: end("to"),
			})
		}
	}
	batch.Languages = m.writerLanguages(r)
	m.createBatch(r, batch)
}

func (m *machine) createBatch(r *rapid.T, batch graph.Batch) {
	m.wrote = true
	got, gotErr := m.store.CreateEpisodes(m.ctx, m.ws, batch)
	for _, e := range got.Episodes {
		m.here().gave[e.EpisodeID] = e.ID
	}
	want, wantErr := m.model.CreateEpisodes(m.ctx, m.ws, batch)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "episodes", got.Episodes)
		notNil(r, "relationships", got.Relationships)
		same(r, fmt.Sprintf("created by %+v", batch), got, want)
	}
}

func (m *machine) episode(r *rapid.T) {
	id := m.anyEpisode(r, "episode")
	got, gotRels, gotErr := m.store.Episode(m.ctx, m.ws, id)
	want, wantRels, wantErr := m.model.Episode(m.ctx, m.ws, id)
	if m.agree(r, gotErr, wantErr) {
		same(r, "episode", got, want)
		same(r, "relationships of the episode", gotRels, wantRels)
	}
}

func (m *machine) swap(r *rapid.T) {
	ids := make([]graph.ID, below(r, 4, "relationships"))
	for i := range ids {
		ids[i] = m.anyRelationship(r)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	m.wrote = true
	got, gotEnds, gotErr := m.store.SwapRelationships(m.ctx, m.ws, ids)
	want, wantEnds, wantErr := m.model.SwapRelationships(m.ctx, m.ws, ids)
	if m.agree(r, gotErr, wantErr) {
		same(r, "swapped", got, want)
		same(r, "ends", gotEnds, wantEnds)
	}
}

func (m *machine) backward(r *rapid.T) {
	limit := 1 + below(r, 4, "limit")
	got, gotEnds, gotErr := m.store.BackwardRelationships(m.ctx, m.ws, limit)
	want, wantEnds, wantErr := m.model.BackwardRelationships(m.ctx, m.ws, limit)
	if m.agree(r, gotErr, wantErr) {
		same(r, "backward", got, want)
		same(r, "ends", gotEnds, wantEnds)
	}
}

func (m *machine) episodesByID(r *rapid.T) { m.episodesBy(r, m.anyEpisodes(r, 5)) }

func (m *machine) episodesBy(r *rapid.T, ids []graph.ID) {
	most := below(r, 4, "characters")
	got, gotErr := m.store.EpisodesByID(m.ctx, m.ws, ids, most)
	want, wantErr := m.model.EpisodesByID(m.ctx, m.ws, ids, most)
	if m.agree(r, gotErr, wantErr) {
		notNil(r, "episodes", got)
		same(r, "episodes", byEpisodeID(got), byEpisodeID(want))
	}
}

// episodeIDs requests serial numbers that exist, existed or never existed.
func (m *machine) episodeIDs(r *rapid.T) {
	serials := make([]int64, below(r, 5, "numbers"))
	for i := range serials {
		serials[i] = int64(1 + below(r, 2*pool, "number"))
	}
	got, gotErr := m.store.EpisodeIDs(m.ctx, m.ws, serials)
	want, wantErr := m.model.EpisodeIDs(m.ctx, m.ws, serials)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("ids of %v", serials), got, want)
	}
}

func (m *machine) replace(r *rapid.T) {
	ep := graph.Episode{EpisodeID: m.anyEpisode(r, "episode"), CreatedAt: at(77), ID: 77}
	was := drawTime(r)
	if i := m.here().find(ep.EpisodeID); i >= 0 && below(r, 5, "fresh") > 0 {
		was = m.here().episodes[i].UpdatedAt
	}
	m.content(r, &ep)
	if i := m.here().find(ep.EpisodeID); i >= 0 && below(r, 3, "same text") == 0 {
		old := m.here().episodes[i]
		ep.Name, ep.Query, ep.Reflection = old.Name, old.Query, old.Reflection
	}
	ep.UpdatedAt = was + 1
	m.wrote = true
	m.agree(r, m.store.ReplaceEpisode(m.ctx, m.ws, ep, was), m.model.ReplaceEpisode(m.ctx, m.ws, ep, was))
}

func (m *machine) deleteEpisode(r *rapid.T) {
	id := m.anyEpisode(r, "episode")
	m.wrote = true
	got, gotErr := m.store.DeleteEpisode(m.ctx, m.ws, id)
	want, wantErr := m.model.DeleteEpisode(m.ctx, m.ws, id)
	if m.agree(r, gotErr, wantErr) {
		same(r, "deleted relationships", got, want)
	}
}

func (m *machine) list(r *rapid.T) {
	second := rapid.Custom(drawTime)
	m.listBy(r, graph.ListQuery{
		Filter: graph.EpisodeFilter{
			Since: maybe(r, second, "since"), Until: maybe(r, second, "until"), Tags: drawTags.Draw(r, "tags"),
			MinReward: maybe(r, drawReward, "min"), MaxReward: maybe(r, drawReward, "max"),
		},
		Limit: 1 + below(r, 9, "limit"), Offset: below(r, 6, "offset"), After: maybe(r, rapid.Custom(drawPlace), "after"),
	})
}

func drawPlace(r *rapid.T) graph.ListCursor {
	return graph.ListCursor{CreatedAt: drawTime(r), ID: rapid.Int64Range(1, pool).Draw(r, "id")}
}

func (m *machine) listBy(r *rapid.T, q graph.ListQuery) {
	got, total, gotErr := m.store.ListEpisodes(m.ctx, m.ws, q)
	want, wantTotal, wantErr := m.model.ListEpisodes(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		sameEpisodes(r, fmt.Sprintf("list by %+v", q), got, want)
		same(r, "total", total, wantTotal)
	}
}

func (m *machine) search(r *rapid.T) {
	q := graph.TextQuery{Filter: graph.EpisodeFilter{
		Since: maybe(r, rapid.Custom(drawTime), "since"), Tags: drawTags.Draw(r, "tags"), MinReward: maybe(r, drawReward, "min"),
	}, Limit: 1 + below(r, pool, "limit")}
	read, named := m.queryLanguages(r)
	q.Clauses, q.Languages = read.Parse(drawQuery.Draw(r, "query")), named
	if q.All = maybe(r, rapid.Bool(), "all") != nil; !q.All {
		q.Lookups = everyLookup(q.Clauses)
		q.Unfiltered = below(r, 2, "unfiltered") == 1
	}
	want, wantErr := m.model.FindText(m.ctx, m.ws, q)
	got, gotErr := m.store.FindText(m.ctx, m.ws, q)
	if !m.agree(r, gotErr, wantErr) {
		return
	}
	notNil(r, "matches", got.Matches)
	m.sameMatches(r, q, got.Matches, want.Matches, got.Count, want.Count)
	m.sameMatches(r, q, got.Unfiltered, want.Unfiltered, got.UnfilteredCount, want.UnfilteredCount)
	counting := graph.CountQuery{Clauses: q.Clauses, Languages: named, Most: 1 + below(r, 4, "most"), Sample: below(r, 3, "sample")}
	wantCounts, wantErr := m.model.CountText(m.ctx, m.ws, counting)
	gotCounts, gotErr := m.store.CountText(m.ctx, m.ws, counting)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("counts by %+v", counting), gotCounts, wantCounts)
	}
}

func (m *machine) sameMatches(r *rapid.T, q graph.TextQuery, got, want []graph.TextMatch, count, wantCount int) {
	same(r, fmt.Sprintf("count by %+v", q), count, wantCount)
	if q.All || count <= q.Limit {
		same(r, fmt.Sprintf("matches by %+v", q), sortedMatches(got), sortedMatches(want))
	}
	same(r, fmt.Sprintf("weights by %+v", q), weights(got, q), weights(want, q))
}

// weights returns the sorted weights of matches. Which of several matches with equal weight is kept is
// unspecified.
func weights(matches []graph.TextMatch, q graph.TextQuery) []float64 {
	list := make([]float64, len(matches))
	for i, m := range matches {
		list[i] = weightOf(m, q)
	}
	slices.Sort(list)
	return list
}

func (m *machine) adjacent(r *rapid.T) {
	ids := m.anyEpisodes(r, 3)
	types, maxDegree := drawTypes.Draw(r, "types"), below(r, 5, "max degree")
	most := below(r, 4, "most")
	got, gotErr := m.store.Adjacent(m.ctx, m.ws, ids, types, maxDegree, most)
	want, wantErr := m.model.Adjacent(m.ctx, m.ws, ids, types, maxDegree, most)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("adjacent to %v", ids), byID(got), byID(want))
	}
}

func (m *machine) neighbourhood(r *rapid.T) {
	q := graph.NeighbourhoodQuery{
		IDs: m.anyEpisodes(r, 3), Types: drawTypes.Draw(r, "types"), MaxDegree: below(r, 5, "max degree"),
		MaxNeighbours: below(r, 4, "max neighbours"), Most: below(r, 8, "most"), Tagged: m.anyEpisodes(r, 2),
	}
	got, gotErr := m.store.Neighbourhood(m.ctx, m.ws, q)
	want, wantErr := m.model.Neighbourhood(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("near %v", q.IDs), byID(got.Near), byID(want.Near))
		same(r, fmt.Sprintf("far from %v", q.IDs), byID(got.Far), byID(want.Far))
		same(r, fmt.Sprintf("tags of %v", q.Tagged), got.Tags, want.Tags)
		same(r, fmt.Sprintf("crowds around %v", q.IDs), slices.Sorted(slices.Values(got.Crowds)), slices.Sorted(slices.Values(want.Crowds)))
	}
}

func (m *machine) candidates(r *rapid.T) {
	q := graph.CandidateQuery{
		IDs: m.anyEpisodes(r, 3), Types: []graph.Type{graph.Causes, graph.Refines, graph.Contradicts}, MaxDegree: below(r, 5, "max degree"),
		Most: 1 + below(r, 9, "most"), MostLater: 1 + below(r, 9, "most of later ones"),
	}
	got, gotErr := m.store.Candidates(m.ctx, m.ws, q)
	want, wantErr := m.model.Candidates(m.ctx, m.ws, q)
	if m.agree(r, gotErr, wantErr) {
		same(r, fmt.Sprintf("candidates %v", q.IDs), byEpisodeID(got.Episodes), byEpisodeID(want.Episodes))
		same(r, fmt.Sprintf("relationships of candidates %v", q.IDs), byID(got.Relationships), byID(want.Relationships))
		same(r, fmt.Sprintf("later than %v", q.IDs), byEpisodeID(got.Later), byEpisodeID(want.Later))
	}
}

func (m *machine) add(r *rapid.T) {
	rel := m.relationship(r)
	m.wrote = true
	got, err := m.store.AddRelationship(m.ctx, m.ws, rel)
	want, wantErr := m.model.AddRelationship(m.ctx, m.ws, rel)
	if m.agree(r, err, wantErr) {
		same(r, "ends", got, want)
	}
	if path, is := verdictOf(err).Extra["cycle_path"].([]graph.ID); is {
		m.closed(r, path, rel.From, rel.To, rel.Type)
	}
}

func (m *machine) addList(r *rapid.T) {
	rels := make([]graph.Relationship, below(r, 5, "relationships"))
	for i := range rels {
		rels[i] = m.relationship(r)
	}
	m.wrote = true
	got, gotErr := m.store.AddRelationships(m.ctx, m.ws, rels)
	want, wantErr := m.model.AddRelationships(m.ctx, m.ws, rels)
	if m.agree(r, gotErr, wantErr) {
		same(r, "ends", got, want)
	}
}

func (m *machine) update(r *rapid.T) {
	id := m.anyRelationship(r)
	change := graph.RelationshipChange{
		Strength: maybe(r, drawStrength, "strength"), Metadata: maybe(r, drawMetadata, "metadata"),
	}
	m.wrote = true
	got, gotErr := m.store.UpdateRelationship(m.ctx, m.ws, id, change)
	want, wantErr := m.model.UpdateRelationship(m.ctx, m.ws, id, change)
	if m.agree(r, gotErr, wantErr) {
		same(r, "updated", got, want)
	}
}

func (m *machine) remove(r *rapid.T) {
	id := m.anyRelationship(r)
	m.wrote = true
	m.agree(r, m.store.RemoveRelationship(m.ctx, m.ws, id), m.model.RemoveRelationship(m.ctx, m.ws, id))
}

// deleteWorkspace deletes the workspace in parts. It is rare, because what follows finds nothing.
func (m *machine) deleteWorkspace(r *rapid.T) {
	if below(r, 4, "really") > 0 {
		return
	}
	q := graph.DeletionQuery{Begin: true, Limit: 1 + below(r, 5, "limit")}
	m.wrote = true
	for done := false; !done; q.Begin = false {
		got, gotErr := m.store.DeleteWorkspace(m.ctx, m.ws, q)
		want, wantErr := m.model.DeleteWorkspace(m.ctx, m.ws, q)
		if !m.agree(r, gotErr, wantErr) {
			return
		}
		// The number of calls for the numbers of deleted episodes depends on the store.
		for want.Done && !got.Done {
			same(r, "deleted", got, graph.Deleted{})
			var err error
			if got, err = m.store.DeleteWorkspace(m.ctx, m.ws, q); err != nil {
				r.Fatal(err)
			}
		}
		same(r, "deleted", got, want)
		done = got.Done
	}
}

// residence closes the workspace for a moment, from a state that it may not have.
func (m *machine) residence(r *rapid.T) {
	was := graph.Residence{}
	if below(r, 2, "another state") > 0 {
		was = goneHome
	}
	m.wrote = true
	gotErr, wantErr := m.store.SetResidence(m.ctx, m.ws, was, closedHome), m.model.SetResidence(m.ctx, m.ws, was, closedHome)
	if !m.agree(r, gotErr, wantErr) {
		return
	}
	got, gotErr := m.store.Residence(m.ctx, m.ws)
	want, wantErr := m.model.Residence(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "residence", got, want)
	}
	gotErr, wantErr = m.store.SetResidence(m.ctx, m.ws, closedHome, was), m.model.SetResidence(m.ctx, m.ws, closedHome, was)
	m.agree(r, gotErr, wantErr)
	counted, gotErr := m.store.Numbers(m.ctx, m.ws)
	wanted, wantErr := m.model.Numbers(m.ctx, m.ws)
	if m.agree(r, gotErr, wantErr) {
		same(r, "counted", counted.Episodes, wanted.Episodes) // the contract allows gaps
	}
}
