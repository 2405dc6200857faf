package tokens

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"plotline/internal/durable"
)

// Versions of the file format. A file has version 2 while a token in it lists several workspaces. Programs that know
// only version 1 reject such a file, whatever else it contains. They also reject a file with a role that they do not know,
// so that a new role needs no new version.
const (
	versionOne     = 1
	versionSeveral = 2
)

// longestFile bounds the file, in bytes: about 50,000 tokens.
const longestFile = 16 << 20

// content is the file as JSON.
type content struct {
	Version int     `json:"version"`
	Tokens  []entry `json:"tokens"`
}

// entry is a token as stored in the file. Lists show only the Token.
type entry struct {
	Token
	Hash digest `json:"sha256"`
}

// read returns the entries of the file at path.
func read(path string) ([]entry, error) {
	raw, err := durable.Read(path, longestFile)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return decode(path, raw)
}

// unreadable adds a remedy to an error of reading the file.
func unreadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return missingError(path)
	}
	if errors.Is(err, durable.ErrNotRegular) {
		return notFile(path)
	}
	if errors.Is(err, durable.ErrTooLarge) {
		return fmt.Errorf("the tokens file %s has more than %d MiB; give another with --tokens", path, longestFile>>20)
	}
	return fmt.Errorf("cannot read the tokens file: %w", err)
}

// missingError wraps fs.ErrNotExist and adds a remedy.
type missingError string

func (e missingError) Error() string {
	return fmt.Sprintf("the tokens file %s does not exist; to create it, run: plotline token create NAME --role ROLE --tokens %[1]s", string(e))
}

func (missingError) Unwrap() error { return fs.ErrNotExist }

// decode parses and checks the whole file. One invalid token makes the whole file invalid, because a mistake
// may grant access. Unknown fields are rejected for the same reason: "expires" instead of "expires_at" would
// make a token that never expires.
func decode(path string, raw []byte) ([]entry, error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, fmt.Errorf("the tokens file %s is not a tokens file of Plotline; repair it, or move it away: %w", path, err)
	}
	if head.Version != versionOne && head.Version != versionSeveral {
		return nil, fmt.Errorf("the tokens file %s has version %d, but this program reads only versions %d and %d; use the program that wrote it",
			path, head.Version, versionOne, versionSeveral)
	}
	var all content
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&all); err != nil {
		return nil, fmt.Errorf("the tokens file %s is not a tokens file of Plotline; repair it, or move it away: %w", path, err)
	}
	seen := map[string]bool{}
	for i := range all.Tokens {
		e := &all.Tokens[i]
		if len(e.OtherWorkspaces) == 0 {
			e.OtherWorkspaces = nil
		}
		err := e.check(seen)
		if err == nil && head.Version == versionOne && len(e.OtherWorkspaces) > 0 {
			err = fmt.Errorf("other_workspaces needs version %d of the file, not %d; change the version or remove the field", versionSeveral, versionOne)
		}
		if err != nil {
			return nil, fmt.Errorf("the tokens file %s, token %d (%q): %w", path, i+1, e.Name, err)
		}
	}
	return all.Tokens, nil
}

// check validates one entry. seen contains the ids and names of earlier entries; check adds its own.
func (e *entry) check(seen map[string]bool) error {
	if !idForm.MatchString(e.ID) {
		return fmt.Errorf("id must be 8–12 of a–z and 0–9: %q", e.ID)
	}
	if err := validGrant(e.Name, e.Role, e.Workspace, e.OtherWorkspaces); err != nil {
		return err
	}
	if e.CreatedAt.IsZero() || e.Hash == (digest{}) {
		return errors.New("created_at and sha256 are both required; revoke the token and create a new one")
	}
	for _, key := range []string{e.ID, e.Name} {
		if seen[key] {
			return fmt.Errorf("several tokens have the name or id %q; keep one of them", key)
		}
		seen[key] = true
	}
	return nil
}

// encode writes the file indented, because people may read it. Its version is the lowest that can express it, so that
// older programs can still read what they understand.
func encode(w io.Writer, held []entry) error {
	version := versionOne
	if slices.ContainsFunc(held, func(e entry) bool { return len(e.OtherWorkspaces) > 0 }) {
		version = versionSeveral
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(content{Version: version, Tokens: held})
}
