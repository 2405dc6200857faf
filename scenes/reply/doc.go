// Package reply reads what a language model says: a scene, the analysis of an image, a sentence.
//
// A model is asked for one JSON object and gives what it likes. A scene is looked for in this order, and
// the first that is found counts:
//
//  1. a JSON object with our field names, bare or in a fence, with or without prose around it. Names in
//     snake_case and the usual other names count too. Line breaks inside strings, wrong escapes and
//     commas too many are forgiven;
//  2. a fenced block of code in TSX or its kin, or of no named language; of several that look like code
//     the longest;
//  3. bare code: from the first line that begins with import, export, const or function, without the
//     prose behind its end;
//  4. a JSON object that breaks off, completed: strings, lists and objects are closed. The last member is
//     dropped when it is half written, unless it is the code, of which the compiler may judge.
//
// Code that is itself in a fence, or was escaped once too often, is unwrapped. An analysis is read the
// same way, without the steps for code; prose alone is its description.
//
// An answer may be anything, and up to 1 MiB of it is read, in linear time and without recursion. Our own
// completion of JSON is used because a general repairer guesses more than these rules allow.
package reply

import "errors"

// ErrNothing means that an answer holds nothing of what was asked for.
var ErrNothing = errors.New("the model's answer holds nothing that can be used")

// Form says how a scene was found in an answer.
type Form string

// The forms, in the order in which they are looked for.
const (
	FormJSON      Form = "json"
	FormFence     Form = "fence"
	FormCode      Form = "code"
	FormCompleted Form = "completed"
)

// maxBytes is how much of an answer is read.
const maxBytes = 1 << 20

func bounded(text string) string { return text[:min(len(text), maxBytes)] }
