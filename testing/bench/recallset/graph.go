package recallset

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/meaning"
	"plotline/internal/audit"
	"plotline/internal/clip"
)

const (
	questionLength = 8000 // characters, the maxLength of graph.RecallInput.Query
	shortReply     = 4096 // bytes of a reply, the default
	// LongReply is a reply size in bytes that fits all results of a question.
	LongReply = 65536
)

// Graph is a history stored in Plotline.
type Graph struct {
	words, meant *graph.Service // without a model, and with it if there is one
	store        graph.Store
	by           audit.Caller
	model        meaning.Embedder // nil for none
	close        func() error
	now          graph.Time // when questions are asked; 0 is the time of the clock

	// Lacks reports whether a commit shall have no vector, as while vectors are being made. It may be nil.
	Lacks func(c Commit) bool
	// Umbrella puts so many commits each below an episode to which they are part_of; 0 is none. Its text says nothing.
	Umbrella int
	under    int    // commits below the newest umbrella
	umbrella string // the newest one, by id or place in the batch
	commits  map[graph.ID]Commit
	ids      map[string]graph.ID // by hash
}

// HasModel reports whether it can search by meaning.
func (g *Graph) HasModel() bool { return g.meant != nil }

// Close closes store and model. The data stays.
func (g *Graph) Close() error { return g.close() }

// Fresh continues in a new, empty workspace.
func (g *Graph) Fresh() {
	g.by.Workspace = newWorkspace()
	g.under, g.umbrella = 0, ""
	clear(g.ids)
}

// Store stores commits, relates each fix to what it mends, and makes the vectors.
func (g *Graph) Store(ctx context.Context, commits []Commit) error {
	if len(commits) == 0 {
		return nil
	}
	in := graph.CreateEpisodesInput{}
	place := map[string]int{}
	for i, c := range commits {
		in.Episodes = append(in.Episodes, c.episode())
		place[c.SHA] = i
	}
	tie := func(sha string, to int, kind graph.Type) {
		from := string(g.ids[sha])
		if at, now := place[sha]; now {
			from = fmt.Sprintf("#%d", at)
		}
		if from != "" {
			in.Relationships = append(in.Relationships, graph.BatchRelationship{
				From: from, To: fmt.Sprintf("#%d", to), RelationshipType: kind, Strength: 1,
			})
		}
	}
	for i, c := range commits {
		for _, sha := range slices.Compact(slices.Sorted(slices.Values(c.Fixes))) {
			tie(sha, i, graph.Causes)
		}
		tie(c.Follows, i, graph.Follows)
	}
	if g.Umbrella > 0 {
		g.cover(&in)
	}
	out, err := g.words.CreateEpisodes(ctx, g.by, in)
	if err != nil {
		return err
	}
	if at, is := strings.CutPrefix(g.umbrella, "#"); is { // the next batch may go below it too
		place, _ := strconv.Atoi(at)
		g.umbrella = string(out.Episodes[place].EpisodeID)
	}
	for i, c := range commits {
		id := out.Episodes[i].EpisodeID
		g.ids[c.SHA], g.commits[id] = id, c
	}
	return g.embed(ctx)
}

// cover adds the umbrellas of the commits to a batch, behind their episodes.
func (g *Graph) cover(in *graph.CreateEpisodesInput) {
	for i := range in.Episodes {
		if g.under%g.Umbrella == 0 {
			g.umbrella = fmt.Sprintf("#%d", len(in.Episodes))
			in.Episodes = append(in.Episodes, graph.CreateEpisodeInput{Name: fmt.Sprintf("Session %d", g.under/g.Umbrella), Query: "Session"})
		}
		g.under++
		in.Relationships = append(in.Relationships, graph.BatchRelationship{
			From: fmt.Sprintf("#%d", i), To: g.umbrella, RelationshipType: graph.PartOf, Strength: 1,
		})
	}
}

// embed makes the vectors of all new episodes that shall have one. The others stay claimed.
func (g *Graph) embed(ctx context.Context) error {
	if g.model == nil {
		return nil
	}
	if _, err := g.store.UseModel(ctx, g.by.Workspace, g.model.ID(), false); err != nil {
		return err
	}
	for {
		claimed, err := g.store.ClaimTexts(ctx, g.by.Workspace, graph.Claim{
			Model: g.model.ID(), Token: "bench", Lasts: time.Hour, Limit: atOnce,
		})
		if err != nil || len(claimed) == 0 {
			return err
		}
		var vectors []graph.EpisodeVector
		for _, e := range claimed {
			if c, is := g.commits[e.EpisodeID]; is && g.Lacks != nil && g.Lacks(c) {
				continue
			}
			exact, err := g.model.Embed(ctx, graph.EmbeddedParts(e))
			if err != nil {
				return err
			}
			vectors = append(vectors, graph.EpisodeVector{EpisodeID: e.EpisodeID, Vectors: graph.NewVectors(exact)})
		}
		if _, err := g.store.PutVectors(ctx, g.by.Workspace, "bench", vectors); err != nil {
			return err
		}
	}
}

// Question returns the recall request for a fix.
func (c Commit) Question() graph.RecallInput {
	return graph.RecallInput{Query: clip.Runes(c.Text(), questionLength), Limit: MaxResults, Depth: 2, MaxBytes: shortReply}
}

// Ask asks a question at a time, 0 for now. It takes time and bytes from a reply of the default size, and the results from one
// that fits all.
func (g *Graph) Ask(ctx context.Context, in graph.RecallInput, at graph.Time, byMeaning bool) (Answer, error) {
	g.now = at
	recall := func(in graph.RecallInput) (graph.RecallOutput, error) {
		if byMeaning {
			return g.meant.Recall(ctx, g.by, in)
		}
		return g.words.Recall(ctx, g.by, in)
	}
	began := time.Now()
	short, err := recall(in)
	took := time.Since(began)
	if err != nil {
		return Answer{}, err
	}
	text, err := json.Marshal(short)
	if err != nil {
		return Answer{}, err
	}
	in.MaxBytes = LongReply
	long, err := recall(in)
	return Answer{SHAs: g.Hashes(long), Took: took, Bytes: len(text)}, err
}

// Hashes returns the hashes of the recalled commits.
func (g *Graph) Hashes(out graph.RecallOutput) []string {
	list := make([]string, len(out.Episodes))
	for i, e := range out.Episodes {
		list[i] = g.commits[e.EpisodeID].SHA
	}
	return list
}
