package ask

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"pgregory.net/rapid"

	"plotline/scenes/model"
)

// TestAnAnswerIsBounded checks that an answer that is too long is rejected.
func TestAnAnswerIsBounded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		strings.Repeat("x", model.MaxAnswer):   nil,
		strings.Repeat("x", model.MaxAnswer+1): model.ErrUnavailable,
	} {
		result := &mcp.CreateMessageResult{Model: "m"}
		result.Content = []mcp.Content{mcp.NewTextContent(text[:7]), mcp.NewTextContent(text[7:])}
		if got, err := readAnswer(result).answer(); !errors.Is(err, want) || err == nil && got.Text != text {
			t.Errorf("%d bytes: %d, %v", len(text), len(got.Text), err)
		}
	}
	if _, err := readAnswer(nil).answer(); !errors.Is(err, model.ErrUnavailable) {
		t.Errorf("nothing at all: %v", err)
	}
}

// TestASystemPromptForJSON checks that a request for JSON says so in addition to its own prompt.
func TestASystemPromptForJSON(t *testing.T) {
	t.Parallel()
	for system, want := range map[string]string{"": onlyJSON, "Be short.": "Be short.\n\n" + onlyJSON} {
		if got := samplingParams(model.Request{System: system, JSON: true}).SystemPrompt; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestSealed checks that sealed data opens only with the same bound, and that nothing else opens.
func TestSealed(t *testing.T) {
	t.Parallel()
	own, other := newSeal(), newSeal()
	rapid.Check(t, func(t *rapid.T) {
		text, bound := rapid.SliceOf(rapid.Byte()).Draw(t, "text"), rapid.SliceOf(rapid.Byte()).Draw(t, "bound")
		sealed := own.close(text, bound)
		if got, ok := own.open(sealed, bound); !ok || string(got) != string(text) {
			t.Fatalf("got %q, %v", got, ok)
		}
		if _, ok := own.open(sealed, append(bound, 'x')); ok {
			t.Fatal("it opens for another bound")
		}
		if _, ok := other.open(sealed, bound); ok {
			t.Fatal("another opens it")
		}
		changed := []byte(sealed)
		at := rapid.IntRange(0, len(changed)-1).Draw(t, "at")
		changed[at] = rapid.Byte().Filter(func(b byte) bool { return b != sealed[at] }).Draw(t, "by")
		if _, ok := own.open(string(changed), bound); ok {
			t.Fatalf("%q opens as %q", changed, sealed)
		}
	})
}

// TestCallsThatSayTheSame checks that equal arguments in different notation give the same binding, and others do not.
func TestCallsThatSayTheSame(t *testing.T) {
	t.Parallel()
	bound := func(args string) string { return string(bindingOf("t", "w", json.RawMessage(args))) }
	for _, same := range [][]string{
		{"", "null", "{}", " { } "},
		{`{"a":1,"b":[1.0,"\u00e9"]}`, `{ "b" : [1.0, "é"], "a":1 }`},
		{`{"a":`, `{"a":`},
	} {
		for _, args := range same[1:] {
			if bound(args) != bound(same[0]) {
				t.Errorf("%s and %s are not the same", args, same[0])
			}
		}
	}
	different := []string{`{}`, `{"a":1}`, `{"a":1.0}`, `{"a":"1"}`, `{"a":[1,2]}`, `{"a":[2,1]}`, `{"a":12345678901234567890}`, `{"a":12345678901234567891}`}
	for i, one := range different {
		for _, another := range different[i+1:] {
			if bound(one) == bound(another) {
				t.Errorf("%s and %s are the same", one, another)
			}
		}
	}
	for _, other := range [][2]string{{"t", "v"}, {"tw", ""}, {"", "tw"}} {
		if string(bindingOf(other[0], other[1], nil)) == bound("") {
			t.Errorf("%q is the same", other)
		}
	}
}

// FuzzAnswer checks that any answer of a client gives a text or a known error.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`null`, `7`, `{}`, `{"error":{"code":-1}}`, `{"content":{"type":"text","text":"a"},"model":"m","stopReason":"maxTokens"}`,
		`{"content":[{"type":"text","text":"a"},{"type":"image"}]}`, `{"content":null}`, `{"content":"a"}`, `{"content":[null]}`,
	} {
		f.Add([]byte(seed))
	}
	known := []error{model.ErrDeclined, model.ErrEmpty, model.ErrUnavailable}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		answer, err := readRawAnswer(json.RawMessage(raw)).answer()
		if err == nil {
			if strings.TrimSpace(answer.Text) == "" || len([]rune(answer.Model)) > 64 {
				t.Errorf("%s: %+v", raw, answer)
			}
			return
		}
		for _, one := range known {
			if errors.Is(err, one) {
				return
			}
		}
		t.Errorf("%s: %v", raw, err)
	})
}
