// Package liveclient is a test client for live events. It speaks Socket.IO by long polling and needs neither
// Node nor a browser. Tests import it; testing/live checks the server with the real client.
package liveclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// patience is how long a page waits for an event. It does not measure speed.
const patience = time.Minute

// Event is a notification to a page.
type Event struct {
	Name string
	Body json.RawMessage

	ack string // the number of the requested acknowledgement
}

// Page is one connected page.
type Page struct {
	client  *http.Client
	address string
	events  chan Event
	failed  chan error // receives one value
}

// Open connects a page, possibly without a token, and closes it when the test ends.
func Open(t *testing.T, server, token string) *Page {
	t.Helper()
	return OpenIn(t, server, token, "")
}

// OpenIn connects a page that chooses a workspace, unless that is "".
func OpenIn(t *testing.T, server, token, workspace string) *Page {
	t.Helper()
	return OpenBy(t, http.DefaultClient, server, token, workspace)
}

// OpenBy is OpenIn with a client.
func OpenBy(t *testing.T, client *http.Client, server, token, workspace string) *Page {
	t.Helper()
	p := &Page{client: client, address: server + "/socket.io/?EIO=4&transport=polling", events: make(chan Event, 4096), failed: make(chan error, 1)}
	var session struct{ Sid string }
	opened, err := p.send(t.Context(), http.MethodGet, "")
	if err == nil {
		err = json.Unmarshal(bytes.TrimPrefix(opened, []byte("0")), &session)
	}
	p.address += "&sid=" + session.Sid
	hello := "40"
	if token != "" {
		hello = fmt.Sprintf(`40{"token":%q}`, token)
	}
	if workspace != "" {
		hello = fmt.Sprintf(`40{"token":%q,"workspace":%q}`, token, workspace)
	}
	if err == nil {
		_, err = p.send(t.Context(), http.MethodPost, hello)
	}
	for connected := false; err == nil && !connected; { // an event may come before the reply that says so, as for any client
		if opened, err = p.send(t.Context(), http.MethodGet, ""); err == nil {
			connected, err = p.handle(t.Context(), opened)
		}
	}
	if err != nil {
		t.Fatalf("the page is not connected: %v %s", err, opened)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.failed <- p.read(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		_, _ = p.send(context.WithoutCancel(ctx), http.MethodPost, "1") // the server may have ended before
	})
	return p
}

// read polls for events, and replies to the server's pings, until ctx ends.
func (p *Page) read(ctx context.Context) error {
	for {
		got, err := p.send(ctx, http.MethodGet, "")
		if err == nil {
			_, err = p.handle(ctx, got)
		}
		if err != nil {
			return err
		}
	}
}

// errRefused says that the server refused the page.
var errRefused = errors.New("the server refused the page")

// handle takes the events of a reply to a poll, and replies to pings. It reports whether the reply says that the page is connected.
func (p *Page) handle(ctx context.Context, reply []byte) (connected bool, err error) {
	for packet := range strings.SplitSeq(string(reply), "\x1e") {
		switch body, isEvent := strings.CutPrefix(packet, "42"); {
		case packet == "2":
			_, err = p.send(ctx, http.MethodPost, "3")
		case isEvent:
			err = p.take(body)
		case strings.HasPrefix(packet, "40"):
			connected = true
		case strings.HasPrefix(packet, "44"):
			err = errRefused
		}
		if err != nil {
			return false, err
		}
	}
	return connected, nil
}

// take decodes an event: the number of its acknowledgement, if any, then an array of its name and its body.
func (p *Page) take(packet string) error {
	array := strings.TrimLeft(packet, "0123456789")
	var parts []json.RawMessage
	e := Event{ack: strings.TrimSuffix(packet, array)}
	err := json.Unmarshal([]byte(array), &parts)
	if err == nil && len(parts) != 2 {
		err = fmt.Errorf("an event has %d parts: %s", len(parts), packet)
	}
	if err == nil {
		e.Body, err = parts[1], json.Unmarshal(parts[0], &e.Name)
	}
	if err == nil {
		p.events <- e
	}
	return err
}

// Next waits for the next event.
func (p *Page) Next(t *testing.T) Event {
	t.Helper()
	select {
	case e := <-p.events:
		return e
	case err := <-p.failed:
		t.Fatalf("the page lost its connection: %v", err)
	case <-time.After(patience):
		t.Fatal("the page hears nothing")
	}
	return Event{}
}

// AwaitEnd waits until the server ends the connection. It drops the events that come before.
func (p *Page) AwaitEnd(t *testing.T) {
	t.Helper()
	for end := time.After(patience); ; {
		select {
		case <-p.events:
		case err := <-p.failed:
			t.Logf("the connection ended: %v", err)
			return
		case <-end:
			t.Fatal("the connection goes on")
		}
	}
}

// Until returns all events up to the first wanted one.
func (p *Page) Until(t *testing.T, wanted func(Event) bool) []Event {
	t.Helper()
	var events []Event
	for {
		events = append(events, p.Next(t))
		if wanted(events[len(events)-1]) {
			return events
		}
	}
}

// Answer replies to an event that asks.
func (p *Page) Answer(t *testing.T, e Event, answer any) {
	t.Helper()
	raw, err := json.Marshal([]any{answer})
	if err == nil {
		_, err = p.send(t.Context(), http.MethodPost, "43"+e.ack+string(raw))
	}
	if err != nil {
		t.Fatalf("the answer to %s: %v", e.Name, err)
	}
}

func (p *Page) send(ctx context.Context, method, body string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "text/plain;charset=UTF-8")
	response, err := p.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, raw)
	}
	return raw, err
}
