package tools

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"plotline/internal/input"
	"plotline/internal/output"
)

// schema is the part of JSON Schema that is published: one type, no references, no unions.
//
// It is generated from the types and the tags that package input checks. huma's registry reads the same tags, but
// gives references, nullable lists, bytes for a JSON object, int64 as a format and sorted fields. Undoing that would
// take more code than this.
//
// Models read schemas, so they are short. Formats, defaults of zero, and descriptions that another tool gives (the tag
// like) are left out.
type schema struct {
	Type                 any             `json:"type"` // a name, or a name and "null"
	Description          string          `json:"description,omitempty"`
	Enum                 []any           `json:"enum,omitempty"` // texts, and null for an optional argument of the strict form
	Default              json.RawMessage `json:"default,omitempty"`
	Minimum              json.Number     `json:"minimum,omitempty"`
	Maximum              json.Number     `json:"maximum,omitempty"`
	MinLength            json.Number     `json:"minLength,omitempty"`
	MaxLength            json.Number     `json:"maxLength,omitempty"`
	MinItems             json.Number     `json:"minItems,omitempty"`
	MaxItems             json.Number     `json:"maxItems,omitempty"`
	Items                *schema         `json:"items,omitempty"`
	Properties           *properties     `json:"properties,omitempty"`
	Required             []string        `json:"required,omitzero"` // never nil in the form Strict
	AdditionalProperties *bool           `json:"additionalProperties,omitempty"`
}

// properties keep the order of the struct's fields, because models read them in order.
type properties []property

type property struct {
	name   string
	schema *schema
}

// MarshalJSON encodes an object with its fields in order.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, field := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := output.Marshal(field.schema)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:%s", field.name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// describe returns the text of a field, for its path from the top ("episodes.query").
type describe func(path, english string) string

var (
	objectType  = reflect.TypeFor[input.Object]()
	jsonType    = reflect.TypeFor[input.JSON]()
	clearedType = reflect.TypeFor[input.Cleared]()
	textReads   = reflect.TypeFor[encoding.TextUnmarshaler]()
	textWrites  = reflect.TypeFor[encoding.TextMarshaler]()
)

// inputSchema returns the schema of a struct of arguments. Like outputSchema, it panics for types without a simple
// schema. Standard schemas do not say that other properties are refused, because some clients cannot read that.
func inputSchema(t reflect.Type, text describe, form Schemas) json.RawMessage {
	return publish(generator{text: text, input: true, strict: form == Strict}, t)
}

// outputSchema returns the schema of a struct of results. Results may grow, so additional properties are allowed. To
// keep listings short for models, it omits which fields of a list's items are required.
func outputSchema(t reflect.Type, text describe) json.RawMessage {
	return publish(generator{text: text}, t)
}

func publish(g generator, t reflect.Type) json.RawMessage {
	raw, err := output.Marshal(g.object(t, ""))
	if err != nil {
		panic(fmt.Sprintf("tools: schema of %s: %v", t, err))
	}
	return raw
}

// generator generates the schema of one type.
type generator struct {
	text   describe
	input  bool           // of arguments
	strict bool           // in the form Strict
	brief  bool           // another tool describes these fields
	within []reflect.Type // the structs around the field, to detect recursion
}

func (g generator) object(t reflect.Type, path string) *schema {
	if slices.Contains(g.within, t) {
		panic("tools: recursive type " + t.String())
	}
	g.within = append(slices.Clip(g.within), t)
	s := &schema{Type: "object", Properties: &properties{}}
	if g.strict {
		s.AdditionalProperties, s.Required = new(bool), []string{}
	}
	g.fields(s, t, path)
	return s
}

func (g generator) fields(s *schema, t reflect.Type, path string) {
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
			g.fields(s, field.Type, path)
			continue
		case field.Type == clearedType || name == "-" || !field.IsExported():
			continue
		case name == "":
			panic(fmt.Sprintf("tools: %s.%s has no JSON name", t, field.Name))
		}
		optional := strings.Contains(options, "omit")
		at := strings.TrimPrefix(path+"."+name, ".")
		*s.Properties = append(*s.Properties, property{name, g.field(field, at, optional)})
		if g.strict || !optional && (g.input || len(g.within) == 1) {
			s.Required = append(s.Required, name)
		}
	}
}

func (g generator) field(field reflect.StructField, path string, optional bool) *schema {
	t := field.Type
	if t.Kind() == reflect.Pointer {
		if !optional {
			panic("tools: " + path + " could be null")
		}
		t = t.Elem()
	}
	within := g
	within.brief = g.brief || g.input && field.Tag.Get("like") != ""
	s := within.typed(t, field.Tag, path)
	bounds(s, field, path)
	if field.Tag.Get("nullable") == "true" {
		s.Type = []any{s.Type, "null"}
	}
	if doc := field.Tag.Get("doc"); doc != "" && !g.brief {
		s.Description = g.text(path, doc)
	}
	if g.strict {
		g.restrict(s, field.Tag, path, optional)
	}
	return s
}

// typed returns the schema of a field's type. Free JSON has the one type that its tag names, though any value is
// accepted, because clients require exactly one type.
func (g generator) typed(t reflect.Type, tag reflect.StructTag, path string) *schema {
	if t != jsonType {
		return g.value(t, path)
	}
	switch as := tag.Get("as"); as {
	case "object":
		return &schema{Type: as}
	case "array":
		return &schema{Type: as, Items: &schema{Type: "object"}}
	default:
		panic("tools: " + path + ": free JSON needs the tag as:\"object\" or as:\"array\"")
	}
}

func (g generator) value(t reflect.Type, path string) *schema {
	pointer := reflect.PointerTo(t)
	switch {
	case t == jsonType:
		panic("tools: " + path + ": a list of free JSON is free JSON itself")
	case t == objectType:
		return &schema{Type: "object"}
	case pointer.Implements(textReads) || pointer.Implements(textWrites):
		return &schema{Type: "string"}
	}
	switch t.Kind() { //nolint:exhaustive // every other kind is refused
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return &schema{Type: "integer"}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.Slice:
		return &schema{Type: "array", Items: g.value(t.Elem(), path)}
	case reflect.Map:
		return &schema{Type: "object"}
	case reflect.Struct:
		return g.object(t, path)
	}
	panic(fmt.Sprintf("tools: %s: no schema for %s", path, t))
}
