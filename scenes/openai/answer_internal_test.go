package openai

import (
	"math"
	"slices"
	"strings"
	"testing"

	"plotline/scenes/model"
	"plotline/testing/kit/bounds"
)

func TestThoughtsAreRemoved(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                        "plain",
		"  plain\n":                    "  plain\n",
		"<think>a</think>b":            "b",
		" \n<think>\na\n</think>\n\nb": "b",
		"<think></think>\n b ":         "b ",
		"a, without a mark</think>\nb": "b",
		"<think>a<think>b</think>c":    "c",
		"<think>a</think>b</think>c":   "b</think>c",
		"<think>never ended":           "",
		"b <think>a</think> c":         "b <think>a</think> c",
		"b <think>":                    "b <think>",
		"":                             "",
	} {
		if got := withoutThoughts(text); got != want {
			t.Errorf("withoutThoughts(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzRead checks that any body gives a text, or an error of this program that shows nothing of the body.
func FuzzRead(f *testing.F) {
	for _, body := range []string{
		`{"choices":[{"message":{"content":"fine"},"finish_reason":"length"}]}`,
		`{"choices":[{"message":{"content":[{"type":"text","text":"fine"},{"type":"image_url","image_url":{"url":"u"}}]}}]}`,
		`{"choices":[{"message":{"content":null,"refusal":"no","tool_calls":[{"function":{"arguments":"{}"}}]}}]}`,
		`{"error":{"message":"no"}}`, `[]`, `null`, ``, `{"choices":[null]}`,
		`{"choices":[¦{"message":{"content":"a"}},¦null]}`, `{"choices":[{"message":{"content":[¦{"type":"text","text":"%"},¦null]}}]}`, `¦{"choices":[¦%¦]}¦`,
		`{"choices":[{"message":{"content":"¦<think>¦a¦</think>¦"}}]}`, `{"x":¦[¦%¦]¦}`, `{"choices":[{"index":¦%¦,"message":{"content":"¦%¦"}}],"usage":{"total_tokens":%}}`,
	} {
		f.Add(body, uint64(7), uint64(5_000_000_000_000), uint16(1))
		f.Add(body, uint64(0), uint64(math.MaxUint64), uint16(20_000))
	}
	f.Fuzz(func(t *testing.T, text string, first, last uint64, times uint16) {
		body := []byte(bounds.Grow(text, first, last, times))
		var answer model.Answer
		var err error
		bounds.Bytes(t, 1<<20+256*len(body), func() { answer, err = read(body) })
		if len(answer.Text) > 3*len(body) { // an invalid byte becomes three
			t.Errorf("%d bytes of text in %d", len(answer.Text), len(body))
		}
		if (err == nil) == (strings.TrimSpace(answer.Text) == "") {
			t.Errorf("read: %q, %v", answer.Text, err)
		}
		ours := []error{nil, model.ErrGarbled, model.ErrUnavailable, model.ErrEmpty, ErrRefusal}
		if !slices.Contains(ours, err) {
			t.Errorf("read: a foreign error %v", err)
		}
	})
}
