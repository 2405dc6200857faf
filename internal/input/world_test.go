package input_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/input"
)

// The arguments below have every kind of field and bound, in the forms that use cases use.

// key unmarshals itself from a string and its error describes only the value, as graph.ID's does.
type key string

func (k *key) UnmarshalText(text []byte) error {
	if !strings.HasPrefix(string(text), "k-") {
		return errors.New("must be a key")
	}
	*k = key(strings.ToLower(string(text)))
	return nil
}

func (k key) MarshalText() ([]byte, error) { return []byte(k), nil }

// moment returns an error of its own, as graph.Time does.
type moment int

func (m *moment) UnmarshalText(text []byte) error {
	if string(text) != "now" {
		return fault.Invalid("Invalid moment: %s", text)
	}
	*m = 1
	return nil
}

func (m moment) MarshalText() ([]byte, error) { return []byte("now"), nil }

type kind string

type everything struct {
	From     key           `json:"from"`
	Kind     kind          `json:"kind,omitempty" enum:"follows,causes" default:"follows"`
	Strength float64       `json:"strength,omitempty" minimum:"0" maximum:"1" default:"0.5"`
	Limit    int           `json:"limit,omitempty" minimum:"1" maximum:"100"`
	Offset   int64         `json:"offset,omitempty" minimum:"0" default:"0"`
	Most     float64       `json:"most,omitempty" maximum:"10"`
	Name     string        `json:"name,omitempty" minLength:"1" maxLength:"5"`
	Title    *string       `json:"title,omitempty" minLength:"2"`
	Query    *string       `json:"query,omitempty" minBytes:"2" maxBytes:"4"`
	Reward   *float64      `json:"reward,omitempty" minimum:"-1" maximum:"1"`
	Deep     bool          `json:"deep,omitempty" default:"true"`
	Since    *moment       `json:"since,omitempty"`
	Tags     []string      `json:"tags,omitempty" maxItems:"3" minLength:"1" maxLength:"3"`
	Keys     []key         `json:"keys,omitempty" minItems:"0"`
	Kinds    []kind        `json:"kinds,omitempty" enum:"follows,causes"`
	Metadata input.Object  `json:"metadata,omitempty" maxBytes:"40"`
	Extra    input.JSON    `json:"extra,omitempty" as:"array" minBytes:"2" maxBytes:"20"`
	Items    []item        `json:"items,omitempty" maxItems:"2"`
	Cleared  input.Cleared `json:"-"`
}

type item struct {
	Query  string  `json:"query" minBytes:"1" maxBytes:"8"`
	Reward float64 `json:"reward" minimum:"-1" maximum:"1"`
	Note   string  `json:"note,omitempty" default:"none"`
}

// read decodes and validates, as a transport does.
func read[In any](raw string) (In, error) {
	in, err := input.Decode[In](json.RawMessage(raw))
	if err != nil {
		return in, err
	}
	return in, input.Check(in)
}

// refused checks that the error is an invalid_argument and returns it.
func refused(t *testing.T, err error) *fault.Error {
	t.Helper()
	if fault.CodeOf(err) != fault.InvalidArgument {
		t.Fatalf("error = %v, want invalid_argument", err)
	}
	return fault.From(err)
}
