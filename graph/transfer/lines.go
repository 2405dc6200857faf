package transfer

import (
	"bufio"
	"context"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"plotline/graph"
	"plotline/internal/input"
)

// episodeLine is an episode as a line of JSON, for import and export. An export writes the fields in this
// order. The type is "episode".
type episodeLine struct {
	Type           string       `json:"type"`
	EpisodeID      graph.ID     `json:"episode_id"`
	ID             int64        `json:"id,omitempty"`
	Name           string       `json:"name,omitempty"`
	Query          string       `json:"query"`
	Reflection     string       `json:"reflection,omitempty"`
	Reward         float64      `json:"reward"`
	Tags           []string     `json:"tags,omitempty"`
	Metadata       input.Object `json:"metadata,omitempty"`
	CreatedAt      graph.Time   `json:"created_at"`
	UpdatedAt      *graph.Time  `json:"updated_at,omitempty"`
	IdempotencyKey string       `json:"idempotency_key,omitempty"`
	KeyDigest      string       `json:"key_digest,omitempty"`
}

func lineOfEpisode(e graph.NewEpisode) episodeLine {
	return episodeLine{
		Type: "episode", EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, Query: e.Query,
		Reflection: e.Reflection, Reward: unsigned(e.Reward), Tags: e.Tags, Metadata: e.Metadata,
		CreatedAt: e.CreatedAt, UpdatedAt: &e.UpdatedAt, IdempotencyKey: e.Key, KeyDigest: e.Digest,
	}
}

func (l episodeLine) episode() graph.NewEpisode {
	e := graph.NewEpisode{
		Episode: graph.Episode{
			EpisodeID: l.EpisodeID, ID: l.ID, Name: l.Name, Query: l.Query, Reflection: l.Reflection,
			Reward: unsigned(l.Reward), Tags: l.Tags, Metadata: l.Metadata, CreatedAt: l.CreatedAt, UpdatedAt: l.CreatedAt,
		},
		Key: l.IdempotencyKey, Digest: l.KeyDigest,
	}
	if l.UpdatedAt != nil {
		e.UpdatedAt = *l.UpdatedAt
	}
	if e.Name == "" {
		e.Name = graph.DefaultName(e.Query)
	}
	return e
}

// relationshipLine is a relationship as a line of JSON, for import and export. The type is "relationship".
type relationshipLine struct {
	Type             string       `json:"type"`
	ID               graph.ID     `json:"id"`
	FromEpisodeID    graph.ID     `json:"from_episode_id"`
	ToEpisodeID      graph.ID     `json:"to_episode_id"`
	RelationshipType graph.Type   `json:"relationship_type"`
	Strength         *float64     `json:"strength,omitempty"` // 1 if absent; an export always writes it
	Metadata         input.Object `json:"metadata,omitempty"`
	CreatedAt        graph.Time   `json:"created_at"`
}

func lineOfRelationship(r graph.Relationship) relationshipLine {
	strength := unsigned(r.Strength)
	return relationshipLine{
		Type: "relationship", ID: r.ID, FromEpisodeID: r.From, ToEpisodeID: r.To, RelationshipType: r.Type,
		Strength: &strength, Metadata: r.Metadata, CreatedAt: r.CreatedAt,
	}
}

func (l relationshipLine) relationship() graph.Relationship {
	r := graph.Relationship{
		ID: l.ID, From: l.FromEpisodeID, To: l.ToEpisodeID, Type: l.RelationshipType,
		Strength: 1, Metadata: l.Metadata, CreatedAt: l.CreatedAt,
	}
	if l.Strength != nil {
		r.Strength = unsigned(*l.Strength)
	}
	return r
}

// unsigned converts −0 to 0, because not every store distinguishes them.
func unsigned(x float64) float64 {
	if x == 0 {
		return 0
	}
	return x
}

// utf8Of reads a text as UTF-8. A byte order mark at its beginning, which programs on Windows write, tells
// UTF-8 from UTF-16 and is skipped. A text without one is left as it is.
func utf8Of(r io.Reader) io.Reader {
	return transform.NewReader(bufio.NewReaderSize(r, 64<<10), unicode.BOMOverride(transform.Nop))
}

// until reads from r until ctx ends, even if r blocks, as standard input may. A read that blocks at that time
// is abandoned: its goroutine stays until r returns or the program ends.
func until(ctx context.Context, r io.Reader) io.Reader {
	type result struct {
		n   int
		err error
	}
	buffer := make([]byte, 64<<10) // Separate, because an abandoned read may still write to it.
	results := make(chan result, 1)
	return readerFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		part := buffer[:min(len(p), len(buffer))]
		go func() {
			n, err := r.Read(part)
			results <- result{n, err}
		}()
		select {
		case got := <-results:
			return copy(p, part[:got.n]), got.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}

type readerFunc func(p []byte) (int, error)

// Read calls the function.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
