package recallset

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"plotline/graph"
	"plotline/graph/embedding"
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
	words, meaning *graph.Service // without a model, and with it if there is one
	store          graph.Store
	by             audit.Caller
	model          string // "" for none
	worker         *embedding.Worker
	commits        map[graph.ID]Commit
	ids            map[string]graph.ID // by hash
	close          func() error
}

// HasModel reports whether it can search by meaning.
func (g *Graph) HasModel() bool { return g.meaning != nil }

// Close closes store and model. The data stays.
func (g *Graph) Close() error { return g.close() }

// Fresh continues in a new, empty workspace.
func (g *Graph) Fresh() {
	g.by.Workspace = newWorkspace()
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
	out, err := g.words.CreateEpisodes(ctx, g.by, in)
	if err != nil {
		return err
	}
	for i, c := range commits {
		id := out.Episodes[i].EpisodeID
		g.ids[c.SHA], g.commits[id] = id, c
	}
	if g.worker == nil {
		return nil
	}
	if _, err := g.store.UseModel(ctx, g.by.Workspace, g.model, false); err != nil {
		return err
	}
	return g.worker.CatchUp(ctx, g.by.Workspace, func(int) {})
}

// Question returns the recall request for a fix.
func (c Commit) Question() graph.RecallInput {
	return graph.RecallInput{Query: clip.Runes(c.Text(), questionLength), Limit: MaxResults, Depth: 2, MaxBytes: shortReply}
}

// Ask asks a question. It takes time and bytes from a reply of the default size, and the results from one
// that fits all.
func (g *Graph) Ask(ctx context.Context, in graph.RecallInput, byMeaning bool) (Answer, error) {
	recall := func(in graph.RecallInput) (graph.RecallOutput, error) {
		if byMeaning {
			return g.meaning.Recall(ctx, g.by, in)
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
