package graph

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// digest is the SHA-256 of the canonical JSON of the arguments without the key, in hexadecimal.
// Canonical means: our field order, names of objects sorted, numbers of metadata as they were
// written.
func (in CreateEpisodeInput) digest() string {
	in.IdempotencyKey = ""
	in.Metadata = canonical(in.Metadata)
	text, err := json.Marshal(in)
	if err != nil {
		panic("graph: arguments that were decoded from JSON do not marshal: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// canonical sorts the names of every object in a JSON text and drops white space. Numbers keep
// their digits, so that 1 and 1.0 stay different content, as does what float64 could not hold.
func canonical(raw []byte) []byte {
	if raw == nil {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil {
		return raw
	}
	sorted, _ := json.Marshal(value) // which sorts the names, and can write whatever it has read
	return slices.Clip(sorted)
}
