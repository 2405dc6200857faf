package remote

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/fault"
	"plotline/internal/recording/recorder"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

const token = "plt_made-up-token-0123456789" //nolint:gosec // made up

// memoryOf returns the memory of a server that answers by a handler, and counts its requests.
func memoryOf(t *testing.T, handler http.HandlerFunc, secure bool) (*Memory, *atomic.Int64) {
	t.Helper()
	asked := &atomic.Int64{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		handler(w, r)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	if secure {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := New(spool.Settings{Address: server.URL, TokenFile: file, Person: "ada"})
	m.server.limit = 2 * time.Second // a busy machine takes its time for TLS
	t.Cleanup(m.Close)
	return m, asked
}

// answering answers with a status, a Retry-After header and a body.
func answering(status int, after, media, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// TestSentences checks what a person reads of each failure. None names the token, and only Plotline's own "not found" is one.
func TestSentences(t *testing.T) {
	t.Parallel()
	const problem, html = "application/problem+json", "text/html"
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		secure  bool
		code    fault.Code
		says    string
		rests   bool // it is not asked again at once
	}{
		"no token":    {answering(401, "", problem, `{"code":"unauthenticated"}`), false, fault.Unauthenticated, "does not know the token", true},
		"not allowed": {answering(403, "", problem, `{"code":"permission_denied","detail":"the role reader may not call create_episode"}`), false, fault.PermissionDenied, "the role reader", false},
		"too many":    {answering(429, "7", problem, `{"code":"rate_limited"}`), false, fault.RateLimited, "asks to wait for 7s", true},
		"a fault":     {answering(502, "", html, "Bad Gateway "+token), false, fault.Unavailable, "has a fault (status 502)", true},
		"slow":        {func(http.ResponseWriter, *http.Request) { time.Sleep(3 * time.Second) }, false, fault.Timeout, "does not answer within 2s", true},
		"untrusted":   {answering(200, "", "application/json", `{}`), true, fault.Unavailable, "certificate", true},
		"missing":     {answering(404, "", problem, `{"code":"not_found","detail":"There is no episode"}`), false, fault.NotFound, "There is no episode", false},
		"a proxy":     {answering(404, "", html, "not found"), false, fault.Unavailable, "not as a Plotline server does", false},
		"another":     {answering(200, "", "application/json", `{}`), false, fault.Unavailable, "not as a Plotline server does", false},
		"moved":       {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) }, false, fault.Unavailable, "status 302", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, asked := memoryOf(t, c.handler, c.secure)
			for range 2 {
				_, err := m.Read(t.Context(), "shop-1a2b3c4d", "1")
				if fault.CodeOf(err) != c.code || !strings.Contains(fault.From(err).Details, c.says) || strings.Contains(err.Error(), token) {
					t.Errorf("%s: %v", fault.CodeOf(err), err)
				}
			}
			if n, want := asked.Load(), map[bool]int64{true: 1, false: 2}[c.rests]; n != want && !c.secure {
				t.Errorf("it was asked %d times, not %d", n, want)
			}
		})
	}
}

// TestUnreached checks the sentences where there is no server, and no token.
func TestUnreached(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	m := New(spool.Settings{Address: closed.URL})
	if err := m.Check(t.Context()); fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "cannot be reached") {
		t.Error(err)
	}
	m = New(spool.Settings{Address: closed.URL, TokenFile: filepath.Join(t.TempDir(), "none")})
	if err := m.Check(t.Context()); fault.CodeOf(err) != fault.Unauthenticated || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
}

// TestReader checks that a token that may only read is reported before something is to be written.
func TestReader(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]fault.Code{"reader": fault.PermissionDenied, "reviewer": fault.PermissionDenied, "writer": "", "admin": ""} {
		m, _ := memoryOf(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+token {
				t.Errorf("the token is %q", r.Header.Get("Authorization"))
			}
			w.Header().Set("Plotline-Role", role)
			_, _ = io.WriteString(w, `{}`)
		}, false)
		if err := m.Check(t.Context()); fault.CodeOf(err) != want {
			t.Errorf("%s: %v", role, err)
		}
	}
}

// TestDress checks that an episode comes back as it was written, with its lines only while nobody has changed it.
func TestDress(t *testing.T) {
	t.Parallel()
	const workspace = "shop-1a2b3c4d"
	m := &Memory{person: "ada"}
	wrote := recorder.Episode{
		Name: "Make the cart safe", Query: "Make the cart safe", Reflection: "Changed cart/store.go.", Reward: 0.5, Tags: []string{"recorded"},
		Metadata: []byte(`{"recording":{"v":1,"seconds":12,"key":"rec1:a:b:c"},"other":1.50}`), Lessons: []task.Lesson{{Kind: task.Said, Text: "use WATCH"}},
	}
	for name, c := range map[string]struct {
		change     func(e *episode)
		tells, own bool
	}{
		"as written":     {func(*episode) {}, true, true},
		"another person": {func(*episode) { m = &Memory{person: "bo"} }, true, false},
		"another token":  {func(e *episode) { e.Own = false }, true, false},
		"another text":   {func(e *episode) { e.Reflection += "!" }, false, false},
		"another reward": {func(e *episode) { e.Reward = 1 }, false, false},
		"another tag":    {func(e *episode) { e.Tags = append(e.Tags, "x") }, false, false},
		"another field":  {func(e *episode) { e.Metadata = []byte(strings.Replace(string(e.Metadata), "1.50", "2", 1)) }, false, false},
	} {
		m = &Memory{person: "ada"}
		e := m.outgoing(workspace, wrote)
		if !strings.Contains(strings.Join(e.Tags, " "), "project:shop") {
			t.Errorf("the tags are %v", e.Tags)
		}
		e.Metadata, e.Own = []byte(strings.Replace(string(e.Metadata), `"recording":{`, `"recording":{"by":"ada",`, 1)), true // as the server does
		c.change(&e)
		there := m.incoming(workspace, e)
		if (len(there.Lessons) > 0) != c.tells || there.Own != c.own {
			t.Errorf("%s: %+v", name, there)
		}
		if c.tells && (there.Reflection != wrote.Reflection || !slices.Equal(there.Tags, wrote.Tags) || strings.Contains(string(there.Metadata), "ada")) {
			t.Errorf("%s: it came back as %+v", name, there)
		}
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	for workspace, want := range map[string]string{
		"shop-1a2b3c4d": "project:shop", "my-shop-1a2b3c4d": "project:my-shop", "default": "project:default", "a-12345678-x": "project:a-12345678-x",
	} {
		if got := tagOf(workspace); got != want {
			t.Errorf("%s has %s", workspace, got)
		}
	}
}
