package transfer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/google/uuid"

	"plotline/graph"
	"plotline/internal/clip"
	"plotline/internal/input"
)

// importSpace is the UUID namespace of the ids of imported episodes and relationships.
var importSpace = uuid.MustParse("4f5c0d0e-6d1a-5b6e-9a57-6d656d6f7279")

func derivedID(parts ...string) graph.ID {
	text, _ := json.Marshal(parts) //nolint:errchkjson // strings
	return graph.ID(uuid.NewSHA1(importSpace, text).String())
}

// batches returns all episodes, then all relationships, in batches.
func (m *memory) batches() []lineBatch {
	var list []lineBatch
	into := func(full func(b *lineBatch) bool) *lineBatch {
		if len(list) == 0 || full(&list[len(list)-1]) {
			b := newBatch()
			b.MergeEpisode, b.MergeRelationship = m.mergeEntity, mergeRelation
			list = append(list, b)
		}
		return &list[len(list)-1]
	}
	for i, e := range m.entities {
		b := into(func(b *lineBatch) bool { return b.bytes > batchBytes || len(b.Episodes) == graph.ImportLimit })
		made := e.episode(m.at)
		m.byID[made.EpisodeID] = i
		b.Episodes = append(b.Episodes, made)
		b.note(graph.ImportedEpisodes, e.line, len(made.Reflection))
	}
	for _, r := range m.related {
		b := into(func(b *lineBatch) bool { return len(b.Relationships) == graph.ImportLimit })
		b.Relationships = append(b.Relationships, r.relationship(m.at))
		b.note(graph.ImportedRelationships, r.line, 0)
	}
	return list
}

func (e *entity) episode(at graph.Time) graph.NewEpisode {
	made := graph.NewEpisode{
		Episode: graph.Episode{
			EpisodeID: derivedID("entity", e.Name), Name: clip.Runes(strings.TrimSpace(e.Name), graph.MaxName),
			Query: clip.Bytes(e.Name, graph.MaxQuery), Reflection: reflect("", e.Observations), CreatedAt: at, UpdatedAt: at,
		},
		Key: "memory:" + e.Name,
	}
	if len(made.Key) > 200 {
		sum := sha256.Sum256([]byte(e.Name))
		made.Key = "memory:" + hex.EncodeToString(sum[:])
	}
	sum := sha256.Sum256([]byte(made.Key)) // the digest covers only the key, because the content may grow
	made.Digest = hex.EncodeToString(sum[:])
	if tag := clip.Runes(e.EntityType, graph.MaxTag); tag != "" {
		made.Tags = []string{tag}
	}
	return made
}

func (r *relationAs) relationship(at graph.Time) graph.Relationship {
	return graph.Relationship{
		ID:   derivedID("relation", r.from, string(r.kind), r.to),
		From: derivedID("entity", r.from), To: derivedID("entity", r.to), Type: r.kind, Strength: 1,
		Metadata: relationNames(r.names), CreatedAt: at,
	}
}

// reflect appends observations to a text, one per line, except those that it already contains.
func reflect(text string, observations []string) string {
	for _, o := range observations {
		if o == "" || strings.Contains("\n"+text+"\n", "\n"+o+"\n") {
			continue
		}
		if text != "" {
			text += "\n"
		}
		text += o
	}
	return text
}

// mergeEntity adds the observations that an episode lacks. It keeps everything else, because clients may have
// changed it since.
func (m *memory) mergeEntity(there, brought graph.Episode) graph.Episode {
	there.Reflection = reflect(there.Reflection, m.entities[m.byID[brought.EpisodeID]].Observations)
	return there
}

// relationTypesName is the metadata field with the names of the relations.
const relationTypesName = "relationTypes"

func relationNames(names []string) input.Object {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(map[string][]string{relationTypesName: names}) // strings can be encoded
	return input.Object(bytes.TrimSpace(text.Bytes()))
}

// mergeRelation adds the new names of relations between two entities.
func mergeRelation(there, brought graph.Relationship) graph.Relationship {
	var old, fresh map[string]json.RawMessage
	var have, more []string
	if json.Unmarshal(there.Metadata, &old) != nil || json.Unmarshal(brought.Metadata, &fresh) != nil ||
		json.Unmarshal(old[relationTypesName], &have) != nil || json.Unmarshal(fresh[relationTypesName], &more) != nil ||
		len(old) != 1 {
		return there // a client has changed the metadata
	}
	known := map[string]bool{}
	for _, name := range have {
		known[name] = true
	}
	for _, name := range more {
		if !known[name] {
			known[name] = true
			have = append(have, name)
		}
	}
	there.Metadata = relationNames(have)
	return there
}
