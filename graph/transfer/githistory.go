package transfer

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"plotline/graph"
	"plotline/internal/clip"
)

// The bounds of what a message without a hash may mean.
const (
	mostBack   = 1000               // how many commits back a title is looked for
	soon       = 7 * 24 * time.Hour // a fix after this time says little about the commit that it fixes
	maxSubject = 512                // bytes of a title that are compared
)

// The rewards that a history gives. What no later commit judges gets 0.
const (
	rewardReverted = -1
	rewardFixed    = -0.3
)

// edge is a relationship of two commits, by their places in the history.
type edge struct {
	from, to int
	kind     graph.Type
}

// at is the place of the later commit, with which the relationship is stored.
func (e edge) at() int { return max(e.from, e.to) }

// history is what the commits of a history say about each other. It takes about 300 bytes for each.
//
//	the history says                     the graph gets
//	a parent                             parent follows commit
//	Fixes: X                             X causes commit, commit refines X; X's reward is −0.3 within a week
//	This reverts commit X, Revert X      commit contradicts X; X's reward is −1
//	Revert "title", also with a full     the same, if one of the last 1,000 commits has this title
//	stop or (#12) behind it
//	fixup!, squash!, amend! title        commit refines the newest of these with this title
//	(cherry picked from commit X)        commit related_to X
//	a merge of a branch                  each commit of the branch part_of the merge
//	area: …, area(part): …; top folders  tags
//	the files that it changes            files in the metadata
//	Closes #12, Fixes #12, Resolves #12  the tag issue:12
//	a tag that ends in a version         the tag release:1.2.0
type history struct {
	sha     []string
	dates   []time.Time
	parents [][]int
	place   map[string]int // by hash
	titles  []string       // of the last mostBack commits, in turn
	named   []named
}

// named is a reference of a commit, whose title is resolved already.
type named struct {
	reference
	by, titled int // the places of both; titled is −1 for none
}

func newHistory() *history {
	return &history{place: map[string]int{}, titles: make([]string, mostBack)}
}

// add adds a commit, parents first.
func (h *history) add(c commit) {
	at := len(h.sha)
	for _, r := range c.references() {
		h.named = append(h.named, named{reference{link: r.link, sha: strings.Clone(r.sha)}, at, h.byTitle(at, r)})
	}
	h.titles[at%mostBack] = strings.Clone(clip.Bytes(c.subject(), maxSubject)) // a part would keep the whole message
	date, _ := time.Parse(time.RFC3339, c.date)
	var parents []int
	for _, sha := range c.parents {
		if place, known := h.place[sha]; known { // not beyond the end of a shallow clone
			parents = append(parents, place)
		}
	}
	sha := strings.Clone(c.sha)
	h.sha, h.dates, h.parents = append(h.sha, sha), append(h.dates, date), append(h.parents, parents)
	h.place[sha] = at
}

// byTitle returns the place of the commit that a title means, or −1. What a fixup! means is the newest of several. What a
// revert means is not known then. GitHub quotes the title of the request in a revert, without the number that it has put
// behind the title of the commit.
func (h *history) byTitle(at int, r reference) int {
	title, found := clip.Bytes(r.title, maxSubject), -1
	if title == "" {
		return -1
	}
	for place := at - 1; place >= max(0, at-mostBack); place-- {
		there := h.titles[place%mostBack]
		if there != title && (r.link != reverts || requestNumber.ReplaceAllString(there, "") != title) {
			continue
		}
		if found >= 0 {
			return -1
		}
		if found = place; r.link == amends {
			break
		}
	}
	return found
}

// resolve returns all relationships by the place of the later commit, and the reward of each commit.
func (h *history) resolve() (edges []edge, rewards []float64) {
	rewards = make([]float64, len(h.sha))
	relate := func(from, to int, kind graph.Type) {
		if from != to {
			edges = append(edges, edge{from, to, kind})
		}
	}
	for at, parents := range h.parents {
		for _, parent := range parents {
			relate(parent, at, graph.Follows)
		}
	}
	sorted := slices.Sorted(slices.Values(h.sha))
	for _, n := range h.named {
		to := h.byHash(sorted, n)
		if to < 0 {
			to = n.titled
		}
		if to < 0 || to == n.by {
			continue
		}
		switch n.link {
		case fixes:
			relate(to, n.by, graph.Causes)
			relate(n.by, to, graph.Refines)
			if late := h.dates[n.by].Sub(h.dates[to]); late >= 0 && late <= soon {
				rewards[to] = min(rewards[to], rewardFixed)
			}
		case reverts:
			relate(n.by, to, graph.Contradicts)
			rewards[to] = rewardReverted
		case picks:
			relate(n.by, to, graph.RelatedTo)
		case amends:
			relate(n.by, to, graph.Refines)
		}
	}
	for at, merge := range h.merges() {
		if merge >= 0 {
			relate(at, merge, graph.PartOf)
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.at(), b.at()), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.kind, b.kind))
	})
	return slices.Compact(edges), rewards
}

// byHash returns the place of the only commit whose hash begins so, or −1. Of several, it is the only earlier one: the
// message was written when the others were not there.
func (h *history) byHash(sorted []string, n named) int {
	if n.sha == "" {
		return -1
	}
	begin, _ := slices.BinarySearch(sorted, n.sha)
	var all, earlier []int
	for _, sha := range sorted[begin:] {
		if !strings.HasPrefix(sha, n.sha) {
			break
		}
		place := h.place[sha]
		all = append(all, place)
		if place < n.by {
			earlier = append(earlier, place)
		}
	}
	switch {
	case len(all) == 1:
		return all[0]
	case len(earlier) == 1:
		return earlier[0]
	}
	return -1
}

// merges returns for each commit the place of the merge that it is part of, or −1. The commits of a merge are those that it
// has from its other parents only. One that a branch merged before is part of that merge.
func (h *history) merges() []int {
	merge := make([]int, len(h.sha))
	for i := range merge {
		merge[i] = -1
	}
	taken := make([]bool, len(h.sha))
	h.line(len(h.sha)-1, -1, merge, taken)
	return merge
}

// line assigns the first parents of a commit that no other line has to a merge, the oldest first, and then what each of them
// merged to that one. Branches may be merged in branches to any depth, so it keeps a list instead of recursing.
func (h *history) line(head, into int, merge []int, taken []bool) {
	type branch struct{ head, into int }
	todo := []branch{{head, into}}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var commits []int
		for at := next.head; !taken[at]; at = h.parents[at][0] {
			taken[at], merge[at] = true, next.into
			commits = append(commits, at)
			if len(h.parents[at]) == 0 {
				break
			}
		}
		for _, at := range commits { // newest first, so that the oldest is on top
			for i := len(h.parents[at]) - 1; i > 0; i-- {
				todo = append(todo, branch{h.parents[at][i], at})
			}
		}
	}
}
