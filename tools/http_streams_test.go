package tools_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// TestHTTPProgress checks that the notifications of a call arrive in order before the answer. They use the stream of
// the call, though the session has another one.
func TestHTTPProgress(t *testing.T) {
	t.Parallel()
	for _, era := range eras() {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			s := serve(t, newServer(reporting()), streamhttp.Config{})
			var headers []string
			if era == "2025-11-25" {
				headers = s.begin()
				stream := s.open(t.Context(), http.MethodGet, nil, headers...)
				defer func() { _ = stream.Body.Close() }()
			}
			call := s.caller(era, headers...)
			for round := range rounds {
				got := call("report", fmt.Sprintf(`,"_meta":{"progressToken":"t%d"}`, round)).events(t)
				if len(got) != reports+1 || !strings.Contains(got[reports], `"structuredContent"`) {
					t.Fatalf("round %d: %q", round, got)
				}
				for i := range reports {
					want := fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"step","progress":%d,"progressToken":"t%d","total":%d}}`, i+1, round, reports)
					if got[i] != want {
						t.Fatalf("round %d:\n got %s\nwant %s", round, got[i], want)
					}
				}
			}
			plain := call("report", "")
			if got := plain.called(t); plain.header.Get("Content-Type") != "application/json" || got.IsError {
				t.Errorf("a call that asked for no progress: %+v", got)
			}
		})
	}
}

// TestHTTPProgressToWhoTakesNoStream checks that a client without event streams gets only the answer.
func TestHTTPProgressToWhoTakesNoStream(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(reporting()), streamhttp.Config{})
	for _, era := range eras() {
		got := s.caller(era, "Accept", "application/json")("report", `,"_meta":{"progressToken":1}`).called(t)
		if got.IsError {
			t.Errorf("%s: %+v", era, got)
		}
	}
}

// waiting is a tool that waits until its call is cancelled or letGo is closed.
func waiting(running chan<- struct{}, letGo <-chan struct{}, cancelled chan<- bool) tools.Tool {
	return fake("wait", func(ctx context.Context, _ none) (none, error) {
		running <- struct{}{}
		select {
		case <-ctx.Done():
		case <-letGo:
		}
		cancelled <- ctx.Err() != nil
		return none{}, ctx.Err()
	})
}

func TestHTTPCancels(t *testing.T) {
	t.Parallel()
	running, ended := make(chan struct{}), make(chan bool, 1)
	s := serve(t, newServer(waiting(running, nil, ended)), streamhttp.Config{})
	own, others := s.begin(), s.begin()
	background := func(ctx context.Context, headers []string, body string) {
		go func() {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(body))
			if err != nil {
				return
			}
			req.Header.Set("Content-Type", "application/json")
			for i := 0; i < len(headers); i += 2 {
				req.Header.Set(headers[i], headers[i+1])
			}
			if response, err := s.client.Do(req); err == nil {
				_ = response.Body.Close()
			}
		}()
		<-running
	}
	modern := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait",` + modernMeta + `}}`
	cancelModern := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,` + modernMeta + `}}`

	t.Log("by its own session, not by another's")
	background(t.Context(), own, calling(7, "wait"))
	s.send(http.MethodPost, cancelling(7), others...)
	s.send(http.MethodPost, cancelModern, modernHeaders("notifications/cancelled", "")...)
	select {
	case <-ended:
		t.Error("another session cancelled the call")
	case <-time.After(50 * time.Millisecond):
	}
	s.send(http.MethodPost, cancelling(7), own...)
	<-ended

	t.Log("by going away")
	for _, c := range []struct {
		headers []string
		body    string
	}{{own, calling(7, "wait")}, {modernHeaders("tools/call", "wait"), modern}} {
		ctx, leave := context.WithCancel(t.Context())
		background(ctx, c.headers, c.body)
		if r := s.send(http.MethodPost, cancelModern, modernHeaders("notifications/cancelled", "")...); r.status != http.StatusAccepted {
			t.Errorf("got %+v", r)
		}
		select {
		case <-ended:
			t.Error("anybody may cancel a call of the newer era")
		case <-time.After(50 * time.Millisecond):
		}
		leave()
		<-ended
	}
}

// TestHTTPClose checks that streams end at once, running calls may finish, and nothing new begins.
func TestHTTPClose(t *testing.T) {
	t.Parallel()
	running, letGo, ended := make(chan struct{}, 1), make(chan struct{}), make(chan bool, 1)
	server := newServer(waiting(running, letGo, ended))
	s := serve(t, server, streamhttp.Config{})
	session := s.begin()
	stream := s.open(t.Context(), http.MethodGet, nil, session...)
	defer func() { _ = stream.Body.Close() }()
	answered := make(chan replied, 1)
	go func() { answered <- s.send(http.MethodPost, calling(1, "wait"), session...) }()
	<-running

	s.endpoint.Close()
	if rest, err := io.ReadAll(stream.Body); err != nil || len(rest) > 0 {
		t.Errorf("the stream ended with %s, %v", rest, err)
	}
	if r := s.send(http.MethodPost, hello); r.status != http.StatusServiceUnavailable {
		t.Errorf("initialize: %+v", r)
	}
	close(letGo)
	if r := <-answered; !strings.Contains(r.body, `"structuredContent":{}`) {
		t.Errorf("the call that ran: %+v", r)
	}
	if <-ended {
		t.Error("the call was cancelled")
	}
	s.endpoint.Close()
}

// TestHTTPNothingToListenTo checks that a subscription to nothing is always acknowledged before its stream ends.
func TestHTTPNothingToListenTo(t *testing.T) {
	t.Parallel()
	s := serve(t, newServer(), streamhttp.Config{})
	listen := `{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"promptsListChanged":true},` + modernMeta + `}}`
	for range 100 {
		events := s.send(http.MethodPost, listen, modernHeaders("subscriptions/listen", "")...).events(t)
		if len(events) != 2 || !strings.Contains(events[0], "notifications/subscriptions/acknowledged") || !strings.Contains(events[1], `"result"`) {
			t.Fatalf("the stream has %q", events)
		}
	}
}
