package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"plotline/api"
)

// TestWithoutTokensOnlyLoopback checks that a server reachable from the network needs tokens.
func TestWithoutTokensOnlyLoopback(t *testing.T) {
	t.Parallel()
	for address, with := range map[string]struct{ open, guarded string }{
		"127.0.0.1:0":    {},
		"localhost:0":    {},
		"[::1]:0":        {},
		"0.0.0.0:0":      {open: "needs --tokens"},
		":0":             {open: "needs --tokens"},
		"[::]:0":         {open: "needs --tokens"},
		"example.test:0": {open: "needs --tokens", guarded: "--listen=example.test:0: "},
		"127.0.0.1":      {open: "must be HOST:PORT", guarded: "must be HOST:PORT"},
		"127.0.0.1:x":    {open: "--listen=127.0.0.1:x: ", guarded: "--listen=127.0.0.1:x: "},
	} {
		for withTokens, want := range map[bool]string{false: with.open, true: with.guarded} {
			listener, err := api.Listen(t.Context(), address, withTokens)
			if err == nil {
				_ = listener.Close()
			}
			if address == "[::1]:0" && err != nil && strings.Contains(err.Error(), "assign") {
				continue // a machine without IPv6
			}
			if (err == nil) != (want == "") || (err != nil && !strings.Contains(err.Error(), want)) {
				t.Errorf("%s, tokens %t: %v, want %q", address, withTokens, err, want)
			}
		}
	}
}

func TestCertificateNeedsBothFiles(t *testing.T) {
	t.Parallel()
	if secure, err := api.Certificate("", ""); secure != nil || err != nil {
		t.Errorf("without files: %v, %v", secure, err)
	}
	for want, files := range map[string][2]string{
		"--tls-cert requires --tls-key": {"cert.pem", ""},
		"--tls-key requires --tls-cert": {"", "key.pem"},
		"--tls-cert, --tls-key: ":       {"missing.pem", "missing.pem"},
	} {
		if _, err := api.Certificate(files[0], files[1]); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v, want %s", files, err, want)
		}
	}
}

// TestStopNamesUnfinished checks that a server that stops names the request that does not end.
func TestStopNamesUnfinished(t *testing.T) {
	t.Parallel()
	begun, letGo := make(chan struct{}), make(chan struct{})
	server := api.New(stuck(config(t), "list_episodes", begun, letGo))
	server.SetPatience(50 * time.Millisecond)
	listener, err := api.Listen(t.Context(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener, nil, func() {}) }()
	idle, busy := connect(t, listener.Addr().String()), connect(t, listener.Addr().String())
	idle.say(http.MethodGet, "/api/v1/health", 0, "")
	idle.answer(http.MethodGet)
	busy.say(http.MethodGet, "/api/v1/episodes?limit=1", 0, "")
	<-begun
	stop()
	const want = "requests still running after 50ms were cut off: GET /api/v1/episodes for 0s"
	if err := <-ended; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	close(letGo)
}
