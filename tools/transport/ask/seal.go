package ask

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"

	"plotline/internal/output"
)

// seal encrypts the state that a client sends back, so that the client can neither read nor change it, nor use it for
// another call. It uses AES-256-GCM with a key that exists only in this process.
type seal struct{ aead cipher.AEAD }

func newSeal() seal {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	block, err := aes.NewCipher(key)
	if err == nil {
		var aead cipher.AEAD
		if aead, err = cipher.NewGCMWithRandomNonce(block); err == nil {
			return seal{aead}
		}
	}
	panic("tools: " + err.Error()) // only for a key of the wrong length
}

// close encrypts a text. open needs the same bound to decrypt it.
func (s seal) close(text, bound []byte) string {
	sealed := s.aead.Seal(nil, nil, text, bound) //nolint:gosec // G407: it draws a nonce itself
	return base64.RawURLEncoding.EncodeToString(sealed)
}

// open decrypts a text. It returns false if close did not encrypt it with the same bound.
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

// canonicalJSON returns the same text for equal JSON: members sorted by name, no white space, numbers as written.
func canonicalJSON(raw json.RawMessage) (json.RawMessage, error) {
	var value any
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	if err := reader.Decode(&value); err != nil {
		return nil, err
	}
	return output.Marshal(value)
}
