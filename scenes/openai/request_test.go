package openai_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plotline/scenes/model"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
)

var onlyQuestion = cmpopts.IgnoreFields(aiserver.Request{}, "Header", "Body")

// TestQuestionOnTheWire checks the requests that arrive. The server rejects those that violate the protocol.
func TestQuestionOnTheWire(t *testing.T) {
	t.Parallel()
	zero, warm, few := 0.0, 0.7, 400
	picture := "data:image/png;base64,AAAA"
	for name, c := range map[string]struct {
		asked model.Request
		want  aiserver.Request
	}{
		"the least": {
			asked: model.Request{Messages: []model.Message{{Role: model.User, Text: "Hi"}}},
			want:  aiserver.Request{Temperature: &zero, Messages: []aiserver.Message{{Role: "user", Text: "Hi"}}},
		},
		"a conversation": {
			asked: model.Request{
				Service: "editor", System: "You edit.", MaxTokens: few, Temperature: warm, JSON: true,
				Messages: []model.Message{
					{Role: model.User, Text: "<A> & \"B\" \u2028"},
					{Role: model.Assistant, Text: "Done"},
					{Role: model.Assistant},
					{Role: model.User, Text: "More"},
				},
			},
			want: aiserver.Request{
				Temperature: &warm, MaxTokens: &few, JSON: true,
				Messages: []aiserver.Message{
					{Role: "system", Text: "You edit."},
					{Role: "user", Text: "<A> & \"B\" \u2028"},
					{Role: "assistant", Text: "Done"},
					{Role: "user", Text: "More"},
				},
			},
		},
		"images": {
			asked: model.Request{Messages: []model.Message{
				{Role: model.User, Text: "What is this?", Images: []string{"https://images.test/a.png?x=1&y=2", picture}},
				{Role: model.User, Images: []string{picture}},
			}},
			want: aiserver.Request{Temperature: &zero, Messages: []aiserver.Message{
				{Role: "user", Text: "What is this?", Images: []string{"https://images.test/a.png?x=1&y=2", picture}},
				{Role: "user", Images: []string{picture}},
			}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := aiserver.New(t)
			if _, err := client(t, s).Complete(t.Context(), c.asked); err != nil {
				t.Fatal(err)
			}
			c.want.Model = "test-model"
			if diff := cmp.Diff([]aiserver.Request{c.want}, s.Requests(), onlyQuestion); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step aiserver.Step
		want model.Answer
	}{
		"whole":           {aiserver.Text("fine"), model.Answer{Text: "fine", Model: "test-model"}},
		"cut":             {aiserver.Cut("fi"), model.Answer{Text: "fi", Model: "test-model", Cut: true}},
		"another model":   {aiserver.Raw(`{"model":"other","choices":[{"message":{"content":"fine"}}]}`), model.Answer{Text: "fine", Model: "other"}},
		"no model":        {aiserver.Raw(`{"choices":[{"message":{"content":"fine"}}]}`), model.Answer{Text: "fine", Model: "test-model"}},
		"odd elsewhere":   {aiserver.Raw(`{"created":1.5,"usage":"none","error":null,"choices":[{"index":"0","message":{"content":"fine"}}]}`), model.Answer{Text: "fine", Model: "test-model"}},
		"reasoning parts": {aiserver.Raw(`{"choices":[{"message":{"content":[{"type":"reasoning","text":"hm"},{"type":"text","text":"fine"}]}}]}`), model.Answer{Text: "fine", Model: "test-model"}},
		"thinking parts":  {aiserver.Raw(`{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{}]},{"type":"text","text":"fine"}]}}]}`), model.Answer{Text: "fine", Model: "test-model"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := client(t, aiserver.New(t, c.step)).Complete(t.Context(), hello())
			if err != nil || got != c.want {
				t.Errorf("Complete: %+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}

// TestAddressAndHeader accepts a base URL with a slash or a query. Without a key it sends no header.
func TestAddressAndHeader(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ suffix, key, want string }{
		"plain": {"", secret, "Bearer " + secret},
		"slash": {"/", secret + "\n", "Bearer " + secret},
		"query": {"?api-version=1", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := aiserver.New(t)
			k := client(t, s, func(o *openai.Config) { o.BaseURL += c.suffix; o.Key = c.key })
			if _, err := k.Complete(t.Context(), hello()); err != nil {
				t.Fatal(err)
			}
			if got := s.Requests()[0].Header.Get("Authorization"); got != c.want {
				t.Errorf("Authorization: %q", got)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "localhost:11434/v1", "ftp://a.test/v1", "http://", "http:///v1", "http://user:hunter2@a.test:port/v1", "http://a b",
	} {
		_, err := openai.New(openai.Config{BaseURL: address})
		if err != openai.ErrAddress || strings.Contains(err.Error(), "hunter2") { //nolint:errorlint // exactly this one
			t.Errorf("New(%q): %v", address, err)
		}
	}
	for _, key := range []string{"a\nb", "a b", "a\x00", "schlüssel"} {
		_, err := openai.New(openai.Config{BaseURL: "http://a.test", Key: key})
		if err != openai.ErrKeyText { //nolint:errorlint // exactly this one
			t.Errorf("New with the key %q: %v", key, err)
		}
	}
}

// TestConnectionsAreKept checks that the next request reuses the connection.
func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	s := aiserver.New(t)
	count := &counting{inner: &http.Transport{}}
	t.Cleanup(count.inner.CloseIdleConnections)
	c := client(t, s, func(o *openai.Config) { o.Transport = count })
	for range 3 {
		if _, err := c.Complete(t.Context(), hello()); err != nil {
			t.Fatal(err)
		}
	}
	if count.fresh != 1 {
		t.Errorf("%d connections for three questions", count.fresh)
	}
}
