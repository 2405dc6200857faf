package graph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/clip"
)

// These are the bounds of the search for similar words. With 200 words of Open vSwitch's history and one
// mistake in each, the hint contained 191 of the words, among 100,000 episodes. A word took 13 ms on the
// embedded store and 29 ms on Neo4j (medians, on two processors with a load of 14).
const (
	similarNamed     = 3      // words in a hint
	maxLookups       = 3      // words of a query that are looked up
	similarEpisodes  = 50     // episodes that are read for each lookup
	similarText      = 4000   // characters that are read of each
	longBeginning    = 4      // letters: few words share such a long beginning
	longestBeginning = 16     // letters: each lookup reads all words with its beginning
	mendedBeginning  = 6      // letters
	shortBeginning   = 3      // letters: in a large workspace too many words share this beginning
	smallWorkspace   = 10_000 // episodes
)

// mostAbsent is how many words a hint names that no episode has.
const mostAbsent = 5

// absentHint names the telling words of the query that no episode has, if they are at least half of them, because results
// without them look like any others. The words of its period do not count: they were read as a time. What is found by meaning
// may have other words, so with a model it names them only if no episode has any.
func (r *recall) absentHint() string {
	if r.typed > 0 { // the last word of what is typed may be unfinished
		return ""
	}
	var period []string
	if r.period != nil {
		period = analysis.Tokens(r.period.Text)
	}
	var words []string
	all := 0
	for i, clause := range r.found.clauses {
		if !telling(clause) || slices.Contains(period, clause.Text) {
			continue
		}
		if all++; r.found.counted.Having[i] == 0 {
			words = append(words, clause.Text)
		}
	}
	if 2*len(words) < all || r.meant.on && len(words) < all {
		return ""
	}
	if more := len(words) - mostAbsent; more > 0 {
		words = append(words[:mostAbsent], fmt.Sprintf("and %d more", more))
	}
	if len(words) == 0 {
		return ""
	}
	hint := "No episode has: " + strings.Join(words, ", ") + "."
	if r.meant.on {
		hint += " These are the nearest by meaning."
	}
	return hint
}

// telling reports whether a clause is a word that says what is looked for.
func telling(clause analysis.Clause) bool {
	return clause.Kind == analysis.Term && !clause.Extra && !clause.Function && utf8.RuneCountInString(clause.Text) >= shortBeginning
}

// nearWords returns words of the workspace that are similar to absent ones, which no episode contains.
func (s *Service) nearWords(ctx context.Context, ws string, absent []analysis.Clause, episodes int) (string, error) {
	var lists [][]string
	for _, clause := range absent {
		if len(lists) == maxLookups {
			break
		}
		if !telling(clause) {
			continue
		}
		list, err := s.nearestTo(ctx, ws, clause.Text, episodes)
		if err != nil {
			return "", err
		}
		lists = append(lists, list)
	}
	named := interleave(lists, similarNamed)
	if len(named) == 0 {
		return "", nil
	}
	return "Similar words that occur: " + strings.Join(named, ", ") + ".", nil
}

// interleave takes the first of each list, then the second of each, and so on, without duplicates.
func interleave(lists [][]string, most int) []string {
	var taken []string
	for i := 0; len(taken) < most; i++ {
		more := false
		for _, list := range lists {
			if i < len(list) {
				more = true
				if !slices.Contains(taken, list[i]) {
					taken = append(taken, list[i])
				}
			}
		}
		if !more {
			break
		}
	}
	return taken[:min(most, len(taken))]
}

// nearestTo lists words with a similar spelling, the nearest first. It first reads episodes with a word that
// has the same beginning. If that finds none, the mistake may be in the beginning, so it looks for beginnings
// without a mistake. In a small workspace it then tries the first three letters alone.
func (s *Service) nearestTo(ctx context.Context, ws, word string, episodes int) ([]string, error) {
	letters := []rune(word)
	var long []analysis.Clause
	for n := min(len(letters), longestBeginning); n >= longBeginning; n-- {
		long = append(long, beginning(letters[:n]))
	}
	near, err := s.nearAmong(ctx, ws, word, long)
	if len(near) == 0 && err == nil {
		near, err = s.nearAmong(ctx, ws, word, correctedBeginnings(letters))
	}
	if len(near) == 0 && err == nil && episodes <= smallWorkspace {
		near, err = s.nearAmong(ctx, ws, word, []analysis.Clause{beginning(letters[:shortBeginning])})
	}
	return near, err
}

func beginning(letters []rune) analysis.Clause {
	return analysis.Clause{Kind: analysis.Prefix, Tokens: []string{string(letters)}, Text: string(letters) + "*"}
}

// correctedBeginnings returns the word without one mistake in its first letters: an extra letter, two swapped letters, a
// missing letter or a wrong one. Of a long word it returns the beginning, because the rest may contain
// another mistake.
func correctedBeginnings(letters []rune) []analysis.Clause {
	var list []analysis.Clause
	add := func(parts ...[]rune) {
		word := slices.Concat(parts...)
		if len(word) > mendedBeginning {
			list = append(list, beginning(word[:mendedBeginning]))
			return
		}
		list = append(list, analysis.Clause{Kind: analysis.Phrase, Tokens: []string{string(word)}, Text: string(word)})
	}
	for i := range min(longBeginning, len(letters)) {
		before, here, after := letters[:i], letters[i:i+1], letters[i+1:]
		add(before, after)
		if len(after) > 0 {
			add(before, after[:1], here, after[1:])
		}
		for letter := 'a'; letter <= 'z'; letter++ {
			add(before, []rune{letter}, here, after)
			add(before, []rune{letter}, after)
		}
	}
	return list
}

// nearAmong lists the similar words of episodes that match any of these clauses.
func (s *Service) nearAmong(ctx context.Context, ws, word string, clauses []analysis.Clause) ([]string, error) {
	query := TextQuery{Clauses: clauses, Limit: similarEpisodes}
	for i := range clauses {
		query.Lookups = append(query.Lookups, TextLookup{ranking.Lookup{Clause: i, Most: similarEpisodes}, 1})
	}
	found, err := s.store.FindText(ctx, ws, query)
	if err != nil || len(found.Matches) == 0 {
		return nil, err
	}
	ids := make([]ID, len(found.Matches))
	for i, m := range found.Matches {
		ids[i] = m.EpisodeID
	}
	read, err := s.episodesByID(ctx, ws, ids, similarText)
	if err != nil {
		return nil, err
	}
	return nearTokens(word, read), nil
}

// nearTokens lists the similar words of episodes, those with the smallest distance first, then those of the
// most episodes.
func nearTokens(word string, episodes map[ID]Episode) []string {
	having := map[string]int{}
	for _, e := range episodes {
		text := strings.Join(append([]string{e.Name, e.Query, e.Reflection}, e.Tags...), "\n")
		tokens := analysis.Tokens(clip.Runes(text, similarText))
		slices.Sort(tokens)
		for _, token := range slices.Compact(tokens) {
			having[token]++
		}
	}
	distances := map[string]int{}
	var near []string
	for token := range having {
		if d, is := nearness(word, token); is && !analysis.IsFunctionWord(token) {
			distances[token], near = d, append(near, token)
		}
	}
	slices.SortFunc(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(having[b], having[a]), cmp.Compare(a, b))
	})
	return near
}

// nearness returns the number of letters by which two words differ, and whether that is few: one for words of
// up to five letters, two for longer ones. Two swapped neighbours count as one difference.
func nearness(word, token string) (int, bool) {
	const shortWord = 5
	letters := []rune(word)
	most := 1
	if len(letters) > shortWord {
		most = 2
	}
	if d := utf8.RuneCountInString(token) - len(letters); d > most || -d > most {
		return 0, false
	}
	distance := levenshtein.ComputeDistance(word, token)
	if distance == 2 && swappedNeighbours(letters, []rune(token)) {
		distance = 1
	}
	return distance, 0 < distance && distance <= most
}

// swappedNeighbours reports whether two words differ only by two swapped neighbours.
func swappedNeighbours(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a[:len(a)-1] {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
		}
	}
	return false
}
