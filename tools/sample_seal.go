package tools

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"

	"plotline/graph/output"
)

// seal closes what a client carries for us, so that it can neither read nor change it, nor use it for
// another call: AES-256-GCM, with a key that dies with the process.
type seal struct{ aead cipher.AEAD }

func newSeal() seal {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // which does not fail
	block, err := aes.NewCipher(key)
	if err == nil {
		var aead cipher.AEAD
		if aead, err = cipher.NewGCMWithRandomNonce(block); err == nil {
			return seal{aead}
		}
	}
	panic("tools: " + err.Error()) // for a key of a wrong length alone
}

// close seals a text for whoever names the same bound.
func (s seal) close(text, bound []byte) string {
	sealed := s.aead.Seal(nil, nil, text, bound) //nolint:gosec // G407: it draws a nonce itself
	return base64.RawURLEncoding.EncodeToString(sealed)
}

// open gives the text back, and false for what was not closed by close with the same bound.
func (s seal) open(sealed string, bound []byte) (text []byte, ok bool) {
	if base64.RawURLEncoding.DecodedLen(len(sealed)) > mostState+s.aead.Overhead() {
		return nil, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil {
		return nil, false
	}
	text, err = s.aead.Open(nil, nil, raw, bound)
	return text, err == nil
}

// canonicalJSON is the same text for texts that say the same: members by name, without white space,
// numbers as they are written.
func canonicalJSON(raw json.RawMessage) (json.RawMessage, error) {
	var value any
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	if err := reader.Decode(&value); err != nil {
		return nil, err
	}
	return output.Marshal(value)
}
