package attacks_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"plotline/internal/access"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// TestHTTP2BuffersAreLimited opens connections of HTTP/2 and sends as much of many bodies as the server lets a client
// send. The server must hold little for each connection, whether or not the client has a token.
func TestHTTP2BuffersAreLimited(t *testing.T) {
	t.Parallel()
	for name, role := range map[string]access.Role{"no token": "", "a reader": access.Reader} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			certFile, keyFile, trust := serving.Certificate(t)
			s := plain.start(t, "--media-root", t.TempDir(), "--tls-cert", certFile, "--tls-key", keyFile)
			secret := ""
			if role != "" {
				secret = s.token(t, "hostile", role)
			}
			conns, sent := tier.Pick(200, 1000), 0
			before := s.memory(t, "VmRSS")
			for range conns {
				n, err := fillHTTP2(s.dialHTTP2(t, &tls.Config{RootCAs: trust, NextProtos: []string{"h2"}}), s.Host(), secret)
				if err != nil {
					t.Fatal(err)
				}
				sent += n
			}
			grown := s.memory(t, "VmHWM") - before
			t.Logf("%d connections took %d MiB, and were sent %d MiB", conns, grown>>20, sent>>20)
			if most := int64(conns) * (256 << 10); grown > most+32<<20 {
				t.Errorf("%d connections take %d MiB, want at most %d for each", conns, grown>>20, 256<<10)
			}
			if !s.Runs() {
				t.Fatalf("the server ended\n%.4000s", s.Log)
			}
			client := &http.Client{Timeout: patience, Transport: &http.Transport{
				TLSClientConfig: &tls.Config{RootCAs: trust}, ForceAttemptHTTP2: true, DisableKeepAlives: true,
			}}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/livez", http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 {
				t.Errorf("%s %s", response.Proto, response.Status)
			}
		})
	}
}

// dialHTTP2 opens a connection that speaks HTTP/2.
func (s *server) dialHTTP2(t *testing.T, config *tls.Config) net.Conn {
	t.Helper()
	conn, err := (&tls.Dialer{Config: config}).DialContext(t.Context(), "tcp", s.Host())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// fillHTTP2 begins as many requests as a connection may have and sends the beginning of their bodies, until the server
// takes no more. It returns the number of bytes that it sent as bodies.
func fillHTTP2(conn net.Conn, host, token string) (sent int, err error) {
	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		return 0, err
	}
	frames := http2.NewFramer(conn, conn)
	if err := frames.WriteSettings(); err != nil {
		return 0, err
	}
	stream, whole := 65535, 65535 // the windows of RFC 9113 until the server names others
	streams := 100
	for settled := false; !settled; {
		frame, err := frames.ReadFrame()
		if err != nil {
			return 0, err
		}
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if frame.IsAck() {
				settled = true
				continue
			}
			if window, named := frame.Value(http2.SettingInitialWindowSize); named {
				stream = int(window)
			}
			if most, named := frame.Value(http2.SettingMaxConcurrentStreams); named {
				streams = int(most)
			}
			if err := frames.WriteSettingsAck(); err != nil {
				return 0, err
			}
		case *http2.WindowUpdateFrame:
			whole += int(frame.Increment)
		}
	}
	block := make([]byte, 16<<10)
	for i := range streams {
		if whole == 0 {
			break
		}
		id := uint32(2*i + 1)
		if err := frames.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: postHeaders(host, token), EndHeaders: true}); err != nil {
			return sent, err
		}
		for left := min(stream, 8<<20); left > 0 && whole > 0; {
			n := min(len(block), left, whole)
			if err := frames.WriteData(id, false, block[:n]); err != nil {
				return sent, err
			}
			left, whole, sent = left-n, whole-n, sent+n
		}
	}
	return sent, nil
}

func postHeaders(host, token string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, field := range [][2]string{
		{":method", http.MethodPost},
		{":scheme", "https"},
		{":authority", host},
		{":path", "/api/v1/episodes"},
		{"content-type", "application/json"},
		{"content-length", "8388608"},
		{"authorization", "Bearer " + token},
	} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]})
	}
	return block.Bytes()
}
