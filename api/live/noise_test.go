package live_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// dial opens a WebSocket.
func dial(t *testing.T, address string) *websocket.Conn {
	t.Helper()
	address = strings.Replace(address, "http:", "ws:", 1)
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// noise returns packets that no correct client sends.
func noise() []string {
	return []string{
		"", "\x00", "0", "1", "2", "2probe", "3", "4", "5", "6", "7", "9", "b", "bAAAA", "b!", "4\x1e4", "\x1e", "\x1e\x1e1",
		"40", "40{", "40[]", "40null", `40{"token":1}`, `40{"token":{}}`, "40/other,{}", "40/", "40/,", "40/" + strings.Repeat("x", 600),
		"41", "41{}", "42", "42[]", "42{}", "42[1]", "42[null]", `42["a"]`, `42["connect"]`, `42["disconnect"]`, `42["error"]`, `42["x",{}]`, "427", `427["x"]`,
		"4299999999999999999999[1]", "43", "43[]", "430[]", `430{"a":1}`, "4318446744073709551615[]", "44", `44"x"`, "45", "450-[]", "451-[]",
		`451-["x",{"_placeholder":true,"num":0}]`, `451-["x",{"_placeholder":true,"num":-1}]`, `452-["x",{"_placeholder":true,"num":9e99}]`, "4599-[]", "46", "461-7[1]", "47", "4x", "4\xff",
		"40" + strings.Repeat("[", 20_000), "42" + strings.Repeat("[", 20_000), strings.Repeat("4", 70_000), strings.Repeat("6\x1e", 30_000),
	}
}

// TestInvalidMessages checks that malformed packets, with or without a token, end at most the client's own connection.
func TestInvalidMessages(t *testing.T) {
	t.Parallel()
	s := start(t, 10_000)
	fresh := s.url + "/?EIO=4&transport=websocket"
	for _, frame := range noise() {
		for _, kind := range []int{websocket.TextMessage, websocket.BinaryMessage} {
			early, named := dial(t, fresh), dial(t, fresh)
			_ = named.WriteMessage(websocket.TextMessage, []byte(`40{"token":"a admin"}`))
			for _, conn := range []*websocket.Conn{early, named} {
				for range 3 {
					_ = conn.WriteMessage(kind, []byte(frame))
				}
			}
		}
		for _, p := range []poller{s.handshake(), s.connect("a reader")} {
			p.push(frame)
			p.push(frame)
		}
	}
	p := s.connect("a reader")
	s.Broadcast("a", "still here", struct{}{})
	p.receives(`42["still here",{}]`)
}

// TestNoUpgrade checks that a polling connection cannot be upgraded and survives the attempt.
func TestNoUpgrade(t *testing.T) {
	t.Parallel()
	s := start(t, 10)
	p := s.connect("a reader")
	address := strings.NewReplacer("http:", "ws:", "transport=polling", "transport=websocket").Replace(p.url)
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
	if err == nil {
		_ = conn.Close()
		t.Fatal("it was upgraded")
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", response.StatusCode)
	}
	s.Broadcast("a", "still here", struct{}{})
	p.receives(`42["still here",{}]`)
}
