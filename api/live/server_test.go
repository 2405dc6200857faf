package live_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plotline/api/live"
)

func TestAuthentication(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	tests := []struct{ token, want string }{
		{"a reader", `40{"sid":`},
		{"a admin", `40{"sid":`},
		{"", `44{"data":{"code":"unauthenticated","detail":"no token","title":"Not allowed"},"message":"no token"}`},
		{"a nobody", `"code":"permission_denied"`},
		{"broken", `44{"data":{"code":"internal","detail":"","title":"Internal error"},"message":"Internal error"}`},
	}
	for _, tt := range tests {
		t.Run(tt.token, func(t *testing.T) {
			t.Parallel()
			if answer := s.handshake().name(tt.token); !strings.Contains(answer, tt.want) {
				t.Errorf("got %s, want %s", answer, tt.want)
			}
		})
	}
}

// TestEventsStayInWorkspace checks that every role receives the events of its own workspace only, whatever
// the workspace's name.
func TestEventsStayInWorkspace(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	one, two, other := s.connect("a reader"), s.connect("a admin"), s.connect("b admin")
	s.Broadcast("a", "news", map[string]any{"text": "日本 \"q\" <b>"})
	s.Broadcast("b", "news", struct {
		N int `json:"n"`
	}{1})
	for _, tt := range []struct {
		p    poller
		want string
	}{
		{one, `42["news",{"text":"日本 \"q\" \u003cb\u003e"}]`},
		{two, `42["news",{"text":"日本 \"q\" \u003cb\u003e"}]`},
		{other, `42["news",{"n":1}]`},
	} {
		tt.p.receives(tt.want)
	}
	if got := s.Sockets(); got != 3 {
		t.Errorf("%d sockets", got)
	}
}

// TestListening checks that the first and the last connection of a workspace are reported, and no other.
func TestListening(t *testing.T) {
	t.Parallel()
	events := make(chan string, 10)
	s := startServer(t, live.Config{Authenticate: authenticate, Connections: 3}, func(workspace string, listening bool) <-chan struct{} {
		events <- fmt.Sprint(workspace, " ", listening)
		return nil
	})
	expect := func(want string) {
		t.Helper()
		if got := <-events; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	one := s.connect("a reader")
	expect("a true")
	two := s.connect("a admin")
	s.handshake().name("")
	s.handshake().name("b nobody")
	other := s.connect("b reader")
	expect("b true")
	if answer := s.handshake().name("c reader"); !strings.Contains(answer, "rate_limited") {
		t.Error(answer)
	}
	one.say("1") // close packet
	other.say("1")
	expect("b false")
	two.say("1")
	expect("a false")
	s.connect("a reader")
	expect("a true")
	s.Close()
	expect("a false")
}

// TestClientsWaitUntilReady checks that clients learn that they are connected only when events are ready.
func TestClientsWaitUntilReady(t *testing.T) {
	t.Parallel()
	ready, called := make(chan struct{}), make(chan struct{}, 2)
	s := startServer(t, live.Config{Authenticate: authenticate, Connections: 3}, func(string, bool) <-chan struct{} {
		called <- struct{}{}
		return ready
	})
	connected := make(chan string, 2)
	for range 2 {
		p := s.handshake()
		go func() { connected <- p.name("a reader") }()
	}
	<-called
	select {
	case answer := <-connected:
		t.Errorf("a client was told %s", answer)
	case <-time.After(50 * time.Millisecond):
	}
	close(ready)
	for range 2 {
		if answer := <-connected; !strings.HasPrefix(answer, `40{"sid":`) {
			t.Error(answer)
		}
	}
}

// TestOnlyObjects checks that payloads other than objects are not sent.
func TestOnlyObjects(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	p := s.connect("a admin")
	for _, value := range []any{nil, 1, []int{1}, func() {}} {
		s.Broadcast("a", "news", value)
		if _, err := s.Ask(t.Context(), "a", "question", payload(value)); err == nil {
			t.Errorf("%T was asked", value)
		}
	}
	s.Broadcast("a", "disconnect", struct{}{}) // an event name that the protocol reserves
	s.Broadcast("a", "last", struct{}{})
	p.receives(`42["last",{}]`)
}

// TestSweep checks that a socket whose credential ended is disconnected, and cut off if it stays.
func TestSweep(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	ends, stays := s.connect("a reader"), s.connect("a admin")
	holds := func(who live.Owner) bool { return who.Credential == "a admin" }
	s.Sweep(holds)
	ends.receives("41") // disconnect packet
	s.Broadcast("a", "news", struct{}{})
	s.Sweep(holds)
	if status, body := ends.poll(); status != http.StatusBadRequest || !strings.Contains(body, "Session ID unknown") {
		t.Errorf("%d %s", status, body)
	}
	if got := stays.hear(); got != `42["news",{}]` || s.Sockets() != 1 {
		t.Errorf("%s, %d sockets", got, s.Sockets())
	}
}

// TestChosenWorkspace checks that a socket receives the events and questions of the workspace that it named, and no
// others, and that Sweep closes it when its credential no longer lists that one.
func TestChosenWorkspace(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	own, other := s.connect("a admin"), s.handshake()
	other.say(`40{"token":"a admin","workspace":"b"}`)
	if answer := other.hear(); !strings.HasPrefix(answer, `40{"sid":`) {
		t.Fatal(answer)
	}
	s.Broadcast("a", "first", struct{}{})
	s.Broadcast("b", "second", struct{}{})
	if got := []string{own.hear(), other.hear()}; got[0] != `42["first",{}]` || got[1] != `42["second",{}]` {
		t.Error(got)
	}
	if !s.CanAsk("a") || !s.CanAsk("b") || s.CanAsk("c") {
		t.Error("the wrong workspaces can be asked")
	}
	s.Sweep(func(who live.Owner) bool { return who.Caller.Workspace == "a" })
	if got := other.hear(); got != "41" || s.Sockets() != 1 {
		t.Errorf("%s, %d sockets", got, s.Sockets())
	}
	for workspace, want := range map[string]string{
		`"forbidden"`: `44{"data":{"code":"permission_denied"`,
		`["b"]`:       `40{"sid":`, // no text: the own workspace
	} {
		p := s.handshake()
		p.say(`40{"token":"a admin","workspace":` + workspace + `}`)
		if answer := p.hear(); !strings.HasPrefix(answer, want) {
			t.Errorf("%s: %s", workspace, answer)
		}
	}
}

// TestClose checks that Close answers waiting polls and that later connections are rejected.
func TestClose(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	p := s.connect("a reader")
	s.Broadcast("a", "news", struct{}{})
	p.receives(`42["news",{}]`)
	received := make(chan string)
	go func() {
		_, body := p.poll()
		received <- body
	}()
	s.Close()
	if got := <-received; got != "1" && !strings.Contains(got, "Session ID unknown") { // depends on whether the poll arrived in time
		t.Error(got)
	}
	if status, _ := (poller{t, s.url + "/?EIO=4&transport=polling"}).poll(); status != http.StatusTooManyRequests {
		t.Error(status)
	}
	s.Close()
	s.Broadcast("a", "news", struct{}{})
}

// TestConnectionLimit checks that each admitted connection takes a slot and returns it.
func TestConnectionLimit(t *testing.T) {
	t.Parallel()
	s := start(t, 2)
	p := s.connect("a reader")
	s.connect("a writer")
	if answer := s.handshake().name("b reader"); !strings.Contains(answer, `"code":"rate_limited"`) || !strings.Contains(answer, "too many sockets open") {
		t.Error(answer)
	}
	p.say("1") // close packet
	s.connect("b reader")
}

// TestConnectionLimitPerCredential checks that a credential at its limit does not affect others.
func TestConnectionLimitPerCredential(t *testing.T) {
	t.Parallel()
	s := startServer(t, live.Config{Authenticate: authenticate, Connections: 3, Each: 1})
	s.connect("a reader")
	if answer := s.handshake().name("a reader"); !strings.Contains(answer, "this client has 1 sockets open, which is the limit") {
		t.Error(answer)
	}
	s.connect("b reader")
}

// TestNewConnectionsReplacePending checks that new connections replace pending ones and never admitted ones.
func TestNewConnectionsReplacePending(t *testing.T) {
	t.Parallel()
	var refused atomic.Int64
	s := startServer(t, live.Config{Authenticate: authenticate, Connections: 10, Pending: 2, Refused: func(live.Bound) { refused.Add(1) }})
	admitted, oldest := s.connect("a reader"), s.handshake()
	s.handshake()
	s.connect("b reader")
	for { // another goroutine closes it
		if status, _ := oldest.do(http.MethodPost, "6"); status == http.StatusBadRequest {
			break
		}
	}
	if n := refused.Load(); n != 1 {
		t.Errorf("%d ended", n)
	}
	s.Broadcast("a", "news", struct{}{})
	admitted.receives(`42["news",{}]`)
}

// TestOneSocketPerConnection checks that a client cannot open several sockets on one connection.
func TestOneSocketPerConnection(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	p := s.handshake()
	p.say("40{\"token\":\"a reader\"}\x1e40{\"token\":\"a reader\"}\x1e40{\"token\":\"a reader\"}")
	p.hear()
	if n := s.Sockets(); n > 1 {
		t.Errorf("%d sockets", n)
	}
}

// TestBinaryEvents checks that a binary event ends the connection, because the library would keep its
// attachments.
func TestBinaryEvents(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	p := s.connect("a reader")
	p.push(`451-["x",{"_placeholder":true,"num":0}]`)
	for s.Sockets() > 0 { // another goroutine closes it
		s.Broadcast("b", "news", struct{}{})
	}
}

// TestRejectedHandshakeTakesNoSlot checks that a rejected handshake takes no slot.
func TestRejectedHandshakeTakesNoSlot(t *testing.T) {
	t.Parallel()
	s := start(t, 1)
	for _, query := range []string{"", "?EIO=3&transport=polling", "?EIO=4&transport=pigeon", "?EIO=4&transport=webtransport", "?EIO=4&transport=websocket", "?EIO=4&transport=polling&j=1"} {
		if status, body := (poller{t, s.url + "/" + query}).poll(); status != http.StatusBadRequest {
			t.Errorf("%q: %d %s", query, status, body)
		}
	}
	s.connect("a reader")
}

// TestSlowReaderIsDisconnected checks that a client that does not read loses its connection and delays no other
// client.
func TestSlowReaderIsDisconnected(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	slow := s.connect("a reader")
	for range 1100 {
		s.Broadcast("a", "news", struct{}{})
	}
	for s.Sockets() > 0 { // another goroutine closes it
		s.Broadcast("b", "news", struct{}{})
	}
	if status, body := slow.poll(); status != http.StatusBadRequest {
		t.Errorf("%d %.100s", status, body)
	}
}
