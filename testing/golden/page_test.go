package golden_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// patience is far longer than any wait here.
const patience = time.Minute

// page is a client of live events that answers yes to every question.
type page struct {
	opened   string // the server's message about the connection
	joined   string // and about the socket
	received chan string
	events   []string // so far: name and payload
}

var eventForm = regexp.MustCompile(`(?s)^42(\d*)\["([^"]+)",(.*)\]$`)

// openPage connects a page by long polling.
func (w *world) openPage() *page {
	w.t.Helper()
	const path = "/socket.io/?EIO=4&transport=polling"
	p := &page{opened: strings.TrimPrefix(string(w.send(http.MethodGet, path, "", nil).body), "0"), received: make(chan string, 1000)}
	address := path + "&sid=" + p.session(w.t)
	w.send(http.MethodPost, address, `40{"token":`+quoted(w.admin)+`}`, nil)
	p.joined = strings.TrimPrefix(string(w.send(http.MethodGet, address, "", nil).body), "40")
	url := w.URL
	go func() { // until the server ends
		defer close(p.received)
		for {
			packets, err := poll(url + address)
			if err != nil {
				return
			}
			for packet := range strings.SplitSeq(packets, "\x1e") {
				if packet == "2" {
					say(url+address, "3")
				}
				if m := eventForm.FindStringSubmatch(packet); m != nil {
					if m[1] != "" {
						say(url+address, "43"+m[1]+`[{"confirmed":true}]`)
					}
					p.received <- m[2] + " " + m[3]
				}
			}
		}
	}()
	return p
}

func (p *page) session(t *testing.T) string {
	t.Helper()
	var open struct{ Sid string }
	if err := json.Unmarshal([]byte(p.opened), &open); err != nil {
		t.Fatalf("%s: %v", p.opened, err)
	}
	return open.Sid
}

// poll waits for the server's next message.
func poll(address string) (string, error) {
	response, err := http.Get(address) //nolint:gosec,noctx // our own server, whose end ends it
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return "", http.ErrServerClosed
	}
	raw, err := io.ReadAll(response.Body)
	return string(raw), err
}

func say(address, packet string) {
	response, err := http.Post(address, "text/plain", strings.NewReader(packet)) //nolint:gosec,noctx // as above
	if err == nil {
		_ = response.Body.Close()
	}
}

// await waits until the page has received an event of each name.
func (p *page) await(t *testing.T, names ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, name := range names {
		missing[name] = true
	}
	for _, event := range p.events {
		name, _, _ := strings.Cut(event, " ")
		delete(missing, name)
	}
	limit := time.After(patience)
	for len(missing) > 0 {
		select {
		case event, open := <-p.received:
			if !open {
				t.Fatalf("the page was cut off and has not heard %v", missing)
			}
			p.events = append(p.events, event)
			name, _, _ := strings.Cut(event, " ")
			delete(missing, name)
		case <-limit:
			t.Fatalf("the page has not heard %v", missing)
		}
	}
}

// rest collects the events until the server's end.
func (p *page) rest() {
	for event := range p.received {
		p.events = append(p.events, event)
	}
}
