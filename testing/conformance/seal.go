package conformance

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
)

var errTampered = errors.New("the request state is not what this server gave")

// seal protects a state that the client holds against changes.
type seal []byte

func newSeal() seal { return []byte(rand.Text()) }

func (s seal) put(state string) string { return state + "." + s.mark(state) }

func (s seal) open(sealed string) (string, error) {
	state, mark, _ := strings.Cut(sealed, ".")
	if !hmac.Equal([]byte(mark), []byte(s.mark(state))) {
		return "", errTampered
	}
	return state, nil
}

func (s seal) mark(state string) string {
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(state))
	return hex.EncodeToString(mac.Sum(nil))
}
