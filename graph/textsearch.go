package graph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

// rankedMatches is how many of the newest episodes with every word are scored.
const rankedMatches = 1000

// textSearch asks for episodes by their texts, for search_episodes and recall.
type textSearch struct {
	ws     string
	query  string
	all    bool
	brief  bool // look for close matches alone: see ranking.Brief
	typed  int  // the last word may be unfinished, from so many characters on: see analysis.ParseTyped. 0: it is finished
	filter EpisodeFilter

	unfiltered bool // find and score all episodes, and find those that pass the filter beside them
}

// clauses returns what is asked for. Loose phrases count as their words.
func (ask textSearch) clauses(in analysis.Languages, loose ...string) []analysis.Clause {
	if ask.typed > 0 {
		return in.ParseTyped(ask.query, ask.typed, loose...)
	}
	clauses := in.Parse(ask.query, loose...)
	if ask.brief {
		return ranking.Brief(clauses)
	}
	return clauses
}

// textFound is the result, best first.
type textFound struct {
	languages  analysis.Languages
	clauses    []analysis.Clause // those that decided
	counted    ranking.Statistics
	words      ranking.Words
	matches    []scoredMatch
	count      int  // of all that match
	exactCount bool // count is exact, not a lower bound
	asked      int  // number of clauses in the query
	passing    []TextMatch
	passed     int      // of all that match; passing and passed are set if unfiltered
	loose      []string // phrases that occur nowhere, and count as their words
}

type scoredMatch struct {
	TextMatch

	score float64
	held  []int // clauses
	all   bool  // matches every clause that is not Extra
}

// findByText looks up episodes by the rarest words of a query and scores them by all words. Episodes with
// a path of the query come first, and then those with every word.
func (s *Service) findByText(ctx context.Context, ask textSearch) (found textFound, err error) {
	err = s.inLanguages(ctx, ask.ws, func(in analysis.Languages) (err error) {
		found, err = s.findIn(ctx, ask, in)
		return err
	})
	return found, err
}

func (s *Service) findIn(ctx context.Context, ask textSearch, in analysis.Languages) (textFound, error) {
	clauses := ask.clauses(in)
	found := textFound{languages: in, exactCount: true, asked: len(clauses)}
	counted, err := s.countClauses(ctx, ask, clauses, in)
	if err != nil || len(clauses) == 0 {
		return found, err
	}
	for i, n := range counted.Having {
		if n == 0 && clauses[i].Kind == analysis.Phrase && !clauses[i].Extra {
			found.loose = append(found.loose, clauses[i].Text)
		}
	}
	if len(found.loose) > 0 { // quotes in a pasted text are no condition
		clauses = ask.clauses(in, found.loose...)
		if counted, err = s.countClauses(ctx, ask, clauses, in); err != nil {
			return found, err
		}
	}
	found.clauses, found.counted = ranking.Rarest(clauses[:len(counted.Having)], counted)
	query := TextQuery{
		Clauses: clauses, Languages: in, All: ask.all, Filter: ask.filter, Limit: rankedMatches, Unfiltered: ask.unfiltered,
	}
	if !ask.all {
		query.Clauses, query.Limit = found.clauses, ranking.Pool
		postings := ranking.Postings
		if ask.brief {
			query.Limit, query.Brief, postings = ranking.BriefPool, true, ranking.BriefPostings
		}
		var chosen []ranking.Lookup
		chosen, found.exactCount = ranking.Lookups(found.clauses, found.counted, postings)
		weights := ranking.NewWords(found.clauses, found.counted, nil)
		for _, l := range chosen {
			query.Lookups = append(query.Lookups, TextLookup{l, weights.Rarity(l.Clause)})
		}
	}
	looked, err := s.store.FindText(ctx, ask.ws, query)
	if ask.unfiltered {
		found.passing, found.passed = looked.Matches, looked.Count
		looked.Matches, looked.Count = looked.Unfiltered, looked.UnfilteredCount
	}
	found.count = looked.Count
	found.rank(looked.Matches, ask.all)
	return found, err
}

func (s *Service) countClauses(ctx context.Context, ask textSearch, clauses []analysis.Clause, in analysis.Languages) (ranking.Statistics, error) {
	if len(clauses) == 0 {
		return ranking.Statistics{}, nil
	}
	if ask.brief {
		return s.store.CountText(ctx, ask.ws, CountQuery{Clauses: clauses, Languages: in, Most: ranking.BriefPostings, Brief: true})
	}
	return s.store.CountText(ctx, ask.ws, CountQuery{
		Clauses: clauses[:min(len(clauses), ranking.CountedWords)], Languages: in, Most: ranking.CommonWord, Sample: ranking.CommonWord,
	})
}

// looseHint says which phrases were read as words; "" if none was.
func (f *textFound) looseHint() string {
	switch len(f.loose) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("No episode has the phrase %s; its words were searched.", f.loose[0])
	}
	return fmt.Sprintf("No episode has the phrase %s, nor %d others; their words were searched.", f.loose[0], len(f.loose)-1)
}

// rank scores the episodes that were looked up.
func (f *textFound) rank(matches []TextMatch, all bool) {
	candidates := make([]ranking.Candidate, len(matches))
	for i, m := range matches {
		if all {
			for j, clause := range f.clauses {
				if clause.Kind != analysis.Term && !clause.Extra {
					m.Held = append(m.Held, j)
				}
			}
			matches[i] = m
		}
		candidates[i] = m.Candidate
	}
	f.words = ranking.NewWords(f.clauses, f.counted, candidates)
	f.matches = make([]scoredMatch, len(matches))
	for i, m := range matches {
		score, held, every := f.words.Score(m.Candidate)
		f.matches[i] = scoredMatch{m, score, held, every || all}
	}
	slices.SortFunc(f.matches, func(a, b scoredMatch) int {
		return cmp.Or(-compareBool(f.hasPath(a), f.hasPath(b)), -compareBool(a.all, b.all), cmp.Compare(b.score, a.score),
			cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(a.EpisodeID, b.EpisodeID))
	})
}

// hasPath reports whether an episode has a path of the query.
func (f *textFound) hasPath(m scoredMatch) bool {
	return slices.ContainsFunc(m.held, func(clause int) bool { return f.clauses[clause].Path })
}

// standing returns the score of an episode, above those that come after it whatever their score.
func (f *textFound) standing(m scoredMatch) float64 {
	standing := f.share(m.score)
	if m.all {
		standing++
	}
	if f.hasPath(m) {
		standing += 2
	}
	return standing
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// share returns a score as clients see it: between 0 and 1, with three decimals.
func (f *textFound) share(score float64) float64 {
	if f.words.Best == 0 {
		return 0
	}
	return rounded(min(score/f.words.Best, 1))
}

// through returns how many of the matches are read to show limit of them: also those with the score of the last, because their texts
// decide which is shown.
func (f *textFound) through(limit int) int {
	n := min(limit, len(f.matches))
	for n > 0 && n < min(brokenTies, len(f.matches)) && f.share(f.matches[n].score) == f.share(f.matches[n-1].score) {
		n++
	}
	return n
}

func rounded(share float64) float64 { return math.Round(share*1000) / 1000 }

// absent returns the clauses that match no episode of the workspace.
func (f *textFound) absent() []analysis.Clause {
	var none []analysis.Clause
	for i, clause := range f.clauses {
		if f.counted.Having[i] == 0 {
			none = append(none, clause)
		}
	}
	return none
}

func idsOf(matches []scoredMatch) []ID {
	ids := make([]ID, len(matches))
	for i, m := range matches {
		ids[i] = m.EpisodeID
	}
	return ids
}

// onlyNames is for callers of episodesByID that show no texts.
const onlyNames = 1

// episodesByID reads episodes in chunks, because the list may be long, without metadata and with the beginning of texts:
// see Store.EpisodesByID.
func (s *Service) episodesByID(ctx context.Context, ws string, ids []ID, most int) (map[ID]Episode, error) {
	const atOnce = 1000
	episodes := make(map[ID]Episode, len(ids))
	for some := range slices.Chunk(ids, atOnce) {
		found, err := s.store.EpisodesByID(ctx, ws, some, most)
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			episodes[e.EpisodeID] = e
		}
	}
	return episodes, nil
}
