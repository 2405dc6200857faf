package transport

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// malformed names the param of the wrong type, and the type that it must have.
func malformed(method mcp.MCPMethod, err error) error {
	wrong, typed := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case typed:
		got, number, _ := strings.Cut(wrong.Value, " ")
		if number != "" && typeNoun(wrong.Type) == "a number" {
			return fmt.Errorf("%s of %.64s is malformed: %.64s is out of range", memberOf(wrong.Field), method, number)
		}
		return fmt.Errorf("%s of %.64s must be %s, not %s", memberOf(wrong.Field), method, typeNoun(wrong.Type), jsonNoun(got))
	case method == mcp.MethodCompletionComplete:
		return fmt.Errorf(`ref of %s must be {"type": "ref/prompt", "name": "…"} or {"type": "ref/resource", "uri": "…"}`, method)
	}
	return fmt.Errorf("the params of %.64s are malformed", method)
}

// memberOf returns the path of a member, without the names of embedded Go types.
func memberOf(field string) string {
	var path []string
	for name := range strings.SplitSeq(field, ".") {
		if name != "" && (name[0] < 'A' || name[0] > 'Z') {
			path = append(path, name)
		}
	}
	if len(path) == 0 {
		return "params"
	}
	return strings.Join(path, ".")
}

func typeNoun(t reflect.Type) string {
	switch t.Kind() { //nolint:exhaustive // the others are objects
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "a number"
	}
	return "an object"
}

func jsonNoun(kind string) string {
	switch kind {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	return "a " + kind
}
