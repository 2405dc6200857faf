package graph

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"plotline/graph/analysis"
	"plotline/internal/clip"
)

// reply shows as many of the results as fit.
func (r *recall) reply(ctx context.Context, out RecallOutput, results []result) (RecallOutput, error) {
	shown, err := r.shown(ctx, results)
	if err != nil {
		return out, err
	}
	if out.Listed {
		for i := range shown {
			if shown[i].Why == whyNear {
				shown[i].Why = whyListed
			}
		}
	}
	return fitted(out, shown, r.in.MaxBytes)
}

// shown describes the results, with what replaced them and with the reasons. Texts are not shortened yet.
func (r *recall) shown(ctx context.Context, results []result) ([]RecalledEpisode, error) {
	replaced := r.successors(results)
	results = replaced.first(results, r.in.Limit)
	if err := r.readNames(ctx, results); err != nil {
		return nil, err
	}
	commits, err := r.s.shortCommits(ctx, r.ws, results)
	if err != nil {
		return nil, err
	}
	reach := r.highestScore()
	shown := make([]RecalledEpisode, len(results))
	for i, one := range results {
		shown[i] = RecalledEpisode{
			EpisodeID: one.EpisodeID, ID: one.ID, Name: one.Name, Query: one.Query, Reward: one.Reward, CreatedAt: one.CreatedAt,
			Commit: commits[one.EpisodeID], Learned: one.Reflection, Score: rounded(min(one.total/reach, 1)), Alike: len(one.alike), AlikeIDs: one.alike[:min(len(one.alike), maxAlikeIDs)],
			SupersededBy: replaced.by[one.EpisodeID],
		}
		if i > 0 { // an umbrella stands last, whatever it receives
			shown[i].Score = min(shown[i].Score, shown[i-1].Score)
		}
		shown[i].Evidence = r.evidence(one.EpisodeID)
		r.explain(&shown[i])
		if one.replaces != nil && shown[i].Why == whyNear {
			shown[i].Via = []RecallHop{*one.replaces}
			shown[i].Why = fmt.Sprintf("%s #%d %q", pathPhrase(shown[i].Via), one.replaces.ID, one.replaces.Name)
		}
	}
	return shown, nil
}

// maxAlikeIDs is how many episodes that say the same are named.
const maxAlikeIDs = 10

// whyNear is the reason of a result that neither matched nor received a share.
const whyNear = "near what you work on"

// whyListed is the reason of a result of a query that says nothing beside its filter.
const whyListed = "passes the filter"

// explain sets the reason of a result: what gave it the largest part of its score.
func (r *recall) explain(shown *RecalledEpisode) {
	id := string(shown.EpisodeID)
	words := r.matched[shown.EpisodeID].score / r.best()
	share, lent := r.shares[id]
	if meaning := r.meant.share(shown.EpisodeID); !lent || share.Strongest < max(words, meaning) {
		switch {
		case words >= meaning && words > 0:
			shown.Why = "words: " + r.wordsOf(shown.EpisodeID)
		case meaning > 0:
			shown.Why = fmt.Sprintf("meaning %.2f", r.meant.cosines[shown.EpisodeID].Cosine)
		case r.period != nil && r.period.As == timeFilters:
			shown.Why = "time: " + r.period.Text
		case r.period != nil && r.period.As != timeRaises:
			if shown.Why = r.period.As; r.period.Since != nil || r.period.Until != nil {
				shown.Why += ", time: " + r.period.Text
			}
		default:
			shown.Why = whyNear
		}
		return
	}
	at := id
	for _, edge := range slices.Backward(share.Path) { // from the result to what matched
		hop := RecallHop{RelationshipType: Type(edge.Type), Direction: Outgoing}
		next := edge.To
		if edge.To == at {
			hop.Direction, next = Incoming, edge.From
		}
		hop.ID, hop.Name = r.read.names[ID(next)].ID, r.read.names[ID(next)].Name
		shown.Via = append(shown.Via, hop)
		at = next
	}
	source := r.read.names[ID(share.Source)]
	shown.Why = fmt.Sprintf("%s #%d %q", pathPhrase(shown.Via), source.ID, source.Name)
}

// pathPhrase describes the path from a result to the last episode, which the caller names. Each hop has its own verb, as in
// explain_connection.
func pathPhrase(via []RecallHop) string {
	parts := make([]string, len(via))
	parts[0] = seen(via[0].RelationshipType.kind().Reason, via[0].Direction)
	for i, hop := range via[1:] {
		parts[i+1] = fmt.Sprintf("#%d, which %s", via[i].ID, seen(hop.RelationshipType.kind().Says, hop.Direction))
	}
	return strings.Join(parts, " ")
}

// wordsOf lists the words of the query that an episode contains, the rarest first. Function words are only named if there are
// no others.
func (r *recall) wordsOf(id ID) string {
	const most = 6
	held := r.held(id, true)
	if len(held) == 0 {
		held = r.held(id, false)
	}
	return strings.Join(held[:min(most, len(held))], ", ")
}

// held returns the words of the query that an episode contains, the rarest first.
func (r *recall) held(id ID, withoutFunctionWords bool) []string {
	held := slices.Clone(r.matched[id].held)
	slices.SortStableFunc(held, func(a, b int) int { return cmp.Compare(r.found.words.Rarity(b), r.found.words.Rarity(a)) })
	words := make([]string, 0, len(held))
	for _, clause := range held {
		text := r.found.clauses[clause].Text
		if !withoutFunctionWords || !analysis.IsFunctionWord(strings.ToLower(text)) {
			words = append(words, text)
		}
	}
	return words
}

// evidence returns how an episode matched by itself.
func (r *recall) evidence(id ID) Evidence {
	return Evidence{Words: r.held(id, true), Cosine: r.meant.cosines[id].Cosine, Floor: r.meant.floor}
}

// readNames reads the names that are still missing on the paths to results: those to an episode that stands before an
// earlier one over a type that the recall does not follow.
func (r *recall) readNames(ctx context.Context, results []result) error {
	ids := make([]ID, len(results))
	for i, one := range results {
		ids[i] = one.EpisodeID
	}
	read, err := r.s.episodesByID(ctx, r.ws, r.unnamed(ids), onlyNames)
	for id, e := range read {
		r.read.names[id] = Node{EpisodeID: id, ID: e.ID, Name: e.Name}
	}
	return err
}

// shownText is how many characters of a text a reply has.
const shownText = 600

// fitted shortens texts, and then drops results from the end, until the reply has at most maxBytes. What was learned stays
// longest, because a result without it only names an episode.
func fitted(out RecallOutput, shown []RecalledEpisode, maxBytes int) (RecallOutput, error) {
	for _, most := range []struct{ query, learned int }{{shownText, shownText}, {300, 300}, {160, 160}, {0, 160}, {0, 80}} {
		out.Episodes = make([]RecalledEpisode, len(shown))
		for i, one := range shown {
			one.Query, one.Learned = cutAtWord(one.Query, most.query), cutAtWord(one.Learned, most.learned)
			if adds := strings.TrimSuffix(one.Query, "…"); strings.HasPrefix(one.Name, adds) {
				one.Query = ""
			}
			out.Episodes[i] = one
		}
		if size, err := sizeOf(out); err != nil || size <= maxBytes {
			return out, err
		}
	}
	for len(out.Episodes) > 1 {
		out.Episodes = out.Episodes[:len(out.Episodes)-1]
		out.More = len(shown) - len(out.Episodes)
		if size, err := sizeOf(out); err != nil || size <= maxBytes {
			return out, err
		}
	}
	for i := range out.Episodes { // of one, whose name and path may fill the reply
		out.Episodes[i].Learned = ""
	}
	return out, nil
}

func sizeOf(out RecallOutput) (int, error) {
	text, err := json.Marshal(out)
	return len(text), err
}

// cutAtWord keeps at most n characters of whole words, and marks the cut.
func cutAtWord(text string, n int) string {
	if n == 0 {
		return ""
	}
	kept := clip.Runes(text, n)
	if len(kept) == len(text) {
		return text
	}
	if at := strings.LastIndexAny(kept, " \n\t"); at > len(kept)/2 {
		kept = kept[:at]
	}
	return strings.TrimRight(kept, " \n\t.,;:") + "…"
}
