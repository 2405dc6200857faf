package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"plotline/testing/kit/expect"
)

// conversation is a client's report of a run.
type conversation struct {
	client official
	Server struct{ Name, Version string }
	// Negotiated is the version of the protocol. The older SDK does not report it.
	Negotiated string
	Tools      []struct{ Name string }
	Answers    []answer
	Wire       []exchange
	Asked      []string // questions to the user
}

// The number of tools that the program lists.
const (
	offeredByAll   = 45 // --toolsets all
	offeredByGraph = 19 // episodes and relationships
)

// exchange is one request over HTTP.
type exchange struct {
	Method  string
	Session bool // the request named a session
	Status  int
	Type    string // content type of the reply
}

// official is one of the clients that the authors of the protocol publish.
type official struct {
	name, client string
	auto         bool
	negotiated   string
}

func officials() []official {
	return []official{
		{"SDK 1", "sdk", false, ""},
		{"client 2, older era", "client", false, "2025-11-25"},
		{"client 2, newer era", "client", true, "2026-07-28"},
	}
}

// drive runs the steps in a client and checks the initial handshake.
func (c official) drive(t *testing.T, transport map[string]any, steps []step) conversation {
	t.Helper()
	return c.driveAsking(t, transport, nil, steps)
}

// driveAsking is drive with the user's answer to every question. If answer is nil, the client cannot ask.
func (c official) driveAsking(t *testing.T, transport, answer map[string]any, steps []step) conversation {
	t.Helper()
	ended := runNode(t, expect.JSON(t, map[string]any{
		"client": c.client, "auto": c.auto, "transport": transport, "steps": steps, "elicit": answer,
	}), "drive.mjs")
	got := conversation{client: c}
	if err := json.Unmarshal([]byte(must(t, ended)), &got); err != nil {
		t.Fatalf("%v in %s", err, ended.Out)
	}
	if got.Server.Name != "plotline" || len(got.Answers) != len(steps) {
		t.Fatalf("server %+v gave %d answers", got.Server, len(got.Answers))
	}
	if c.negotiated != "" && got.Negotiated != c.negotiated {
		t.Errorf("negotiated %q, want %q", got.Negotiated, c.negotiated)
	}
	return got
}

// checkEnd checks that nothing remains of a session that its client ended. The newer era has no sessions.
func (c conversation) checkEnd(t *testing.T, after answer) {
	t.Helper()
	switch {
	case c.client.auto && (after.Error != "" || after.Result.IsError):
		t.Errorf("without a session, after its end: %+v", after)
	case !c.client.auto && after.Error == "":
		t.Errorf("a call in a session that was ended: %+v", after)
	}
}

// checkTools checks the number of tools offered to the client.
func (c conversation) checkTools(t *testing.T, want int) {
	t.Helper()
	if len(c.Tools) != want {
		t.Errorf("the client was offered %d tools, want %d", len(c.Tools), want)
	}
}

// checkWire checks that the older era opens a stream for server messages and ends its session.
func (c conversation) checkWire(t *testing.T) {
	t.Helper()
	var streams, ends int
	for _, x := range c.Wire {
		switch {
		case x.Method == http.MethodGet && x.Status == http.StatusOK && x.Type == "text/event-stream" && x.Session:
			streams++
		case x.Method == http.MethodDelete && x.Status == http.StatusNoContent && x.Session:
			ends++
		case x.Session && c.client.auto:
			t.Errorf("the newer era knows no session: %+v", x)
		}
	}
	if want := map[bool]int{false: 1, true: 0}[c.client.auto]; streams != want || ends != want {
		t.Errorf("%d streams and %d ends of a session, want %d each: %+v", streams, ends, want, c.Wire)
	}
}
