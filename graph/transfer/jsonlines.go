package transfer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"plotline/graph"
	"plotline/graph/audit"
	"plotline/graph/fault"
	"plotline/graph/input"
	"plotline/graph/usecase"
)

// MaxLine is the longest line that is read, in bytes.
const MaxLine = 1 << 20

// episodeLine is an episode as a line of JSON. Its type is "episode".
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

func (l episodeLine) episode() graph.NewEpisode {
	e := graph.NewEpisode{
		Episode: graph.Episode{
			EpisodeID: l.EpisodeID, ID: l.ID, Name: l.Name, Query: l.Query, Reflection: l.Reflection,
			Reward: l.Reward, Tags: l.Tags, Metadata: l.Metadata, CreatedAt: l.CreatedAt, UpdatedAt: l.CreatedAt,
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

// relationshipLine is a relationship as a line of JSON. Its type is "relationship".
type relationshipLine struct {
	Type             string       `json:"type"`
	ID               graph.ID     `json:"id"`
	FromEpisodeID    graph.ID     `json:"from_episode_id"`
	ToEpisodeID      graph.ID     `json:"to_episode_id"`
	RelationshipType graph.Type   `json:"relationship_type"`
	Strength         float64      `json:"strength,omitempty" default:"1"`
	Metadata         input.Object `json:"metadata,omitempty"`
	CreatedAt        graph.Time   `json:"created_at"`
}

func (l relationshipLine) relationship() graph.Relationship {
	return graph.Relationship{
		ID: l.ID, From: l.FromEpisodeID, To: l.ToEpisodeID, Type: l.RelationshipType,
		Strength: l.Strength, Metadata: l.Metadata, CreatedAt: l.CreatedAt,
	}
}

// JSONLines imports a stream of lines, episodes before the relationships between them, in bounded
// memory. What is there already is skipped. An error names the line; what came before its batch is
// stored, and running the import again goes on from there.
func JSONLines(
	ctx context.Context, service Service, by audit.Caller, r io.Reader,
) (graph.Imported, error) {
	im := importer{service: service, by: by}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 64<<10), MaxLine)
	for number := 1; scanner.Scan(); number++ {
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := im.add(ctx, bytes.Clone(line), number); err != nil {
			return im.total, err
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return im.total, fault.Newf(fault.TooLarge, "line %d is longer than %d bytes", im.lines+1, MaxLine)
	} else if err != nil {
		return im.total, fmt.Errorf("reading the import: %w", err)
	}
	return im.total, im.flush(ctx)
}

type importer struct {
	service Service
	by      audit.Caller
	pending graph.Import
	places  [2][]int // line numbers of the pending episodes and relationships
	lines   int
	total   graph.Imported
}

func (im *importer) add(ctx context.Context, line []byte, number int) error {
	im.lines = number
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return fault.Invalid("line %d is not a JSON object", number).Because(err)
	}
	switch head.Type {
	case "episode":
		return im.addEpisode(ctx, line, number)
	case "relationship":
		return im.addRelationship(ctx, line, number)
	}
	return fault.Invalid("line %d: type must be episode or relationship, not '%s'", number, head.Type)
}

func (im *importer) addEpisode(ctx context.Context, line []byte, number int) error {
	item, err := input.Decode[episodeLine](line)
	if err != nil {
		return atLine(err, number)
	}
	// An episode after relationships starts a new batch: within one, episodes are stored first.
	if len(im.pending.Relationships) > 0 || len(im.pending.Episodes) == graph.ImportLimit {
		if err := im.flush(ctx); err != nil {
			return err
		}
	}
	im.pending.Episodes = append(im.pending.Episodes, item.episode())
	im.places[0] = append(im.places[0], number)
	return nil
}

func (im *importer) addRelationship(ctx context.Context, line []byte, number int) error {
	item, err := input.Decode[relationshipLine](line)
	if err != nil {
		return atLine(err, number)
	}
	if len(im.pending.Relationships) == graph.ImportLimit {
		if err := im.flush(ctx); err != nil {
			return err
		}
	}
	im.pending.Relationships = append(im.pending.Relationships, item.relationship())
	im.places[1] = append(im.places[1], number)
	return nil
}

func (im *importer) flush(ctx context.Context) error {
	if len(im.pending.Episodes)+len(im.pending.Relationships) == 0 {
		return nil
	}
	done, err := im.service.Import(ctx, im.by, im.pending)
	if err != nil {
		first, last := im.span()
		return fault.From(err).With("lines", fmt.Sprintf("%d–%d", first, last))
	}
	im.total.EpisodesCreated += done.EpisodesCreated
	im.total.EpisodesSkipped += done.EpisodesSkipped
	im.total.RelationshipsCreated += done.RelationshipsCreated
	im.total.RelationshipsSkipped += done.RelationshipsSkipped
	im.pending, im.places = graph.Import{}, [2][]int{}
	usecase.Report(ctx, im.lines, 0, "lines")
	return nil
}

// span gives the first and the last line of the pending batch.
func (im *importer) span() (first, last int) {
	for _, lines := range im.places {
		if len(lines) > 0 {
			last = lines[len(lines)-1]
			if first == 0 {
				first = lines[0]
			}
		}
	}
	return first, last
}

func atLine(err error, number int) error {
	own := fault.From(err)
	return fault.Newf(own.Code, "line %d: %s", number, own.Details).Because(err)
}
