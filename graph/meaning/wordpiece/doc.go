// Package wordpiece splits text into the tokens of an uncased BERT model.
//
// It follows the reference tokenizer: it removes control characters, separates Chinese characters, strips
// accents, converts to lower case, and splits at white space and punctuation. Then it takes from the left of
// each word the longest piece in the vocabulary, until the word ends.
//
// One difference is intended. The reference reads "[SEP]" or "[MASK]" inside a text as the token of that
// name. Here it is ordinary text, so that an episode cannot contain control tokens.
package wordpiece
