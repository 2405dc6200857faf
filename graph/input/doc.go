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
//	minBytes, maxBytes        bounds of a string or a JSON object in bytes of UTF-8
//	minItems, maxItems        bounds of a list
//	doc        the description that a schema shows
//
// Decode reads JSON; Check judges bounds, for whoever filled the struct: to it the zero value of an
// optional argument without a default is an absent one. Models send numbers as strings and 10.0 for
// 10: that is taken where it is exact. An empty string for an optional argument counts as absent;
// an empty list and a 0 do not. Unknown names are refused and the valid ones listed, since an
// argument that is dropped answers another question than was asked.
package input
