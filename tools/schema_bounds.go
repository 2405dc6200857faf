package tools

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"plotline/internal/input"
)

// bounds copies a field's tags into its schema. On a list, tags about a value apply to its items. minBytes and
// maxBytes have no equivalent in JSON Schema; package input checks them.
func bounds(s *schema, field reflect.StructField, path string) {
	tag, value := field.Tag, s
	if s.Items != nil {
		value = s.Items
	}
	for _, name := range input.Enum(field) {
		value.Enum = append(value.Enum, name)
	}
	value.Minimum, value.Maximum = number(tag, "minimum", path), number(tag, "maximum", path)
	value.MinLength, value.MaxLength = number(tag, "minLength", path), limit(tag, "maxLength", path, shownLength)
	s.MinItems, s.MaxItems = number(tag, "minItems", path), limit(tag, "maxItems", path, shownItems)
	if fallback, ok := tag.Lookup("default"); ok {
		s.Default = defaultOf(s, fallback, path)
		if fallback == "0" || fallback == "false" { // readers assume it
			s.Default = nil
		}
	}
	mustFit(value, s, path)
}

func number(tag reflect.StructTag, name, path string) json.Number {
	text := tag.Get(name)
	if _, err := strconv.ParseFloat(text, 64); text != "" && err != nil {
		panic("tools: " + path + ": " + name + " is no number: " + text)
	}
	return json.Number(text)
}

// Limits that are higher are left out of the schema, because an agent seldom meets them. Package input checks all.
const (
	shownLength = 199
	shownItems  = 99
)

// limit is number for a limit that is left out above most.
func limit(tag reflect.StructTag, name, path string, most int) json.Number {
	n := number(tag, name, path)
	if value, err := n.Int64(); err == nil && value > int64(most) {
		return ""
	}
	return n
}

func defaultOf(s *schema, text, path string) json.RawMessage {
	raw := json.RawMessage(text)
	if s.Type == "string" {
		raw = json.RawMessage(strconv.Quote(text))
	}
	if !json.Valid(raw) || s.Enum != nil && !slices.Contains(s.Enum, any(text)) {
		panic("tools: " + path + ": bad default: " + text)
	}
	return raw
}

// mustFit panics if a tag does not apply to the field's type.
func mustFit(value, whole *schema, path string) {
	isString, isNumber := value.Type == "string", value.Type == "number" || value.Type == "integer"
	if !isString && (value.Enum != nil || value.MinLength+value.MaxLength != "") ||
		!isNumber && value.Minimum+value.Maximum != "" ||
		whole.Items == nil && whole.MinItems+whole.MaxItems != "" {
		panic("tools: " + path + ": a tag does not fit its type")
	}
}
