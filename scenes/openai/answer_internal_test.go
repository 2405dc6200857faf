package openai

import (
	"slices"
	"strings"
	"testing"

	"plotline/scenes/model"
)

func TestWithoutThoughts(t *testing.T) {
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

// Whatever an endpoint sends, there is either a text or an error of ours, which shows nothing of it.
func FuzzRead(f *testing.F) {
	for _, body := range []string{
		`{"choices":[{"message":{"content":"fine"},"finish_reason":"length"}]}`,
		`{"choices":[{"message":{"content":[{"type":"text","text":"fine"},{"type":"image_url","image_url":{"url":"u"}}]}}]}`,
		`{"choices":[{"message":{"content":null,"refusal":"no","tool_calls":[{"function":{"arguments":"{}"}}]}}]}`,
		`{"error":{"message":"no"}}`, `[]`, `null`, ``, `{"choices":[null]}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		answer, err := read(body)
		if (err == nil) == (strings.TrimSpace(answer.Text) == "") {
			t.Errorf("read: %q, %v", answer.Text, err)
		}
		ours := []error{nil, model.ErrGarbled, model.ErrUnavailable, model.ErrEmpty, ErrRefusal}
		if !slices.Contains(ours, err) {
			t.Errorf("read: a foreign error %v", err)
		}
	})
}
