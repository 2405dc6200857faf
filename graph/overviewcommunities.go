package graph

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph/community"
)

// leastWeight makes a relationship of strength 0 still join its episodes.
const leastWeight = 0.05

// addCommunities adds the largest communities and the relationships between them.
func (s *Service) addCommunities(ctx context.Context, ws string, out *OverviewOutput, o Outline, most int) error {
	of, err := community.Find(ctx, len(o.Episodes), weighted(o.Edges))
	if err != nil {
		return err
	}
	groups := groupsOf(o, of)
	shown := groups[:min(most, len(groups))]
	place := make(map[int32]int, len(shown))
	hubs := make([]int64, len(shown))
	out.Communities = make([]Community, len(shown))
	for i, g := range shown {
		place[of[g.members[0]]] = i
		out.Communities[i] = g.community(o)
		hubs[i] = out.Communities[i].Hub
	}
	for _, g := range groups[len(shown):] {
		out.Others += len(g.members)
	}
	out.Links = linksOf(o.Edges, of, place)
	return s.nameCommunities(ctx, ws, out.Communities, hubs)
}

// weighted returns the edges as the search for communities takes them.
func weighted(edges []OutlineEdge) []community.Edge {
	list := make([]community.Edge, len(edges))
	for i, e := range edges {
		list[i] = community.Edge{A: e.From, B: e.To, Weight: max(leastWeight, e.Strength)}
	}
	return list
}

// group is a community with its members, as indexes into the outline, newest first.
type group struct{ members []int32 }

// groupsOf returns the communities, the largest first.
func groupsOf(o Outline, of []int32) []group {
	var groups []group
	for i := range o.Episodes {
		c := of[i] // numbered in the order of their first members
		if int(c) == len(groups) {
			groups = append(groups, group{})
		}
		groups[c].members = append(groups[c].members, int32(i))
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(len(b.members), len(a.members)) })
	return groups
}

func (g group) community(o Outline) Community {
	c := Community{Size: len(g.members), Tags: []string{}}
	hub := o.Episodes[g.members[0]]
	tags := map[int32]int{}
	for _, i := range g.members {
		e := o.Episodes[i]
		c.Reward += e.Reward / float64(len(g.members))
		if e.Degree > hub.Degree {
			hub = e
		}
		for _, tag := range e.Tags {
			tags[tag]++
		}
	}
	c.Hub = hub.ID
	c.Since, c.Until = o.Episodes[g.members[len(g.members)-1]].CreatedAt, o.Episodes[g.members[0]].CreatedAt
	frequent := make([]int32, 0, len(tags))
	for tag := range tags {
		frequent = append(frequent, tag)
	}
	slices.SortFunc(frequent, func(a, b int32) int {
		return cmp.Or(cmp.Compare(tags[b], tags[a]), cmp.Compare(o.Tags[a], o.Tags[b]))
	})
	for _, tag := range frequent[:min(3, len(frequent))] {
		c.Tags = append(c.Tags, o.Tags[tag])
	}
	return c
}

// linksOf counts the relationships between the communities that have a place.
func linksOf(edges []OutlineEdge, of []int32, place map[int32]int) []Link {
	counts := map[[2]int]int{}
	for _, e := range edges {
		from, known := place[of[e.From]]
		to, too := place[of[e.To]]
		if known && too && from != to {
			counts[[2]int{from, to}]++
		}
	}
	links := make([]Link, 0, len(counts))
	for ends, count := range counts {
		links = append(links, Link{ends[0], ends[1], count})
	}
	slices.SortFunc(links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return links
}

// nameCommunities reads the names of the best connected episodes. One that was deleted meanwhile has no name.
func (s *Service) nameCommunities(ctx context.Context, ws string, communities []Community, hubs []int64) error {
	episodes, err := s.episodesBySerial(ctx, ws, hubs, onlyNames)
	for i, hub := range hubs {
		communities[i].Name = episodes[hub].Name
	}
	return err
}
