package api

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"plotline/graph"
	"plotline/internal/input"
)

// publishInput adds the rules of package input that huma does not derive from types. These are sizes in
// bytes, the formats of ids and times, and null for optional arguments. An empty optional enumeration also
// counts as absent.
func publishInput(registry huma.Registry, schema *huma.Schema, t reflect.Type) {
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		property := schema.Properties[name]
		if property == nil {
			continue
		}
		switch field.Type {
		case reflect.TypeFor[input.JSON]():
			freeJSON(property)
			continue
		case reflect.TypeFor[graph.EpisodeRef]():
			*property = *episodeRef(property)
			continue
		}
		if item := field.Type; item.Kind() == reflect.Slice && property.Type == huma.TypeArray {
			publishItems(registry, property.Items, item.Elem())
		} else {
			property.Format = formatOf(item, property.Format)
		}
		allowed(property, field)
		inBytes(property, field.Tag)
		if property.Type == huma.TypeInteger && property.Maximum == nil {
			// As huma's float64, the maximum would be rounded up by one.
			property.Extensions = map[string]any{"maximum": int64(math.MaxInt64)}
		}
		if strings.Contains(options, "omit") {
			optional(property, field.Tag, field.Type.Kind() == reflect.String)
		}
	}
}

// publishOutput adds the values of types that list them, which huma does not ask for.
func publishOutput(registry huma.Registry, schema *huma.Schema, t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		if t = t.Elem(); schema.Items != nil {
			schema = schema.Items
		}
	}
	if schema.Ref != "" {
		schema = registry.SchemaFromRef(schema.Ref)
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if property := schema.Properties[name]; property != nil {
			allowed(property, field)
			publishOutput(registry, property, field.Type)
		}
	}
}

// allowed publishes the values that a field's type lists.
func allowed(property *huma.Schema, field reflect.StructField) {
	if field.Tag.Get("enum") != input.AnyOfType {
		return // huma has read it
	}
	if property.Items != nil {
		property = property.Items
	}
	property.Enum = nil
	for _, value := range input.Enum(field) {
		property.Enum = append(property.Enum, value)
	}
}

// freeJSON publishes a value of any kind as a schema without a type, which also allows null. The type in its
// tag is for MCP tools, whose clients require one.
func freeJSON(property *huma.Schema) {
	*property = huma.Schema{Description: property.Description, Examples: property.Examples}
}

func publishItems(registry huma.Registry, items *huma.Schema, t reflect.Type) {
	if items.Ref != "" {
		publishInput(registry, registry.SchemaFromRef(items.Ref), t)
		return
	}
	if t == reflect.TypeFor[graph.EpisodeRef]() {
		*items = *episodeRef(items)
		return
	}
	items.Format = formatOf(t, items.Format)
}

// refPattern matches an episode's UUID or serial number.
const refPattern = `^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|#?[1-9][0-9]{0,17})$`

// episodeRef describes the two forms of an argument that names an episode.
func episodeRef(property *huma.Schema) *huma.Schema {
	one := 1.0
	return &huma.Schema{
		Description: property.Description, Examples: property.Examples,
		AnyOf: []*huma.Schema{
			{Type: huma.TypeString, Pattern: refPattern},
			{Type: huma.TypeInteger, Minimum: &one, Extensions: map[string]any{"maximum": int64(math.MaxInt64)}},
		},
	}
}

// formatOf returns the format of a value. Numbers have none, because int64 and double set no bounds.
func formatOf(t reflect.Type, format string) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[graph.ID]():
		return "uuid"
	case t == reflect.TypeFor[graph.Time](), t == reflect.TypeFor[graph.Until]():
		return "date-time"
	case t.Kind() == reflect.String:
		return format
	}
	return ""
}

// inBytes publishes bounds in bytes as bounds in characters, which JSON Schema has. A text has no more
// characters than bytes.
func inBytes(property *huma.Schema, tag reflect.StructTag) {
	if property.Type != huma.TypeString {
		return
	}
	if least, err := strconv.Atoi(tag.Get("minBytes")); err == nil && least > 0 {
		one := 1
		property.MinLength = &one
	}
	if most, err := strconv.Atoi(tag.Get("maxBytes")); err == nil {
		property.MaxLength = &most
	}
}

func optional(property *huma.Schema, tag reflect.StructTag, isText bool) {
	property.Nullable = tag.Get("nullable") != "false"
	if property.Type == huma.TypeString && property.Enum != nil && !slices.Contains(property.Enum, any("")) {
		property.Enum = append(property.Enum, "")
	}
	if property.Nullable && property.Enum != nil {
		property.Enum = append(property.Enum, nil) // otherwise the enumeration would forbid the null that the type allows
	}
	if isText {
		property.MinLength = nil // an empty text counts as absent
	}
}
