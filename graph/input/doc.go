// Package input turns what a door received into a use case's typed arguments, and judges bounds.
//
// One struct per use case says everything, by tags that publish as JSON Schema too (the names are
// those of huma, which reads them for the schemas):
//
//	json       the name on the wire; without omitempty or omitzero the argument is required
//	default    what an absent argument becomes
//	enum       the values allowed, comma-separated (of a list: of its items)
//	minimum, maximum          bounds of a number, inclusive
//	minLength, maxLength      bounds of a string in runes
//	minBytes, maxBytes        bounds of a string, a JSON object or free JSON in bytes of UTF-8
//	minItems, maxItems        bounds of a list
//	as         of free JSON (type JSON): object or array, the one type that a schema shows of it
//	doc        the description that a schema shows
//	like       the tool that takes one item of the list as its arguments: MCP's schema leaves their
//	           descriptions to that tool
//
// Free JSON takes a value of any kind, whatever its schema shows: a schema has room for one type, and a
// model that sends a text where an object was meant still says something. In a query it is what the text
// reads as, when that is JSON, else the text itself.
//
// The fields of an embedded struct are arguments like the others.
//
// Decode reads JSON; Check judges bounds, for whoever filled the struct: to it the zero value of an
// optional argument without a default is an absent one. Models send numbers as strings and 10.0 for
// 10: that is taken where it is exact. An empty string for an optional argument counts as absent;
// an empty list and a 0 do not. Unknown names are refused and the valid ones listed, since an
// argument that is dropped answers another question than was asked.
package input
