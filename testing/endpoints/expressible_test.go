package endpoints_test

import (
	"bytes"
	"encoding/json"

	"plotline/testing/kit/apiclient"
)

// whyNotExpressible explains why an operation cannot express some arguments, or returns "". MCP accepts any
// JSON as arguments. An address has only texts, and a path needs all of its parts.
func whyNotExpressible(o operation, args json.RawMessage) string {
	fields, isObject := apiclient.Fields(args)
	switch {
	case !isObject && bytes.Equal(bytes.TrimSpace(args), []byte("null")):
		return "null in place of a body is an error to REST, no arguments to MCP"
	case !isObject && (!o.TakesBody() || len(o.InPath) > 0):
		return "arguments that are no object have no names to stand in an address"
	}
	for _, name := range o.InPath {
		text, is := asText(fields[name])
		if !is || text == "" {
			return "a path has a text for each argument"
		}
		delete(fields, name)
	}
	if o.TakesBody() {
		return ""
	}
	for name, value := range fields {
		if why := whyNotInQuery(o.Query[name], value); why != "" {
			return why
		}
	}
	return ""
}

// whyNotInQuery explains why a query cannot express a parameter's value of this type.
func whyNotInQuery(kind string, value json.RawMessage) string {
	_, isText := asText(value)
	var list []string
	switch isList := json.Unmarshal(value, &list) == nil; {
	case string(value) == "null":
		return "a query has no null"
	case value[0] == '{':
		return "a query has no objects"
	case kind == "array" && (!isList || len(list) == 0):
		return "a list in a query is a name that comes again: never empty, and never something else"
	case kind != "array" && value[0] == '[':
		return "a list is a name that comes again, which only a list may do"
	case kind == "string" && !isText:
		return "a query has texts alone, so that no text is of a wrong type"
	case kind == "boolean" && isText:
		return "true in a query is no text"
	}
	return ""
}

func asText(value json.RawMessage) (string, bool) {
	var text string
	if len(value) == 0 || value[0] != '"' {
		return "", false
	}
	err := json.Unmarshal(value, &text)
	return text, err == nil
}
