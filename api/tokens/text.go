package tokens

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// prefix lets people and secret scanners recognise a token.
	prefix = "plotline_"
	// idLength is the length of a new id. The file may contain ids of 8 to 12 characters.
	idLength = 10
	// secretBytes is the length of a secret: 256 random bits.
	secretBytes = 32
)

var idForm = regexp.MustCompile(`^[a-z0-9]{8,12}$`)

// secretEncoding is strict, so that each secret has exactly one text.
var secretEncoding = base64.RawURLEncoding.Strict()

// draw generates the id and the text of a new token: plotline_<id>_<secret>.
func draw() (id, text string) {
	id = strings.ToLower(rand.Text()[:idLength])
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails: it would crash the program
	return id, prefix + id + "_" + secretEncoding.EncodeToString(secret[:])
}

// parse returns the id in the text of a token. The secret may contain "_" and "-"; the id does not.
func parse(text string) (id string, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return "", false
	}
	id, secret, ok := strings.Cut(rest, "_")
	if !ok || !idForm.MatchString(id) || len(secret) != secretEncoding.EncodedLen(secretBytes) {
		return "", false
	}
	// The decoder skips line breaks, so the decoded length must be checked too.
	raw, err := secretEncoding.DecodeString(secret)
	return id, err == nil && len(raw) == secretBytes
}

// digest is the SHA-256 of a token's text, stored as hexadecimal digits. A slow hash would only slow down
// every request: it protects secrets that people choose, and these are 256 random bits.
type digest [sha256.Size]byte

func hash(text string) digest { return sha256.Sum256([]byte(text)) }

// MarshalText encodes the digest as hexadecimal digits.
func (d digest) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, d[:]), nil }

// UnmarshalText decodes 64 hexadecimal digits; anything else is an error.
func (d *digest) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(d)) {
		return fmt.Errorf("sha256 must be %d hexadecimal digits", hex.EncodedLen(len(d)))
	}
	if _, err := hex.Decode(d[:], text); err != nil {
		return errors.New("sha256 must be hexadecimal digits")
	}
	return nil
}

// validName accepts names that lists, log lines and audit records can show unescaped.
func validName(name string) error {
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if n := utf8.RuneCountInString(name); n < 1 || n > 64 || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, bad) || strings.TrimSpace(name) != name {
		return fmt.Errorf("the name of a token must be 1–64 printable characters, without a space at either end: %q", name)
	}
	return nil
}
