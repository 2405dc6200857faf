package graph

import (
	"bytes"
	"context"
	"encoding/json"

	"plotline/internal/clip"
	"plotline/internal/input"
)

// OutlineStore reads a large part of a workspace at once, without texts, for pictures and statistics.
type OutlineStore interface {
	// Outline returns the newest q.Limit episodes that pass the filter (0: all) and every relationship between
	// them. Total counts the episodes that pass. Episodes are in the order of ListEpisodes. Edges are in no
	// particular order and stay within the workspace. With q.Details, episodes have their id, name and source.
	// If the episodes have more than MostNumbered different tags, a store leaves some out. MoreTags may stay 0 without
	// q.Details.
	Outline(ctx context.Context, ws string, q OutlineQuery) (Outline, error)

	// Tags returns the different tags of all episodes, sorted by their bytes. If there are more than MostNumbered, a store
	// leaves some out.
	Tags(ctx context.Context, ws string) ([]string, error)
}

// OutlineQuery asks for a part of a workspace.
type OutlineQuery struct {
	Filter  EpisodeFilter
	Limit   int
	Details bool
	Most    int // if there are more relationships, the error is that of CheckMost
}

// Outline is a part of a workspace. Edges refer to episodes, and episodes to tags, by their index.
type Outline struct {
	Episodes []OutlineEpisode
	Edges    []OutlineEdge
	Tags     []string // each once, in no particular order
	MoreTags int      // how many tags of episodes are left out, because Tags would have more than MostNumbered
	Total    int
}

// OutlineEpisode is an episode without its texts.
type OutlineEpisode struct {
	ID        int64 // serial number
	CreatedAt Time
	Reward    float64
	Degree    int     // relationships of all types, also to episodes outside the outline
	Tags      []int32 // indexes into Outline.Tags, in the order of the episode's tags unless Details are left out

	// These are details.
	EpisodeID ID
	Name      string
	Source    string // see SourceOf
}

// OutlineEdge is a relationship between two episodes of an outline.
type OutlineEdge struct {
	From, To int32
	Type     Type
	Strength float64
}

// outline reads an outline. Other programs may have stored any numbers, so it limits them to their ranges.
func (s *Service) outline(ctx context.Context, ws string, q OutlineQuery) (Outline, error) {
	o, err := s.store.Outline(ctx, ws, q)
	for i := range o.Episodes {
		o.Episodes[i].Reward = clip.Number(o.Episodes[i].Reward, -1, 1)
	}
	for i := range o.Edges {
		o.Edges[i].Strength = clip.Number(o.Edges[i].Strength, 0, 1)
	}
	return o, err
}

// MostNumbered is how many different texts a Numbering has at most, such as the tags of an outline. Each may have 200
// characters, and every episode other ones.
const MostNumbered = 5000

// Numbering numbers texts from 0, in the order of their first use. The zero value is ready to use.
type Numbering struct {
	texts   []string
	numbers map[string]int32
	leftOut int
}

// Append appends the numbers of texts to a list. It leaves out texts for which MostNumbered has no room.
func (n *Numbering) Append(list []int32, texts ...string) []int32 {
	for _, text := range texts {
		number, is := n.numbers[text]
		if !is {
			if len(n.texts) == MostNumbered {
				n.leftOut++
				continue
			}
			if n.numbers == nil {
				n.numbers = map[string]int32{}
			}
			number = int32(len(n.texts)) //nolint:gosec // below MostNumbered
			n.numbers[text] = number
			n.texts = append(n.texts, text)
		}
		list = append(list, number)
	}
	return list
}

// LeftOut returns how many texts were left out.
func (n *Numbering) LeftOut() int { return n.leftOut }

// Texts returns every text at the index of its number. It is never nil.
func (n *Numbering) Texts() []string {
	if n.texts == nil {
		return []string{}
	}
	return n.texts
}

// sourceFields are the members of an episode's metadata that name its author, the first one found wins.
var sourceFields = []string{"agent", "author", "source"}

// SourceBytes is the size up to which metadata is searched for a source. Many episodes are searched at once.
const SourceBytes = 4 << 10

// SourceOf returns who wrote an episode, as its metadata names it: the agent, the author of a commit or the
// source of an import, shortened like a name. It returns "" if none is there, or if the metadata is larger than
// SourceBytes.
func SourceOf(metadata input.Object) string {
	if len(metadata) > SourceBytes {
		return ""
	}
	named := false
	for _, field := range sourceFields {
		named = named || bytes.Contains(metadata, []byte(`"`+field+`"`))
	}
	if !named {
		return ""
	}
	var members map[string]any
	if json.Unmarshal(metadata, &members) != nil {
		return ""
	}
	for _, field := range sourceFields {
		if text, is := members[field].(string); is && text != "" {
			return clip.Runes(text, MaxName)
		}
	}
	return ""
}
