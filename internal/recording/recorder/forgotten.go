package recorder

import (
	"crypto/sha256"
	"encoding/hex"
)

// forgotten is what must not come back: hashes of the keys of tasks.
type forgotten struct {
	V    int             `json:"v"`
	Keys map[string]bool `json:"keys,omitempty"` // by hashOf
}

// hashOf returns twelve hex digits of a key.
func hashOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:6])
}

func (f forgotten) has(key string) bool { return f.Keys[hashOf(key)] }

func (h home) readForgotten() (forgotten, error) {
	f := forgotten{V: 1}
	err := readJSON(h.forgotten(), &f)
	if f.Keys == nil {
		f.Keys = map[string]bool{}
	}
	return f, err
}
