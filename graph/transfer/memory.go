package transfer

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"time"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// MemoryResult counts what an import of a memory file found and wrote.
type MemoryResult struct {
	graph.Imported
	Entities  int `json:"entities"`
	Relations int `json:"relations"`
	Dangling  int `json:"dangling_relations"` // an entity is missing from the file, or both are the same
}

// Memory imports the knowledge graph of the reference MCP memory server. Every entity becomes an episode and
// every relation a relationship. The whole file is read and validated before anything is written, and held in
// memory. Ids are derived from names. Running the import again therefore adds only what is new, including new
// observations of an entity. The file has no times, so what is new gets the date of the file.
func Memory(ctx context.Context, service Importer, by audit.Caller, r io.Reader, date time.Time) (MemoryResult, error) {
	var result MemoryResult
	m := memory{
		at: graph.TimeOf(date), places: map[string]int{}, byID: map[graph.ID]int{}, pairs: map[pair]int{},
		successors: map[graph.Type]map[string][]string{},
	}
	if err := eachLine(ctx, r, "memory", 16*MaxLine, m.take); err != nil {
		return result, err
	}
	result.Entities, result.Relations = len(m.entities), m.relations
	result.Dangling = m.link()
	for _, in := range m.batches() {
		done, err := service.Import(ctx, by, in.Import)
		if err != nil {
			return result, in.explain(err)
		}
		result.Add(done)
		usecase.Report(ctx, in.last, 0, "lines")
	}
	return result, nil
}

// entity is an entity line of the file, as the server writes it.
type entity struct {
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`

	line int
}

// relation is a relation line of the file.
type relation struct {
	From         string `json:"from"`
	To           string `json:"to"`
	RelationType string `json:"relationType"`

	line int
}

// memory is the content of a file during an import.
type memory struct {
	at         graph.Time
	entities   []entity
	places     map[string]int // index in entities by name
	byID       map[graph.ID]int
	waiting    []relation
	relations  int
	related    []relationAs
	pairs      map[pair]int                       // index in related
	successors map[graph.Type]map[string][]string // adjacency of each ordering type
}

// pair identifies a relationship.
type pair struct {
	from, to string
	kind     graph.Type
}

// relationAs is a relationship that represents one or more relations.
type relationAs struct {
	pair
	names []string // relationType of each
	line  int
}

// take stores a line. It rejects types that the server does not write.
func (m *memory) take(line []byte, number int) error {
	kind, err := typeOf(line, "an entity or a relation")
	if err != nil {
		return err
	}
	switch kind {
	case "entity":
		e := entity{line: number}
		if err := json.Unmarshal(line, &e); err != nil || strings.TrimSpace(e.Name) == "" {
			return fault.Invalid("an entity needs a name, an entityType and a list of observations, all of them strings").Because(err)
		}
		return m.takeEntity(e)
	case "relation":
		r := relation{line: number}
		if err := json.Unmarshal(line, &r); err != nil || r.From == "" || r.To == "" {
			return fault.Invalid("a relation needs from, to and relationType, all of them strings").Because(err)
		}
		m.relations++
		m.waiting = append(m.waiting, r)
		return nil
	case "episode", "relationship":
		return fault.Invalid("this is a line of an export of Plotline: `plotline import FILE` reads it")
	}
	return fault.Invalid("type must be entity or relation, not '%.100s'", kind)
}

// takeEntity stores an entity, or adds its observations to an entity of the same name.
func (m *memory) takeEntity(e entity) error {
	if at, there := m.places[e.Name]; there {
		first := &m.entities[at]
		first.Observations = append(first.Observations, e.Observations...)
		return first.check()
	}
	m.places[e.Name] = len(m.entities)
	m.entities = append(m.entities, e)
	return e.check()
}

func (e *entity) check() error {
	if n := len(reflect("", e.Observations)); n > graph.MaxReflection {
		return fault.Newf(fault.TooLarge, "the observations of %.100s take %d bytes, and the reflection of an episode "+
			"holds %d: have the entity split in two", e.Name, n, graph.MaxReflection)
	}
	return nil
}
