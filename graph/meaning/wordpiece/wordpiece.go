package wordpiece

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// longestWord is how many characters a word may have. A longer one is one unknown token.
	longestWord = 100
	// continues is the prefix of pieces that continue a word.
	continues = "##"
)

// Tokenizer turns text into token ids. It is safe for concurrent use.
type Tokenizer struct {
	first, next         map[string]int32 // pieces that begin a word, and pieces that continue one
	longest             int              // bytes of the longest piece
	unknown, begin, end int32
	foreign             map[int32]bool // pieces of a single character beyond ASCII
}

// New returns a tokenizer for a vocabulary, where the id of an entry is its index. The vocabulary must
// contain [UNK], [CLS] and [SEP]. For duplicate entries, the last one counts.
func New(vocabulary []string) (*Tokenizer, error) {
	t := &Tokenizer{first: make(map[string]int32, len(vocabulary)), next: make(map[string]int32), foreign: map[int32]bool{}}
	for id, piece := range vocabulary {
		if r, size := utf8.DecodeRuneInString(strings.TrimPrefix(piece, continues)); size > 1 && size == len(strings.TrimPrefix(piece, continues)) && unicode.IsLetter(r) {
			t.foreign[int32(id)] = true
		}
		if rest, found := strings.CutPrefix(piece, continues); found && rest != "" {
			t.next[rest] = int32(id)
			t.longest = max(t.longest, len(rest))
			continue
		}
		t.first[piece] = int32(id)
		t.longest = max(t.longest, len(piece))
	}
	for name, id := range map[string]*int32{"[UNK]": &t.unknown, "[CLS]": &t.begin, "[SEP]": &t.end} {
		found, ok := t.first[name]
		if !ok {
			return nil, fmt.Errorf("the vocabulary has no token %s", name)
		}
		*id = found
		delete(t.first, name) // a text must not produce them
	}
	delete(t.first, "[PAD]")
	delete(t.first, "[MASK]")
	return t, nil
}

// Encode returns the ids of a text between [CLS] and [SEP], at most limit with these two. It cuts off the
// rest. The limit is at least 2. Bytes that are not UTF-8 are skipped. The work is bounded by the text's
// length.
func (t *Tokenizer) Encode(text string, limit int) []int32 {
	ids := append(make([]int32, 0, min(limit, len(text)+2)), t.begin)
	most := limit - 1
	for word := range words(text) {
		ids = t.pieces(ids, word)
		if len(ids) >= most {
			ids = ids[:most]
			break
		}
	}
	return append(ids, t.end)
}

// Unknown returns the share of ids, as Encode returns them, that say nothing to the model: [UNK], and single letters of
// other scripts, which an English vocabulary has without their words. It is 0 for an empty text.
func (t *Tokenizer) Unknown(ids []int32) float64 {
	unknown, all := 0, 0
	for _, id := range ids {
		if id == t.begin || id == t.end {
			continue
		}
		all++
		if id == t.unknown || t.foreign[id] {
			unknown++
		}
	}
	return float64(unknown) / float64(max(all, 1))
}

// pieces appends the pieces of a word: from the left, each the longest in the vocabulary. A word with a part
// that is not in the vocabulary is one unknown token.
func (t *Tokenizer) pieces(ids []int32, word string) []int32 {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(ids, t.unknown)
	}
	start, from := len(ids), t.first
	for word != "" {
		id, length := t.longestPiece(from, word)
		if length == 0 {
			return append(ids[:start], t.unknown)
		}
		ids = append(ids, id)
		word, from = word[length:], t.next
	}
	return ids
}

// longestPiece finds the longest beginning of a word among pieces, and its length in bytes; 0 if there is
// none.
func (t *Tokenizer) longestPiece(pieces map[string]int32, word string) (id int32, length int) {
	for end := min(t.longest, len(word)); end > 0; end-- {
		if end < len(word) && !utf8.RuneStart(word[end]) {
			continue
		}
		if id, ok := pieces[word[:end]]; ok {
			return id, end
		}
	}
	return 0, 0
}
