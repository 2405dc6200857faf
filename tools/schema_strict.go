package tools

import (
	"reflect"

	"plotline/internal/fault"
)

// Schemas is a form of the input schemas that tools/list shows.
type Schemas string

// The forms of input schemas.
const (
	Standard Schemas = "standard"
	// Strict is for clients whose models must follow a schema exactly, as OpenAI's strict mode. Every object allows
	// only its properties and requires them all. Optional ones may be null, which then means absent on every tool.
	// Free objects and lists are texts with JSON.
	Strict Schemas = "strict"
)

// ParseSchemas parses the name of a form. An empty text means usual.
func ParseSchemas(text string, usual Schemas) (Schemas, error) {
	switch form := Schemas(text); form {
	case "":
		return usual, nil
	case Standard, Strict:
		return form, nil
	}
	return "", fault.Invalid("unknown schema '%.64s'; valid: %s, %s", text, Standard, Strict)
}

// restrict changes the schema of a field to the form Strict. It removes bounds and defaults, because some strict
// clients refuse them; package input checks and sets them. The tag strict replaces a description that is wrong in this
// form.
func (g generator) restrict(s *schema, tag reflect.StructTag, path string, optional bool) {
	for value := s; value != nil; value = value.Items {
		value.Default = nil
		value.Minimum, value.Maximum, value.MinLength, value.MaxLength, value.MinItems, value.MaxItems = "", "", "", "", "", ""
	}
	if doc, other := tag.Lookup("strict"); other && !g.brief {
		s.Description = ""
		if doc != "" {
			s.Description = g.text(path+"@strict", doc)
		}
	}
	g.asText(s)
	if optional {
		s.Type = []any{s.Type, "null"}
		if s.Enum != nil {
			s.Enum = append(s.Enum, nil)
		}
	}
}

// asText makes free JSON a text, and says so.
func (g generator) asText(s *schema) {
	var form string
	switch {
	case s.Type == "object" && s.Properties == nil:
		form = g.text("json_object", "JSON object as text")
	case s.Type == "array" && s.Items.Type == "object" && s.Items.Properties == nil:
		form = g.text("json_list", "JSON list as text")
	default:
		return
	}
	s.Type, s.Items = "string", nil
	if s.Description == "" {
		s.Description = form
	} else {
		s.Description += " (" + form + ")"
	}
}
