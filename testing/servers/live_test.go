package servers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"plotline/testing/kit/liveclient"
	"plotline/testing/kit/neo4jtest"
)

const anEpisode = `{"query":"q","reward":1}`

// TestLiveEventsBySocket connects a page to each server. A write at any server must reach all pages.
func TestLiveEventsBySocket(t *testing.T) {
	t.Parallel()
	w := start(t, neo4jtest.LTS, inTurn)
	pages := make([]*websocket.Conn, count)
	for i := range pages {
		pages[i] = w.page(t)
	}
	for _, server := range w.targets {
		w.sendTo(t, server, http.MethodPost, "/api/v1/episodes", anEpisode).expect(t, http.StatusCreated)
		for _, page := range pages {
			awaitPacket(t, page, `42["graphUpdated",{}]`)
		}
	}
}

// page connects a page as a browser does: by WebSocket from the start.
func (w *world) page(t *testing.T) *websocket.Conn {
	t.Helper()
	address := strings.Replace(w.url, "http:", "ws:", 1) + "/socket.io/?EIO=4&transport=websocket"
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `40{"token":%q}`, w.token)); err != nil {
		t.Fatal(err)
	}
	awaitPacket(t, conn, "40{")
	return conn
}

// awaitPacket reads until a packet that begins with the text. It replies to pings.
func awaitPacket(t *testing.T, conn *websocket.Conn, begins string) {
	t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	for {
		_, packet, err := conn.ReadMessage()
		if err != nil {
			t.Fatalf("no %s: %v", begins, err)
		}
		if string(packet) == "2" {
			_ = conn.WriteMessage(websocket.TextMessage, []byte("3")) // a failure shows when reading
		}
		if strings.HasPrefix(string(packet), begins) {
			return
		}
	}
}

// TestLiveEventsByLongPolling checks that a page that polls must stay at its server. The test's pages have no common
// header but the agent's name.
func TestLiveEventsByLongPolling(t *testing.T) {
	t.Parallel()
	w := start(t, neo4jtest.LTS, inTurn)
	opened := w.send(t, http.MethodGet, "/socket.io/?EIO=4&transport=polling", "")
	_, session, _ := strings.Cut(string(opened.body), `"sid":"`)
	session, _, _ = strings.Cut(session, `"`)
	got := w.send(t, http.MethodGet, "/socket.io/?EIO=4&transport=polling&sid="+session, "")
	if session == "" || got.status != http.StatusBadRequest || !strings.Contains(string(got.body), "Session ID unknown") {
		t.Errorf("another server: %d %s", got.status, got.body)
	}
	sticky := start(t, neo4jtest.LTS, byHeader("User-Agent"))
	page := liveclient.Open(t, sticky.url, sticky.token)
	for _, server := range sticky.targets {
		sticky.sendTo(t, server, http.MethodPost, "/api/v1/episodes", anEpisode).expect(t, http.StatusCreated)
		page.Until(t, func(e liveclient.Event) bool { return e.Name == "graphUpdated" })
	}
}
