package graph

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// digest returns the SHA-256, in hexadecimal, of the canonical JSON of the arguments without the key.
// Canonical means: fields in the order of the struct, names in objects sorted, numbers in metadata as they
// were written. Stored idempotency keys hold this digest, so it must not change for a call that was possible before: a
// new field must be omitempty, and the fields must stay in their order.
func digest(in CreateEpisodeInput, links []LinkInput) string {
	in.IdempotencyKey = ""
	in.Metadata = canonical(in.Metadata)
	text, err := json.Marshal(struct {
		Query  string  `json:"query"`
		Reward float64 `json:"reward"` // present even if it is 0 or was left out
		CreateEpisodeInput
		Relationships []LinkInput `json:"relationships,omitempty"`
	}{in.Query, in.Reward, in, links})
	if err != nil {
		panic("graph: arguments that were decoded from JSON do not marshal: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// canonical sorts the names of every object in a JSON text and drops white space. Numbers keep their digits.
// So 1 and 1.0 are different content, and numbers too large for float64 stay exact.
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
	sorted, _ := json.Marshal(value) // sorts the names; cannot fail on a decoded value
	return slices.Clip(sorted)
}
