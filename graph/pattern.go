package graph

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"plotline/graph/analysis"
)

// PatternOf returns a digest of an episode's texts without their numbers, times and ids, so that repeated attempts have
// the same. It is never 0. A store saves it with the texts, so that a recall need not read them to compare them.
func PatternOf(e Episode) int64 {
	sum := sha256.New()
	for _, text := range []string{e.Name, e.Query, e.Reflection} {
		_, _ = sum.Write(append(withoutNumbers(text), 0))
	}
	return int64(binary.BigEndian.Uint64(sum.Sum(nil)) | 1) //nolint:gosec // a digest has no sign
}

// withoutNumbers replaces each word with a digit by a sign, and several by one if a single character such as : or - joins
// them, as in times, versions and addresses. A UUID counts as such a word.
func withoutNumbers(text string) []byte {
	const (
		sign    = '#'
		joiners = ":.-/,+_"
	)
	out := make([]byte, 0, len(text))
	for text != "" {
		size, number := wordAt(text)
		switch last := len(out) - 1; {
		case number && last > 0 && out[last-1] == sign && strings.IndexByte(joiners, out[last]) >= 0:
			out = out[:last]
		case number:
			out = append(out, sign)
		default:
			size = max(size, 1)
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

// wordAt returns the length of the word that a text begins with, and whether it is a UUID or has a digit.
func wordAt(text string) (size int, number bool) {
	const uuidLen = 36
	if len(text) >= uuidLen && text[8] == '-' && uuid.Validate(text[:uuidLen]) == nil {
		return uuidLen, true
	}
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i, number
		}
		number = number || unicode.IsDigit(r)
	}
	return len(text), number
}

// fewestAlike is the number of episodes with the same pattern from which they are shown as one.
const fewestAlike = 3

// fold keeps one of the results that say the same. Those with equal texts are one, the newest. Those that differ only in
// numbers, times or ids are one, the best, if they are several and the query has no word that only some of them have.
// Another reward is another episode, so that a success does not hide a failure.
func fold(results []result, asked []string) []result {
	kept, last := make([]result, 0, len(results)), make([]result, 0, len(results))
	for _, same := range grouped(results, func(r result) any { return [5]any{r.Name, r.Query, r.Reflection, r.Pattern, r.Reward} }) {
		kept = append(kept, foldGroup(same, newer))
	}
	for _, like := range grouped(kept, func(r result) any { return [2]any{r.Pattern, r.Reward} }) {
		number := 0
		for _, one := range like {
			number += 1 + len(one.alike)
		}
		if number < fewestAlike || len(like) == 1 || isNumbers(like[0]) || tellsApart(like, asked) {
			last = append(last, like...)
			continue
		}
		last = append(last, foldGroup(like, func(a, b result) int { return cmp.Or(cmp.Compare(b.total, a.total), newer(a, b)) }))
	}
	return last
}

// isNumbers reports whether an episode says nothing but numbers, such as the commit of a release.
func isNumbers(one result) bool {
	return bytes.IndexFunc(withoutNumbers(one.Name+one.Query+one.Reflection), unicode.IsLetter) < 0
}

func newer(a, b result) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// grouped returns the results with equal keys together.
func grouped(results []result, key func(result) any) [][]result {
	var groups [][]result
	places := map[any]int{}
	for _, one := range results {
		place, again := places[key(one)]
		if !again {
			place = len(groups)
			places[key(one)] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], one)
	}
	return groups
}

// foldGroup keeps the first of a group in an order, with the highest total, and the serial numbers of the others.
func foldGroup(group []result, order func(a, b result) int) result {
	slices.SortFunc(group, order)
	kept := group[0]
	for _, one := range group[1:] {
		kept.total = max(kept.total, one.total)
		kept.alike = append(append(slices.Clip(kept.alike), one.ID), one.alike...)
	}
	slices.SortFunc(kept.alike, func(a, b int64) int { return cmp.Compare(b, a) })
	return kept
}

// tellsApart reports whether a word of the query with a digit occurs in some of the results and not in others.
func tellsApart(results []result, asked []string) bool {
	for _, word := range asked {
		if strings.IndexFunc(word, unicode.IsDigit) < 0 {
			continue
		}
		having := 0
		for _, one := range results {
			if slices.Contains(analysis.Tokens(one.Name+"\n"+one.Query+"\n"+one.Reflection), word) {
				having++
			}
		}
		if having > 0 && having < len(results) {
			return true
		}
	}
	return false
}
