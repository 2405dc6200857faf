package endpoints_test

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// TestStartFailsWithInvalidSettings checks that each start fails with one sentence and a status. The server
// must not have listened or written anything.
func TestStartFailsWithInvalidSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certFile, keyFile, _ := serving.Certificate(t)
	good, loose := filepath.Join(dir, "tokens.json"), filepath.Join(dir, "loose.json")
	expect.WriteFile(t, good, `{"version":1,"tokens":[]}`)
	expect.WriteFile(t, loose, `{"version":1,"tokens":[]}`)
	if err := os.Chmod(loose, 0o644); err != nil { //nolint:gosec // that is the point
		t.Fatal(err)
	}
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"open to the network":        {[]string{"--listen", "0.0.0.0:0"}, "needs --tokens"},
		"open by IPv6":               {[]string{"--listen", "[::]:0"}, "needs --tokens"},
		"open without a host":        {[]string{"--listen", ":0"}, "needs --tokens"},
		"open, and to all folders":   {[]string{"--listen", "0.0.0.0:0", "--tokens", good}, "requires --media-root"},
		"a media root that is none":  {[]string{"--media-root", "/a/../show"}, "must be an absolute path"},
		"no address":                 {[]string{"--listen", "7333"}, "HOST:PORT"},
		"an address in use":          {[]string{"--listen", taken.Addr().String()}, "is in use"},
		"no tokens file":             {[]string{"--tokens", filepath.Join(dir, "missing.json")}, "does not exist"},
		"a tokens file for all":      {[]string{"--tokens", loose}, "chmod 600"},
		"a tokens file that is none": {[]string{"--tokens", certFile}, "is not a tokens file of Plotline"},
		"a folder for tokens":        {[]string{"--tokens", dir}, "is not a file"},
		"a certificate alone":        {[]string{"--tls-cert", certFile}, "--tls-cert requires --tls-key"},
		"a key alone":                {[]string{"--tls-key", keyFile}, "--tls-key requires --tls-cert"},
		"a pair the wrong way round": {[]string{"--tls-cert", keyFile, "--tls-key", certFile}, "--tls-cert, --tls-key: "},
		"no certificate file":        {[]string{"--tls-cert", "missing.pem", "--tls-key", keyFile}, "missing.pem"},
		"an origin that is none":     {[]string{"--cors-origin", "example.org"}, "--cors-origin must be"},
		"an origin with a path":      {[]string{"--cors-origin", "https://example.org/x"}, "--cors-origin must be"},
		"any origin":                 {[]string{"--cors-origin", "*"}, "--cors-origin must be"},
		"the origin null":            {[]string{"--cors-origin", "null"}, "--cors-origin must be"},
		"a time zone that is none":   {[]string{"--time-zone", "Berlin"}, `--time-zone must be an IANA name, such as Europe/Berlin: "Berlin"`},
		"a time zone by its offset":  {[]string{"--time-zone", "+02:00"}, "--time-zone must be an IANA name"},
		"no rate":                    {[]string{"--rate-limit", "0"}, "--rate-limit must be at least 1"},
		"a rate below 0":             {[]string{"--rate-limit=-1"}, "--rate-limit must be at least 1"},
		"a rate that is none":        {[]string{"--rate-limit", "NaN"}, "--rate-limit"},
		"a workspace that is none":   {[]string{"--workspace", "No Workspace"}, "workspace"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(t.TempDir(), "data")
			args := append([]string{"serve", "--store", "embedded", "--data-dir", data, "--listen", "127.0.0.1:0"}, c.args...)
			got := plotline(t, args...)
			if got.Status == 0 || !strings.HasPrefix(got.Err, "plotline: ") || strings.Count(got.Err, "\n") != 1 ||
				!strings.Contains(got.Err, c.want) || strings.Contains(got.Err, "listens") || got.Out != "" {
				t.Errorf("status %d\n%s%s", got.Status, got.Out, got.Err)
			}
			if _, err := os.Stat(data); err == nil {
				t.Error("the data folder was made")
			}
		})
	}
}

// TestTokensAllowAllInterfaces checks that a server with tokens may listen on all interfaces.
func TestTokensAllowAllInterfaces(t *testing.T) {
	t.Parallel()
	s := start(t, "--listen", "0.0.0.0:0", "--media-root", t.TempDir())
	_, port, _ := strings.Cut(strings.TrimPrefix(s.host, "[::]"), ":")
	s.host = "127.0.0.1:" + port
	s.url = "http://" + s.host
	s.create(t, s.admin(t), "from afar")
}

// TestTokenCommand checks that a token from the command grants access to its own workspace only.
func TestTokenCommand(t *testing.T) {
	t.Parallel()
	s := start(t)
	dir := filepath.Dir(s.tokens)
	made := plotline(t, "token", "create", "ada", "--role", "writer", "--workspace", "lab", "--tokens", s.tokens, "--data-dir", dir)
	if made.Status != 0 || strings.Count(made.Out, "\n") != 1 {
		t.Fatalf("%+v", made)
	}
	token := strings.TrimSpace(made.Out)
	s.create(t, token, "by hand")
	s.expectEpisodes(t, s.token(t, "lab", "reader"), 1)
	if gone := plotline(t, "token", "revoke", "ada", "--tokens", s.tokens); gone.Status != 0 {
		t.Fatalf("%+v", gone)
	}
	if got := s.send(t, token, http.MethodGet, "/api/v1/episodes", ""); got.status != http.StatusUnauthorized {
		t.Errorf("%d %s", got.status, got.body)
	}
	for name, text := range map[string]string{"standard error": s.Log.String(), "the audit log": string(serving.AuditLog(t, dir))} {
		if strings.Contains(text, token) || strings.Contains(text, token[20:]) {
			t.Errorf("%s holds the token", name)
		}
	}
}

// TestGracefulShutdown checks the shutdown. Running calls are completed, streams end at once, new
// connections are refused, and start checks that the status is 0.
func TestGracefulShutdown(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		s := start(t)
		token := s.admin(t)
		stream := s.stream(t, token, s.begin(t, token))
		slow := s.slow(t, token, len(anEpisode))
		_, _ = io.WriteString(slow, "{")
		if err := s.Signal(signal); err != nil {
			t.Fatal(err)
		}
		stream.expectEnd(t, 5*time.Second)
		for shut := false; !shut; time.Sleep(10 * time.Millisecond) {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.host)
			if shut = err != nil; !shut {
				_ = conn.Close()
			}
		}
		_, _ = io.WriteString(slow, anEpisode[1:])
		answerOn(t, slow, http.MethodPost).ok(t)
		select {
		case <-s.Ended():
		case <-time.After(15 * time.Second):
			t.Errorf("%v: it goes on", signal)
		}
	}
}
