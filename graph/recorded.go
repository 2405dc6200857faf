package graph

import (
	"bytes"
	"encoding/json"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
)

// What the recorder of agents' work keeps in the episodes that it makes: the beginning of their idempotency keys, and the
// field of their metadata that says what happened.
const (
	RecordedKey   = "rec1:"
	RecordedField = "recording"
)

// checkRecorded rejects what only the recorder may write. What it wrote is told to agents unasked, so no agent may forge it.
// An update may repeat what the field had before.
func checkRecorded(by audit.Caller, key string, metadata, before input.Object) error {
	if by.Transport != audit.MCP {
		return nil
	}
	if strings.HasPrefix(key, RecordedKey) {
		return fault.Invalid("idempotency_key must not begin with %s, which is for recorded work: choose another key", RecordedKey)
	}
	if field := recorded(metadata); field != nil && !bytes.Equal(field, recorded(before)) {
		return fault.Invalid("metadata.%s is for recorded work, and cannot be set or changed: use another field", RecordedField)
	}
	return nil
}

// recorded returns the recorder's field of metadata, or nil.
func recorded(metadata input.Object) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(metadata, &fields) != nil {
		return nil
	}
	return fields[RecordedField]
}
