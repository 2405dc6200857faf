package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// decode decodes JSON and keeps numbers as written.
func decode(raw []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}

// compact encodes JSON on one line, with sorted names.
func compact(value any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(err)
	}
	return strings.TrimSpace(b.String())
}

// facts splits a JSON value into lines: one for each scalar, and one for each object or list without nested
// ones. The order of lists is ignored.
func facts(place string, value any) []string {
	if isFlat(value) {
		return []string{place + " = " + compact(sorted(value))}
	}
	var all []string
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			all = append(all, facts(strings.TrimPrefix(place+"."+name, "."), member)...)
		}
	case []any:
		for _, item := range value {
			all = append(all, facts(place+"[]", item)...)
		}
	}
	return all
}

// isFlat reports whether a value fits on one line: it has no nested objects or lists, except flat lists in
// an object.
func isFlat(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		for _, member := range value {
			if list, is := member.([]any); is && isFlat(list) {
				continue
			}
			if !isScalar(member) {
				return false
			}
		}
	case []any:
		return !slices.ContainsFunc(value, func(item any) bool { return !isScalar(item) })
	}
	return true
}

func isScalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// sorted returns a flat value with its lists sorted.
func sorted(value any) any {
	switch value := value.(type) {
	case map[string]any:
		all := map[string]any{}
		for name, member := range value {
			all[name] = sorted(member)
		}
		return all
	case []any:
		return slices.SortedFunc(slices.Values(value), func(a, b any) int { return strings.Compare(compact(a), compact(b)) })
	}
	return value
}

// wording are the keywords of schemas and OpenAPI whose texts are for people.
var wording = []string{"title", "description", "summary", "example", "examples"}

// named are the keywords whose members have free names. Such a name is not a keyword.
var named = []string{"properties", "schemas", "responses", "content", "headers", "links", "paths", "parameters", "securitySchemes"}

// withoutWording removes texts for people from a schema or an OpenAPI document.
func withoutWording(value any) any { return stripped(value, false) }

func stripped(value any, names bool) any {
	switch value := value.(type) {
	case map[string]any:
		rest := map[string]any{}
		for name, member := range value {
			if !names && slices.Contains(wording, name) {
				continue
			}
			rest[name] = stripped(member, !names && slices.Contains(named, name))
		}
		return rest
	case []any:
		rest := make([]any, 0, len(value))
		for _, item := range value {
			rest = append(rest, stripped(item, false))
		}
		return rest
	}
	return value
}

// shape collects the types of each member over all samples of a format.
type shape struct {
	seen map[string]map[string]bool // path to types
	of   map[string]int             // path to its number of occurrences; an object counts for its members
	// closed are the members with few fixed values, which are recorded themselves.
	closed []string
}

func newShape(closed ...string) *shape {
	return &shape{map[string]map[string]bool{}, map[string]int{}, closed}
}

// closed are those members in files.
var closed = []string{"task", "status", "type", "role", "door", "relationship_type"}

// add adds a sample.
func (s *shape) add(value any) { s.take("", "", value) }

func (s *shape) take(place, name string, value any) {
	kind := fmt.Sprintf("%T", value)
	switch value := value.(type) {
	case map[string]any:
		kind = "object"
		for member, v := range value {
			s.take(place+"."+redact(member), member, v)
		}
	case []any:
		kind = "list"
		for _, item := range value {
			s.take(place+"[]", "", item)
		}
	case json.Number:
		kind = "number"
		if !strings.ContainsAny(value.String(), ".eE") {
			kind = "integer"
		}
		if place == ".version" { // of the format
			kind = value.String()
		}
	case string:
		kind = typeOfText(value)
		if slices.Contains(s.closed, name) && kind == "text" {
			kind = compact(value)
		}
	case bool:
		kind = "boolean"
	case nil:
		kind = "null"
	}
	if s.seen[place] == nil {
		s.seen[place] = map[string]bool{}
	}
	s.seen[place][kind] = true
	s.of[place]++
}

// facts returns a line for each path. A member that only some objects have ends in ?.
func (s *shape) facts(format string) []string {
	var all []string
	for place, kinds := range s.seen {
		if place == "" {
			continue
		}
		if kinds["number"] {
			delete(kinds, "integer") // an integer is a number too
		}
		optional := ""
		if parent, _, is := cutLast(place, "."); is && s.of[place] < s.of[parent] {
			optional = "?"
		}
		all = append(all, fmt.Sprintf("%s %s%s: %s", format, strings.TrimPrefix(place, "."), optional, strings.Join(slices.Sorted(maps.Keys(kinds)), ", ")))
	}
	return all
}

func cutLast(text, mark string) (before, after string, found bool) {
	at := strings.LastIndex(text, mark)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(mark):], true
}
