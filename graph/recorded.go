package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// What the recorder of agents' work keeps in the episodes that it makes: the beginning of their idempotency keys, and the
// field of their metadata that says what happened.
const (
	RecordedKey   = "rec1:"
	RecordedField = "recording"
	// RecordedBy is the field in RecordedField that names the token by which it was written over REST.
	RecordedBy = "by"
)

// checkRecorded rejects what only a recorder may write, and returns the metadata to store. What a recorder wrote is told to agents
// unasked, so no agent may forge it. A recorder on another machine writes over REST: its field then names its token, so that no
// token records in the name of another. An update may repeat what the field had before.
func checkRecorded(by audit.Caller, key string, metadata, before input.Object) (input.Object, error) {
	if by.Transport == audit.MCP && strings.HasPrefix(key, RecordedKey) {
		return nil, fault.Invalid("idempotency_key must not begin with %s, which is for recorded work: choose another key", RecordedKey)
	}
	field := recorded(metadata)
	if field == nil || sameJSON(field, recorded(before)) {
		return metadata, nil
	}
	switch by.Transport {
	case audit.MCP:
		return nil, fault.Invalid("metadata.%s is for recorded work, and cannot be set or changed: use another field", RecordedField)
	case audit.REST, audit.Page:
		return signed(by, metadata, field)
	}
	return metadata, nil
}

// sameJSON reports whether two texts have the same value. Programs write fields in their own order.
func sameJSON(a, b json.RawMessage) bool {
	var one, other any
	return bytes.Equal(a, b) || json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && reflect.DeepEqual(one, other)
}

// signed returns the metadata with the caller's name in the recorder's field.
func signed(by audit.Caller, metadata input.Object, field json.RawMessage) (input.Object, error) {
	var all, recording map[string]json.RawMessage
	if json.Unmarshal(field, &recording) != nil || recording == nil {
		return nil, fault.Invalid("metadata.%s must be an object", RecordedField)
	}
	err := json.Unmarshal(metadata, &all)
	if err == nil {
		recording[RecordedBy], err = json.Marshal(by.Actor)
	}
	if err == nil {
		all[RecordedField], err = json.Marshal(recording)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// recorded returns the recorder's field of metadata, or nil.
func recorded(metadata input.Object) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(metadata, &fields) != nil {
		return nil
	}
	return fields[RecordedField]
}

// RecallRecordedInput is a prompt of which an agent is told what recorded work taught.
type RecallRecordedInput struct {
	Query     string   `json:"query" minLength:"1" maxLength:"8000"`
	Limit     int      `json:"limit,omitempty" minimum:"1" maximum:"50" default:"50" doc:"Number of episodes that are considered"`
	BoostTags []string `json:"boost_tags,omitempty" maxItems:"100"`
}

// RecallRecordedOutput lists the recorded episodes that are close enough to the prompt, best first. Most prompts have none.
type RecallRecordedOutput struct {
	Episodes []RecordedEpisode `json:"episodes"`
}

// RecordedEpisode is an episode that a recorder wrote.
type RecordedEpisode struct {
	EpisodeOutput
	Own bool `json:"own" doc:"Whether the token of the caller recorded it"`
}

// RecallRecorded finds what a recorder on another machine may tell its agent at a prompt. Until the model is loaded, which the first
// call starts, it compares words alone, because a prompt does not wait.
func (s *Service) RecallRecorded(ctx context.Context, by audit.Caller, in RecallRecordedInput) (RecallRecordedOutput, error) {
	return usecase.Do(ctx, s.runner, by, opRecallRecorded, in, func(ctx context.Context, note *usecase.Note) (RecallRecordedOutput, error) {
		const mostBytes = 64 << 10
		out := RecallRecordedOutput{Episodes: []RecordedEpisode{}}
		r := &recall{s: s, store: s.store, ws: by.Workspace, wordsOnly: !s.meaning.warm(ctx)}
		r.in = RecallInput{Query: in.Query, Limit: in.Limit, BoostTags: in.BoostTags, MaxBytes: mostBytes}
		found, err := r.run(ctx)
		if err != nil {
			return out, err
		}
		near := Closest(found.Episodes, s.meaning.id())
		ids := make([]ID, len(near))
		for i, e := range near {
			ids[i] = e.EpisodeID
		}
		episodes, err := s.episodesByID(ctx, by.Workspace, ids, 0)
		for _, id := range ids {
			e, has := episodes[id]
			field := recorded(e.Metadata)
			if !has || field == nil {
				continue
			}
			var wrote struct{ By string }
			own := json.Unmarshal(field, &wrote) == nil && wrote.By == by.Actor
			out.Episodes = append(out.Episodes, RecordedEpisode{episodeOutput(e), own})
			note.IDs(string(id))
		}
		return out, err
	})
}
