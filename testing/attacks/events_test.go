package attacks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/liveclient"
)

// tokenOf creates a token of several workspaces, the first of which is its own.
func (s *server) tokenOf(t *testing.T, role access.Role, workspaces ...string) (name, secret string) {
	t.Helper()
	name = graphtest.Workspace() // any unique name
	_, secret, err := tokens.Create(t.Context(), s.tokens, tokens.Request{Name: name, Role: role, Workspace: workspaces[0], Others: workspaces[1:]})
	expect.NoError(t, err)
	return name, secret
}

// socketReply opens a socket by long polling, sends packets and returns what the server answers to the first.
func (s *server) socketReply(t *testing.T, packets ...string) string {
	t.Helper()
	var session struct{ Sid string }
	opened := s.must(t, http.StatusOK, http.MethodGet, handshake, "", "")
	expect.NoError(t, json.Unmarshal(bytes.TrimPrefix(opened.body, []byte("0")), &session))
	s.must(t, http.StatusOK, http.MethodPost, handshake+"&sid="+session.Sid, "", strings.Join(packets, "\x1e"), "Content-Type", "text/plain;charset=UTF-8")
	return string(s.must(t, http.StatusOK, http.MethodGet, handshake+"&sid="+session.Sid, "", "").body)
}

// TestSocketsOfOtherWorkspacesAreRejected tries to get a socket into the workspace b with tokens that do not list it.
func TestSocketsOfOtherWorkspacesAreRejected(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	_, token := s.tokenOf(t, access.Admin, "a", "c")
	name, lost := s.tokenOf(t, access.Admin, "a", "b")
	_, err := tokens.RemoveWorkspaces(t.Context(), s.tokens, name, []string{"b"})
	expect.NoError(t, err)
	for _, hello := range []string{
		fmt.Sprintf(`40{"token":%q,"workspace":"b"}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"B"}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"a,b"}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"a/../b"}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"b\u0000"}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"*"}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"a","workspace":"b"}`, token),
		fmt.Sprintf(`40/b,{"token":%q}`, token),
		fmt.Sprintf(`40/workspace:b,{"token":%q}`, token),
		fmt.Sprintf(`40{"token":%q,"workspace":"b"}`, lost),
		fmt.Sprintf(`40{"token":"%s ","workspace":"b"}`, lost),
		`40{"workspace":"b"}`,
	} {
		if got := s.socketReply(t, hello); !strings.HasPrefix(got, "44") {
			t.Errorf("%s: %s", hello, got)
		}
	}
}

// stream reads a stream of MCP until the test ends. text returns what has come.
func (s *server) stream(t *testing.T, method, token, body string, headers ...string) (text func() string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	r, err := http.NewRequestWithContext(ctx, method, s.URL+"/mcp", strings.NewReader(body))
	expect.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r) //nolint:bodyclose // the clean-up closes it
	expect.NoError(t, err)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("a stream: %s", response.Status)
	}
	var mu sync.Mutex
	var all bytes.Buffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(locked{&mu, &all}, response.Body)
	}()
	t.Cleanup(func() {
		stop()
		_ = response.Body.Close()
		<-ended
	})
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return all.String()
	}
}

// locked is a writer that several goroutines use.
type locked struct {
	mu *sync.Mutex
	io.Writer
}

// Write implements io.Writer.
func (l locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Writer.Write(p)
}

// changeEverything makes changes of every kind in a workspace, and returns the id of an episode.
func (s *server) changeEverything(t *testing.T, token, folder, project string) (episode string) {
	t.Helper()
	post, api := http.MethodPost, "/api/v1"
	create := func(text string) string {
		var made struct {
			ID string `json:"episode_id"`
		}
		expect.NoError(t, json.Unmarshal(s.must(t, http.StatusCreated, post, api+"/episodes", token, `{"query":"`+text+`","reward":0}`).body, &made))
		return made.ID
	}
	one, two := create("secret one"), create("secret two")
	s.must(t, http.StatusOK, http.MethodPatch, api+"/episodes/"+one, token, `{"query":"secret three"}`)
	s.must(t, http.StatusCreated, post, api+"/relationships", token, fmt.Sprintf(`{"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"causes"}`, one, two))
	s.must(t, http.StatusCreated, post, api+"/projects", token, fmt.Sprintf(`{"projectId":%q}`, project))
	s.must(t, http.StatusCreated, post, api+"/projects/"+project+"/scenes", token, `{"userPrompt":"secret"}`) // with its progress
	rename := func(from, to string) string {
		return api + "/plans/" + s.renamePlan(t, token, folder, filepath.Join(folder, from), filepath.Join(folder, to))
	}
	plan, rejected := rename("a.mkv", "b.mkv"), rename("a.mkv", "c.mkv")
	s.must(t, http.StatusOK, post, plan+"/apply", token, `{}`)
	s.must(t, http.StatusOK, post, plan+"/undo", token, `{}`)
	s.must(t, http.StatusOK, post, "/api/updatePlan", token, fmt.Sprintf(`{"planId":%q,"status":"rejected"}`, filepath.Base(rejected)))
	s.must(t, http.StatusOK, http.MethodDelete, api+"/episodes/"+two, token, "")
	return one
}

// TestEventsOfOtherWorkspacesAreNotSent makes changes of every kind in one workspace, while clients of another listen in
// every way. They must receive nothing until their own workspace changes.
func TestEventsOfOtherWorkspacesAreNotSent(t *testing.T) {
	t.Parallel()
	media := t.TempDir()
	expect.WriteFiles(t, filepath.Join(media, "b"), "a.mkv")
	s := plain.start(t, "--media-root", "b="+filepath.Join(media, "b"), "--ai-base-url", aiserver.New(t).URL())
	other, own := s.token(t, "b", access.Admin), s.token(t, "a", access.Admin)
	_, both := s.tokenOf(t, access.Admin, "a", "b")
	_, chosen := s.tokenOf(t, access.Reader, "c", "a")
	first := s.changeEverything(t, other, filepath.Join(media, "b"), "secret1") // its id is known to the listeners
	page := map[string]*liveclient.Page{
		"an admin": liveclient.Open(t, s.URL, own), "a token of both": liveclient.Open(t, s.URL, both),
		"a token of both, in its own": liveclient.OpenIn(t, s.URL, both, "a"), "a chosen workspace": liveclient.OpenIn(t, s.URL, chosen, "a"),
	}
	witness := liveclient.Open(t, s.URL, other)
	lasts := []string{"", "0", "1", "99999", first}
	streams := make([]func() string, 0, len(lasts)+1)
	for _, last := range lasts {
		session := s.must(t, http.StatusOK, http.MethodPost, "/mcp", own, initialize(`{"name":"x","version":"1"}`, `{}`)).header.Get("Mcp-Session-Id")
		for _, uri := range []string{"plotline://graph", "plotline://episodes/" + first} {
			_, err := s.do(t.Context(), http.MethodPost, "/mcp", own, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":%q}}`, uri),
				"Accept", "application/json, text/event-stream", "Mcp-Session-Id", session)
			expect.NoError(t, err)
		}
		headers := []string{"Mcp-Session-Id", session}
		if last != "" {
			headers = append(headers, "Last-Event-ID", last)
		}
		streams = append(streams, s.stream(t, http.MethodGet, own, "", headers...))
	}
	streams = append(streams, s.stream(t, http.MethodPost, own, `{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourcesListChanged":true,`+
		`"resourceSubscriptions":["plotline://episodes/`+first+`"]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen"))

	for _, secret := range []string{"secret2", "secret3"} {
		s.changeEverything(t, other, filepath.Join(media, "b"), secret)
		seen := map[string]bool{}
		witness.Until(t, func(e liveclient.Event) bool {
			seen[e.Name] = true
			return len(seen) == 5 // of the graph, plans, projects, the steps of a scene and the calls of clients
		})
	}
	s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/projects", own, `{"projectId":"own"}`, "User-Agent", "Mozilla/5.0") // a page is no client
	for name, p := range page {
		late := map[string]bool{} // a first poll of a busy server that comes late notifies once; both changes would twice
		for _, e := range p.Until(t, func(e liveclient.Event) bool { return string(e.Body) == `{"projectId":"own"}` }) {
			if string(e.Body) != `{"projectId":"own"}` && (string(e.Body) != "{}" || late[e.Name]) {
				t.Errorf("%s receives %s %s", name, e.Name, e.Body)
			}
			late[e.Name] = true
		}
	}
	s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", own, `{"query":"own","reward":0}`)
	for _, p := range page { // they do receive the events of their own graph
		p.Until(t, func(e liveclient.Event) bool { return e.Name == "graphUpdated" })
	}
	for i, text := range streams {
		if got := text(); strings.Contains(got, "secret") || strings.Contains(got, "notifications/resources/updated") {
			t.Errorf("stream %d has %s", i, got)
		}
	}
}
