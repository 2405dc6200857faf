package openai_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/scenes/model"
	"plotline/testing/kit/aiserver"
)

// picky rejects some fields, in the words of the server that it plays.
type picky map[string]aiserver.Step

func (p picky) answer(r aiserver.Request) aiserver.Step {
	for _, field := range sent(r) {
		if no, ok := p[field]; ok {
			return no
		}
	}
	return aiserver.Text("fine")
}

// sent returns the optional fields of a request.
func sent(r aiserver.Request) []string {
	var list []string
	if r.MaxTokens != nil {
		list = append(list, "max_tokens")
	}
	if r.MaxCompletionTokens != nil {
		list = append(list, "max_completion_tokens")
	}
	if r.Temperature != nil {
		list = append(list, "temperature")
	}
	if r.JSON {
		list = append(list, "response_format")
	}
	return list
}

func full() model.Request {
	r := hello()
	r.MaxTokens, r.Temperature, r.JSON = 400, 0.7, true
	return r
}

// TestFieldsAreLearned checks that rejected fields are omitted or replaced, at once and from then on.
func TestFieldsAreLearned(t *testing.T) {
	t.Parallel()
	openAI := picky{
		"max_tokens":  aiserver.Unsupported("max_tokens", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
		"temperature": aiserver.Unsupported("temperature", "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported."),
	}
	pydantic := picky{
		"max_tokens":            aiserver.Status(http.StatusUnprocessableEntity, `{"detail":[{"type":"extra_forbidden","loc":["body","max_tokens"],"msg":"Extra inputs are not permitted","input":400}]}`),
		"max_completion_tokens": aiserver.Status(http.StatusUnprocessableEntity, `{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":400}]}`),
	}
	noJSON := picky{"response_format": aiserver.Fault(http.StatusBadRequest, "JSON mode is not supported by this model")}
	for name, c := range map[string]struct {
		server picky
		asked  int // by the first request
		left   []string
	}{
		"a model that takes all":    {picky{}, 1, []string{"max_tokens", "temperature", "response_format"}},
		"a newer model of OpenAI":   {openAI, 3, []string{"max_completion_tokens", "response_format"}},
		"a server without limits":   {pydantic, 3, []string{"temperature", "response_format"}},
		"a server without JSON":     {noJSON, 2, []string{"max_tokens", "temperature"}},
		"a server that objects all": {picky{"max_tokens": aiserver.Fault(http.StatusBadRequest, "unknown: max_tokens, temperature, response_format")}, 2, []string{"max_completion_tokens"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := aiserver.New(t)
			s.Answer(c.server.answer)
			k := client(t, s)
			for _, asked := range []int{c.asked, c.asked + 1} {
				if _, err := k.Complete(t.Context(), full()); err != nil {
					t.Fatal(err)
				}
				all := s.Requests()
				if diff := cmp.Diff(c.left, sent(all[len(all)-1])); diff != "" || len(all) != asked {
					t.Errorf("asked %d times, not %d: %s", len(all), asked, diff)
				}
			}
		})
	}
}

// TestUnexplainedRefusal checks that an unexplained rejection is an error, and that the client learns nothing from it.
func TestUnexplainedRefusal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step  aiserver.Step
		asked int
	}{
		"no field named":       {aiserver.Unsupported("messages", "the context length is exceeded"), 1},
		"a field not sent":     {aiserver.Unsupported("top_p", "top_p is not supported"), 1},
		"a part of a word":     {aiserver.Unsupported("", "my_temperature and max_tokens_total"), 1},
		"named to the end":     {aiserver.Unsupported("temperature", "no"), 2},
		"another status":       {aiserver.Fault(http.StatusRequestEntityTooLarge, "temperature"), 1},
		"far into a long page": {aiserver.Fault(http.StatusBadRequest, string(make([]byte, 8<<10))+" temperature"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := aiserver.New(t, c.step)
			k := client(t, s)
			if _, err := k.Complete(t.Context(), full()); !errors.Is(err, model.ErrRefused) {
				t.Errorf("Complete: %v", err)
			}
			if asked := len(s.Requests()); asked != c.asked {
				t.Errorf("asked %d times, not %d", asked, c.asked)
			}
			s.Then(aiserver.Text("fine"))
			if _, err := k.Complete(t.Context(), full()); err != nil {
				t.Fatal(err)
			}
			all := s.Requests()
			if diff := cmp.Diff([]string{"max_tokens", "temperature", "response_format"}, sent(all[len(all)-1])); diff != "" {
				t.Error(diff)
			}
		})
	}
}
