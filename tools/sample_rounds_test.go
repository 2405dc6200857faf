package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"plotline/scenes/model"
	"plotline/tools"
)

// inTeam is a configuration whose callers are in a workspace.
func inTeam(workspace string, list ...tools.Tool) tools.Config {
	cfg := config(list...)
	cfg.Caller = tools.Workspace(workspace)
	return cfg
}

// rounder sends calls of the newest protocol over stdio, one at a time.
type rounder struct {
	t *testing.T
	p *peer
}

func newRounder(t *testing.T, s *tools.Server) rounder {
	t.Helper()
	return rounder{t, dial(t, s)}
}

func (r rounder) send(tool, arguments, more string) string {
	r.t.Helper()
	r.p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":%s%s,%s}}`, tool, arguments, more, samplesMeta))
	return r.p.receive()
}

// begin returns the question of the first round of a call, and its state.
func (r rounder) begin(tool, arguments string) (id, state string) {
	r.t.Helper()
	raw := r.send(tool, arguments, "")
	first := roundOf(r.t, raw)
	for id = range first.Result.Requests {
		return id, first.Result.State
	}
	r.t.Fatalf("got %s", raw)
	return "", ""
}

// answered is one answer, by the id of its question.
func answered(id, text string) string {
	return fmt.Sprintf(`%q:{"role":"assistant","model":"m","content":{"type":"text","text":%q}}`, id, text)
}

// TestStateIsForItsCallAlone checks that a changed state, or a state of another call, workspace or process, is
// rejected before the tool runs.
func TestStateIsForItsCallAlone(t *testing.T) {
	t.Parallel()
	const arguments = `{"times":2,"images":[]}`
	other := fake("other", ask)
	s := tools.New(inTeam("default", consulting(), other))
	own := newRounder(t, s)
	id, state := own.begin("consult", arguments)
	flipped := []byte(state)
	flipped[len(flipped)/2] ^= 1
	cases := map[string]struct {
		of              rounder
		tool, arguments string
		state           string
	}{
		"changed":           {own, "consult", arguments, string(flipped)},
		"cut":               {own, "consult", arguments, state[:len(state)-1]},
		"longer":            {own, "consult", arguments, state + "A"},
		"invented":          {own, "consult", arguments, "eyJhIjoxfQ"},
		"no base64":         {own, "consult", arguments, "?"},
		"endless":           {own, "consult", arguments, strings.Repeat("A", 1_400_000)},
		"of another tool":   {own, "other", arguments, state},
		"of other words":    {own, "consult", `{"times":3,"images":[]}`, state},
		"of none":           {own, "consult", `{}`, state},
		"another process":   {newRounder(t, newServer(consulting())), "consult", arguments, state},
		"another workspace": {newRounder(t, tools.SameSeal(inTeam("team", consulting()), s)), "consult", arguments, state},
	}
	for name, c := range cases {
		raw := c.of.send(c.tool, c.arguments, answering(answered(id, "a"), c.state))
		got := readFailure(t, replied{body: raw}.called(t))
		if got.Code != "invalid_argument" || !strings.HasPrefix(got.Details, "requestState does not belong to this call") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	// Equal arguments in different notation are accepted.
	raw := own.send("consult", `{ "images": [], "times" : 2 }`, answering(answered(id, "a"), state))
	if got := roundOf(t, raw); got.Result.Type != "input_required" {
		t.Errorf("got %s", raw)
	}
}

// TestLegacyClientsHaveNoState checks that the older protocols ignore requestState.
func TestLegacyClientsHaveNoState(t *testing.T) {
	t.Parallel()
	for how, open := range ofYear("2025", transports()) {
		if got := open(t, newServer(instant()))("tools/call", "look", `,"requestState":"invented"`); !strings.Contains(got, `"structuredContent":{}`) {
			t.Errorf("%s: got %s", how, got)
		}
	}
}

// TestAnswersAreBounded checks the limits of eight answers and 1 MiB of state.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	for how, open := range ofYear("2026", lenders()) {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			lend := open(t, newServer(consulting()))
			for name, c := range map[string]struct {
				arguments, text string
				asked           int
				fine            bool
			}{
				"eight":               {`{"times":8}`, "x", 8, true},
				"nine":                {`{"times":9}`, "x", 8, false},
				"large, at the end":   {`{"times":1}`, strings.Repeat("x", model.MaxAnswer), 1, true},
				"large, in the midst": {`{"times":3,"same":true}`, strings.Repeat("x", model.MaxAnswer), 2, false},
			} {
				got := lend(t, c.arguments, func(question) string { return modelAnswer(c.text) })
				if len(got.asked) != c.asked || got.IsError == c.fine {
					t.Errorf("%s: asked %d times, failed %v: %.300s", name, len(got.asked), got.IsError, got.Content)
				}
				if !c.fine {
					if f := readFailure(t, got.called); f.Code != "too_large" {
						t.Errorf("%s: %+v", name, f)
					}
				}
			}
		})
	}
}

// TestAnswersNobodyAskedFor checks that unrequested answers are ignored, and that too many are rejected.
func TestAnswersNobodyAskedFor(t *testing.T) {
	t.Parallel()
	r := newRounder(t, newServer(consulting()))
	raw := r.send("consult", `{"times":1}`, `,"inputResponses":{"other":{"action":"accept"},"model-1":7,`+answered("model-1-abc-1", "x")+`}`)
	if got := roundOf(t, raw); got.Result.Type != "input_required" {
		t.Errorf("got %s", raw)
	}
	many := make([]string, 9)
	for i := range many {
		many[i] = answered(fmt.Sprintf("model-%d-abc-%d", i, i), "x")
	}
	raw = r.send("consult", `{"times":1}`, `,"inputResponses":{`+strings.Join(many, ",")+`}`)
	if got := readFailure(t, replied{body: raw}.called(t)); got.Code != "invalid_argument" {
		t.Errorf("got %+v", got)
	}
}

// TestQuestionsAtOnce checks that a use case with two concurrent questions gets both answers, whichever it asks first
// in a round.
func TestQuestionsAtOnce(t *testing.T) {
	t.Parallel()
	both := consultingBy(func(ctx context.Context, _ consultIn) (consultOut, error) {
		prompts := []string{"left", "right"}
		answers, errs := make([]string, len(prompts)), make([]error, len(prompts))
		var asking sync.WaitGroup
		for i, prompt := range prompts {
			asking.Go(func() {
				var got model.Answer
				got, errs[i] = model.Caller(ctx).Complete(ctx, model.Request{Messages: []model.Message{{Role: model.User, Text: prompt}}})
				answers[i] = got.Text
			})
		}
		asking.Wait()
		for _, err := range errs {
			if err != nil {
				return consultOut{}, err
			}
		}
		return consultOut{answers}, nil
	})
	for how, open := range lenders() {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			lend := open(t, newServer(both))
			for range 10 {
				got := lend(t, `{"times":0}`, func(q question) string {
					return modelAnswer("to " + samplingOf(t, q).Messages[0].Content["text"])
				})
				if want := `{"answers":["to left","to right"]}`; string(got.Structured) != want || len(got.asked) != 2 {
					t.Errorf("asked %d times, got %s, want %s", len(got.asked), got.Structured, want)
				}
			}
		})
	}
}

// TestRoundsLeaveNoFailure checks that the audit record of a round says that it ended to ask.
func TestRoundsLeaveNoFailure(t *testing.T) {
	t.Parallel()
	tool, records := fakeRecorded("consult", ask)
	tool.Annotations.OpenWorld = true
	lenders()["stdio, 2026-07-28"](t, newServer(tool))(t, `{"times":2}`, func(question) string { return modelAnswer("x") })
	outcomes := make([]string, len(records.records))
	for i, rec := range records.records {
		outcomes[i] = rec.Outcome
	}
	if raw, _ := json.Marshal(outcomes); string(raw) != `["asking","asking","ok"]` {
		t.Errorf("left %s", raw)
	}
}
