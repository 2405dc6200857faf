package tokens

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"plotline/graph"
	"plotline/graph/access"
	"plotline/graph/durable"
	"plotline/graph/fault"
)

// formatVersion is the only form of the file that there has been.
const formatVersion = 1

// longestFile bounds the file, in bytes: some 50,000 tokens.
const longestFile = 16 << 20

// content is the file as JSON.
type content struct {
	Version int     `json:"version"`
	Tokens  []entry `json:"tokens"`
}

// entry is a token as the file keeps it: Token alone is what lists may show.
type entry struct {
	Token
	Hash digest `json:"sha256"`
}

// read gives what the file at the path holds.
func read(path string) ([]entry, error) {
	raw, err := durable.Read(path, longestFile)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return decode(path, raw)
}

// unreadable says what to do about a file that is not there.
func unreadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return missingError(path)
	}
	if errors.Is(err, durable.ErrNotRegular) {
		return notFile(path)
	}
	if errors.Is(err, durable.ErrTooLarge) {
		return fmt.Errorf("the tokens file %s has more than %d MiB; name another by --tokens", path, longestFile>>20)
	}
	return fmt.Errorf("cannot read the tokens file: %w", err)
}

// missingError is fs.ErrNotExist with what to do.
type missingError string

func (e missingError) Error() string {
	return fmt.Sprintf("there is no tokens file %s; `plotline token create NAME --role ROLE --tokens %[1]s` makes it", string(e))
}

func (missingError) Unwrap() error { return fs.ErrNotExist }

// decode reads and checks the whole file: one token that is not understood makes all of it an error,
// since a mistake in it may let somebody in. For the same reason a field that nobody knows is
// refused: "expires" in place of "expires_at" would make a token that never ends.
func decode(path string, raw []byte) ([]entry, error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, fmt.Errorf("the tokens file %s is not the JSON that `plotline token` writes; mend it, or move it away: %w", path, err)
	}
	if head.Version != formatVersion {
		return nil, fmt.Errorf("the tokens file %s has version %d, and this program knows only %d; use the program that wrote it", path, head.Version, formatVersion)
	}
	var all content
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&all); err != nil {
		return nil, fmt.Errorf("the tokens file %s is not what `plotline token` writes; mend it, or move it away: %w", path, err)
	}
	seen := map[string]bool{}
	for i, e := range all.Tokens {
		if err := e.check(seen); err != nil {
			return nil, fmt.Errorf("the tokens file %s, token %d (%q): %w", path, i+1, e.Name, err)
		}
	}
	return all.Tokens, nil
}

// check judges one entry. The ids and names before it are in seen, and its own are added.
func (e entry) check(seen map[string]bool) error {
	if !idForm.MatchString(e.ID) {
		return fmt.Errorf("id must be 8–12 of a–z and 0–9: %q", e.ID)
	}
	if err := validName(e.Name); err != nil {
		return err
	}
	if _, err := access.ParseRole(string(e.Role)); err != nil {
		return err
	}
	if err := graph.ValidWorkspace(e.Workspace); err != nil {
		// Only the text: the command shows an error of the domain without what stands around it.
		return errors.New(fault.From(err).Details)
	}
	if e.CreatedAt.IsZero() || e.Hash == (digest{}) {
		return errors.New("created_at and sha256 must both be there; revoke the token and make a new one")
	}
	for _, key := range []string{e.ID, e.Name} {
		if seen[key] {
			return fmt.Errorf("%q is the name or id of more than one token; keep one of them", key)
		}
		seen[key] = true
	}
	return nil
}

// encode writes the file for people too: they may want to look.
func encode(w io.Writer, held []entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(content{Version: formatVersion, Tokens: held})
}
