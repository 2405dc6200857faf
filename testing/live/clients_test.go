package live_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/internal/access"
)

// each runs a test for every transport in parallel.
func each(t *testing.T, test func(t *testing.T, by transport)) {
	t.Helper()
	for _, by := range transports() {
		t.Run(by.name, func(t *testing.T) {
			t.Parallel()
			test(t, by)
		})
	}
}

type message struct {
	Text string `json:"text"`
}

const unicode = `event {"event":"news","args":[{"text":"進撃の巨人 – \"Ü\" <&> 🎬"}]}`

func TestEvents(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, by transport) {
		t.Helper()
		w, admin := begin(t)
		w.connect("admin", admin, by)
		w.connect("reader", w.token(access.Reader, "a"), by)
		w.connect("stranger", w.token(access.Admin, "b"), by)
		w.do(map[string]any{"do": "emit", "client": "reader", "event": "news", "args": []any{"nobody listens"}})
		w.Broadcast("a", "news", message{"進撃の巨人 – \"Ü\" <&> 🎬"})
		w.Broadcast("b", "other", message{"b"})
		w.expect("admin", unicode)
		w.expect("reader", unicode)
		w.expect("stranger", `event {"event":"other","args":[{"text":"b"}]}`)
	})
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	details := func(context.Context) (any, error) { return message{"x"}, nil }
	each(t, func(t *testing.T, by transport) {
		t.Helper()
		w, admin := begin(t)
		w.connect("writer", w.token(access.Writer, "a"), by)
		w.connect("stranger", w.token(access.Admin, "b"), by)
		if _, err := w.Ask(t.Context(), "a", "may I?", details); !errors.Is(err, live.ErrNobody) {
			t.Error(err)
		}
		w.connect("admin", admin, by)
		for range 3 {
			answer, err := w.Ask(t.Context(), "a", "may I?", details)
			if err != nil || string(answer) != `{"by":"admin"}` {
				t.Errorf("%s, %v", answer, err)
			}
			w.expect("admin", `event {"event":"may I?","args":[{"text":"x"}]}`)
		}
		for _, workspace := range []string{"a", "b"} {
			w.Broadcast(workspace, "last", message{})
		}
		for _, client := range []string{"writer", "stranger"} {
			w.expect(client, `event {"event":"last","args":[{"text":""}]}`)
		}
	})
}

// TestInvalidTokensAreRejected checks that unknown, misspelt, revoked and expired tokens are rejected.
func TestInvalidTokensAreRejected(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, by transport) {
		t.Helper()
		w, good := begin(t)
		revoked := w.token(access.Admin, "gone")
		if _, err := tokens.Revoke(t.Context(), w.file, "admin gone"); err != nil {
			t.Fatal(err)
		}
		for name, token := range map[string]string{"none": "", "junk": "x", "wrong": good[:len(good)-1] + "~", "revoked": revoked} {
			w.open(name, token, by, nil)
			problem := w.next(name)
			if !strings.HasPrefix(problem, "refused ") || !strings.Contains(problem, `"data":{"code":"unauthenticated"`) ||
				strings.Contains(problem, "requires a token") != (name == "none") {
				t.Errorf("%s: %s", name, problem)
			}
		}
		if n := w.Sockets(); n != 0 {
			t.Errorf("%d sockets", n)
		}
	})
}

// TestRevokedTokenClosesConnections checks that revocation or expiry closes the token's connections and no
// others.
func TestRevokedTokenClosesConnections(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, by transport) {
		t.Helper()
		w, stays := begin(t)
		soon := time.Now().Add(3 * time.Second)
		_, expires, err := tokens.Create(t.Context(), w.file, tokens.Request{Name: "brief", Role: access.Reader, Workspace: "a", ExpiresAt: &soon})
		if err != nil {
			t.Fatal(err)
		}
		w.connect("brief", expires, by)
		w.connect("revoked", w.token(access.Reader, "a"), by)
		w.connect("stays", stays, by)
		if _, err := tokens.Revoke(t.Context(), w.file, "reader a"); err != nil {
			t.Fatal(err)
		}
		w.expect("revoked", `disconnect "io server disconnect"`)
		w.expect("brief", `disconnect "io server disconnect"`)
		w.Broadcast("a", "last", message{})
		w.expect("stays", `event {"event":"last","args":[{"text":""}]}`)
	})
}

// TestClientsReconnect checks that clients reconnect by themselves. It runs alone, so that no other server
// takes the address.
func TestClientsReconnect(t *testing.T) {
	for _, by := range transports() {
		t.Run(by.name, func(t *testing.T) {
			w, token := begin(t)
			w.connect("client", token, by)
			w.stop()
			if problem := w.next("client"); !strings.HasPrefix(problem, `disconnect "transport `) { // close, or error between two polls
				t.Fatal(problem)
			}
			w.start()
			w.await("client", by.connected())
			w.Broadcast("a", "last", message{})
			w.expect("client", `event {"event":"last","args":[{"text":""}]}`)
		})
	}
}

// TestOrigins checks that a page of another site is rejected unless it is allowed.
func TestOrigins(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, by transport) {
		t.Helper()
		w := prepare(t)
		w.cfg.Origins = []string{"https://allowed.example"}
		w.start()
		from := func(origin string) map[string]any {
			return map[string]any{"extraHeaders": map[string]any{"Origin": origin}}
		}
		w.open("evil", "", by, from("https://evil.example"))
		if problem := w.next("evil"); !strings.HasPrefix(problem, "refused ") {
			t.Error(problem)
		}
		for name, origin := range map[string]string{"own": "http://" + w.address, "allowed": "https://allowed.example"} {
			w.open(name, "", by, from(origin))
			w.expect(name, by.connected())
		}
	})
}

// TestManyClientsGetEveryEvent checks that each of many clients receives each event exactly once, in order.
func TestManyClientsGetEveryEvent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, by transport) {
		t.Helper()
		const many = 200
		w := prepare(t)
		w.start()
		for i := range many {
			w.open(strconv.Itoa(i), "", by, nil)
		}
		for i := range many {
			w.expect(strconv.Itoa(i), by.connected())
		}
		for _, text := range []string{"first", "second", "third"} {
			w.Broadcast("open", "news", message{text})
		}
		for i := range many {
			for _, text := range []string{"first", "second", "third"} {
				w.expect(strconv.Itoa(i), `event {"event":"news","args":[{"text":"`+text+`"}]}`)
			}
		}
		if n := w.Sockets(); n != many {
			t.Errorf("%d sockets", n)
		}
	})
}

// TestClientVersion checks that the client has the tested version.
func TestClientVersion(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("clients", "package.json"))
	if err != nil || !strings.Contains(string(raw), `"socket.io-client": "4.8.4"`) {
		t.Errorf("%v: %s", err, raw)
	}
}
