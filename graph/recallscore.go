package graph

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/clip"
	"plotline/internal/fault"
)

// match scores episodes by the words of the query. It scores the pool of the whole workspace, whose scores
// travel along relationships. With a filter, or if the query names a period, it also scores the pool of what passes, which
// may lie outside the first.
func (r *recall) match(ctx context.Context, ask textSearch) error {
	ask.filter = r.second(true)
	ask.unfiltered = !ask.filter.IsEmpty()
	var err error
	if r.found, err = r.s.findByText(ctx, ask); err != nil {
		return err
	}
	r.matched = make(map[ID]scoredMatch, len(r.found.matches))
	for _, m := range r.found.matches {
		r.matched[m.EpisodeID] = m
	}
	for _, m := range r.found.passing { // with the average length of the whole workspace
		score, held, every := r.found.words.Score(m.Candidate)
		r.matched[m.EpisodeID] = scoredMatch{m, score, held, every}
	}
	if !r.filter.IsEmpty() {
		r.found.count = r.found.passed
	}
	return nil
}

// score adds the scores by words and by meaning.
func (r *recall) score() {
	best := r.best()
	r.base = make(map[string]float64, len(r.matched)+len(r.meant.cosines))
	for id, m := range r.matched {
		r.base[string(id)] = m.score / best
		if _, has := r.meant.cosines[id]; r.meant.on && !has { // a vector that is not made yet is no evidence against it
			r.base[string(id)] += r.meant.weight() * m.score / best
		}
	}
	for id := range r.meant.cosines {
		if share := r.meant.share(id); share > 0 {
			r.base[string(id)] += share
		}
	}
}

// highestScore returns the highest score that an episode could have by words and by meaning, with all words. With
// meaning, words that no episode contains count no more than those that occur.
func (r *recall) highestScore() float64 {
	words := 0.0
	if r.found.words.Best > 0 {
		words = max(1, r.found.words.Best/r.best())
	}
	if !r.meant.on {
		return max(words, 1)
	}
	return min(words, 2) + r.meant.weight()*r.meant.likeness.Most()
}

// counted returns the number of matching episodes, and of all.
func (r *recall) counted() (count, of int) {
	count = r.found.count
	if r.found.exactCount {
		for id := range r.meant.passed {
			if _, by := r.matched[id]; !by && r.base[string(id)] > 0 {
				count++
			}
		}
	}
	return count, r.found.counted.Episodes
}

// best returns the highest score by words.
func (r *recall) best() float64 {
	best := 0.0
	for _, m := range r.matched {
		best = max(best, m.score)
	}
	return max(best, 1e-9)
}

// spread adds to each episode the scores that its neighbours lend it, and a bonus for being near.
func (r *recall) spread(ctx context.Context) error {
	r.total = maps.Clone(r.base)
	lenders := ranking.Top(r.base, ranking.Lenders)
	begin := append(slices.Clone(r.near), idList(lenders)...)
	around, err := r.around(ctx, begin)
	if err != nil {
		return err
	}
	r.graph = around
	r.shares = around.Lend(lenders, r.in.Depth)
	lent := 1.0
	if possible := r.found.words.Best; possible > 0 {
		lent = ranking.Lent(r.best() / possible)
	}
	for id, share := range r.shares {
		r.total[id] += share.Sum * lent
	}
	best := 1.0
	for _, score := range r.base {
		best = max(best, score)
	}
	for id, bonus := range around.NearBonus(texts(r.near...), r.in.Depth) {
		r.total[id] += bonus * best
	}
	r.raise()
	if len(r.in.BoostTags) > 0 {
		for id := range r.base {
			if slices.ContainsFunc(r.tagsOf(ID(id)), func(tag string) bool { return slices.Contains(r.in.BoostTags, tag) }) {
				r.total[id] += ranking.TagBoost
			}
		}
	}
	r.raisePaths()
	r.raiseNewest()
	return r.raiseCommit(ctx)
}

// raiseCommit puts the commits whose hashes the query names before those that name them. If the query says more, as "what
// fixed b40bade", all that replaced them comes before the rest.
func (r *recall) raiseCommit(ctx context.Context) error {
	var keys []string
	for _, clause := range r.found.clauses {
		if clause.Kind == analysis.Key {
			keys = append(keys, clause.Tokens[0])
		}
	}
	if len(keys) == 0 {
		return nil
	}
	alone := analysis.KeyOf(r.in.Query) != ""
	var ids []ID
	for id, m := range r.matched {
		if slices.ContainsFunc(m.held, func(clause int) bool { return r.found.clauses[clause].Kind == analysis.Key }) {
			ids = append(ids, id)
		}
	}
	read, err := r.s.episodesByID(ctx, r.ws, ids, 0)
	if err != nil {
		return err
	}
	highest := 0.0
	for _, total := range r.total {
		highest = max(highest, total)
	}
	r.own = map[ID]bool{}
	for id, e := range read {
		if commit := knownOf(e).key; slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(commit, key) }) {
			r.own[id] = alone
			r.total[string(id)] += 2 * highest
			if alone {
				continue
			}
			for _, later := range unique(r.later[id]) {
				r.total[string(later)] += highest
			}
		}
	}
	return nil
}

// raisePaths puts the episodes with a path of the query before all others.
func (r *recall) raisePaths() {
	others := 0.0
	for id, total := range r.total {
		if !r.found.hasPath(r.matched[ID(id)]) {
			others = max(others, total)
		}
	}
	for _, id := range r.withPath() {
		r.total[string(id)] += others
	}
}

// withPath returns the episodes with a path of the query.
func (r *recall) withPath() []ID {
	var named []ID
	for id, m := range r.matched {
		if r.found.hasPath(m) {
			named = append(named, id)
		}
	}
	return named
}

// raiseNewest puts what matches well before the rest, newest first, if the query asks for that.
func (r *recall) raiseNewest() {
	if !r.newest {
		return
	}
	best := 0.0
	for id := range r.base {
		best = max(best, r.total[id])
	}
	well := r.withPath()
	if len(well) == 0 {
		for id := range r.base {
			if r.total[id] >= ranking.Well*best {
				well = append(well, ID(id))
			}
		}
	}
	slices.SortFunc(well, func(a, b ID) int { return cmp.Or(cmp.Compare(r.createdAt(a), r.createdAt(b)), cmp.Compare(a, b)) })
	for i, id := range well {
		r.total[string(id)] = best * (2 + float64(i)/float64(len(well)))
	}
}

// tagsOf returns the tags of an episode that matched.
func (r *recall) tagsOf(id ID) []string {
	if m, by := r.matched[id]; by {
		return m.Tags
	}
	return r.meant.cosines[id].Tags
}

// mostAround bounds the relationships that a recall reads for a hop.
const mostAround = 50_000

// around reads the relationships of these episodes and of their neighbours. Those of the neighbours also show how many
// each has, so they are read for one hop too.
func (r *recall) around(ctx context.Context, begin []ID) (ranking.Around, error) {
	if r.in.Depth == 0 || len(begin) == 0 {
		return ranking.NewAround(nil, nil), nil
	}
	q := NeighbourhoodQuery{
		IDs: begin[:min(len(begin), ranking.MaxExpanded)], Types: r.in.RelationshipTypes, MaxDegree: ranking.MaxLendingDegree,
		MaxNeighbours: ranking.MaxExpanded, Most: mostAround, Tagged: r.near,
	}
	found, err := r.store.Neighbourhood(ctx, r.ws, q)
	switch {
	case err == nil:
		err = r.boostNear(found.Tags)
	case fault.CodeOf(err) == fault.TooLarge:
		if err = r.checkNear(ctx); err == nil {
			found, err = NeighbourhoodOf(q, func(ids []ID) ([]ID, []Relationship, error) { return r.adjacent(ctx, ids) })
		}
	}
	if err != nil {
		return ranking.Around{}, err
	}
	r.later = map[ID][]ID{}
	edges := make([]ranking.Edge, 0, len(found.Near)+len(found.Far))
	for _, hop := range [][]Relationship{found.Near, found.Far} {
		slices.SortFunc(hop, func(a, b Relationship) int { return cmp.Compare(a.ID, b.ID) })
		for _, rel := range hop {
			edges = append(edges, ranking.Edge{From: string(rel.From), To: string(rel.To), Type: string(rel.Type), Strength: rel.Strength})
			if slices.Contains(replacing(), rel.Type) {
				earlier, later := rel.ByTime()
				r.later[earlier] = append(r.later[earlier], later)
			}
		}
	}
	crowds := make(map[string]bool, len(found.Crowds))
	for _, id := range found.Crowds {
		crowds[string(id)] = true
	}
	return ranking.NewAround(edges, crowds), nil
}

// adjacent reads the relationships of some episodes. In a dense graph it leaves out the last of them, and says which it read.
func (r *recall) adjacent(ctx context.Context, ids []ID) (read []ID, rels []Relationship, err error) {
	for read = ids; ; read = read[:len(read)/2] {
		rels, err = r.store.Adjacent(ctx, r.ws, read, r.in.RelationshipTypes, ranking.MaxLendingDegree, mostAround)
		if fault.CodeOf(err) != fault.TooLarge || len(read) == 1 {
			return read, rels, err
		}
	}
}

func idList(scores map[string]float64) []ID {
	ids := make([]ID, 0, len(scores))
	for id := range scores {
		ids = append(ids, ID(id))
	}
	slices.Sort(ids)
	return ids
}

// result is an episode of the reply.
type result struct {
	Episode

	total float64
	alike []int64 // serial numbers of episodes that say the same, newest first
	// replaces leads to the result that this one stands before, because it replaced it.
	replaces *RecallHop
}

// choose reads the episodes with the highest totals until enough pass the filter, and folds those that say the same.
func (r *recall) choose(ctx context.Context) ([]result, error) {
	order := slices.SortedFunc(slices.Values(idList(r.total)), func(a, b ID) int {
		return cmp.Or(compareBool(r.onlyUmbrella(a), r.onlyUmbrella(b)), cmp.Compare(r.total[string(b)], r.total[string(a)]))
	})
	order = slices.DeleteFunc(order, func(id ID) bool { return slices.Contains(r.near, id) })
	atOnce := 2*r.in.Limit + 10
	asked := analysis.Tokens(r.in.Query)
	var results []result
	for len(order) > 0 && len(results) < r.in.Limit {
		some := order[:min(atOnce, len(order))]
		order = order[len(some):]
		episodes, err := r.candidates(ctx, some)
		if err != nil {
			return nil, err
		}
		for _, id := range some {
			if e, there := episodes[id]; there && r.filter.passes(e) {
				results = append(results, result{Episode: e, total: r.total[string(id)]})
			}
		}
		results = fold(results, asked) // now, so that the texts of many that say the same are not held
	}
	reach := r.highestScore()
	for i, one := range results {
		if r.isAsked(one) {
			results[i].total = max(one.total, reach)
		}
	}
	slices.SortStableFunc(results, func(a, b result) int {
		return cmp.Or(compareBool(r.isAsked(b), r.isAsked(a)), compareBool(r.onlyUmbrella(a.EpisodeID), r.onlyUmbrella(b.EpisodeID)),
			cmp.Compare(b.total, a.total), cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(a.EpisodeID, b.EpisodeID))
	})
	if r.listed || r.newest {
		return results[:min(r.in.Limit, len(results))], nil
	}
	breakTies(results, r.in.Query, func(one result) float64 {
		if r.onlyUmbrella(one.EpisodeID) {
			return -1
		}
		return rounded(one.total / reach)
	}, func(one result) Episode { return one.Episode })
	return results[:min(r.in.Limit, len(results))], nil
}

// isAsked reports whether the query is the name of an episode, such as a version, or the hash of its
// commit. In a list, no result is.
func (r *recall) isAsked(one result) bool {
	return !r.listed && (r.own[one.EpisodeID] || strings.EqualFold(strings.TrimSpace(r.in.Query), one.Name))
}

// candidates is what a recall has read beside the texts of candidates.
type candidates struct {
	names         map[ID]Node // of candidates, and of the episodes on the paths to them
	relationships []Relationship
	later         map[ID]Episode // at the later ends of relationships
}

// candidates reads episodes with what a reply says of them.
func (r *recall) candidates(ctx context.Context, ids []ID) (map[ID]Episode, error) {
	if r.read.names == nil {
		r.read.names, r.read.later = map[ID]Node{}, map[ID]Episode{}
	}
	q := CandidateQuery{
		IDs: ids, Types: replacing(), MaxDegree: ranking.MaxLendingDegree,
		Most: tiedText, MostLater: shownText + 1, // one more shows that a text was cut
	}
	shown := slices.Clone(ids)
	for _, id := range ids { // a later episode may stand before it
		shown = append(shown, r.later[id]...)
	}
	q.Names = slices.DeleteFunc(r.unnamed(shown), func(id ID) bool { return slices.Contains(ids, id) })
	found, err := r.store.Candidates(ctx, r.ws, q)
	if err != nil {
		return nil, err
	}
	episodes := make(map[ID]Episode, len(ids))
	for _, e := range found.Episodes {
		episodes[e.EpisodeID] = e
		r.read.names[e.EpisodeID] = Node{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name}
	}
	for _, n := range found.Named {
		r.read.names[n.EpisodeID] = n
	}
	for _, e := range found.Later {
		r.read.later[e.EpisodeID] = e
	}
	for _, rel := range found.Relationships {
		if _, later := rel.ByTime(); episodes[later].EpisodeID != "" {
			e := episodes[later] // many candidates may be later ones, so their whole texts are not held
			e.Query, e.Reflection = clip.Copy(e.Query, q.MostLater), clip.Copy(e.Reflection, q.MostLater)
			r.read.later[later] = e
		}
	}
	r.read.relationships = append(r.read.relationships, found.Relationships...)
	return episodes, nil
}

// unnamed lists the episodes on the paths to some episodes whose names were not read yet.
func (r *recall) unnamed(ids []ID) []ID {
	var list []ID
	for _, id := range ids {
		for _, edge := range r.shares[string(id)].Path {
			for _, end := range []ID{ID(edge.From), ID(edge.To)} {
				if _, known := r.read.names[end]; !known {
					list = append(list, end)
				}
			}
		}
	}
	return unique(list)
}

// onlyUmbrella reports whether an episode is an umbrella that did not match by itself. It stands behind all that matched.
func (r *recall) onlyUmbrella(id ID) bool {
	return r.base[string(id)] == 0 && r.graph.IsUmbrella(string(id))
}

// passes reports whether an episode matches the filter.
func (f EpisodeFilter) passes(e Episode) bool {
	return (f.Since == nil || e.CreatedAt >= *f.Since) && (f.Until == nil || e.CreatedAt <= *f.Until) &&
		(f.MinReward == nil || e.Reward >= *f.MinReward) && (f.MaxReward == nil || e.Reward <= *f.MaxReward) &&
		!slices.ContainsFunc(f.Tags, func(tag string) bool { return !slices.Contains(e.Tags, tag) })
}
