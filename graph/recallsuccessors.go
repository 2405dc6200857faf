package graph

import (
	"cmp"
	"slices"
)

// replacements are the later episodes that took the place of results.
type replacements struct {
	by   map[ID][]Successor // that refine or contradict a result, newest first
	next map[ID]successor   // the one that stands before a result
}

// successor is an episode that replaced another, by a relationship of a type.
type successor struct {
	Episode

	by Type
}

// replacing lists the types of which the later episode may have replaced the earlier one.
func replacing() []Type { return []Type{Contradicts, Refines, Causes} }

// successors finds the later episodes that refine or contradict results, so that a reader of an old answer learns of the newer one,
// and the successes that failures caused.
func (r *recall) successors(results []result) replacements {
	found := replacements{by: map[ID][]Successor{}, next: map[ID]successor{}}
	old := make(map[ID]Episode, len(results))
	for _, one := range results {
		old[one.EpisodeID] = one.Episode
	}
	rels, newer := r.read.relationships, r.read.later
	slices.SortFunc(rels, func(a, b Relationship) int {
		_, one := a.ByTime()
		_, other := b.ByTime()
		return cmp.Or(cmp.Compare(newer[other].CreatedAt, newer[one].CreatedAt), cmp.Compare(other, one), cmp.Compare(a.Type, b.Type))
	})
	for _, rel := range rels {
		was, is := rel.ByTime()
		e, there := newer[is]
		before, shown := old[was]
		if !there || !shown || e.CreatedAt < before.CreatedAt || rel.Type == Causes && (e.Reward <= 0 || before.Reward > 0) {
			continue
		}
		if rel.Type != Causes {
			found.by[was] = append(found.by[was], Successor{e.ID, e.EpisodeID, e.Name, rel.Type})
		}
		next, has := found.next[was]
		walked := r.in.Depth > 0 && (len(r.in.RelationshipTypes) == 0 || slices.Contains(r.in.RelationshipTypes, rel.Type))
		if walked && !r.own[was] && r.filter.passes(e) && !slices.Contains(r.near, is) && (!has || next.by == Causes && rel.Type != Causes) {
			found.next[was] = successor{e, rel.Type}
		}
	}
	return found
}

// isFollowUp reports whether a commit of a git history names another in a "Fixes:" line: a small mend of what stays. What an agent refines
// is replaced.
func isFollowUp(was Episode, next successor) bool {
	return next.by == Refines && slices.Contains(was.Tags, GitTag) && slices.Contains(next.Tags, GitTag)
}

// first puts the successor of each result directly before it, or behind it if it is a follow-up, unless that stands above already. It
// returns at most limit results.
func (f replacements) first(results []result, limit int) []result {
	known := make(map[ID]result, len(results))
	placed := map[ID]bool{}
	folded := map[int64]bool{}
	for _, one := range results {
		known[one.EpisodeID] = one
		for _, id := range one.alike {
			folded[id] = true
		}
	}
	out := make([]result, 0, len(results))
	var place func(one result)
	place = func(one result) {
		placed[one.EpisodeID] = true
		next, has := f.next[one.EpisodeID]
		if !has || placed[next.EpisodeID] || folded[next.ID] {
			out = append(out, one)
			return
		}
		e, is := known[next.EpisodeID]
		if !is {
			e = result{Episode: next.Episode}
		}
		hop := RecallHop{RelationshipType: next.by, Direction: Outgoing, ID: one.ID, Name: one.Name}
		if next.by == Causes {
			hop.Direction = Incoming
		}
		e.total, e.replaces = max(e.total, one.total), &hop
		if isFollowUp(one.Episode, next) {
			out = append(out, one)
			place(e)
			return
		}
		place(e)
		out = append(out, one)
	}
	for _, one := range results {
		if !placed[one.EpisodeID] {
			place(one)
		}
	}
	return out[:min(limit, len(out))]
}
