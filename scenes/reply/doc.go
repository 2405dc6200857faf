// Package reply parses the answers of a language model: a scene, the analysis of images, a sentence.
//
// A model is asked for one JSON object, but answers in many forms. ReadScene tries these in order and takes the first
// that it finds:
//
//  1. a JSON object with Plotline's field names, bare or in a fence, with or without prose around it. Names in
//     snake_case and the usual other names count too. Line breaks inside strings, wrong escapes and
//     surplus commas are tolerated;
//  2. a fenced block of code in TSX or a related language, or without a language. Of several that look
//     like code it takes the longest;
//  3. bare code: from the first line that begins with import, export, const or function, without the
//     prose after its end;
//  4. a JSON object that breaks off: strings, lists and objects are closed. A half-written last member is
//     dropped, unless it is the code, which the compiler will check.
//
// Code that is itself in a fence, or was escaped twice, is unwrapped. ReadAnalysis works the same, without the steps
// for code; prose alone becomes the description.
//
// An answer can be any text. Its first 1 MiB is read, in linear time and without recursion. The package completes
// JSON itself, because a general repair library guesses more than these rules allow.
package reply

import "errors"

// ErrNothing reports an answer without anything usable.
var ErrNothing = errors.New("the model's reply contains nothing usable")

// Form is the form in which a scene was found.
type Form string

// The forms, in the order in which ReadScene tries them.
const (
	FormJSON      Form = "json"
	FormFence     Form = "fence"
	FormCode      Form = "code"
	FormCompleted Form = "completed"
)

// maxBytes limits how much of an answer is read.
const maxBytes = 1 << 20

func bounded(text string) string { return text[:min(len(text), maxBytes)] }
