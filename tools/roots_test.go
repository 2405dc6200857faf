package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/testing/kit/logbuffer"
	"plotline/tools"
)

var (
	rootsHello = strings.Replace(hello, `"capabilities":{}`, `"capabilities":{"roots":{"listChanged":true}}`, 1)
	rootsMeta  = strings.Replace(modernMeta, `clientCapabilities":{}`, `clientCapabilities":{"roots":{}}`, 1)
)

const listChanged = `{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`

// rooted is a server whose workspace is the client's first root.
type rooted struct {
	*peer

	log  logbuffer.Buffer
	mu   sync.Mutex
	seen [][]string
	fail error // of the next roots
}

// newRooted returns a client of a server whose tool says which workspace it was called in.
func newRooted(t *testing.T) *rooted {
	t.Helper()
	r := &rooted{}
	cfg := config(fake("look", func(context.Context, none) (none, error) { return none{}, nil }))
	cfg.Logger = r.log.Logger()
	cfg.Caller = func(context.Context) audit.Caller { return audit.Caller{Workspace: "w", Role: access.Admin} }
	cfg.Roots = func(_ context.Context, uris []string) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		err := r.fail
		r.fail = nil
		r.seen = append(r.seen, uris)
		return err
	}
	r.peer = dial(t, tools.New(cfg))
	return r
}

// expect checks what the server has learned so far.
func (r *rooted) expect(want ...[]string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.EqualFunc(r.seen, want, slices.Equal[[]string]) {
		r.t.Errorf("got the roots %q, want %q", r.seen, want)
	}
}

// asked receives the question for the roots.
func (r *rooted) asked() question {
	r.t.Helper()
	raw := r.receive()
	var q question
	if err := json.Unmarshal([]byte(raw), &q); err != nil || q.Method != "roots/list" {
		r.t.Fatalf("got %s, want roots/list", raw)
	}
	return q
}

func rootsReply(uri string) string { return fmt.Sprintf(`"result":{"roots":[{"uri":%q}]}`, uri) }

// TestCallsWaitForRoots checks that calls wait for the roots, for which the client is asked once, that lists do not, and that
// neither a cancelled call nor a second question comes of it. Of the changes that come while the client is asked, none is lost.
func TestCallsWaitForRoots(t *testing.T) {
	t.Parallel()
	r := newRooted(t)
	r.greet(rootsHello)
	q := r.asked()
	r.send(calling(1, "look"), calling(2, "look"), cancelling(1), listChanged, `{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	if got := r.receive(); got != `{"jsonrpc":"2.0","id":3,"result":{}}` {
		t.Errorf("got %s, want that calls wait", got)
	}
	r.expect()
	r.reply(q, rootsReply("file:///a"))
	r.result(2)
	r.send(calling(4, "look"))
	r.result(4)
	r.expect([]string{"file:///a"})
	r.send(listChanged)
	r.reply(r.asked(), rootsReply("file:///b"))
	r.send(calling(5, "look"))
	r.result(5)
	r.silent()
	r.expect([]string{"file:///a"}, []string{"file:///b"})
	r.send(listChanged)
	q = r.asked()
	r.send(listChanged, listChanged, `{"jsonrpc":"2.0","id":6,"method":"ping"}`) // while the client is asked
	if got := r.receive(); got != `{"jsonrpc":"2.0","id":6,"result":{}}` {
		t.Errorf("got %s, want that the second question waits", got)
	}
	r.reply(q, rootsReply("file:///c"))
	r.reply(r.asked(), rootsReply("file:///d"))
	r.send(calling(7, "look"))
	r.result(7)
	r.silent()
	r.expect([]string{"file:///a"}, []string{"file:///b"}, []string{"file:///c"}, []string{"file:///d"})
}

// TestClientLeavesWithoutRoots checks that calls of a client that goes without listing its roots are answered.
func TestClientLeavesWithoutRoots(t *testing.T) {
	t.Parallel()
	r := newRooted(t)
	r.greet(rootsHello)
	r.asked()
	r.send(calling(1, "look"))
	if err := r.in.Close(); err != nil {
		t.Fatal(err)
	}
	r.result(1)
	r.expect(nil)
	if got := r.log.String(); !strings.Contains(got, "did not list them") {
		t.Errorf("the log says %s", got)
	}
}

// TestRootsAreTriedAgain checks that a call fails if its workspace cannot be found, and that the next one asks again.
func TestRootsAreTriedAgain(t *testing.T) {
	t.Parallel()
	r := newRooted(t)
	r.fail = errors.New("a secret")
	r.send(rootsHello)
	r.receive()
	r.send(calling(1, "look")) // a client may leave out notifications/initialized
	r.reply(r.asked(), rootsReply("file:///a"))
	if got := r.result(1); !got.IsError || strings.Contains(fmt.Sprint(got), "secret") || !strings.Contains(r.log.String(), "a secret") {
		t.Errorf("got %+v, the log %s", got, r.log.String())
	}
	r.send(calling(2, "look"))
	r.reply(r.asked(), rootsReply("file:///a"))
	if got := r.result(2); got.IsError {
		t.Errorf("got %+v", got)
	}
	r.expect([]string{"file:///a"}, []string{"file:///a"})
}

// TestRootsInRounds checks the newest protocol: calls end with the question until one has the answer.
func TestRootsInRounds(t *testing.T) {
	t.Parallel()
	look := func(id int, more string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"look",%s%s}}`, id, rootsMeta, more)
	}
	for name, tt := range map[string]struct {
		response string
		want     []string
	}{
		"roots":     {`{"roots":[{"uri":"file:///a"}]}`, []string{"file:///a"}},
		"none":      {`{"roots":[]}`, nil},
		"no result": {`7`, nil},
		"an error":  {`{"error":{"code":-32603}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRooted(t)
			var id string
			for n := range 2 {
				r.send(look(n, ""))
				var q question
				if id, q = inputRequired(t, r.receive()); q.Method != "roots/list" {
					t.Fatalf("got %+v", q)
				}
			}
			r.expect()
			r.send(look(2, fmt.Sprintf(`,"inputResponses":{%q:%s}`, id, tt.response)))
			r.result(2)
			r.send(look(3, ""))
			r.result(3)
			r.expect(tt.want)
		})
	}
}
