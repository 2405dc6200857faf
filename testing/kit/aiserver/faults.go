package aiserver

import (
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// manyQuestions is more than one test lets hang.
const manyQuestions = 1024

// Hang never replies. The channel receives a value for each client that disconnects.
func Hang() (Step, <-chan struct{}) {
	gone := make(chan struct{}, manyQuestions)
	return func(_ http.ResponseWriter, r *http.Request, _ Request) {
		<-r.Context().Done()
		gone <- struct{}{}
	}, gone
}

// AwaitGone waits until the client of a request that hangs has disconnected. The channel is that of Hang.
func AwaitGone(tb testing.TB, gone <-chan struct{}) {
	tb.Helper()
	select {
	case <-gone:
	case <-time.After(patience):
		tb.Fatal("the request to the model goes on")
	}
}

// WaitForAll holds requests until the given number has arrived, then replies to all.
func WaitForAll(questions int, then Step) Step {
	var here atomic.Int64
	full := make(chan struct{})
	return func(w http.ResponseWriter, r *http.Request, asked Request) {
		if here.Add(1) == int64(questions) {
			close(full)
		}
		select {
		case <-full:
			then(w, r, asked)
		case <-r.Context().Done():
		}
	}
}

// HangUp closes the connection at once.
func HangUp() Step {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		if conn := hijack(w); conn != nil {
			_ = conn.Close()
		}
	}
}

// Truncated announces a complete reply, sends half of it and closes the connection.
func Truncated(text string) Step {
	return func(w http.ResponseWriter, _ *http.Request, asked Request) {
		body := encoded(asked, text)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body[:len(body)/2]) //nolint:gosec // JSON, for a test
		_ = http.NewResponseController(w).Flush()
		if conn := hijack(w); conn != nil {
			_ = conn.Close()
		}
	}
}

// Drip sends a valid reply byte by byte, with a pause between.
func Drip(pause time.Duration, text string) Step {
	return func(w http.ResponseWriter, r *http.Request, asked Request) {
		w.Header().Set("Content-Type", "application/json")
		ticker := time.NewTicker(pause)
		defer ticker.Stop()
		for _, b := range encoded(asked, text) {
			if _, err := w.Write([]byte{b}); err != nil || http.NewResponseController(w).Flush() != nil { //nolint:gosec // JSON, for a test
				return
			}
			select {
			case <-ticker.C:
			case <-r.Context().Done():
				return
			}
		}
	}
}

// Huge sends a reply whose text has this number of bytes.
func Huge(size int) Step { return Text(strings.Repeat("a", size)) }

func encoded(asked Request, text string) []byte {
	body, _ := json.Marshal(completion(asked, map[string]any{"role": "assistant", "content": text}, "stop"))
	return body
}

// hijack takes the connection from the server.
func hijack(w http.ResponseWriter) net.Conn {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil
	}
	return conn
}
