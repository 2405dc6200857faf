package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/scenes/model"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
	"plotline/tools/transport/streamhttp"
)

// servesForClients makes TestServesForAClient serve a client.
const servesForClients = "PLOTLINE_TEST_SERVES"

// TestServesForAClient is not a test. It is the server that a client starts in another test: it has a tool that asks
// its caller's model.
func TestServesForAClient(t *testing.T) { //nolint:paralleltest // it has the process to itself
	if os.Getenv(servesForClients) == "" {
		t.Skip("only a client starts it")
	}
	if err := newServer(consulting()).ServeStdio(t.Context(), os.Stdin, os.Stdout); err != nil {
		t.Error(err)
	}
}

// sampleJob is the input of clients/sample.mjs.
type sampleJob struct {
	Client     string         `json:"client"`
	Auto       bool           `json:"auto"`
	Transport  map[string]any `json:"transport"`
	Tool       string         `json:"tool"`
	Arguments  consultIn      `json:"arguments"`
	Answers    []any          `json:"answers"`
	AbortAfter int            `json:"abortAfter,omitempty"`
}

// sampleDone is its output.
type sampleDone struct {
	Negotiated string     `json:"negotiated"`
	Result     *called    `json:"result"`
	Error      string     `json:"error"`
	Asked      []sampling `json:"asked"`
	Cancelled  int        `json:"cancelled"`
	Progress   []string   `json:"progress"`
}

func (j sampleJob) run(t *testing.T) (done sampleDone) {
	t.Helper()
	raw, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, installed.Node(t), "sample.mjs") //nolint:gosec // G204: our own
	cmd.Dir, cmd.Stdin, cmd.Stderr = installed.Clients(t), strings.NewReader(string(raw)), t.Output()
	out, err := cmd.Output()
	if err != nil || json.Unmarshal(out, &done) != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return done
}

// TestOfficialClientsLendTheirModels runs the official clients over real pipes and sockets, with both protocols.
func TestOfficialClientsLendTheirModels(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	transports := map[string]func(t *testing.T) map[string]any{
		"stdio": func(*testing.T) map[string]any {
			return map[string]any{
				"command": os.Args[0], "args": []string{"-test.run=^TestServesForAClient$"},
				"env": map[string]string{servesForClients: "1"},
			}
		},
		"HTTP": func(t *testing.T) map[string]any {
			t.Helper()
			endpoint := newServer(consulting()).HTTP(streamhttp.Config{})
			site := httptest.NewServer(endpoint)
			t.Cleanup(func() {
				endpoint.Close()
				site.Close()
			})
			return map[string]any{"url": site.URL}
		},
	}
	for where, transport := range transports {
		for _, client := range []sampleJob{{Client: "sdk"}, {Client: "client"}, {Client: "client", Auto: true}} {
			t.Run(fmt.Sprintf("%s, %s, newer era %v", where, client.Client, client.Auto), func(t *testing.T) {
				t.Parallel()
				installed.Clients(t)
				client.Tool, client.Transport = "consult", transport(t)
				client.lendsItsModel(t)
				client.declines(t)
				client.isCancelled(t)
			})
		}
	}
}

func (j sampleJob) lendsItsModel(t *testing.T) {
	t.Helper()
	j.Arguments = consultIn{Times: 3, Images: []string{"data:image/png;base64,aGk="}}
	j.Answers = []any{"first", map[string]any{"text": "second", "stopReason": "maxTokens", "model": "m-2"}, "third"}
	got := j.run(t)
	const want = `{"answers":["first (canned, false)","second (m-2, true)","third (canned, false)"]}`
	if got.Result == nil || string(got.Result.Structured) != want {
		t.Fatalf("got %+v, want %s", got, want)
	}
	if j.Auto != (got.Negotiated == "2026-07-28") {
		t.Errorf("negotiated %q", got.Negotiated)
	}
	if len(got.Asked) != 3 || len(got.Asked[0].Messages) != 2 || got.Asked[0].MaxTokens != 8192 || got.Asked[0].System != "Be short." {
		t.Errorf("asked %+v", got.Asked)
	}
	// With the newest protocol the client drops progress that the end of a round overtakes in its own queue.
	if !j.Auto && !slices.Equal(got.Progress, []string{"question 1", "question 2", "question 3"}) {
		t.Errorf("told %q", got.Progress)
	}
}

// declines checks a client that declines. With the newest protocol the client ends the call itself, without the
// server.
func (j sampleJob) declines(t *testing.T) {
	t.Helper()
	j.Arguments, j.Answers = consultIn{Times: 1}, []any{"decline"}
	got := j.run(t)
	if j.Auto {
		if !strings.Contains(got.Error, "rejected") {
			t.Errorf("got %+v", got)
		}
		return
	}
	if want := fmt.Sprintf(`{"answers":[%q]}`, model.ErrDeclined); got.Result == nil || string(got.Result.Structured) != want {
		t.Errorf("got %+v, want %s", got, want)
	}
}

func (j sampleJob) isCancelled(t *testing.T) {
	t.Helper()
	j.Arguments, j.Answers, j.AbortAfter = consultIn{Times: 1}, []any{"hang"}, 300
	got := j.run(t)
	if got.Error == "" || len(got.Asked) != 1 {
		t.Errorf("got %+v", got)
	}
	if j.Transport["command"] != nil && got.Cancelled != 1 {
		t.Errorf("%d questions were taken back", got.Cancelled)
	}
}
