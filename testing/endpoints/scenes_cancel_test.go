package endpoints_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/stdioclient"
)

const promptHang = "THINK FOR EVER"

// hangingModel replies as scripted does, but never to a prompt with promptHang. The channel receives a value
// for each such request whose client disconnects.
func hangingModel(t *testing.T) (*aiserver.Server, <-chan struct{}) {
	t.Helper()
	ai := aiserver.New(t)
	hang, gone := aiserver.Hang()
	ai.Answer(func(asked aiserver.Request) aiserver.Step {
		if strings.Contains(asked.Text(), promptHang) {
			return hang
		}
		return scripted(asked)
	})
	return ai, gone
}

// hangingCalls are calls that wait for the model for ever, in a fixture with a project.
func hangingCalls(r fixture) map[string]string {
	inProject := fmt.Sprintf(`{"projectId":%q,"sceneId":%q`, r.project, r.scene)
	return map[string]string{
		"addScene":       fmt.Sprintf(`{"projectId":%q%s}`, r.project, prompt(promptHang)),
		"editScene":      inProject + prompt(promptHang) + `}`,
		"fixBrokenScene": inProject + `,"sceneName":"x","errorMessage":"` + promptHang + `","brokenCode":"x"}`,
	}
}

// TestDisconnectStopsModelRequest checks that disconnecting or cancelling ends the request to the model, and
// that nothing is stored.
func TestDisconnectStopsModelRequest(t *testing.T) {
	t.Parallel()
	ai, gone := hangingModel(t)
	s := startWithServer(t, ai)
	operations := s.operations(t)
	r := s.newFixture(t).addProject(t)
	left := 0
	for name, args := range hangingCalls(r) {
		for method, leaves := range s.cancelMethods(t, r.admin, operations[name], args) {
			before, asked := r.contents(t), len(ai.Requests())
			stop, ended := leaves()
			ai.Await(t, asked+1)
			stop()
			aiserver.AwaitGone(t, gone)
			ended()
			left++
			awaitCancelled(t, filepath.Dir(s.tokens), left)
			if after := r.contents(t); after != before {
				t.Errorf("%s by %s: before\n%s\nafter\n%s", name, method, before, after)
			}
		}
	}
}

// cancelMethods are the methods to begin a call and to leave it. The function stop leaves, and ended waits
// until the request is over.
func (s *server) cancelMethods(t *testing.T, token string, o operation, args string) map[string]func() (stop, ended func()) {
	t.Helper()
	path, body := o.address(t, json.RawMessage(args))
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":%s`, o.ID, args)
	return map[string]func() (stop, ended func()){
		"REST": func() (stop, ended func()) { return s.startModelCall(t, token, path, body) },
		"MCP without a session": func() (stop, ended func()) {
			return s.startModelCall(t, token, "/mcp", call+","+modernMeta+"}}", "Accept", "application/json",
				"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", o.ID)
		},
		"MCP in a session": func() (stop, ended func()) {
			session := s.begin(t, token)
			_, ended = s.startModelCall(t, token, "/mcp", call+"}}", session...)
			return func() {
				s.send(t, token, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, session...)
			}, ended
		},
	}
}

// awaitCancelled waits for the audit records of that many cancelled calls. Their work is finished by then.
func awaitCancelled(t *testing.T, dir string, calls int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		n := strings.Count(string(serving.AuditLog(t, dir)), `"outcome":"cancelled"`)
		if n == calls {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d calls were cancelled, by their records, want %d", n, calls)
		}
	}
}

// startModelCall sends a request in the background that waits for the model. The function leave closes its
// connection, and ended waits until it is over.
func (s *server) startModelCall(t *testing.T, token, path, body string, headers ...string) (leave, ended func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		req.Header.Set(pair[0], pair[1])
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		if response, err := client.Do(req); err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
	}()
	return cancel, func() { cancel(); <-over }
}

// TestCancelOverStdio is the same test for a client over stdio.
func TestCancelOverStdio(t *testing.T) {
	t.Parallel()
	ai, gone := hangingModel(t)
	dir := t.TempDir()
	c := stdioclient.Open(t, binary, nil, "--store", "embedded", "--data-dir", dir, "--ai-base-url", ai.URL(), "--ai-model", aiserver.ModelName)
	r := fixture{project: projectName}
	var made struct {
		ID string `json:"sceneId"`
	}
	if _, err := c.Call("addScene", map[string]string{"projectId": projectName, "userPrompt": "A title"}, &made); err != nil {
		t.Fatal(err)
	}
	r.scene = made.ID
	holds := func() string {
		t.Helper()
		var scene, list json.RawMessage
		_, err := c.Call("getScene", map[string]string{"projectId": projectName, "sceneId": r.scene}, &scene)
		_, listErr := c.Call("listScenes", map[string]string{"projectId": projectName}, &list)
		if err != nil || listErr != nil {
			t.Fatal(err, listErr)
		}
		return string(scene) + string(list)
	}
	before, left := holds(), 0
	for name, args := range hangingCalls(r) {
		asked := len(ai.Requests())
		id, _, err := c.Begin("tools/call", map[string]any{"name": name, "arguments": json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		ai.Await(t, asked+1)
		if err := c.Send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id)); err != nil {
			t.Fatal(err)
		}
		aiserver.AwaitGone(t, gone)
		left++
		awaitCancelled(t, dir, left)
		if after := holds(); after != before {
			t.Errorf("%s: before\n%s\nafter\n%s", name, before, after)
		}
	}
}
