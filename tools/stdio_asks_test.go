package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plotline/internal/access"
)

// asked returns a client over stdio that was asked in call 7 whether to rename.
func asked(t *testing.T) (*renaming, *peer, string, question) {
	t.Helper()
	r := newRenaming(t, access.Admin, nil)
	p := dial(t, r.server)
	p.greet(asksHello)
	id := r.task(func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) })
	p.send(endTask(7, id))
	return r, p, id, p.question()
}

// endsUnanswered checks that call 7 fails, because nobody answered, and that the connection ends.
func endsUnanswered(t *testing.T, r *renaming, p *peer) {
	t.Helper()
	if got := readFailure(t, p.result(7)); got.Details != nobodyAsked || r.moved() {
		t.Errorf("got %+v, moved %v", got, r.moved())
	}
	if err := p.ended(); err != nil {
		t.Error(err)
	}
}

// TestStdioClientThatFailsToAsk checks a client that offers elicitation but fails: nobody was asked.
func TestStdioClientThatFailsToAsk(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]string{
		"an error":     `"error":{"code":-32603,"message":"no window"}`,
		"no result":    `"result":7`,
		"neither here": `"nothing":{}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, p, _, asked := asked(t)
			p.reply(asked, reply)
			if got := readFailure(t, p.result(7)); got.Details != nobodyAsked || r.moved() {
				t.Errorf("got %+v, moved %v", got, r.moved())
			}
		})
	}
}

// TestStdioClientThatGoesWhileItIsAsked checks that the call ends when the client can no longer answer, and the
// server after it.
func TestStdioClientThatGoesWhileItIsAsked(t *testing.T) {
	t.Parallel()
	r, p, _, _ := asked(t)
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	endsUnanswered(t, r, p)
}

// TestStdioStopsWhileItAsks checks that the call ends with this server's error.
func TestStdioStopsWhileItAsks(t *testing.T) {
	t.Parallel()
	r, p, _, _ := asked(t)
	p.stop()
	endsUnanswered(t, r, p)
}

// TestStdioCallCancelledWhileItAsks checks that the question is cancelled and the call gets no answer. A late yes has
// no effect, and the task can be ended again.
func TestStdioCallCancelledWhileItAsks(t *testing.T) {
	t.Parallel()
	r, p, id, asked := asked(t)
	p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	var taken struct {
		Method string `json:"method"`
		Params struct {
			RequestID json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if err := json.Unmarshal([]byte(p.receive()), &taken); err != nil {
		t.Fatal(err)
	}
	if taken.Method != "notifications/cancelled" || string(taken.Params.RequestID) != string(asked.ID) {
		t.Errorf("got %+v, want that question %s is taken back", taken, asked.ID)
	}
	p.reply(asked, confirmedReply)
	p.send(endTask(8, id)) // no answer to call 7 arrives before the next question
	again := p.question()
	if string(again.ID) == string(asked.ID) || r.moved() {
		t.Errorf("asked by %s, then by %s; moved %v", asked.ID, again.ID, r.moved())
	}
	p.reply(again, confirmedReply)
	if got := p.result(8); got.IsError || !r.moved() {
		t.Errorf("got %+v", got)
	}
}

// TestStdioAnswersToNothing checks that unrequested and repeated answers are ignored.
func TestStdioAnswersToNothing(t *testing.T) {
	t.Parallel()
	r, p, _, asked := asked(t)
	for _, id := range []string{`"plotline-99"`, `"plotline-0"`, `7`, `1.5`, `{}`, `""`, `"` + strings.Repeat("x", 1000) + `"`} {
		p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, id, confirmedReply))
	}
	p.send(`{"jsonrpc":"2.0","id":9,"method":"ping"}`)
	if got := p.receive(); got != `{"jsonrpc":"2.0","id":9,"result":{}}` || r.moved() {
		t.Errorf("got %s, moved %v", got, r.moved())
	}
	p.reply(asked, declinedReply)
	p.reply(asked, confirmedReply)
	if got := p.result(7); got.IsError || r.moved() {
		t.Errorf("got %+v, moved %v", got, r.moved())
	}
}

// TestStdioTwoQuestionsAtOnce checks that each answer reaches its own question, in any order.
func TestStdioTwoQuestionsAtOnce(t *testing.T) {
	t.Parallel()
	r, p, first, one := asked(t)
	second := r.task(func(tool, args string) called { t.Helper(); return p.call(tool, json.RawMessage(args)) })
	p.send(endTask(8, second))
	two := p.question()
	if string(one.ID) == string(two.ID) || first == second {
		t.Fatalf("two questions are both %s", one.ID)
	}
	p.reply(two, declinedReply)
	if got := p.result(8); got.IsError || r.moved() {
		t.Errorf("got %+v, moved %v", got, r.moved())
	}
	p.reply(one, confirmedReply)
	if got := p.result(7); got.IsError || !r.moved() {
		t.Errorf("got %+v, moved %v", got, r.moved())
	}
}
