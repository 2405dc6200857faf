package tools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/model"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// sampleHello and samplesMeta declare a client with sampling and elicitation.
var (
	sampleHello = strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"sampling":{},"elicitation":{}}`, 1)
	samplesMeta = strings.Replace(modernMeta, `clientCapabilities":{}`, `clientCapabilities":{"sampling":{},"elicitation":{}}`, 1)
)

// consulting asks the caller's model times questions, one after the other. The last question contains the earlier
// answers. With confirm it asks for a confirmation after the first.
func consulting() tools.Tool { return consultingBy(ask) }

type consultIn struct {
	Times   int      `json:"times" minimum:"0" maximum:"20"`
	Same    bool     `json:"same,omitempty"` // ask the same every time
	Confirm bool     `json:"confirm,omitempty"`
	Images  []string `json:"images,omitempty" maxItems:"4"`
}

type consultOut struct {
	Answers []string `json:"answers"`
}

func consultingBy(work func(context.Context, consultIn) (consultOut, error)) tools.Tool {
	t := fake("consult", work)
	t.Annotations.OpenWorld = true
	return t
}

func ask(ctx context.Context, in consultIn) (out consultOut, err error) {
	client := model.Caller(ctx)
	if client == nil {
		return out, fault.New(fault.Unavailable, "no model")
	}
	for i := range in.Times {
		usecase.Report(ctx, i+1, in.Times, fmt.Sprint("question ", i+1))
		prompt := fmt.Sprint("question ", i+1, " after ", strings.Join(out.Answers, ", "))
		if in.Same {
			prompt = "question"
		}
		got, err := client.Complete(ctx, model.Request{
			Service: "tests", System: "Be short.", Temperature: 0.5, MaxTokens: i * 100,
			Messages: []model.Message{{Role: model.User, Text: prompt, Images: in.Images}},
		})
		switch {
		case err == nil:
			out.Answers = append(out.Answers, fmt.Sprintf("%s (%s, %v)", got.Text, got.Model, got.Cut))
		case errors.Is(err, usecase.ErrAsking), ctx.Err() != nil:
			return out, err
		case errors.As(err, new(*fault.Error)) && errors.Is(err, model.ErrUnavailable):
			return out, err
		default:
			out.Answers = append(out.Answers, err.Error())
		}
		if i == 0 && in.Confirm {
			yes, err := usecase.Ask(ctx, usecase.Question{ID: "sure", Message: "Sure?"})
			if err != nil {
				return out, err
			}
			out.Answers = append(out.Answers, fmt.Sprint("confirmed ", yes))
		}
	}
	return out, nil
}

// lender calls consult as a client with sampling. reply returns the "result" or "error" member of an answer, as JSON.
type lender func(t *testing.T, arguments string, reply func(q question) string) consultation

// consultation is the outcome of a call.
type consultation struct {
	called

	asked    []question
	progress []string // messages, one list for all rounds
}

// lenders are the transports and protocols.
func lenders() map[string]func(t *testing.T, s *tools.Server) lender {
	return map[string]func(t *testing.T, s *tools.Server) lender{
		"stdio, 2025-11-25": lendOverStdio,
		"stdio, 2026-07-28": lendInRoundsOverStdio,
		"HTTP, 2025-11-25":  lendOverHTTP,
		"HTTP, 2026-07-28":  lendInRoundsOverHTTP,
	}
}

// ofYear returns the entries whose protocol is a revision of that year.
func ofYear[T any](year string, all map[string]T) map[string]T {
	some := maps.Clone(all)
	maps.DeleteFunc(some, func(how string, _ T) bool { return !strings.Contains(how, year) })
	return some
}

// withLenders runs a test with a client of each transport and protocol that lends its model to the tool consult.
func withLenders(t *testing.T, test func(t *testing.T, lend lender)) {
	t.Helper()
	t.Parallel()
	for how, open := range lenders() {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, newServer(consulting())))
		})
	}
}

func consultCall(arguments, more string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"consult","arguments":%s%s}}`, arguments, more)
}

// wantsProgress is a param of a call that asks for progress.
const wantsProgress = `,"_meta":{"progressToken":"p"}`

// samplesMetaWithToken asks for progress too.
var samplesMetaWithToken = strings.Replace(samplesMeta, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1)

// lendOverStdio answers during the call.
func lendOverStdio(t *testing.T, s *tools.Server) lender {
	t.Helper()
	p := dial(t, s)
	p.greet(sampleHello)
	return func(t *testing.T, arguments string, reply func(q question) string) consultation {
		t.Helper()
		p.send(consultCall(arguments, wantsProgress))
		return follow(t, p.receive, func(answer string) { p.send(answer) }, reply)
	}
}

// lendOverHTTP answers during the call, in separate requests.
func lendOverHTTP(t *testing.T, s *tools.Server) lender {
	t.Helper()
	site := serve(t, s, streamhttp.Config{})
	session := site.beginWith(sampleHello)
	return func(t *testing.T, arguments string, reply func(q question) string) consultation {
		t.Helper()
		response := site.open(t.Context(), http.MethodPost, strings.NewReader(consultCall(arguments, wantsProgress)), session...)
		defer func() { _ = response.Body.Close() }()
		events := bufio.NewScanner(response.Body)
		events.Buffer(nil, 32<<20)
		return follow(t, func() string { t.Helper(); return nextEvent(t, events) }, func(answer string) {
			if r := site.send(http.MethodPost, answer, session...); r.status != http.StatusAccepted || r.body != "" {
				t.Errorf("the answer: %+v", r)
			}
		}, reply)
	}
}

// follow reads messages until the answer of the call.
func follow(t *testing.T, next func() string, send func(answer string), reply func(q question) string) (c consultation) {
	t.Helper()
	for {
		raw := next()
		if c.tells(t, raw) {
			continue
		}
		var q question
		if err := json.Unmarshal([]byte(raw), &q); err != nil {
			t.Fatal(err)
		}
		if q.Method == "" {
			c.called = replied{body: raw}.called(t)
			return c
		}
		c.asked = append(c.asked, q)
		send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, q.ID, reply(q)))
	}
}

// tells reports whether a message is a notification, and records its progress.
func (c *consultation) tells(t *testing.T, raw string) bool {
	t.Helper()
	var n struct {
		Method string `json:"method"`
		Params struct {
			Message string `json:"message"`
		} `json:"params"`
	}
	if err := json.Unmarshal([]byte(raw), &n); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	if n.Method == "notifications/progress" {
		c.progress = append(c.progress, n.Params.Message)
	}
	return n.Method == "notifications/progress"
}

func lendInRoundsOverStdio(t *testing.T, s *tools.Server) lender {
	t.Helper()
	p := dial(t, s)
	return inRounds(func(t *testing.T, message string, c *consultation) string {
		t.Helper()
		p.send(message)
		for {
			if raw := p.receive(); !c.tells(t, raw) {
				return raw
			}
		}
	})
}

func lendInRoundsOverHTTP(t *testing.T, s *tools.Server) lender {
	t.Helper()
	site := serve(t, s, streamhttp.Config{})
	return inRounds(func(t *testing.T, message string, c *consultation) string {
		t.Helper()
		r := site.send(http.MethodPost, message, modernHeaders("tools/call", "consult")...)
		if !strings.HasPrefix(r.header.Get("Content-Type"), "text/event-stream") {
			return r.body
		}
		all := r.events(t)
		for _, raw := range all[:len(all)-1] {
			if !c.tells(t, raw) {
				t.Errorf("in the midst of a round: %s", raw)
			}
		}
		return all[len(all)-1]
	})
}

// round is the result of a call of the newest protocol.
type round struct {
	Result struct {
		Type     string              `json:"resultType"`
		Meta     map[string]any      `json:"_meta"`
		Requests map[string]question `json:"inputRequests"`
		State    string              `json:"requestState"`
	} `json:"result"`
}

func roundOf(t *testing.T, raw string) (r round) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		t.Fatalf("%v: %.2000s", err, raw)
	}
	return r
}

// answering returns the params that a repeated call adds: the answers by id, and the state.
func answering(answers, state string) string {
	return fmt.Sprintf(`,"inputResponses":{%s},"requestState":%q`, answers, state)
}

// inRounds repeats the call until there are no more questions.
func inRounds(send func(t *testing.T, message string, c *consultation) string) lender {
	return func(t *testing.T, arguments string, reply func(q question) string) (c consultation) {
		t.Helper()
		more := ""
		for {
			raw := send(t, consultCall(arguments, more+","+samplesMetaWithToken), &c)
			r := roundOf(t, raw)
			if r.Result.Type != "input_required" {
				c.called = replied{body: raw}.called(t)
				return c
			}
			if r.Result.Meta["tool"] != nil || len(r.Result.Requests) != 1 || r.Result.State == "" {
				t.Fatalf("got %s", raw)
			}
			for id, q := range r.Result.Requests {
				c.asked = append(c.asked, q)
				text := reply(q)
				if result, is := strings.CutPrefix(text, `"result":`); is {
					text = result
				} else {
					text = "{" + text + "}"
				}
				more = answering(fmt.Sprintf("%q:%s", id, text), r.Result.State)
			}
		}
	}
}

// sampling is a request to the client's model.
type sampling struct {
	Messages []struct {
		Role    string            `json:"role"`
		Content map[string]string `json:"content"`
	} `json:"messages"`
	System      string  `json:"systemPrompt"`
	MaxTokens   int     `json:"maxTokens"`
	Temperature float64 `json:"temperature"`
}

func samplingOf(t *testing.T, q question) (s sampling) {
	t.Helper()
	if err := json.Unmarshal(q.Params, &s); err != nil || q.Method != "sampling/createMessage" {
		t.Fatalf("%s: %v", q.Method, err)
	}
	return s
}

// modelAnswer is the answer of a model.
func modelAnswer(text string) string {
	return fmt.Sprintf(`"result":{"role":"assistant","model":"m-1","stopReason":"endTurn","content":{"type":"text","text":%q}}`, text)
}
