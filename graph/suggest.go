package graph

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plotline/graph/analysis"
	"plotline/internal/audit"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

// SuggestInput is what a person has typed so far.
type SuggestInput struct {
	Query   string `json:"query" minLength:"1" maxLength:"2000" doc:"What was typed so far: its last word may be unfinished. #12 asks for that episode alone"`
	Limit   int    `json:"limit,omitempty" minimum:"1" maximum:"50" default:"8" doc:"Most episodes, and most tags"`
	Related bool   `json:"related,omitempty" doc:"Rank by meaning and relationships too, as recall does. This takes longer"`
}

// SuggestOutput lists what the person may mean, best first.
type SuggestOutput struct {
	Episodes []SuggestedEpisode `json:"episodes"`
	Tags     []string           `json:"tags" doc:"In which a word begins with the query"`
	Hint     string             `json:"hint,omitempty" doc:"How the query was read, or similar words if nothing has its words"`
}

// SuggestedEpisode is an episode, and the sentence of it that shows why.
type SuggestedEpisode struct {
	EpisodeID ID      `json:"episode_id" format:"uuid"`
	ID        int64   `json:"id"`
	Name      string  `json:"name"`
	Reward    float64 `json:"reward"`
	CreatedAt Time    `json:"created_at" format:"date-time"`
	Commit    string  `json:"commit,omitempty" doc:"First digits of the hash, if it was imported from git; with related only"`
	Score     float64 `json:"score" doc:"0 to 1"`
	By        string  `json:"by" enum:"number,words,meaning,relationships,time" doc:"What found it. Those that only relationships lead to come last"`
	Excerpt   string  `json:"excerpt,omitempty" doc:"The sentence with the words, or the first of what was learned; at most 160 characters"`
	Why       string  `json:"why,omitempty" doc:"The path, if only relationships lead to it"`
}

// What found a suggested episode.
const (
	byNumber        = "number"
	byWords         = "words"
	byMeaning       = "meaning"
	byRelationships = "relationships"
	byTime          = "time"
)

// Suggest finds episodes and tags while a person types. The last word of the query counts as the beginning of a word, unless
// something follows it. Without Related it only looks up words, which is fast enough for every key.
func (s *Service) Suggest(ctx context.Context, by audit.Caller, in SuggestInput) (SuggestOutput, error) {
	return usecase.Do(ctx, s.runner, by, opSuggest, in, func(ctx context.Context, _ *usecase.Note) (SuggestOutput, error) {
		out := SuggestOutput{Episodes: []SuggestedEpisode{}, Tags: []string{}}
		serial, alone := serialIn(in.Query)
		if serial > 0 {
			if err := s.suggestNumber(ctx, by.Workspace, serial, &out); err != nil {
				return out, err
			}
		}
		if alone {
			if len(out.Episodes) == 0 {
				out.Hint = fmt.Sprintf("There is no episode #%d.", serial)
			}
			return out, nil
		}
		if err := s.suggestByText(ctx, by.Workspace, in, &out); err != nil {
			return out, err
		}
		out.Hint = joined(minusHint(in.Query), out.Hint)
		tags, err := s.tagsLike(ctx, by.Workspace, in.Query)
		out.Tags = tags[:min(in.Limit, len(tags))]
		return out, err
	})
}

// serialIn reads "12" and "#12"; alone reports that the query can mean nothing else. 0 means that it is no number.
func serialIn(query string) (serial int64, alone bool) {
	digits, alone := strings.CutPrefix(strings.TrimSpace(query), "#")
	serial, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || serial <= 0 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	return serial, alone
}

func (s *Service) suggestNumber(ctx context.Context, ws string, serial int64, out *SuggestOutput) error {
	ids, err := s.store.EpisodeIDs(ctx, ws, []int64{serial})
	if err != nil || ids[serial] == "" {
		return err
	}
	found, err := s.store.EpisodesByID(ctx, ws, []ID{ids[serial]}, tiedText)
	for _, e := range found {
		out.Episodes = append(out.Episodes, suggested(e, 1, byNumber, new(textFound).excerpt(e)))
	}
	return err
}

func suggested(e Episode, score float64, by, excerpt string) SuggestedEpisode {
	return SuggestedEpisode{
		EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, Reward: e.Reward, CreatedAt: e.CreatedAt, Score: score, By: by, Excerpt: excerpt,
	}
}

// suggestByText appends the episodes that the words find, and with in.Related those that recall finds.
func (s *Service) suggestByText(ctx context.Context, ws string, in SuggestInput, out *SuggestOutput) error {
	all, err := s.store.CountText(ctx, ws, CountQuery{})
	if err != nil {
		return err
	}
	ask := textSearch{ws: ws, query: in.Query, typed: 1}
	if all.Episodes > smallWorkspace {
		ask.typed = shortBeginning
	}
	var found textFound
	var list []SuggestedEpisode
	if in.Related {
		r := &recall{s: s, store: s.store, ws: ws, in: RecallInput{Query: in.Query, Limit: in.Limit, Depth: suggestDepth}, typed: ask.typed}
		list, out.Hint, err = r.suggest(ctx)
		found = r.found
	} else if found, err = s.findByText(ctx, ask); err == nil {
		out.Hint = found.looseHint()
		list, err = s.suggestMatches(ctx, ws, in, found)
	}
	if err != nil {
		return err
	}
	number := len(out.Episodes)
	for _, one := range list {
		if number == 0 || one.ID != out.Episodes[0].ID {
			out.Episodes = append(out.Episodes, one)
		}
	}
	out.Episodes = out.Episodes[:min(in.Limit, len(out.Episodes))]
	if found.asked > 0 && found.count == 0 {
		out.Hint, err = s.similarHint(ctx, ask, out.Hint)
	}
	return err
}

// suggestDepth is the default of recall.
const suggestDepth = 2

func (s *Service) suggestMatches(ctx context.Context, ws string, in SuggestInput, found textFound) ([]SuggestedEpisode, error) {
	best := found.matches[:min(len(found.matches), brokenTies)]
	episodes, err := s.episodesByID(ctx, ws, idsOf(best), tiedText)
	slices.SortStableFunc(best, func(a, b scoredMatch) int { // the index does not know in which text a beginning is
		return cmp.Or(-compareBool(found.hasPath(a), found.hasPath(b)), -compareBool(a.all, b.all), -compareBool(found.begins(episodes[a.EpisodeID].Name), found.begins(episodes[b.EpisodeID].Name)))
	})
	breakTies(best, in.Query, found.standing, func(m scoredMatch) Episode {
		e := episodes[m.EpisodeID]
		e.EpisodeID = m.EpisodeID
		return e
	})
	var list []SuggestedEpisode
	for _, m := range best[:min(in.Limit, len(best))] {
		if e, there := episodes[m.EpisodeID]; there { // it may have been deleted since
			list = append(list, suggested(e, found.share(m.score), byWords, found.excerpt(e)))
		}
	}
	return list, err
}

// begins reports whether the query is the beginning of one word, and a name has such a word.
func (f *textFound) begins(name string) bool {
	i := slices.IndexFunc(f.clauses, func(c analysis.Clause) bool { return !c.Extra })
	if i < 0 || f.clauses[i].Kind != analysis.Prefix || slices.ContainsFunc(f.clauses[i+1:], func(c analysis.Clause) bool { return !c.Extra }) {
		return false
	}
	return hasClause(analysis.Tokens(name), f.clauses[i])
}

// suggest is run for suggestions: with excerpts, and without a bound of bytes.
func (r *recall) suggest(ctx context.Context) ([]SuggestedEpisode, string, error) {
	out, results, err := r.find(ctx)
	if err != nil {
		return nil, "", err
	}
	shown, err := r.shown(ctx, results)
	list := make([]SuggestedEpisode, len(shown))
	for i, one := range shown {
		e := Episode{
			EpisodeID: one.EpisodeID, ID: one.ID, Name: one.Name, Query: one.Query, Reflection: one.Learned, Reward: one.Reward, CreatedAt: one.CreatedAt,
		}
		list[i] = suggested(e, one.Score, r.foundBy(one.EpisodeID), r.found.excerpt(e))
		list[i].Commit = one.Commit
		if list[i].By == byRelationships {
			list[i].Why = one.Why
		}
	}
	slices.SortStableFunc(list, func(a, b SuggestedEpisode) int {
		return cmp.Or(compareBool(a.By == byRelationships, b.By == byRelationships), -compareBool(r.found.begins(a.Name), r.found.begins(b.Name)))
	})
	if len(list) == 0 {
		out.Hint = r.meant.reason
	}
	return list, out.Hint, err
}

// foundBy says what found a result, words first.
func (r *recall) foundBy(id ID) string {
	switch {
	case len(r.matched[id].held) > 0:
		return byWords
	case r.meant.share(id) > 0:
		return byMeaning
	case r.period != nil && r.period.As == timeFilters:
		return byTime
	}
	return byRelationships
}

// similarHint adds words that occur and are similar to those of a query that occur nowhere.
func (s *Service) similarHint(ctx context.Context, ask textSearch, hint string) (string, error) {
	ask.typed = 0
	found, err := s.findByText(ctx, ask)
	if err != nil {
		return hint, err
	}
	near, err := s.nearWords(ctx, ask.ws, found.absent(), found.counted.Episodes)
	return joined(hint, near), err
}

// These bound the memory of tags that are kept, in bytes: of all workspaces, and of each. The second is above the weight of
// MostNumbered of the longest tags.
const (
	keptTags            = 16 << 20
	keptTagsOfWorkspace = 6 << 20
)

var minusWord = regexp.MustCompile(`(?:^|\s)(-\pL[\pL\pN]*)`)

// minusHint explains a minus sign, which leaves words out elsewhere.
func minusHint(query string) string {
	found := minusWord.FindStringSubmatch(query)
	if found == nil {
		return ""
	}
	return fmt.Sprintf("A minus sign leaves nothing out: %s was searched like the other words.", found[1])
}

// tagsLike returns the tags of a workspace in which a word begins with a text, those that begin with it first.
func (s *Service) tagsLike(ctx context.Context, ws, text string) ([]string, error) {
	begin := strings.Join(analysis.Tokens(text), " ")
	if begin == "" {
		return []string{}, nil
	}
	mark, err := s.store.Changes(ctx, ws)
	if err != nil {
		return nil, err
	}
	all, _, err := s.tags.Get(ctx, sharing.Request[[]string]{
		Owner: ws, Mark: mark, Limit: s.runner.Timeout,
		Compute: func(ctx context.Context) ([]string, error) { return s.store.Tags(ctx, ws) },
	})
	if err != nil {
		return nil, err
	}
	first, others := []string{}, []string{}
	for _, tag := range all {
		switch words := strings.Join(analysis.Tokens(tag), " "); {
		case strings.HasPrefix(words, begin):
			first = append(first, tag)
		case strings.Contains(words, " "+begin):
			others = append(others, tag)
		}
	}
	return append(first, others...), nil
}
