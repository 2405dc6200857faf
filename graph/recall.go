package graph

import (
	"context"
	"fmt"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/audit"
	"plotline/internal/timephrase"
	"plotline/internal/usecase"
)

// RecallInput describes what the caller is about to do, or wants to know.
type RecallInput struct {
	Query             string       `json:"query" minLength:"1" maxLength:"8000" doc:"The task or question, in your own words"`
	Limit             int          `json:"limit,omitempty" minimum:"1" maximum:"50" default:"8"`
	Near              []EpisodeRef `json:"near,omitempty" maxItems:"50" doc:"Episodes connected to these rank higher"`
	BoostTags         []string     `json:"boost_tags,omitempty" maxItems:"100"`
	Depth             int          `json:"depth,omitempty" minimum:"0" maximum:"3" default:"2" doc:"Hops over which results raise others"`
	RelationshipTypes []Type       `json:"relationship_types,omitempty" enum:"*"`
	MinReward         *float64     `json:"min_reward,omitempty" minimum:"-1" maximum:"1"`
	MaxReward         *float64     `json:"max_reward,omitempty" minimum:"-1" maximum:"1"`
	Tags              []string     `json:"tags,omitempty" maxItems:"100"`
	Since             *Time        `json:"since,omitempty"`
	Until             *Until       `json:"until,omitempty"`
	MaxBytes          int          `json:"max_bytes,omitempty" minimum:"1024" maximum:"65536" default:"4096"`
}

// RecallOutput lists the episodes that help most, best first.
type RecallOutput struct {
	Episodes []RecalledEpisode `json:"episodes"`
	Count    int               `json:"count"`
	CountIs  string            `json:"count_is,omitempty" enum:"at_least"`
	Of       int               `json:"of" doc:"Number of episodes searched"`
	More     int               `json:"more,omitempty" doc:"Number of results left out because of max_bytes"`
	Meaning  string            `json:"meaning" enum:"on,off"`
	Time     *RecallTime       `json:"time,omitempty" doc:"The period that the query names"`
	Hint     string            `json:"hint,omitempty"`
	Listed   bool              `json:"-"` // the results are the newest of what passes a filter; Count has all of these
}

// RecalledEpisode is an episode, and why it is a result.
type RecalledEpisode struct {
	EpisodeID    ID          `json:"episode_id" format:"uuid"`
	ID           int64       `json:"id"`
	Name         string      `json:"name"`
	Query        string      `json:"query,omitempty"`
	Reward       float64     `json:"reward"`
	CreatedAt    Time        `json:"created_at" format:"date-time"`
	Commit       string      `json:"commit,omitempty" doc:"First digits of the hash, if it was imported from git"`
	Learned      string      `json:"learned,omitempty" doc:"The reflection, shortened"`
	Why          string      `json:"why"`
	Score        float64     `json:"score" doc:"0 to 1"`
	Alike        int         `json:"alike,omitempty" doc:"Number of further episodes that say the same, but for numbers, times and ids"`
	AlikeIDs     []int64     `json:"alike_ids,omitempty" doc:"Serial numbers of the newest ten of these"`
	SupersededBy []Successor `json:"superseded_by,omitempty" doc:"Later episodes that refine or contradict it"`
	Via          []RecallHop `json:"via,omitempty" doc:"Path from this episode to the one that matched"`
	Evidence     Evidence    `json:"-"` // for callers in this program that must be sure
}

// Evidence is how an episode matched by itself, without its relationships.
type Evidence struct {
	Words  []string // of the query, without function words, the rarest first
	Cosine float64  // to the query; 0 without a model, or without a vector
	Floor  float64  // a cosine below it is that of unrelated texts
}

// Successor is a later episode that refines or contradicts an earlier one.
type Successor struct {
	ID               int64  `json:"id"`
	EpisodeID        ID     `json:"episode_id" format:"uuid"`
	Name             string `json:"name"`
	RelationshipType Type   `json:"relationship_type" enum:"*"`
}

// RecallHop is a relationship on the path to an episode that matched by itself, and the episode that it leads
// to.
type RecallHop struct {
	RelationshipType Type      `json:"relationship_type" enum:"*"`
	Direction        Direction `json:"direction" enum:"outgoing,incoming"`
	ID               int64     `json:"id"`
	Name             string    `json:"name"`
}

// Recall finds the episodes that help with a task: by words, by meaning if there is a model, and along
// relationships from the episodes found. Its audit record names them, best first.
func (s *Service) Recall(ctx context.Context, by audit.Caller, in RecallInput) (RecallOutput, error) {
	return usecase.Do(ctx, s.runner, by, opRecall, in, func(ctx context.Context, note *usecase.Note) (RecallOutput, error) {
		near, err := s.resolve(ctx, by.Workspace, in.Near...)
		defer near.audit(note, in.Near)
		if err != nil {
			return RecallOutput{}, err
		}
		filter := filterOf(in.Since, in.Until, in.Tags, in.MinReward, in.MaxReward)
		r := &recall{s: s, store: s.store, ws: by.Workspace, in: in, near: near.ids(in.Near), filter: filter}
		out, err := r.run(ctx)
		for _, e := range out.Episodes {
			note.IDs(string(e.EpisodeID))
		}
		return out, near.verdict(err)
	})
}

// recallStore is what a recall asks of a store, besides the texts and the names of episodes.
type recallStore interface {
	ListEpisodes(ctx context.Context, ws string, q ListQuery) ([]Episode, int, error)
	CountText(ctx context.Context, ws string, q CountQuery) (ranking.Statistics, error)
	FindNearest(ctx context.Context, ws string, q VectorQuery) (Nearest, error)
	Embeddings(ctx context.Context, ws string) (Embeddings, error)
	Neighbourhood(ctx context.Context, ws string, q NeighbourhoodQuery) (Neighbourhood, error)
	Adjacent(ctx context.Context, ws string, ids []ID, types []Type, maxDegree, most int) ([]Relationship, error)
	Candidates(ctx context.Context, ws string, q CandidateQuery) (Candidates, error)
}

// recall is one call of Recall.
type recall struct {
	s      *Service
	store  recallStore
	ws     string
	in     RecallInput
	near   []ID
	filter EpisodeFilter
	period *RecallTime // that the query names
	// outcome is what the query asks for in its period, if it asks for nothing else.
	outcome timephrase.Outcome
	typed   int // as of textSearch
	// own are the commits that the query names by the hash alone.
	own map[ID]bool

	listed bool // the results are a list, newest first
	newest bool // the query asks for the newest of what it is about

	wordsOnly bool // the model is not asked

	found   textFound
	matched map[ID]scoredMatch // by words
	meant   meaningMatches
	base    map[string]float64 // by id: words relative to the best by words, plus meaning relative to the best by meaning
	graph   ranking.Around
	later   map[ID][]ID // by a relationship of the types that replace
	shares  map[string]ranking.Share
	total   map[string]float64
	read    candidates
}

func (r *recall) run(ctx context.Context) (RecallOutput, error) {
	out, results, err := r.find(ctx)
	if err != nil || len(results) == 0 {
		return out, err
	}
	return r.reply(ctx, out, results)
}

// find returns the results, best first, and what else a reply says.
func (r *recall) find(ctx context.Context) (RecallOutput, []result, error) {
	out := RecallOutput{Episodes: []RecalledEpisode{}, Meaning: "off"}
	listed, err := r.readTime(ctx)
	if err != nil {
		return out, nil, err
	}
	if listed || r.in.Depth == 0 { // else around does it
		if err := r.checkNear(ctx); err != nil {
			return out, nil, err
		}
	}
	if out.Time = r.period; listed {
		return r.ofPeriod(ctx, out)
	}
	ask := textSearch{ws: r.ws, query: r.in.Query, typed: r.typed}
	var vector <-chan queryVector
	if !r.wordsOnly && !analysis.IsExact(r.in.Query) && (r.typed == 0 || len(analysis.Tokens(r.in.Query)) > 0) { // a person who types signs alone means nothing yet
		vector = r.s.meaning.vectorOf(ctx, r.ws, r.in.Query) // runs while the words are looked up
	}
	if err := r.match(ctx, ask); err != nil {
		return out, nil, err
	}
	if err := r.matchMeaning(ctx, vector); err != nil {
		return out, nil, err
	}
	r.score()
	if out.Count, out.Of = r.counted(); !r.found.exactCount {
		out.CountIs = countAtLeast
	}
	if r.meant.on {
		out.Meaning = "on"
	}
	if err := r.spread(ctx); err != nil {
		return out, nil, err
	}
	results, err := r.choose(ctx)
	if err != nil {
		return out, nil, err
	}
	if len(results) == 0 {
		ask.filter = r.filter
		if out.Hint, err = r.s.hint(ctx, ask, r.found); err != nil {
			return out, nil, err
		}
		out.Hint = joined(out.Hint, r.meant.reason)
		return r.insteadOfPeriod(ctx, out)
	}
	empty, err := r.emptyPeriod(ctx, results)
	if err != nil {
		return out, nil, err
	}
	out.Hint = joined(joined(r.found.looseHint(), r.absentHint()), joined(empty, r.meant.reason))
	if now := r.meant.vectors; now.Waiting > 0 {
		out.Hint = joined(out.Hint, fmt.Sprintf("%d of %d episodes have a vector yet; the others are found by words and relationships.",
			now.Vectors, now.Vectors+now.Waiting))
	}
	return out, results, nil
}

// checkNear checks near, and boosts its tags.
func (r *recall) checkNear(ctx context.Context) error {
	there, err := r.s.episodesByID(ctx, r.ws, r.near, onlyNames)
	if err != nil {
		return err
	}
	tags := make(map[ID][]string, len(there))
	for id, e := range there {
		tags[id] = e.Tags
	}
	return r.boostNear(tags)
}

// boostNear boosts the tags of near, where tags has those of the episodes that exist. An unknown episode is an error: it would
// have no effect, and the caller would not notice.
func (r *recall) boostNear(tags map[ID][]string) error {
	if err := requireAll(tags, r.near...); err != nil {
		return err
	}
	for _, id := range r.near {
		r.in.BoostTags = append(r.in.BoostTags, tags[id]...)
	}
	return nil
}
