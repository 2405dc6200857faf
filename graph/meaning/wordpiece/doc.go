// Package wordpiece cuts text into the tokens of an uncased BERT model.
//
// It does what the reference tokenizer does: it removes control characters, puts Chinese characters on
// their own, strips accents, lowers the case, splits at white space and punctuation, and then takes the
// longest pieces that the vocabulary has from the left of each word.
//
// One difference is intended. The reference reads "[SEP]" or "[MASK]" inside a text as the token of that
// name. Here it is text like any other, so that nobody writes control tokens into an episode.
package wordpiece
