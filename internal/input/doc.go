// Package input decodes and validates the arguments of use cases.
//
// Each use case has one struct whose tags describe its arguments. The tags also define the JSON Schema; their
// names are those of huma, which generates the schemas:
//
//	json       the JSON name; without omitempty or omitzero the argument is required
//	default    the value of an absent argument
//	enum       the values allowed, comma-separated (of a list: of its items); * for those of the type's method Values
//	minimum, maximum          bounds of a number, inclusive
//	minLength, maxLength      bounds of a string in runes
//	minBytes, maxBytes        bounds of a string, a JSON object or free JSON in bytes of UTF-8
//	minItems, maxItems        bounds of a list
//	as         for free JSON (type JSON): object or array, the type that a schema shows
//	alias      another name that is accepted for the argument; no schema shows it
//	doc        the description in the schema
//	strict     the description in MCP's schemas for strict clients, if it differs
//	like       the tool whose arguments are those of one list item; MCP's schema omits their
//	           descriptions, because that tool has them
//
// Free JSON accepts a value of any kind, although a schema can show only one type: a model that sends a text
// instead of an object still conveys information. In a query it is the parsed value if that is valid JSON,
// otherwise the text itself.
//
// The fields of an embedded struct are arguments like the others.
//
// Decode reads JSON, and Check validates bounds. Check treats the zero value of an optional argument without
// a default as absent. Models send numbers as strings and 10.0 for 10; both are accepted where they are
// exact. An empty string counts as an absent argument, whatever its type; an empty list and 0 do not. Unknown
// names are rejected with a list of the valid ones: ignoring an argument would answer another question than the
// caller asked. Values within objects that are kept as JSON stay as they are. Source says what a transport
// accepts beyond this.
package input
